"""Every message that mapkit can show has its words in the other languages, too."""

import ast
import re
from pathlib import Path

import pytest

from mapkit.cli import tonight
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.translation import translated
from mapkit.paper.packs import PackPages, PagePart
from mapkit.study.evenings import KEEPERS, Group, evenings
from tests.messages import ROOM, messages, modules
from tests.russian import left_in_english

BEGINS_LATER = re.compile(r"(in|is|has|stands) ")
"""How a message begins that is said behind the name of a setting or behind a word of a map file."""

ELSEWHERE = frozenset({"library.py"})
"""Modules whose messages programs read, in English."""

COMPOSED = frozenset(
    ast.unparse(ast.parse(each, mode="eval"))  # with the quotation marks of this Python
    for each in (
        "f'seed {seed}'",  # the name of an option and its value
        "f'{finds.pop(cell)} at {cell}'",  # things have their own words
        "f'{read.name}: not {done} because of the faults above; `mapkit repair` repairs them{instead}'",
        "f'maps of {map_.game.name} go to no other program; {others}'",
        "f'{whose}the code holds the whole map, in {len(code)} characters'",
        'f"{where} is no address; give the scheduler\'s, such as tcp://192.168.1.5:8786"',
        "f'error {bad}'",
        "f'{why}; one of {key} looks like {example}'",
        "f'of {len(found)} codes none takes {p.par} moves to win{had} (MQ-V5)'",
        "f'{name}: there is no folder {shown}; {meant}`mkdir {deep}{shell_quoted(str(folder))}` makes it'",
    )
)
"""Messages whose gaps take none of the samples, such as `solved` and `printed`; the table of mistakes has them."""

MODULES = [path for path in modules() if path.name not in ELSEWHERE]


def is_sentence(text: str) -> bool:
    return bool(re.search(r"[A-Za-z]{3} |[a-z]{3}; ", text))


def in_russian(text: str) -> bool:
    said = translated(text if not BEGINS_LATER.match(text) else f"'x' {text}", "ru")
    return bool(re.search("[а-я]{3}", said))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOM)))
def test_every_message_has_its_russian_words(path: Path) -> None:
    asked = {words: filled for words, filled in messages(path).items() if is_sentence(filled[0])}
    assert [
        words for words, filled in asked.items() if words not in COMPOSED and not any(map(in_russian, filled))
    ] == []


def test_the_messages_are_found() -> None:
    assert len(MODULES) > 50
    assert any(is_sentence(filled[0]) for filled in messages(ROOM / "model" / "settings.py").values())


# --- screens -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keeper", KEEPERS)
def test_tonight_tells_of_an_evening_in_russian(keeper: str) -> None:
    group = Group(4, 60, "new", keeper)
    found = evenings(group)
    pages = PackPages((PagePart(("gm",), (), secret=True),), (PagePart(("card",), (), secret=False),) * 3)
    told = [tonight._in_words(evening, group) for evening in found]
    told += [line for evening in found for line in tonight._how_to_begin(evening, Path("map.toml"), "ru")]
    told += [*tonight._on_pages(pages, 1), *tonight._other_games(found)]
    names = {*GAMES, *(evening.preset for evening in found), "sheets", "map", "secret-map", "toml", "ru"}
    assert {line: left for line in told if (left := left_in_english(translated(line, "ru")) - names)} == {}


def test_questions_of_tonight_are_in_russian() -> None:
    asked = [question.words for question in tonight._QUESTIONS.values()]
    assert {language: left for language in asked if (left := left_in_english(translated(language, "ru")))} == {}


@pytest.mark.parametrize("game", GAMES)
def test_presets_are_told_in_russian(game: str) -> None:
    told = [GAMES[game].title, *(preset.says for preset in maps.presets(game))]
    assert {line: left for line in told if (left := left_in_english(translated(line, "ru")))} == {}
