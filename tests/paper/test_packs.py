"""The evening in two files: `print --pack`."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from pypdf import PdfReader

from mapkit.paper.press import Press
from mapkit.paper.sheet import Page
from tests.command import output

CELLAR = str(Path("templates/samples/cellar.toml").resolve())


def test_a_pack_has_a_set_for_each_player_that_begins_on_a_front(tmp_path: Path) -> None:
    output("print", CELLAR, "--pack", "players=3", "-o", tmp_path)
    (master,), (players,) = tmp_path.glob("*-game-master.pdf"), tmp_path.glob("*-players.pdf")
    assert master.name == "cellar-game-master.pdf"
    said = [page.extract_text() for page in PdfReader(players).pages]
    assert len(said) % 6 == 0
    one = len(said) // 3
    assert said[:one] == said[one : 2 * one] == said[2 * one :]
    assert any(said[:one])
    marks = [getattr(mark, "title", "") for mark in PdfReader(players).outline]
    assert marks == ["Player 1 / 3", "Player 2 / 3", "Player 3 / 3"]
    assert "SECRET" not in " ".join(said)
    assert "SECRET" in PdfReader(master).pages[0].extract_text()
    assert len(PdfReader(master).pages) % 2 == 0


def test_a_pack_has_places_for_as_many_players_as_it_is_for(tmp_path: Path) -> None:
    output("print", CELLAR, "--pack", "5", "-o", tmp_path)
    said = [page.extract_text() for page in PdfReader(next(tmp_path.glob("*-game-master.pdf"))).pages]
    assert sum(page.count("starts on") for page in said) == 5


def test_nothing_stands_on_the_backs_of_pages_that_are_glued(tmp_path: Path) -> None:
    output("print", CELLAR, "--pack", "2", "--sheets", "gm", "--scale", "40", "-o", tmp_path)
    said = [page.extract_text() for page in PdfReader(next(tmp_path.glob("*-game-master.pdf"))).pages]
    parts = [at for at, text in enumerate(said) if "Part " in text]
    assert len(parts) >= 2
    assert all(at % 2 == 0 and not said[at + 1] for at in parts)


def test_a_map_without_room_for_the_players_of_a_pack_is_refused_with_the_rule(tmp_path: Path) -> None:
    said = output("print", CELLAR, "--pack", "40", "-o", tmp_path, code=2)
    assert "--pack is 40, and the map is for 3 players; with 40: TL-28.a" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("words", "side"), [((), 1), (("--nup", "4"), 4)])
def test_no_leaf_of_one_pdf_has_secret_pages_and_those_for_players(
    words: tuple[str, ...], side: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = list[Page]()

    def written(_: Press, pages: Sequence[Page], __: str) -> tuple[bytes, ...]:
        printed.extend(pages)
        return (b"pdf",)

    monkeypatch.setattr(Press, "written", written)
    said = output("print", CELLAR, "--sheets", "gm,card", "-o", tmp_path / "all.pdf", *words)
    assert "--sheets card prints the rest" in said
    card = next(i for i, page in enumerate(printed) if page.marks and not page.secret)
    assert card % (2 * side) == 0
    assert all(page.secret for page in printed[:card])


def test_a_booklet_of_sheets_for_players_is_printed(tmp_path: Path) -> None:
    output("print", CELLAR, "--booklet", "short", "--sheets", "player,card,log", "-o", tmp_path / "players.pdf")
