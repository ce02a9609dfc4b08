"""A move is said once: moves that a group changes are followed by all that knows where a step leads."""

import doctest
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit.games.kit.claims import each
from mapkit.games.kit.movement import KnownMoves, Move, Movement, Terrain, is_just_entered, just_entered
from mapkit.games.labyrinth import design as labyrinth
from mapkit.games.labyrinth.pack import OptionPack, option
from mapkit.games.shelf import GAMES
from mapkit.games.treasures import design as treasures
from mapkit.games.treasures.design import Params
from mapkit.games.treasures.pack import Pack
from mapkit.knowledge.audit import Auditor
from mapkit.model.game import Game, table_of
from mapkit.model.grid import border
from mapkit.model.map import Map
from mapkit.model.rule import Amount, Node, Way, count_rule, has, wall
from mapkit.model.settings import amount, choice, of_module
from mapkit.model.walk import reached
from mapkit.solve.legality import claimed_faults
from mapkit.study.simulation import WON, SimulationPlan, play
from tests.knowledge.test_deduction import follow, played, truth_is_possible

PAGE = Path(__file__).parents[2] / "docs" / "house-rules.md"


@dataclass(frozen=True)
class IceSettings(Params):
    ice: Amount = of_module(amount(0, "Ice", "HOUSE-4"))


SLIDES = "{player} slides on ICE."


class Ice(Pack):
    """A tile on which players slide on in the direction of their step."""

    name, settings = "ice", IceSettings
    tiles = {"ice": ("I", "ice")}  # noqa: RUF012
    rules = (count_rule("HOUSE-4", "Ice: {ice}.", "ice", each("ice"), (), lambda p: p.ice.high != 0),)

    def scattered(self, p: Any, chance: Any) -> list[str]:
        return ["ice"] * chance.between(p.ice.low, p.ice.high)

    def moves(self, p: Any, onward: Any, node: Any, request: str, terrain: Any) -> Iterator[Move]:
        for move in onward(node, request, terrain):
            onto = move.way.target
            if request in ("N", "E", "S", "W") and onto[0] == "in":
                ice = has(onto[1], "ice")
                yield move._replace(way=move.way._replace(bars=(*move.way.bars, ice)))
                yield move._replace(
                    way=move.way._replace(target=("slide", onto[1], request), needs=(ice,)),
                    says=(SLIDES,),
                )
            else:
                yield move
        if node[0] == "slide":
            _, cell, towards = node
            on, line = p.grid.step(cell, towards), wall(border(p.grid, cell, towards))
            if on is None:
                yield Move(Way(node, cell))
            else:
                yield Move(Way(node, cell, (line,)))
                yield Move(Way(node, ("slide", on, towards), (has(on, "ice"),), (line,)))
                yield Move(Way(node, just_entered(on), (), (line, has(on, "ice"))))


DEFINES = ("from ", "import ", "class ", "@dataclass", "rivers =")


@cache
def page() -> dict[str, Any]:
    """What `docs/house-rules.md` defines."""
    names: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(PAGE.read_text(encoding="utf-8")):
        if example.source.startswith(DEFINES):
            exec(example.source, names)
    package = (
        PAGE.read_text(encoding="utf-8").partition("`anchored/anchored.py`:\n\n```python\n")[2].partition("```")[0]
    )
    exec(package, names)
    return names


def house(rule: str) -> tuple[Game[Any], dict[str, Any]]:
    names = page()
    if rule == "anchored":
        return names["ANCHORED"].added_to(GAMES["labyrinth"]), {
            "rules": "G2-S2-F5-V1-T2-A2-H2-W57-O1",
            "anchored": "yes",
            "rivers": "1",
            "river": "4",
            "chains": "1",
        }
    if rule == "swift":
        return names["rivers"], {"swift": "yes"}
    return Ice().added_to(GAMES["treasures"]), {"ice": 9}


RULES = ("swift", "icy", "anchored")


@pytest.fixture(params=RULES)
def ours(request: pytest.FixtureRequest) -> Map[Any]:
    game, settings = house(request.param)
    size, preset = (None, "small") if game.name == "treasures" else ("6x6", "default")
    return mapkit.generate(game, "ours", settings=settings, size=size, preset=preset)


def test_maps_are_drawn_checked_and_repaired_by_the_moves_of_a_group(ours: Map[Any]) -> None:
    assert ours.check() == ()
    shut = replace(ours, facts=frozenset(fact for fact in ours.facts if fact.mark != "exit"))
    assert shut.check()
    assert shut.repair().map.check() == ()


def test_the_claims_lead_where_the_referee_leads(ours: Map[Any]) -> None:
    """On maps of any kind: from each cell play comes to rest on the same cells."""
    module: Any = treasures if ours.game.name == "treasures" else labyrinth
    moves: Movement = module.movement(ours.fitted_params)
    for facts in (ours.facts, frozenset(fact for fact in ours.facts if fact.mark != "wall")):
        known, onward = KnownMoves(moves, facts), defaultdict[Node, list[Node]](list)
        for source, target, needs, bars in module.real_moves(ours.fitted_params):
            if facts.issuperset(needs) and facts.isdisjoint(bars):
                onward[source].append(target)
        stays = defaultdict[Node, list[Node]](list)
        for cell, request in product(moves.cells, moves.requests):
            stays[cell].append(known.course(cell, request).to)
        for cell in moves.cells:
            by_claims, by_play = (reached(list[Node]([cell]), ways.get) for ways in (onward, stays))
            assert by_claims.intersection(moves.cells) == by_play.intersection(moves.cells)


def test_the_shortest_ways_to_win_are_played_to_the_win(ours: Map[Any]) -> None:
    routes = ours.solve().routes
    assert routes
    for route in routes or ():
        game = ours.begin(["Ann"], options={"starts": route.start}, seed="route")
        for said in "; ".join(route.words).split("; "):
            game = game if said.startswith("(") else game.say(said)
            game = game.say("end") if game.options() and game.options()[-1].words == "end" and said != "take" else game
        assert game.is_over, route


@pytest.mark.parametrize("number", range(3))
def test_what_is_heard_of_such_moves_never_excludes_the_truth(ours: Map[Any], number: int) -> None:
    kinds = (("explorer", "random", "explorer"), ("random",) * 3)[number % 2]
    listening, state = follow(ours, f"{number}", kinds, 150)
    assert truth_is_possible(listening, ours, state)


def test_a_game_with_such_moves_has_no_slip_and_one_by_other_moves_has(ours: Map[Any]) -> None:
    opening, *said = islice(played(ours, "audited", ("explorer", "explorer")), 120)
    names = [seat.name for seat in table_of(ours.game).referee.seats(opening.ruling.state)]
    auditor = Auditor(ours.game, ours.params, names, opening.ruling.heard)
    auditor.map_is(ours)
    for number, event in enumerate(said, 1):
        auditor.hear(number, event.mover, event.words, event.ruling.heard)
    assert auditor.slip() is None


def test_machine_players_win_games_with_such_moves(ours: Map[Any]) -> None:
    plan = SimulationPlan(lambda _: ours, ("explorer", "explorer"), "won", 400, {})
    tally = play(plan, range(1, 6))
    assert tally.ends[WON] > tally.games / 2


def course(rule: str, drawing: str, cell: str, towards: str, **given: object) -> tuple[object, tuple[str, ...]]:
    game, _ = house(rule)
    map_ = mapkit.read(drawing.strip("\n"), game=game)
    found = KnownMoves(treasures.movement(replace(map_.params, **given)), map_.facts).course(cell, towards)
    return found.to, found.keys


def test_a_swift_river_carries_two_tiles_and_a_wall_stops_it() -> None:
    river = """
+---+---+---+---+---+
  T   .   .   .   . |
+   +   +   +   +   +
| ~>  ~>  ~>  ~>| . |
+---+---+---+---+---+
"""
    told = [course("swift", river, cell, "S", swift="yes") for cell in ("a2", "b2", "c2", "d2")]
    assert told == [("c1", ("river",)), ("d1", ("river",)), ("d1", ("river",)), ("d1", ("river-wall",))]


def test_players_slide_over_ice_as_they_stepped() -> None:
    some = Amount(3, 3)
    icy = """
+---+---+---+---+
  T   I   I   . |
+   +   +   +   +
| .   I | .   . |
+---+---+---+---+
"""
    assert course("icy", icy, "a2", "E", ice=some) == ("d2", (SLIDES, "safe"))
    assert course("icy", icy, "a1", "E", ice=some) == course("icy", icy, "b2", "S", ice=some) == ("b1", (SLIDES,))


def test_moves_that_go_round_in_silence_tell_only_that_somebody_moved() -> None:
    def round_and_round(node: Node, request: str, _: Terrain) -> list[Move]:
        cell = {"a1": "b1", "b1": "a1"}[str(node) if request else node[1]]  # type: ignore[index]
        return [Move(Way(node, just_entered(cell)), (), request), *([] if request else [Move(Way(node, cell))])]

    moves = Movement(("a1", "b1"), round_and_round, ("go",), frozenset(), lambda fact: (fact,))
    (stage,) = moves.stages(moves.cells, "go", [()])
    assert {(way.source, way.target) for way in stage} == {*product(moves.cells, repeat=2)}
    assert {(way.source, way.target) for way in moves.ways() if way.source in moves.cells} == {
        ("a1", ("in", "b1")),
        ("b1", ("in", "a1")),
    }
    assert KnownMoves(moves, frozenset()).course("a1", "go").to in moves.cells


def drawn_in(rule: str, settings: str, drawing: str) -> Map[Any]:
    game = Bridges().added_to(GAMES["labyrinth"]) if rule == "bridges" else house("anchored")[0]
    rules = f'rules = "G2-S2-F2-V1-T1-A1-H2-W4-O25"\nmap = """{drawing}"""\n[settings]\n'
    return mapkit.read(f'mapkit = 1\ngame = "labyrinth"\n{rules}exit_distance = 1\n{settings}', game=game)


@dataclass(frozen=True)
class BridgeSettings(labyrinth.Params):
    bridges: str = option(choice("no yes", "Whether walls are bridges, and players cross nothing else", "HOUSE-7"))


class Bridges(OptionPack[BridgeSettings]):
    name, settings = "bridges", BridgeSettings
    agreed = {"bridges": "Walls are bridges."}  # noqa: RUF012

    def moves(self, p: Any, onward: Any, node: Any, request: str, terrain: Any) -> Iterator[Move]:
        for move in onward(node, request, terrain):
            _, _, needs, bars = way = move.way
            crosses = bars and isinstance(node, str) and is_just_entered(way.target)
            yield move._replace(way=way._replace(needs=needs + bars, bars=())) if crosses else move


def test_what_a_pack_makes_of_a_wall_holds_where_there_is_none() -> None:
    drawing = """
+---+---+
  T | . |
+---+   +
| .   . |
+---+---+
"""
    usual, ours = (drawn_in("bridges", settings, drawing) for settings in ("", "bridges = 'yes'"))
    courses = [labyrinth.known_moves(map_.params, map_.facts).course for map_ in (usual, ours)]
    assert [course("b2", "S").to for course in courses] == ["b1", "b2"]
    assert [course("b2", "W").to for course in courses] == ["b2", "a2"]
    shut = [{fault.place for fault in claimed_faults(map_) if fault.rule.number == "MP-32"} for map_ in (usual, ours)]
    assert shut == [{"a2"}, {"b1"}]


def test_a_first_check_knows_the_moves_of_a_group_as_one_after_strokes_does() -> None:
    """Whoever stands on W2 comes to W1, and so to a1, where skipping carries them on; a refused step is no claim's."""
    drawing = """
+---+---+---+---+
  T   .   .   . |
+---+---+   +---+
| .   W1< . < W2|
+---+---+---+---+
"""
    assert "MP-32" not in {fault.rule.number for fault in drawn_in("anchored", "", drawing).check()}
    drawn = drawn_in("anchored", "anchored = 'yes'", drawing)
    found = drawn.check()
    assert [fault.place for fault in found if fault.rule.number == "MP-32"] == ["a1"]
    assert replace(drawn, facts=drawn.facts | {wall(border(drawn.params.grid, "a2", "E"))}).check() != found
    assert replace(drawn, title="again").check() == found
