"""Inks and themes: how lines and fills look, in colours, in greys and in black alone, and files that people write."""

import re
import tomllib
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from math import hypot
from pathlib import Path
from string import ascii_letters, digits
from typing import Any

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from pypdf import PdfReader

import mapkit
from mapkit.language.wording import translated
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import resources
from mapkit.paper import icons, pdf, png, small_svg, svg, themes
from mapkit.paper.edition import Edition
from mapkit.paper.own_fonts import OwnFont
from mapkit.paper.pens import INK_SETS, InkSet, Pen, Theme, drawn, luminance, usual_theme
from mapkit.paper.press import Press
from mapkit.paper.sheet import A4, PAPERS, Box, Circle, Ink, Page, Text, centred_text, extent, moved, rectangle
from mapkit.paper.sheet import Path as Stroke
from tests.command import run

NAMES = themes.theme_names()
OKABE_ITO = ("#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")
NEIGHBOURS = (
    (Ink.GREY_SHAPE, Ink.PAPER),
    (Ink.GREY_SHAPE, Ink.CREAM_TINT),
    (Ink.CREAM_TINT, Ink.PAPER),
    (Ink.GREY_TINT, Ink.PAPER),
    (Ink.GREY_TINT, Ink.BLUE_TINT),
    (Ink.BLUE_TINT, Ink.PAPER),
    (Ink.BLUE_TINT, Ink.GREEN_TINT),
    (Ink.GREEN_TINT, Ink.PAPER),
    (Ink.GREY, Ink.PAPER),
    (Ink.ORANGE_SHAPE, Ink.PAPER),
)
"""Fills that lie beside each other: modules of Minoqaur, hexes of Dungeon, tiles of both mazes."""
TALES = ("haunted-house", "cursed-forest", "psych-ward", "pirate-ship")
"""The themes for tales of Treasures."""
WAYS = tuple(ink for ink in Ink if ink.name.endswith("_WAY"))


def lightness(colour: str) -> float:
    """How light a colour looks, from 0 for black to 100 for white (CIE L*)."""
    light = luminance(colour)
    return float(116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light)


def apart(one: Pen, other: Pen) -> float:
    """How far the fills of two pens are apart in lightness; 100 where their hatching is another."""
    assert one.fill
    assert other.fill
    return 100 if one.hatch != other.hatch else abs(lightness(one.fill) - lightness(other.fill))


@pytest.mark.parametrize(("inks", "least"), [("colour", 5), ("grey", 7), ("black", 7)])
@pytest.mark.parametrize("name", ["paper", "mono", "old-blue", *TALES])
def test_fills_that_lie_beside_each_other_differ_in_a_photocopy(name: str, inks: InkSet, least: float) -> None:
    pens = themes.load(name, inks).pens
    near = {(a.value, b.value): round(apart(pens[a], pens[b]), 1) for a, b in NEIGHBOURS}
    assert {pair: by for pair, by in near.items() if by < least} == {}


def test_paths_of_players_that_follow_each_other_differ_in_lightness() -> None:
    """In black alone their widths and dashes tell them apart."""
    for inks, least in (("colour", 8.0), ("grey", 18.0)):
        fills = [themes.load("paper", inks).pens[ink].fill for ink in WAYS]  # type: ignore[arg-type]  # both are inks
        assert all(abs(lightness(a or "") - lightness(b or "")) > least for a, b in pairwise(fills)), inks
        assert max(lightness(fill or "") for fill in fills) < 75, "and all of them show on paper"
    pens = themes.load("paper", "black").pens
    assert {(pens[ink].fill, pens[ink].hatch) for ink in WAYS} == {("#000000", None)}


def test_the_colours_are_mixtures_of_the_palette_that_colour_blind_people_can_tell_apart() -> None:
    parts = [tuple(bytes.fromhex(each[1:])) for each in OKABE_ITO]
    for ink, pen in usual_theme().pens.items():
        for colour in filter(None, (pen.colour, pen.fill)):
            seen = tuple(bytes.fromhex(colour[1:]))
            mixed = [
                tuple(part * share + end * (1 - share) for part in own)
                for own in parts
                for end in (0, 255)
                for share in (step / 100 for step in range(101))
            ]
            assert min(max(abs(a - b) for a, b in zip(seen, each, strict=True)) for each in mixed) < 3, ink


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("inks", INK_SETS)
def test_every_theme_has_a_pen_for_every_ink(name: str, inks: InkSet) -> None:
    theme = themes.load(name, inks)
    assert set(theme.pens) == set(Ink)
    colours = {c for pen in theme.pens.values() for c in (pen.colour, pen.fill, pen.hatch and pen.hatch.colour) if c}
    if inks != "colour":
        assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)
    if inks == "black":
        assert colours <= {"#000000", "#ffffff"}
    for ink in (Ink.TEXT, Ink.QUIET):
        assert lightness(theme.pens[ink].colour or "") < 55, "letters can be read"


@pytest.mark.parametrize("inks", ["grey", "black"])
def test_a_pdf_without_colours_names_greys_alone(inks: InkSet) -> None:
    marks = (
        rectangle(Ink.BLUE_TINT, Box(20, 20, 30, 20)),
        Circle(Ink.ORANGE_SHAPE, 80, 40, 9),
        Text(Ink.QUIET, 20, 60, 5, "quiet"),
    )
    page = PdfReader(BytesIO(pdf.write([Page(A4, "gm-1", marks)], "t", themes.load("paper", inks)))).pages[0]
    words = page.get_contents().get_data().split()  # type: ignore[union-attr]  # the page is not empty
    assert b"g" in words
    assert not {b"rg", b"RG", b"k", b"K"} & {*words}


def test_hatching_lies_inside_its_shape_and_joins_that_of_its_neighbour() -> None:
    ring = Stroke(
        Ink.GREY_TINT, (*rectangle(Ink.WALL, Box(20, 20, 30, 20)).steps, *rectangle(Ink.WALL, Box(30, 25, 5, 5)).steps)
    )
    lined = [*drawn([ring, Circle(Ink.GREY_TINT, 100, 50, 8)], themes.load("paper", "black"))]
    assert [mark.name for mark in lined] == ["stone", "stone-hatch", "stone", "stone-hatch"]
    box = extent(lined[1].mark)
    assert (box.x, box.y, box.right, box.bottom) == pytest.approx((20, 20, 50, 40), abs=0.01)
    assert isinstance(lined[1].mark, Stroke)
    for one, other in zip(lined[1].mark.steps[::2], lined[1].mark.steps[1::2], strict=True):
        x, y = (sum(pair) / 2 for pair in zip(one.points, other.points, strict=True))
        assert not (30.1 < x < 34.9 and 25.1 < y < 29.9), "the hole stays free"
    assert isinstance(lined[3].mark, Stroke)
    assert max(hypot(step.points[0] - 100, step.points[1] - 50) for step in lined[3].mark.steps) <= 8.01


def test_a_shape_too_small_for_hatching_is_filled() -> None:
    dot = Circle(Ink.GREY, 20, 20, 0.35)
    (only,) = drawn([dot], themes.load("paper", "black"))
    assert (only.mark, only.pen.fill) == (dot, "#000000")


def test_black_takes_little_toner() -> None:
    """A page that colours tint all over is hatched, and less than a tenth of it is black."""
    theme = themes.load("paper", "black")
    pens = [theme.pens[ink] for pair in NEIGHBOURS for ink in pair]
    assert all(pen.fill == "#ffffff" for pen in pens)
    cover = [len(pen.hatch.angles) * pen.hatch.line / pen.hatch.gap for pen in pens if pen.hatch]
    assert max(cover) < 0.35
    for ink in (Ink.GREY_SHAPE, Ink.GREY_TINT, Ink.BLUE_TINT, Ink.GREEN_TINT, Ink.CREAM_TINT):
        hatch = theme.pens[ink].hatch
        assert hatch
        dashes = hatch.dash or (1.0, 0.0)
        assert len(hatch.angles) * hatch.line / hatch.gap * dashes[0] / sum(dashes[:2]) < 0.2


NAMED = re.compile(
    r"\b(blue|orange|gr[ea]y|yellow|green|red|purple|pink)\b"
    r"|\b(син|сер(ы[ейм]|ая|ую|ое|ой)\b|красн|зел[её]н|ж[её]лт|голуб|оранж)",
    re.IGNORECASE,
)


def test_words_on_sheets_name_no_colour() -> None:
    """A page may be printed in any ink and theme."""
    for path in resources.path("cards").glob("*/*.toml"):
        lines = path.read_text(encoding="utf-8").splitlines()
        named = {number: line for number, line in enumerate(lines, 1) if NAMED.search(line.partition(" # ")[0])}
        assert named == {}, path


# --- files of one's own ------------------------------------------------------------------------------------------

HOSTILE = """says = 3
[wal]
line = 1
[wall]
line = 99
colour = "red"
fil = "#000000"
hatch = {angel = [1], gap = nan}
["quiet text"]
black.fill = 3
[river]
dash = [1]
grey = 1
[marsh]
colour = "#000000"
cap = "roundish"
hatch = {angles = [45], line = true}
"""


@pytest.mark.parametrize("text", ["x", "[wall\n", '[wall]\nline = "', "\ud800", "%PDF-", "[[wall]]", 'wall = "thick"'])
def test_what_is_no_theme_is_refused_in_words(text: str) -> None:
    with pytest.raises(UnreadableMap, match=r"^mine.toml:\d+:\d+: error: "):
        themes.read(text.encode(errors="surrogatepass"), "mine.toml")


def test_a_theme_that_mapkit_writes_can_be_changed_and_printed(tmp_path: Path) -> None:
    written = run("theme")
    assert written.stdout == themes.theme_text("paper")
    assert (
        "themes: paper, cursed-forest, haunted-house, ink-saver, mono, old-blue, pirate-ship and psych-ward"
        in written.stderr
    )
    mine, drawing = tmp_path / "mine.toml", tmp_path / "shed.toml"
    mine.write_text(written.stdout.replace("line = 1.0\n", "line = 1.7\n"))
    drawing.write_text(mapkit.generate("treasures", "a theme", preset="small").to_text())
    args = ["print", str(drawing), "--sheets", "map", "--format", "svg", "--theme", str(mine)]
    done = run(*args, "-o", tmp_path / "thick.svg")
    assert done.exit_code == 0, done.stderr
    assert ".wall{stroke:#000000;stroke-width:1.7;" in (tmp_path / "thick.svg").read_text()
    mine.write_text("[wal]\nline = 3\n")
    refused = run(*args, "-o", tmp_path / "none.svg")
    assert refused.exit_code == 2
    assert refused.stderr == f'{mine}:1:1: error: there is no ink "wal"; did you mean wall?\n'
    assert not (tmp_path / "none.svg").exists()


def test_a_program_prints_in_black_and_in_a_theme() -> None:
    map_ = mapkit.generate("treasures", "a theme", preset="small")
    black, blue, usual = (
        map_.print("gm", format="svg", ink=ink, theme=theme)
        for ink, theme in (("black", "paper"), ("colour", "old-blue"), ("colour", "paper"))
    )
    assert len({black, blue, usual}) == 3
    assert b"#d55e00" in usual[0]
    assert b"#d55e00" not in black[0]
    with pytest.raises(mapkit.BadSetting, match="did you mean grey"):
        map_.print("gm", ink="gray")


def test_letters_of_an_own_font_keep_their_place_and_their_words(tmp_path: Path) -> None:
    """The bold face is wider than the regular one, in whose place it stands here."""
    own = themes.read(b'[fonts]\nregular = "NotoSans-Bold.ttf"\n', "mine.toml", tmp_path).theme("colour")
    text = Text(Ink.TEXT, 100, 50, 8, "Wide words, \u0401\u0436", anchor="middle")
    unseen, shape = drawn([text], own)
    assert (unseen.mark, unseen.pen.colour) == (text, None)
    there, planned = extent(shape.mark), extent(text)
    assert there.x >= planned.x - 0.1
    assert there.right <= planned.right + 0.1
    assert there.width > 0.95 * planned.width
    page = Page(A4, "gm-1", (text, Text(Ink.TEXT, 20, 90, 5, "Turned", turn=90)))
    assert "Wide words" in PdfReader(BytesIO(pdf.write([page], "t", own))).pages[0].extract_text()
    picture = svg.write(page, "t", own)
    assert b"<text" not in picture
    assert b"text-letters" in picture


def endless_font(kind: str, deep: int = 60) -> bytes:
    """A small font whose letter A doubles its parts, or its routines, as often as that."""
    names = [".notdef", *(f"part{number}" for number in range(deep)), "A"]
    made = FontBuilder(1000, isTTF=kind == "parts")
    made.font.recalcBBoxes = False
    made.setupGlyphOrder(names)
    made.setupCharacterMap({ord("A"): "A"})
    if kind == "parts":
        corner = TTGlyphPen(None)
        corner.moveTo((0, 0))
        corner.lineTo((0, 500))
        corner.lineTo((500, 500))
        corner.closePath()
        glyphs = dict.fromkeys(names[:2], corner.glyph())
        for part, whole in pairwise(names[1:]):
            both = TTGlyphPen(glyphs)
            both.addComponent(part, (1, 0, 0, 1, 0, 0))
            both.addComponent(part, (1, 0, 0, 1, 10, 0))
            glyphs[whole] = both.glyph()
        made.font["glyf"] = table = newTable("glyf")
        made.font["loca"] = newTable("loca")
        table.glyphs, table.glyphOrder = {name: glyphs[name] for name in names}, names
        made.font["maxp"].numGlyphs = len(names)
        for glyph in glyphs.values():
            glyph.xMin = glyph.yMin = 0
            glyph.xMax = glyph.yMax = 500
    else:
        letters = {name: T2CharString(program=[-107, "callgsubr", "endchar"]) for name in names}
        made.setupCFF("Endless", {}, letters, {})
        routines = made.font["CFF "].cff.GlobalSubrs
        for number in range(9):
            program = [*([number - 106, "callgsubr"] * 60), "return"] if number < 8 else ["return"]
            routines.append(T2CharString(program=program))
    made.setupHorizontalMetrics(dict.fromkeys(names, (500, 0)))
    made.setupHorizontalHeader(ascent=800, descent=-200)
    made.setupNameTable({"familyName": "Endless", "styleName": "Regular"})
    made.setupOS2()
    made.setupPost()
    data = BytesIO()
    made.save(data)
    return data.getvalue()


@pytest.mark.parametrize("kind", ["parts", "routines"])
def test_a_letter_of_endless_parts_is_taken_from_the_own_faces(tmp_path: Path, kind: str) -> None:
    """2 to the power of 60 parts, and 60 to the power of 8 calls, in a font of a few kilobytes."""
    file = tmp_path / "endless.font"
    file.write_bytes(endless_font(kind))
    endless = OwnFont(file, "regular").shape(Text(Ink.TEXT, 0, 0, 10, "A"))
    file.write_bytes(resources.path("fonts", "NotoSans-Regular.ttf").read_bytes())
    assert endless == OwnFont(file, "regular").shape(Text(Ink.TEXT, 0, 0, 10, "A"))


def test_fonts_that_are_none_are_refused_with_their_places(tmp_path: Path) -> None:
    (tmp_path / "x.ttf").write_bytes(b"\x00\x01\x00\x00" + bytes(range(256)))
    (tmp_path / "y.otf").write_bytes(b"wOFF")
    (tmp_path / "out.ttf").symlink_to(resources.path("fonts", "NotoSans-Bold.ttf"))
    for value, said in (
        ('"../x.ttf"', "regular is '../x.ttf'; it takes the name of a .ttf or .otf file beside the theme"),
        ("7", "regular is 7; it takes the name"),
        ('"no.ttf"', "regular is 'no.ttf', and there is no such file beside the theme"),
        ('"out.ttf"', "regular is 'out.ttf', which leads out of its folder"),
        ('"x.ttf"', "regular cannot be read as a font: "),
        ('"y.otf"', "regular takes a TrueType or OpenType font of at most 8 MB"),
    ):
        with pytest.raises(UnreadableMap, match=re.escape(f"mine.toml:2:11: error: {said}")):
            themes.read(f'[fonts]\nregular = {value}\nbold = "NotoSans-Bold.ttf"\n'.encode(), "mine.toml", tmp_path)
    with pytest.raises(UnreadableMap, match='3:1: error: there is no face "thin"; there are regular, bold and title'):
        themes.read(b'[fonts]\nregular = "NotoSans-Bold.ttf"\nthin = "x.ttf"\n', "mine.toml", tmp_path)


ICONS = """[icons]
chest = "swrd"
nosuch = "sword"
pit = {path = "M0 0 L2 2 Z"}
rope = [
  {path = "M-1 -1 A1 1 0 2 1 .5 .5", ink = "text"},
  {path = "M0 0 X1"},
  {path = "L0 0"},
  3,
  {path = "M0 0 L1", box = [0, 0, 0, 1]},
  {path = "M0 0 L1e99 0"},
  {path = "M0 0 L0 0 Z L.1 .1", colour = "red"},
  {path = "M0 0 <script>"},
  {ink = "solid"},
]
key = []
cloak = 7
"""


FONTS = "[fonts]\nthin = 1\nregular = 'no.ttf'\nbold = 7\n[qqqqqqqq]\n[wall]\nqqqqqqqq = 1\n[text]\ncolour = 'none'\n"
TALL = "[border]\ncorner = 'key'\nlength = 9\nedge = {path = 'M0 -1 L0 1'}\n"
MANY = f"[border]\nsize = 1\nedge = [{{path = 'M0 0{'h0' * 300}'}}, {{path = 'M0 0{'h0' * 300}'}}]\n"
BORDER = """[border]
corner = "cheest"
edge = {path = "M0 0 L2 2 Z"}
size = 21
length = "long"
sides = 4
"""


@pytest.mark.parametrize(
    "text", [HOSTILE, ICONS, FONTS, BORDER, TALL, MANY, "fonts = 3\nicons = 3\nborder = 3\nwall = 3\n", "[wall\n"]
)
def test_faults_of_themes_are_told_in_russian(text: str) -> None:
    """Names of keys, inks and icons stay as they are written in the file."""
    with pytest.raises(UnreadableMap) as refused:
        themes.read(text.encode(), "mine.toml")
    for problem in refused.value.problems:
        said = translated(problem.message, "ru")
        assert all(re.search("[а-я]{3}", part) for part in said.split("; ")), said


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("M0 0" + " 0 0" * 1000, "a path has at most 4000 characters, and this has 4004"),
        ("M0 0" + "h0" * 500, "a path has at most 400 strokes, and this has 501"),
        ("", "a path begins with M"),
        ("M0 0 L0 0 Z 1", "Z takes no number; it has 1 here"),
        ("M0 0 L\\u0661 0", 'a path has no "\u0661"'),
    ],
)
def test_a_path_that_is_too_long_or_odd_is_refused(path: str, said: str) -> None:
    with pytest.raises(UnreadableMap, match=re.escape(said)):
        themes.read(f'[icons]\npit = {{path = "{path}"}}\n'.encode(), "mine.toml")


def test_the_letters_of_a_path_are_understood_as_in_an_svg() -> None:
    """Arcs and quadratic curves become cubic ones; the box is scaled by its longer side, its middle to the middle."""
    own = themes.read(
        b"""[icons]
pit = [{path = "m256 128l128 0v128H0t10,10s1,1,2-2z", box = [0, 0, 512, 256]}]
key = {path = "M-1 0 A1 1 0 0 1 1 0Q1.2.5 0 1 A0 0 0 0 0 0 0"}
""",
        "mine.toml",
    ).icons
    ((ink, steps),) = own["pit"]
    assert ink is Ink.SOLID
    assert [step.verb for step in steps] == [*"MLLLCCLZ"]
    assert [step.points for step in steps[:4]] == [(0, 0), (0.5, 0), (0.5, 0.5), (-1, 0.5)]
    ((_, curves),) = own["key"]
    assert [step.verb for step in curves[:4]] == [*"MCCC"]
    assert curves[1].points[4:] == pytest.approx((0, -1), abs=1e-6)
    assert curves[3].points == pytest.approx((1.133333, 0.333333, 0.8, 0.666667, 0, 1), abs=1e-5)


def test_a_theme_draws_other_icons_where_the_icons_of_mapkit_stand() -> None:
    named = themes.read(b'[icons]\nchest = "key"\npit = "pit"\n', "mine.toml")
    assert set(named.icons) == {"chest"}, "an icon in its own place changes nothing"
    marks = [*icons.draw("chest", 50, 60, 5), rectangle(Ink.WALL, Box(1, 1, 2, 2)), *icons.draw("pit", 9, 9, 3)]
    moved_marks = [moved(mark, 1, 2) for mark in marks]
    shown = [picture.mark for picture in drawn(moved_marks, named.theme("colour"))]
    keys = [moved(mark, 1, 2) for mark in icons.draw("key", 50, 60, 5)]
    assert [extent(mark) for mark in shown] == [extent(mark) for mark in (*keys, *moved_marks[-4:])]


def test_an_edge_of_very_many_strokes_is_refused() -> None:
    said = "mine.toml:3:8: error: the edge has at most 400 strokes, as it is drawn many times; this has 602"
    with pytest.raises(UnreadableMap, match=re.escape(said)):
        themes.read(MANY.encode(), "mine.toml")


def test_a_title_is_drawn_in_a_face_of_its_own(tmp_path: Path) -> None:
    """A letter that the face lacks is taken from mapkit's bold one; other texts stay texts."""
    own = themes.read(b'[fonts]\ntitle = "TriodPostnaja.ttf"\n', "mine.toml", tmp_path).theme("colour")
    title, plain = (
        Text(Ink.TEXT, 20, 50, 7, "Treasure \u0401\u0436 \u03a9", True, title=True),
        Text(Ink.TEXT, 20, 90, 7, "W", True),
    )
    unseen, shape, text = drawn([title, plain], own)
    assert (unseen.mark, unseen.pen.colour, text.mark) == (title, None, plain)
    assert shape.shows_letters
    assert extent(shape.mark).right <= extent(title).right + 0.1
    page = Page(A4, "gm-1", (title, plain))
    assert "Treasure \u0401\u0436 \u03a9" in PdfReader(BytesIO(pdf.write([page], "t", own))).pages[0].extract_text()
    (narrow,) = (picture.mark for picture in drawn([title], themes.load("haunted-house")) if picture.shows_letters)
    assert extent(narrow).height > 1.1 * extent(shape.mark).height, "a face that is narrow is drawn larger"


@pytest.mark.parametrize("edition", [Edition(A4), Edition(A4, big=True)], ids=["usual", "big"])
def test_titles_of_pages_and_headings_are_marked_as_such(edition: Edition) -> None:
    """Also on a card whose headings are large, as little is on it."""
    for page in Press("pdf", edition).pages(mapkit.generate("treasures", "a theme", preset="small"), "card"):
        titles = [mark for mark in page.marks if isinstance(mark, Text) and mark.title]
        assert titles[0].text == "Treasures of the Abandoned Labyrinth"
        root: Any = PdfReader(BytesIO(pdf.write([page], "t"))).root_object["/StructTreeRoot"]
        (roles,) = ([part["/S"] for part in section["/K"]] for section in root["/K"]["/K"])
        assert [roles.count(role) for role in ("/H1", "/H2")] == [1, len(titles) - 1]


FRAMED = """[border]
size = 5
length = 7
corner = "key"
edge = {path = "M0 0 L7 5", ink = "rule", box = [0, 0, 7, 5]}
"""


def framed(page: Page) -> list[Box]:
    """The boxes of the paths of the border around a page."""
    return [extent(mark) for mark in themes.read(FRAMED.encode(), "mine.toml").border.around(page)]  # type: ignore[union-attr]


def test_a_border_stands_in_the_margin_on_all_sides_of_a_page() -> None:
    """The usual margin is 12 mm: 5.5 to the border, 5 for it, and 1.5 to what is printed."""
    edge, *corners = framed(Page(A4, "gm-1", (rectangle(Ink.BOX, A4.inside),)))
    assert [round(value, 6) for value in edge] == [5.5, 5.5, 199, 286]
    assert len(corners) == len(icons.pictures()["key"])
    assert min(corner.x for corner in corners) >= 5.5
    assert max(corner.bottom for corner in corners) <= 291.5
    wide = A4.with_margin(20)
    assert framed(Page(wide, "gm-1", ()))[0].x == pytest.approx(wide.margin - 6.5 * wide.reduced)


def test_the_pictures_of_an_edge_fill_it_from_corner_to_corner() -> None:
    edge, *_ = themes.read(FRAMED.encode(), "mine.toml").border.around(Page(A4, "gm-1", ()))  # type: ignore[union-attr]
    upper = [step.points for step in edge.steps][: 2 * round((199 - 10) / 7)]
    assert upper[0] == pytest.approx((10.5, 5.5))
    assert upper[-1] == pytest.approx((199.5, 10.5))
    assert all(one == pytest.approx((other[0], 10.5)) for one, other in zip(upper[1::2], upper[2::2], strict=False))
    ends = {tuple(round(value, 3) for value in step.points) for step in edge.steps}
    assert {(204.5, 10.5), (199.5, 291.5), (5.5, 286.5)} <= ends, "turned for the other sides"


def test_the_examples_in_the_manual_are_good_themes() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "printing.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```toml\n((?:says = .*\n\n\[wall|\[icons|\[border)[^`]*)```", manual)
    assert len(blocks) == 3
    changed = [themes.read(block.encode(), "mine.toml").theme("colour") != usual_theme() for block in blocks]
    assert changed == [True] * 3, "each of them is read, and changes something"


def test_a_page_without_room_for_a_border_has_none() -> None:
    for page in (
        Page(A4.with_margin(8), "gm-1", ()),
        Page(A4, "gm-1", (), glued=True),
        Page(A4, "gm-1", (Circle(Ink.SOLID, 100, 10, 2),)),
        Page(PAPERS["a5"], "gm-1", ()),
    ):
        assert not framed(page)


def test_every_writer_draws_the_border_and_a_board_that_is_cut_out_has_none() -> None:
    page, ward = Page(A4, "gm-1", (rectangle(Ink.BOX, A4.inside),)), themes.load("psych-ward")
    plain = replace(ward, border=None)
    assert pdf.write([page], "t", ward) != pdf.write([page], "t", plain)
    assert png.write([page], "t", ward, 40) != png.write([page], "t", plain, 40)
    assert [b'class="path-of-the-player"' in svg.write(page, "t", theme) for theme in (ward, plain)] == [True, False]
    map_ = mapkit.generate("treasures", "a theme", preset="small")
    for cut in Press("svg", Edition(A4), crop=True).pages(map_, "map"):
        assert not framed(cut)


@pytest.mark.parametrize("name", TALES)
def test_the_theme_of_a_tale_has_pictures_of_its_own(name: str) -> None:
    """Treasures, shop, hospital and lairs look otherwise than in other themes, and all icons of a theme differ."""
    tale, usual = themes.load(name), icons.pictures()
    assert {"chest", "crossed-chest", "trapped-chest", "stall", "cross", "bone"} <= tale.icons.keys()
    drawn_so = [tale.icons.get(icon, usual[icon]) for icon in usual]
    assert len({*drawn_so}) == len(usual)
    assert tale.border
    assert tale.border.size <= 5, "so that the usual margin has room for it"
    others = [themes.load(other).icons for other in TALES if other != name]
    assert not any(picture in other.values() for other in others for icon, picture in tale.icons.items())


@pytest.mark.parametrize("name", TALES)
def test_a_title_face_has_the_letters_of_both_languages(name: str) -> None:
    """What stands in the titles and headings of Treasures; marks that a face lacks are taken from mapkit's."""
    face = TTFont(resources.path("fonts", tomllib.loads(themes.theme_text(name))["fonts"]["title"]))
    cyrillic = "".join(map(chr, range(0x410, 0x450)))
    assert not {
        c for c in f"{ascii_letters}{digits}{cyrillic}\u0401\u0451 ,.:;!?'\"()-" if ord(c) not in face.getBestCmap()
    }


def test_every_page_of_an_evening_has_the_border_of_its_theme() -> None:
    map_, border = mapkit.generate("treasures", "a theme", preset="small"), themes.load("pirate-ship").border
    assert border
    for pages in Press("pdf", Edition(A4)).drawn(map_, ("gm", "screen", "player", "card", "log")).values():
        assert all([*border.around(page)] for page in pages)


def test_a_theme_that_says_what_mapkit_has_changes_no_byte() -> None:
    map_ = mapkit.generate("treasures", "a theme", preset="small")
    same = themes.read(themes.theme_text("paper").encode(), "mine.toml")
    assert not same.icons
    page = Press("pdf", Edition(A4)).pages(map_, "map")
    assert pdf.write(page, "t", same.theme("colour")) == pdf.write(page, "t")
    ours = themes.read(b'[icons]\nstall = "hat"\n', "mine.toml").theme("black")
    assert svg.write(page[0], "t", ours) != svg.write(page[0], "t", themes.load("paper", "black"))


def test_every_icon_stays_in_its_box_and_has_words_in_the_theme() -> None:
    said = re.findall(r'^([a-z-]+) = "([a-z-]+)" +# \S', themes.theme_text("paper"), re.MULTILINE)
    assert said == [(name, name) for name in icons.pictures()]
    for picture in icons.pictures().values():
        assert all(abs(value) <= 1.25 for _, steps in picture for step in steps for value in step.points)


# --- pictures for other programs ---------------------------------------------------------------------------------


def a_page() -> Page:
    box = Box(20, 20, 40, 40)
    marks = (
        rectangle(Ink.BLUE_TINT, box),
        rectangle(Ink.GRID, box),
        rectangle(Ink.WALL, box),
        Circle(Ink.GOLD_SHAPE, 40, 40, 8),
        centred_text(Ink.TEXT, 40, 40, 5, "a7", bold=True),
        rectangle(Ink.BLUE_TINT, Box(100, 20, 9, 9)),
    )
    return Page(A4, "gm-1", marks, secret=True)


def labels(page: Page) -> list[str]:
    picture = svg.write(page, "t").decode()
    return [part.split('"')[0] for part in picture.split('inkscape:label="')[1:]]


def test_an_svg_has_layers_that_cover_each_other_as_the_marks_do() -> None:
    page = a_page()
    assert labels(page) == ["terrain", "grid", "walls", "secrets", "text"], "the last mark joins the first layer"
    above = Page(A4, "gm-1", (*page.marks, rectangle(Ink.BLUE_TINT, Box(38, 38, 4, 4))))
    assert labels(above) == ["terrain", "grid", "walls", "things", "text", "terrain"], "a mark stays above a text"


def test_letters_as_shapes_need_no_font_and_pictures_share_no_names() -> None:
    page = a_page()
    for write in (svg.write, small_svg.write):
        shapes, letters = write(page, "t", None, "outlines").decode(), write(page, "t").decode()
        assert "<text" not in shapes
        assert "@font-face" not in shapes
        assert 'aria-label="a7"' in shapes
        assert shapes.count("<use") >= 2
        names = [{part.split('"')[0] for part in each.split(' id="')[1:]} for each in (shapes, letters)]
        assert not names[0] & names[1]
        assert len(names[0]) >= 2


def test_equal_pictures_are_equal_bytes_in_every_ink() -> None:
    page = a_page()
    written = {theme: svg.write(page, "t", themes.load(*theme)) for theme in (("paper", "grey"), ("mono", "black"))}
    assert written == {theme: svg.write(page, "t", themes.load(*theme)) for theme in written}  # type: ignore[arg-type]


def test_a_theme_is_a_value_that_writers_are_handed() -> None:
    """Two themes in one program do not meet in a cache."""
    page, thick = a_page(), Theme({**usual_theme().pens, Ink.WALL: Pen(3.0, "#000000")})
    assert b"stroke-width:3.0" in svg.write(page, "t", thick)
    assert b"stroke-width:3.0" not in svg.write(page, "t")
    assert pdf.write([page], "t", thick) != pdf.write([page], "t")


def test_the_paper_of_a_png_is_white() -> None:
    """Pillow would take a grey that is nearly white for white, as it rounds colours."""
    white = (255, 255, 255)
    assert png._apart([white, (248, 250, 252), (249, 249, 250), (240, 240, 240)]) == [white, (240, 240, 240)]
