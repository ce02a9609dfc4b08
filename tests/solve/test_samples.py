"""The maps drawn by hand under templates/samples break exactly the rules that were planted in them."""

import pytest

from mapkit.games import maps
from mapkit.mapfile import document, writer
from mapkit.model import resources
from mapkit.model.grid import spell
from mapkit.solve import legality, repairs

PLANTED = {
    "cellar": [],
    "terra-incognita": [],
    "attic": [
        ("TL-21", "d1", 15, 15),
        ("TL-26.a", "d5", 7, 15),
        ("TL-17", "c4", 9, 11),
        ("TL-19.c", "between b4 and b3", 10, 6),
        ("TL-15", "e2", 13, 19),
    ],
    "vault": [
        ("TL-22", "b3", 11, 7),
        ("TL-27.a", "a5", 7, 3),
        ("TL-17.b", "e4", 9, 19),
        ("TL-9", "d2", 13, 15),
    ],
}


def sample(name: str) -> document.Document:
    path = resources.path("samples", f"{name}.toml")
    return maps.read(path.read_bytes(), path.name)


def test_every_sample_has_its_list_of_faults() -> None:
    assert {path.stem for path in resources.path("samples").glob("*.toml")} == set(PLANTED)


@pytest.mark.parametrize("name", PLANTED)
def test_the_faults_found_are_those_planted(name: str) -> None:
    read = sample(name)
    grid = read.map.params.grid
    found = [
        (fault.rule.number, spell(grid, fault.place) if fault.place else "", *read.spot(fault.place))
        for fault in legality.check(read.map)
    ]
    assert sorted(found) == sorted(PLANTED[name])


@pytest.mark.parametrize("name", PLANTED)
def test_the_nearest_legal_map_keeps_what_was_written_around_the_drawing(name: str) -> None:
    read = sample(name)
    repaired = repairs.repair(read.map)
    assert repaired.proven
    assert legality.check(repaired.map) == ()
    text = writer.redraw(read, repaired.map)
    assert maps.read(text.encode(), name).map == repaired.map
    assert text.splitlines()[0] == read.text.splitlines()[0]
    assert len(text) - len(read.text) in range(-3, 4)
