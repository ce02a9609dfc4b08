"""The packs of Treasures together: what holds in every game with all modules on (docs/rules/expansions.md)."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

import mapkit
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.games.treasures.analysis import TreasuresTurnGraph, routes
from mapkit.games.treasures.corrections import correct
from mapkit.games.treasures.ear import TreasuresEar
from mapkit.games.treasures.modules import ModuleWords
from mapkit.games.treasures.packs import PACKS, Settings
from mapkit.games.treasures.packs.donation import Shelves
from mapkit.games.treasures.packs.evenness import pars
from mapkit.games.treasures.packs.items import NAMES as NAMES_OF_ITEMS
from mapkit.games.treasures.referee import OPTIONS, REFEREE
from mapkit.games.treasures.sheets import played_sheets
from mapkit.games.treasures.situation import board, situation
from mapkit.games.treasures.state import State
from mapkit.language.catalogue import without_absent
from mapkit.language.phrases import phrases
from mapkit.mapfile import share_code
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.chance import Chance
from mapkit.model.game import assemble, table_of
from mapkit.model.grid import Square, Storeys, borders, outer_borders
from mapkit.model.map import Map
from mapkit.model.observation import Ear, Meaning
from mapkit.model.replay import ReplayStep, Start, Track
from mapkit.model.ruling import heard
from mapkit.model.settings import BadSetting, read_size, settings, show_setting
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import A4, Text
from mapkit.players.explorer import Explorer
from mapkit.solve import legality, repairs, search
from mapkit.table.voice import FOR_ALL, Audience
from tests.drawings import drawn
from tests.playthrough import Playthrough, Wanderer, play_out

EVERYTHING: dict[str, object] = {
    **dict.fromkeys(("bear", "dog", "zombie"), 1),
    "trading": "yes",
    "donation": 1,
    "donated": "kit shield",
    "fools": 1,
    "trapped": 1,
    **dict.fromkeys(("scanner", "flashlight", "dynamite", "shield", "last_round"), "yes"),
    "gifts": "scanner flashlight dynamite",
    "fair_starts": 6,
}
"""Settings that switch all modules on."""
NAMES = ("Ann", "Bob", "Cid")
FLOOR = "+---+---+\n| .   T\n+   +   +\n| .   L |\n+---+---+"
LIMIT = 400
FEW, MANY = 6, 1000
"""How many random games are played."""


def map_with_everything(seed: str) -> Map[Any]:
    return maps.generate("treasures", seed, preset="small", size=read_size("6x6"), given=EVERYTHING)


def random_game(number: int) -> tuple[Map[Any], Playthrough[State]]:
    """A game of three wanderers on a map with everything, with some options."""
    map_, chance = map_with_everything(f"everything {number % 20}"), Chance(f"everything {number}")
    options = {key: "yes" for key in OPTIONS if chance.below(3) == 0}
    players = [Wanderer(Chance(f"{name} {number}")) for name in NAMES]
    return map_, play_out(REFEREE, map_, NAMES, players, f"everything {number}", LIMIT, options)


def states(game: Playthrough[State]) -> Iterator[State]:
    return (said.ruling.state for said in (game.opening, *game.said))


@pytest.mark.parametrize("number", [*range(FEW), *(pytest.param(n, marks=pytest.mark.long) for n in range(FEW, MANY))])
def test_in_a_game_with_everything_somebody_can_always_still_win(number: int) -> None:
    """TX-28: only fool's gold leaves the game. TX-11, TX-30: nobody holds too much. TL-78: the injured hold nothing."""
    map_, game = random_game(number)
    kinds = [mark for mark in map_.kinds.values() if mark in map_.params.treasure_marks]
    wins = sum(mark in map_.params.winning for mark in kinds)
    for state in states(game):
        held = [player.carried for player in state.players if player.carried]
        there = [*held, *(thing.kind for thing in state.lying)]
        out = sum(not player.cell for player in state.players)
        assert sum(mark in map_.params.winning for mark in there) + out + (bool(state.winners) and not out) >= wins
        assert len(there) <= len(kinds)
        for player in state.players:
            assert player.healthy or not player.carried
            assert len(player.items) <= map_.params.most_items
            assert player.cell == "" or player.cell in map_.params.grid.cells()
        assert bool(REFEREE.ways(state)) == (not state.winners)
        assert state.winners or not state.moved or REFEREE.ways(state)[-1] == "end"  # what machine players say at last


def card_of(given: dict[str, object], size: str = "6x6") -> ModuleWords:
    return ModuleWords(assemble(GAMES["treasures"], {}, read_size(size), given).params, "en")


@pytest.mark.parametrize(
    ("given", "second_die"),
    [
        ({"flashlight": "yes", "hands": 2}, "2 broken flashlight, 3 battery, 1, 4, 5, 6 junk"),
        ({"scanner": "yes"}, "1 treasure scanner, 2, 3, 4, 5, 6 junk"),
        ({"dynamite": "yes", "shield": "yes"}, "4 stick of dynamite, 5 shield, 1, 2, 3, 6 junk"),
    ],
)
def test_the_card_tells_what_the_second_die_gives(given: dict[str, object], second_die: str) -> None:
    """TX-31: a battery comes with flashlights, and what is switched off is junk."""
    assert second_die in " ".join(text for section in card_of(given).sections for _, text in section.entries)


def test_the_log_has_a_column_for_each_hand() -> None:
    """TX-30, TX-85: without items of modules there is none."""
    assert len(card_of({"scanner": "yes", "hands": 2}).hands) == 2
    assert list(card_of({"scanner": "yes", "hands": 1}).hands) == ["Hand"]
    assert list(card_of({"trading": "yes"}).hands) == []


def test_stairs_lead_from_each_floor_to_the_next() -> None:
    """TX-22: four stairs between any two of three floors are eight."""
    (stairs,) = (
        amount for noun, amount in card_of({"stairs": 4}, "6x6x3").counted if "stairs" in " ".join(noun).casefold()
    )
    assert (stairs.low, stairs.high) == (8, 8)


@pytest.mark.parametrize("number", range(2))
def test_no_announcement_names_a_cell_or_a_floor(number: int) -> None:
    """TX-2, TX-23, TX-59: whatever is heard, in both languages."""
    _, game = random_game(number)
    for language in ("en", "ru"):
        words = phrases("treasures", language)
        said = [words.say(announcement) for announcement in game.heard]
        assert [text for text in said if re.search(r"\b[a-f][1-6]\b|/\d", text)] == []


def test_a_peek_tells_no_kind_of_treasure() -> None:
    """TX-24, TX-72, TX-72.b."""
    state = random_game(0)[1].state
    told = {
        kind: REFEREE.seats(replace(state, players=tuple(p._replace(carried=kind) for p in state.players)))
        for kind in state.drawn.params.treasure_marks
    }
    assert told["fools"] == told["trapped"] == told["treasure"]


def test_a_peek_tells_nothing_of_shelves_and_monsters() -> None:
    """TX-72.a, TX-72.b: it shows the words for each player, and these stay the same."""
    state = random_game(0)[1].state
    center = next(iter(state.extra(Shelves).items))
    for words in (f"shelf {center} bullet", "bear at a1", "zombie at a1", "dog at a1"):
        assert [seat.words for seat in REFEREE.seats(correct(state, words).state)] == [
            seat.words for seat in REFEREE.seats(state)
        ]


@pytest.mark.parametrize("number", range(2))
def test_with_private_answers_each_announcement_is_for_somebody(number: int) -> None:
    """TX-3, TX-3.a: it names a player, or it is for everybody. TX-3.b: the others do not hear where a player went."""
    map_, game = random_game(number)
    private = Audience(private=True, heard_by_all=FOR_ALL | table_of(map_.game).seating.heard_by_all)
    assert [each for each in game.heard if not any(private.hears(name, each) for name in NAMES)] == []
    assert {"modules", "gift", "out", "alone", "shared", "buried"} <= private.heard_by_all
    assert not any(private.hears("Bob", heard(key, player="Ann")) for key in ("safe", "growl", "mauls", "sniffs"))


def test_machine_players_understand_what_is_heard() -> None:
    """TX-86: also an injury that nobody did. TX-5: it is one thing, whichever packs are on."""
    ear = table_of(map_with_everything("everything 0").game).ear
    assert ear is not None
    for listener in (ear(None), TreasuresEar()):
        (observed,) = listener.hear(heard("injured", player="Ann"))
        assert (observed.means, observed.who) == (Meaning.INJURED, "Ann")
    for announcement in random_game(0)[1].heard:
        list(ear(None).hear(announcement))


def test_no_machine_player_agrees_to_a_trade() -> None:
    """TX-10.c, TX-86.a: that word is never on offer, and machine players say what is on offer."""
    offers = [way for state in states(random_game(0)[1]) for way in REFEREE.ways(state) if way.startswith("trade ")]
    assert offers
    assert not any("agreed" in way for way in offers)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"donation": 1, "donated": "kit junk"}, "donated is 'kit junk'; it takes"),
        ({"donation": 1, "donated": "kit shield"}, "the module of the shield is off"),
        ({"hands": 3, "shield": "yes"}, "hands is 3; the most is 2"),
        ({"hands": 0, "shield": "yes"}, "hands is 0; the least is 1"),
    ],
)
def test_settings_that_the_ledger_does_not_allow_are_refused(given: dict[str, object], problem: str) -> None:
    """TX-15.a: nothing that is off and no junk is donated. TX-30, TX-30.c: a player has one hand or two."""
    with pytest.raises(BadSetting, match=re.escape(problem)):
        maps.generate("treasures", "s", preset="small", size=read_size("6x6"), given=given)


def test_the_shop_gives_each_further_item_once_in_eighteen_rolls() -> None:
    """TX-31.b, TX-31.c: bullet and kit are one third each, as ever (TL-60); of 36 pairs of dice two give a scanner."""
    all_items = "scanner=yes flashlight=yes dynamite=yes shield=yes"
    map_ = drawn(f"{all_items}\n+---+---+\n| S   .\n+   +   +\n| T   . |\n+---+---+")
    state = REFEREE.begin(map_, ("Ann",), {"starts": "b2"}, lambda _: 1).state
    state = REFEREE.play(state, "west", lambda _: 1).state
    found = Counter[str]()
    for rolls in product(range(1, 7), repeat=2):
        thrown = iter(rolls)

        def dice(sides: int, thrown: Iterator[int] = thrown) -> int:
            return next(thrown)

        found[REFEREE.play(state, "shop", dice).state.player.items[0]] += 1
    assert found == {"bullet": 12, "kit": 12} | dict.fromkeys((*NAMES_OF_ITEMS, "junk"), 2)


def test_an_elevator_leads_to_every_floor_by_a_die_with_as_many_sides() -> None:
    """TX-23.a, TX-23.b: also to the floor where the player is."""
    tower = drawn("stairs=1 elevators=1\n" + "\n\n".join([FLOOR] * 4), treasures="any")
    (ann,) = REFEREE.begin(tower, ("Ann",), {}, lambda sides: sides).state.players
    for floor in range(1, 5):
        state = replace(REFEREE.begin(tower, ("Ann",), {}, lambda sides: 1).state, players=(ann._replace(cell="b1/3"),))
        rolled = {4: floor}
        assert REFEREE.play(state, "ride", rolled.__getitem__).state.player.cell == f"b1/{floor}"


@pytest.mark.parametrize(
    ("size", "given", "told"),
    [
        ("6x6", {"elevators": "1"}, "the number of floors 1; with elevators 2 to 6 will do"),
        ("6x6x2", {"elevators": "1"}, ""),
        ("6x6x6", {"elevators": "1"}, ""),
        ("6x6x7", {"elevators": "1"}, "the number of floors 7; with elevators 2 to 6 will do"),
        ("6x6", {"treasures": "0"}, "no treasure would win"),
        ("6x6", {"treasures": "0-1"}, ""),
        ("6x6", {"treasures": "0", "trapped": "0-1"}, ""),
    ],
)
def test_settings_clash_only_beyond_a_bound(size: str, given: dict[str, str], told: str) -> None:
    """TX-23.a, TX-74, TX-D2: an elevator stops on two to six floors, and a treasure can win."""
    with pytest.raises(BadSetting, match=told) if told else nullcontext():
        maps.params(GAMES["treasures"], "default", read_size(size), given)


def test_a_round_begins_when_the_turn_passes_to_the_first_player() -> None:
    """TX-4, TX-4.a, TX-4.c: a lost turn counts, and a correction of the turn begins no round."""
    map_ = drawn("treasures=1 marsh=1\n+---+---+---+\n| M   .   T\n+   +   +   +\n| .   .   . |\n+---+---+---+")
    state = REFEREE.begin(map_, ("Ann", "Bob"), {"starts": "a1 c1", "order": "given"}, lambda sides: 1).state
    rounds = []
    for said in ("north", "west", "east", "east", "west"):  # Ann loses her second turn, in round 2
        state = REFEREE.play(state, said, lambda sides: 1).state
        rounds.append((state.player.name, state.round))
    assert rounds == [("Bob", 1), ("Bob", 2), ("Ann", 3), ("Bob", 3), ("Ann", 4)]
    assert correct(state, "turn Bob").state.round == 4


def test_at_the_end_the_map_shows_blown_walls_and_the_kinds_of_treasures() -> None:
    """TX-73."""
    map_ = drawn("dynamite=yes fools=1\n+---+---+---+\n| T | .   .\n+   +   +   +\n| .   .   Tf|\n+---+---+---+")
    state = REFEREE.begin(map_, ("Ann",), {"starts": "b2"}, lambda sides: 1).state
    state = replace(state, players=(state.player._replace(items=("dynamite",)),))
    shown = board(REFEREE.play(state, "blow west", lambda sides: 1).state)
    assert (shown.kinds["a2"], shown.kinds["c1"]) == ("treasure", "fools")
    assert [fact for fact in shown.facts if fact.mark == "wall"] == []


def test_the_modules_have_the_settings_and_symbols_of_the_ledger() -> None:
    """TX-29, TX-83: and all are off by default."""
    off = {s.name: str(show_setting(s, s.default)) for s in settings(Settings) if s.of_module}
    wanted = {
        **dict.fromkeys(("trading", "scanner", "flashlight", "dynamite", "shield", "last_round"), "no"),
        **dict.fromkeys(("donation", "elevators", "fools", "trapped", "bear", "dog", "zombie"), "0"),
        "donated": "kit",
        "stairs": "1",
        "hands": "2",
        "gifts": "",
    }
    assert wanted.items() <= off.items()
    names = {"rows", "columns"}  # of cells, TL-9.c
    assert all(s.rule.startswith("TX-") for s in settings(Settings) if s.of_module and s.name not in names)
    glyphs = {glyph for pack in PACKS for glyph, _ in pack.tiles.values()}
    assert {"O", "/u", "/d", "L", "Tf", "Tb"} <= glyphs


ROOM = "+---+---+---+---+\n| T   .   .   . |\n+   +   +   +   +\n| .   H   .   .\n+---+---+---+---+"
LAIRS = f"bear=c1 dog=c2 zombie=d2\n{ROOM}"


def test_lairs_stand_in_map_files_json_and_share_codes() -> None:
    """TX-50, TX-83: the head names the place, the settings the number."""
    map_ = drawn(LAIRS, hospital=1)
    text = map_.to_text()
    assert 'bear = "c1"\ndog = "c2"\nzombie = "d2"\n' in text
    assert "bear = 1" in text
    assert maps.read(text.encode(), "file").map == mapkit.read(map_.to_json()) == map_
    assert maps.read(share_code.show(map_).encode(), "code").map.facts == map_.facts


def test_a_lair_that_is_missing_is_filled_in_and_one_that_is_drawn_stays() -> None:
    """TX-50, TX-D2."""
    map_ = drawn(LAIRS.replace("dog=c2", "dog=1").replace("c2", "?"), hospital=1)
    assert [fault.rule.number for fault in legality.check(map_)] == ["TX-50"]
    whole = search.complete(map_, "lairs")
    assert legality.check(whole) == ()
    assert map_.facts < whole.facts
    on_marsh = drawn(LAIRS.replace("T   .   .", "T   .   M"), hospital=1, marsh=1)
    fixed = repairs.repair(on_marsh).map
    assert {fact for fact in on_marsh.facts if fact.mark == "dog 1"} <= fixed.facts
    assert legality.check(fixed) == ()


def test_drawn_lairs_switch_their_modules_on() -> None:
    """TX-50: in a file that names no settings; one whose module is off is a fault (TX-7)."""
    bare = 'mapkit = 1\ngame = "treasures"\ndog = "c2"\n{}map = """\n' + ROOM + '\n"""\n'
    map_ = maps.read(bare.format("").encode(), "bare").map
    assert (map_.params.bear, map_.params.dog) == (0, 1)
    assert legality.check(map_) == ()
    off = maps.read((bare.format("") + "[settings]\ndog = 0\n" + SMALL).encode(), "off").map
    assert ("TX-7", "c2") in [(fault.rule.number, fault.place) for fault in legality.check(off)]
    two = bare.replace('"c2"', '"c2 b2"').format("").encode()
    with pytest.raises(UnreadableMap, match="one too many; the most is 1"):
        maps.read(two, "two")


BOUNDS = "marsh river shop fake two_way three_way walls exit_distance treasure_distance"
SMALL = "".join(f"{name} = 0\n" for name in BOUNDS.split())


def test_at_the_end_lairs_and_monsters_are_shown_and_players_never_see_them() -> None:
    """TX-73, TX-85: nothing public depends on where a lair is."""
    map_ = drawn(LAIRS, hospital=1)
    state = REFEREE.begin(map_, ("Ann",), {"starts": "b2"}, lambda sides: 1).state
    assert {fact for fact in map_.facts if fact.mark.endswith(" 1")} <= board(state).facts
    assert ("bear", "c1") in situation(state).things
    elsewhere = drawn(LAIRS.replace("bear=c1", "bear=d1"), hospital=1)
    assert map_.public == elsewhere.public
    with pytest.raises(BadSetting, match="a monster of this map is called Bear"):
        REFEREE.begin(map_, ("Bear",), {"starts": "b2"}, lambda sides: 1)


def test_machine_players_attack_a_bear_on_their_own_tile() -> None:
    """TX-55, TX-86: whenever they may."""
    ear = table_of(map_with_everything("everything 0").game).ear
    assert ear is not None
    assert "attack bear with bullet" in ear(None).tactics.eager
    (observed,) = ear(None).hear(heard("infected", player="Ann"))
    assert (observed.means, observed.who) == (Meaning.INJURED, "Ann")


@pytest.mark.parametrize(("language", "first", "bob"), [("en", "gm ", "Bob"), ("ru", "ведущий ", "Боб")])
def test_each_correction_of_a_pack_that_the_help_lists_is_understood(language: str, first: str, bob: str) -> None:
    """TL-G4: with everything on, a line for each kind of thing that packs add; none where all is off."""
    map_ = map_with_everything("everything 0")
    state = REFEREE.begin(map_, ("Ann", bob, "Eve"), {}, lambda _: 1).state
    words = phrases("treasures", language)
    listed = [key for key in situation(state).may_correct if key.startswith("gm-help-")]
    assert [key.removeprefix("gm-help-") for key in listed] == ["shelf", "kinds", "items", "bear", "dog", "zombie"]
    usual = situation(REFEREE.begin(maps.generate("treasures", "a"), ("Ann",), {}, lambda _: 1).state)
    assert not any(key.startswith("gm-help-") for key in usual.may_correct)
    shelf = next(cell for cell, mark in map_.kinds.items() if mark == "donation")
    for key in listed:
        line = without_absent(words.tell(key), situation(state).may_correct)
        assert line.startswith(first)
        for word in line.removeprefix(first).split(" | "):
            before, state = state, correct(state, word.replace("c3", shelf)).state
            assert state != before


def test_nobody_starts_in_a_lair_where_starts_are_to_be_fair() -> None:
    """TX-51, TX-79, TX-79.b: tiles near the lair serve where no others are even enough."""
    map_ = drawn(
        "dog=b1 fair_starts=0 players=2\n+---+---+---+\n| .   .   .\n+   +   +   +\n| .   .   T |\n+---+---+---+"
    )
    assert "b1" not in pars(map_)
    state = REFEREE.begin(map_, ("Ann", "Bob"), {}, lambda sides: 1).state
    assert {pars(map_)[player.cell] for player in state.players} == {4}


def test_the_game_masters_table_has_a_column_for_each_hand_and_the_round() -> None:
    """TX-85: each item in a column of its own, health that says infected, the round, shelves and monsters."""
    map_ = map_with_everything("everything 1")
    state = REFEREE.begin(map_, NAMES, {}, lambda _: 1).state
    ann = state.player._replace(items=("kit", "shield"), healthy=False, infected=True)
    told = situation(replace(state.with_player(ann), round=7))
    assert told.heads == ("health", "item 1", "item 2", "treasure", "remarks")
    assert next(row for row in told.rows if row[0] == ann.name)[2:6] == ("infected", "kit", "shield", "-")
    assert ("gm-round", "7") in [(note.key, dict(note.args).get("count")) for note in told.notes]
    assert {"gm-shelf"} <= {note.key for note in told.notes}
    assert {"bear", "dog", "zombie"} <= {what for what, _ in told.things}
    plain = REFEREE.begin(maps.generate("treasures", "plain", preset="small"), NAMES, {}, lambda _: 1).state
    assert situation(plain).heads == ("health", "item", "treasure", "remarks")
    assert "gm-round" not in {note.key for note in situation(plain).notes}


@pytest.mark.parametrize(
    ("floors", "said"),
    [
        (2, "1–3 > 1, 4–6 > 2"),
        (3, "1–2 > 1, 3–4 > 2, 5–6 > 3"),
        (4, "1 > 1, 2 > 2, 3 > 3, 4 > 4, …"),
        (5, "1 > 1, 2 > 2, 3 > 3, 4 > 4, 5 > 5, …"),
        (6, "1 > 1, 2 > 2, 3 > 3, 4 > 4, 5 > 5, 6 > 6"),
    ],
)
def test_the_game_masters_sheet_says_which_faces_mean_which_floor(floors: int, said: str) -> None:
    """TX-23.a; with 4 and 5 floors other faces are rolled again."""
    p = maps.params(GAMES["treasures"], "default", read_size(f"4x3x{floors}"), {"elevators": "1"})
    assert any(f"{said}. Never say which." in cell for row in ModuleWords(p, "en").announcements for cell in row)


@pytest.mark.parametrize(
    ("given", "runs", "falls"),
    [({"bear": "1"}, True, False), ({"dog": "1"}, True, False), ({"zombie": "1"}, False, True),
     ({"bear": "1", "zombie": "1"}, True, True)],
    ids=str,
)  # fmt: skip
def test_the_card_says_which_monsters_run_home_and_which_fall(given: dict[str, str], runs: bool, falls: bool) -> None:
    """TX-55."""
    p = maps.params(GAMES["treasures"], "default", None, given)
    (said,) = [
        text for section in ModuleWords(p, "en").sections for number, text in section.entries if number == "TX-55"
    ]
    assert ("lair" in said, "falls." in said) == (runs, falls)


@pytest.mark.parametrize(
    ("given", "items"),
    [
        ({"shield": "yes"}, ["shield"]),
        ({"flashlight": "yes"}, ["flashlight", "battery"]),
        ({"scanner": "yes", "dynamite": "yes"}, ["scanner", "dynamite"]),
    ],
    ids=str,
)
def test_the_move_log_lists_the_items_of_the_game(given: dict[str, str], items: list[str]) -> None:
    """TX-85: a flashlight comes with its battery, and nothing else does."""
    p = maps.params(GAMES["treasures"], "default", None, given)
    words = ModuleWords(p, "en")
    log, (*_, (_, held)) = words.of_modules["log"], words.letters
    assert [" ".join(pair) for pair in held] == [*log["items_usual"], *(log["items"][name] for name in items)]


# Maps of Treasures with several floors: stairs and elevators, and what is found out about them (TX-20 to TX-23)


def ear_of(map_: Map[Any]) -> Ear:
    listen = table_of(map_.game).ear
    assert listen
    return listen(map_.params)


HOUSE = """
elevators=1
+---+---+---+
| .   /u| . |
+   +---+   +
| L   .   . |
+---+---+---+

+---+---+---+
| T   /d| .
+---+---+   +
| L   .   . |
+---+---+---+
"""


def test_no_step_leads_to_another_floor_of_storeys() -> None:
    """TX-20.b, TX-20.d: rivers, bullets and walls know no ceiling; distances count floors (TX-20.a)."""
    house = Storeys(3, 2, 3)
    assert house.cells() == Square(3, 2, 3).cells()
    assert {line.side for line in borders(house)} == {*"NESW"}
    assert len(outer_borders(house)) == 3 * 10
    assert house.step("b1/2", "U") is None
    assert (house.on_floor("b1/2", 3), house.on_floor("b1/2", 4)) == ("b1/3", None)
    assert house.steps_apart("a1/1", "b2/3") == 4


@pytest.mark.parametrize("floors", [2, 3])
def test_maps_with_floors_keep_all_rules_and_survive_being_written_down(floors: int) -> None:
    """TX-21, TX-D1: flights between all neighbouring floors, and a shaft through all of them."""
    given = {"elevators": 1, "stairs": 2, "river": 5, "marsh": 4}
    made = maps.generate("treasures", "house", size=Square(6, 5, floors), given=given)
    assert legality.check(made) == ()
    assert len(made.cells_of("stairs up")) == len(made.cells_of("stairs down")) == 2 * (floors - 1)
    assert {cell.partition("/")[0] for cell in made.cells_of("elevator")} == {made.cells_of("elevator")[0][:-2]}
    assert mapkit.read(made.to_json()) == mapkit.read(made.share()) == made
    assert maps.read(made.to_text().encode(), "house").map == made


@pytest.mark.long
def test_repair_sets_feet_and_heads_right() -> None:
    """TX-21: a head without its foot gets one, or goes."""
    broken = drawn(HOUSE.replace("/u", ". "))
    assert {fault.rule.number for fault in legality.check(broken)} >= {"TX-20", "TX-21"}
    mended = repairs.repair(broken)
    assert legality.check(mended.map) == ()
    assert len(mended.edits) == 1


def test_explorers_climb_to_a_treasure_that_only_stairs_lead_to() -> None:
    """TX-86: they use what is announced, and no game is stuck."""
    house = drawn(HOUSE.replace("elevators=1\n", "").replace("| L ", "| . ").replace("+---+---+   +", "+   +---+   +"))
    assert legality.check(house) == ()
    players = [Explorer(name, ear_of(house), Chance(name)) for name in ("Ann", "Bob")]
    game = play_out(REFEREE, house, ["Ann", "Bob"], players, "house", 400, {"starts": "a1/1 b1/1"})
    assert game.over
    assert "climbs" in {heard.key for said in game.said for heard in said.ruling.heard}


def test_a_route_takes_the_stairs_and_an_elevator_that_leads_where_it_helps() -> None:
    """TX-79: the par of a start; riding may be repeated (TX-D1.a)."""
    ground = TreasuresTurnGraph(drawn(HOUSE))
    (route,) = routes(ground, ("a2/1",))
    assert " ".join(route.words) == "east climb west; take east descend west south east east north east"
    assert len(route.words) == ground.pars["a2/1"]
    assert ground.outcomes["b1/1", "W"][0].heard == ("elevator",)
    assert {step.spot for step in ground.outcomes["b1/1", "W"]} == {"a1/1", "a1/2"}
    measures = drawn(HOUSE).solve().measures
    assert "answers-to-know" not in measures
    assert measures["pieces"].in_words == "by walls alone 1, by real moves 1"


@pytest.mark.parametrize(("language", "said"), [("en", "to another floor"), ("ru", "на другой этаж")])
def test_the_paths_of_a_played_game_lead_up_the_stairs(language: str, said: str) -> None:
    """TX-85: the sign for it is explained in every language."""
    steps = (ReplayStep(1, "Ann", "east", (), (), "b2/1"), ReplayStep(2, "Ann", "climb", (), (), "b2/2"))
    sheets = played_sheets(drawn(HOUSE), Track((Start("Ann", "a2/1"),), steps), Edition(A4, language))
    assert said in {mark.text for sheet in sheets for mark in sheet.marks if isinstance(mark, Text)}
