"""Random games of Treasures with random modules: what holds after each directive, and that logs tell the whole game."""

import os
import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.treasures.pack import USUAL_ITEMS, names_of_items
from mapkit.games.treasures.packs.donation import CENTER, Shelves
from mapkit.games.treasures.packs.items import items_on
from mapkit.games.treasures.packs.monsters import BARRED, MONSTERS, MonsterPlaces, lairs, monsters_on
from mapkit.games.treasures.referee import OPTIONS, REFEREE
from mapkit.games.treasures.state import State
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.grid import COMPASS, border
from mapkit.model.map import Map
from mapkit.model.rule import has, wall
from mapkit.model.ruling import Announcement, MoveError, NoRuling
from mapkit.model.settings import read_size
from mapkit.table import match
from mapkit.table.match import Match

NAMES = ("Ann", "Bob", "Cid", "Dan")
SIZES = ("5x5x2", "6x5", "5x4x3", "5x5")
LIMIT, SHORT = 120, 60
"""A game is stopped after this many directives and corrections, in the long tests and always."""
FEW, MANY, BATCH = 3, 1000, 100
"""How many games are played: always, in the long tests, and in each of them."""
USUAL: dict[str, object] = {
    "shop": 1,
    "hospital": 1,
    "marsh": 2,
    "rivers": "any",
    "bends": "any",
    "fake": 1,
    "two_way": 1,
    "three_way": 0,
    "exits": 3,
    "walls": "4-10",
    "exit_distance": 0,
    "treasure_distance": 0,
}
"""The settings of all maps here, for which small maps are found fast."""


# What is played


def settings(chance: Chance, players: int, size: str) -> dict[str, object]:
    """The settings of a map of that size, with some modules on."""
    onoff = ("trading", "scanner", "flashlight", "dynamite", "shield", "last_round")
    yes = {name: chance.choice(("yes", "yes", "no")) for name in onoff}
    items = ["bullet", "kit", *(name for name in ("scanner", "flashlight", "dynamite", "shield") if yes[name] == "yes")]
    items += ["battery"] if yes["flashlight"] == "yes" else []
    treasures = chance.below(3)
    found: dict[str, object] = {
        **yes,
        **{name: chance.choice((1, 1, 0)) for name in MONSTERS},
        "river": chance.choice((0, 4)),
        "players": players,
        "donation": chance.below(3),
        "donated": " ".join(chance.choice(items) for _ in range(chance.below(4))),
        "stairs": chance.between(1, 2),
        "elevators": chance.below(2) if size.count("x") > 1 else 0,
        "treasures": treasures,
        "fools": chance.below(3),
        "trapped": chance.below(2) if treasures else 1,
        "hands": 2 if yes["flashlight"] == "yes" else chance.between(1, 2),
        "gifts": " ".join(chance.choice(("none", "junk", *items)) for _ in range(players if chance.below(3) else 0)),
    }
    return USUAL | found


def listed(text: str) -> list[str]:
    """The parts of a text with semicolons between them."""
    return [" ".join(part.split()) for part in text.split(";")]


VOCABULARY = """
climb; descend; ride; upstairs; up; down; north; east; south; west; shoot north; shoot west; shoot; attack Bob; attack
Ann with bullet; attack bear; attack bear with bullet; attack dog with bullet; attack zombie with bullet; use kit; use
shield; use battery; use scanner; scan; scan treasure; shine north; shine; blow east; blow south; shop; shop 2; shop 5;
shop 5 3; shop 4 3; take; put down; heal; end; drop; drop junk; drop battery; donate; donate junk; donate treasure;
receive; receive kit; receive dynamite; trade Ann kit for treasure agreed; trade Bob treasure agreed; trade Cid for
bullet agreed; trade Bob treasure for treasure agreed; trade Ann for scanner
"""
"""Directives that may be said in some moment or never, with semicolons between them."""
TO_OTHERS = (("attack", ""), ("attack", " with bullet"), ("trade", " for kit agreed"), ("trade", " treasure agreed"))
"""What is said to another player: the words before the name, and those after it."""
GARBAGE = (
    *("", " ", "?", "\x00", "nor th", "север", "9" * 400, "ü" * 400, "use", "attack", "attack Zed", "Bob: north"),
    *("trade", "trade Bob", "trade Bob for", "trade Ann kit for for kit agreed", "shop 7", "shop 0 0", "shine up up"),
)
ANYTHING = (*listed(VOCABULARY), *GARBAGE)
CORRECTIONS = """
{player} at {cell}; {player} injured; {player} healthy; {player} infected; {player} loses turn; turn {player};
{player} loses no turn; {player} has {item}; {player} has {item} and {item}; {player} has no {item};
{player} has nothing; {player} has flashlight and battery; {player} has bullet and dynamite; {player} has shield;
{player} has treasure; {player} has no treasure; {player} has fool's gold; {player} has pure treasure;
treasure at {cell}; no treasure at {cell}; trapped treasure at {cell}; fools at {cell}; pure treasure at {cell};
wall {cell} {way}; no wall {cell} {way}; exit {cell} {way}; no exit {cell} {way}; {monster} at {open_cell};
zombie fallen; zombie up; shelf {center} {item} {item}; shelf {center} nothing
"""
"""Forms of corrections, which may be refused."""


def legal(played: Match, chance: Chance) -> str:
    """A directive that is on offer; most steps lead to something, as if the player knew the map.

    Each verb is as likely as another, but things are seldom thrown away. Sometimes the partner of a trade has agreed.
    """
    ways, sought = played.ways, step_towards(played.state, chance) if chance.below(3) else ""
    if sought in ways:
        return sought
    verbs = sorted({way.split()[0] for way in ways})
    rare = [verb for verb in verbs if verb in ("drop", "put", "end")]
    verb = chance.choice([verb for verb in verbs if verb not in rare] * 4 + rare)
    said = chance.choice([way for way in ways if way.split()[0] == verb])
    return traded(played.state, said, chance) if verb == "trade" else said


def traded(state: State, offer: str, chance: Chance) -> str:
    """An offer, or a trade that is agreed, often for something that the partner has; it may be refused."""
    _, name, *_ = offer.split()
    partner = next(player for player in state.players if player.name == name)
    wanted = chance.choice(("", *partner.items, *(["treasure"] if partner.carried else [])))
    asked = f"{offer} for {wanted}" if wanted and " for " not in offer else offer
    return f"{asked} agreed" if chance.below(3) else offer


def step_towards(state: State, chance: Chance) -> str:
    """The first step on foot towards an exit with a treasure, to a hospital when injured, or else to what there is."""
    player, cells = state.player, state.drawn.params.grid.cells()
    sides = [(cell, border(state.drawn.params.grid, cell, d), COMPASS[d]) for cell in cells for d in "NESW"]
    exits = [(cell, word) for cell, side, word in sides if has(side, "exit") in state.drawn.facts]
    out = next((word for cell, word in exits if cell == player.cell), "")
    if player.carried and out:
        return out
    stores = [cell for cell in cells if state.on(cell) in ("shop", CENTER)]
    others = [other.cell for other in state.players if other != player]
    goals = {cell for cell, _ in exits} if player.carried else {*chance.choice(([*state.treasures], others, stores))}
    goals = goals if player.healthy else {cell for cell in cells if state.on(cell) == "hospital"}
    first, wave = {player.cell: ""}, [player.cell]
    for cell in wave:
        if cell in goals and first[cell]:
            return first[cell]
        beside = {state.drawn.onward(cell, d): COMPASS[d] for d in "NESW"}
        found = {name: first[cell] or word for name, word in beside.items() if name is not None and name not in first}
        first |= found
        wave += found
    return ""


def tempting(state: State, chance: Chance) -> str:
    """A directive that fits the tile or the things in the hand, whether or not it may be said now."""
    player = state.player
    fitting = {"shop": ("shop", "shop 5 3"), CENTER: ("receive", "receive kit", "donate"), "hospital": ("heal",)}
    others = [f"{verb} {other.name}{more}" for other in state.others_here() for verb, more in TO_OTHERS]
    drops = [f"drop {item}" for item in player.items]
    return chance.choice((*fitting.get(state.on(player.cell), ("take",)), *others, *drops))


def correction(state: State, chance: Chance) -> str:
    """A correction by the game master, which may be refused."""
    cells = state.drawn.params.grid.cells()
    words = {
        "player": chance.choice(state.players).name,
        "cell": chance.choice(cells),
        "open_cell": chance.choice([cell for cell in cells if state.on(cell) not in BARRED]),
        "center": chance.choice([cell for cell in cells if state.on(cell) == CENTER] or cells),
        "item": chance.choice(sorted(names_of_items(state))),
        "way": chance.choice([*COMPASS.values()]),
        "monster": chance.choice(MONSTERS),
    }
    return chance.choice(listed(CORRECTIONS)).format(**words)


# What holds


def kinds_of(state: State) -> Counter[str]:
    """All treasures in hands and on tiles, by their kinds."""
    return Counter([*(treasure.kind for treasure in state.lying), *(p.carried for p in state.players if p.carried)])


def kinds_due(played: Match) -> Counter[str]:
    """How many treasures of each kind there must be (TX-25, TX-26, TX-28).

    It follows from the map, from what was heard, and from what the game master corrected.
    """
    found = Counter(mark for mark in played.map.kinds.values() if mark in played.map.params.treasure_marks)
    before = played.opening.state
    for said in played.standing_directives:
        state, told = said.ruling.state, Counter(announcement.key for announcement in said.ruling.heard)
        if said.by_the_game_master:
            found.update(kinds_of(state))
            found.subtract(kinds_of(before))
        found.update({"fools": -told["fools-gold"], "trapped": -told["trap"], "treasure": told["trap"] - told["out"]})
        before = state
    return +found


def assert_sound(state: State, kinds: Counter[str]) -> None:
    """TX-28 and the other rules that hold in every moment, whatever was said."""
    p: Any = state.drawn.params
    cells = {*state.drawn.params.grid.cells()}
    known = {*USUAL_ITEMS, *items_on(p)}
    assert kinds_of(state) == kinds, "TX-28"
    assert {*state.treasures} <= cells
    for player in state.players:
        out = not player.cell
        assert player.cell in cells or (out and p.last_round == "yes"), "TX-80.c"
        assert not (out and (player.carried or player.may_roll)), "TX-80.c"
        assert {*player.items} <= known
        assert len(player.items) <= p.most_items, "TX-30"
        assert player.healthy or not player.carried, "TL-78"
        assert player.carried != "trapped", "TX-26.c"
        assert not (player.infected and player.healthy), "TX-65.a"
        assert not player.may_roll or state.on(player.cell) == "shop", "TL-60.b"
    if p.donation.high:
        shelves = state.extra(Shelves)
        assert {*shelves.items} == {cell for cell in cells if state.on(cell) == CENTER}, "TX-15"
        assert {*chain(*shelves.items.values())} <= known - {"junk"}, "TX-17"
    for who in monsters_on(p):
        assert state.on(state.extra(MonsterPlaces).at(who)) not in BARRED, "TX-52"
    if not state.winners:
        assert state.player.cell, "TX-80.c: a player who is out has no turn"
        gone = {player.name for player in state.players if not player.cell}
        assert not any(gone & {*way.split()} for way in REFEREE.ways(state)), "TX-80.c"
    assert bool(REFEREE.ways(state)) == (not state.winners)


SPENT = {"kit": "kit", "shield": "shield", "missed": "bullet", "blows": "dynamite", "blows-nothing": "dynamite"} | {
    **dict.fromkeys(("shot", "shot-guarded", "shot-again", "battle-bullet", "battle-bullet-guarded"), "bullet"),
    **{f"{hit}-{who}": "bullet" for hit in ("hits", "drives") for who in MONSTERS},
    **dict.fromkeys(("scans", "scans-one", "scans-nothing", "scans-pure", "scans-fools", "scans-trap"), "scanner"),
    **dict.fromkeys(("shines", "shines-end"), "battery"),
}
"""The item that is gone after an announcement."""


def items_of(state: State) -> Counter[str]:
    shelves = [each.items.values() for each in state.extras if isinstance(each, Shelves)]
    return Counter(chain(*(player.items for player in state.players), *chain(*shelves)))


def items_due(state: State, told: Sequence[Announcement]) -> Counter[str]:
    """All items after what was heard: nothing is there twice, and nothing is gone that was not used or lost."""
    found, named = items_of(state), {words: item for item, words in names_of_items(state).items()}
    for key, args, _ in told:
        item = named.get(dict(args).get("what", ""), "")
        if key in SPENT:
            found[SPENT[key]] -= 1
        elif key.startswith("drops-"):
            found[key.removeprefix("drops-")] -= 1
        elif key == "snatches" or (key == "donates" and item == "junk"):
            found[item] -= 1
        elif key == "rolls-two":
            found[item] += 1
        elif key.startswith("rolls-"):
            found[key.removeprefix("rolls-")] += 1
    return +found


def frozen(state: State) -> tuple[str, object]:
    """All that a state says, to be compared with what it says later."""
    said = {name: value for name, value in vars(state).items() if name != "drawn"}
    return repr(said), state.drawn.facts


def said_and_checked(played: Match, words: str) -> bool:
    """Say a directive; returns whether it was carried out. It leads to the same twice, and leaves the state alone."""
    before, events = played.state, len(played.log.events) if played.log else 0
    kept = frozen(before)
    try:
        ruling = played.say(words)
    except MoveError as error:
        with pytest.raises(type(error), match=f"^{re.escape(str(error))}$"):
            REFEREE.play(before, words, lambda sides: sides)
        assert played.log is not None
        assert (played.state, len(played.log.events)) == (before, events)
        assert frozen(before) == kept
        return False
    assert played.log is not None
    entry: Any = played.log.events[-1].entry
    rolls = iter(entry.rolls)
    assert REFEREE.play(before, words, lambda _: next(rolls)) == ruling
    assert next(rolls, None) is None
    assert frozen(before) == kept
    assert items_of(ruling.state) == items_due(before, ruling.heard)
    # TX-52, TX-56, TX-60: each monster goes step by step, or is in its lair at once when it was hit or has an item
    state = ruling.state
    p, facts, grid = state.drawn.params, state.drawn.facts, state.drawn.params.grid
    for who in monsters_on(p):
        cell, home = before.extra(MonsterPlaces).at(who), lairs(p, facts)[who]
        for note in (note for note in ruling.notes if note.key == f"{who}-at"):
            to = dict(note.args)["cell"]
            steps = {grid.step(cell, d) for d in "NESW" if wall(border(grid, cell, d)) not in facts}
            assert (to in steps and state.on(to) not in BARRED) or (to == home and who != "zombie")
            cell = to
        assert state.extra(MonsterPlaces).at(who) == cell
    return True


def play(number: int, path: Path, limit: int = LIMIT) -> tuple[Match, Counter[str]]:
    """A random game, checked after each directive; returns it with how often which kind of thing was said."""
    chance, count = Chance(f"modules {number}"), Counter[str]()
    names = NAMES[: chance.between(2, 4)]
    size = SIZES[number % len(SIZES)]
    given = settings(chance, len(names), size)
    map_: Map[Any] = maps.generate("treasures", f"{number}", preset="any-size", size=read_size(size), given=given)
    options = {key: "yes" for key in OPTIONS if chance.below(3) == 0}
    with match.start(map_, writer.show(map_), names, options, f"{number}", path) as played:
        assert_sound(played.state, kinds_due(played))
        while played.ways and sum(count.values()) < limit:
            kind, out = chance.below(100), any(not player.cell for player in played.state.players)
            if kind < (45 if out else 85):
                said = legal(played, chance)
                done = said_and_checked(played, said)
                assert done or said.endswith(" agreed"), "what is on offer is carried out"
                count["carried out" if done else "refused"] += 1
            elif kind < (50 if out else 92):
                said = tempting(played.state, chance) if chance.below(2) else chance.choice(ANYTHING)
                count["carried out" if said_and_checked(played, said) else "refused"] += 1
            elif kind < 98:
                count[corrected(played, correction(played.state, chance))] += 1
            else:
                count["undone"] += len(played.undo_one())
                count["redone"] += len(played.redo_one()) if chance.below(2) else 0
            assert_sound(played.state, kinds_due(played))
    return played, count


def corrected(played: Match, words: str) -> str:
    """Correct the game, or be refused; the old state is unchanged."""
    before = played.state
    kept = frozen(before)
    try:
        played.rule(words)
    except NoRuling:
        return "correction refused"
    assert frozen(before) == kept
    return "corrected"


def assert_replayed(played: Match, path: Path) -> None:
    """The log, read from the file, leads to the same game."""
    read = match.look(path, maps.read_from_log)
    assert read.map == played.map
    assert read.state == played.state
    assert read.standing_directives == played.standing_directives


@pytest.fixture(autouse=True)
def _no_wait_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """These logs need not survive a power cut, and half of the time went into that."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.mark.parametrize("number", range(FEW))
def test_whatever_is_said_with_modules_on_the_rules_hold(number: int, tmp_path: Path) -> None:
    """TX-28, and the invariants of the ledger: see `assert_sound`."""
    played, _ = play(number, tmp_path / "log.jsonl", SHORT)
    assert_replayed(played, tmp_path / "log.jsonl")


USUALLY_HEARD = """
shelf donates receives offers-gift gives stairs-up climbs descends elevator fools-gold trap injured out alone rolls-two
scans blows-nothing growl bark groan mauls sniffs licks bites infected meets-infected gm-infected
"""
"""Announcements of modules that are heard in every hundred games."""


@pytest.mark.long
@pytest.mark.parametrize("first", range(FEW, FEW + MANY, BATCH))
def test_in_a_thousand_games_with_modules_the_rules_hold(first: int, tmp_path: Path) -> None:
    told, counts = set[str](), Counter[str]()
    for number in range(first, first + BATCH):
        path = tmp_path / f"{number}.jsonl"
        played, count = play(number, path)
        assert_replayed(played, path)
        counts += count
        told |= {announcement.key for said in played.standing_directives for announcement in said.ruling.heard}
    assert told >= {*USUALLY_HEARD.split()}
    assert {"carried out", "refused", "corrected", "correction refused", "undone", "redone"} <= counts.keys()
