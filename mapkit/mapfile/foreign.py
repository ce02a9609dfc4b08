"""Maps in the files of other programs: the drawing as the program has it, and everything else in mapkit's comments.

These comments are the lines of a map file without its drawing, each after `#: `. So a map that was exported can be read
back unchanged. A file without such comments is read with the settings of the preset `default`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from mapkit.mapfile import document, writer
from mapkit.mapfile.text import UnreadableMap, decode_file, refused
from mapkit.model.file_kinds import kind_of_settings
from mapkit.model.game import FileFormat, Game
from mapkit.model.letters import in_quotes_with_hint, names
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, message
from mapkit.model.settings import BadSetting

MARK = "#: "
_GAME = re.compile(r"""\s*game\s*=\s*["']([^"']*)["']""")
_FORMAT = re.compile(r"\s*mapkit\s*=")


def programs(games: Mapping[str, Game[Any]]) -> Message:
    """The games that have a format of another program, each with the program."""
    return names(f"{game.name} ({text.program})" for game in games.values() if (text := text_format(game)))


def text_format(game: Game[Any]) -> FileFormat | None:
    """The text format in which maps of a game can be both written and read; None where the game has none."""
    return next((file_format for file_format in game.formats.values() if file_format.show and file_format.read), None)


def show(map_: Map[Any], games: Mapping[str, Game[Any]], in_words: Callable[[Message], str] = str) -> str:
    """The text of a map as the other program of its game has it; raises BadSetting for a game that has none.

    `in_words` puts its comments into a language.
    """
    exchange = text_format(map_.game)
    if exchange is None or exchange.show is None:
        lacking = message("maps of {name} go to no other program", Name(map_.game.name))
        would_do = message("those of {names} do, and --json is for programs of all kinds", programs(games))
        raise BadSetting(lacking, would_do)
    above, below = writer.around(map_)
    game, program, mark = map_.game.title, Name(exchange.program), Name(MARK.strip())
    head = message("A map of {game} for {program}. What begins with {mark} is for mapkit import.", game, program, mark)
    kept = (f"{MARK}{line}".rstrip() for line in (*above, *below))
    return "\n".join([f"# {in_words(head)}", *kept, exchange.show(map_, in_words)])


def read(data: bytes, name: str, games: Mapping[str, Game[Any]], presets: document.Presets) -> Map[Any]:
    """The map in the bytes of another program's file; raises UnreadableMap with all that is wrong in it at once."""
    text = decode_file(data, name).removeprefix("\ufeff")
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if _FORMAT.match(line):
            says = message("this is a map file of mapkit already; import reads those of {programs}", programs(games))
            raise refused(name, says, at=(number, 1))
    head = [" " * len(MARK) + line[len(MARK) :].rstrip() if line.startswith(MARK) else "" for line in lines]
    game, exchange = _game(head, name, games)
    assert exchange.read is not None
    found = exchange.read(text.encode())
    if len(found.problems) > 1 and not found.facts and not any(map(_FORMAT.match, head)):
        kind, program = kind_of_settings(text) or message("text"), Name(exchange.program)
        nothing = message("this is {thing}, and no line of it says anything in {program}", kind, program)
        raise refused(name, nothing, message("import reads files of {names}, and maps as JSON", programs(games)))
    problems = [*found.problems]
    drawn = writer.drawings(Map(game, replace(game.design.params(), grid=found.grid), found.facts))
    ours = [f"map = {json.dumps(drawn)}"]
    ours += [f'game = "{game.name}"'] if not any(map(_GAME.match, head)) else []
    ours += [f"mapkit = {document.FORMAT}"] if not any(map(_FORMAT.match, head)) else []
    try:
        made = document.read("\n".join([*ours, *head]).encode(), name, games, presets, "default")
    except UnreadableMap as error:
        problems += [problem._replace(line=max(1, problem.line - len(ours))) for problem in error.problems]
    if problems:
        raise UnreadableMap(name, problems)
    return made.map


def _game(head: list[str], name: str, games: Mapping[str, Game[Any]]) -> tuple[Game[Any], FileFormat]:
    """The game that the comments name, or else the first with a format, and this format; raises UnreadableMap."""
    for number, line in enumerate(head, 1):
        found = _GAME.match(line)
        if found:
            game = games.get(found[1])
            if game and (exchange := text_format(game)):
                return game, exchange
            word, some = in_quotes_with_hint(found[1]), programs(games)
            says = message("{found} is no game that comes from another program; use one of {names}", word, some)
            raise refused(name, says, at=(number, found.start(1)))
    return next((game, exchange) for game in games.values() if (exchange := text_format(game)))
