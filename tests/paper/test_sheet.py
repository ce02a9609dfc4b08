"""Sheets, their text form and their writers; nothing here knows a game."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import takewhile
from pathlib import Path as File
from typing import Any
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from mapkit.model import resources
from mapkit.model.design import Section
from mapkit.model.rule import Rule, claims_nothing
from mapkit.paper import options, pdf, pens, svg
from mapkit.paper.card import rule_card, rules_section
from mapkit.paper.drawing import PageSetup
from mapkit.paper.edition import Edition
from mapkit.paper.pens import usual_theme
from mapkit.paper.sheet import (
    A4,
    FONTS,
    LEAST_TEXT,
    LETTER,
    PAPERS,
    SUBSTITUTE,
    Box,
    Circle,
    Ink,
    Page,
    PaperSize,
    Path,
    Text,
    cap_height,
    extent,
    fit,
    line,
    polygon,
    printable,
    rectangle,
    show,
    width,
    wrap,
)

HOSTILE = 'Bobby <b>&amp;</b> "]]>\x00\x1b[31m\u202e\ud800\ufffe 漢字 <img src="file:///etc/passwd"/>'
ON_A4, ON_LETTER = Edition(A4), Edition(LETTER)
CYRILLIC = "Подвал под старой мельницей"


def sheet(text: str = "Grüße, Ёж", paper: PaperSize = A4) -> Page:
    marks = (
        rectangle(Ink.PANEL, Box(20, 20, 60, 30), 2),
        line(Ink.WALL, (20, 60), (80, 60), (80, 90)),
        polygon(Ink.SOLID, (100, 60), (110, 60), (105, 70)),
        Circle(Ink.RING, 50, 35, 10),
        Text(Ink.TEXT, 20, 100, 5, text),
        Text(Ink.REVERSE, 100, 120, 4, "EXIT", True, "middle", 90),
    )
    return Page(paper, "gm-1", marks)


def faults(sheets: tuple[Page, ...]) -> list[str]:
    """Faults that a printer or a reader would find: marks in the margin, small texts, texts on top of each other."""
    found = []
    for page in sheets:
        inside, texts = page.paper.inside, [mark for mark in page.marks if isinstance(mark, Text)]
        for mark in page.marks:
            box = extent(mark)
            if min(box.x - inside.x, box.y - inside.y, inside.right - box.right, inside.bottom - box.bottom) < -0.01:
                found.append(f"{page.name}: {mark} is in the margin")
        found += [f"{page.name}: {text} is too small" for text in texts if text.size < LEAST_TEXT]
        boxes = sorted(((extent(text), text.text) for text in texts), key=lambda pair: pair[0].y)
        for i, (one, first) in enumerate(boxes):
            for other, second in takewhile(lambda pair: pair[0].y < one.bottom, boxes[i + 1 :]):  # noqa: B023 - used up
                if one.meets(other):
                    found.append(f"{page.name}: {first!r} and {second!r} overlap")
    return found


def assert_printable(every: Sequence[tuple[Page, ...]], title: str) -> None:
    """Check that sheets have no faults, and can be written with that title."""
    for sheets in every:
        assert faults(sheets) == []
        assert svg.write(sheets[-1], title)
    assert pdf.write([sheets[0] for sheets in every], title)


def titled(*titles: str, editions: Sequence[Edition] = (ON_A4, ON_LETTER)) -> pytest.MarkDecorator:
    """The second title, one of the widest, in the first and the last edition, and the last title in the first.

    The rest takes longer.
    """
    every = [(n, title, edition) for n, title in enumerate(titles) for edition in editions]
    return pytest.mark.parametrize(
        ("title", "edition"),
        [
            pytest.param(
                title, edition, id=f"{n}-{edition.language}-{edition.paper.name}", marks=[pytest.mark.long] * later
            )
            for n, title, edition in every
            for later in [(n, edition) not in ((1, editions[0]), (1, editions[-1]), (len(titles) - 1, editions[0]))]
        ],
    )


def in_turn(
    names: str,
    values: Sequence[Any],
    editions: Sequence[Edition] = (ON_A4, ON_LETTER),
    later: Sequence[object] = (),
) -> pytest.MarkDecorator:
    """Each value, or row of values for several names, in one of the editions, in turn.

    In the other editions it takes longer, and so do the values `later`.
    """
    shown = []
    for n, value in enumerate((*values, *later)):
        for place, edition in enumerate(editions):
            long = value in later or place != n % len(editions)
            row = value if " " in names else (value,)
            name = f"{str(value)[:30]}-{edition.language}-{edition.paper.name}"
            shown.append(pytest.param(*row, edition, id=name, marks=[pytest.mark.long] * long))
    return pytest.mark.parametrize((*names.split(), "edition"), shown)


both_papers = pytest.mark.parametrize("edition", [ON_A4, ON_LETTER], ids=["a4", "letter"])


def output(program: str, seed: str = "1") -> str:
    """The output of a program in a process of its own, in which the seed orders the sets."""
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=File(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def assert_golden(name: str, text: str) -> None:
    """Check that the text is that of the golden file; with MAPKIT_UPDATE_GOLDEN=1, write it into the file."""
    path = File(__file__).parents[1] / "golden" / name
    if os.environ.get("MAPKIT_UPDATE_GOLDEN") == "1":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    assert text == kept, f"{path} differs; if that is meant, run MAPKIT_UPDATE_GOLDEN=1"


def test_equal_sheets_give_equal_bytes() -> None:
    assert sheet() == sheet()
    assert pdf.write((sheet(), sheet()), "t") == pdf.write((sheet(), sheet()), "t")
    assert svg.write(sheet(), "t") == svg.write(sheet(), "t")


def test_a_sheet_has_a_text_form() -> None:
    assert show(sheet("a\nb")) == (
        "sheet gm-1 a4 210 x 297\n"
        "path    panel: M22 20L78 20C79.1 20 80 20.9 80 22L80 48C80 49.1 79.1 50 78 50"
        "L22 50C20.9 50 20 49.1 20 48L20 22C20 20.9 20.9 20 22 20Z\n"
        "path    wall: M20 60L80 60L80 90\n"
        "path    solid: M100 60L110 60L105 70Z\n"
        "circle  ring: 50 35 r 10\n"
        "text    text: 20 100 5 start 'a\\nb'\n"
        "text    reverse text: 100 120 4 bold middle turned 90 'EXIT'\n"
    )


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_pages_have_the_size_of_their_paper(paper: PaperSize) -> None:
    page = PdfReader(BytesIO(pdf.write([sheet(paper=paper)], "t"))).pages[0]
    assert [float(side) / 72 * 25.4 for side in page.mediabox.upper_right] == pytest.approx([*paper.printed])
    root = ElementTree.fromstring(svg.write(sheet(paper=paper), "t"))
    assert (root.get("width"), root.get("height")) == tuple(f"{side}mm" for side in paper.printed)
    assert paper.margin / paper.reduced >= 6.35


def test_every_size_of_paper_and_all_inks_can_be_asked_for() -> None:
    assert tuple(PAPERS) == options.PAPERS
    assert pens.INK_SETS == options.INKS


def test_a_pdf_embeds_its_fonts_and_its_text_can_be_copied() -> None:
    reader = PdfReader(BytesIO(pdf.write([sheet(CYRILLIC)], CYRILLIC)))
    assert reader.metadata is not None
    assert reader.metadata.title == CYRILLIC
    assert CYRILLIC in reader.pages[0].extract_text()
    for font in reader.pages[0]["/Resources"]["/Font"].values():  # type: ignore[index]
        assert "/FontFile2" in font.get_object()["/FontDescriptor"]


def test_a_pdf_asks_to_be_printed_as_large_as_it_is_and_says_what_it_is() -> None:
    named = replace(sheet(), kind="Rule card")
    reader = PdfReader(BytesIO(pdf.write([named], CYRILLIC, language="ru")))
    asked = dict(reader.root_object["/ViewerPreferences"])  # type: ignore[call-overload]  # pypdf types no dictionaries
    assert asked == {"/PrintScaling": "/None", "/PickTrayByPDFSize": True, "/DisplayDocTitle": True}
    assert str(reader.root_object["/Lang"]) == "ru"
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.subject) == (f"{CYRILLIC} · Rule card", "Rule card")
    two = PdfReader(BytesIO(pdf.write([named, replace(named, kind="Game master")], "Friday")))
    assert two.metadata is not None
    assert (two.metadata.title, two.metadata.subject) == ("Friday", "Rule card, Game master")


def test_a_pdf_of_more_than_two_pages_has_bookmarks() -> None:
    card, log = replace(sheet(), kind="Rule card"), replace(sheet(), kind="", name="log-1")
    assert PdfReader(BytesIO(pdf.write([card, card], "t"))).outline == []
    first, below, last = PdfReader(BytesIO(pdf.write([card, card, log], "t"))).outline
    assert isinstance(below, list)
    titles = [getattr(bookmark, "title", "") for bookmark in (first, *below, last)]
    assert titles == ["Rule card", "2 / 2", "log"]


def test_a_pdf_tells_headings_and_texts_from_artwork() -> None:
    """Every part lies below the section of its page, and its number is that of a marked part of the page."""
    page = sheet()
    headed = replace(page, marks=(Text(Ink.TEXT, 20, 16, 7, "Title", True, title=True), *page.marks))
    reader = PdfReader(BytesIO(pdf.write([headed, headed], "t")))
    root = reader.root_object["/StructTreeRoot"]
    sections = root["/K"]["/K"]  # type: ignore[index]  # pypdf types no dictionaries
    assert [str(each.get_object()["/S"]) for each in sections] == ["/Sect", "/Sect"]
    for section, shown in zip(sections, reader.pages, strict=True):
        parts = [part.get_object() for part in section.get_object()["/K"]]
        assert [str(part["/S"]) for part in parts] == ["/H1", "/P"]
        words = shown.get_contents().get_data()  # type: ignore[union-attr]  # the page is not empty
        assert [part["/K"] for part in parts] == [0, 1]
        assert words.count(b"/MCID") == 2
        assert words.count(b" BDC") + words.count(b" BMC") == words.count(b"EMC") == 3


def test_an_svg_carries_the_fonts_of_its_texts_as_text() -> None:
    root = ElementTree.fromstring(svg.write(sheet(CYRILLIC), CYRILLIC))
    words = [text for each in root.iter("{http://www.w3.org/2000/svg}text") for text in each.itertext()]
    assert words == [CYRILLIC, "EXIT"]
    style = "".join(each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}style"))
    assert style.count("data:font/ttf;base64,") == 2
    assert "http" not in style


def test_hostile_text_makes_no_malformed_file() -> None:
    picture = svg.write(sheet(HOSTILE), HOSTILE)
    words = [each.text or "" for each in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")]
    assert words[0] == printable(HOSTILE)
    assert PdfReader(BytesIO(pdf.write([sheet(HOSTILE)], HOSTILE))).pages[0].extract_text()


def test_characters_that_the_font_lacks_are_replaced_visibly() -> None:
    assert printable("漢 a\tb\x07\u200b") == f"{SUBSTITUTE} a b"
    assert printable("и\N{COMBINING BREVE}") == "й", "letters are composed before they are looked up"
    assert width(SUBSTITUTE, 5) > 1


@settings(max_examples=settings().max_examples // 5)
@given(st.lists(st.text(), min_size=1))
def test_any_text_can_be_printed(texts: list[str]) -> None:
    """There are several texts on a sheet, as each sheet has its fonts cut."""
    for text in texts:
        once = printable(text)
        assert printable(once) == once
        assert width(text, 4) == pytest.approx(width(once, 4))
    written = svg.write(Page(A4, "x", tuple(Text(Ink.TEXT, 20, 20, 4, text) for text in texts)), texts[0])
    ElementTree.fromstring(written)


@given(st.text(st.characters(codec="latin-1"), max_size=200), st.floats(10, 80), st.booleans())
def test_a_fitted_text_and_wrapped_lines_fit(text: str, room: float, bold: bool) -> None:
    fitted, size = fit(text, room, 7, bold=bold)
    assert LEAST_TEXT <= size <= 7
    assert width(fitted, size, bold) <= room + 1e-9
    rows = wrap(text, room, 4, bold)
    assert all(width(row, 4, bold) <= room + 1e-9 for row in rows)
    assert "".join(rows).split() == [] or "".join("".join(rows).split()) == "".join(printable(text, bold).split())


def test_the_smallest_text_has_capitals_that_can_be_read() -> None:
    assert LEAST_TEXT >= 2.5
    assert cap_height(LEAST_TEXT) > 2.2


def test_the_extent_of_a_turned_text_stands_upright() -> None:
    flat = Text(Ink.TEXT, 50, 50, 4, "EXIT", anchor="middle")
    box = extent(flat)
    for turn in (90, 270):
        turned = extent(replace(flat, turn=turn))
        assert (turned.width, turned.height) == pytest.approx((box.height, box.width))
        assert turned.middle[1] == pytest.approx(50)
    with pytest.raises(ValueError, match="45 degrees"):
        extent(replace(flat, turn=45))


def test_every_ink_has_a_pen_that_draws_something() -> None:
    for ink, pen in usual_theme().pens.items():
        assert pen.colour or pen.fill, ink
        assert pen.line > 0 or pen.fill or "text" in ink.value, ink


@pytest.mark.parametrize("bold", [False, True])
def test_an_l_has_a_tail_so_that_the_cell_l1_is_not_read_as_11(bold: bool) -> None:
    font = TTFont(resources.path("fonts", FONTS[bold]))
    letter = font["glyf"]["l"]
    across = [x for x, y in letter.coordinates if y > 300]
    assert letter.xMax > max(across) + 80
    assert letter.xMax <= font["hmtx"]["l"][0] + 10


@pytest.mark.parametrize("bold", [False, True])
def test_letters_are_as_wide_as_another_reader_of_fonts_finds_them(bold: bool) -> None:
    with TTFont(resources.path("fonts", FONTS[bold])) as font:
        em = font["head"].unitsPerEm
        assert cap_height(1.0) == font["OS/2"].sCapHeight / em
        told = {chr(code): font["hmtx"][glyph][0] / em for code, glyph in font.getBestCmap().items()}
    drawn = [letter for letter in told if printable(letter, bold) == letter]
    assert len(drawn) > 900
    assert [width(letter, 1.0, bold) for letter in drawn] == [told[letter] for letter in drawn]


def test_the_fonts_come_with_their_licence() -> None:
    assert "SIL OPEN FONT LICENSE" in resources.path("fonts", "OFL.txt").read_text(encoding="utf-8")
    with pytest.raises(FileNotFoundError, match="fonts/Comic"):
        resources.path("fonts", "Comic")


class Numbers:
    """Parameters that belong to no game."""

    def __init__(self) -> None:
        self.cells = 64


def rules(count: int) -> tuple[Rule[Numbers], ...]:
    sentence = "На доске {cells} клеток, и каждая из них стоит на своём месте; правило, которое никто не нарушит."
    return tuple(Rule(f"LA-{i}.{i}", sentence, claims_nothing, ()) for i in range(1, count + 1))


def card(edition: Edition, title: str, count: int, brief: tuple[Section, ...]) -> tuple[Page, ...]:
    return rule_card(
        PageSetup(replace(edition, numbers=True), "card", title, "Rule card"),
        brief,
        rules_section("The map", rules(count), Numbers(), "en"),
    )


@pytest.mark.parametrize("edition", [ON_A4, ON_LETTER], ids=["a4", "letter"])
@pytest.mark.parametrize("count", [0, 1, 40, 200])
def test_a_rule_card_has_every_rule_and_continues_on_further_pages(edition: Edition, count: int) -> None:
    brief = (Section("Коротко", (("", "Кто вынес клад, тот победил."), ("1", "слово " * 400))), Section("Nothing", ()))
    sheets = card(edition, CYRILLIC, count, brief)
    assert faults(sheets) == []
    texts = [mark.text for each in sheets for mark in each.marks if isinstance(mark, Text)]
    assert [text for text in texts if text.startswith("LA-")] == [rule.number for rule in rules(count)]
    assert sum("На доске 64" in text for text in texts) == count
    assert "Nothing" not in texts


def test_the_rule_card_is_as_it_was() -> None:
    brief = (Section("In brief", (("MP-1", "Find the treasure."),)),)
    sheets = card(ON_A4, "The cellar", 3, brief)
    assert_golden("rule-card.txt", "".join(map(show, sheets)))


def test_marks_are_hashable_and_cover_each_other_in_order() -> None:
    assert len({*sheet().marks, *sheet().marks}) == len(sheet().marks)
    assert isinstance(sheet().marks[0], Path)
