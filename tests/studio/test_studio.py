"""The studio without a browser: what gestures make of a text, the desk, auth, and the server's answers."""

import asyncio
import os
import re
import socket
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapkit.cli import studio as cli_studio
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import document, writer
from mapkit.model import files
from mapkit.model.grid import borders
from mapkit.model.settings import BadSetting
from mapkit.solve import legality
from mapkit.studio import recent, server
from mapkit.studio.actions import act
from mapkit.studio.auth import MasterKeys, auth_answer, listener
from mapkit.studio.desk import Desk
from mapkit.studio.disk import BACKUP
from mapkit.studio.edits import Gesture, edited
from mapkit.studio.places import Corner, Spot, spot_name, spot_named
from mapkit.studio.scene import changes, scene, splice, splices
from mapkit.studio.tools import BadStroke, tools
from mapkit.studio.words import PAGE, phrases
from tests.command import output
from tests.messages import SAID_ON_PAGE, on_page
from tests.russian import left_in_english
from tests.studio.desks import SIZES, blank, code_of, page_of


def read(text: str) -> document.Document:
    return maps.read(text.encode(), "map.toml")


def after(text: str, *gestures: tuple[str, str]) -> str:
    """The text after gestures, each a tool and the names of spots."""
    for tool, path in gestures:
        text = edited(read(text), Gesture(tool, tuple(path.split()))).text
    return text


def facts(text: str) -> dict[str, str]:
    return {spot_name(place): mark for place, mark in read(text).map.facts}


# --- edits -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SIZES)
@settings(max_examples=6)
@given(data=st.data())
def test_after_any_gesture_a_file_can_be_read_and_undo_brings_its_bytes_back(game: str, data: st.DataObject) -> None:
    first = "# mine\n" + blank(game)
    desk, texts = Desk(Path("map.toml"), first, None), [first]
    grid = desk.document.map.params.grid
    spots = [*grid.cells(), *map(spot_name, borders(grid))]
    spots += [spot_name(Corner(cell, lies)) for cell in grid.cells() for lies in ("across", "upright")]
    for _ in range(2):
        tool = data.draw(st.sampled_from([tool.name for tool in tools(desk.document.map)]))
        path = data.draw(st.lists(st.sampled_from(spots), max_size=4))
        with suppress(BadStroke):
            desk.draw(Gesture(tool, tuple(path)))
        assert read(desk.text).map == desk.document.map
        texts += [desk.text] if desk.text != texts[-1] else []
    assert desk.text.startswith("# mine\n")
    for text in reversed(texts):
        assert desk.text == text
        desk.undo()
    for text in texts:
        assert desk.text == text
        desk.redo()


def test_a_stroke_changes_its_cells_and_nothing_else_in_the_text() -> None:
    text = blank("treasures").replace("walls = 20 ", "walls = 20 # as ever ")
    becomes = after(text, ("cell treasure", "b2 c1"))
    assert facts(becomes) == {"b2": "treasure", "c1": "treasure"}
    changed = [(a, b) for a, b in zip(text.splitlines(), becomes.splitlines(), strict=True) if a != b]
    assert [b.strip() for _, b in changed] == ["|     T     |", "|         T |"]


def test_a_river_flows_along_the_stroke_and_turns_where_it_is_touched_once() -> None:
    text = after(blank("treasures"), ("cell flows", "a1 b1 b2 c2"))
    assert facts(text) == {"a1": "flows E", "b1": "flows N", "b2": "flows E", "c2": "flows E"}
    assert facts(after(text, ("cell flows", "a1")))["a1"] == "flows S"


def test_portals_are_numbered_as_they_are_placed() -> None:
    text = after(blank("treasures"), ("cell A*", "a1"), ("cell A*", "c2"))
    assert facts(text) == {"a1": "A1", "c2": "A2"}
    with pytest.raises(BadStroke, match="A1 and A2 are all on the board; erase one"):
        after(text, ("cell A*", "b1"))
    assert facts(after(text, ("eraser", "a1"), ("cell A*", "b1"))) == {"b1": "A1", "c2": "A2"}


def test_the_palette_offers_the_chains_that_are_begun_and_one_more() -> None:
    text = after(blank("labyrinth"), ("cell W*", "a1/1 b1/1"))
    assert [(t.sign, t.words) for t in tools(read(text).map) if t.heading == "wormhole"] == [
        ("W3", "wormhole W"),
        ("V1", "wormhole V"),
    ]


def test_walls_come_and_go_and_open_the_outer_wall() -> None:
    text = after(blank("treasures"), ("border wall", "a1|E b1|E a1|W"))
    assert facts(text) == {"a1|E": "wall", "b1|E": "wall"}
    assert facts(after(text, ("border wall", "a1|E b1|N"))) == {"b1|E": "wall"}
    opened = after(text, ("border wall", "a1|W"))
    assert facts(opened)["a1|W"] == "exit"
    assert facts(after(opened, ("border wall", "a1|W"))) == facts(text)
    assert facts(after(opened, ("border undecided", "a1|W")))["a1|W"] == "undecided"
    inwards = after(blank("treasures"), ("border wall", "b1|S b1|E b2|E"))
    assert facts(inwards) == {"b1|E": "wall", "b2|E": "wall"}  # what is drawn from the outer wall opens no gap in it
    assert facts(after(inwards, ("border wall", "b1|E b2|E c1|S"))) == {}
    with pytest.raises(BadStroke, match="exit: point at a border in the outer wall"):
        after(text, ("border exit", "a1|E"))


def test_a_door_opens_in_the_direction_of_the_stroke() -> None:
    text = after(blank("labyrinth"), ("border door*", "b1/1 a1/1"))
    assert facts(text) == {"a1/1|E": "door W"}
    turned = after(text, ("border door*", "a1/1|E"))
    assert facts(turned) == {}
    assert facts(after(turned, ("border door*", "a1/1|E"))) == {"a1/1|E": "door E"}


def test_starts_are_listed_in_their_order_and_holes_lead_up() -> None:
    text = after(blank("labyrinth"), ("list starts", "a1/1 c2/2"), ("list holes", "b1/1"))
    assert facts(text) == {"a1/1": "start 1", "c2/2": "start 2", "b1/1|U": "hole"}
    assert facts(after(text, ("list starts", "a1/1"), ("eraser", "b1/1"))) == {"c2/2": "start 1"}
    with pytest.raises(BadStroke, match="a lower floor"):
        after(text, ("list holes", "a1/2"))


def test_pawns_move_and_walls_lie_over_corners() -> None:
    with pytest.raises(BadStroke, match=r"place the pawn of S \(south\) first"):
        after(blank("quoridor"), ("list pawn 2", "c5"))
    text = after(blank("quoridor"), ("list pawn 1", "c1"), ("list pawn 2", "c5"), ("list walls", "b2+across"))
    assert facts(text) == {"c1": "pawn 1", "c5": "pawn 2", "b2": "h"}
    assert facts(after(text, ("list pawn 1", "c2"), ("list walls", "b2+upright"))) == {"c2": "pawn 1", "c5": "pawn 2"}


def test_things_that_are_allotted_to_places_change_them() -> None:
    moved = after(blank("minoqaur"), ("list key", "b24"))
    assert facts(moved) == {"d22": "key", "v22": "cloak", "d4": "sword"}
    assert 'items = "key cloak sword"' in moved
    assert facts(after(moved, ("list sword", "a25"))) == {}


def test_what_a_code_may_still_lose_is_told_beside_the_tools() -> None:
    map_ = maps.generate("minoqaur", "1")
    shown = read(writer.show(map_))
    assert scene(shown)["gauges"] == [{"label": "wrong codewords", "used": 0, "most": 3}]
    for cell, used in (("m10", 1), ("x2", 2)):
        other = "light" if shown.map.kinds[cell] == "dark" else "dark"
        shown = edited(shown, Gesture(f"cell {other}", (cell,)))
        assert scene(shown)["gauges"][0]["used"] == used
    assert scene(read(blank("treasures")))["gauges"] == scene(read(blank("minoqaur")))["gauges"] == []


def test_what_follows_from_a_list_of_moves_is_not_drawn() -> None:
    text = after(blank("quoridor"), ("eraser", "a1")).replace('moves = ""', 'moves = "c2"')
    with pytest.raises(BadStroke, match="pawns follows from moves in this file"):
        after(text, ("list pawn 1", "d2"))


def test_a_map_taken_as_it_is_drawn_stays_so() -> None:
    text = after(blank("treasures", preset="as-drawn"), ("cell treasure", "a1"))
    assert read(text).map.params.treasures.low == 1


@pytest.mark.parametrize("name", ["z9", "a1|Q", "a1+slanted", "", "|N", "+across"])
def test_no_other_name_is_a_spot(name: str) -> None:
    assert spot_named(name, GAMES["treasures"].design.board.read("3x2")) is None


# --- the scene ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SIZES)
def test_a_scene_shows_every_cell_every_fault_and_a_tool_for_every_kind(game: str) -> None:
    found = scene(read(blank(game)))
    map_ = read(blank(game)).map
    assert {cell for floor in found["layout"] for cell in floor["cells"]} == set(map_.params.grid.cells())
    assert sum(fault.get("blank", 1) for fault in found["faults"]) == len(legality.check(map_))
    assert all(fault["blank"] == len(found["blank"]) for fault in found["faults"] if "blank" in fault)
    assert {fault["rule"] for fault in found["faults"]} <= {rule.number for rule in map_.game.design.rules}
    assert len({tool["name"] for tool in found["tools"]}) == len(found["tools"]) > 1
    legend = map_.game.design.legend(map_.params)
    assert all(tool["words"] for tool in found["tools"])
    assert {"wall" in legend.words} >= {any(tool["aims"] == "borders" for tool in found["tools"])}


def test_a_page_gets_what_has_changed() -> None:
    before = read(blank("treasures"))
    now = read(after(before.text, ("cell treasure", "b2")))
    found = changes(scene(before), scene(now))
    assert {"splices", "words", "spliced"} <= found.keys()
    assert found.keys().isdisjoint({"marks", "layout", "samples", "title", "blank", "faults"})
    assert found["words"] == {"b2": "treasure"}
    old, new = scene(before)["marks"][0], scene(now)["marks"][0]
    for at, gone, come in found["splices"][0]:
        old = [*old[:at], *come, *old[at + gone :]]
    assert old == new
    assert found["spliced"].keys() == {"blank", "faults"}
    assert found["spliced"]["blank"][2] == []
    for name, (at, gone, come) in found["spliced"].items():
        old, new = scene(before)[name], scene(now)[name]
        assert [*old[:at], *come, *old[at + gone :]] == new


def test_what_is_written_on_the_board_is_in_the_language_of_the_page() -> None:
    opened = read(after(blank("treasures"), ("border exit", "a1|W")))
    written = [{point[5] for point in scene(opened, code)["marks"][0] if point[0] == "text"} for code in ("en", "ru")]
    assert written[0] ^ written[1] == {"EXIT", "ВЫХОД"}
    for code, word in (("en", "EXIT"), ("ru", "ВЫХОД"), ("de", "AUSGANG")):
        picture = scene(opened, code)["samples"]["exit"]
        assert word in {point[5] for point in picture["shapes"] if point[0] == "text"}


def test_what_lies_on_a_cell_is_told_in_the_language_of_the_page() -> None:
    opened = read(after(blank("labyrinth", "3x2"), ("list starts", "b1"), ("cell empty", "b1")))
    assert scene(opened, "de")["words"]["b1"] == "leeres Feld, Start 1"


@pytest.mark.parametrize("game", GAMES)
def test_every_tool_is_named_in_russian(game: str) -> None:
    desk = Desk(Path("map.toml"), blank(game, preset="default"), None, language="ru")
    said = {each[part] for each in desk.changes_since(0)["tools"] for part in ("words", "heading")}
    assert {words: left for words in said if (left := left_in_english(words))} == {}


@given(st.lists(st.integers(0, 3)), st.lists(st.integers(0, 3)))
def test_splices_make_one_list_of_another(old: list[int], new: list[int]) -> None:
    made = list(old)
    for at, gone, come in splices(old, new):
        made[at : at + gone] = come
    assert made == new
    at, gone, come = splice(old, new)
    assert [*old[:at], *come, *old[at + gone :]] == new
    assert not come or gone < 2 or (come[0] != old[at] and come[-1] != old[at + gone - 1])


# --- the desk ----------------------------------------------------------------------------------------------------


def test_a_file_is_saved_with_one_backup_and_only_if_nobody_else_changed_it(tmp_path: Path) -> None:
    path, first = tmp_path / "map.toml", blank("treasures")
    path.write_bytes(first.encode())
    desk = Desk(path, first, first.encode())
    desk.draw(Gesture("cell treasure", ("a1",)))
    assert not desk.saved
    assert (desk.save(), desk.saved) == ("", True)
    assert path.read_text() == desk.text
    desk.draw(Gesture("cell treasure", ("b1",)))
    desk.save()
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["map.toml", f"map.toml{BACKUP}"]
    assert (tmp_path / f"map.toml{BACKUP}").read_text() == first
    path.write_text(first)
    desk.draw(Gesture("cell treasure", ("c1",)))
    assert desk.save() == "The file on the disk has changed since it was read."
    assert path.read_text() == first
    path.unlink()
    assert desk.save() == "The file on the disk is gone."
    assert desk.save(anyway=True) == ""
    assert path.read_text() == desk.text


def test_advice_comes_when_people_pause_and_only_for_the_map_that_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    text = blank("treasures", preset="as-drawn")
    desk = Desk(Path("map.toml"), after(text, ("cell treasure", "a1"), ("border exit", "a1|W")), None)
    assert (desk.changes_since(0)["advice"], desk.advised) == ((), False)
    old = desk.document
    desk.draw(Gesture("cell treasure", ("b1",)))
    desk.advise(old, {"advice": [{"sentence": "too late", "found": ""}], "eased": []})
    assert (desk.changes_since(0)["advice"], desk.advised) == ((), False)
    monkeypatch.setattr(server, "_PAUSE", 0.001)

    async def pause() -> None:
        working = asyncio.create_task(server._advise(desk))
        while not desk.advised:
            await asyncio.sleep(0.001)
        working.cancel()

    asyncio.run(asyncio.wait_for(pause(), 30))
    told = desk.changes_since(0)["advice"]
    assert [line["rule"] for line in told] == [fault.rule.number for fault in legality.advise(desk.document.map)]
    assert told


# --- auth and the server -----------------------------------------------------------------------------------------

HOME = {"host": "127.0.0.1:8720", "cookie": "mapkit_8720=secret", "origin": "http://127.0.0.1:8720"}


@pytest.mark.parametrize(
    ("method", "path", "query", "headers", "status"),
    [
        ("GET", "/", "", {}, 0),
        ("POST", "/act", "", {}, 0),
        ("GET", "/", "", {"host": "localhost:8720"}, 0),
        ("GET", "/", "", {"host": "evil.example:8720"}, 400),
        ("GET", "/", "token=secret", {"host": "127.0.0.1:9"}, 400),
        ("GET", "/", "token=secret", {"cookie": ""}, 200),
        ("GET", "/", "token=guess", {"cookie": ""}, 403),
        ("GET", "/scene", "token=secret", {"cookie": ""}, 403),
        ("GET", "/scene", "", {"cookie": "mapkit_9=secret"}, 403),
        ("GET", "/scene", "", {"cookie": "mapkit_8720=guess"}, 403),
        ("POST", "/act", "", {"origin": "http://evil.example"}, 403),
        ("POST", "/act", "", {"origin": ""}, 403),
        ("POST", "/act", "", {"origin": "null"}, 403),
        ("PUT", "/act", "", {}, 405),
    ],
)
def test_only_the_browser_of_the_person_who_began_comes_in(
    method: str, path: str, query: str, headers: dict[str, str], status: int
) -> None:
    answer = auth_answer(method, path, query, {**HOME, **headers}, MasterKeys(8720, "secret"))
    assert (answer.status if answer else 0) == status
    if status == 200 and answer:
        assert answer.headers["set-cookie"] == "mapkit_8720=secret; Path=/; HttpOnly; SameSite=Strict"
        assert answer.headers["refresh"] == "0; url=/"


@pytest.fixture
def browser(tmp_path: Path) -> Any:
    """A client that auth lets in; the title of its map is hostile."""
    text = blank("treasures").replace('title = ""', 'title = "<script>alert(1)</script>"')
    return page_of(Desk(tmp_path / "map.toml", text, None))


def test_the_page_comes_with_a_policy_and_without_any_word_of_the_map(browser: Any) -> None:
    page = browser.get("/")
    assert "default-src 'self'; frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert "alert(1)" not in page.text
    assert browser.get("/scene").json()["title"] == "<script>alert(1)</script>"
    assert browser.get("/page/../desk.py").status_code == 404


def test_an_action_answers_with_what_has_changed_and_a_refusal_with_a_sentence(browser: Any) -> None:
    seen = browser.get("/scene").json()["version"]
    drawn = browser.post("/act", json={"do": "draw", "tool": "cell treasure", "path": ["a1"], "seen": seen}).json()
    assert drawn["words"] == {"a1": "treasure"}
    assert drawn["undo"] is True
    assert "layout" not in drawn
    assert browser.post("/act", json={"do": "undo", "seen": drawn["version"]}).json()["words"] == {}
    refused = browser.post("/act", json={"do": "draw", "tool": "no such", "path": ["a1"]}).json()
    assert refused["refused"].startswith("there is no tool 'no such'")
    assert browser.post("/act", json={"do": "fly"}).json()["refused"].endswith("load the page again.")
    assert browser.post("/act", content=b"{").status_code == 400
    assert browser.post("/act", content=b" " * (1 << 20) + b"{}").status_code == 413
    assert browser.post("/act", content=iter([b" " * (1 << 20), b"{}"])).status_code == 413, (
        "no length stands at its head"
    )


def test_the_page_is_small_and_asks_no_other_host() -> None:
    of_phones = {"player.html", "player.js", "player.css", "player-sheet.js"}  # a page of their own
    files = [file for file in PAGE.iterdir() if file.is_file() and file.name not in of_phones]
    at_once = {"studio.html", *re.findall(r"/page/([\w.-]+)", (PAGE / "studio.html").read_text(encoding="utf-8"))}
    sizes = {file.name: len(code_of(file.read_text(encoding="utf-8")).encode()) for file in files}
    assert sum(sizes[name] for name in at_once) < 92_400
    assert max(size for name, size in sizes.items() if name not in at_once) < 15_000, "when its panel is opened"
    assert {word for file in files for word in re.findall(r'https?://[^/"]*', file.read_text())} == {
        "http://www.w3.org"
    }


def test_a_port_in_use_gives_way_to_the_next() -> None:
    one = listener(0)
    with one, listener(one.getsockname()[1]) as other:
        assert other.getsockname()[1] > one.getsockname()[1]


# --- the command -------------------------------------------------------------------------------------------------


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Desk]:
    """The desks of the studios that a command began; none of them listens."""
    desks: list[Desk] = []

    def serve(desk: Desk, listening: socket.socket, *_: object) -> None:
        listening.close()
        desks.append(desk)

    monkeypatch.setattr("mapkit.studio.server.serve", serve)
    return desks


def test_the_command_opens_a_file_or_begins_a_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, served: list[Desk]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(blank("dungeon"), encoding="utf-8")
    for words in (
        "mine.toml",
        "--game quoridor",
        "new.toml --game treasures --size 4x5",
        "--game labyrinth --preset basic",
    ):
        assert output("studio", *words.split(), "--port", "0", "--no-open").startswith("http://127.0.0.1:")
    assert [desk.document.map.game.name for desk in served] == ["dungeon", "quoridor", "treasures", "labyrinth"]
    assert [str(desk.path) for desk in served][:3] == ["mine.toml", "output/quoridor-drawing.toml", "new.toml"]
    assert str(served[2].document.map.params.grid) == "4x5"
    assert [each.path for each in recent.recent_files()] == [tmp_path / "mine.toml"]
    output("studio", "--port", "0", "--no-open")
    assert [desk.at_gallery for desk in served] == [False, False, False, False, True]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["mine.toml"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
@pytest.mark.parametrize("private", [True, False])
def test_no_account_reads_the_key_in_the_command_line_of_the_browser(
    private: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The browser gets a page that leads on; where others could read that, too, it gets nothing."""
    shown: list[tuple[str, str, int]] = []

    def browse(address: str) -> None:
        page = Path(address.removeprefix("file://"))
        shown.append((address, page.read_text(), stat.S_IMODE(page.stat().st_mode)))

    def serve(_: Desk, listening: socket.socket, token: str, ready: Callable[[], None], *__: object) -> None:
        listening.close()
        ready()
        for address, page, mode in shown:
            assert (mode, token in address, page.count(f"/?token={token}")) == (0o600, False, 2)

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("mapkit.studio.server.serve", serve)
    monkeypatch.setattr("webbrowser.open", browse)
    monkeypatch.setattr(cli_studio, "Thread", lambda target, args, daemon: SimpleNamespace(start=lambda: target(*args)))
    monkeypatch.setattr(cli_studio, "TO_OPEN", 0)
    if not private:  # as on a disk without permissions
        monkeypatch.setattr(files, "_begin", lambda path: os.open(path, os.O_RDWR | os.O_CREAT, 0o604))
    said = output("studio", tmp_path / "new.toml", "--game", "quoridor", "--port", "0")
    assert len(shown) == private
    assert ("all accounts could read it; open the address above" in said) is not private
    assert list(tmp_path.iterdir()) == []


def test_no_port_is_a_setting_that_cannot_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mapkit.studio.auth.PORTS", 1)
    one = listener(0)
    with one, pytest.raises(BadSetting, match="are in use; name another"):
        listener(one.getsockname()[1])


def test_what_a_spot_is_called_leads_back_to_it() -> None:
    grid = GAMES["labyrinth"].design.board.read("3x2x2")
    spots: list[Spot] = [*grid.cells(), *borders(grid), *(Corner(cell, "across") for cell in grid.cells())]
    assert [spot_named(spot_name(spot), grid) for spot in spots] == spots


_NO_WORDS = {"Arrow", "Content-Type", "Files", "Legal", "Letter", "Mapkit", "Tabloid"}
"""What begins like a sentence in the code of pages, and is the name of something; with these, the names of keys."""


@pytest.mark.parametrize("file", sorted(PAGE.glob("*.js")), ids=lambda file: file.name)
def test_all_texts_on_the_pages_go_through_say_as_literal_texts(file: Path) -> None:
    code = re.sub(r"^ *(//|import ).*$", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    others = SAID_ON_PAGE.sub("", code.replace("export function say(", ""))
    assert re.findall(r"(?<!\.)\bsay\(.*", others) == []
    texts = [one or other for one, other in re.findall(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', others)]
    sentences = {text for text in texts if re.match(r"[A-Z][a-z]", re.sub(r"^(\${[^}]*}|\W)*", "", text))}
    held = "Ctrl|Alt|Shift"
    key = "Arrow(Up|Down|Left|Right)|Page ?(Up|Down)|Home|End|Enter|Esc(ape)?|Delete|Backspace|Space|Symbol|[A-Z]"
    keys = re.compile(rf"(({held})\+)*({key}|{held})")
    assert {text for text in sentences if not keys.fullmatch(text)} <= _NO_WORDS


@pytest.mark.parametrize("language", ["de", "ru"])
def test_all_that_the_pages_say_has_its_words(language: str) -> None:
    said, known = {found.english for found in on_page()}, phrases(language)
    assert len(said) > 200
    assert said - known.keys() == set()
    assert all(set(re.findall("{.*?}", text)) == set(re.findall("{.*?}", str(known[text]))) for text in said)


def test_a_picture_of_a_tool_is_the_same_on_large_floors_and_on_small_ones() -> None:
    """On small floors the samples of further tools lie on the next floor, and never over those of the first."""
    large, small = (pictures_of_tools(size) for size in ("8x8x2", "5x4x2"))
    assert {"elevator", "donation", "stairs up"} <= small.keys()
    assert small == large


def pictures_of_tools(size: str) -> dict[str, int]:
    """How many shapes there are in the picture of each tool for cells."""
    modules = "".join(f"{name} = 1\n" for name in ("donation", "elevators", "fools", "trapped"))
    shown = scene(read(blank("treasures", size) + modules))
    tools = {tool["sample"] for tool in shown["tools"] if tool["aims"] == "cells"}
    return {mark: len(found["shapes"]) for mark, found in shown["samples"].items() if mark in tools}


@pytest.mark.parametrize("game", GAMES)
def test_a_new_map_has_things_to_come_and_no_faults_until_something_is_drawn(game: str) -> None:
    """Issue 48: a new map greeted with 12 red faults. A drawing that was opened from a file is not new."""
    text = maps.new(game)
    new = Desk(Path("map.toml"), text, None).changes_since(0)
    assert new["new"]
    assert all(fault["coming"] for fault in new["faults"])
    opened = Desk(Path("map.toml"), text, text.encode()).changes_since(0)
    assert not opened["new"]
    assert [fault for fault in opened["faults"] if "coming" in fault] == []
    assert len(opened["faults"]) == len(new["faults"])


def test_what_is_wrong_whatever_comes_is_a_fault_of_a_new_map() -> None:
    desk = Desk(Path("map.toml"), blank("treasures", "4x3", preset="default"), None)
    for cell in ("a1", "b1", "c1"):
        act(desk, {"do": "draw", "tool": "cell treasure", "path": [cell]})
    now = desk.changes_since(0)
    assert not now["new"]
    assert {fault["rule"] for fault in now["faults"] if "coming" not in fault} == {"TL-23"}
    assert {"TL-13", "TL-26"} <= {fault["rule"] for fault in now["faults"] if "coming" in fault}


@pytest.mark.parametrize("game", GAMES)
def test_every_tool_has_a_picture_or_the_sign_that_stands_on_the_map(game: str) -> None:
    """Issue 48: `St1 Bu1 Gr1`, `Sw Cl Ke` and pawns `1` and `2` were jargon."""
    shown = Desk(Path("map.toml"), maps.new(game), None).changes_since(0)
    for tool in shown["tools"]:
        pictured = shown["samples"].get(tool["sample"], {"shapes": ()})["shapes"]
        lettered = tool["heading"] in ("portal", "wormhole")
        assert pictured or lettered or tool["name"] in ("eraser", "border undecided", "lock cells", "lock borders")
    assert len({str(shown["samples"].get(tool["sample"])) for tool in shown["tools"] if tool["sample"]}) == len(
        {tool["sample"] for tool in shown["tools"] if tool["sample"]}
    ), "no two pictures are the same"


def test_a_theme_is_chosen_by_pictures(browser: Any) -> None:
    (theme,) = (field for field in browser.get("/scene").json()["head"] if field["name"] == "theme")
    assert theme["pictures"]["pirate-ship"] == "Treasures of the Pirate Ship"
    pictures = {browser.get(f"/theme/{name}.svg").content for name in theme["pictures"]}
    assert len(pictures) == len(theme["choices"]) == 5
    assert browser.get("/theme/none-such.svg").status_code == 404
