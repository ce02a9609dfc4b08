"""Examples of rules: drawings that break them, as the rules have them, and the nearest legal maps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest
from textwrap import shorten
from typing import Any, NamedTuple

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model import ledger
from mapkit.model.game import Game
from mapkit.model.grid import Cell, border
from mapkit.model.ledger import LedgerEntry
from mapkit.model.letters import columns_of, in_columns
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, for_program, message
from mapkit.model.rule import Fact, NoSuchMap, Rule, SolverGaveUp
from mapkit.model.settings import settings
from mapkit.solve import legality, repairs

LEGAL = re.compile(r"(?m)^legal (.*)\n?")
_PLACE = re.compile(r"([a-z]+\d+(?:/\d+)?)([NESWU]?)=(.*)")


class RuleExample(NamedTuple):
    """A drawing that breaks a rule about maps, and one that does not."""

    sentence: Message
    advice: bool
    """Whether a map that breaks it is legal all the same."""
    broken: str
    found: tuple[Message, ...]
    """What a check says of the drawing: places and what was found there."""
    kept: str
    """The nearest legal map, or for advice one that follows it; empty where no change of a drawing would do."""
    edits: tuple[Message, ...]
    """What a repair does; advice is not repaired."""

    def to_json(self, say: Callable[[Message | Name], str] = str) -> dict[str, Any]:
        drawn = {"advice": self.advice, "broken": self.broken, "kept": self.kept}
        return {**drawn, **for_program(say, sentence=self.sentence, found=[*self.found], edits=[*self.edits])}

    def lines(self, say: Callable[[Message | Name], str]) -> Iterator[str]:
        rule = self.sentence
        yield say(message("Advice on a map: {rule}", rule) if self.advice else message("On a map: {rule}", rule))
        told = [(message("breaks it"), self.broken), (message("keeps it"), self.kept)]
        columns = [[say(heading), *drawing.splitlines()] for heading, drawing in told if drawing]
        wide = max(map(columns_of, columns[0])) + 4
        for parts in zip_longest(*columns, fillvalue=""):
            yield "  " + "".join(in_columns(part, wide) for part in parts).rstrip()
        yield from (say(message("`mapkit check`: {found}", found)) for found in self.found)
        yield from (say(message("`mapkit repair`: {edit}", edit)) for edit in self.edits)


class RuleExplained(NamedTuple):
    """What there is to say of a rule."""

    number: str
    title: Message | Name
    """Of its game, or of its ledger."""
    entry: LedgerEntry | None
    """What its ledger says; None for a rule of a package without one."""
    examples: tuple[RuleExample, ...]
    case: str
    """A game in which it comes up; empty for a rule about drawings, and where none is written down."""
    related: tuple[LedgerEntry, ...]
    """The rule that a question belongs to, or the questions about a rule."""

    def to_json(self, say: Callable[[Message | Name], str] = str) -> dict[str, Any]:
        """The rule for `json.dumps`, with texts as `say` puts them; its schema is in that of `rules`."""
        ledger_says = {name: getattr(self.entry, name) if self.entry else "" for name in ("question", "text", "why")}
        return {
            "rule": self.number,
            "title": say(self.title),
            **ledger_says,
            "about": ledger.about(self.number),
            "examples": [example.to_json(say) for example in self.examples],
            "case": self.case,
            "related": [each.number for each in self.related],
        }

    def shown(self, say: Callable[[Message | Name], str] = str) -> Iterator[Iterable[str]]:
        """The lines of each example, or of the case."""
        yield from (example.lines(say) for example in self.examples)
        if self.case:
            yield say(message("At the table:")), *self.case.splitlines()

    def lines(self, say: Callable[[Message | Name], str] = str) -> Iterator[str]:
        """The rule as people read it, line by line, with texts as `say` puts them; drawings lie beside each other."""
        yield f"{self.number}  {say(self.title)}"
        if self.entry:
            why = message("Why: {words}", Name(self.entry.why)) if self.entry.why else NOTHING
            source = message("The game's own words: {words}", Name(self.entry.source)) if self.entry.source else NOTHING
            above = [f"{each.number}  {each.text}" for each in self.related if self.entry.number != self.entry.rule]
            yield from filter(None, (*above, self.entry.question, self.entry.text, say(why), say(source)))
        for part in self.shown(say):
            yield from ("", *part)
        if questions := [each for each in self.related if each.number != each.rule]:
            yield from ("", say(message("Questions:")))
        for each in questions:
            yield f"{each.number:8} {shorten(each.question or each.text, 90, placeholder=' ...')}"


def explained(number: str) -> RuleExplained:
    """A rule with examples; raises BadSetting for a number that no rule has, with those nearest to it."""
    known = ledger.entries()
    entry = known.get(number)
    every = [(game, rule) for game in GAMES.values() for rule in (*game.design.rules, *game.design.advice)]
    ours = {rule.sentence: (game, rule) for game, rule in reversed(every) if rule.number == number}
    if not entry and not ours:
        raise ledger.no_such_rule(number, list(dict.fromkeys([*known, *(rule.number for _, rule in every)])))
    title = Name(entry.title) if entry else next(iter(ours.values()))[0].title
    shown = tuple(_example(game, rule) for game, rule in reversed(ours.values()) if rule.breaches)
    near = [each for each in known.values() if entry and each.rule == entry.rule and each is not entry]
    related = [each for each in near if entry.rule in (number, each.number)] if entry else []
    return RuleExplained(number, title, entry, shown, "" if shown else ledger.case_of(number), tuple(related))


def _example(game: Game[Any], rule: Rule[Any]) -> RuleExample:
    text, is_advice = rule.breaches[0], rule in game.design.advice
    broken, edits = map_of_breach(text, game.name), tuple[Message, ...]()
    kept = next(just_legal(text, game.name), None)
    if not is_advice:
        try:
            repaired = repairs.repair(broken)
            kept, edits = repaired.map, tuple(edit.words for edit in repaired.edits)
        except NoSuchMap:
            edits = (message("no map with these settings keeps it"),)
        except SolverGaveUp as gave_up:
            edits = (gave_up.said,)
    faults = [each for each in (*legality.check(broken), *legality.advise(broken)) if each.rule is rule]
    found = dict.fromkeys(message("{cell}: {found}", fault.called(fault.place), fault.found) for fault in faults)
    usually_advice = any(each.sentence == rule.sentence for each in game.design.advice)
    drawing, better = _shown(broken), _shown(kept) if kept else ""
    better = "" if better == drawing else better  # other settings keep the rule
    return RuleExample(rule.text(broken.params), usually_advice, drawing, tuple(found), better, edits)


def _shown(map_: Map[Any]) -> str:
    """The drawing of a map below what is listed beside it."""
    in_files = map_.game.design.board.drawn_in_files
    listed = writer.drawn_and_listed(map_.game.design.legend(map_.params), map_.facts)[1]
    floors = writer.drawings(map_) if in_files else ()
    return "\n".join([*(f"{key} = {value}" for key, value in listed.items() if value), *("\n\n".join(floors),)])


def map_of_breach(text: str, game: str, **given: object) -> Map[Any]:
    """The map of a breach: settings, such as `marsh=1 walls=2`, and below them a drawing; a blank line parts floors.

    What stands at the head of a map file is among the settings, such as `starts=a1,b1`. A line that begins with `legal`
    is left out: it says what would make the map legal. What goes without saying is the game's `design.breach`.
    """
    lines, head = LEGAL.sub("", text).strip("\n").splitlines(), list[str]()
    while lines and "=" in lines[0] and not lines[0].startswith("+"):
        head += lines.pop(0).split()
    design = GAMES[game].design
    typed = {**dict(word.split("=", 1) for word in head), **{name: str(value) for name, value in given.items()}}
    words, drawing = design.breach(typed)
    known = {each.name: each for each in settings(design.params)}
    lists = {each.key for each in design.legend(design.params()).listings} | {"size"}
    above, below = dict[str, str](), dict[str, str]()
    for name, value in words.items():
        is_listed = name in lists and (name not in known or not value.isdecimal())
        if is_listed and name in known and not known[name].header:  # the number of what is listed
            below[name] = "1"
        at_the_head = is_listed or (name in known and known[name].header)
        (above if at_the_head else below)[name] = value.replace(",", " ")
    floors = [f'"""\n{floor}\n"""' for floor in (drawing or "\n".join(lines)).split("\n\n") if floor]
    drawn = [f"map = {floors[0]}" if len(floors) == 1 else f"map = [{', '.join(floors)}]"] if floors else []
    file = ["mapkit = 1", f'game = "{game}"', *_pairs(above), *drawn, "[settings]", *_pairs(below)]
    return maps.read("\n".join([*file, ""]).encode(), "drawing").map


def _pairs(of: dict[str, str]) -> list[str]:
    return [f'{name} = "{value}"' for name, value in of.items()]


def just_legal(text: str, game: str, draw: Callable[[str, str], Map[Any]] = map_of_breach) -> Iterator[Map[Any]]:
    """The maps with the changes that make a breach just legal: `legal exits=1 or b1E= a2=T` is two maps.

    A change is a setting or another word of the head, a cell with another glyph, or a border with another mark.
    """
    for changes in (change for line in LEGAL.findall(text) for change in line.split(" or ")):
        other, facts = LEGAL.sub("", text).strip("\n"), list[tuple[str, str, str]]()
        for word in changes.split():
            if found := _PLACE.fullmatch(word):
                facts.append((found[1], found[2], found[3]))
            else:
                other, known = re.subn(rf"(?<!\S){word.partition('=')[0]}=\S*", word, other)
                other = other if known else f"{word}\n{other}"
        map_ = draw(other, game)
        for cell, side, glyph in facts:
            place = border(map_.params.grid, cell, side) if side else Cell(cell)
            mark = map_.game.design.legend(map_.params).cells.get(glyph, glyph)
            kept = {fact for fact in map_.facts if fact.place != place}
            map_ = replace(map_, facts=frozenset(kept | ({Fact(place, mark)} if mark else set())))
        yield map_
