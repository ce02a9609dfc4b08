"""The numbered rules of the games, as the pages in `docs/rules` have them: one list item for each number.

A question with its answer has the number of its rule and a letter, such as `TL-27.a`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from mapkit.model import resources
from mapkit.model.letters import names
from mapkit.model.message import Name, clauses, message
from mapkit.model.settings import BadSetting
from mapkit.model.version import PAGES

NUMBER = r"[A-Z]{2,3}-(?:[A-Z]-?)?\d+(?:\.\d+)*(?:\.[a-z])?"
"""What a number of a rule looks like, such as `TL-27.a`, `TL-76.1` or `MP-W-7.d`."""
LONGEST = 40
"""The most characters of an unknown number that are looked at and told."""
CITED = re.compile(rf"(?<![\w-]){NUMBER}(?![\w-]|\.\w)")
"""A number in a text."""
_ITEM = re.compile(rf"^ *- \*\*(?P<number>{NUMBER})\*\* (?P<text>.*)$", re.MULTILINE)
_PARTS = re.compile(
    r"(?:\*(?P<question>[^*]+)\* )?(?P<text>.*?)(?: (?P<tags>`\[\w+\]`(?: `\[\w+\]`)*))?"
    r"(?: — (?P<source>\".*?\"(?: \([^)]*\))?))?(?: \*Why:\* (?P<why>.*))?"
)
_MARKS = re.compile(r"\*\*|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)|\[([^\]]+)\]\([^)]*\)")


class LedgerEntry(NamedTuple):
    """A numbered rule, or a question about it with the answer."""

    number: str
    page: str
    """The page of its ledger, such as `treasures`."""
    title: str
    """What the ledger is about, such as the title of a game."""
    question: str
    """What the rule leaves open; empty for a rule."""
    text: str
    tags: tuple[str, ...]
    """What it is about, such as `design` or `move`."""
    source: str
    """Some words of the game's source, in quotes; empty where the source has none."""
    why: str

    @property
    def rule(self) -> str:
        """The number of the rule that a question is about; its own for a rule."""
        return _rule_of(self.number)


def _rule_of(number: str) -> str:
    return re.sub(r"\.[a-z]$", "", number)


@cache
def entries() -> Mapping[str, LedgerEntry]:
    """All rules and questions by their numbers, in the order of the pages; of packages, too."""
    found = dict[str, LedgerEntry]()
    for place in resources.places("rules"):
        for file in sorted(place.glob("*.md")):
            page = file.read_text(encoding="utf-8")
            title = page.partition("\n")[0].partition(": ")[2]
            for item in _ITEM.finditer(page):
                parts = _PARTS.fullmatch(item["text"])
                assert parts
                told = {name: _plain(parts[name] or "") for name in ("question", "text", "source", "why")}
                tags = tuple(re.findall(r"\w+", parts["tags"] or ""))
                found.setdefault(item["number"], LedgerEntry(item["number"], file.stem, title, tags=tags, **told))
    return MappingProxyType(found)


def _plain(text: str) -> str:
    """A text without the marks of Markdown, but for those of code."""
    return _MARKS.sub(lambda mark: mark[1] or "", text)


def number_typed(word: str) -> str:
    """The number that a word is, in the capitals of the ledger and with its full stop; empty for another word."""
    known = re.fullmatch(r"([A-Za-z]{2,3}-(?:[A-Za-z]-?)?\d(?:[\d.]*\d)?)\.?([A-Za-z]{0,2})", word.strip("[] "))
    return ".".join(filter(None, (known[1].upper(), known[2].lower()))) if known else ""


def no_such_rule(number: str, known: Sequence[str]) -> BadSetting:
    """The refusal of a number that no rule has, with those that are nearest to it."""
    rule = _rule_of(number[:LONGEST])
    nearest = [each for each in known if _rule_of(each) == rule] or get_close_matches(rule, known, 3)
    begins = dict.fromkeys(each.partition("-")[0] for each in known)
    near = (
        message("near it: {names}", names(nearest)) if nearest else message("numbers begin with {names}", names(begins))
    )
    return BadSetting(clauses(message("no rule has the number {number}", Name(number[:LONGEST])), near))


def case_of(number: str) -> str:
    """A game in which a rule is ruled on, as it is heard at the table; empty where none is written down.

    These cases are what referees are tested by.
    """
    entry = entries().get(number)
    for file in resources.places("cases", f"{entry.page}.cases") if entry else ():
        found = re.search(rf"(?m)^{re.escape(number)}  \S.*(?:\n.+)+", file.read_text(encoding="utf-8"))
        return found[0].partition("  ")[2] if found else ""
    return ""


def command_of(number: str) -> str:
    """What shows a rule in a terminal."""
    return f"mapkit rules {number}"


def address_of(number: str) -> str:
    """The address of a rule on the pages that a packager has published; empty where there are none."""
    entry = entries().get(number) if PAGES else None
    return f"{PAGES.rstrip('/')}/rules/{entry.page}.html#{number}" if entry else ""


def about(number: str) -> str:
    """Where programs send their readers for a rule: its address, or else the command that shows it."""
    return address_of(number) or command_of(number)


def linked(text: str) -> str:
    """A text for a terminal that follows links: each number of a rule leads to its address."""
    return CITED.sub(lambda found: _link(found[0]), text) if PAGES else text


def _link(number: str) -> str:
    address = address_of(number)
    return f"\x1b]8;;{address}\x1b\\{number}\x1b]8;;\x1b\\" if address else number
