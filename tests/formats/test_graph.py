"""Maps as graphs and tables: what networkx, Graphviz's readers and spreadsheets find in them."""

import csv
from io import BytesIO, StringIO
from typing import Any

import networkx
import pytest

import mapkit
from mapkit.formats.graph import OUT, edges
from mapkit.formats.record import ExportOrder
from mapkit.formats.shelf import FORMATS, written
from mapkit.games.shelf import GAMES
from mapkit.language.wording import translated
from mapkit.model.map import Map
from tests.test_hostile_files import good

RIVER = """\
+---+---+---+
| .   ~v| .
+   +   +---+
| .   ~>  ~>|
+   +   +   +
| . | .   .
+---+---+---+
"""


def graph(map_: Map[Any]) -> Any:
    return networkx.read_graphml(BytesIO(written(map_, FORMATS["graphml"], ExportOrder())[".graphml"]))


@pytest.mark.parametrize("game", GAMES)
def test_a_graph_has_every_cell_with_its_place_and_what_is_on_it(game: str) -> None:
    map_ = good(game)
    found, grid = graph(map_), map_.params.grid
    assert {*found} == {*grid.cells(), OUT}
    for cell, kind in map_.kinds.items():
        told = found.nodes[cell]
        assert (told["x"], told["y"]) == pytest.approx(grid.centre(cell), abs=1e-3)
        assert kind in told["marks"].split(", ")
        assert told["floor"] == grid.floor(cell)


@pytest.mark.parametrize("game", GAMES)
def test_steps_are_open_where_nothing_bars_them(game: str) -> None:
    map_ = good(game)
    barriers = map_.game.design.legend(map_.params).barriers
    barred = {place for place, mark in map_.facts if mark in barriers}
    steps = {(edge.source, edge.target) for edge in edges(map_) if edge.open and edge.target != OUT}
    for source, target in steps:
        assert target in {map_.params.grid.step(source, side) for side in map_.params.grid.directions}
        assert source not in barred
        assert target not in barred
    if game in ("treasures", "labyrinth"):
        grid = map_.params.grid
        pairs = {(cell, other) for cell in grid.cells() for other in map_.open_neighbours(cell)}
        assert steps == pairs if game == "treasures" else steps <= pairs


def test_a_graph_says_where_a_step_is_open_and_where_it_really_leads() -> None:
    text = f'mapkit = 1\ngame = "treasures"\npreset = "as-drawn"\nmap = """\n{RIVER}"""\n'
    told = {(edge.source, edge.target): (edge.open, edge.move) for edge in edges(mapkit.read(text))}
    assert told["a3", "b3"] == (True, False), "a step into the river, and it carries"
    assert told["a2", "b2"] == (True, False)
    assert told["a2", "c2"] == (False, True), "it carries one tile down"
    assert told["a2", "a3"] == told["a3", "a2"] == (True, True)
    assert told["c1", OUT] == (True, True), "an exit"
    assert not {("b3", "c3"), ("c3", "c2"), ("a1", "b1")} & {*told}, "walls"


@pytest.mark.filterwarnings("ignore:.* deprecated:DeprecationWarning")
@pytest.mark.parametrize("game", GAMES)
def test_another_reader_finds_the_same_graph_in_the_language_of_graphviz(game: str) -> None:
    pydot = pytest.importorskip("pydot", reason="the extra ci is not installed")
    map_ = good(game)
    text = written(map_, FORMATS["dot"], ExportOrder())[".dot"].decode()
    (found,) = pydot.graph_from_dot_data(text)
    cells = {node.get_name().strip('"') for node in found.get_nodes()} - {"node", OUT}
    assert cells == {*map_.params.grid.cells()}
    shown = set[tuple[str, str]]()
    for edge in found.get_edges():
        ends = edge.get_source().strip('"'), edge.get_destination().strip('"')
        shown |= {ends, ends[::-1]} if edge.get("dir") == "none" else {ends}
    assert shown == {(edge.source, edge.target) for edge in edges(map_)}


@pytest.mark.parametrize("game", GAMES)
def test_tables_hold_the_facts_of_cells_and_borders(game: str) -> None:
    map_ = good(game)
    made = written(map_, FORMATS["csv"], ExportOrder(in_words=lambda said: translated(said, "ru")))
    cells, borders = ([*csv.DictReader(StringIO(data.decode("utf-8-sig")))] for data in made.values())
    assert [row["cell"] for row in cells] == [*map_.params.grid.cells()]
    facts = {(row["cell"], mark) for row in cells for mark in row["marks"].split(", ") if mark}
    facts |= {((row["cell"], row["side"]), row["mark"]) for row in borders}
    assert facts == {*map_.facts}
    assert all(bool(row["words"]) == bool(row["marks"]) for row in cells)


def test_names_in_a_title_do_no_harm_to_a_graph() -> None:
    map_ = mapkit.read(good("treasures").to_text().replace("preset", 'title = "<a> & \\"b\\" \\\\"\npreset', 1))
    assert graph(map_).graph["title"] == '<a> & "b" \\'
    assert written(map_, FORMATS["dot"], ExportOrder())[".dot"].startswith(b'digraph "<a> & \\"b\\" \\\\" {')
