"""Maps drawn by hand: files that name no settings, drawings alone, box lines, and boards pasted from a screen."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit.formats.shelf import FORMATS
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile.text import UnreadableMap
from mapkit.mapfile.writer import redraw, show, show_as_drawn
from mapkit.model.chance import Chance
from mapkit.model.design import AS_DRAWN
from mapkit.model.grid import Square
from mapkit.model.rule import Amount, Fact
from mapkit.model.ruling import Look
from mapkit.model.settings import settings
from mapkit.solve import legality, repairs, search
from mapkit.table import boards
from tests.command import refusal, run
from tests.drawings import drawn

COUNTING = [name for name, game in GAMES.items() if game.design.as_drawn]
ATTIC = """\
+---+---+---+---+---+
| T   .   . | M   . |
+   +   +   +   +   +
| ~>  ~>  .   ~>  ~>|
+   +   +   +---+---+
| .   A1| .   S | T |
+   +   +   +   +---+
| .   .   .   .   .
+---+---+---+---+---+
"""
"""A plausible map of a friend: a river with a hole in it, a portal without its partner, a treasure behind walls."""


def as_drawn_of(game: str) -> Callable[[Square, frozenset[Fact]], Mapping[str, Any]]:
    """What a game reads of the settings from a drawing."""
    read = GAMES[game].design.as_drawn
    assert read is not None
    return read


HEAD = 'mapkit = 1\ngame = "treasures"\nmap = """\n'
BOXED = """\
  ┌───┬───┬───┬───┐
  │ T   . │ .   S │
  ├   ┼   ╵━━━┷   ┤
  ║ ~>  ~>  ~>  ~>│
  │   ·           │
  │ .   A1│ A2  .
  ╰───┴───┴───┴═══╯
"""


def attic(drawing: str = ATTIC, game: str = "treasures") -> Any:
    return maps.read(drawing.encode(), "attic.txt", game=game)


def numbers(params: Any) -> dict[str, Any]:
    return {setting.name: getattr(params, setting.name) for setting in settings(type(params))}


# --- taken as drawn


def test_a_drawing_without_settings_breaks_no_number_of_a_preset() -> None:
    read = maps.read(f'{HEAD}{ATTIC}"""\n'.encode(), "attic.toml")
    assert (read.map.preset, read.names_no_preset) == (AS_DRAWN, True)
    assert {fault.rule.number for fault in legality.check(read.map)} == {"TL-17", "TL-21", "TL-27.a"}
    asked = numbers(read.map.params)
    assert [asked[name] for name in ("treasures", "exits", "marsh", "river")] == [Amount(n, n) for n in (2, 1, 1, 4)]
    assert (asked["two_way"], asked["three_way"], asked["players"]) == (1, 0, 3)


def test_a_repair_fills_blank_cells_with_the_plain_cell_where_anything_would_do() -> None:
    read = attic(re.sub("[A1~>.]", " ", ATTIC))
    repaired = repairs.repair(read.map).map
    assert {repaired.kinds[cell] for cell in repaired.kinds if cell not in read.map.kinds} == {"safe"}


def test_the_repair_of_such_a_drawing_changes_what_is_wrong_and_nothing_else() -> None:
    read = attic()
    repaired = repairs.repair(read.map)
    assert repaired.proven
    assert len(repaired.edits) == 3
    assert legality.check(repaired.map) == ()
    assert len(repaired.map.cells_of("treasure")) == 2
    assert numbers(repaired.map.params)["river"] == Amount(5, 5)
    again = maps.read(redraw(read, repaired.map).encode(), "attic.toml")
    assert again.map == repaired.map
    assert not again.names_no_preset
    assert "[settings]" not in again.text


@pytest.mark.parametrize(
    "line", ['preset = "default"', 'preset = "any-size"', "settings = {}", "settings.treasures = 2"], ids=str
)
def test_a_file_that_names_a_preset_or_settings_means_what_it_meant(line: str) -> None:
    read = maps.read(f'{line}\n{HEAD}{ATTIC}"""\n'.encode(), "attic.toml")
    assert not read.names_no_preset
    assert read.map.drawn_settings == ()
    assert "TL-14" in {fault.rule.number for fault in legality.check(read.map)}


def test_a_preset_written_by_hand_lets_single_settings_be_named() -> None:
    text = f'preset = "as-drawn"\n{HEAD}{ATTIC}"""\n[settings]\ntreasures = 3\n'
    read = maps.read(text.encode(), "attic.toml")
    assert not read.names_no_preset
    assert numbers(read.map.params)["treasures"] == Amount(3, 3)
    assert "treasures" not in read.map.drawn_settings
    repaired = repairs.repair(read.map)
    assert len(repaired.map.cells_of("treasure")) == 3
    assert maps.read(redraw(read, repaired.map).encode(), "attic.toml").map == repaired.map


def test_a_rule_code_is_a_setting_that_a_file_names() -> None:
    drawing = '"""\n+---+---+\n| T   F |\n+   +   +\n| .   .\n+---+---+\n"""\n'
    text = f'mapkit = 1\ngame = "labyrinth"\nrules = "BASIC"\nmap = {drawing}'
    named = maps.read(text.encode(), "named.toml").map
    assert (named.preset, str(named.params.rules)) == ("default", "G1-S1-F1-V1-T1-A1-H1-W1-O1")
    drawn = maps.read(text.replace('rules = "BASIC"\n', "").encode(), "drawn.toml").map
    assert (drawn.preset, str(drawn.params.rules)) == (AS_DRAWN, "G2-S1-F1-V1-T2-A1-H2-W57-O2")
    assert legality.check(drawn) == ()


@pytest.mark.parametrize(
    ("drawing", "code"),
    [
        ("| T   .   W1  W2|", "G2-S1-F2-V1-T1-A1-H2-W57-O2"),
        ("| W1  W2  V1  V2|", "G2-S1-F3-V1-T1-A1-H2-W57-O2"),
        ("| T   T   ~>  ~o|", "G2-S1-F4-V1-T3-A1-H2-W57-O2"),
        ("| ~>  ~o  ~>  ~o|", "G2-S1-F5-V1-T1-A1-H2-W57-O2"),
        ("| T   A   H   .  ", "G2-S1-F1-V1-T1-A2-H34-W57-O1"),
        ("| T # A : A > H |", "G2-S1-F1-V1-T1-A4-H34-W57-O2356"),
        ("| H   H   F   . |", "G2-S1-F1-V1-T2-A1-H35-W57-O2"),
    ],
)
def test_the_rule_code_of_a_drawing_allows_what_is_drawn(drawing: str, code: str) -> None:
    text = f"+---+---+---+---+\n{drawing}\n+   +   +   +   +\n| .   .   .   .\n+---+---+---+---+\n"
    assert str(attic(text, "labyrinth").map.params.rules) == code


def test_things_that_usual_levels_lack_are_in_a_dungeon_where_they_are_drawn() -> None:
    level = ". . .\n. . C .\n. O R . .\n. . . .\n. . {}"
    assert attic(level.format("."), "dungeon").map.preset == "default"
    for glyph, name in (("S", "steel_wall"), ("D", "dark")):
        found = attic(level.format(glyph), "dungeon").map
        assert (found.preset, found.drawn_settings, legality.check(found)) == (AS_DRAWN, (name,), ())
    assert {fault.rule.number for fault in legality.check(attic(level.format("B"), "dungeon").map)} == {"HD-53"}


def test_blank_cells_leave_numbers_open_and_complete_fills_them_in_as_a_board_has_them() -> None:
    wall, row = "+---+---+---+---+---+---+", "|                       |"
    drawing = "\n".join([wall, *[row, wall.replace("---", "   ")] * 5, row, wall]).replace("|      ", "| T    ", 1)
    read = attic(drawing)
    assert numbers(read.map.params)["treasures"] == Amount(1, None)
    assert numbers(read.map.params)["players"] == 3
    filled = search.complete(read.map, "x")
    assert legality.check(filled) == ()
    assert filled.kinds["a6"] == "treasure"
    asked = numbers(filled.params)
    assert asked["marsh"] == Amount(len(filled.cells_of("marsh")), len(filled.cells_of("marsh")))
    assert filled.cells_of("marsh")
    assert maps.read(redraw(read, filled).encode(), "filled.toml").map == filled


@pytest.mark.parametrize("game", COUNTING)
def test_a_legal_map_stays_legal_when_its_settings_are_forgotten(game: str) -> None:
    """All that a game can draw, with the preset `as-drawn`: the drawing alone says enough."""
    small = {"treasures": "6x5", "labyrinth": "5x6", "dungeon": "2"}[game]
    made = mapkit.generate(game, "forgotten", preset="basic-w" if game == "labyrinth" else AS_DRAWN, size=small)
    text = "\n".join(show(made).split("\n[settings]")[0].split("\n"))
    named = [setting.name for setting in settings(type(made.params)) if setting.header]
    kept = [line for line in text.splitlines() if line.split(" ")[0] not in ("preset", *named)]
    read = maps.read("\n".join(kept).encode(), "kept.toml")
    assert read.map.facts == made.facts
    assert legality.check(read.map) == ()
    assert repairs.repair(read.map).edits == ()
    assert maps.read(show(read.map).encode(), "shown.toml").map == read.map
    assert not read.map.drawn_settings or maps.read(show_as_drawn(read.map).encode(), "short.toml").map == read.map


@pytest.mark.parametrize("game", COUNTING)
def test_the_preset_names_only_what_a_drawing_decides_or_a_file_may_leave_out(game: str) -> None:
    """So a file without settings means the same as one with the preset and the settings of its map."""
    preset = maps.preset(game, AS_DRAWN)
    known = {setting.name: setting for setting in settings(GAMES[game].design.params)}
    drawn = GAMES[game].design.drawn_settings(preset.grid, frozenset())
    assert preset.holds
    assert all(name in drawn or known[name].value_left_out is not None for name in preset.settings)


def test_maps_that_mapkit_makes_say_no_such_sentence(tmp_path: Path) -> None:
    path = tmp_path / "made.toml"
    run("generate", "treasures", "--preset", AS_DRAWN, "--size", "6x6", "--seed", "x", "-o", path)
    told = run("check", path)
    assert told.stdout.endswith("made.toml: legal\n")
    assert "as drawn" not in told.stderr


def test_the_library_takes_a_drawing_as_the_commands_do() -> None:
    found = mapkit.read(f'{HEAD}{ATTIC}"""\n')
    assert found.preset == AS_DRAWN
    assert [fault.rule.number for fault in found.check()] == [
        fault.rule.number for fault in legality.check(attic().map)
    ]


def test_a_map_in_a_log_without_a_preset_means_what_it_meant() -> None:
    from mapkit.model.settings import BadSetting

    with pytest.raises(BadSetting, match="breaks the rules"):
        maps.read_from_log(f'{HEAD}{ATTIC}"""\n', "old.jsonl")


def test_a_new_file_with_the_preset_asks_for_no_numbers(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    run("new", "treasures", "--preset", AS_DRAWN, "--size", "5x4", "--set", "shop=1", "-o", path)
    blank = maps.read(path.read_bytes(), "new.toml").map
    assert blank.preset == AS_DRAWN
    assert numbers(blank.params)["shop"] == Amount(1, 1)
    assert numbers(blank.params)["marsh"] == Amount(0, None)
    assert run("new", "labyrinth", "--preset", AS_DRAWN).stdout.count("rules = ") == 0
    assert run("new", "labyrinth", "--preset", AS_DRAWN, "--rules", "BASIC").stdout.count('rules = "G1-') == 1


# --- drawings without a head


def test_box_lines_of_every_weight_read_as_typed_ones() -> None:
    typed = """\
+---+---+---+---+
| T   . | .   S |
+   +   +---+   +
| ~>  ~>  ~>  ~>|
+   +   +   +   +
| .   A1| A2  .
+---+---+---+---+
"""
    assert attic(BOXED).map == attic(typed).map


def test_a_repair_among_box_lines_draws_box_lines() -> None:
    text = f'{HEAD}{BOXED.replace("~>│", ". │")}"""\n'
    read = maps.read(text.encode(), "boxed.toml")
    walled = maps.read(text.replace("│ A2", "  A2").encode(), "boxed.toml")
    assert redraw(walled, read.map) == text
    assert redraw(read, walled.map) == walled.text


@pytest.mark.parametrize("game", ["treasures", "labyrinth"])
def test_a_board_is_read_as_play_prints_it(game: str) -> None:
    made = mapkit.generate(game, "paste", preset="small" if game == "treasures" else "tower")
    first = made.params.grid.cells()[0]
    for there in ((), [("Ann (treasure)", first), ("bear", made.params.grid.cells()[-1])]):
        text = "\n".join(boards.board(made, there)) + "\n"
        assert maps.read(text.encode(), "paste.txt", game=game).map.kinds == made.kinds
        walls = {fact for fact in made.facts if not isinstance(fact.place, str) and fact.mark != "hole"}
        assert walls <= maps.read(text.encode(), "paste.txt", game=game).map.facts


def test_levels_are_read_as_play_prints_them() -> None:
    made = mapkit.generate("dungeon", "paste", settings={"steel_wall": 2, "dark": 2})
    game = made.begin(["Ann", "Bob"], seed="paste")
    shown = GAMES["dungeon"].table.screen.public_view(game.ruling.state, Look(whole=True))  # type: ignore[union-attr, misc]
    pasted = "\n".join(shown)
    assert "R12" in pasted
    assert ".M" in pasted
    assert maps.read(pasted.encode(), "paste.txt", game="dungeon").map.kinds == made.kinds
    two = "\n".join([pasted, *shown[1:]]).replace("level 1", "level 2", 1)
    assert maps.read(two.encode(), "paste.txt", game="dungeon").map.params.grid.floors == 2


def test_the_game_may_be_named_for_a_map_file_that_lacks_it() -> None:
    read = maps.read(f'mapkit = 1\nmap = """\n{ATTIC}"""\n'.encode(), "x", game="treasures")
    assert read.map == attic().map


def test_numbers_that_are_no_labels_stay_errors() -> None:
    made = mapkit.generate("treasures", "paste", preset="small")
    text = "\n".join(boards.board(made)).replace("\n 6 |", "\n 7 |")
    with pytest.raises(UnreadableMap, match="begins left of the drawing's first line"):
        maps.read(text.encode(), "paste.txt", game="treasures")


def test_random_text_as_a_drawing_is_read_or_refused() -> None:
    chance = Chance("drawings")
    for _ in range(20):
        text = "".join(chance.choice(ATTIC + BOXED + " a1*\n") for _ in range(chance.between(1, 120)))
        for game in GAMES:
            with suppress(UnreadableMap):
                assert maps.read(text.encode(), "x", game=game).map.facts


# --- faults in people's words


def test_a_river_that_is_missing_is_missing_at_the_way_out() -> None:
    told = run("check", "-", given=run("new", "treasures", "--size", "6x5").stdout).stdout
    assert "Rivers: 1. Nothing flows out of the map from a5, b5, c5, d5, e5, f5 and 12 more.\n" in told


def test_a_blank_file_speaks_of_a_drawing_only_where_there_is_one() -> None:
    for game in GAMES.values():
        drawing = "Fill in the drawing" in run("new", game.name).stdout
        assert drawing == game.design.board.drawn_in_files, game.name


def test_no_fault_of_any_game_names_a_mark_of_the_code() -> None:
    """Marks such as `flows E`, `false` or `bullets only 1` are names in the code; people have other words."""
    inner = re.compile(r"flows [NESW]|\bfake\b(?! portal)|\bfalse\b(?! treasure)|only \d|pawn \d|_| \d\b at ")
    for game in GAMES.values():
        for rule in (*game.design.rules, *game.design.advice):
            for text in rule.breaches:
                drawing = drawn(text, game.name)
                for fault in legality.check_at_the_table(drawing):
                    assert not inner.search(fault.found), fault.found


# --- files that are no plain text


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"{\\rtf1\\ansi +---+", "an RTF file"),
        (b"PK\x03\x04 docx", "a zip file, as documents of word processors are"),
        (b"\xd0\xcf\x11\xe0 doc", "a document of a word processor"),
        (b"%PDF-1.7\n", "a PDF file"),
        (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
        (b"\xff\xd8\xff\xe0", "a JPEG picture"),
    ],
)
def test_a_file_of_another_kind_is_named_by_its_kind(tmp_path: Path, start: bytes, kind: str) -> None:
    path = tmp_path / "attic.txt"
    path.write_bytes(start)
    for command in (("check",), ("print",), ("check", "--game", "treasures")):
        assert refusal(*command, path) == f"{path}:1:1: error: this is {kind}; save the drawing as plain text\n"


OF_OTHERS = {
    '{"name": "x", "cells": [1, 2]}': "JSON",
    '[\n  {"id": 1},\n  {"id": 2}\n]\n': "JSON",
    '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">\n</svg>\n': "an SVG picture",
    "<!DOCTYPE html>\n<html><body>Hi</body></html>\n": "an HTML page",
    '<?xml version="1.0"?>\n<map tiledversion="1.9">\n</map>\n': "XML",
    "name: x\nsize: 8x8\nitems:\n  - a\n  - b\n": "YAML",
    "# ours\nserver:\n  host: a\n  text: >\n    some prose\n  list: [1, 2]\n": "YAML",
    "players:\n  - Ann\nturns: 3\n": "YAML",
    "name;x;y\nAnn;1;2\nBob;3;4\n": "a table of values",
    'name,x\n"Ann, Bob",2\nEve,3\n': "a table of values",
    '[project]\nname = "x"\n\n[tool.x]\ny = 1\n': "TOML",
    'title = "x"\nanswer = 42\n': "TOML",
    "[main]\nkey=value\n; says nothing\n[two]\na: b c\n": "an INI file",
    "From: Ann\n\nHere is our map.\n": "text",
    "name\tcity\tnotes\nAnn\tRome\t\nBob\t\t\n": "a table of values",
    "a\tb\n1\t2\n3\t4\n": "a table of values",
    "import x from 'x';\nconst y = 1;\n": "text",
    "body { color: red; }\n.a { margin: 0 }\n": "text",
    '{"cells": [], "metadata": {}, "nbformat": 4}': "JSON",
    "BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n": "a calendar",
    "BEGIN:VCARD\n": "an address book",
    "-----BEGIN CERTIFICATE-----\nMIIB\n": "a key or a certificate",
    "%!PS-Adobe-3.0\n": "a PostScript file",
    "--- a/cellar.toml\n+++ b/cellar.toml\n@@ -1 +1 @@\n": "a patch",
    "Received: from a by b\n\twith SMTP\nFrom: Ann <ann@x.y>\n\nHere is our map.\n": "a mail",
    "From ann@x.y Mon Jan  5\nSubject: map\n\nHi\n": "a mail",
    "%PDF-1.7\n1 0 obj\n": "a PDF file",
    "gimp xcf v011\0\0\0": "a GIMP picture",
    "8BPS\0\1": "a Photoshop picture",
    "Rar!\32\7\1\0": "a RAR file",
    "OggS\0\2": "a sound file",
    "PK\3\4\0\0mimetypeapplication/x-krita": "a Krita picture",
    "PK\3\4\0\0mimetypeapplication/epub+zip": "an e-book",
    "\1\2\3 bplist": "data of another program",
    "\0asm\1\0\0\0": "data of another program",
    "PK\3\4\0\0\0\0": "a zip file, as documents of word processors are",
    "ab\0\0\0\0\0\0": "data of another program",
}
MAPS = (*("book", "check", "complete", "describe", "export", "moves", "play", "print", "repair", "share", "solve"),)
"""The commands that take the file of a map and no other."""
READ = ", ".join(name for name, form in FORMATS.items() if form.read)


@pytest.mark.parametrize("text", OF_OTHERS, ids=OF_OTHERS.values())
def test_a_file_that_another_program_wrote_is_named_in_one_line(tmp_path: Path, text: str) -> None:
    """In every command, with what would do; a log is asked for by its own name."""
    path, kind = tmp_path / "theirs.txt", OF_OTHERS[text]
    path.write_text(text)
    plain = "%PDF" not in text and not {*text} & {*"\0\1\7"}
    for command in (*MAPS, "import", "survey", "simulate", "balance", "compare"):
        result = run(command, path, *([path] if command == "compare" else []))
        told = (
            f"this is {kind}, and no map that mapkit reads ({READ}); "
            "`mapkit formats` tells of them, and `mapkit new GAME` writes a map to fill in"
        )
        told = told if plain else f"this is {kind}; save the drawing as plain text"
        assert result.exit_code == 2, command
        assert result.stderr == f"{path}:1:1: error: {told}\n", command
    told = run("audit", path).stderr
    would_do = ", and no notes of a game; docs/deduction.md shows some" if plain else "; save the game as plain text"
    assert told == f"{path}:1:1: error: this is {kind}{would_do}\n"
    told = run("know", path).stderr
    assert told.count("\n") == 1
    assert kind == "text" or f"1: this is no log of mapkit but {kind}; " in told
    told = run("read", path).stderr
    assert told.count("\n") == 1
    assert kind == "text" or f"it is {kind}; save it as PNG or JPEG" in told
    corpus = path.with_suffix(".jsonl")
    corpus.write_text(f"{text}\n" * 3)
    if kind == "JSON" and text[0] == "{":
        assert run("check", corpus).stderr.startswith(f"{corpus}:1:1: error: this is JSON, and no map of mapkit; ")
    path.with_suffix(".toml").write_text(text)
    assert run("print", "MQ1:0", "--theme", path.with_suffix(".toml")).stderr.count("\n") == 1


def test_an_empty_file_is_told_to_be_empty(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_bytes(b"\xef\xbb\xbf \r\n")
    assert run("check", path).stderr == (
        f"{path}:1:1: error: the file is empty; `mapkit new GAME` writes a map to fill in\n"
    )


@pytest.mark.parametrize("space", ["\u00a0", "\u2003", "\u202f", "\u3000"])
def test_spaces_that_do_not_break_are_spaces_and_a_title_keeps_them(space: str) -> None:
    """A page or a word processor puts them between words, at the beginnings of lines and into drawings."""
    text = f'mapkit = 1\ngame = "treasures"\ntitle = "a b"\nmap = """\n{ATTIC}"""\n'
    spaced = text.replace(" ", space)
    plain, read = maps.read(text.encode(), "plain").map, maps.read(spaced.encode(), "spaced").map
    assert read.facts == plain.facts
    assert read.title == f"a{space}b"
    assert maps.read(ATTIC.replace(" ", space).encode(), "bare", game="treasures").map.facts == plain.facts


# --- text around a drawing, and drawings of another kind


@pytest.mark.parametrize(
    ("drawing", "found"),
    [
        ("A1 A2 U1 U2 U3", {"two_way": 1, "three_way": 1}),
        ("A1 A2 B1 B2", {"two_way": 2, "three_way": 0}),
        ("", {"two_way": 0, "three_way": 0}),
    ],
)
def test_portals_of_a_drawing_are_counted_by_their_letters(drawing: str, found: dict[str, int]) -> None:
    """TL-16."""
    grid = Square(5, 5)
    facts = frozenset(Fact(cell, mark) for cell, mark in zip(grid.cells(), drawing.split(), strict=False))
    read = as_drawn_of("treasures")(grid, facts)
    assert {name: read[name].value for name in found} == found


@pytest.mark.parametrize(
    ("safe", "marsh", "players"), [(0, 0, 3), (0, 24, 1), (0, 23, 2), (2, 23, 2), (3, 22, 3), (0, 25, 1), (25, 0, 3)]
)
def test_a_drawing_has_as_many_players_as_can_start_on_it(safe: int, marsh: int, players: int) -> None:
    """TL-6: on SAFE tiles and on those that are not drawn, and three at most."""
    grid = Square(5, 5)
    kinds = ["safe"] * safe + ["marsh"] * marsh
    facts = frozenset(Fact(cell, kind) for cell, kind in zip(grid.cells(), kinds, strict=False))
    assert as_drawn_of("treasures")(grid, facts)["players"].value == players


@pytest.mark.parametrize(("safe", "players"), [(2, 1), (3, 1), (4, 2), (5, 3)])
def test_nobody_starts_on_the_lairs_of_a_drawing(safe: int, players: int) -> None:
    """TL-6, TX-50: two of its SAFE tiles are lairs; with no tile left a drawing is for one player."""
    grid = Square(5, 5)
    cells = grid.cells()
    kinds = ["safe"] * safe + ["marsh"] * (len(cells) - safe)
    facts = {Fact(cell, kind) for cell, kind in zip(cells, kinds, strict=True)}
    lairs = {Fact(cells[0], "bear 1"), Fact(cells[1], "zombie 1")}
    assert as_drawn_of("treasures")(grid, frozenset(facts | lairs))["players"].value == players


@pytest.mark.parametrize(
    ("marks", "code"),
    [
        ("", "G2-S1-F1-V1-T1-A1-H2-W57-O2"),
        ("treasure", "G2-S1-F1-V1-T1-A1-H2-W57-O2"),
        ("treasure,treasure", "T3"), ("false,false", "T3"), ("treasure,false", "T2"), ("false", "T2"),
        ("arsenal", "A2"), ("arsenal,arsenal", "A4"), ("hospital", "H34"), ("hospital,hospital", "H35"),
        ("B1", "F2"), ("B1,B2", "F2"), ("B1,C1", "F3"), ("exit", "W57-O2"), ("exit,exit", "W57-O1"),
        ("flows E", "F4"), ("flows E,river end", "F4"), ("river end,river end", "F5"),
    ],
)  # fmt: skip
def test_the_code_of_a_drawing_has_what_stands_in_it(marks: str, code: str) -> None:
    """MP-122."""
    grid = Square(5, 5)
    facts = frozenset(Fact(cell, mark) for cell, mark in zip(grid.cells(), marks.split(","), strict=False))
    assert code in str(as_drawn_of("labyrinth")(grid, facts)["rules"].value)


@pytest.mark.parametrize(("floors", "floor_code"), [(1, "G2-"), (2, "G23-"), (3, "G23-")])
def test_the_code_of_a_drawing_with_floors_has_them(floors: int, floor_code: str) -> None:
    """MP-122, MP-G-3.b."""
    assert str(as_drawn_of("labyrinth")(Square(3, 3, floors), frozenset())["rules"].value).startswith(floor_code)


@pytest.mark.parametrize(
    ("marks", "creatures"),
    [("bear 1", "bear"), ("leprechaun 1", "leprechaun"), ("bear 1,leprechaun 1", "both"), ("", None)],
)
def test_the_creatures_of_a_drawing_are_those_that_have_a_cave(marks: str, creatures: str | None) -> None:
    """MP-94, MP-95."""
    grid = Square(3, 3)
    facts = frozenset(Fact(cell, mark) for cell, mark in zip(grid.cells(), marks.split(","), strict=False) if mark)
    found = as_drawn_of("labyrinth")(grid, facts).get("creatures")
    assert (found.value if found else None) == creatures
