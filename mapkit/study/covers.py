"""What the cover and the invitation of an evening say, and the line that makes it again."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import form, texts
from mapkit.model.design import Section
from mapkit.model.map import Map
from mapkit.paper.cover import BoardDrawer, CoverText, cover_pages, invitation, series_page
from mapkit.paper.drawing import page_setup
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.options import OPTIONS
from mapkit.paper.packs import Leaf, PackPages, PagePart, on_leaves
from mapkit.paper.press import Press
from mapkit.paper.sheet import Box, Mark, Page, reduced
from mapkit.study.evenings import Evening, Group, pack_of
from mapkit.study.simulation import player_kinds

_TIMES = 1.0, 1.5, 2.0, 3.0, 4.0
"""How many times as large a board is drawn for a picture."""
_NO_WORDS: Mapping[str, Any] = {"about": "", "needs": (), "steps": (), "late": ()}
"""The words of a game that says nothing of its evenings."""
_CELL = 2.2
"""About the least width of a cell that is drawn for a picture, in mm; a narrower one has no clear edge."""


class ShellLines(NamedTuple):
    """What somebody types for an evening; its cover says it."""

    play: str
    again: str
    """What makes the same sheets, and the same map unless mapkit keeps it."""
    place: str = ""
    """The folder of the evening in its series, which the cover names; empty for no series."""


def line_again(group: Group, game: str, seed: str, *, printing: Mapping[str, object], **switches: bool) -> str:
    """The line that makes an evening again; without a seed, it makes the same sheets and another map."""
    asked: dict[str, object] = {"people": group.people, "minutes": group.minutes, "game": game}
    usual = Group(0, 0)
    asked |= {key: value for key in ("experience", "keeper") if (value := getattr(group, key)) != getattr(usual, key)}
    typed = {option.typed: (printing.get(option.name), option.usual) for option in OPTIONS if option.name != "keeper"}
    asked |= {key: value for key, (value, other) in typed.items() if value not in (None, other)}
    asked |= {key: True for key, is_on in switches.items() if is_on}
    asked |= {"seed": seed} if seed else {}
    words = (f"--{key}" if value is True else f"--{key} {shlex.quote(str(value))}" for key, value in asked.items())
    return f"mapkit tonight {' '.join(words)}"


def with_cover(
    evening: Evening,
    shown: Map[Any] | None,
    rounds: tuple[int, int] | None,
    press: Press,
    pages: PackPages,
    typed: ShellLines,
) -> PackPages:
    """The pages of an evening with a cover on top; `shown` is the map of its picture, which everybody may see.

    `rounds` are those of a usual game and of a long one.
    """
    edition, title = press.edition(GAMES[evening.game]), press.title(GAMES[evening.game])
    said = edition.words["cover"]
    kind = f"{said['kind']} · {typed.place}" if typed.place else said["kind"]
    setup = page_setup(edition, "cover", title, "", kind, edition.words["secret"] if evening.game_master else "")
    cover = PagePart(("cover",), (), secret=evening.game_master)
    for _ in range(2):  # the cover tells how many leaves it has itself
        pile = _pile(evening, edition, pages._replace(once=(cover, *pages.once)), press.leaf)
        text = _text(evening, edition, rounds, typed)._replace(pile=(said["pile"], [*pile]))
        drawn = cover_pages(setup, text, _drawer(shown, edition))
        cover = cover._replace(pages=tuple(on_leaves(drawn, press.leaf)))
    return pages._replace(once=(cover, *pages.once))


def series_sheet(evening: Evening, press: Press, people: int, again: str) -> tuple[Page, ...]:
    """How a series goes, in which each person is game master once, with a table of points (MP-4, MP-5)."""
    edition = press.edition(GAMES[evening.game])
    said, shared = edition.words["series"], edition.words["cover"]
    setup = page_setup(edition, "series", press.title(GAMES[evening.game]), "", said["kind"])
    players = form(shared["players"], people, edition.language).format(number=people)
    steps = Section(said["how"], tuple((str(n), text) for n, text in enumerate(said["steps"], 1)))
    again_ = Section(shared["again"], (("", said["again"].format(line=f"\n{again}")),))
    facts = said["facts"].format(players=players, minutes=evening.minutes)
    text = CoverText(
        texts(evening.game, edition.language)["evening"]["master"]["about"], facts, "", [steps], foot=again_
    )
    return series_page(setup, text, people)


def invitation_of(evening: Evening, shown: Map[Any] | None, press: Press) -> Page:
    """A picture to send to the players; it says nothing that they may not know."""
    edition = press.edition(GAMES[evening.game])
    text = _text(evening, edition, None, ShellLines("", ""))
    blanks = edition.words["cover"]["invitation"]
    return invitation(press.title(GAMES[evening.game]), text, _drawer(shown, edition), blanks)


def _drawer(shown: Map[Any] | None, edition: Edition) -> BoardDrawer | None:
    board = paper_of(shown.game).board if shown else None
    if shown is None or board is None:
        return None

    def draw(box: Box) -> Sequence[Mark]:
        """The lowest floor; one that would be divided into parts is drawn larger and reduced."""
        grid = shown.params.grid
        least = _CELL * len([*grid.cells()]) ** 0.5
        for times in _TIMES:
            room = Box(0, 0, box.width * times, box.height * times)
            parts = [*board.floors(shown, edition, room)]
            if len(parts) == grid.floors and min(room.width, room.height) >= least:
                return parts[0][1] if times == 1 else tuple(reduced(parts[0][1], 1 / times))
        return ()

    return draw


def _text(evening: Evening, edition: Edition, rounds: tuple[int, int] | None, typed: ShellLines) -> CoverText:
    said, keeper = edition.words["cover"], "master" if evening.game_master else "mapkit" if evening.secret else "open"
    own = {**_NO_WORDS, **texts(evening.game, edition.language).get("evening", {}).get(keeper, {})}
    players = form(said["players"], evening.players, edition.language).format(number=evening.players)
    facts = said["with_master" if evening.game_master else "alone"].format(players=players, minutes=evening.minutes)
    machine = evening.stand_in or player_kinds(GAMES[evening.game])[-1]
    gaps = {"play": f"\n{typed.play}", "resume": f"\nmapkit play --resume --bot Ann={machine}"}
    steps = [(str(number), text.format(**gaps)) for number, text in enumerate(own["steps"], 1)]
    if evening.game_master:
        steps.append(("", said["screen"].format(line=f"\n{typed.play} --gm")))
    needs = Section(said["needs"], _dashed(own["needs"]))
    first = [
        Section(said["steps"], (*steps,)),
        Section(said["late"], _dashed(text.format(**gaps) for text in own["late"])),
    ]
    if rounds and rounds[0] < rounds[1]:
        usual, most = rounds
        first.append(Section(said["long"], (("", said["rounds"].format(usual=usual, most=most)),)))
    again = Section(said["again"], (("", said["again_" + keeper].format(line=f"\n{typed.again}")),))
    return CoverText(own["about"], facts, said["other"] if evening.secret else "", first, needs, foot=again)


def _dashed(texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple(("–", text) for text in texts)


def _pile(evening: Evening, edition: Edition, pages: PackPages, leaf: Leaf) -> Iterator[tuple[str, str, str]]:
    """For each part of the pile its sheets, its leaves, and for whom it is."""
    said, on_table = edition.words["cover"], pack_of(evening.game, "mapkit").once
    for parts in (*((part,) for part in pages.once), *([pages.sets] if pages.sets else [])):
        kinds = dict.fromkeys(page.kind.partition(" · ")[0] for page in parts[0].pages)
        number = len(parts[0].pages) // leaf.pages
        leaves = form(said["leaves"], number, edition.language).format(number=number)
        if parts is pages.sets:
            leaves = said["sets"].format(sets=len(parts), leaves=leaves)
            whom = said["each"]
        elif parts[0].sheets == ("cover",) or not {*parts[0].sheets} & {*on_table}:
            whom = said["master" if evening.game_master else "host"]
        else:
            whom = said["table"]
        yield ", ".join(kinds), leaves, whom
