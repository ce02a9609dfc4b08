"""The sheets of the studio: what is shown and downloaded, for players and for the game master; and share codes."""

import json
from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import share_code
from mapkit.model import presets
from mapkit.paper.game_sheets import paper_of
from mapkit.studio.desk import Desk
from tests.studio.desks import SIZES, blank, page_of


def browser(text: str, folder: Path, name: str = "friday.toml") -> Any:
    return page_of(Desk(folder / name, text, None))


def name_of(answer: Any) -> str:
    """The name under which a browser saves what came."""
    return str(answer.headers["content-disposition"]).removeprefix("attachment; filename*=utf-8''")


def code_of(client: Any) -> str:
    """The share code of the map on the board."""
    return str(client.post("/act", json={"do": "share"}).json()["code"])


@pytest.mark.parametrize("game", SIZES)
def test_each_sheet_of_an_empty_map_is_shown_or_says_why_not(game: str, tmp_path: Path) -> None:
    client = browser(blank(game), tmp_path)
    found = client.get("/sheets").json()
    assert {sheet["name"] for sheet in found["sheets"]} <= {*paper_of(GAMES[game]).names, "map"}
    assert all(sheet["pages"] or sheet["trouble"] for sheet in found["sheets"])
    first = next(sheet for sheet in found["sheets"] if sheet["pages"])
    assert client.get(f"/sheets/{first['name']}/1.svg").text.startswith("<?xml")
    assert not list(tmp_path.iterdir())


def test_a_shown_sheet_may_do_nothing_and_a_saved_one_has_a_name(tmp_path: Path) -> None:
    text = blank("treasures").replace('title = ""', 'title = "<script>alert(1)</script>"')
    client = browser(text, tmp_path)
    shown = client.get("/sheets/gm/1.svg")
    assert "sandbox" in shown.headers["content-security-policy"]
    assert "default-src 'self'" not in shown.headers["content-security-policy"]
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert "content-disposition" not in shown.headers
    assert "<script" not in shown.text
    saved = client.get("/sheets/gm/1.png?save=yes")
    assert saved.content.startswith(b"\x89PNG")
    assert name_of(saved) == "secret-friday-gm-1.png"
    assert client.get("/sheets/gm/1.svg", headers={"cookie": "mapkit_8720=wrong"}).status_code == 403


def test_players_files_have_the_same_bytes_and_names_for_two_secret_maps(tmp_path: Path) -> None:
    empty = blank("treasures")
    one, other = browser(empty, tmp_path, "one.toml"), browser(empty, tmp_path, "other.toml")
    draw = {"do": "draw", "tool": "cell treasure", "path": ["b1"]}
    assert "refused" not in one.post("/act", json=draw).json()
    assert one.get("/sheets/map/1.svg").content != other.get("/sheets/map/1.svg").content
    names = [sheet["name"] for sheet in one.get("/sheets").json()["sheets"] if not sheet["secret"]]
    assert names == ["player", "card", "log"]
    wanted = ["players.pdf?sets=3", *(f"{name}.pdf" for name in names), "player/1.svg?save=1", "player/1.png?save=1"]
    for name in wanted:
        a, b = one.get(f"/sheets/{name}"), other.get(f"/sheets/{name}")
        assert a.status_code == 200
        assert (a.content, a.headers["content-disposition"]) == (b.content, b.headers["content-disposition"]), name
        assert "secret" not in name_of(a)


def test_the_game_masters_file_says_in_its_name_that_it_is_secret(tmp_path: Path) -> None:
    client = browser(blank("treasures"), tmp_path, "für Freitag.toml")
    saved = client.get("/sheets/game-master.pdf")
    assert saved.content.startswith(b"%PDF")
    assert name_of(saved) == "secret-f%C3%BCr%20Freitag-game-master.pdf"


@pytest.mark.parametrize("sets", ["", "4"])
def test_the_page_says_of_each_file_which_sheets_are_in_it_and_how_many_pages(sets: str, tmp_path: Path) -> None:
    client = browser(blank("treasures"), tmp_path)
    found = client.get(f"/sheets?sets={sets}").json()
    assert [sheet["name"] for sheet in found["sheets"] if sheet["masters"] and not sheet["secret"]] == ["log"]
    assert not any(sheet["secret"] and not sheet["masters"] for sheet in found["sheets"])
    for whom, number in found["pages"].items():
        assert client.get(f"/sheets/{whom}.pdf?sets={sets}").content.count(b"/Type /Page\n") == number
    assert found["pages"].keys() == {"players", "game-master"}


def test_sets_are_for_each_player_and_a_wrong_wish_is_refused_in_words(tmp_path: Path) -> None:
    client = browser(blank("treasures"), tmp_path)
    two, four = (client.get(f"/sheets/players.pdf?sets={number}").content for number in (2, 4))
    assert four.count(b"/Type /Page\n") > two.count(b"/Type /Page\n")
    assert client.get("/sheets?sets=0").status_code == 409
    for wrong in ("players.pdf?sets=0", "players.pdf?paper=b5", "gm/9.svg", "gm/1.gif", "nothing.pdf"):
        answer = client.get(f"/sheets/{wrong}")
        assert answer.status_code == 409
        assert answer.headers["content-type"].startswith("text/plain")
        assert len(answer.text) > 10


def test_a_share_code_holds_the_map_and_a_hostile_one_is_refused_in_words(tmp_path: Path) -> None:
    text = blank("treasures")
    client, other = browser(text, tmp_path), browser(blank("labyrinth"), tmp_path)
    code = code_of(client)
    assert (
        share_code.read(code.encode(), "code", GAMES, presets.preset_settings).map == maps.read(text.encode(), "").map
    )
    for hostile in ("", "<script>", "#" * 50_000, "treasures:1zzzz", code[:-1] + "~", "file:///etc/passwd", "\ud800"):
        sent = json.dumps({"do": "open_brought", "text": hostile})
        assert other.post("/act", content=sent).json()["refused"]
    assert code_of(other).startswith("labyrinth:")
    other.post("/act", json={"do": "open_brought", "text": f"http://127.0.0.1:8720/#{code}"})
    assert code_of(other) == code
    file = other.get("/file")
    assert maps.read(file.content, "").map == maps.read(text.encode(), "").map
    assert file.headers["content-disposition"].startswith("attachment")


def test_a_code_that_phones_can_scan_comes_as_a_square_and_a_longer_one_does_not(tmp_path: Path) -> None:
    answer = browser(blank("treasures"), tmp_path).post("/act", json={"do": "share"}).json()
    assert answer["square"]["width"] < 60
    large = maps.generate("dungeon", "a", size="6x5").to_text()
    answer = browser(large, tmp_path).post("/act", json={"do": "share"}).json()
    assert len(answer["code"]) > 600
    assert answer["square"] is None
