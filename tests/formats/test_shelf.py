"""The shelf of formats: what is on it, how a file is known, and laws over all formats."""

from pathlib import Path

import pytest

import mapkit
from mapkit.formats.record import ExportOrder, FileToRead
from mapkit.formats.shelf import FORMATS, MODULES, format_named, format_of, written
from mapkit.games.shelf import GAMES
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.grid import Border
from mapkit.model.settings import BadSetting
from tests.command import output, run
from tests.test_hostile_files import good

ROOT = Path(__file__).parents[2]
SAMPLES = Path(__file__).parent / "samples"
"""Files in the formats of others, by our own hand."""
PAGE = "".join((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("formats", "mazes"))
GIVE = "read the map that it was made of"
BOTH_WAYS = [(name, game) for name, form in FORMATS.items() if form.read and form.write for game in GAMES]


@pytest.mark.parametrize(("name", "game"), BOTH_WAYS)
def test_what_goes_out_and_comes_in_has_equal_facts(name: str, game: str, tmp_path: Path) -> None:
    form, map_ = FORMATS[name], mapkit.read("e2 e8 he3 d6v") if name.startswith("moves") else good(game)
    if not form.suits(GAMES[game]):
        with pytest.raises(BadSetting, match=f"maps of {game} are not written as {name}"):
            written(good(game), form, ExportOrder())
        return
    made = written(map_, form, ExportOrder())
    for end, each in made.items():
        (tmp_path / f"map{end}").write_bytes(each)
    data = next(iter(made.values()))
    assert form.read is not None
    found = form.read(FileToRead(data, "file", game, folder=tmp_path)).map
    walls_alone = {fact for fact in map_.facts if isinstance(fact.place, Border)}
    facts = {fact for fact in found.facts if isinstance(fact.place, Border)} if name == "blocks" else found.facts
    assert facts == (walls_alone if name == "blocks" else map_.facts)
    known = format_of(data, game)
    assert known is not None
    assert known.name == name, "it is known without being named"


def test_a_format_has_the_name_that_it_stands_under_and_every_module_is_on_the_shelf() -> None:
    modules = {path.stem for path in (ROOT / "mapkit" / "formats").glob("*.py")} - {"__init__", "record", "shelf"}
    assert modules == set(MODULES.values())
    assert [form.name for form in FORMATS.values()] == [*FORMATS]
    assert all(form.read or form.write for form in FORMATS.values())


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_its_section_on_the_page_and_its_line_in_the_list(name: str) -> None:
    assert f"\n### `{name}`" in PAGE
    assert f"\n{name}: " in f"\n{output('formats')}"


def test_refusals_name_the_formats(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="there is no format 'txt'"):
        format_named("txt")
    with pytest.raises(UnreadableMap) as refused:
        FORMATS["map"].read(FileToRead(b"1,2\n3,4\n", "t.csv"))  # type: ignore[misc]
    assert "`mapkit formats`" in str(refused.value)
    path = tmp_path / "t.csv"
    path.write_text("a,b\n3,4\n")
    told = run("check", path).stderr
    assert all(name in told for name, form in FORMATS.items() if form.read)


@pytest.mark.parametrize("name", ["uvtt", "graphml", "dot", "csv"])
def test_a_file_that_is_only_written_is_told_as_one(name: str, tmp_path: Path) -> None:
    path = tmp_path / "made"
    path.write_bytes(next(iter(written(good("treasures"), FORMATS[name], ExportOrder()).values())))
    told = run("check", path).stderr
    assert told == f"{path}:1:1: error: this is {FORMATS[name].title}, and such files are only written; {GIVE}\n"


def test_words_of_others_are_refused_where_a_format_has_none(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text(good("treasures").to_text())
    told = run("check", path, "--as", "forest=wall").stderr
    assert told == (
        f"error: {path} is a map file of mapkit, which people type, and --as is for text-mapper, moves and drawing; "
        "leave --as forest out\n"
    )


def test_export_asks_for_the_format_where_the_name_of_the_file_does_not_say_it(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text(good("treasures").to_text())
    able = [name for name, form in FORMATS.items() if form.write and form.suits(GAMES["treasures"])]
    assert run("export", path).stderr == f"error: say the format with --format: {', '.join(able)}\n"
    assert run("export", path, "--format", "text-mapper").stderr == (
        f"error: maps of treasures are not written as text-mapper; maps of treasures are written as {', '.join(able)}\n"
    )
