"""A folder of one's own templates: words, presets and themes that go before those of mapkit."""

import errno
import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

import mapkit
from mapkit.games import maps, own_templates
from mapkit.language.catalogue import texts
from mapkit.language.phrases import phrases
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import resources
from mapkit.model.files import FileTrouble
from mapkit.paper import themes
from tests.command import run


@pytest.fixture(autouse=True)
def no_own_templates() -> Iterator[None]:
    yield
    resources.use_own(None)


def folder(where: Path, **written: str) -> Path:
    """A folder with these files; `__` stands for a slash."""
    for name, text in written.items():
        path = where / f"{name.replace('__', '/')}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return where


OURS = {
    "themes__fat": '[wall]\nline = 2\ncolour = "#000000"\n',
    "presets__treasures__ours": 'says = "Our Fridays."\nsize = "6x6"\n[settings]\nwalls = 9\nmarsh = 2\nriver = 0\n',
    "cards__en__treasures": 'name = "Catacombs"\n[amounts]\nleast = "many"\n',
    "phrases__en__treasures": '[heard]\nturn = "On with you, {player}."\n',
}


def test_words_presets_and_themes_of_a_folder_go_before_those_of_mapkit(tmp_path: Path) -> None:
    own_templates.use(str(folder(tmp_path, **OURS)))
    own = texts("treasures", "en")
    assert (own["name"], own["amounts"]["least"], own["amounts"]["any"]) == ("Catacombs", "many", "any number")
    assert phrases("treasures", "en").heard["turn"] == "On with you, {player}."
    assert phrases("treasures", "en").heard["exit"]
    assert maps.preset("treasures", "ours").says == "Our Fridays."
    assert "fat" in themes.theme_names()
    resources.use_own(None)
    assert texts("treasures", "en")["amounts"]["least"] == "at least {low}"
    assert "fat" not in themes.theme_names()


def test_a_map_of_an_own_preset_is_read_where_nobody_has_it(tmp_path: Path) -> None:
    own, made = folder(tmp_path / "own", **OURS), tmp_path / "made.toml"
    words = ("generate", "treasures", "--preset", "ours", "--seed", "a", "-o", str(made))
    for given in (("--templates", str(own), *words), (*words, "--templates", str(own), "--force")):
        done = run(*given)
        assert done.exit_code == 0, done.stderr
        assert 'preset = "default"\n' in made.read_text()
        assert "\nwalls = 9\n" in made.read_text()
    assert run("check", str(made)).exit_code == 0
    assert run(*words).exit_code == 2, "the folder was for that one command"


@pytest.mark.parametrize("name", ["réunion", "пятничный"])
def test_an_own_preset_and_theme_are_found_by_name_however_their_accents_are_stored(tmp_path: Path, name: str) -> None:
    """macOS may store each accent of a file's name as a character of its own."""
    stored, path = unicodedata.normalize("NFD", name), tmp_path / "ours"
    assert stored != name
    own = folder(path, **{f"presets__treasures__{stored}": OURS["presets__treasures__ours"]})
    own_templates.use(str(folder(own, **{f"themes__{stored}": OURS["themes__fat"]})))
    assert name in themes.theme_names()
    for typed in (name, stored, name.upper()):
        assert themes.theme_name(typed) == name
        map_ = maps.generate("treasures", seed="1", preset=typed)
        assert maps.readable_elsewhere(map_).preset == "default"
    listed = run("--templates", str(own), "games")
    assert name in run("--templates", str(own), "rules", "treasures", "--preset", name).output + listed.output
    with pytest.raises(UnreadableMap, match="mapkit takes no file of this name"):
        own_templates.use(str(folder(tmp_path / "loud", presets__treasures__Loud="")))


def test_what_is_made_of_a_file_that_names_an_own_preset_is_read_where_nobody_has_it(tmp_path: Path) -> None:
    """So a log tells the whole game, and no change of the preset changes a game that has begun."""
    own, made, log = folder(tmp_path / "own", **OURS), tmp_path / "made.toml", tmp_path / "game.jsonl"
    words = ("--templates", str(own))
    assert run(*words, "generate", "treasures", "--preset", "ours", "--seed", "a", "-o", str(made)).exit_code == 0
    made.write_text(made.read_text().replace('preset = "default"', 'preset = "ours"').replace("walls = 9\n", ""))
    assert run("check", str(made)).exit_code == 2
    begun = run(*words, "play", str(made), "--players", "Ann,Bob", "--log", str(log))
    assert begun.exit_code == 0, begun.stderr
    (code,) = run(*words, "share", str(made)).stdout.split()
    (tmp_path / "made.json").write_text(run(*words, "export", str(made), "--json").stdout)
    assert run("play", "--resume", str(log)).exit_code == 0
    for other in (code, str(tmp_path / "made.json"), str(log)):
        told = run("describe", other) if other != str(log) else run("moves", other)
        assert told.exit_code == 0, told.stderr
    assert "\\nwalls = 9\\n" in log.read_text().splitlines()[0]


@pytest.mark.parametrize(("name", "said"), [("none", "there is no such folder"), ("empty", "the folder has no files")])
def test_a_folder_that_is_missing_or_empty_is_refused(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "empty").mkdir()
    refused = run("games", "--templates", str(tmp_path / name))
    assert refused.exit_code in (2, 3)
    assert said in refused.stderr


@pytest.mark.parametrize("linked", ["themes", "themes/out.toml"])
def test_a_folder_or_a_file_that_is_a_link_is_refused_and_none_of_it_is_used(tmp_path: Path, linked: str) -> None:
    """A link would bring files that nobody has checked."""
    own = folder(tmp_path / "own", **OURS)
    folder(tmp_path / "elsewhere", mine="says = 1")
    link = own / linked
    if link.is_dir():
        link.rename(tmp_path / "moved")
    link.symlink_to(tmp_path / "elsewhere" / ("mine.toml" if link.suffix else ""))
    with pytest.raises(UnreadableMap, match=f"own/{linked}:1:1: error: this leads out of the folder"):
        own_templates.use(str(own))
    assert resources.own_folder() is None


def test_a_folder_with_the_name_of_a_file_is_refused(tmp_path: Path) -> None:
    own = folder(tmp_path, themes__mine='says = "Ours."')
    own.joinpath("presets", "treasures", "small.toml").mkdir(parents=True)
    with pytest.raises(UnreadableMap, match=r"small\.toml:1:1: error: this is a folder; give it another name"):
        own_templates.use(str(own))


def test_a_folder_in_it_that_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`glob` would pass over it, as if there were nothing in it."""
    tmp_path.joinpath("cards", "en").mkdir(parents=True)
    listed = Path.iterdir

    def iterdir(folder: Path) -> Iterator[Path]:
        if folder.name == "en":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
        return listed(folder)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    with pytest.raises(FileTrouble, match="cards/en: cannot be read: permission denied"):
        own_templates.use(str(tmp_path))


def test_every_file_of_words_of_mapkit_passes_the_check_itself(tmp_path: Path) -> None:
    """A group that copies a file and changes nothing has no faults."""
    for kind in ("cards", "phrases"):
        for path in resources.path(kind).glob("en/*.toml"):
            folder(tmp_path, **{f"{kind}__en__{path.stem}": path.read_text(encoding="utf-8")})
    own_templates.use(str(tmp_path))
    assert texts("dungeon", "en")["legend"]


def test_a_program_uses_templates_of_its_own(tmp_path: Path) -> None:
    with mapkit.templates(folder(tmp_path, **OURS)):
        assert "ours" in {preset.name for preset in mapkit.presets("treasures")}


def test_no_entry_of_an_own_catalogue_is_dropped_without_a_word(tmp_path: Path) -> None:
    head, entry = 'msgid ""\nmsgstr ""\n\n', 'msgid "north"\nmsgstr "Nord"\n'
    for name, text in (
        ("fine", head + entry.replace("\n", "\r\n")),
        ("gap", head + entry.replace("\n", "\n\n")),
        ("blank", head + entry.replace('north"', 'north" ')),
        ("treasures.pirateship", head + entry),
    ):
        file = tmp_path / "messages" / "de" / f"{name}.po"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    with pytest.raises(UnreadableMap) as refused:
        own_templates.use(str(tmp_path))
    told = [line.partition("messages/de/")[2] for line in str(refused.value).splitlines()]
    apart = "error: this line belongs to no entry"
    assert [line.partition(";")[0] for line in told] == [
        *(f"{name}.po:{line}:1: {apart}" for name, lines in (("blank", (4, 5)), ("gap", (4, 6))) for line in lines),
        'treasures.pirateship.po:1:1: error: there is no theme "pirateship"',
    ]
    assert told[-1].endswith("; did you mean pirate-ship?")
