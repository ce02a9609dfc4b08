"""Walks over a graph: the nodes that are reached, their distances, a shortest way, and the connected pieces.

A graph is a function from a node to the nodes that one step leads to. It may give None where no step leads on, so the
`get` of a mapping is a graph. Nodes come nearest first; equally near ones come in the order in which the graph gives
them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import TypeVar

N = TypeVar("N", bound=Hashable)
C = TypeVar("C", bound=str)
W = TypeVar("W", int, float)
Onward = Callable[[N], Iterable[N] | None]


def reached(starts: Iterable[N], onward: Onward[N]) -> set[N]:
    """The starts and every node that can be reached from them."""
    seen = set(starts)
    edge = list(seen)
    while edge:
        for other in onward(edge.pop()) or ():
            if other not in seen:
                seen.add(other)
                edge.append(other)
    return seen


def leads(starts: Iterable[N], goals: Collection[N], onward: Onward[N], back: Onward[N]) -> bool:
    """Whether a start is a goal or leads to one, sought from both ends; `back` is the graph turned round."""
    ahead, behind = set(starts), set(goals)
    edge, rear = ahead, behind
    while edge and rear:
        if not ahead.isdisjoint(rear) or not behind.isdisjoint(edge):
            return True
        if len(edge) <= len(rear):
            edge = {other for node in edge for other in onward(node) or () if other not in ahead}
            ahead |= edge
        else:
            rear = {other for node in rear for other in back(node) or () if other not in behind}
            behind |= rear
    return False


def distances(starts: Iterable[N], onward: Onward[N]) -> dict[N, int]:
    """Every node that can be reached, with its number of steps from the nearest start."""
    far = dict.fromkeys(starts, 0)
    edge = list(far)
    for node in edge:  # the list grows meanwhile
        for other in onward(node) or ():
            if other not in far:
                far[other] = far[node] + 1
                edge.append(other)
    return far


def nearest_first(starts: Mapping[C, W], onward: Mapping[C, Sequence[tuple[C, W]]]) -> Iterator[tuple[C, tuple[W, C]]]:
    """Every node that can be reached, with its cost and the start from which it costs that.

    `starts` and `onward` give the costs of starts and of steps.
    """
    edge, done = [(cost, node, node) for node, cost in starts.items()], set[C]()
    heapify(edge)
    while edge:
        cost, node, start = heappop(edge)
        if node not in done:
            done.add(node)
            yield node, (cost, start)
            for other, more in onward.get(node, ()):
                if other not in done:
                    heappush(edge, (cost + more, other, start))


def shortest(start: N, goals: Collection[N], onward: Onward[N]) -> list[N] | None:
    """A shortest way to the nearest goal, both ends included; None where no way leads to any."""
    before = {start: start}
    edge = [start]
    for node in edge:  # the list grows meanwhile
        if node in goals:
            way = [node]
            while way[-1] != start:
                way.append(before[way[-1]])
            return way[::-1]
        for other in onward(node) or ():
            if other not in before:
                before[other] = node
                edge.append(other)
    return None


def pieces(nodes: Iterable[N], onward: Onward[N]) -> list[set[N]]:
    """The connected pieces: for each node in turn, the nodes that are reached from it and are in no piece yet."""
    found: list[set[N]] = []
    seen: set[N] = set()
    for node in nodes:
        if node in seen:
            continue
        seen.add(node)
        piece = [node]
        for each in piece:  # the list grows meanwhile
            for other in onward(each) or ():
                if other not in seen:
                    seen.add(other)
                    piece.append(other)
        found.append(set(piece))
    return found


def mutual(onward: Mapping[N, Iterable[N]]) -> list[set[N]]:
    """The strongly connected pieces: in each, all nodes are reached from all; each comes before those it leads to."""
    import networkx as nx  # loading it takes longer than a check, which has `pieces_in_order`

    return [*nx.strongly_connected_components(nx.DiGraph(dict(onward)))][::-1]


def pieces_in_order(onward: Mapping[N, Iterable[N]]) -> list[set[N]]:
    """The same as `mutual` in another order, by Kosaraju's algorithm, without a library that is slow to load."""
    left, seen = list[N](), set[N]()  # `left` has each node after those that a search in depth finds behind it
    way = [(node, False) for node in onward]
    while way:
        node, is_done = way.pop()
        if is_done:
            left.append(node)
        elif node not in seen:
            seen.add(node)
            way.append((node, True))
            way += ((other, False) for other in onward.get(node, ()))
    return pieces(reversed(left), backward(onward).get)


def backward(onward: Mapping[N, Iterable[N]]) -> dict[N, list[N]]:
    """The graph with each step turned round; nodes that no step leads to are left out."""
    back: dict[N, list[N]] = {}
    for node, others in onward.items():
        for other in others:
            back.setdefault(other, []).append(node)
    return back
