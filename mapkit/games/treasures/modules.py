"""The words on paper of what is in the game: of the base, and of the modules that are on (TX-85).

Those of public sheets follow from the settings alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from mapkit.games.kit.packs import as_noun
from mapkit.games.treasures.conditions import MONSTERS, conditions, modules_on
from mapkit.games.treasures.design import Params
from mapkit.games.treasures.pack import packs_on
from mapkit.games.treasures.packs.items import SECOND_DIE, items_on
from mapkit.language.catalogue import form, holds, texts, without_absent
from mapkit.language.wording import translated
from mapkit.model.design import Section
from mapkit.model.message import Name
from mapkit.model.rule import Amount

_TEXTS = "expansions"

R = TypeVar("R", bound=Sequence[str])
Row = Sequence[str]
"""A line of a table: a number, and words."""


_NEEDS = {
    **dict.fromkeys(("TL-33", "TL-42"), "goods"),
    **dict.fromkeys(("TL-32", "TL-34", "TL-39", "TL-52", "TL-81", "TL-81.1", "TX-19", "TX-65"), "others"),
    **dict.fromkeys(("TL-43", "TL-47", "TX-55", "TX-69"), "bullets"),
    **dict.fromkeys(("TL-48", "TL-82"), "bullets others"),
    "TL-50": "kits",
    "TL-51": "junk",
    **dict.fromkeys(("TL-60", "TX-31"), "shop"),
    **dict.fromkeys(("TL-62", "TL-63"), "hospital"),
    **dict.fromkeys(("TL-64", "TL-65"), "marsh"),
    **dict.fromkeys(("TL-66", "TL-68", "TL-69"), "rivers"),
    "TL-70": "portals",
}
"""What must be in the game for the sentences with these numbers."""


def signs_of_modules(language: str) -> Mapping[str, str]:
    """What players note for the tiles of modules, by their marks."""
    return {mark: sign for mark, (sign, _) in texts(_TEXTS, language)["player"]["key_marks_more"].items()}


class ModuleWords:
    """The words of the base and of the modules that the settings switch on, in a language."""

    def __init__(self, params: Params, language: str, marks: Collection[str] | None = None) -> None:
        """Takes the settings and the code of the language; and the marks of a map where that is known."""
        self.params, self.language, self.on = params, language, modules_on(params)
        self.force = conditions(params, marks)
        """The words of conditions that hold."""
        self.of_modules: Mapping[str, Any] = without_absent(texts(_TEXTS, language), self.force) if self.on else {}
        self.base: Mapping[str, Any] = without_absent(texts("treasures", language), self.force)

    @property
    def sections(self) -> tuple[Section, ...]:
        return tuple(
            Section(each["heading"], tuple((number, self.filled(text)) for number, text in self.of(each["entries"])))
            for each in self._expansions
        )

    def of(self, rows: Iterable[R]) -> Iterator[R]:
        """The rows whose numbers name what is in the game."""
        return (row for row in rows if holds(_NEEDS.get(row[0], ""), self.force))

    @property
    def set_aside(self) -> frozenset[str]:
        """The numbers of the base's sentences that these sections replace."""
        aside = {number for expansion in self._expansions for number in expansion.get("instead", ())}
        return frozenset(aside | {number for number in _NEEDS if not holds(_NEEDS[number], self.force)})

    @property
    def aloud(self) -> Iterator[tuple[str, str]]:
        for name, (number, text) in self.of_modules.get("aloud_of", {}).items():
            if name in self.on or (name == "modules" and self.told):
                yield number, self.filled(text, modules=", ".join(self.told))

    @property
    def told(self) -> Sequence[str]:
        """The modules that the referee names at the beginning, in the same words (TX-2)."""
        found, words = list[str](), self.of_modules["told"]
        for module in (module for pack in packs_on(self.params) for module in pack.modules(self.params)):
            said, number = words[module.word], module.number
            if module.counted:
                count = int(number) if number.isdigit() else len(said)
                said = form(said, count, self.language)
            found.append(translated(module.counting(Name(said)), self.language))
        return found

    @property
    def announcements(self) -> tuple[Row, ...]:
        """The rows of the game master's table of announcements."""
        known = self.of_modules.get("announcements_of", {})
        rows = (row for name in known if name in self.on for row in self.of(known[name]))
        return tuple([self.filled(text) for text in row] for row in rows)

    @property
    def turn(self) -> Sequence[tuple[str, str]]:
        """The game master's steps of a turn; with monsters they begin with the start of a round, where there is one."""
        steps = self.of_modules["turn_of"]["monsters"] if "monsters" in self.on else self.base["start"]["turn"]
        first = 0 if steps[0][0] == "0" else 1
        return [(str(number), text) for number, (_, text) in enumerate(steps, first)]

    @property
    def counted(self) -> Iterator[tuple[Sequence[str], Amount]]:
        """The things that modules add to the map: the noun of each, and how many there are."""
        nouns, between = self.of_modules.get("nouns", {}), self.params.grid.floors - 1
        for name in ("fools", "trapped", "donation", "stairs", "elevators"):
            number = getattr(self.params, name, 0) if name in self.on else 0
            amount = number if isinstance(number, Amount) else Amount(number, number)
            if amount.high != 0:
                yield nouns[name], Amount(amount.low * between, amount.low * between) if name == "stairs" else amount

    @property
    def nouns(self) -> Mapping[str, Sequence[str]]:
        """The nouns that replace those of the game without modules."""
        return {"in-it-treasures": self.of_modules["nouns"]["pure"]} if self.kinds_of_treasures else {}

    @property
    def kinds(self) -> Mapping[str, Row]:
        """For each kind of tile its name in the legend, and what is said instead of the cells, which is nothing."""
        known = {kind: [name, ""] for kind, name in self.of_modules.get("legend", {}).get("kinds", {}).items()}
        other = {kind: as_noun(name) for kind, (_, name) in self.tiles.items() if kind not in known}
        return known | {kind: [translated(name, self.language), ""] for kind, name in other.items()}

    @property
    def tiles(self) -> Mapping[str, tuple[str, str]]:
        """The kinds of tiles and of listings that the packs add, each with its symbol and its name."""
        packs = packs_on(self.params)
        listed = {
            listing.key: (listing.key[:1].upper(), pack.nouns.get(listing.mark, listing.key))
            for pack in packs
            for listing in pack.listings
        }
        return {**listed, **{kind: tile for pack in packs for kind, tile in pack.tiles.items()}}

    @property
    def hands(self) -> Sequence[str]:
        """The names of the hands that hold items; none if the game has no more items than without modules."""
        if "items" not in self.on:
            return ()
        hand = self.of_modules["log"]["hand"]
        return [f"{hand} 1", f"{hand} 2"] if self.params.most_items > 1 else [hand]

    @property
    def kinds_of_treasures(self) -> Mapping[str, str]:
        """The names of the kinds of treasures that are not pure, of those that may be on the map."""
        kinds = self.of_modules.get("legend", {}).get("kinds", {})
        return {kind: name for kind, name in kinds.items() if kind in ("fools", "trapped") and kind in self.on}

    @property
    def monsters(self) -> Mapping[str, str]:
        """The names above the columns of monsters in the log."""
        names = self.of_modules.get("log", {}).get("monsters", {})
        return {name: names[name] for name in MONSTERS if name in self.on}

    @property
    def key_marks(self) -> tuple[Row, ...]:
        """The further pencil marks of players."""
        more = self.of_modules.get("player", {}).get("key_marks_more", {})
        of = {"stairs-up": "stairs", "stairs-down": "stairs", "elevator": "elevators"}
        return tuple(row for name, row in more.items() if of.get(name, name) in self.on)

    @property
    def letters(self) -> Sequence[tuple[str, Sequence[Sequence[str]]]]:
        """What the letters of the game master's log mean, line by line; those of the second line are circled."""
        (answers, letters), (circled, meanings) = self.base["log"]["abbreviations"]
        held = list[tuple[str, list[str]]]()
        if self.on:
            log = self.of_modules["log"]
            letters = [*letters, *(said for name, said in log["abbreviations_more"].items() if name in self.on)]
            meanings = [*meanings, *([log["infected"]] if "zombie" in self.on else [])]
            meanings += [log["out"]] if "last_round" in self.on else []
            items = [*log["items_usual"], *(log["items"][name] for name in items_on(self.params))]
            held = [(log["held"], items)] if self.hands else []
        told = ((answers, letters), (circled, meanings), *held)
        return [(title, [pair.split(" ", 1) for pair in pairs]) for title, pairs in told]

    @property
    def _expansions(self) -> Iterator[Mapping[str, Any]]:
        return (heading for heading in self.of_modules.get("expansion", ()) if {*heading["when"].split()} & self.on)

    def filled(self, text: str, **more: str) -> str:
        """A text with the values of this game for what stands in braces."""
        return text.format_map(_Values(self, more)) if "{" in text else text


class _Values(dict[str, str]):
    """The values that stand in braces, made where they are asked for."""

    def __init__(self, words: ModuleWords, more: Mapping[str, str]) -> None:
        super().__init__(more)
        self._of, self._words = words, words.of_modules.get("expansion_words", {})

    def __missing__(self, name: str) -> str:
        p, on, words = self._of.params, self._of.on, self._words
        match name:
            case "floors":
                return str(p.grid.floors)
            case "hands":
                return str(p.most_items)
            case "signs" | "sign_words":
                return ", ".join(said for monster, said in words[name].items() if monster in on)
            case "driven_off":
                said = (words[name]["home"], words[name]["falls"] if "zombie" in on else "")
                return " ".join(filter(None, said))
            case "second_die":  # what the second die of the shop gives, such as `1 treasure scanner, 2-6 junk` (TX-31)
                dice = {item: roll for roll, item in SECOND_DIE.items() if item in items_on(p)}
                junk = ", ".join(str(roll) for roll in range(1, 7) if roll not in dice.values())
                return ", ".join([*(words[name][item] for item in dice), words[name]["junk"].format(numbers=junk)])
            case "floor_die":  # which faces of a die mean which floor, such as `1-3 floor 1, 4-6 floor 2` (TX-23.a)
                faces = 6 // p.grid.floors
                spans = [(floor * faces + 1, (floor + 1) * faces, floor + 1) for floor in range(p.grid.floors)]
                told = ", ".join(f"{a}–{b} > {floor}" if b > a else f"{a} > {floor}" for a, b, floor in spans)
                return told if faces * p.grid.floors == 6 else f"{told}, …"
            case "donated" | "gifts":
                items = self._words["items"]
                return ", ".join(items[word] for word in getattr(self._of.params, name, ())) or items["none"]
        raise KeyError(name)
