"""Books of maps: what stands in them, in what order, and where the secrets are."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from typer.testing import CliRunner

import mapkit
from mapkit.cli import app
from mapkit.game import Map
from mapkit.printing.books import Bound, Chosen, Entry, bound
from mapkit.printing.press import press_of
from mapkit.sheet import Sheet, Text

TREASURES = Chosen(("card", "player"), ("gm",))
CHOSEN = {
    "treasures": TREASURES,
    "labyrinth": TREASURES,
    "dungeon": Chosen(("card", "player", "orders"), ("gm",)),
}


def maps_of(game: str, *titles: str) -> list[Map[Any]]:
    preset = "small" if game == "treasures" else "default"
    return [
        replace(mapkit.generate(game, preset=preset, seed=str(number)), title=title)
        for number, title in enumerate(titles)
    ]


def words(pages: tuple[Sheet, ...]) -> list[str]:
    return [mark.text for page in pages for mark in page.marks if isinstance(mark, Text)]


def book(maps: list[Map[Any]], *, apart: bool = False) -> Bound:
    entries = [Entry(each, f"file-{number}.toml") for number, each in enumerate(maps)]
    return bound(press_of({}), entries, CHOSEN[maps[0].game.name], apart=apart)


@pytest.mark.parametrize("game", CHOSEN)
def test_a_book_has_contents_rules_maps_and_then_secrets(game: str) -> None:
    made = book(maps_of(game, "", "The cellar"))
    marks = [page.bookmark for page in (*made.open, *made.secret) if page.bookmark]
    assert marks == [
        "Contents",
        "Rules",
        *["Map 1", "2 · The cellar"],
        "Index of the maps",
        *["Map 1", "2 · The cellar"],
    ]
    assert all(page.secret for page in made.secret)
    assert not any(page.secret for page in made.open)
    of = len(made.open) + len(made.secret)
    for number, page in enumerate((*made.open, *made.secret), 1):
        if number > 1 and page.name != "blank":
            assert f"{number} / {of}" in words((page,))
    assert len(made.open) % 2 == 0, "the secrets begin on the front of a leaf"


def test_open_pages_are_the_same_whatever_is_secret() -> None:
    one, other = maps_of("treasures", "A", "B")
    assert one.facts != other.facts
    swapped = [replace(one, facts=other.facts), replace(other, facts=one.facts)]
    assert book([one, other], apart=True).open == book(swapped, apart=True).open
    assert not any("file-" in text for text in words(book([one, other]).open))
    assert any("file-1.toml" in text for text in words(book([one, other]).secret))


def test_secrets_apart_have_numbers_of_their_own_and_are_not_in_the_contents() -> None:
    made = book(maps_of("treasures", "", ""), apart=True)
    assert f"1 / {len(made.secret)}" in words(made.secret[:1])
    assert f"2 / {len(made.open)}" in words(made.open[1:2])
    assert "For the game master alone" not in words(made.open)
    assert "For the game master alone" in words(book(maps_of("treasures", "")).open[:1])


def test_the_index_begins_with_the_fewest_turns_and_names_the_pages() -> None:
    made = book(maps_of("treasures", "", "", ""))
    index = words(made.secret[:1])
    medians = [float(text.partition("median ")[2].split()[0]) for text in index if "median" in text]
    assert len(medians) == 3
    assert medians == sorted(medians)
    starts = {page.bookmark: len(made.open) + place for place, page in enumerate(made.secret, 1) if page.bookmark}
    for name in ("Map 1", "Map 2", "Map 3"):
        assert index[index.index(name) + 2] == str(starts[name])


@pytest.mark.long
def test_contents_name_the_pages_even_where_they_take_several() -> None:
    (one,) = maps_of("treasures", "")
    made = book([one] * 90)
    starts = {page.bookmark: place for place, page in enumerate(made.open, 1) if page.bookmark}
    own = starts["Rules"] - 1
    assert own > 1
    listed = words(made.open[:own])
    assert listed[listed.index("Map 90") + 1] == str(starts["Map 90"])


def test_rules_that_differ_stand_one_after_the_other_with_their_maps() -> None:
    small, other, third = maps_of("treasures", "", "", "")
    other = mapkit.generate("treasures", preset="default", seed="b")
    marks = [page.bookmark for page in book([small, other, third]).open if page.bookmark]
    assert marks[1:3] == ["Rules of maps 1, 3", "Rules of maps 2"]


def test_a_game_that_draws_no_sheets_has_books() -> None:
    (one,) = maps_of("treasures", "")
    plain = replace(one, game=replace(one.game, paper=None))
    made = bound(press_of({}), [Entry(plain, "")], Chosen(("player", "card"), ("gm",)))
    assert [page.bookmark for page in made.open if page.bookmark] == ["Contents", "Rules", "Map 1"]
    assert made.secret


def test_the_command_prints_one_file_or_two(tmp_path: Path) -> None:
    names = []
    for number, each in enumerate(maps_of("treasures", "Friday", "")):
        names.append(str(tmp_path / f"{number}.toml"))
        Path(names[-1]).write_text(each.text(), encoding="utf-8")
    run, whole, apart = CliRunner().invoke, tmp_path / "book.pdf", tmp_path / "gm.pdf"
    said = run(app, ["book", *names, "-o", str(whole)])
    assert said.exit_code == 0, said.output
    assert "for the game master alone: the pages from " in said.output
    reader = PdfReader(whole)
    assert "Index of the maps" in [each.title for each in reader.outline]  # type: ignore[union-attr]
    said = run(app, ["book", *names, "-o", str(tmp_path / "open.pdf"), "--secret", str(apart)])
    assert said.exit_code == 0, said.output
    assert "for the game master alone: " + str(apart) in said.output
    assert not any("SECRET" in page.extract_text() for page in PdfReader(tmp_path / "open.pdf").pages)
    assert all("SECRET" in page.extract_text() for page in PdfReader(apart).pages)
    assert run(app, ["book", *reversed(names), "-o", str(whole)]).exit_code == 3, "nothing is overwritten"
    folded = tmp_path / "folded.pdf"
    assert run(app, ["book", *names, "--booklet", "long", "--lang", "ru", "-o", str(folded)]).exit_code == 0
    assert len(PdfReader(folded).pages) % 2 == 0
    same = run(app, ["book", *names, "-o", str(apart), "--secret", str(apart), "--force"])
    assert same.exit_code == 3
