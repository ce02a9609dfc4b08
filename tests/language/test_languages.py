"""The languages of the sheets: all have the same entries, nothing is left untranslated, and others are refused."""

import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from mapkit.cli.main import app
from mapkit.formats.record import ExportOrder
from mapkit.formats.shelf import FORMATS, written
from mapkit.games import maps
from mapkit.games.dungeon.state import with_level
from mapkit.games.labyrinth.analysis import analyse
from mapkit.games.labyrinth.code import OPTIONS, StartingKit
from mapkit.games.labyrinth.packs import PACKS
from mapkit.games.labyrinth.packs import LabyrinthSettings as Params
from mapkit.games.labyrinth.rules import RULES
from mapkit.games.labyrinth.sheets import card_sheets, gm_sheets, played_sheets
from mapkit.games.labyrinth.words import THINGS, in_hand, many, texts
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import catalogue, form, in_theme, languages
from mapkit.language.catalogue import texts as texts_of
from mapkit.language.phrases import phrases
from mapkit.language.wording import translated
from mapkit.mapfile import writer
from mapkit.mapfile.writer import show as show_map
from mapkit.model import resources
from mapkit.model.analysis import Ask
from mapkit.model.game import Game, table_of
from mapkit.model.map import Public
from mapkit.model.message import Message
from mapkit.model.replay import Track
from mapkit.model.rule import Amount
from mapkit.model.ruling import Announcement, Look, MoveError
from mapkit.model.settings import BadSetting, Choice, settings
from mapkit.paper.blank_maps import drawing_sheets
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.options import theme_names
from mapkit.paper.sheet import A4, LETTER, Page, Text, lacking, show
from mapkit.paper.themes import theme_text
from mapkit.players.machines import machines
from mapkit.studio import session
from mapkit.table import match
from mapkit.table.ears import own_ears
from mapkit.table.knowledge import moments
from tests.games.test_labyrinth_played import evening
from tests.games.test_labyrinth_sheets import CODES, EXTREME, FLOORS, coded, every_sheet, full, tiny
from tests.paper.test_sheet import assert_golden
from tests.russian import left_in_english
from tests.sheet_measures import prose

RUSSIAN = Edition(A4, "ru")
OTHERS = tuple(language for language in languages() if language != "en")
FREE = frozenset({"nouns", "numbers"})
"""In these, each language has as many forms as its grammar needs."""
CHOICES = {
    f"{s.name}={word}" for s in settings(Params) if isinstance(s.value_kind, Choice) for word in s.value_kind.words
}
OF_PACKS = {s.name for s in settings(Params) if s.of_module} | {mark for pack in PACKS for mark in pack.tiles}
VOCABULARY = THINGS | OPTIONS.keys() | CHOICES | OF_PACKS | {s.name for s in settings(GAMES["dungeon"].design.params)}
NAMES_OF_RULES = frozenset({"rule", "setting", "seen", "when", "plural"})
"""Keys whose values are names, the same in all languages."""


# --- the files ---------------------------------------------------------------------------------------------------


def differences(one: Any, other: Any, where: str) -> Iterator[str]:
    """Where the keys, conditions, rule numbers or names in braces of two files differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        yield from (f"{where}.{key} is in one of them only" for key in one.keys() ^ other.keys())
        for key in one.keys() & other.keys():
            yield from differences(one[key], other[key], f"{where}.{key}")
    elif is_noun(one, 2) and is_noun(other, 3):
        return
    elif isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            yield f"{where} has {len(one)} and {len(other)} parts"
        for number, pair in enumerate(zip(one, other, strict=False)):
            yield from differences(*pair, f"{where}[{number}]")
        if len(one) > 1 and is_condition(one[-1]) and one[-1] != other[-1]:
            yield f"{where} has the conditions {one[-1]} and {other[-1]}"
    elif type(one) is not type(other):
        yield f"{where} has {one!r} and {other!r}"
    elif is_number(one) != is_number(other) or (is_number(one) and one != other):
        yield f"{where} has the numbers {one} and {other}"
    elif names(one) != names(other):
        yield f"{where} has {names(one)} and {names(other)} in braces"


def is_noun(forms: Any, number: int) -> bool:
    """Whether these are so many forms of a noun with its number."""
    return (
        isinstance(forms, list)
        and len(forms) == number
        and all(isinstance(form, str) and not is_number(form) for form in forms)
        and len({frozenset(names(form)) - {"number"} for form in forms}) == 1
    )


def is_condition(text: object) -> bool:
    parts = re.split(r"[ |]", text) if isinstance(text, str) else [""]
    return all(part.removeprefix("!") in VOCABULARY for part in parts)


def is_number(text: object) -> bool:
    return isinstance(text, str) and bool(re.fullmatch(r"(MP|MX|TL|HD|QC|MQ)-[\w.-]+", text))


def names(text: object) -> set[str]:
    return {name.lower() for _, name, _, _ in Formatter().parse(str(text)) if name}


@pytest.mark.parametrize(
    ("game", "language"), [(game, each) for game in ("sheets", *GAMES) for each in languages(game)[1:]]
)
def test_every_entry_is_in_every_language(game: str, language: str) -> None:
    english, other = texts_of(game, "en"), texts_of(game, language)
    one, two = ({key: part for key, part in file.items() if key not in FREE} for file in (english, other))
    assert list(differences(one, two, game)) == []
    assert english.keys() == other.keys()
    assert english.get("nouns", {}).keys() == other.get("nouns", {}).keys()


def leaves(part: Any) -> Iterator[str]:
    """The texts of a file, without names and conditions."""
    if isinstance(part, dict):
        for key, text in part.items():
            yield from () if key in NAMES_OF_RULES else leaves(text)
    elif isinstance(part, list):
        for each in part:
            yield from leaves(each)
    elif not (is_condition(part) or is_number(part)):
        yield CONDITION.sub("", str(part))


CONDITION = re.compile(r"\[[^][?]+\?")


@pytest.mark.parametrize("folder", ["cards", "phrases"])
def test_no_english_word_is_left_in_russian_texts(folder: str) -> None:
    files = [tomllib.loads(file.read_text(encoding="utf-8")) for file in resources.path(folder, "ru").glob("*.toml")]
    texts_ = [text for file in files for text in leaves(file)]
    assert len(texts_) > 150
    assert {text: left for text in texts_ if (left := left_in_english(text))} == {}


def test_a_difference_is_found() -> None:
    english = {"a": ["MP-1", "{x} and you", "rivers"], "b": "", "c": ["one"]}
    wrong: tuple[dict[str, Any], ...] = (
        {"a": ["MP-2", "{x}", "rivers"]},
        {"a": ["MP-1", "", "rivers"]},
        {"a": ["MP-1", "{x}", "bear"]},
        {"d": ""},
    )
    assert list(differences(english, {**english, "a": ["MP-1", "и {X}", "rivers"]}, "")) == []
    for each in (*wrong, {"c": []}, {"b": []}):
        assert list(differences(english, {**english, **each}, "")) != [], each


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_rules_and_settings_are_told_in_russian(game: Game[Any]) -> None:
    rules = (*game.design.rules, *game.design.advice)
    told = [Message(rule.sentence, dict.fromkeys(rule.settings, 3)) for rule in rules]
    told += [setting.meaning for setting in settings(game.design.params)]
    told += [*table_of(game).seating.options.values(), *table_of(game).seating.starts.values()]
    assert {line: left for line in told if (left := left_in_english(translated(line, "ru")))} == {}


@pytest.mark.parametrize("game", ["treasures", "labyrinth"])
def test_a_letter_of_the_russian_log_means_one_thing(game: str) -> None:
    words = texts_of(game, "ru")["log"]
    parts = [part for _, part in words["abbreviations"]] if game == "treasures" else [words["answers"], words["circle"]]
    signs = texts_of(game, "ru")["player"]["signs"]
    said = (text if isinstance(text, str) else text[0].format_map(signs) for part in parts for text in part)
    letters = [CONDITION.sub("", text)[0] for text in said]
    assert sorted(set(letters)) == sorted(letters)


@pytest.mark.parametrize("language", languages("labyrinth"))
def test_every_noun_has_the_forms_of_its_language(language: str) -> None:
    _, plural_of = catalogue(language)
    assert {len(forms) for forms in texts(language)["nouns"].values()} == {max(map(plural_of, range(200))) + 1}


# --- numbers -----------------------------------------------------------------------------------------------------


def test_a_noun_agrees_with_its_number() -> None:
    forms = ("дырка", "дырки", "дырок")
    for expected, numbers in (
        ("дырка", (1, 21, 101, 1001)),
        ("дырки", (2, 3, 4, 22, 34, 102)),
        ("дырок", (0, 5, 9, 10, 11, 12, 13, 14, 15, 20, 25, 111, 112, 1014)),
    ):
        assert {form(forms, number, "ru") for number in numbers} == {expected}
    assert [form(("hole", "holes"), number, "en") for number in (0, 1, 2, 21)] == ["holes", "hole", "holes", "holes"]


def test_things_are_counted_in_words_or_digits() -> None:
    assert [many(n, "hospitals") for n in (0, 1, 2)] == ["no hospitals", "one hospital", "2 hospitals"]
    assert [many(n, "hospitals", "ru") for n in (0, 1, 2)] == ["0 госпиталей", "1 госпиталь", "2 госпиталя"]
    assert in_hand(StartingKit(3, 5, 1), "ru") == "3 гранаты, 5 пуль и 1 нож"
    assert in_hand(StartingKit(), "ru") == "ничего"


def commented() -> Iterator[tuple[str, Callable[[Callable[[Message], str]], str]]]:
    """What mapkit writes with comments, and how it is written in the words that a function gives."""
    for game in GAMES.values():
        for preset in sorted({"default", "as-drawn"} & {each.name for each in maps.presets(game.name)}):
            params = maps.params(game, preset, None, {})
            yield f"{game.name} {preset}", partial(writer.blank, game, params, preset, ())
    yield from ((name, partial(theme_text, name)) for name in theme_names())
    exported = maps.generate("dungeon", "comments"), FORMATS["text-mapper"]
    yield "export", lambda said: written(*exported, ExportOrder(in_words=said))[".txt"].decode()


@pytest.mark.parametrize(("_", "written"), [*commented()], ids=[what for what, _ in commented()])
def test_the_comments_of_files_are_russian_and_nothing_else_is(
    _: str, written: Callable[[Callable[[Message], str]], str]
) -> None:
    text, russian = written(str), written(lambda said: translated(said, "ru"))
    for line, said in zip(text.splitlines(), russian.splitlines(), strict=True):
        before, sign, words = line.partition("# ")
        assert said.startswith(before + sign)
        if '"' not in sign and re.search("[A-Za-z]{3}", words) and not before.endswith("#:"):
            assert re.search("[а-я]{2}", said), said
        else:
            assert said == line
    if not text.startswith("# A map of Dungeon for"):
        assert tomllib.loads(russian) == tomllib.loads(text)


def test_amounts_and_rules_are_told_in_russian() -> None:
    rule = next(rule for rule in RULES if rule.sentence == "Rivers: {rivers}.")
    amounts = {
        Amount(2, 2): "2",
        Amount(1, 3): "от 1 до 3",
        Amount(1, None): "не меньше 1",
        Amount(0, None): "сколько угодно",
    }
    for amount, told in amounts.items():
        for language, said in (("ru", f"Рек: {told}."), ("en", f"Rivers: {amount}.")):
            assert translated(rule.text(Params(rivers=amount)), language) == said


def test_measures_are_told_in_russian() -> None:
    told = {key: translated(measure.in_words, "ru") for key, measure in analyse(tiny(), Ask()).measures.items()}
    assert re.search(r"5 игроков — около \d+ (ч|мин)", told["playing-time"])
    assert [text for text in told.values() if re.search(r"[A-Za-z]{3}", text)] == []


# --- the sheets --------------------------------------------------------------------------------------------------

CELL = r"[a-z]{1,2}[0-9]+(/[0-9])?"
ALLOWED = re.compile(
    rf"(M[PX]-[\w.-]+|([GSFVTAHWO][0-9]+-){{8}}[GSFVTAHWO][0-9]+|[A-Z][0-9]+|[A-Z]|x|[a-z]{{1,2}}|{CELL})"
)
"""Rule numbers, also of packs, codes, options, wormholes, players of announcements, pages of a map, sizes and cells."""


def foreign(sheets: tuple[Page, ...]) -> set[str]:
    """The words in Latin letters that must not be on a Russian sheet."""
    said = " ".join(mark.text for sheet in sheets for mark in sheet.marks if isinstance(mark, Text))
    tokens = re.findall(r"[A-Za-z][A-Za-z0-9/.-]*", re.sub(r"\bM[PX]-[\w-]+(\.[\w]+)*", "", said))
    return {token for token in tokens if not ALLOWED.fullmatch(token.rstrip(".-"))}


@pytest.mark.parametrize("code", CODES)
def test_nothing_on_a_russian_sheet_is_left_in_english(code: str) -> None:
    map_ = full((6, 6, 2) if code == FLOORS else (6, 6, 1), code)
    for sheets in every_sheet(map_, RUSSIAN):
        assert foreign(sheets) == set()
    assert foreign(played_sheets(map_, Track((), ()), RUSSIAN)) == set()


def test_nothing_of_a_large_or_agreed_map_is_left_in_english() -> None:
    agreed: dict[str, Any] = {
        s.name: s.value_kind.words[-1]
        for s in settings(Params)
        if isinstance(s.value_kind, Choice) and s.name not in ("fill", "rows", "columns")  # two of them name cells
    }
    numbers = {"boomerang": 4, "wormhole_distance": 2, "swamps": Amount(0, 3)}
    numbers |= {"bends": Amount(0, 2), "walls": Amount(9, 9)}
    numbers |= dict.fromkeys(("exits", "chains", "rivers", "hospitals", "arsenals", "doors", "windows"), Amount(1, 2))
    map_ = full((40, 40, 1), EXTREME)
    params = coded(EXTREME, (40, 40, 1), **{**agreed, "course": "south", **numbers})
    for sheets in every_sheet(replace(map_, params=params), RUSSIAN):
        assert foreign(sheets) == set()
    said = prose(card_sheets(Public("", params, GAMES["labyrinth"]), RUSSIAN))
    assert "Поворотов у каждой реки от 0 до 2" in said
    assert "Реки текут только с севера на юг." in said


def test_limits_of_the_map_are_read_aloud_in_russian() -> None:
    """MP-101, MP-102."""
    params = coded(EXTREME, wormhole_distance=3, course="south")
    said = prose(gm_sheets(replace(full((8, 8, 1)), params=params), RUSSIAN))
    assert "MP-102 Шагов между двумя дырками одной цепочки, не меньше: 3." in said
    assert "MP-102 Реки текут только с севера на юг." in said


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_key_of_a_russian_drawing_sheet_has_no_english_word(game: Game[Any]) -> None:
    params = coded(EXTREME) if game.name == "labyrinth" else game.design.params()
    sheets = drawing_sheets(game, "", Public("", params, game), RUSSIAN)
    told = [mark.text for sheet in sheets for mark in sheet.marks if isinstance(mark, Text)]
    assert [text for text in told if re.search("[A-Za-z]{4}", text) and not text.endswith(" =")] == []
    assert lacking(" ".join(told)) == ""


def test_english_words_would_be_found() -> None:
    assert {"Treasure", "Wormholes", "EXIT", "SECRET", "Notes"} <= foreign(gm_sheets(tiny(), Edition(A4)))


def test_a_played_game_is_told_in_russian() -> None:
    map_, track = evening("ru")
    typed = {word for entry in track.entries for word in (entry.words.split()[0], entry.words.split()[-1])}
    assert foreign(played_sheets(map_, track, RUSSIAN)) <= {"Ann", "Bob"} | typed


@pytest.mark.parametrize(("game", "language"), [("labyrinth", "en"), ("labyrinth", "ru"), ("treasures", "ru")])
def test_the_quoted_announcements_are_those_of_the_table(game: str, language: str) -> None:
    """The announcements on the game master's sheet are those of `mapkit play`, with A and B as players."""
    heard = phrases(game, language).heard.values()
    spoken = "|".join(re.sub(r"\\{\w+\\}", ".+", re.escape(text)) for text in heard)
    rows = texts_of(game, language)["announcements"]["rows"]
    quoted = [said for row in rows for said in re.findall("[«“](.+?)[»”]", row[2]) if not re.search("[‹{]", said)]
    assert len(quoted) > (30 if game == "labyrinth" else 12)
    assert [said for said in quoted if not re.fullmatch(rf"({spoken})( ({spoken}))*", said)] == []


# --- the command -------------------------------------------------------------------------------------------------


def printed(tmp_path: Path, game: str, *given: str) -> tuple[int, str, list[str]]:
    file, folder = tmp_path / "map.toml", tmp_path / "out"
    file.write_text(show_map(maps.generate(game, "one", preset="default")), encoding="utf-8")
    result = CliRunner().invoke(app, ["print", str(file), "-o", str(folder), *given])
    return result.exit_code, result.stderr, sorted(path.name for path in folder.glob("*"))


def test_a_language_is_asked_for(tmp_path: Path) -> None:
    code, _, names_ = printed(tmp_path, "labyrinth", "--lang", "RU", "--sheets", "gm,card")
    assert code == 0
    assert [name.rpartition("-")[2] for name in names_] == ["card.pdf", "gm.pdf"]


@pytest.mark.parametrize(
    ("language", "said", "badge"), [("en", "Step executed, arsenal", "SECRET"), ("ru", "Прошли, арсенал", "СЕКРЕТНО")]
)
def test_a_played_game_is_printed_in_the_language_asked_for(
    tmp_path: Path, language: str, said: str, badge: str
) -> None:
    map_ = tiny()
    with match.start(map_, show_map(map_), ("Ann", "Bob"), {"starts": "a1 c2"}, "seed", tmp_path / "log.jsonl") as game:
        game.say("right")
    words_ = ["print", str(tmp_path / "log.jsonl"), "-o", str(tmp_path / "out"), "--format", "svg", "--lang", language]
    assert CliRunner().invoke(app, words_).exit_code == 0
    pages = [path.read_text(encoding="utf-8") for path in sorted((tmp_path / "out").glob("log-played*.svg"))]
    assert len(pages) > 1
    assert all(badge in page for page in pages)
    assert any(said in page for page in pages)


def test_a_language_that_a_game_lacks_is_told_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mapkit.paper.press.languages", lambda _: ("en",))
    assert printed(tmp_path, "treasures", "--lang", "ru") == (
        2,
        "ошибка: листы игры treasures есть на языках: en, а на ru нет\n",
        [],
    )


BROKEN = """mapkit = 1
game = "treasures"
preset = "as-drawn"
map = '''
+---+---+---+
| T   .   . |
+   +   +   +
| ~>  M   A1|
+---+---+---+
'''
"""


def answered(tmp_path: Path, *typed: str, **environment: str) -> str:
    """What a command says; FILE is a map with faults, and OUT another file."""
    places = {"FILE": str(tmp_path / "bad.toml"), "OUT": str(tmp_path / "new.toml")}
    Path(places["FILE"]).write_text(BROKEN, encoding="utf-8")
    result = CliRunner().invoke(app, [places.get(word, word) for word in typed], env=environment)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    said = result.stdout + result.stderr
    return said.replace(places["FILE"], "FILE").replace(places["OUT"], "OUT")


@pytest.mark.parametrize(
    "typed", ["check FILE", "repair FILE -o OUT --force", "rules treasures", "rules labyrinth --rules EXTREME"]
)
def test_maps_are_checked_repaired_and_explained_in_russian(tmp_path: Path, typed: str) -> None:
    said = answered(tmp_path, *typed.split(), MAPKIT_LANG="ru_RU.UTF-8")
    assert answered(tmp_path, *typed.split(), "--lang", "ru") == said
    assert re.search("[а-я]{5}", said)
    assert left_in_english(re.sub(r"FILE|OUT|\w+=\S+", "", said)) == set()


def test_a_language_that_is_asked_for_goes_before_that_of_the_environment(tmp_path: Path) -> None:
    assert "fault[TL-21] c1: Sets of" in answered(tmp_path, "check", "FILE", "--lang", "en", MAPKIT_LANG="ru")


def test_all_help_is_in_russian(tmp_path: Path) -> None:
    commands = [[], *([name] for name in typer.main.get_command(app).commands)]  # type: ignore[attr-defined]  # a group
    for words_ in commands:
        lines = answered(tmp_path, *words_, "--help", MAPKIT_LANG="ru").splitlines()[1:]
        helps = [re.split(r"\s{2,}", line.strip())[-1] for line in lines]  # behind the option, if there is one
        shown = re.sub(r"\[[^]]*\]|--?\w[\w-]*", "", " ".join(text for text in helps if text[:1] != "-"))
        assert (words_, left_in_english(shown)) == (words_, set())


@pytest.mark.parametrize(
    ("language", "was", "becomes", "read", "said"),
    [
        ("xx", 'start = "старт"', 'start = "unfinished', texts_of, "no words can be read in it"),
        ("xx", 'start = "старт"', "", texts_of, "lacks rounds.start, which"),
    ],
)
def test_a_wrong_file_of_words_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, was: str, becomes: str, read: Any, said: str
) -> None:
    own, found = tmp_path / "sheets.toml", resources.path
    written = found("cards", "ru", "sheets.toml").read_text(encoding="utf-8")
    own.write_text(written.replace(was, becomes), encoding="utf-8")
    monkeypatch.setattr(resources, "path", lambda *parts: own if parts[-2:] == (language, own.name) else found(*parts))
    with pytest.raises(BadSetting, match=said):
        read("sheets", language)


def test_the_languages_of_a_game_are_those_of_its_words() -> None:
    assert languages("labyrinth") == ("en", "de", "fr", "ru")
    assert languages("no such game") == ("en",)


# --- as they were ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["gm", "player", "card", "log"])
def test_the_russian_sheets_of_a_tiny_map_are_as_they_were(kind: str) -> None:
    edition = Edition(A4 if kind == "player" else LETTER, "ru")
    sheets = dict(zip(("gm", "player", "card", "log"), every_sheet(tiny(), edition), strict=True))
    assert_golden(f"labyrinth-{kind}-ru.txt", "".join(map(show, sheets[kind])))


@pytest.mark.parametrize("part", ["heard", "notes", "refused"])
def test_a_key_without_words_is_told_with_its_file(part: str) -> None:
    bare = replace(phrases("treasures", "en"), heard={}, notes={}, refused={})
    say = {"heard": bare.say, "notes": bare.note, "refused": bare.refuse}[part]
    with pytest.raises(BadSetting, match=rf"en.treasures\.toml: blocked has no words; add them below \[{part}\]"):
        say(Announcement("blocked"))


# --- the table ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_said_at_a_table_is_in_russian(game: str) -> None:
    english, russian = phrases(game, "en"), phrases(game, "ru")
    for part in ("heard", "notes", "refused"):
        one = {**english.table, **getattr(english, part)}
        other = {**russian.heard, **russian.table, **getattr(russian, part)}
        assert one.keys() <= other.keys(), f"templates/phrases/ru/{game}.toml lacks them below [{part}] or [table]"
        assert [key for key in one if names(one[key]) != names(other[key])] == []
    assert english.words.keys() <= russian.words.keys()


TURNS = {
    "treasures": {"Шаг на север": "north", "иду на запад": "west", "бросаю кубик": "shop", "огонь юг": "shoot south"},
    "dungeon": {"СВ, юго-восток": "ne se", "бить з ждать": "mine w wait", "в затем лезть d5": "e climb d5"},
    "minoqaur": {"вход 1": "enter 1", "войти h1": "enter h1", "Туннель восток": "tunnel east", "беру": "take"},
    "quoridor": {"Пропуск": "pass", "Боб: пас": "Боб: pass"},
}
"""Directives in Russian, and the same in English."""


def lowest(_: int) -> int:
    """Dice that always show a one."""
    return 1


@pytest.mark.parametrize("game", TURNS)
def test_russian_directives_are_those_that_help_lists(game: str) -> None:
    """What a table offers in Russian is understood as its English is, and the answer has no English in it."""
    referee, words_ = table_of(GAMES[game]).referee, phrases(game, "ru")
    state = referee.begin(maps.generate(game, "one", preset="default"), ("Анна", "Боб"), {}, lowest).state

    def answer(said: str) -> Any:
        try:
            return referee.play(state, said, lowest)
        except MoveError as refused:
            return refused.refusal.key  # its words quote what was typed

    for turn in range(12):
        ways = referee.ways(state)[:12]
        both = {words_.word(way): way for way in ways} | TURNS[game]
        assert {said for said, english in both.items() if answer(said) != answer(english)} == set()
        told = answer(ways[turn % len(ways)])
        said = [*both, *map(words_.say, told.heard), *map(words_.note, told.notes)]
        assert [line for line in said if left_in_english(line)] == []
        state = told.state


def test_the_heads_of_boards_side_by_side_are_in_russian_above_their_boards() -> None:
    table = table_of(GAMES["dungeon"])
    begun = table.referee.begin(maps.generate("dungeon", "one", preset="default"), ("Ann",), {}, lowest).state
    state = with_level(begun, 1, lowest)
    view, look = table.screen.public_view, Look(whole=True, columns=200, lines=12)
    assert view is not None
    english, russian = (view(state, look._replace(say=partial(translated, language=each))) for each in ("en", "ru"))
    (heads,) = (number for number, line in enumerate(english) if line.startswith("level 1"))
    assert english[heads].index("level 2") == russian[heads].index("уровень 2") > russian[heads].index("уровень 1")


def test_what_may_be_said_and_why_not_is_told_in_russian() -> None:
    run = partial(CliRunner().invoke, app, env={"MAPKIT_LANG": "ru"}, catch_exceptions=False, prog_name="mapkit")
    cellar = str(resources.path("samples", "cellar.toml"))
    assert "север" in run(["moves", cellar]).output
    assert left_in_english(run(["moves", cellar, "--why", "attack"]).output) == set()
    assert '"north"' in run(["moves", cellar, "--json"]).output
    assert "такой папки нет" in run(["moves", cellar, "--templates", "none"]).output


AS_IT_IS = re.compile(
    rf"‹\w+›|m[\w-]*\.\w+|out/\S+|seed \w+|foo|[KMN][a-z]+"
    rf"|{'|'.join(kind for game in GAMES.values() for kind in machines(table_of(game)))}|{'|'.join(GAMES)}"
)
"""Gaps of messages, files, seeds, machines and games."""


@pytest.mark.parametrize("game", GAMES)
def test_what_commands_answer_is_in_russian(tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a map, of its games and of sheets; a map file stays in English, as do its keys."""
    monkeypatch.chdir(tmp_path)
    run = partial(CliRunner().invoke, app, env={"MAPKIT_LANG": "ru"}, catch_exceptions=False, prog_name="mapkit")
    preset = {"treasures": "small", "labyrinth": "basic", "minoqaur": "easy", "dungeon": "small"}.get(game, "fair")
    told = run(["generate", game, "--seed", "3", "--preset", preset, "-o", "m.toml"]).output
    told += run(["play", "m.toml", "--players", "Аня,Боря", "--log", "m.jsonl"], input="foo\nhelp\nmap\nexit\n").output
    of_map = "check", "solve", "describe", "moves", "simulate --games 1 --turns 40", "survey", "print -o out"
    for words in (*(f"{each} m.toml" for each in of_map), "audit m.jsonl", "know m.jsonl", "print m.jsonl -o out"):
        told += run(words.split()).output
    left = {line: left_in_english(AS_IT_IS.sub(" ", line)) - {preset} for line in told.splitlines()}
    assert {line: words for line, words in left.items() if words} == {}


@pytest.mark.parametrize("game", ["treasures", "labyrinth"])
@pytest.mark.parametrize("language", ["en", "de", "ru", "fr"])
def test_what_players_know_is_drawn_with_the_signs_of_their_sheet(game: str, language: str) -> None:
    """One table has the signs that players note, that the log explains, and that `known` draws, on paper or not."""
    drawn = maps.generate(game, "signs", preset="default")
    signs = paper_of(drawn.game).signs(language)
    (page, *_) = paper_of(drawn.game).public["player"](drawn.public, Edition(A4, language))
    printed = {mark.text for mark in page.marks if isinstance(mark, Text)}
    there = {mark for mark in drawn.kinds.values() if mark in signs}
    assert there
    assert {signs[mark] for mark in there} <= {text.removesuffix("1") for text in printed}
    with closing(session.begin(drawn, ("Ann", "Bob"), {}, "signs", language)) as game_at_table:
        ((_, known),) = moments(own_ears(game_at_table.match, ""), language)
    assert {mark: known.asked.glyphs[mark] for mark in signs} == dict(signs)


def test_a_theme_has_its_own_signs() -> None:
    language = in_theme("ru", "pirate-ship")
    assert paper_of(GAMES["treasures"]).signs(language)["treasure"] == "С"
    assert paper_of(GAMES["treasures"]).signs("ru")["treasure"] == "К"
