"""The command `know` at the command line."""

from pathlib import Path

import pytest
from pypdf import PdfReader

import mapkit
from mapkit.knowledge.deduction import Listener
from mapkit.model.chance import Chance
from mapkit.table import match
from mapkit.table.ears import ears_of
from tests.command import outcome
from tests.knowledge.test_deduction import truth_is_possible


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game of two machines."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "map.toml").write_text(mapkit.generate("treasures", "known", preset="small").to_text())
    seats = ["--players", "Ann,Bob", "--bot", "Ann=random", "--bot", "Bob=random"]
    outcome("play", folder / "map.toml", *seats, "--seed", "1", "--log", folder / "game.jsonl")
    return str(folder / "game.jsonl")


def test_a_booklet_has_a_board_after_every_so_many_turns(log: str, tmp_path: Path) -> None:
    pages = tmp_path / "known.pdf"
    code, _, told = outcome("know", log, "--turn", "16", "--every", "2", "--plot", str(pages))
    assert (code, told) == (0, f"the plot is in {pages}\n")
    found = PdfReader(pages).pages
    assert len(found) == 2
    text = found[0].extract_text() + found[1].extract_text()
    assert [f"after turn {n} of" in text for n in range(2, 18, 2)] == [True] * 8
    assert "What everybody knew" in text


def test_a_picture_shows_one_moment(log: str, tmp_path: Path) -> None:
    assert outcome("know", log, "--plot", str(tmp_path / "known.svg"))[0] == 0
    assert "<svg" in (tmp_path / "known.svg").read_text()
    many = ["--every", "1", "--turn", "12", "--plot", str(tmp_path / "many.svg")]
    code, _, told = outcome("know", log, *many)
    assert (code, told) == (2, "error: --plot: there are 2 pages; name a file that ends in .pdf for them\n")
    assert (
        outcome("know", log, "--every", "3")[2]
        == "error: --every: for a plot, and there is none; name its file with --plot\n"
    )


# --- private answers ---------------------------------------------------------------------------------------------


def test_with_private_answers_the_truth_is_never_excluded(tmp_path: Path) -> None:
    """Ann may conclude only what is so, whatever others do unheard."""
    drawn = mapkit.generate("treasures", "private truth", preset="small")
    options, chance = {"private-answers": "yes"}, Chance("private")
    with match.start(drawn, drawn.to_text(), ("Ann", "Bob", "Cid"), options, "1", tmp_path / "a.jsonl") as table:
        for number in range(150):
            if not table.mover:
                break
            table.say(chance.choice(table.ways))
            if number % 15 == 0:
                listening = Listener(drawn.public, drawn.game, ("Ann", "Bob", "Cid"), ears_of(table, "Ann").opening)
                for remark in ears_of(table, "Ann").remarks:
                    listening.hear(remark.mover, remark.words, remark.heard, remark.missed)
                assert truth_is_possible(listening, drawn, table.state)
