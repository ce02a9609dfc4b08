"""Walks over a graph: the nodes that are reached, their distances, a shortest way, and the connected pieces.

A graph is a function from a node to the nodes that one step leads to. It may give None where no step leads on, so the
`get` of a mapping is a graph. Nodes come nearest first; equally near ones come in the order in which the graph gives
them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

N = TypeVar("N", bound=Hashable)
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

    def unseen(node: N) -> Iterator[N]:
        return (other for other in onward(node) or () if other not in seen)

    for node in nodes:
        if node not in seen:
            found.append(reached([node], unseen))
            seen |= found[-1]
    return found


def mutual(onward: Mapping[N, Iterable[N]]) -> list[set[N]]:
    """The strongly connected pieces: in each, every node is reached from every other (Kosaraju's algorithm)."""
    import networkx as nx

    graph: nx.DiGraph[N] = nx.DiGraph(dict(onward))
    back = graph.reverse(copy=False)
    return pieces(reversed(list(nx.dfs_postorder_nodes(graph))), back.adj.get)
