"""Every message that mapkit can show has its words in the other languages, too."""

from collections.abc import Mapping
from pathlib import Path
from shutil import copytree

import pytest

from mapkit.cli import tonight
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import FOLDER, entries, languages
from mapkit.language.wording import translated
from mapkit.model import resources
from mapkit.paper.options import KEEPERS
from mapkit.paper.packs import PackPages, PagePart
from mapkit.study.evenings import Group, evenings
from tests.catalogues import (
    PAGES,
    SHARED,
    Entry,
    by_catalogue,
    languages_of_messages,
    languages_of_pages,
    of_pages,
    update,
    wrong,
    wrong_in_pages,
)
from tests.messages import PACKAGE, computed, everything, modules
from tests.russian import left_in_english


@pytest.fixture(scope="module")
def catalogues() -> Mapping[str, list[Entry]]:
    return by_catalogue(everything())


@pytest.mark.parametrize("folder", languages_of_messages(), ids=lambda folder: str(folder.name))
def test_every_message_has_its_words_and_nothing_else_has(folder: Path, catalogues: Mapping[str, list[Entry]]) -> None:
    assert [*wrong(folder, catalogues)] == []


@pytest.mark.parametrize("language", languages()[1:])
def test_catalogues_are_as_make_messages_writes_them(
    tmp_path: Path, language: str, catalogues: Mapping[str, list[Entry]]
) -> None:
    copied = Path(copytree(resources.path(FOLDER, language), tmp_path / language))
    update(copied, catalogues)
    written = {file.name: file.read_bytes() for file in copied.iterdir() if file.suffix == ".po"}
    assert written == {file.name: file.read_bytes() for file in resources.path(FOLDER, language).glob("*.po")}


@pytest.mark.parametrize("folder", languages_of_pages(), ids=lambda folder: str(folder.name))
def test_every_paragraph_of_a_page_has_its_words(tmp_path: Path, folder: Path) -> None:
    """Where this fails, run `make messages`, and put words into what is new or fuzzy then."""
    copied = Path(copytree(folder, tmp_path / folder.name))
    update(copied, of_pages())
    assert (copied / f"{PAGES}.po").read_text("utf-8") == (folder / f"{PAGES}.po").read_text("utf-8"), (
        "run make messages"
    )
    assert [*wrong_in_pages(folder)] == []


def test_the_words_of_a_page_keep_its_code_its_links_and_its_rules(tmp_path: Path) -> None:
    english = next(each.english for each in of_pages()[PAGES] if "](#a-level)" in each.english)
    for words, told in {english: 0, english.replace("`O`", ""): 1, english.replace("#a-level", "#level"): 1}.items():
        head = 'msgid ""\nmsgstr "Plural-Forms: nplurals=1; plural=0;\\n"\n\n'
        (tmp_path / f"{PAGES}.po").write_text(f'{head}msgid "{english}"\nmsgstr "{words} `alt`"\n', encoding="utf-8")
        assert len([*wrong_in_pages(tmp_path)]) == told


def test_a_fault_in_a_catalogue_is_told(tmp_path: Path) -> None:
    cell = Entry("The {thing:acc} lies on {cell}.", "", ("mapkit/model/x.py",), is_noun=False)
    river, faults = cell._replace(english="river", is_noun=True), cell._replace(english="{number} fault", many="faults")
    catalogues = {SHARED: [cell, river, faults]}
    head = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n != 1;\\nX-Complete: yes\\n"\n\n'
    file = tmp_path / f"{SHARED}.po"
    file.write_text(head, encoding="utf-8")
    update(tmp_path, catalogues)
    empty = file.read_text(encoding="utf-8")
    assert empty.count('msgstr ""') + empty.count('] ""') == 4
    assert len([*wrong(tmp_path, catalogues)]) == 3
    said = empty.replace('msgid "river"\nmsgstr ""', 'msgid "river"\nmsgstr "Fluss"\n\nmsgid "sea"\nmsgstr "Meer"')
    file.write_text(said.replace('cell}."\nmsgstr ""', 'cell}."\nmsgstr "{thing:gen} auf {feld}"'), encoding="utf-8")
    here = f"{tmp_path.name}/{SHARED}.po"
    assert [*wrong(tmp_path, catalogues)] == [
        f"{here}: {cell.english!r} has other gaps than '{{thing:gen}} auf {{feld}}'",
        f"{here}: 'sea' is said nowhere",
        f"{here}: 'river' has no words in the form gen",
        f"{here}: '{{number}} fault' has no words",
    ]


def test_a_sentence_that_is_reworded_keeps_its_words_until_somebody_looks_at_them(tmp_path: Path) -> None:
    was, now = (Entry(f"There is {what} river on this map.", "", ("x",), is_noun=False) for what in ("no", "one"))
    file = tmp_path / f"{SHARED}.po"
    head = 'msgid ""\nmsgstr "Plural-Forms: nplurals=1; plural=0;\\nX-Complete: yes\\n"\n\n'
    file.write_text(f'{head}msgid "{was.english}"\nmsgstr "Kein Fluss."\n', encoding="utf-8")
    update(tmp_path, {SHARED: [now]})
    update(tmp_path, {SHARED: [now]})
    assert "#, fuzzy" in file.read_text(encoding="utf-8")
    assert "Kein Fluss." in file.read_text(encoding="utf-8")
    assert dict(entries(file)).keys() == {("", "", 0)}
    assert [*wrong(tmp_path, {SHARED: [now]})] == [f"{tmp_path.name}/{SHARED}.po: {now.english!r} has no words"]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_message_is_a_literal_text_with_a_filling_for_each_gap(path: Path) -> None:
    assert [*computed(path)] == []


# --- screens -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keeper", KEEPERS)
def test_tonight_tells_of_an_evening_in_russian(keeper: str) -> None:
    group = Group(4, 60, "new", keeper)
    found = evenings(group)
    pages = PackPages((PagePart(("gm",), (), secret=True),), (PagePart(("card",), (), secret=False),) * 3)
    told = [tonight._in_words(evening, group) for evening in found]
    told += [line for evening in found for line in tonight._how_to_begin(evening, Path("map.toml"), "map")]
    told += [*tonight._on_pages(pages, 1), *tonight._other_games(found, keeper)]
    names = {*GAMES, *(evening.preset for evening in found), "sheets", "map", "secret-map", "toml", "ru"}
    assert {line: left for line in told if (left := left_in_english(translated(line, "ru")) - names)} == {}


def test_questions_of_tonight_are_in_russian() -> None:
    asked = [question.words for question in tonight._QUESTIONS.values()]
    assert {language: left for language in asked if (left := left_in_english(translated(language, "ru")))} == {}


@pytest.mark.parametrize("game", GAMES)
def test_presets_are_told_in_russian(game: str) -> None:
    told = [GAMES[game].title, *(preset.says for preset in maps.presets(game))]
    assert {line: left for line in told if (left := left_in_english(translated(line, "ru")))} == {}
