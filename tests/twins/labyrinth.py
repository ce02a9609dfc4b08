"""Maze on paper a second time, small and slow, written from the ledger alone (docs/rules/labyrinth.md).

It shares nothing with mapkit's referee but the map's facts, the words of the directives, and the keys of the phrase
file. What is heard is a list of pairs: a key, and the values for the braces of its phrase.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from mapkit.model.grid import Border, Square, border
from mapkit.model.map import Map
from mapkit.model.rule import Amount

Said = tuple[str, dict[str, str]]

FLAT = {"up": "N", "down": "S", "left": "W", "right": "E"}
HIGH = {"north": "N", "south": "S", "left": "W", "right": "E", "up": "U", "down": "D"}
WEAPONS = ("grenades", "bullets", "knives", "cement", "boomerangs")
VERBS = {"shoot": "bullets", "grenade": "grenades", "knife": "knives", "cement": "cement", "boomerang": "boomerangs"}
NONE_LEFT = {"bullets": "MP-56", "knives": "MP-61", "grenades": "MP-62", "cement": "MP-91", "boomerangs": "MP-93"}
TRAPS = ("mine", "robbers", "infection", "deadly-swamp")
UNTOLD = ("arsenal", "hospital", "swamp", "bullets-only", "grenades-only", *TRAPS)


class Refused(Exception):
    """Raised for a directive that changes nothing; its text is the key of the refusal."""


@dataclass
class Person:
    """A player; `gate` is the exit outside which they stand, `owed` is whether they lose their next turn."""

    name: str
    cell: str
    gate: Border | None = None
    health: str = "healthy"
    has: dict[str, int] = field(default_factory=dict)
    genuine: int = 0
    false: int = 0
    start: str = ""
    owed: bool = False
    ill: bool = False
    felt: str = ""
    moved_once: bool = False
    dark: int = 0
    deaths: int = 0
    misses: int = 0
    half: int = 0
    visited: set[str] = field(default_factory=set)

    @property
    def there(self) -> bool:
        """Whether the player is alive and on the board."""
        return self.health != "dead" and self.gate is None


@dataclass
class Beast:
    """A creature with its path; `at` is its place on the path, `step` the direction in which it walks along it."""

    path: list[str]
    cell: str
    at: int = 0
    step: int = 1
    met: set[str] = field(default_factory=set)


class Twin:
    """A game after its opening; `said` is what the last directive made everybody hear."""

    def __init__(self, map_: Map[Any], names: tuple[str, ...], options: Mapping[str, str], dice: Callable[[int], int]):
        """Announce the labyrinth, then seat the players (MP-36 to MP-44) or ask the first one for a start (MP-40)."""
        self.p, self.grid = map_.params, map_.params.grid
        self.code = map_.params.rules.options
        assert isinstance(self.grid, Square)
        self.ways_of = HIGH if self.grid.floors > 1 else FLAT
        self.said: list[Said] = []
        self.dice = dice
        self.read(map_)
        self.over, self.winner, self.turn, self.phase = False, "", 0, "before"
        self.asked: list[str] = []
        self.came_from = ""
        self.queue: list[str] = []
        self.done = self.fired = 0
        self.gold_in_all = sum(self.gold.values())
        self.first_gold, self.first_fake = {*self.gold}, {*self.fake}
        left = list(names)
        if options.get("order") == "drawn":
            left = [left.pop(dice(len(left)) - 1) for _ in names]
        self.people = [Person(name, "", has=self.kit()) for name in left]
        self.announce(map_)
        self.startable = [cell for cell in self.grid.cells() if self.may_start(cell)]
        self.choosing = 0
        starts = re.split(r"[\s,]+", options["starts"].strip()) if options.get("starts") else self.listed
        if len(starts) == len(names) and (starts is not self.listed or starts):
            for n, person in enumerate(self.people):
                person.cell = starts[n if starts is self.listed else names.index(person.name)]
                if not self.gate_of(person.cell) or (starts is not self.listed and not self.may_start(person.cell)):
                    raise Refused("starts")
            for person in self.people if starts is self.listed and "G1" in self.code else ():
                self.say(f"yours {person.name}", player=person.name, cell=person.cell)
        elif "G1" in self.code:
            self.phase = "starts"
            self.say("asks", player=self.people[0].name)
            return
        else:
            free = [c for c in self.grid.cells() if self.may_start(c) and self.gate_of(c)]
            if self.p.start_outside == "no":
                free = [c for c in free if not self.gold.get(c) and not self.fake.get(c)]
            for person in self.people:
                person.cell = free[dice(len(free)) - 1]
        self.place()

    # ---- the map -----------------------------------------------------------------------------------------------------

    def read(self, map_: Map[Any]) -> None:
        """The map's facts as this twin keeps them."""
        self.kind: dict[str, str] = {}
        self.line: dict[Border, str] = {}
        self.gold: dict[str, int] = {}
        self.fake: dict[str, int] = {}
        self.fallen: dict[str, int] = {}
        self.landing = ""
        lists: dict[str, dict[int, str]] = {}
        for place, mark in map_.facts:
            if isinstance(place, Border):
                self.line[place] = mark
                continue
            listed = re.fullmatch(r"(start|bear|leprechaun|bullets only|grenades only) ([0-9]+)", mark)
            if listed:
                lists.setdefault(listed[1], {})[int(listed[2])] = place
                continue
            self.kind[place] = "empty" if mark in ("treasure", "false", "landing") else mark
            self.landing = place if mark == "landing" else self.landing
            if mark in ("treasure", "false"):
                (self.gold if mark == "treasure" else self.fake)[place] = 1
        ordered = {key: [found[n] for n in sorted(found)] for key, found in lists.items()}
        self.listed = ordered.get("start", [])
        self.stocks = {key: set(ordered.get(f"{key} only", [])) for key in ("bullets", "grenades")}
        self.bear = self.beast(ordered.get("bear", []))
        self.leprechaun = self.beast(ordered.get("leprechaun", []))
        self.chains: dict[str, list[str]] = {}
        for cell, kind in self.kind.items():
            if re.fullmatch(r"[A-Z][0-9]+", kind):
                self.chains.setdefault(kind[0], []).append(cell)
        for chain in self.chains.values():
            chain.sort(key=lambda cell: int(self.kind[cell][1:]))

    def beast(self, path: list[str]) -> Beast | None:
        """A creature in its cave, where the code has creatures (MP-94)."""
        return Beast(path, path[0]) if path else None

    def river(self, cell: str) -> str:
        """The next cell of the river; None if there is none (MP-22)."""
        kind = self.kind[cell]
        return (self.grid.step(cell, kind[6:]) or "") if kind.startswith("flows ") else ""

    def source(self, cell: str) -> bool:
        """Whether a river begins here."""
        return bool(self.river(cell)) and all(self.river(other) != cell for other in self.kind)

    def called(self, cell: str) -> str:
        """The type of a cell as it is announced (MP-51)."""
        kind = self.kind[cell]
        if self.river(cell):
            return "river-source" if self.source(cell) and self.p.source_named == "yes" else "river"  # MX-10
        also = {"river end": "river-end", "whirlpool": "river-end", "loop": "wormhole", "pit": "wormhole"}
        return also.get(kind, "wormhole" if re.fullmatch(r"[A-Z][0-9]+", kind) else kind)

    def carried(self, cell: str) -> str:
        """Where a marker that enters the cell, or skips there, comes to rest (MP-63 to MP-69)."""
        kind = self.kind[cell]
        if re.fullmatch(r"[A-Z][0-9]+", kind):
            chain = self.chains[kind[0]]
            return chain[(chain.index(cell) + 1) % len(chain)]
        if kind == "pit":  # MX-22
            return self.landing
        left = len(self.kind) if self.p.drift == "mouth" else int(self.p.drift)
        while left and self.river(cell):
            cell, left = self.river(cell), left - 1
        return cell

    def between(self, cell: str, side: str) -> tuple[Border, str | None, str]:
        """The border, the cell beyond it, and what stands there: nothing, a mark, `exit` or `monolith`."""
        line, other = border(self.grid, cell, side), self.grid.step(cell, side)
        mark = self.line.get(line, "")
        if other is None:
            return line, None, "exit" if mark == "exit" else "monolith"
        if self.kind.get(other) == "rock":  # MX-91, MX-93.b
            return (Border(cell, side), None, "exit") if mark == "exit" else (line, None, "solid")
        if side in "UD":
            return line, other, "" if mark == "hole" else "wall"
        return line, other, mark

    def open(self, cell: str, side: str) -> bool:
        """Whether a player can step from the cell to the next one on that side (MP-97)."""
        _, other, mark = self.between(cell, side)
        return other is not None and (not mark or mark.split()[:2] == ["door", side])

    def fatal(self, cell: str) -> bool:
        """Whether whoever enters the cell dies, so that nobody is placed there (MX-96)."""
        return self.kind[cell] == "deadly-swamp" or (self.kind[cell] == "mine" and self.p.mine_does == "kills")

    def gate_of(self, cell: str) -> object:
        """The exit before which a player starts, whose start is the cell, and its word (MX-55); else the cell."""
        if self.p.start_outside == "no":
            return cell
        ways = sorted(self.ways_of.items(), key=lambda each: "NESWUD".index(each[1]))
        for way, side in ways if self.kind[cell] != "rock" else ():
            line, _, mark = self.between(cell, side)
            if mark == "exit":
                return line, way
        return None

    def may_start(self, cell: str) -> bool:
        """Whether a player without a grenade could get out from here (MP-33.b), and it is no solid cell (MX-92)."""
        if self.kind[cell] == "rock" or self.fatal(cell):
            return False
        if self.kit()["grenades"]:
            return True
        seen, edge = {cell}, [cell]
        while edge:
            at = edge.pop()
            rest = self.carried(at)
            for side in self.ways_of.values():
                if self.between(rest, side)[2] == "exit":
                    return True
            new = {
                rest,
                self.carried(rest),
                *(self.grid.step(rest, s) for s in self.ways_of.values() if self.open(rest, s)),
            }
            for other in new - seen:
                assert other is not None
                seen.add(other)
                edge.append(other)
        return False

    def in_game(self) -> list[Person]:
        """The players who are alive, or who come back (MX-45, MX-47)."""
        lives, back = self.p.lives, self.p.dead_return != "no"
        return [
            each for each in self.people if each.health != "dead" or (back and (lives is None or each.deaths < lives))
        ]

    # ---- kits --------------------------------------------------------------------------------------------------------

    def coded(self) -> dict[str, int]:
        """The kit of the code (MP-W-1 to MP-W-6)."""
        kit = dict.fromkeys(WEAPONS, 0)
        if self.code & {"W4", "W5", "W6"}:
            kit["grenades"] = 1
        if self.code & {"W5", "W6"}:
            kit["bullets"] = 5
        if self.code & {"W2", "W6"}:
            kit["knives"] = 1
        return kit

    def kit(self) -> dict[str, int]:
        """What every player starts with (MP-44, MP-80, MP-93.b)."""
        kit = self.coded()
        for name in ("grenades", "bullets", "knives"):
            given = getattr(self.p, name)
            kit[name] = kit[name] if given is None else given
        kit["boomerangs"] = 1 if self.p.boomerang else 0
        kit["cement"] = self.p.first_cement  # MX-39
        return kit

    def supply(self, cell: str) -> dict[str, int]:
        """What this arsenal gives, or what it fills a kit up to (MP-70.a, MP-80.a, MP-81, MP-91.b, MP-92)."""
        kit = self.kit() | {"boomerangs": 0}
        if "A1" in self.code:
            return dict.fromkeys(WEAPONS, 0)
        if "W3" in self.code:
            kit |= {"grenades": 3, "bullets": 3, "knives": 3 if "W2" in self.code else 0}
        for name in ("grenades", "bullets", "knives"):
            given = getattr(self.p, f"arsenal_{name}")
            kit[name] = kit[name] if given is None else given
        kit["cement"] = 0
        if "O4" in self.code:
            kit["cement"] = self.p.cement if self.p.cement is not None else 3 if "W3" in self.code else 1
        only = self.only(cell)
        return {name: many if only in ("", name) else 0 for name, many in kit.items()}

    def only(self, cell: str) -> str:
        """The only weapons that an arsenal holds: `bullets` or `grenades`; empty if it holds all (MP-92)."""
        if self.p.stock in ("bullets", "grenades"):
            return str(self.p.stock)
        if self.p.stock == "mixed":
            return next((name for name, cells in self.stocks.items() if cell in cells), "")
        return ""

    # ---- the opening -------------------------------------------------------------------------------------------------

    def say(self, key: str, **args: str) -> None:
        self.said.append((key, args))

    def announce(self, map_: Map[Any]) -> None:
        """What is told before the game (MP-36 to MP-39, MP-102, MP-110)."""
        self.say("begin", players=", ".join(person.name for person in self.people))
        self.say("size", size=str(self.grid), cell="a1")
        for key, lengths in (("chains", [len(c) for c in self.chains.values()]), ("rivers", self.river_lengths())):
            if lengths:
                self.say(key, count=str(len(lengths)), lengths=", ".join(str(n) for n in sorted(lengths)))
            else:
                self.say("no-" + key)
        kinds = list(self.kind.values())
        counts = [("arsenals", kinds.count("arsenal")), ("hospitals", kinds.count("hospital"))]
        if self.p.hide_counts == "no":
            exits = list(self.line.values()).count("exit")
            counts[:0] = [("exits", exits), ("treasures", len(self.gold)), ("false-treasures", len(self.fake))]
        counts.append(("swamps", kinds.count("swamp")))
        if there := [f"{name}: {n}" for name, n in counts if n]:  # MP-39.b
            self.say("counts", what="; ".join(there))
        self.say("kit", what=("; ".join(f"{name}: {n}" for name, n in self.kit().items() if n) or "nothing"))
        if self.bear:
            self.say("there-is-a-bear" + ("" if "H1" in self.code else "-killed" if "H2" in self.code else "-wounded"))
        if self.leprechaun:
            self.say("there-is-a-leprechaun")
        self.say("code", code=str(self.p.rules))
        self.agreed()
        words = {side: way for way, side in self.ways_of.items()}
        inside = [c for c in self.grid.cells() if self.kind[c] != "rock"]
        gates = [(c, side) for c in inside for side in "NESW" if self.between(c, side)[2] == "exit"]
        if self.p.start_outside == "yes":
            self.say("exits-at", what="; ".join(f"{c} {words[side]}" for c, side in gates))

    def agreed(self) -> None:
        """What is agreed beside the code (MP-102)."""
        p = self.p
        dry, unarmed = bool({"F1", "F2", "F3"} & self.code), "A1" in self.code  # MP-102.a
        if p.wormhole_distance > 2 and "F1" not in self.code:
            self.say("agreed-wormhole-distance", count=str(p.wormhole_distance))
        if p.bends != Amount(0, None) and not dry:
            self.say("agreed-bends", count=str(p.bends))
        if p.course == "south" and not dry:
            self.say("agreed-course-south")
        if p.drift != "2" and not dry:
            self.say(f"agreed-drift-{p.drift}")
        self.agreed_to(["drift-on-bump"] if not dry else [])
        stays = p.goal != "out" or "V4" in self.code  # MX-68.c
        self.agreed_to([*(["stay-inside"] if stays else []), "own-cell", "anonymous-hits", "weapons-first"])
        self.agreed_to(["wounded-restock"] if not unarmed else [])
        if p.stock != "all" and not unarmed:
            self.say(f"agreed-stock-{p.stock}")
        if p.boomerang:
            self.say("agreed-boomerang", count=str(p.boomerang))
        self.agreed_to(["hide-counts", "one-obstacle", "tell-corpses", "tell-starts"])
        self.options(dry)
        sizes = (p.arsenal_grenades, p.arsenal_bullets, p.arsenal_knives, p.cement)
        if any(n is not None for n in sizes) and not unarmed:
            self.say(
                "agreed-arsenal",
                what="; ".join(f"{name}: {n}" for name, n in self.supply("").items() if n) or "nothing",
            )

    def agreed_to(self, names: list[str]) -> None:
        """Those of these choices to which the group said yes."""
        for name in names:
            if getattr(self.p, name.replace("-", "_")) == "yes":
                self.say(f"agreed-{name}")

    def options(self, dry: bool) -> None:
        """The house options that are agreed (MX-98)."""
        p = self.p
        if p.solid_cells != Amount(0, 0):  # MX-90.a
            self.say("agreed-solid-cells", count=str(p.solid_cells))
        for name, does, usual in (
            ("mines", "mine_does", "wounds"),
            ("robbers", "robbers_take", "treasure"),
            ("infections", "infection_does", "ill"),
        ):
            if getattr(p, name) != Amount(0, 0):
                self.say(f"agreed-{name}", count=str(getattr(p, name)))
                if getattr(p, does) != usual:
                    self.say(f"agreed-{does.replace('_', '-')}-{getattr(p, does)}")
                if name == "robbers" and p.treasure_goes != "back" and p.robbers_take != "weapons":
                    self.say(f"agreed-treasure-goes-{p.treasure_goes}")
        if p.deadly_swamps != Amount(0, 0):
            self.say("agreed-deadly-swamps", count=str(p.deadly_swamps))
        self.options_of_waters(dry)
        if p.turn == "three-actions" or (p.turn != "usual" and self.armed(*WEAPONS)):
            self.say(f"agreed-turn-{p.turn}")
        self.options_of_arms()
        self.options_of_returns()
        self.options_of_exits()
        bare = p.goal == "out"  # MX-68.c
        if p.treasure_taken == "at-will" and not (bare and "W7" not in self.code and not p.boomerang):
            self.say("agreed-treasure-taken-at-will")
        if p.treasure_dropped == "at-will" and not bare:
            self.say("agreed-treasure-dropped-at-will")
        if bare:
            self.say("agreed-goal-out")
        self.options_of_hearing()

    def options_of_waters(self, dry: bool) -> None:
        p = self.p
        if p.source_named == "no" and not dry:
            self.say("agreed-source-named-no")
        if p.rivers_join != "no" and not dry and p.course != "south":
            self.say(f"agreed-rivers-join-{p.rivers_join}")
        if p.whirlpools != Amount(0, 0):
            self.say("agreed-whirlpools", count=str(p.whirlpools))
        for name in ("loops", "pits"):
            if getattr(p, name) != Amount(0, 0):
                self.say(f"agreed-{name}", count=str(getattr(p, name)))

    def armed(self, *weapons: str) -> bool:
        """Whether players may come to have one of these weapons."""
        return any(kit[name] for kit in (self.kit(), self.supply("")) for name in weapons)

    def options_of_arms(self) -> None:
        """What is agreed of weapons, where the game has what it is about (MX-39.1)."""
        p, cells = self.p, {"hospital": bool(self.code & {"H4", "H5"}), "arsenal": "A1" not in self.code}
        strikes = ["bullets", "knives", "boomerangs", *(["grenades"] if "W8" in self.code or self.grenades else [])]
        told = {
            "shields": "H1" not in self.code and self.armed(*strikes),
            "peace": self.armed(*WEAPONS),
        }
        for name, about in told.items():
            where = getattr(p, name)
            if where != "none" and about and (cells.get(where) or (where == "both" and any(cells.values()))):
                self.say(f"agreed-{name}-{where}")
        if p.grenades_tell != "wall" and self.armed("grenades"):
            self.say(f"agreed-grenades-tell-{p.grenades_tell}")
        used = ["grenades"] if p.wounded_use == "grenades" else WEAPONS
        if p.wounded_use != "nothing" and self.may_be_wounded() and self.armed(*used):
            self.say(f"agreed-wounded-use-{p.wounded_use}")
        if p.first_cement:
            self.say("agreed-first-cement", count=str(p.first_cement))
        if p.bullets_hit != "one" and self.armed("bullets") and "H1" not in self.code:
            self.say(f"agreed-bullets-hit-{p.bullets_hit}")
        if self.grenades and self.armed("grenades"):
            self.say("agreed-grenades-hit")

    @property
    def grenades(self) -> bool:
        """Whether grenades hit as shots do (MX-41)."""
        return self.p.grenades_hit == "yes" and "H1" not in self.code

    def options_of_returns(self) -> None:
        """What is agreed of the dead, where anybody can die (MX-45.f, MX-46.b)."""
        p = self.p
        if p.dead_return != "no" and self.may_be_killed():
            self.say(f"agreed-dead-return-{p.dead_return}")
            if p.turns_dead:
                self.say("agreed-turns-dead", count=str(p.turns_dead))
            if p.lives is not None:
                self.say("agreed-lives", count=str(p.lives))

    def options_of_exits(self) -> None:
        p = self.p
        if p.start_outside == "yes":
            self.say("agreed-start-outside")
        if p.blown_exits == "yes" and (self.kit()["grenades"] or self.supply("")["grenades"]):
            self.say("agreed-blown-exits")
        if p.elsewhere == "yes" and self.may_be_wounded():
            self.say("agreed-elsewhere")

    def options_of_hearing(self) -> None:
        """What is agreed of senses and of answers (MX-98)."""
        p = self.p
        for name in ("walls_seen", "cells_heard", "steps_heard"):
            if getattr(p, name) != "no":
                self.say(f"agreed-{name.replace('_', '-')}-{getattr(p, name)}")
        if p.answers_for == "mover":
            self.say("agreed-answers-for-mover")
        for name, most in (("dark", p.dark_moves), ("half-dark", p.half_dark_moves)):
            if most and p.answers_for == "all":
                self.say(f"agreed-{name}-moves", count=str(most))

    def may_be_hurt(self) -> bool:
        """Whether anything wounds, or kills with H2 (MP-57, MX-2, MX-4)."""
        p, none = self.p, Amount(0, 0)
        traps = (p.mines != none and p.mine_does == "wounds") or (p.infections != none and p.infection_does == "wounds")
        bear = "O7" in self.code and p.creatures in ("both", "bear")
        hit = self.armed("bullets", "knives", "boomerangs", *(["grenades"] if self.grenades else []))
        return "H1" not in self.code and (traps or bear or hit)

    def may_be_wounded(self) -> bool:
        """Whether anything leaves a player wounded."""
        return self.may_be_hurt() and "H2" not in self.code

    def may_be_killed(self) -> bool:
        """Whether anything kills (MP-H-2, MP-H-3, MP-W-8, MX-2, MX-5)."""
        p, none = self.p, Amount(0, 0)
        grenades = "W8" in self.code and self.armed("grenades") and "H1" not in self.code
        fatal = (p.mines != none and p.mine_does == "kills") or p.deadly_swamps != none
        return grenades or fatal or (self.may_be_hurt() and bool(self.code & {"H2", "H3"}))

    def river_lengths(self) -> list[int]:
        """The lengths of the rivers (MP-38); those that flow together are one (MX-12)."""
        found: dict[str, set[str]] = {}
        for cell in self.kind:
            if self.source(cell):
                cells = [cell]
                while self.river(cells[-1]):
                    cells.append(self.river(cells[-1]))
                found.setdefault(cells[-1], set()).update(cells)
        return [len(cells) for cells in found.values()]

    def place(self) -> None:
        """Everybody hears on what type of cell each player is, and what moves or affects them (MP-42, MP-43)."""
        outside = []
        for person in self.people:
            gate = self.gate_of(person.cell)
            if isinstance(gate, tuple):
                person.gate, person.start = gate[0], person.cell
                outside.append({"player": person.name, "direction": gate[1]})
                continue
            cell, person.cell = person.cell, self.carried(person.cell)
            person.start = person.cell
            words = [self.called(cell)]
            if person.cell != cell or words == ["wormhole"]:  # MX-20.a
                words.append("moved")
                if self.kind[person.cell] == "river end":
                    words.append("river-end")
            words += self.finds(person)
            person.felt = person.cell if self.gold.get(person.cell) or self.fake.get(person.cell) else ""
            self.say("placed", player=person.name, what=", ".join(words))
        for args in outside:
            self.say("outside-at", **args)
        self.phase = "before"
        self.say("turn", player=self.people[0].name)

    def elsewhere(self) -> None:
        """A wounded player is put on another cell, once (MX-58)."""
        who = self.mover
        if self.phase == "after":
            raise Refused("MP-X1.moved")
        if who.health != "wounded":
            raise Refused("MX-58.well")
        if who.moved_once:
            raise Refused("MX-58.once")
        here = None if who.gate else who.cell
        free = [each for each in self.startable if each != here]
        who.moved_once, who.gate = True, None
        self.put(who, free[self.dice(len(free)) - 1], "placed-elsewhere")
        self.end()

    def put(self, who: Person, cell: str, key: str) -> None:
        """A player is put on a cell, and everybody hears what it is (MP-42, MP-43, MX-45, MX-58)."""
        who.cell = self.carried(cell)
        words = [self.called(cell)]
        if who.cell != cell or words == ["wormhole"]:
            words += ["moved", *(["river-end"] if self.kind[who.cell] == "river end" else [])]
        words += self.finds(who)
        self.say(key, player=who.name, what=", ".join(words))
        self.part()

    def choose(self, words: str) -> None:
        """A player says in secret where to start (MP-40, MP-33.b)."""
        name = words.removeprefix("start").strip()
        if name not in self.kind:
            raise Refused("no-start")
        if self.fatal(name) or self.kind[name] == "rock":
            raise Refused("MX-96.start")
        if not self.may_start(name):
            raise Refused("MP-33.start")
        if not self.gate_of(name):
            raise Refused("MX-55.start")
        self.people[self.choosing].cell = name
        self.say("chosen", player=self.people[self.choosing].name)
        self.choosing += 1
        if self.choosing < len(self.people):
            self.say("asks", player=self.people[self.choosing].name)
        else:
            self.place()

    # ---- a directive -------------------------------------------------------------------------------------------------

    @property
    def mover(self) -> Person:
        return self.people[self.choosing if self.phase == "starts" else self.turn]

    def play(self, words: str) -> list[Said]:
        """What everybody hears after the directive; raises Refused."""
        self.said = []
        if self.over:
            raise Refused("MP-77.over" if self.winner else "MP-76.over")
        words = " ".join(words.lower().split())
        if ":" in words:
            words = self.addressed(words)
        if self.phase == "starts":
            self.choose(words)
            return self.said
        mine = self.p.answers_for == "mover"
        on = mine or self.p.dark_moves > 0 or self.p.half_dark_moves > 0
        how, _, answer = words.partition(" ") if on and words.startswith(("dark ", "half ")) else ("", "", words)
        if how or (mine and answer in {*self.ways_of, "skip"}):
            self.whisper(answer, how)
            return self.said
        if words == "take" and self.p.treasure_taken == "at-will":
            self.take(self.mover)
            return self.said
        if words == "drop" and self.p.treasure_dropped == "at-will":
            self.drop(self.mover)
            return self.said
        verb, way, later = self.parsed(words)
        if verb == "elsewhere":
            self.elsewhere()
            return self.said
        if verb in ("step", "skip", "end"):
            stops = self.phase == "after" or (self.p.turn == "three-actions" and self.done > 0)  # MX-28.b
            if (verb == "end") != (stops if verb == "end" else self.phase == "after"):
                raise Refused("MP-X1.owed" if verb == "end" else "MP-X1.moved")
            if verb == "step":
                self.ask(way)
            elif verb == "skip":
                self.skip()
            else:
                self.end()
            return self.said
        self.weapon(verb, way, later)
        return self.said

    def addressed(self, words: str) -> str:
        """The words without the name before them; raises Refused if it is another player's turn (MP-45, MP-57)."""
        name, _, rest = words.partition(":")
        person = next((each for each in self.people if each.name.lower() == name.strip()), None)
        if person is None:
            raise Refused("nobody")
        if person.health == "dead" and self.p.anonymous_hits == "no":
            raise Refused("MP-57.dead")
        if person is not self.mover:
            raise Refused("MP-45.turn")
        return rest.strip()

    def parsed(self, words: str) -> tuple[str, str, bool]:
        """The verb, the direction, and whether the weapon is named for after the step."""
        later = words.startswith("after ")
        verb, *rest = words.removeprefix("after ").split() or [""]
        if verb in self.ways_of and not rest and not later:
            return "step", verb, False
        if verb in ("skip", "end") and not rest and not later:
            return verb, "", False
        if verb == "elsewhere" and self.p.elsewhere == "yes" and not rest and not later:
            return verb, "", False
        if (
            verb in VERBS
            and (verb == "knife") == (not rest)
            and len(rest) < 2
            and (not rest or rest[0] in self.ways_of)
        ):
            return verb, rest[0] if rest else "", later
        if verb == "start" and not later:
            raise Refused("MP-40.begun")
        raise Refused("which-way" if verb in VERBS and verb != "knife" and not rest else "unread")

    def whisper(self, words: str, how: str) -> None:
        """A step whose answer the mover alone hears (MX-85, MX-86), or all but whether there was a wall (MX-87)."""
        who = self.mover
        rule = {"dark": "MX-86", "half": "MX-87"}.get(how)
        if rule and words not in {*self.ways_of, *(["skip"] if how == "dark" else [])}:
            raise Refused(f"{rule}.step")
        if rule and (self.p.answers_for == "mover" or not self.dark_left(who)[how]):
            raise Refused(f"{rule}.none")
        if self.phase == "after":
            raise Refused("MP-X1.moved")
        who.dark += how == "dark"
        who.half += how == "half"
        self.skip() if words == "skip" else self.ask(words)
        of_the_step = (
            "executed",
            "skipped",
            "impossible",
            "stock",
            "corpse",
            "back",
            "false",
            "ill",
            "robbed",
            "torch",
            "around",
        )
        met = {"meets-bear", "meets-leprechaun", "meets-leprechaun-here", "meets-leprechaun-none"}
        self.said = [
            (f"{key} {who.name}", args)
            if (key in met or key.split("-")[0] in of_the_step) and args.get("player", who.name) == who.name
            else (key, args)
            for key, args in self.said
        ]
        wall = how == "half" and any(key.startswith("impossible") for key, _ in self.said)
        self.said.insert(0, ("untold" + (f"-{how}" if how else "") + ("-wall" if wall else ""), {"player": who.name}))

    def dark_left(self, who: Person) -> dict[str, int]:
        """How many dark and half-dark moves the player has left."""
        return {"dark": self.p.dark_moves - who.dark, "half": self.p.half_dark_moves - who.half}

    def take(self, who: Person) -> None:
        """The player takes what lies there, if they are well (MX-65, MX-66)."""
        if who.gate:
            raise Refused("MX-65.outside")
        before = (who.genuine, who.false, dict(who.has))
        found = self.finds(who, asked=True)
        who.felt = ""
        if self.p.anonymous_hits == "yes":
            self.say("reaches", player=who.name)
        elif before == (who.genuine, who.false, who.has):
            self.say("taken-nothing", player=who.name)
        else:
            self.say("taken" if "treasure" in found else "taken-other", player=who.name, what=", ".join(found))
        if self.phase == "after":
            self.maybe_end()

    def drop(self, who: Person) -> None:
        """The player lays down all treasure (MX-67)."""
        if who.gate:
            raise Refused("MX-65.outside")
        if self.p.anonymous_hits == "no" and who.genuine + who.false == 0:
            raise Refused("MX-67.none")
        self.say("laid-down", player=who.name)
        for heap, many in ((self.gold, who.genuine), (self.fake, who.false)):
            if many:
                heap[who.cell] = heap.get(who.cell, 0) + many
        who.genuine = who.false = 0
        who.felt = who.cell
        if self.phase == "after":
            self.maybe_end()

    def weapon(self, verb: str, way: str, later: bool) -> None:
        """A weapon, used now or named for after the step (MP-56 to MP-62, MP-72, MP-78, MP-W-9, MP-60.b)."""
        who, first = self.mover, self.p.weapons_first == "yes"
        if later and not first:
            raise Refused("MP-60.each")
        if first and (self.asked or self.phase == "after"):
            raise Refused("MP-60.first")
        if not later and self.phase == "before" and "W9" in self.code:
            raise Refused("MP-W-9.before")
        if who.gate and not later:
            raise Refused("MP-78.outside")
        if who.health == "wounded" and not self.strong(verb):
            raise Refused("MP-72.wounded")
        if not self.left(who, VERBS[verb]):
            raise Refused(NONE_LEFT[VERBS[verb]] + ".none")
        if who.ill:
            raise Refused("MX-6.ill")
        if self.fired_enough():
            raise Refused("MX-26.one")
        if not later and self.peaceful(who):
            raise Refused("MX-36.peace")
        if later:
            self.queue.append(f"{verb} {way}".strip())
            self.say("named", what=self.queue[-1])
            return
        self.use(verb, way)
        if not self.acted("weapon") and self.phase == "after" and not self.settled():
            self.maybe_end()

    def strong(self, verb: str) -> bool:
        """Whether the wounded may use a weapon (MX-38)."""
        return self.p.wounded_use in ("all", verb + "s")

    def fired_enough(self) -> bool:
        """Whether the one weapon of a turn was used (MX-26, MX-27)."""
        return self.p.turn in ("weapon-then-step", "weapon-and-step") and self.fired > 0

    def within(self, cell: str, places: str) -> bool:
        """Whether a cell is one of the kinds that `shields` or `peace` name."""
        return self.kind[cell] in (("hospital", "arsenal") if places == "both" else (places,))

    def peaceful(self, who: Person) -> bool:
        """Whether the player stands where no weapon is used (MX-36)."""
        return who.gate is None and self.within(who.cell, self.p.peace)

    def left(self, who: Person, weapon: str) -> int:
        """How many of a weapon the player has, without those named for after the step."""
        return who.has[weapon] - sum(VERBS[order.split()[0]] == weapon for order in self.queue)

    def use(self, verb: str, way: str) -> None:
        """Use a weapon that the player has."""
        who = self.mover
        who.has[VERBS[verb]] -= 1
        side = self.ways_of.get(way, "")
        {"shoot": self.shoot, "grenade": self.grenade, "cement": self.cement, "boomerang": self.boomerang}.get(
            verb, self.knife
        )(who, side, way)

    def ways(self) -> set[str]:
        """What may be said now, as far as the player can know."""
        if self.over:
            return set()
        if self.phase == "starts":
            return {f"start {cell}" for cell in self.kind if self.gate_of(cell)}
        who, found = self.mover, set[str]()
        if self.phase == "before":
            found |= {way for way in self.ways_of if way not in self.asked} | {"skip"}
            found |= {"end"} if self.p.turn == "three-actions" and self.done else set()
        else:
            found.add("end")
        if not who.gate:
            nameless = self.p.anonymous_hits == "yes"
            if self.p.treasure_taken == "at-will" and who.felt == who.cell and (nameless or who.health != "wounded"):
                found.add("take")
            if self.p.treasure_dropped == "at-will" and not nameless and who.genuine + who.false:
                found.add("drop")
        asks = self.p.elsewhere == "yes" and self.phase == "before" and not who.moved_once
        found |= {"elsewhere"} if asks and who.health == "wounded" else set()
        steps = {way for way in found if way in {*self.ways_of, "skip"}}
        if self.p.answers_for == "all":
            left = self.dark_left(who)
            found |= {f"dark {way}" for way in steps if left["dark"]}
            found |= {f"half {way}" for way in steps - {"skip"} if left["half"]}
        first = self.p.weapons_first == "yes"
        now = not who.gate and not (self.phase == "before" and "W9" in self.code)
        now = now and not self.peaceful(who)
        if not self.fired_enough() and not (first and (self.asked or self.phase == "after")):
            for prefix in ([""] if now else []) + (["after "] if first else []):
                for verb, weapon in VERBS.items():
                    if self.left(who, weapon) and self.may_arm(who, verb):
                        found |= (
                            {f"{prefix}{verb} {way}" for way in self.ways_of}
                            if verb != "knife"
                            else {f"{prefix}{verb}"}
                        )
        return found

    def may_arm(self, who: Person, verb: str) -> bool:
        """Whether the player's health lets them use a weapon (MP-72)."""
        return not who.ill and (who.health == "healthy" or (who.health == "wounded" and self.strong(verb)))

    # ---- weapons -----------------------------------------------------------------------------------------------------

    def after(self, who: Person) -> list[Person]:
        """The other players, in turn order, beginning after this one (MP-56.b)."""
        n = self.people.index(who)
        return self.people[n + 1 :] + self.people[:n]

    def flies(self, cell: str, side: str) -> str:
        """The next cell of something that flies; None where a wall or the outside is (MP-56, MP-97, MP-98)."""
        _, other, mark = self.between(cell, side)
        return other if other is not None and (not mark or mark.split()[-1] == "window") else ""

    def on(self, cell: str, who: Person) -> list[Person]:
        """The other players on a cell who can be hit, in turn order; nobody is where a shield is (MX-35)."""
        if self.within(cell, self.p.shields) and "H1" not in self.code:
            return []
        return [person for person in self.after(who) if person.there and person.cell == cell]

    def targets(self, who: Person, cell: str) -> list[Callable[[], None]]:
        """A way to hit each target on a cell: players, then the bear, then the leprechaun (MP-94.c)."""
        if self.within(cell, self.p.shields):
            return []
        found: list[Callable[[], None]] = [partial(self.hurt, person) for person in self.on(cell, who)]
        found += [self.hit_bear] if self.bear and self.bear.cell == cell else []
        return found + ([self.hit_leprechaun] if self.leprechaun and self.leprechaun.cell == cell else [])

    def hit_one(self, who: Person, cell: str) -> bool:
        """Whether a bullet or knife hits a target there: a player, else the bear, else the leprechaun (MP-94.c)."""
        found = self.targets(who, cell)
        if found:
            found[0]()
        return bool(found)

    def hit_bear(self) -> None:
        """The bear goes back to its cave and starts again (MP-94.2)."""
        assert self.bear
        self.say("bear-wounded")
        self.bear.cell, self.bear.at, self.bear.step = self.bear.path[0], 0, 1
        self.part()

    def hit_leprechaun(self) -> None:
        """The leprechaun is killed (MP-95.1)."""
        self.say("leprechaun-killed")
        self.leprechaun = None

    def shoot(self, who: Person, side: str, _: str) -> None:
        """A bullet (MP-56)."""
        cell = who.cell
        if "H1" not in self.code:
            cells = [cell] if self.p.own_cell == "yes" else []
            while not self.within(cell, self.p.shields) and (cell := self.flies(cell, side)):
                cells.append(cell)
            if self.p.bullets_hit == "one":
                if any(self.hit_one(who, cell) for cell in cells):
                    return
            elif found := [targets for cell in cells if (targets := self.targets(who, cell))]:  # MX-40
                for strike in [each for at in found[: 1 if self.p.bullets_hit == "cell" else None] for each in at]:
                    strike()
                return
        self.say("miss")

    def knife(self, who: Person, _: str, __: str) -> None:
        """The knife (MP-61)."""
        if "H1" in self.code:
            beasts = [beast for beast in (self.bear, self.leprechaun) if beast and beast.cell == who.cell]
            self.say("miss" if self.on(who.cell, who) or beasts else "nobody")
        elif not self.hit_one(who, who.cell):
            self.say("nobody")

    def grenade(self, who: Person, side: str, way: str) -> None:
        """A grenade, and what of it is told (MX-37)."""
        self.blow_up(who, side, way)
        tell, told = self.p.grenades_tell, self.said
        failed = ("no-wall", "wall-stands", "monolith-stands")
        for n, (key, _) in enumerate(told):
            if tell == "nothing" and (key in failed or key.startswith("destroyed-")):
                told[n] = ("exploded", {})
                self.asked = [each for each in self.asked if each != way]  # MX-37.b
            elif tell == "success" and key in failed:
                told[n] = ("grenade-failed", {})

    def blow_up(self, who: Person, side: str, way: str) -> None:
        """A grenade; with W8 it kills (MP-62, MP-W-8)."""
        line, other, mark = self.between(who.cell, side)
        if mark == "monolith" and self.p.blown_exits == "yes" and side not in "UD":  # MX-57
            self.line[line] = "exit"
            self.say("destroyed-exit")
            self.asked = [each for each in self.asked if each != way]
            return
        if mark == "monolith":
            self.say("wall-stands" if self.p.one_obstacle == "yes" else "monolith-stands")
            return
        if mark in ("", "exit"):
            self.say("no-wall")
            for strike in self.targets(who, other) if other and self.grenades else []:
                strike()
        elif mark.startswith("solid"):
            self.say("wall-stands")
            return
        else:
            self.line[line] = "hole" if side in "UD" else ""
            self.say(f"destroyed-{way}")
            self.asked = [each for each in self.asked if each != way]
        if "W8" in self.code and other and not self.within(other, self.p.shields):
            for each in self.on(other, who):
                self.hurt(each, kills=True)
            if self.bear and self.bear.cell == other:
                self.hit_bear()
            if self.leprechaun and self.leprechaun.cell == other:
                self.hit_leprechaun()

    def cement(self, who: Person, side: str, _: str) -> None:
        """Cement (MP-91.a)."""
        line, other, mark = self.between(who.cell, side)
        if mark or other is None or self.river(who.cell) == other or self.river(other) == who.cell:
            self.say("wasted")
            return
        self.line[line] = "" if side in "UD" else "wall"
        self.say("built")

    def boomerang(self, who: Person, side: str, _: str) -> None:
        """A boomerang (MP-93)."""
        cell, falls, path = who.cell, False, list[str]()
        while len(path) < self.p.boomerang:
            beyond, mark = self.between(cell, side)[1:]
            falls = mark not in ("", "exit")
            if mark or beyond is None:
                break
            cell = beyond
            path.append(cell)
        struck = [] if "H1" in self.code else [target for at in path for target in self.targets(who, at)]
        for strike in struck:
            strike()
        if not struck:
            self.say("miss")
        if falls:
            self.fallen[cell] = self.fallen.get(cell, 0) + 1
            self.say("boomerang-falls")
        else:
            who.has["boomerangs"] += 1
            self.say("boomerang-back")

    def wound(self, who: Person, kills: bool = False) -> str:
        """A hit wounds or kills the player, who lets treasure fall (MP-57, MP-73, MP-H-1 to MP-H-5)."""
        dead = kills or "H2" in self.code or ("H3" in self.code and who.health == "wounded")
        who.health = "dead" if dead else "wounded"
        self.fall(who, who.cell)
        if dead:
            who.deaths, who.misses = who.deaths + 1, self.p.turns_dead
        return "killed" if dead else "wounded"

    def fall(self, who: Person, cell: str) -> None:
        """All treasure that a player carries comes to lie on a cell."""
        self.gold[cell] = self.gold.get(cell, 0) + who.genuine
        self.fake[cell] = self.fake.get(cell, 0) + who.false
        who.genuine = who.false = 0

    def hurt(self, who: Person, kills: bool = False) -> None:
        """A weapon hits a player (MP-58)."""
        what = self.wound(who, kills)
        if self.p.anonymous_hits == "yes":
            self.say(f"somebody-{what}")
        else:
            self.say(what, player=who.name)

    # ---- the step ----------------------------------------------------------------------------------------------------

    def ask(self, way: str) -> None:
        """A step request (MP-46 to MP-55, MP-78)."""
        who, side = self.mover, self.ways_of[way]
        self.came_from = who.cell
        before = who.cell if not who.gate else ""
        if who.gate:
            if self.grid.back(who.gate.side) != side:
                self.refuse(way, "monolith")
                return
            who.gate = None
            self.enter(who, who.cell, before, side)
            return
        line, other, mark = self.between(who.cell, side)
        if mark == "exit":
            self.leave(who, line, side)
        elif other is None or not self.open(who.cell, side):
            self.refuse(way, "monolith" if mark == "monolith" else "wall")
        else:
            self.enter(who, other, before, side)

    def refuse(self, way: str, obstacle: str) -> None:
        """A refused step: the player asks again, or the refusal was the step (MP-54, MP-55, MP-65, MP-69.a)."""
        who = self.mover
        key = "impossible" if self.p.one_obstacle == "yes" else f"impossible-{obstacle}"
        if "S1" in self.code:
            self.say(key)
            self.asked += [way] if way not in self.asked else []
            if len(self.asked) == len(self.ways_of):
                self.phase = "after"
                self.use_named()
                if not self.settled():
                    self.end()
            else:
                self.acted("refused")
            return
        words: list[str] = []
        before = who.cell
        bump = self.called(who.cell) == "wormhole" or (self.river(who.cell) and self.p.drift_on_bump == "yes")
        if bump and not who.gate:
            words = self.rest(who, who.cell)
        self.say(f"{key}-what" if words else key, **({"what": ", ".join(words)} if words else {}))
        if words:
            self.told(who, who.cell != before)
            self.meet(who)
            self.torch(who, who.cell != before or words[:1] == ["wormhole"])
        self.stepped("refused")

    def enter(self, who: Person, cell: str, before: str, side: str) -> None:
        """A marker enters a cell and is carried to where it rests (MP-51, MP-63, MP-67, MP-89)."""
        words = self.rest(who, cell)
        self.say("executed-what" if words else "executed", **({"what": ", ".join(words)} if words else {}))
        if self.kind[cell] == "swamp":
            who.owed = True
        self.told(who, who.cell != before)
        self.meet(who)
        self.spring(who, self.kind[cell])
        self.torch(who, True)
        self.creatures_move(before, who.cell, side)
        self.stepped()

    def sides(self) -> list[tuple[str, str]]:
        """The sides in the order of the grid, each with its word."""
        return sorted(((side, way) for way, side in self.ways_of.items()), key=lambda each: "NEUSWD".index(each[0]))

    def torch(self, who: Person, moved: bool) -> None:
        """What a torch shows of the cell (MX-75)."""
        if self.p.walls_seen != "no" and moved and who.health != "dead":
            sides = [way for side, way in self.sides() if self.between(who.cell, side)[2] not in ("", "exit")]
            alone = f" {who.name}" if self.p.walls_seen == "mover" else ""
            self.say(f"torch{alone}", player=who.name, what=", ".join(sides) or "nothing")

    def around(self, who: Person) -> None:
        """What is heard of the cells around (MX-76), and of those who are there (MX-77)."""
        if self.p.cells_heard != "no" and who.there:
            near = [(way, self.grid.step(who.cell, side)) for side, way in self.sides()]
            alone = f" {who.name}" if self.p.cells_heard == "mover" else ""
            what = "; ".join(f"{way}: {self.called(cell)}" for way, cell in near if cell)
            self.say(f"around{alone}", player=who.name, what=what)
        if self.p.steps_heard != "no" and who.there:
            others = {person.cell for person in self.after(who) if person.there}
            sides = [way for side, way in self.sides() if self.grid.step(who.cell, side) in others]
            alone = f" {who.name}" if self.p.steps_heard == "mover" else ""
            told = {"what": ", ".join(sides)} if sides else {}
            self.say(f"steps{alone}" if sides else f"no-steps{alone}", player=who.name, **told)

    def spring(self, who: Person, trap: str) -> None:
        """A trap does its work on whoever steps into it (MX-1 to MX-6)."""
        does = {
            "mine": self.p.mine_does,
            "infection": self.p.infection_does,
            "robbers": self.p.robbers_take,
            "deadly-swamp": "kills",
        }.get(trap, "")
        if who.health == "dead" or not does:
            return
        if does == "turn":
            who.owed = True
        elif does in ("wounds", "kills"):
            how = self.wound(who, does == "kills")
            self.say(f"swamp-{how}" if trap == "deadly-swamp" else f"{trap}-{how}", player=who.name)
        elif trap == "robbers":
            self.say(f"robbed-{does}", player=who.name)
            if does != "weapons":
                self.hide(who)
            if does != "treasure":
                who.has = dict.fromkeys(WEAPONS, 0)
        elif not who.ill:
            self.say("ill", player=who.name)
            self.fall(who, who.cell)
            who.ill = True

    def hide(self, who: Person) -> None:
        """Where treasure goes that robbers take (MX-3.a, MX-7)."""
        for heap, first in ([(self.gold, self.first_gold)] * who.genuine) + (
            [(self.fake, self.first_fake)] * who.false
        ):
            bare = [c for c in self.grid.cells() if not self.gold.get(c) and not self.fake.get(c)]
            plain = [c for c in bare if self.kind[c] == "empty" and c != self.landing]
            cells = plain if self.p.treasure_goes == "random" else [c for c in plain if c in first]
            cell = self.came_from
            if cells and self.p.treasure_goes != "back":
                cell = cells[0 if self.p.treasure_goes == "first" else self.dice(len(cells)) - 1]
            heap[cell] = heap.get(cell, 0) + 1
        who.genuine = who.false = 0

    def skip(self) -> None:
        """A skipped step (MP-48, MP-66, MP-69)."""
        who = self.mover
        words: list[str] = []
        before = who.cell
        if not who.gate:
            words = [person for person in self.rest(who, who.cell) if person not in UNTOLD]
            if who.cell == before and words[:1] == ["river-end"]:
                words = words[1:]
        self.say("skipped-what" if words else "skipped", **({"what": ", ".join(words)} if words else {}))
        if not who.gate:
            self.told(who, who.cell != before)
            self.meet(who)
            self.torch(who, who.cell != before or words[:1] == ["wormhole"])
        self.stepped()

    def rest(self, who: Person, cell: str) -> list[str]:
        """Come to rest after entering that cell, take what lies there, and tell of it (MP-51, MP-70 to MP-73)."""
        who.cell = self.carried(cell)
        words = [self.called(cell)] if self.kind[cell] != "empty" else []
        if self.river(cell) and self.kind[who.cell] == "river end":
            words.append("river-end")
        kind = self.kind[who.cell]
        if kind == "hospital" and who.health == "wounded":
            who.health = "healthy"
        if kind == "hospital":
            who.ill = False
        if kind == "arsenal":
            if self.only(who.cell) and self.p.stock == "mixed":
                words.append(f"{self.only(who.cell)}-only")
            self.restock(who)
        words += self.finds(who)
        who.felt = who.cell if any(heap.get(who.cell) for heap in (self.gold, self.fake, self.fallen)) else ""
        return words

    def restock(self, who: Person) -> None:
        """A visit to an arsenal (MP-70, MP-A-2 to MP-A-5)."""
        if who.health == "wounded" and self.p.wounded_restock == "no":
            return
        supply = self.supply(who.cell)
        if self.code & {"A3", "A5"}:
            if who.cell not in who.visited:
                who.visited.add(who.cell)
                for name, many in supply.items():
                    who.has[name] += many
        else:
            for name, many in supply.items():
                who.has[name] = max(who.has[name], many)

    def finds(self, who: Person, asked: bool = False) -> list[str]:
        """What lies there; an unwounded player takes it (MP-51.d, MP-73.c, MP-93.b, MP-W-7, MX-65)."""
        words, cell, well = [], who.cell, who.health == "healthy" and not who.ill
        well = well and (asked or self.p.treasure_taken == "always")
        if self.gold.get(cell) or self.fake.get(cell):
            words.append("treasure")
            if well:
                who.genuine += self.gold.pop(cell, 0)
                who.false += self.fake.pop(cell, 0)
        if self.fallen.get(cell):
            words.append("boomerang")
            if well:
                who.has["boomerangs"] += self.fallen.pop(cell)
        if "W7" in self.code and (well or self.p.anonymous_hits == "yes"):
            dead = [
                each for each in self.people if each.health == "dead" and each.cell == cell and any(each.has.values())
            ]
            if dead:
                words.append("trophy")
            for person in dead if well else []:
                for name in WEAPONS:
                    who.has[name] += person.has[name]
                    person.has[name] = 0
        return words

    def told(self, who: Person, moved: bool) -> None:
        """Tell of corpses met and of the way back to the start, where that is agreed (MP-100)."""
        if self.p.tell_corpses == "yes":
            for person in self.people:
                if person.health == "dead" and person.cell == who.cell:
                    self.say("corpse", player=who.name, other=person.name)
        if self.p.tell_starts == "yes" and moved and who.cell == who.start:
            self.say("back", player=who.name)

    def leave(self, who: Person, gate: Border, side: str) -> None:
        """Step out through an exit (MP-77, MP-78, MP-87, MP-V-1 to MP-V-4)."""
        self.say("executed-what", what="exit")
        alone = self.in_game() == [who]
        if self.p.goal == "out":  # MX-68
            wins = "V4" not in self.code or alone
        elif self.code & {"V3", "V4"}:
            wins = who.genuine == self.gold_in_all and ("V3" in self.code or alone)
        else:
            wins = who.genuine > 0
        for _ in range(who.false):
            self.say("false")
        who.false = 0
        if self.p.stay_inside == "no":
            who.gate = gate
        if wins:
            all_of_them = "wins-all" if self.code & {"V3", "V4"} else "wins"
            self.say("wins-out" if self.p.goal == "out" else all_of_them, player=who.name)
            self.over, self.winner = True, who.name
            return
        self.creatures_move(who.cell, "", side)
        self.stepped()

    # ---- creatures ---------------------------------------------------------------------------------------------------

    def meet(self, who: Person) -> None:
        """The player who came to rest meets the creatures there (MP-94.d)."""
        if who.gate or who.health == "dead":
            return
        if self.bear and self.bear.cell == who.cell:
            self.meet_bear(who)
        self.part()
        if self.leprechaun and self.leprechaun.cell == who.cell and who.health != "dead":
            self.meet_leprechaun(who)

    def part(self) -> None:
        """The bear may hurt players again once they have been apart from it (MP-94.e)."""
        if self.bear:
            here = {each.name for each in self.people if each.gate is None and each.cell == self.bear.cell}
            self.bear.met &= here

    def meet_bear(self, who: Person) -> None:
        """A player and the bear on one cell (MP-94.1)."""
        assert self.bear
        if who.name in self.bear.met:
            return
        if "H1" in self.code:
            self.say("meets-bear", player=who.name)
        else:
            self.bear.met.add(who.name)
            self.say(f"meets-bear-{self.wound(who)}", player=who.name)

    def meet_leprechaun(self, who: Person) -> None:
        """The leprechaun tells where the nearest treasure lies (MP-95)."""
        lying = [c for c in self.grid.cells() if self.gold.get(c) or self.fake.get(c)]
        if not lying:
            self.say("meets-leprechaun-none", player=who.name)
            return
        best = min(lying, key=lambda cell: self.grid.steps_apart(who.cell, cell))
        if best == who.cell:
            self.say("meets-leprechaun-here", player=who.name)
            return
        dx, dy = (b - a for a, b in zip(self.grid.centre(who.cell), self.grid.centre(best), strict=True))
        dz = self.grid.floor(best) - self.grid.floor(who.cell)
        names = {side: way for way, side in self.ways_of.items()}
        parts = [(dx, "E", "W"), (dy, "N", "S"), (dz, "U", "D")]
        told = [f"{abs(int(n))} {names[plus if n > 0 else minus]}" for n, plus, minus in parts if n]
        self.say("meets-leprechaun", player=who.name, what=", ".join(told))

    def creatures_move(self, began: str, ended: str, side: str) -> None:
        """Creatures move after a successful step, first the bear, and meet the players on their new cell (MP-94.d)."""
        if self.bear:
            was = self.bear.cell
            if len(self.bear.path) > 1:
                self.walk(self.bear)
            elif was not in (began, ended) and self.open(was, side):
                onto = self.carried(self.grid.step(was, side) or "")
                self.bear.cell = was if self.fatal(onto) else onto  # MX-96.b
            self.part()
            if self.bear.cell != was:
                for who in [self.mover, *self.after(self.mover)]:
                    if who.there and who.cell == self.bear.cell:
                        self.meet_bear(who)
        if self.leprechaun:
            was = self.leprechaun.cell
            self.walk(self.leprechaun)
            if self.leprechaun.cell != was:
                for who in [self.mover, *self.after(self.mover)]:
                    if who.there and who.cell == self.leprechaun.cell:
                        self.meet_leprechaun(who)

    def walk(self, beast: Beast) -> None:
        """A creature takes a step on its path, to and fro, unless a wall is in the way (MP-94)."""
        if len(beast.path) < 2:
            return
        step = beast.step if 0 <= beast.at + beast.step < len(beast.path) else -beast.step
        goal = beast.path[beast.at + step]
        side = next((s for s in self.ways_of.values() if self.grid.step(beast.cell, s) == goal), "")
        if goal == beast.cell or (side and self.open(beast.cell, side)):
            beast.cell, beast.at, beast.step = goal, beast.at + step, step

    # ---- the end of a turn -------------------------------------------------------------------------------------------

    def stepped(self, did: str = "step") -> None:
        """The step is over: weapons named for now are used, and the turn may end by itself (MP-76.c, MP-60.b)."""
        self.phase = "after"
        self.use_named()
        if self.settled() or self.acted(did):
            return
        if self.mover.health == "dead":
            self.end()
        else:
            self.maybe_end()

    def acted(self, did: str) -> bool:
        """Whether it is decided by an option how the turn goes on after a step, a refusal or a weapon (MX-25 to 28)."""
        turn = self.p.turn
        if turn == "usual" or (turn != "three-actions" and not self.armed(*WEAPONS)):  # MX-25.d
            return False
        self.done += 1
        self.fired += did == "weapon"
        stepped = self.phase == "after"
        over = {
            "three-actions": self.done == 3,
            "weapon-or-step": stepped or did == "weapon",
            "weapon-then-step": stepped,
            "weapon-and-step": stepped and self.fired > 0,
        }[turn]
        if over or self.alone() or self.mover.health == "dead":
            if not self.settled():
                self.end()
        elif turn == "three-actions":
            self.phase = "before"
            self.asked = [] if did == "step" else self.asked
        return over or self.over or turn != "weapon-and-step" or not stepped

    def use_named(self) -> None:
        """Use the weapons that were named for after the step (MP-60.b)."""
        who = self.mover
        while self.queue and not self.alone():
            what = self.queue.pop(0)
            verb, _, way = what.partition(" ")
            barred = who.gate or self.peaceful(who) or not self.may_arm(who, verb)
            if barred or not who.has[VERBS[verb]]:
                self.say("not-used", what=what)
            else:
                self.use(verb, way)

    def somebody_may_be_hit(self) -> bool:
        """Whether there may be a hit to be announced (MP-58)."""
        strikes = {"bullets", "knives", "boomerangs"} | ({"grenades"} if "W8" in self.code or self.grenades else set())
        given = any(kit[name] for kit in (self.kit(), self.supply("")) for name in strikes)
        bear = "O7" in self.code and self.p.creatures in ("both", "bear")  # also one that has gone (MP-94.f)
        return "H1" not in self.code and (given or bear)

    def maybe_end(self) -> None:
        """End the turn if nothing is left to do; where hits have no names, if nobody could use a weapon (MP-58.a)."""
        who = self.mover
        if self.p.anonymous_hits == "yes" and self.somebody_may_be_hit():
            held = [self.kit(), self.supply(""), *(person.has for person in self.people)]
            armed = any(any(thing.values()) for thing in held)
            if who.gate or self.p.weapons_first == "yes" or not armed:
                self.end()
        elif self.ways() == {"end"}:
            self.end()

    def alone(self) -> bool:
        """Whether the game is won because all others are dead (MP-76, MP-V-1)."""
        return len(self.in_game()) == 1 < len(self.people) and "V1" in self.code

    def settled(self) -> bool:
        """Whether the game is over because one player or nobody is left alive (MP-76)."""
        alive = self.in_game()
        if self.over:
            return True
        if not alive:
            self.say("draw")
            self.over = True
        elif self.alone():
            self.say("last", player=alive[0].name)
            self.over, self.winner = True, alive[0].name
        return self.over

    def end(self) -> None:
        """The turn ends: loose treasure drifts, and the next player moves (MP-45, MP-74, MP-89)."""
        self.queue, self.asked, self.phase, self.done, self.fired = [], [], "before", 0, 0
        if self.bear and len(self.in_game()) == 1 < len(self.people):
            self.bear = None
            self.say("bear-gone")
        self.drift()
        self.around(self.mover)
        while True:
            self.turn = (self.turn + 1) % len(self.people)
            who = self.mover
            if who.health == "dead" and who not in self.in_game():
                continue
            if who.health == "dead" and who.misses:  # MX-46
                who.misses -= 1
                self.say("misses-dead", player=who.name)
                continue
            if who.health == "dead":
                self.back(who)
                break
            if not who.owed:
                break
            who.owed = False
            self.say("loses", player=who.name)
            self.drift()
            self.around(who)
        self.say("turn", player=self.mover.name)

    def back(self, who: Person) -> None:
        """A player who was killed is back in the game (MX-45)."""
        free = {
            "place": [who.start if self.fatal(who.cell) else who.cell],  # MX-45.g
            "start": [who.start],
            "hospital": [cell for cell in self.grid.cells() if self.kind[cell] == "hospital"],
            "random": self.startable,
        }[self.p.dead_return]
        who.health, who.ill, who.owed, who.gate = "healthy", False, False, None
        self.put(who, free[self.dice(len(free)) - 1] if len(free) > 1 else free[0], "placed-back")

    def drift(self) -> None:
        """Treasure in a river drifts after every turn (MP-74, MP-75)."""
        for lying in (self.gold, self.fake):
            for cell, many in [(c, n) for c, n in lying.items() if n and self.river(c)]:
                lying[cell] -= many
                lying[self.carried(cell)] = lying.get(self.carried(cell), 0) + many

    # ---- for comparing -----------------------------------------------------------------------------------------------

    def lying(self) -> Iterator[tuple[str, str]]:
        """Everything that lies or walks about, beside the players: what it is, and its cell."""
        for name, lying in (("treasure", self.gold), ("false-treasure", self.fake), ("boomerang", self.fallen)):
            for cell, many in lying.items():
                for _ in range(many):
                    yield name, cell
        for name, beast in (("bear", self.bear), ("leprechaun", self.leprechaun)):
            if beast:
                yield name, beast.cell
