"""Books of maps: what stands in them, in what order, and where the secrets are."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit.model.map import Map
from mapkit.paper.books import BookMap, _opening, bound
from mapkit.paper.drawing import PageSetup
from mapkit.paper.press import Press, press_of
from mapkit.paper.sheet import Page
from mapkit.paper.sheets import BoundPages
from tests.command import output, run
from tests.russian import left_in_english
from tests.sheet_measures import words

TREASURES = ("card", "player"), ("gm",)
CHOSEN: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "treasures": TREASURES,
    "labyrinth": TREASURES,
    "dungeon": (("card", "player", "orders"), ("gm",)),
}


@cache
def seeded(game: str, seed: str) -> Map[Any]:
    return mapkit.generate(game, preset="small" if game == "treasures" else "default", seed=seed)


def maps_of(game: str, *titles: str) -> list[Map[Any]]:
    return [replace(seeded(game, str(number)), title=title) for number, title in enumerate(titles)]


def book(maps: list[Map[Any]], *, apart: bool = False, lang: str = "en") -> BoundPages:
    entries = [BookMap(game_map, f"file-{number}.toml") for number, game_map in enumerate(maps)]
    return bound(press_of({"language": lang}), entries, *CHOSEN[maps[0].game.name], apart=apart)


@pytest.mark.parametrize("game", CHOSEN)
def test_a_book_has_contents_rules_maps_and_then_secrets(game: str) -> None:
    made = book(maps_of(game, "", "The cellar"))
    marks = [page.bookmark for page in (*made.pages, *made.back) if page.bookmark]
    assert marks == [
        "Contents",
        "Rules",
        "Players' pages",
        "Index of the maps",
        *["Map 1", "2 · The cellar"],
    ]
    assert all(page.secret for page in made.back)
    assert not any(page.secret for page in made.pages)
    of = len(made.pages) + len(made.back)
    for number, page in enumerate((*made.pages, *made.back), 1):
        if number > 1 and page.name != "blank":
            assert f"{number} / {of}" in words((page,))
    assert len(made.pages) % 2 == 0, "the secrets begin on the front of a leaf"


def test_open_pages_are_the_same_whatever_is_secret() -> None:
    one, other = maps_of("treasures", "A", "B")
    assert one.facts != other.facts
    swapped = [replace(one, facts=other.facts), replace(other, facts=one.facts)]
    assert book([one, other], apart=True).pages == book(swapped, apart=True).pages
    together = book([one, other])
    assert not any("file-" in text for text in words(together.pages))
    assert any("file-1.toml" in text for text in words(together.back))


def test_secrets_apart_have_numbers_of_their_own_and_are_not_in_the_contents() -> None:
    made = book(maps_of("treasures", "", ""), apart=True)
    assert f"1 / {len(made.back)}" in words(made.back[:1])
    assert f"2 / {len(made.pages)}" in words(made.pages[1:2])
    assert "For the game master alone" not in words(made.pages)
    assert "For the game master alone" in words(book(maps_of("treasures", "")).pages[:1])


def test_the_index_begins_with_the_fewest_turns_and_names_the_pages() -> None:
    made = book(maps_of("treasures", "", "", ""))
    index = words(made.back[:1])
    medians = [float(text.partition("median ")[2].split()[0]) for text in index if "median" in text]
    assert len(medians) == 3
    assert medians == sorted(medians)
    starts = {page.bookmark: len(made.pages) + place for place, page in enumerate(made.back, 1) if page.bookmark}
    for name in ("Map 1", "Map 2", "Map 3"):
        assert index[index.index(name) + 2] == str(starts[name])


@pytest.mark.parametrize("game", CHOSEN)
def test_a_russian_book_and_its_index_have_no_english_word(game: str) -> None:
    made = book(maps_of(game, "", ""), lang="ru")
    said = [text for text in words((*made.pages, *made.back)) if "file-" not in text]
    assert {text: left for text in said if (left := left_in_english(text))} == {}


def test_contents_name_the_pages_even_where_they_take_several() -> None:
    (one,) = maps_of("treasures", "")
    wide = press_of({"paper": "a5"})
    setup = PageSetup(wide.edition(one.game), "book", "Treasures", "Book")
    pages = _opening(setup, [(f"Map {number}", 2 * number + 5) for number in range(200)], 200)
    listed = words(pages)
    assert len(pages) > 1
    assert listed[listed.index("Map 199") + 1] == str(2 * 199 + 5)


@pytest.mark.parametrize("apart", [False, True])
def test_nothing_stands_on_the_back_of_what_is_cut(apart: bool) -> None:
    """Neither rules on the back of fragments, nor a further page on that of a map in parts; the contents know of it."""
    maps_ = [mapkit.generate("treasures", "cut", preset=each) for each in ("default", "small", "large")]
    press = press_of({"paper": "a5", "scale": 20})
    made = bound(press, [BookMap(game_map, "") for game_map in maps_], *TREASURES, apart=apart)
    for pages, before in ((made.pages, 0), (made.back, 0 if apart else len(made.pages))):
        cut = [
            (page, other) for page, other in zip_longest(pages[::2], pages[1::2]) if page.cut or (other and other.cut)
        ]
        assert [page.name for page, other in cut if other and other.marks] == []
        listed = words(pages[:1])
        starts = [(page.bookmark, number) for number, page in enumerate(pages, before + 1) if page.bookmark][1:]
        assert len(cut) > 2
        assert len(starts) > 2
        # the measure of a map takes two lines on A5
        assert all(str(number) in listed[listed.index(name) :][1:4] for name, number in starts)


def test_rules_that_differ_stand_one_after_the_other_with_their_maps() -> None:
    small, other, third = maps_of("treasures", "", "", "")
    other = mapkit.generate("treasures", preset="default", seed="b")
    marks = [page.bookmark for page in book([small, other, third]).pages if page.bookmark]
    assert marks[1:] == [
        *("Rules of maps 1, 3", "Rules of map 2"),
        *("Players' pages of maps 1, 3", "Players' pages of map 2"),
    ]


def test_a_game_that_draws_no_sheets_has_books() -> None:
    (one,) = maps_of("treasures", "")
    plain = replace(one, game=replace(one.game, paper=None))
    made = bound(press_of({}), [BookMap(plain, "")], ("player", "card"), ("gm",))
    assert [page.bookmark for page in made.pages if page.bookmark] == ["Contents", "Rules", "Players' pages"]
    assert made.back


@pytest.fixture
def cellars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The files of two maps. A book that is printed says of each page only whether it is secret."""

    def written(_: Press, pages: Sequence[Page], title: str) -> tuple[bytes, ...]:
        return ((title + " " + "".join("s" if page.secret else "o" for page in pages)).encode(),)

    monkeypatch.setattr(Press, "written", written)
    cellar = Path("templates/samples/cellar.toml").read_text(encoding="utf-8")
    for number in (1, 2):
        (tmp_path / f"{number}.toml").write_text(cellar, encoding="utf-8")
    return str(tmp_path / "1.toml"), str(tmp_path / "2.toml")


def test_the_command_prints_one_file_or_two(cellars: tuple[str, ...], tmp_path: Path) -> None:
    whole, pages, apart = (str(tmp_path / name) for name in ("book.pdf", "open.pdf", "gm.pdf"))
    assert "for the game master alone: the pages from 9 on" in output("book", *cellars, "-o", whole)
    assert re.fullmatch(r".* o{8}s+", Path(whole).read_text(encoding="utf-8"))
    said = run("book", *cellars, "-o", pages, "--secret", apart)
    assert f"for the game master alone: {apart}" in said.output
    assert said.stdout.split() == [pages, apart]
    assert re.fullmatch(r".* o+", Path(pages).read_text(encoding="utf-8"))
    assert re.fullmatch(r".* s+", Path(apart).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("pages", "secret", "says"),
    [
        ("new.pdf", "old.pdf", "old.pdf: exists already"),
        ("old.pdf", "new.pdf", "old.pdf: exists already"),
        ("new.pdf", "new.pdf", "two files would be written there"),
        ("new.pdf", "./new.pdf", "two files would be written there"),
        ("-", "old.pdf", "old.pdf: exists already"),
        ("new.pdf", "none/new.pdf", "there is no folder"),
    ],
)
def test_where_one_of_two_files_cannot_be_written_neither_is(
    cellars: tuple[str, ...], tmp_path: Path, pages: str, secret: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old.pdf").write_text("old", encoding="utf-8")
    said = run("book", cellars[0], "-o", pages, "--secret", secret)
    assert says in said.stderr
    assert (said.exit_code, said.stdout) == (3, "")
    assert Path("old.pdf").read_text(encoding="utf-8") == "old"
    assert not Path("new.pdf").exists()


def test_secret_pages_are_told_by_the_sides_and_the_files_on_which_they_are(
    cellars: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = run("book", cellars[0], "-o", str(tmp_path / "book.pdf"), "--nup", "4")
    assert "for the game master alone: the pages from 5 on" in said.stderr, "4 pages on a side, with blank backs"

    def written(_: Press, pages: Sequence[Page], __: str) -> tuple[bytes, ...]:
        return tuple(str(page.secret).encode() for page in pages)

    monkeypatch.setattr(Press, "written", written)
    said = run("book", cellars[0], "-o", str(tmp_path / "svg"), "--format", "svg")
    files = {file.name: file.read_text() == "True" for file in (tmp_path / "svg").iterdir()}
    assert {name: "secret" in name for name in files} == files
    assert {name: name in said.stderr for name in files} == files


def test_no_leaf_of_a_booklet_has_secret_pages_and_those_for_players(cellars: tuple[str, ...], tmp_path: Path) -> None:
    pages, apart = (str(tmp_path / name) for name in ("open.pdf", "gm.pdf"))
    said = run("book", *cellars, "-o", pages, "--booklet", "short")
    assert (said.exit_code, said.stdout) == (2, "")
    assert "add --secret FILE" in said.stderr
    assert not Path(pages).exists()
    assert run("book", *cellars, "-o", pages, "--booklet", "short", "--secret", apart).stdout.split() == [pages, apart]
