"""Nothing that the studio says is left in English in a language that is made by a rule."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.games.treasures.packs.evenness import GIFTS
from mapkit.language.catalogue import NO_THEME, themes_of
from mapkit.mapfile.writer import show
from mapkit.model import resources
from mapkit.studio import words
from mapkit.studio.actions import act
from mapkit.studio.desk import Desk
from mapkit.studio.phones import Phones
from mapkit.studio.record import Said
from mapkit.studio.scene import second_thoughts
from mapkit.studio.solver_jobs import What
from mapkit.studio.tools import tools
from tests import pseudo
from tests.russian import left_in_english
from tests.studio.desks import Idle, answer, blank, legal

IN_WORDS = frozenset(
    """
    advice asides asks corrections ending failed faults foreseen found game gauges head heading heads label lines
    meaning message missing notes refused said sentence situation stale step takes told wrong words
    """.split()  # noqa: SIM905 (with a line for each name the list would take a page)
)
"""The members of what pages get that are in words, or hold such members."""
NAMES = frozenset(
    {
        "map",
        "toml",
        "table",
        "size",
        "shops",
        *themes_of("treasures"),
        NO_THEME,
        *GIFTS,
        *get_args(Said),
        *get_args(What),
    }
    | {preset.name for preset in maps.presets(GAMES["treasures"])}
)
"""What is the same in all languages, or no word: names of files and settings, of kinds of lines and of actions."""


@pytest.fixture(autouse=True)
def language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_HERE", pseudo.installed())


def in_words(data: Any, key: str = "") -> Iterator[str]:
    """The texts of an answer that are in words."""
    match data:
        case dict():
            for name, part in data.items():
                yield from in_words(part, key if key in ("words", "told", "wrong") else name)
        case list() | tuple():
            for part in data:
                yield from in_words(part, key)
        case str() if key in IN_WORDS:
            yield data


def english(data: Any, *typed: str) -> dict[str, set[str]]:
    found = {text: left_in_english(text) - NAMES - {*typed, *GAMES} for text in in_words(data)}
    return {text: left for text, left in found.items() if left}


def desk_of(text: str) -> Desk:
    desk = Desk(Path("map.toml"), text, text.encode(), language=pseudo.PSEUDO)
    desk.solver_panel.worker = Idle(desk.solver_panel.worker._trade, desk.solver_panel._hear)
    desk.changes_since(0)
    return desk


def asked(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the page gets that shows all so far."""
    return act(desk, {**sent, "seen": desk.version})


@pytest.mark.parametrize("game", GAMES)
def test_a_map_is_drawn_in_another_language(game: str) -> None:
    for text in (blank(game), show(legal(game))):
        desk = desk_of(text)
        desk.advise(desk.document, second_thoughts(desk.document, desk.language))
        assert english(desk.changes_since(0)) == {}
        cells = desk.document.map.params.grid.cells()
        for tool in tools(desk.document.map):
            for path in ([], [cells[0]], [*cells[:2]], [f"{cells[0]}|N"], [f"{cells[0]}+across"]):
                for how in ("stroke", "fill"):
                    sent = {"do": "draw", "tool": tool.name, "path": path, "how": how, "careful": True}
                    assert english(asked(desk, sent)) == {}, sent


@pytest.mark.parametrize(
    "sent",
    [
        {"do": "nothing"}, {"do": "foresee", "tool": "none"}, {"do": "pick", "path": []}, {"do": "copy"}, {"do": "cut"},
        {"do": "paste", "at": "a1"}, {"do": "write", "text": "x = 1"}, {"do": "write", "text": 'game = "chess"'},
        {"do": "change_head", "values": {"size": "x", "preset": "mine", "shops": "x"}}, {"do": "ask", "what": "x"},
        {"do": "accept"}, {"do": "take"}, {"do": "open_code", "code": "x"}, {"do": "open_code", "code": "treasures:1x"},
        {"do": "table_begin", "names": ["Ann"]}, {"do": "table_resume", "name": "x"}, {"do": "table_say"},
        {"do": "photo_look"}, {"do": "photo_read"}, {"do": "photo_place"}, {"do": "photo_settle"},
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_done_is_told_in_another_language(sent: dict[str, Any]) -> None:
    answered = asked(desk_of(blank()), sent)
    assert (
        english(answered, "chess", "mine", "shops", *(preset.name for preset in maps.presets(GAMES["treasures"]))) == {}
    )
    assert [*in_words({name: answered.get(name) for name in ("refused", "problems", "wrong")})]


@pytest.mark.parametrize("game", ["treasures", "quoridor"])
@pytest.mark.parametrize("what", ["repair", "complete"])
def test_the_solver_answers_in_another_language(game: str, what: str) -> None:
    desk = desk_of(blank(game))
    asked(desk, {"do": "ask", "what": what})
    answer(desk.solver_panel.worker)
    assert english(desk.changes_since(0)) == {}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_in_another_language(game: str) -> None:
    desk = desk_of(show(legal(game)))
    desk.phones = Phones("127.0.0.2", 1, "token", "secret", lambda: desk.sitting, desk.language, desk.slow_answers)
    seats = desk.changes_since(0)["seating"]
    names = [*"ABCD"][: len(seats["seats"]) or max(2, seats["least"])]
    told = [asked(desk, {"do": "table_begin", "names": names})]
    assert desk.sitting is not None
    way, kept, asides = desk.sitting.ways[0], desk.sitting.name, desk.sitting.match.table.screen.asides
    told.append(asked(desk, {"do": "table_say", "words": way}))
    lines = ("help", "status", "xyzzy", "repeat", "gm", "gm A is at zz99", "gm say", "peek", "hint", "map")
    told += [asked(desk, {"do": "table_hear", "line": line}) for line in lines]
    told += [asked(desk, {"do": f"table_{each}"}) for each in ("undo", "undo", "redo", "redo")]
    key = desk.phones.key("token", "")
    desk.phones.sit(key, names[0], "1")
    told.append({**desk.phones.view(key).parts, "game": ""})
    told.append(asked(desk, {"do": "table_close"}))
    assert english(told, "xyzzy", "zz", *way.split(), Path(kept).stem, *asides) == {}


@pytest.mark.parametrize("name", ["studio.html", "player.html"])
def test_pages_are_in_another_language(name: str) -> None:
    page = words.page(pseudo.PSEUDO, name)
    said = [text.strip() for text in words.ON_PAGE.findall(page.partition('<script type="application/json"')[0])]
    assert {text for text in said if left_in_english(text)} == {"Mapkit"} & {*said}
