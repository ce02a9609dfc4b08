"""Walks over random graphs agree with a second implementation."""

from collections.abc import Iterable
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapkit.model.walk import distances, mutual, pieces, pieces_in_order, reached, shortest

Graph = dict[int, Iterable[int]]
nodes = st.integers(0, 7)
graphs = st.fixed_dictionaries({node: st.lists(nodes, max_size=3) for node in range(8)})
some = st.lists(nodes, max_size=3)


@given(graphs, some)
def test_the_same_nodes_are_reached_at_the_same_distances(graph: Graph, starts: list[int]) -> None:
    far = nx.multi_source_dijkstra_path_length(nx.DiGraph(graph), starts) if starts else {}
    found = distances(starts, graph.get)
    assert found == far
    assert list(found.values()) == sorted(far.values()), "nearest first"
    assert reached(starts, graph.get) == far.keys()


@given(graphs, nodes, some)
def test_a_shortest_way_leads_to_the_nearest_goal(graph: Graph, start: int, goals: list[int]) -> None:
    far = distances([start], graph.get)
    way = shortest(start, goals, graph.get)
    assert (way is None) == far.keys().isdisjoint(goals)
    if way is not None:
        assert all(other in graph[one] for one, other in pairwise(way))
        assert (way[0], way[-1] in goals) == (start, True)
        assert len(way) - 1 == min(far[goal] for goal in goals if goal in far)


@given(graphs)
def test_pieces_by_one_direction_differ_from_pieces_by_both(graph: Graph) -> None:
    both: Graph = {node: [*graph[node], *(other for other in graph if node in graph[other])] for node in graph}
    assert sorted(map(sorted, pieces(both, both.get))) == sorted(map(sorted, nx.connected_components(nx.Graph(graph))))


@given(graphs)
def test_strong_pieces_come_before_those_that_they_lead_to(graph: Graph) -> None:
    wanted = sorted(map(sorted, nx.strongly_connected_components(nx.DiGraph(graph))))
    for found in (mutual(graph), pieces_in_order(graph)):
        assert sorted(map(sorted, found)) == wanted
        place = {node: number for number, piece in enumerate(found) for node in piece}
        assert all(place[node] <= place[other] for node in graph for other in graph[node])


@pytest.mark.parametrize("walk", [reached, distances])
def test_a_mapping_may_leave_out_the_nodes_that_lead_nowhere(walk: object) -> None:
    assert callable(walk)
    assert set(walk("a", {"a": "bc", "c": "d"}.get)) == set("abcd")
