"""Map files: what is read, what is written, and what is said of a file that cannot be read."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import cycle, zip_longest
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from mapkit.games.shelf import GAMES as SHELF
from mapkit.mapfile.document import Document, read
from mapkit.mapfile.text import MOST_BYTES, UnreadableMap
from mapkit.mapfile.writer import blank, redraw, show
from mapkit.model.design import UNDECIDED, Boards, BorderGlyphs, Design, Legend
from mapkit.model.errors import Problem
from mapkit.model.game import Game
from mapkit.model.grid import Border, Hex, Square, inner_borders, outer_borders
from mapkit.model.map import Map
from mapkit.model.message import message, noun
from mapkit.model.presets import NoSuchPreset
from mapkit.model.rule import WHOLE_MAP, Amount, Fact
from mapkit.model.settings import amount, number
from tests import gallery

# A toy game with all that a game on the shelf may have: several lines, glyphs of each width, a whole number.


@dataclass(frozen=True)
class Toys:
    grid: Square = Square(4, 3)
    marsh: Amount = amount(1, "Marshes", "TOY-1")
    walls: Amount = amount(Amount(0, None), "Walls", "TOY-2", share_of="inner borders")
    exits: Amount = amount(1, "Exits", "TOY-3", low=1, share_of="outer borders")
    apart: int = number(2, "Steps between exits", "TOY-4")


LEGEND = Legend(
    {".": "safe", "T": "treasure", "S": "shop", "M": "marsh", "A1": "A1", "A2": "A2", "~>": "flows E", "W12": "W12"},
    {"safe": noun("Safe tile"), "wall": noun("wall"), "exit": noun("exit")},
    (BorderGlyphs("wall", "---", "|"), BorderGlyphs("window", "-o-", "o")),
    "exit",
    undecided=True,
)


UP_TO_8: Boards[Any] = Boards(most_floors=8)
DESIGN: Design[Toys] = Design(Toys, (), lambda _: LEGEND, board=UP_TO_8)
TOY: Game[Toys] = Game("toy", message("The Toy"), DESIGN)
FRAMED: Design[Toys] = Design(Toys, (), lambda _: replace(LEGEND, gap="", undecided=False))
WALLED: Game[Toys] = Game("walled", message("The Toy"), FRAMED)


@dataclass(frozen=True)
class Combs:
    grid: Hex = Hex(2)
    marsh: Amount = amount(Amount(0, None), "Marshes", "COMB-1")


COMB_LEGEND = Legend({".": "safe", "#": "wall", "T": "treasure"}, {"safe": noun("Safe tile")}, (), "")
HEXED: Game[Combs] = Game("hexed", message("The Comb"), Design(Combs, (), lambda _: COMB_LEGEND, board=UP_TO_8))
GAMES: dict[str, Game[Any]] = {"toy": TOY, "walled": WALLED, "hexed": HEXED}

CELLAR = """\
# drawn by hand
mapkit = 1
game = "toy"
title = "The cellar"
preset = "default"   # ours
map = \"\"\"
+---+---+---+---+
| T   .   ~>  ~>|
+   +---+   +   +
| .   A1| .   .
+---+   +   +   +
|?    A2o S     |
+---+---+---+---+
\"\"\"
[settings]
marsh = 0
walls = "3-"
"""
FACTS = {
    *(Fact(cell, "safe") for cell in ("b3", "a2", "c2", "d2")),
    *(Fact(cell, "flows E") for cell in ("c3", "d3")),
    *(Fact(Border(*line), "wall") for line in (("b2", "N"), ("b2", "E"), ("a1", "N"))),
    Fact("a3", "treasure"),
    Fact("b2", "A1"),
    Fact("b1", "A2"),
    Fact("c1", "shop"),
    Fact(Border("b1", "E"), "window"),
    Fact(Border("d2", "E"), "exit"),
}


def presets(game: str, preset: str) -> Mapping[str, object]:
    if game == "hexed":
        return {}
    known: dict[str, dict[str, object]] = {"default": {"apart": 3}, "hard": {"walls": "50%", "marsh": 7}}
    wrong: dict[str, dict[str, object]] = {"wrong": {"marsh": "many", "mash": 1}}
    if preset == "unheard-of":
        raise KeyError(preset)
    if preset not in known | wrong:
        raise NoSuchPreset(preset, known)
    return (known | wrong)[preset]


def reading(text: str | bytes) -> Document:
    return read(text if isinstance(text, bytes) else text.encode(), "cellar.toml", GAMES, presets)


def problems(text: str | bytes) -> tuple[Problem, ...]:
    with pytest.raises(UnreadableMap) as caught:
        reading(text)
    return caught.value.problems


def the_problem(text: str | bytes) -> Problem:
    (problem,) = problems(text)
    return problem


def drawing(*lines: str, head: str = 'mapkit = 1\ngame = "toy"\n') -> str:
    """A file whose drawing begins in line 4."""
    return head + 'map = """\n' + "\n".join(lines) + '\n"""\n'


# Reading


def test_a_drawing_becomes_facts() -> None:
    found = reading(CELLAR)
    assert found.map == Map(
        TOY,
        Toys(Square(4, 3), Amount(0, 0), Amount(3, None), Amount(1, 1), 3),
        frozenset(FACTS),
        "The cellar",
        "default",
    )
    assert (found.name, found.text) == ("cellar.toml", CELLAR)


def test_a_blank_or_a_question_mark_is_a_cell_without_a_fact() -> None:
    marks = {fact.place for fact in reading(CELLAR).map.facts}
    assert not marks & {"a1", "d1"}


def test_a_question_mark_in_a_border_is_an_undecided_border() -> None:
    upright = CELLAR.replace("| .   A1| .   .\n", "? .   A1? .   . ?\n")
    across = CELLAR.replace("+---+   +   +   +\n|?", "+---+?  +  ?+ ? +\n|?")
    top = CELLAR.replace('"""\n+---+---+', '"""\n+ ? +---+')
    marked = [sorted(map(str, reading(text).map.undecided_borders)) for text in (upright, across, top)]
    assert marked == [
        sorted(map(str, places))
        for places in (
            [Border("a2", "W"), Border("b2", "E"), Border("d2", "E")],
            [Border("b1", "N"), Border("c1", "N"), Border("d1", "N")],
            [Border("a3", "N")],
        )
    ]
    assert " ? " in show(reading(across).map)


def test_a_game_whose_legend_lacks_the_mark_has_no_undecided_borders() -> None:
    problem = the_problem(
        drawing("+---+---+", "| .   . |", "+ ? +---+", "| .   . |", "+---+---+", head='mapkit = 1\ngame = "walled"\n')
    )
    assert (problem.line, problem.column) == (6, 2)
    assert "cannot stand between two cells" in problem.message


def test_a_gap_in_the_outer_wall_is_an_exit_even_where_blanks_at_the_line_end_are_missing() -> None:
    long = CELLAR.replace("| .   A1| .   .\n", "| .   A1| .   .  \n")
    assert reading(long).map == reading(CELLAR).map


def test_gaps_on_all_four_sides_are_exits() -> None:
    found = reading(drawing("+---+   +", "  .   T |", "+   +   +", "| .   .", "+   +---+"))
    exits = {fact.place for fact in found.map.facts if fact.mark == "exit"}
    assert exits == {Border("b2", "N"), Border("a2", "W"), Border("b1", "E"), Border("a1", "S")}


def test_a_line_that_is_all_gaps_may_be_empty() -> None:
    found = reading(drawing("+---+---+", "", "+   +   +", "| .   . |", "+---+---+"))
    assert {Fact(Border("a2", "W"), "exit"), Fact(Border("b2", "E"), "exit")} <= found.map.facts


def test_a_token_may_stand_anywhere_in_its_cell() -> None:
    found = reading(drawing("+---+---+", "|T  |  S|", "+---+---+", "|A1 |W12|", "+---+---+"))
    marks = {fact.place: fact.mark for fact in found.map.facts if isinstance(fact.place, str)}
    assert marks == {"a2": "treasure", "b2": "shop", "a1": "A1", "b1": "W12"}


def test_floors_are_a_list_of_drawings_lowest_first() -> None:
    floor = '"""\n+---+---+\n| {}   . |\n+   +   +\n|       |\n+---+---+\n"""'
    found = reading(f'mapkit = 1\ngame = "toy"\nmap = [\n{floor.format("T")},\n{floor.format("S")},\n]\n')
    assert found.map.params.grid == Square(2, 2, 2)
    assert {Fact("a2/1", "treasure"), Fact("a2/2", "shop")} <= found.map.facts
    assert (found.spot("a2/1"), found.spot("a2/2")) == ((6, 3), (13, 3))


def test_the_settings_of_the_file_stand_above_those_of_the_preset() -> None:
    params = reading(CELLAR.replace('"default"', '"hard"')).map.params
    assert (params.marsh, params.walls, params.apart) == (Amount(0, 0), Amount(3, None), 2)


def test_a_share_in_a_preset_is_a_share_of_the_drawn_board() -> None:
    text = CELLAR.replace('"default"', '"hard"').replace('walls = "3-"', "")
    assert reading(text).map.params.walls == Amount(8, 8)  # half of 17, to even


def test_the_title_the_preset_and_the_settings_may_be_left_out() -> None:
    found = reading(drawing("+---+---+", "|   |   |", "+---+---+", "|   |   |", "+---+---+")).map
    assert (found.title, found.preset, found.params) == ("", "default", Toys(Square(2, 2), apart=3))


SAME_SETTINGS = {
    "a table": "[settings]\nmarsh = 0\nwalls = '3-'\n",
    "a table in quotes": '[ \'settings\' ]  # of ours\n"marsh" = 0\nwalls = """3-"""\n',
    "dotted names": 'settings.marsh = 0\nsettings . "walls" = "3-"\n',
    "one line": "settings = {marsh = 0, walls = '3-'}\n",
}


@pytest.mark.parametrize("settings", SAME_SETTINGS.values(), ids=SAME_SETTINGS.keys())
def test_settings_may_be_written_in_every_way_of_toml(settings: str) -> None:
    found = reading(CELLAR[: CELLAR.index("[settings]")] + settings)
    assert found.map == reading(CELLAR).map
    line, column = found.source.key("settings", "walls")
    assert found.text.splitlines()[line - 1][column - 1 :].startswith(("walls", 'settings . "walls"'))


def rewritten(change: Callable[[str], str]) -> str:
    """The cellar with its drawing written in another way of TOML."""
    found = re.search(r'"""\n(.*)\n"""', CELLAR, re.DOTALL)
    assert found is not None
    return CELLAR[: found.start()] + change(found[1]) + CELLAR[found.end() :]


SAME_DRAWINGS: dict[str, Callable[[str], str]] = {
    "literal": lambda d: f"'''\n{d}\n'''",
    "begins at once": lambda d: f'"""{d}"""',
    "in one line": lambda d: '"' + d.replace("\n", "\\n") + '"',
    "with escapes": lambda d: '"""' + d.replace("T", "\\u0054").replace("S", "\\U00000053") + '"""',
    "with folded lines": lambda d: '"""\\\n  ' + d.replace("~>", "~\\\n   >") + '"""',
    "a list of one": lambda d: f"[ # first\n'''\n{d}\n''', ]",
    "indented": lambda d: '"""\n' + re.sub("^", "     ", d, flags=re.MULTILINE) + '\n     """',
    "with blank lines around": lambda d: f'"""\n\n  \n{d}\n\n \t\n"""',
}


@pytest.mark.parametrize("change", SAME_DRAWINGS.values(), ids=SAME_DRAWINGS.keys())
def test_a_drawing_may_be_written_in_every_way_of_toml(change: Callable[[str], str]) -> None:
    found = reading(rewritten(change))
    assert found.map == reading(CELLAR).map
    line, column = found.spot("c1")
    assert found.text.split("\n")[line - 1][column - 1 :].startswith(("S", "\\U00000053"))


def test_a_byte_order_mark_and_crlf_are_read_and_do_not_count_as_columns() -> None:
    found = reading("\ufeff" + CELLAR.replace("\n", "\r\n"))
    assert found.map == reading(CELLAR).map
    assert found.spot("b2") == reading(CELLAR).spot("b2")
    assert found.text.encode() == b"\xef\xbb\xbf" + CELLAR.replace("\n", "\r\n").encode()


PLACES = {
    "a3": (8, 3),
    "c3": (8, 11),
    "a1": (12, 2),
    "d1": (12, 15),
    Border("d2", "E"): (10, 17),
    Border("b2", "N"): (9, 6),
    Border("a2", "E"): (10, 5),
    Border("d1", "S"): (13, 14),
    WHOLE_MAP: (7, 1),
    "z26": (7, 1),
}


@pytest.mark.parametrize(("place", "spot"), PLACES.items(), ids=map(str, PLACES))
def test_every_place_has_a_line_and_a_column(place: str | Border, spot: tuple[int, int]) -> None:
    assert reading(CELLAR).spot(place) == spot


def test_every_setting_has_a_line_and_a_column() -> None:
    found = reading(CELLAR)
    assert [found.source.key("settings", name) for name in ("marsh", "walls")] == [(16, 1), (17, 1)]
    assert found.source.key("settings", "apart") == (15, 1)
    bare = reading(CELLAR[: CELLAR.index("[settings]")])
    assert bare.source.key("settings", "apart") == (5, 1)


# Writing


@st.composite
def maps(draw: st.DrawFn) -> Map[Toys]:
    """Any map of the toy game: any board, any facts that a drawing can hold, any settings."""
    grid = Square(draw(st.integers(2, 5)), draw(st.integers(2, 5)), draw(st.integers(1, 3)))
    marks = dict(draw(st.sets(st.sampled_from(sorted(fitting(grid), key=str)))))
    title = draw(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=20))
    params = Toys(grid, draw(amounts(0)), draw(amounts(0)), draw(amounts(1)), draw(st.integers(0, 9)))
    return Map(TOY, params, frozenset(Fact(*item) for item in marks.items()), title, draw(st.sampled_from(PRESETS)))


PRESETS = ("default", "hard")


@st.composite
def amounts(draw: st.DrawFn, least: int) -> Amount:
    low = draw(st.integers(least, 9))
    return Amount(low, draw(st.none() | st.integers(low, 20)))


@given(maps())
def test_a_map_survives_being_written_down(map_: Map[Toys]) -> None:
    assert reading(show(map_)).map == map_


@given(maps(), st.lists(st.text()))
def test_comments_of_any_kind_do_no_harm(map_: Map[Toys], comments: list[str]) -> None:
    encoded = show(map_, comments).encode(errors="surrogatepass")
    assert reading(encoded).map == map_


def test_a_written_map_is_canonical() -> None:
    text = show(reading(CELLAR).map, ["made by hand", "two\nlines"])
    assert text == (
        "# made by hand\n# two\n# lines\n"
        'mapkit = 1\ngame = "toy"\ntitle = "The cellar"\npreset = "default"\nmap = """\n'
        "+---+---+---+---+\n| T   .   ~>  ~>|\n+   +---+   +   +\n| .   A1| .   .\n+---+   +   +   +\n"
        "|     A2o S     |\n+---+---+---+---+\n"
        '"""\n\n[settings]\nmarsh = 0\nwalls = "3-"\nexits = 1\napart = 3\n'
    )


@pytest.mark.parametrize(
    "facts",
    [
        {Fact("a1", "dragon")},
        {Fact("z9", "safe")},
        {Fact("a1", "safe"), Fact("a1", "marsh")},
        {Fact(Border("a1", "S"), "wall")},
        {Fact(Border("a1", "N"), "exit")},
    ],
    ids=["a strange mark", "no such cell", "two marks", "a wall outside", "an exit inside"],
)
def test_a_fact_that_no_drawing_can_hold_is_refused(facts: set[Fact]) -> None:
    with pytest.raises(ValueError, match="drawn"):
        show(Map(TOY, Toys(), frozenset(facts)))


@pytest.mark.parametrize("title", ["a\x1b[2J", "a\nb", "\u202eabc", "\ud800", "x" * 101])
def test_a_title_that_could_not_be_read_is_not_written(title: str) -> None:
    with pytest.raises(ValueError, match="title"):
        show(Map(TOY, Toys(), frozenset(), title))


# Redrawing


DRAWING = re.compile(r'(?<="""\n)[^"]*(?=""")')


@st.composite
def hand_made(draw: st.DrawFn) -> tuple[str, Map[Toys]]:
    """A file with unusual formatting, and another map on its board."""
    old = draw(maps())
    text = show(old, ["by hand"]).replace("preset =", "preset  =\t")
    if draw(st.booleans()):
        text = DRAWING.sub(lambda found: re.sub("^", "   ", found[0], flags=re.MULTILINE), text)
    if draw(st.booleans()):
        text = DRAWING.sub(lambda found: found[0].replace("\n", "  \n"), text)
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    if draw(st.booleans()):
        text = "\ufeff" + text
    changes = draw(st.dictionaries(st.sampled_from(sorted(fitting(old.params.grid), key=str)), st.booleans()))
    marks = dict(old.facts)
    for fact, stays in changes.items():
        marks.pop(fact.place, None)
        marks |= {fact.place: fact.mark} if stays else {}
    return text, replace(old, facts=frozenset(Fact(*item) for item in marks.items()))


def fitting(grid: Square) -> set[Fact]:
    """Every fact that a drawing of the board can hold."""
    inner = [line for line in inner_borders(grid) if line.side not in "UD"]
    return {
        *(Fact(cell, mark) for cell in grid.cells() for mark in LEGEND.cells.values()),
        *(Fact(line, mark) for line in inner for mark in ("wall", "window", UNDECIDED)),
        *(Fact(line, mark) for line in outer_borders(grid) for mark in ("exit", UNDECIDED)),
    }


@given(hand_made())
def test_a_redrawn_file_reads_as_the_new_map_and_keeps_all_else(made: tuple[str, Map[Toys]]) -> None:
    text, new = made
    old = reading(text)
    again = redraw(old, new)
    assert reading(again).map == new
    assert DRAWING.sub("", again.replace("\r\n", "\n")) == DRAWING.sub("", text.replace("\r\n", "\n"))
    assert again.count("\r\n") == text.count("\r\n")
    changed = {fact.place for fact in old.map.facts ^ new.facts}
    # How many characters differ, line by line, without spaces at the ends of lines
    lines = zip(text.split("\n"), again.split("\n"), strict=True)
    pairs = [signs for pair in lines for signs in zip_longest(*(line.rstrip() for line in pair), fillvalue=" ")]
    assert sum(a != b for a, b in pairs) <= 3 * len(changed)


@given(maps())
def test_a_file_redrawn_with_its_own_map_stays_byte_for_byte(map_: Map[Toys]) -> None:
    text = "\ufeff" + show(map_).replace("\n", "\r\n")
    assert redraw(reading(text), map_) == text


def test_only_the_changed_glyphs_are_replaced() -> None:
    old = reading(CELLAR)
    facts = old.map.facts - {Fact("a3", "treasure"), Fact(Border("d2", "E"), "exit"), Fact(Border("b2", "N"), "wall")}
    facts |= {Fact("a3", "W12"), Fact(Border("c2", "E"), "window"), Fact("d1", "A1")}
    assert redraw(old, replace(old.map, facts=facts)) == (
        CELLAR.replace("| T   .   ~>", "|W12  .   ~>")
        .replace("+   +---+   +", "+   +   +   +")
        .replace("| .   A1| .   .\n", "| .   A1| . o . |\n")
        .replace("|?    A2o S     |", "|?    A2o S   A1|")
    )


@pytest.mark.parametrize("change", SAME_DRAWINGS.values(), ids=SAME_DRAWINGS.keys())
def test_a_drawing_written_in_another_way_of_toml_is_redrawn_in_place(change: Callable[[str], str]) -> None:
    old = reading(rewritten(change))
    facts = old.map.facts - {Fact("c1", "shop"), Fact("c3", "flows E")} | {Fact("c1", "W12"), Fact("d1", "marsh")}
    again = redraw(old, replace(old.map, facts=frozenset(facts)))
    assert reading(again).map.facts == facts
    assert "# drawn by hand" in again
    assert "# ours" in again


def test_another_title_or_setting_gives_a_canonical_file() -> None:
    old = reading(CELLAR)
    for new in (replace(old.map, title="The attic"), replace(old.map, params=Toys())):
        assert redraw(old, new) == show(new)


# Hexes

COMB_HEAD = 'mapkit = 1\ngame = "hexed"\n'
COMB = f'''{COMB_HEAD}map = """
  . # .
 # . . #
. . T . ?
 . . . .
  # . .
"""
'''


def test_a_drawing_of_hexes_becomes_facts() -> None:
    found = reading(COMB).map
    walls = {fact.place for fact in found.facts if fact.mark == "wall"}
    assert found.params.grid == Hex(2)
    assert walls == {"e4", "d2", "d5", "a1"}
    assert Fact("c3", "treasure") in found.facts
    assert "c5" not in {fact.place for fact in found.facts}


def test_every_hex_has_a_line_and_a_column() -> None:
    found = reading(COMB)
    spots = [found.spot(place) for place in ("e3", "d2", "c3", "c5", "a3", WHOLE_MAP, "z9")]
    assert spots == [(4, 3), (5, 2), (6, 5), (6, 9), (8, 7), (4, 1), (4, 1)]


SAME_COMBS: dict[str, Callable[[str], str]] = {
    "without shifts": lambda d: re.sub("^ +", "", d, flags=re.MULTILINE),
    "shifted more": lambda d: re.sub("^ ", "      ", d, flags=re.MULTILINE),
    "indented": lambda d: re.sub("^", "     ", d, flags=re.MULTILINE),
    "wide": lambda d: d.replace(" ", "   "),
    "blanks at the ends": lambda d: d.replace("\n", "  \n"),
    "blank lines around": lambda d: f"\n\n{d}\n\n",
}


@pytest.mark.parametrize("change", SAME_COMBS.values(), ids=SAME_COMBS.keys())
def test_only_the_order_of_hexes_in_their_row_counts(change: Callable[[str], str]) -> None:
    text = DRAWING.sub(lambda found: change(found[0].rstrip("\n")) + "\n", COMB)
    old = reading(text)
    assert old.map == reading(COMB).map
    line, column = old.spot("c3")
    assert text.split("\n")[line - 1][column - 1] == "T"
    facts = old.map.facts - {Fact("c3", "treasure")} | {Fact("c3", "wall"), Fact("c5", "treasure")}
    changed = redraw(old, replace(old.map, facts=facts))
    assert changed == text.replace("T", "#").replace("?", "T")


@st.composite
def combs(draw: st.DrawFn) -> Map[Combs]:
    """Any map on hexes: any board, with any hexes filled in."""
    grid = Hex(draw(st.integers(2, 6)), draw(st.integers(1, 8)))
    marks = draw(st.lists(st.sampled_from(["", "safe", "wall", "treasure"]), min_size=1, max_size=40))
    facts = {Fact(cell, mark) for n, cell in enumerate(grid.cells()) if (mark := marks[n * 7 % len(marks)])}
    return Map(HEXED, Combs(grid, draw(amounts(0))), frozenset(facts), draw(st.sampled_from(["", "Wax"])))


@given(combs())
def test_a_map_of_hexes_survives_being_written_down(map_: Map[Combs]) -> None:
    assert reading(show(map_)).map == map_
    assert redraw(reading(show(map_)), map_) == show(map_)


@given(combs(), st.lists(st.integers(1, 4), min_size=1), st.data())
def test_hexes_are_redrawn_where_they_stand_and_all_else_is_kept(
    map_: Map[Combs], gaps: list[int], data: st.DataObject
) -> None:
    """An oddly spaced drawing, with notes and line ends of its own."""
    turns = cycle(gaps)
    text = DRAWING.sub(lambda found: re.sub(r"(?<=\S) (?=\S)", lambda _: " " * next(turns), found[0]), show(map_))
    text = (text.replace("preset =", "preset =  ").replace("map =", "map  =  ") + "# a note\n").replace("\n", "\r\n")
    old = reading(text)
    marks = dict(old.map.facts)
    for cell in data.draw(st.sets(st.sampled_from(map_.params.grid.cells()), max_size=9)):
        marks[cell] = {"safe": "wall", "wall": "treasure"}.get(marks.get(cell, ""), "safe")
    new = replace(map_, facts=frozenset(Fact(*item) for item in marks.items()))
    again = redraw(old, new)
    changed = {fact.place for fact in old.map.facts ^ new.facts}
    assert reading(again).map == new
    assert sum(one != other for one, other in zip(text, again, strict=True)) == len(changed)


def comb(*rows: str) -> str:
    """A file whose drawing begins in line 4."""
    return drawing(*rows, head=COMB_HEAD)


ROWS = ("  . . .", " . . . .", ". . . . .", " . . . .", "  . . .")
BAD_COMBS: dict[str, tuple[str, list[tuple[int, int, str]]]] = {
    "a row too few": (
        comb(*ROWS[:4]),
        [(7, 1, "found 4 rows; a board of radius 2 has 5 rows; others have 5, 7, ... or 13")],
    ),
    "a row too many": (
        comb(*ROWS, "   . ."),
        [(8, 1, "found 6 rows; a board of radius 2 has 5 rows; others have 5, 7, ... or 13")],
    ),
    "a hex too many": (
        comb(*ROWS[:2], ". . . . . .", *ROWS[3:]),
        [(6, 1, "this row has 6 hexes, and row 3 of 5 takes 5")],
    ),
    "a hex too few": (comb("  . .", *ROWS[1:]), [(4, 3, "this row has 2 hexes, and row 1 of 5 takes 3")]),
    "one hex": (comb(*ROWS[:4], "  #"), [(8, 3, "this row has 1 hex, and row 5 of 5 takes 3")]),
    "glued hexes": (
        comb(ROWS[0], " ## . .", *ROWS[2:]),
        [(5, 2, "this row has 3 hexes, and row 2 of 5 takes 4 with a space between two")],
    ),
    "a glyph of two": (comb(ROWS[0], " ## . . .", *ROWS[2:]), [(5, 2, '"##" is no symbol of hexed')]),
    "a wrong glyph": (comb(*ROWS[:3], " . q . .", ROWS[4]), [(7, 4, "use one of . # T")]),
    "a small letter": (comb(*ROWS[:3], " . t . .", ROWS[4]), [(7, 4, 'did you mean "T"?')]),
    "a wall": (comb(*ROWS[:3], " . | . .", ROWS[4]), [(7, 4, '"|" is no symbol of hexed')]),
    "a tab": (comb(*ROWS[:3], " .\t. . .", ROWS[4]), [(7, 3, "a tab has no fixed width; use spaces")]),
    "a blank row": (
        comb(*ROWS[:3], "", *ROWS[3:]),
        [
            (7, 1, "this row has no hexes, and row 4 of 5 takes 4"),
            (8, 1, "found 6 rows"),
            (8, 2, "this row has 4 hexes, and row 5 of 5 takes 3"),
        ],
    ),
    "a board of squares": (
        comb("+---+---+", "| . | . |", "+---+---+"),
        [(4, 1, "a map of hexed is a hexagon: its rows have 3, 4, 5, 4, 3 hexes (`mapkit new hexed` shows it)")],
    ),
    "a board too small": (
        comb(" . .", ". . .", " . ."),
        [(4, 2, "this row has 2 hexes"), (5, 1, "this row has 3 hexes"), (6, 1, "found 3 rows"), (6, 2, "2 hexes")],
    ),
    "much at once": (
        comb("  . Q .", " ## . .", ROWS[2], " . . . .", "  . . . ."),
        [
            (4, 5, '"Q" is no symbol of hexed'),
            (5, 2, "this row has 3 hexes"),
            (8, 3, "this row has 4 hexes, and row 5 of 5 takes 3"),
        ],
    ),
}


@pytest.mark.parametrize(("text", "told"), BAD_COMBS.values(), ids=BAD_COMBS.keys())
def test_each_problem_of_a_drawing_of_hexes_is_told_with_its_place(text: str, told: list[tuple[int, int, str]]) -> None:
    found = problems(text)
    assert [problem[:2] for problem in found] == [each[:2] for each in told]
    for line, column, says in told:
        assert [p for p in found if (p.line, p.column) == (line, column) and says in p.message]


def test_floors_of_hexes_are_of_one_radius() -> None:
    small, large = "\n".join(ROWS), DRAWING.search(show(Map(HEXED, Combs(Hex(3)), frozenset())))
    assert large is not None
    problem = the_problem(f"{COMB_HEAD}map = [\n'''\n{small}\n''',\n'''\n{large[0]}''']\n")
    assert problem == (12, 1, "floor 2 has 37 cells and the first floor 19; all are of one size")


def test_a_blank_board_of_hexes_reads_as_a_map_without_facts() -> None:
    text = blank(HEXED, Combs(Hex(4, 2)))
    assert reading(text).map == Map(HEXED, Combs(Hex(4, 2)), frozenset())
    assert "named a1/1 to i9/2" in text


@given(st.lists(st.sampled_from([*".#T?Q ", "\n", "##", "\t", "\u3000"]), max_size=80).map("".join))
def test_anything_like_hexes_is_a_map_or_unreadable(text: str) -> None:
    never_worse_than_unreadable(comb(text).encode())


# A blank file


@pytest.mark.parametrize("grid", [Square(3, 2), Square(2, 3, 2)], ids=str)
def test_a_blank_file_reads_as_a_map_without_facts(grid: Square) -> None:
    found = reading(blank(TOY, Toys(grid), "hard")).map
    assert (found.facts, found.params, found.preset) == (frozenset(), Toys(grid), "hard")


def test_a_blank_file_explains_its_glyphs_and_its_settings() -> None:
    text = blank(TOY, Toys())
    assert re.search(r"^# +\. +Safe tile$", text, re.MULTILINE)
    assert re.search(r"^# +--- or \| +wall$", text, re.MULTILINE)
    assert re.search(r"^marsh = 1 +# Marshes \(TOY-1\)$", text, re.MULTILINE)
    assert re.search(r"a gap is: exit$", text, re.MULTILINE)


# What cannot be read


def test_all_problems_are_told_at_once_each_in_a_line() -> None:
    text = CELLAR.replace("title", "titel").replace("S ", "Q ").replace("marsh", "marhs").replace('"3-"', "1.5")
    with pytest.raises(UnreadableMap) as caught:
        reading(text.replace("+   +---+   +", "+   +-- +   ="))
    assert str(caught.value).split("\n") == [
        'cellar.toml:4:1: error: unknown key "titel"; did you mean "title"?',
        'cellar.toml:9:6: error: "-- " cannot stand between two cells; draw --- -o- or leave a gap',
        'cellar.toml:9:13: error: "=" where a corner + should be; corners stand four characters apart',
        'cellar.toml:12:11: error: "Q" is no symbol of toy; use one of . T S M A1 A2 ~> W12',
        'cellar.toml:16:1: error: unknown key "marhs"; did you mean "marsh"?',
        "cellar.toml:17:9: error: walls is 1.5; it takes a whole number, "
        'a range such as "6-10", a share such as "12%", or "any"',
    ]


def test_of_very_many_problems_the_last_one_counts_the_rest() -> None:
    found = problems(drawing("+---+---+", *["| Q   Q |", "+   +   +"] * 63, "| .   . |", "+---+---+"))
    assert len(found) == 101
    assert found[-1].message == "and 26 more errors from here on"


BAD_TEXTS: dict[str, tuple[str | bytes, int, int, str]] = {
    # header
    "no mapkit": (CELLAR.replace("mapkit = 1\n", ""), 1, 1, "mapkit is missing"),
    "no game": (CELLAR.replace('game = "toy"\n', ""), 1, 1, "game is missing"),
    "no map": ('mapkit = 1\ngame = "toy"\n', 1, 1, "map is missing"),
    "a newer format": (CELLAR.replace("mapkit = 1", "mapkit = 2") + "new = 1", 2, 10, "needs a newer mapkit"),
    "a huge format": (CELLAR.replace("mapkit = 1", "mapkit = 0x" + "f" * 900), 2, 10, "needs a newer mapkit"),
    "an older format": (CELLAR.replace("mapkit = 1", "mapkit = 0"), 2, 10, "write mapkit = 1"),
    "a format that is true": (CELLAR.replace("mapkit = 1", "mapkit = true"), 2, 10, "mapkit is true"),
    "a format in quotes": (CELLAR.replace("mapkit = 1", 'mapkit = "1"'), 2, 10, 'mapkit is "1"'),
    "a float for a format": (CELLAR.replace("mapkit = 1", "mapkit = 1.0"), 2, 10, "mapkit is 1.0"),
    "an unknown game": (CELLAR.replace('"toy"', '"ty"'), 3, 8, 'did you mean "toy"?'),
    "a game without a name": (CELLAR.replace('"toy"', '""'), 3, 8, "use one of toy, walled, hexed"),
    "a number for a game": (CELLAR.replace('"toy"', "7"), 3, 8, "game is 7; it takes text in quotes"),
    "an unknown key": (CELLAR.replace("title", "rules"), 4, 1, 'unknown key "rules"; a map file has mapkit, game'),
    "an unknown table": (CELLAR + "[extra.more]\nx = 1\n", 18, 2, 'unknown key "extra"'),
    "an unknown preset": (CELLAR.replace('"default"', '"x"'), 5, 10, "use one of default, hard"),
    "an unexplained preset": (CELLAR.replace('"default"', '"unheard-of"'), 5, 10, 'no preset "unheard-of"'),
    "a preset that is a path": (CELLAR.replace('"default"', '"../x"'), 5, 10, 'no preset "../x"'),
    "a date for a title": (CELLAR.replace('"The cellar"', "1979-05-27"), 4, 9, "title is the date or time 1979"),
    "an ESC in a title": (CELLAR.replace("cellar", "c\\u001bellar"), 4, 15, "U+001B"),
    "a C1 in a title": (CELLAR.replace("cellar", "c\x85ellar"), 4, 15, "U+0085"),
    "a line break in a title": (CELLAR.replace("cellar", "c\\nellar"), 4, 15, "U+000A"),
    "an override in a title": (CELLAR.replace("cellar", "\U0001f40d\u202ellar"), 4, 15, "U+202E"),
    "a separator in a title": (CELLAR.replace("cellar", "\u2028ellar"), 4, 14, "U+2028"),
    "a long title": (CELLAR.replace("cellar", "c" * 97), 4, 9, "101 characters; 100"),
    # settings
    "an unknown setting": (CELLAR.replace("walls", "wlals"), 17, 1, 'did you mean "walls"?'),
    "a strange setting": (CELLAR.replace("walls", '"\\u001b"'), 17, 1, 'unknown key "U+001B"; the settings are marsh,'),
    "a bad setting": (CELLAR.replace('"3-"', '"3-1"'), 17, 9, "the range ends before it begins"),
    "a huge setting": (CELLAR.replace('"3-"', "0x" + "f" * 900), 17, 9, "walls is a very large number"),
    "a huge decimal": (CELLAR.replace('"3-"', "1" * 900), 17, 9, "walls is a very large number"),
    "a table for a setting": (CELLAR.replace('"3-"', "{a.b.c = 1}"), 17, 9, "walls is a table"),
    "a truth for a setting": (CELLAR.replace('"3-"', "true"), 17, 9, "walls is true"),
    "a setting outside": (
        CELLAR.replace("[settings]\n", "").replace("marsh = 0\n", ""),
        15,
        1,
        "below the line [settings]",
    ),
    "settings that are none": (CELLAR[: CELLAR.index("[settings]")] + "settings = 3\n", 15, 12, "settings is 3"),
    "a list of settings": (CELLAR.replace("[settings]", "[[settings]]"), 15, 1, "settings is a list"),
    "a title below settings": (CELLAR + 'title = "x"\n', 18, 1, "belongs above the line [settings]"),
    "a key twice": (CELLAR + "marsh = 1\n", 18, 1, '"marsh" is set twice; first in line 16'),
    "a table twice": (CELLAR + "[settings]\n", 18, 1, '"settings" is set twice; first in line 15'),
    # the drawing
    "a number for a map": ('mapkit = 1\ngame = "toy"\nmap = 5\n', 3, 7, "the map is 5"),
    "an empty map": ('mapkit = 1\ngame = "toy"\nmap = """\n  \n"""\n', 3, 7, "the map is empty"),
    "no floors": ('mapkit = 1\ngame = "toy"\nmap = []\n', 3, 7, "0 floors; 1 to 8"),
    "two floors of a flat game": ('mapkit = 1\ngame = "walled"\nmap = ["", ""]\n', 3, 7, "2 floors; one floor"),
    "nine floors": ('mapkit = 1\ngame = "toy"\nmap = [' + "''," * 9 + "]\n", 3, 7, "9 floors; 1 to 8"),
    "a wrong glyph": (CELLAR.replace(" T ", " t "), 8, 3, '"t" is no symbol of toy; did you mean "T"?'),
    "two glyphs": (CELLAR.replace(" T ", "T S"), 8, 2, '"T S" is no symbol of toy'),
    "a parted glyph": (CELLAR.replace(" A1", "A 1"), 10, 6, 'did you mean "A1"?'),
    "a long line": (CELLAR.replace("~>|", "~>| ."), 8, 18, "the first line has 17 characters"),
    "a wrong corner": (
        CELLAR.replace("+   +---+   +   +", "+   *---+   +   +"),
        9,
        5,
        '"*" where a corner + should be',
    ),
    "a short line of walls": (CELLAR.replace("+   +---+   +   +", "+   +---+"), 9, 10, "the line ends where a corner"),
    "half a wall": (CELLAR.replace("+   +---+", "+   +-- +"), 9, 6, '"-- " cannot stand between two cells'),
    "a window outside": (CELLAR.replace("+---+---+---+---+\n| T", "+---+-o-+---+---+\n| T"), 7, 6, "in the outer wall"),
    "a glyph for a wall": (CELLAR.replace("A1| .", "A1S ."), 10, 9, '"S" cannot stand between two cells; draw | o'),
    "a wall in a cell": (CELLAR.replace("A1| .", "A1 |."), 10, 10, '"|" inside a cell'),
    "a tab": (CELLAR.replace("A1| .", "A1|\t."), 10, 10, "a tab"),
    "a tab in the indentation": (CELLAR.replace("+   +---+   +   +", "\t+   +---+"), 9, 1, "a tab"),
    "a missing line of walls": (CELLAR.replace("+   +---+   +   +\n", ""), 9, 1, "a line of walls such as"),
    "a missing line of cells": (CELLAR.replace("| .   A1| .   .\n", ""), 10, 1, "a line of cells such as"),
    "an empty line": (CELLAR.replace("+   +---+   +   +", ""), 9, 1, "a line of walls such as"),
    "no bottom": (CELLAR.replace('+---+---+---+---+\n"', '"'), 12, 1, "ends with a line of cells"),
    "no top": (drawing("| .   . |", "+---+---+", "| .   . |"), 4, 1, "a line of walls such as"),
    "a bad first line": (CELLAR.replace("+---+---+---+---+\n| T", "+---+--+---+---+\n| T"), 7, 9, "corner"),
    "a first line cut short": (CELLAR.replace("+---+---+---+---+\n| T", "+---+---+---+--\n| T"), 7, 16, "corner"),
    "left of the drawing": (
        drawing("  +---+---+", "  | .   . |", " +---+---+", "  | .   . |", "  +---+---+"),
        6,
        2,
        "left",
    ),
    "one column": (drawing("+---+", "| . |", "+   +", "| . |", "+---+"), 4, 1, "columns is 1; 2 to 64"),
    "one row": (drawing("+---+---+", "| .   . |", "+---+---+"), 4, 1, "rows is 1; 2 to 64"),
    "65 columns": (drawing("+" + "---+" * 65, *["|", "+" + "   +" * 65] * 2), 4, 1, "columns is 65; 2 to 64"),
    "65 rows": (drawing("+---+---+", *["| .   . |", "+---+---+"] * 65), 4, 1, "rows is 65; 2 to 64"),
    "a bad floor in one line": ('mapkit = 1\ngame = "toy"\nmap = ["\\u002b---+--"]\n', 3, 21, "corner"),
    "a gap where there is none": (
        drawing("+---+   +", "| .   . |", "+   +   +", "| .   . |", "+---+---+", head='mapkit = 1\ngame = "walled"\n'),
        4,
        6,
        '"   " cannot stand in the outer wall; draw ---',
    ),
    # TOML
    "text without quotes": ("mapkit = 1\ngame = toy\n", 2, 8, "text stands in quotes"),
    "a drawing without quotes": ("mapkit = 1\nmap =\n+---+---+\n", 2, 6, "this is no TOML"),
    "an open text": (CELLAR.replace('"""\n[', "["), 6, 7, 'does not end; """ closes it'),
    "an open list": ("mapkit = 1\nmap = [1,\n\n", 4, 1, "this is no TOML"),
    "a text over two lines": ('mapkit = 1\ntitle = "a\nb"\n', 2, 11, "ends on its line"),
    "a backslash": (CELLAR.replace(" T ", " \\|"), 8, 3, '"\\|" has no meaning in TOML'),
    "a lone surrogate": (CELLAR.replace("cellar", "\\ud800"), 4, 14, '"\\ud800" has no meaning'),
    "deep lists": ("mapkit = 1\nx = " + "[" * 100_000, 2, 55, "more than 50 deep"),
    "deep tables": ("mapkit = 1\nx = " + "{a=" * 30_000, 2, 155, "more than 50 deep"),
    "a name of many parts": ("mapkit = 1\n" + ".".join("a" * 400_000) + " = 1", 2, 22, "more than 10 parts"),
    "5,000 digits": ("mapkit = 1\nx = 1" + "0" * 4999, 2, 5, "5,000 characters"),
    "NUL": (CELLAR.replace("cellar", "\0"), 4, 14, "Illegal character"),
    # bytes
    "a byte that is no UTF-8": ("# é\ntitle = 'Ä\xff'".encode("latin-1"), 1, 3, "0xE9 is no UTF-8"),
    "a bad byte behind good ones": ("# é\nx = 'é".encode() + b"\xff'", 2, 7, "0xFF is no UTF-8"),
    "a bad byte behind a mark": (b"\xef\xbb\xbf#\xff", 1, 2, "0xFF is no UTF-8"),
    "UTF-16": (CELLAR.encode("utf-16"), 1, 1, "UTF-16; save the file as UTF-8"),
    "UTF-16, big": (b"\xfe\xff" + CELLAR.encode("utf-16-be"), 1, 1, "UTF-16; save the file as UTF-8"),
    "UTF-16 without a mark": (CELLAR.encode("utf-16-le"), 1, 1, "UTF-16; save the file as UTF-8"),
    "UTF-16, big, without a mark": (CELLAR.encode("utf-16-be"), 1, 1, "UTF-16; save the file as UTF-8"),
    "a surrogate in UTF-8": (b"title = '\xed\xa0\x80'", 1, 10, "0xED is no UTF-8"),
    "a large file": (b"#" * (MOST_BYTES + 1), 1, 1, "1,048,577 bytes"),
}


@pytest.mark.parametrize(("text", "line", "column", "says"), BAD_TEXTS.values(), ids=BAD_TEXTS.keys())
def test_what_cannot_be_read_is_told_with_its_place(text: str | bytes, line: int, column: int, says: str) -> None:
    problem = the_problem(text)
    assert (problem.line, problem.column) == (line, column)
    assert says in problem.message
    assert problem.message.isprintable()


def test_floors_of_different_sizes_are_told_at_the_floor_that_differs() -> None:
    small = "'''\n+---+---+\n|   |   |\n+---+---+\n|   |   |\n+---+---+\n'''"
    wide = small.replace("---+\n", "---+---+\n").replace(" |\n", " |   |\n")
    problem = the_problem(f"mapkit = 1\ngame = 'toy'\nmap = [\n{small},\n{wide}]\n")
    assert problem == (12, 1, "floor 2 has 3 x 2 cells and the first floor 2 x 2; all are of one size")


def test_a_problem_of_a_preset_is_told_at_the_line_that_names_the_preset() -> None:
    found = problems(CELLAR.replace('"default"', '"wrong"').replace("marsh = 0\n", ""))
    assert {(problem.line, problem.column) for problem in found} == {(5, 10)}
    assert all(problem.message.startswith('preset "wrong": ') for problem in found)


def test_a_settings_table_above_the_drawing_swallows_it_and_that_is_told() -> None:
    found = problems("[settings]\n" + CELLAR.replace("[settings]\n", ""))
    assert {problem.message for problem in found} == {
        f"{key} is no setting; it belongs above the line [settings]"
        for key in ("mapkit", "game", "title", "preset", "map")
    }


def test_every_key_that_is_set_twice_is_told() -> None:
    found = problems(CELLAR + "marsh = 1\nwalls = 2\n")
    assert [problem[:2] for problem in found] == [(18, 1), (19, 1)]


@given(st.binary(max_size=200) | st.text().map(str.encode))
def test_any_bytes_are_a_map_or_unreadable(data: bytes) -> None:
    never_worse_than_unreadable(data)


TOML_WORDS = [*"\n\n\n\"'[]{}=,.#\\+-| \t\r", '"""', "'''", "mapkit", "game", "map", "settings", "title"]
TOML_WORDS += [
    *("a", "1", "-1", "1.5", "true", "mapkit = 1\n", 'game = "toy"\n', "[settings]\n", "+---+---+\n", "| T   . |\n"),
    *("\\u001b", "1979-05-27", "²"),
]


@given(st.lists(st.sampled_from(TOML_WORDS), max_size=60).map("".join))
def test_anything_like_toml_is_a_map_or_unreadable(text: str) -> None:
    never_worse_than_unreadable(text.encode())


@given(st.integers(0, len(CELLAR)), st.integers(0, 12), st.sampled_from(["", *TOML_WORDS]) | st.text(max_size=3))
def test_a_map_with_a_slip_of_the_pen_is_a_map_or_unreadable(at: int, length: int, slip: str) -> None:
    never_worse_than_unreadable((CELLAR[:at] + slip + CELLAR[at + length :]).encode(errors="replace"))


def never_worse_than_unreadable(data: bytes) -> None:
    lines = data.decode(errors="replace").removeprefix("\ufeff").split("\n")
    told: tuple[Problem, ...] = ()
    try:
        found = reading(data)
    except UnreadableMap as error:
        told = error.problems
        assert told
    else:
        assert reading(show(found.map)).map == found.map
        assert redraw(found, found.map) == found.text
    for problem in told:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
        assert "\n" not in problem.message


def test_a_large_map_is_read() -> None:
    grid = Square(64, 64)
    facts = {Fact(cell, "flows E") for cell in grid.cells()} | {Fact(line, "wall") for line in inner_borders(grid)}
    data = show(Map(TOY, Toys(grid), frozenset(facts))).encode()
    assert reading(data).map.facts == facts


# The page for people


PAGE = "".join(
    (Path(__file__).parents[2] / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("format", "symbols")
)
EXAMPLES = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_of_the_page_is_read(example: str) -> None:
    found = read(example.encode(), "example.toml", SHELF, lambda *_: {})
    assert found.map.facts


def test_every_error_on_the_page_is_the_error_of_the_file_above_it() -> None:
    pairs = re.findall(r"^```text\n(.*?)^```\n.*?^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert pairs
    for text, errors in pairs:
        with pytest.raises(UnreadableMap) as caught:
            read(text.encode(), "cellar.toml", SHELF, lambda *_: {})
        assert str(caught.value) == errors.strip()


def test_the_picture_of_the_page_shows_its_first_map(tmp_path: Path) -> None:
    with Image.open(gallery.TYPED) as kept:
        assert gallery.typed_map(tmp_path)[0] == kept.info[gallery.HELD], "python -m tests.gallery --docs format"
