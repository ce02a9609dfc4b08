"""The commands of the table: play and moves."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from mapkit import document, maps, phrases, saved, table
from mapkit.cli.shell import (
    BREAKS_RULES,
    STOPPED,
    AsJson,
    Seed,
    app,
    is_log,
    looked_at,
    read_document,
    read_map,
    say,
    say_json,
    seed_of,
    talk,
)
from mapkit.files import FileTrouble, shown
from mapkit.game import BadSetting, Map
from mapkit.host import Answer, Host
from mapkit.saved import Unread
from mapkit.table import Table

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears a terminal, and what could be scrolled back to."""


@app.command()
def play(
    name: Annotated[str | None, typer.Argument(metavar="[FILE]", help="The map file of a new game.")] = None,
    players: Annotated[str | None, typer.Option(metavar="Ann,Bob", help="The players, else asked for.")] = None,
    seed: Seed = None,
    log: Annotated[str | None, typer.Option(metavar="PATH", help="Where the game is kept; else by a fresh id.")] = None,
    given: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="An option of the table; see --options.")
    ] = None,
    options: Annotated[bool, typer.Option("--options", help="List the options of the map's game.")] = False,
    omniscient: Annotated[bool, typer.Option("--omniscient", help="Show notes and the board.")] = False,
    resume: Annotated[str | None, typer.Option(metavar="ID|LOG", help="Go on with a game.")] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the saved games.")] = False,
    delete: Annotated[str | None, typer.Option(metavar="ID|all", help="Delete a saved game, or all of them.")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="End at the first directive that is refused.")] = False,
    lang: Annotated[str, typer.Option(metavar="en", help="The language of the answers.")] = "en",
) -> None:
    """Referee a game: a directive a line in, and what everybody hears out."""
    if sum((name is not None, resume is not None, listed, delete is not None)) != 1:
        raise BadSetting("play takes one of: a map FILE, --resume ID, --list, or --delete ID")
    if listed:
        _list_games()
    elif delete is not None:
        _delete_games(delete)
    elif options:
        _list_options(name, resume)
    else:
        begun = _resumed(resume) if resume is not None else _begun(name or "", players, seed, log, given or [])
        with begun as played:
            words = phrases.phrases(played.map.game.name, lang)
            code = _evening(Host(played, words, omniscient=omniscient), strict=strict)
        raise typer.Exit(code)


@app.command()
def moves(
    name: Annotated[str, typer.Argument(metavar="FILE|LOG", help="A map file, or a game by its log or id.")],
    as_json: AsJson = False,
) -> None:
    """What the player to move may say now."""
    mover, ways = _ways(name)
    if as_json:
        say_json({"mover": mover, "moves": list(ways)})
        return
    for way in ways:
        say(way)
    if not ways:
        talk("the game is over")


def _ways(name: str) -> tuple[str, tuple[str, ...]]:
    """Whose turn it is and what may be said: in a game, or at the very start on a map."""
    if name != "-" and is_log(name):
        looked = looked_at(name)
        return looked.mover, looked.ways
    drawn = read_document(name).map
    _check_playable(drawn, name)
    referee = table.referee_of(drawn.game)
    state = referee.begin(drawn, ("Ann",), {}, lambda _: 1).state
    return "", referee.ways(state)


def _begun(name: str, players: str | None, seed: str | None, log: str | None, given: list[str]) -> Table:
    """A new game on the map of a file; raises BadSetting, UnreadableMap or FileTrouble."""
    drawn = read_document(name).map
    _check_playable(drawn, name)
    names = _names(players)
    folder = saved.games_folder()
    game_id = saved.new_id(folder)
    path = Path(log) if log else saved.saved_path(folder, game_id)
    played = table.start(drawn, document.show(drawn), names, _options(given), seed_of(seed), path)
    talk(f"the game is kept as {shown(log or game_id)}; go on with it by mapkit play --resume {shown(log or game_id)}")
    for fault in maps.advise(drawn):
        talk(f"advice[{fault.rule.number}] {fault.sentence}")
    return played


def _check_playable(drawn: Map[Any], name: str) -> None:
    """Raise BadSetting for a map that shows faults; the search for ways is left to `mapkit check`."""
    if maps.check_at_the_table(drawn):
        raise BadSetting(f"{shown(name)} breaks its rules; `mapkit check` names the faults, `mapkit repair` mends them")


def _names(players: str | None) -> list[str]:
    """The names given, or asked for at a terminal."""
    if players is None and sys.stdin.isatty():
        players = input("Who plays? Names with commas between: ")
    names = [name.strip() for name in (players or "").split(",")]
    if names == [""]:
        raise BadSetting("nobody plays; say who: --players Ann,Bob")
    return names


def _options(given: list[str]) -> dict[str, str]:
    pairs = [pair.partition("=") for pair in given]
    wrong = [f"--set takes KEY=VALUE, such as peek=yes; found {''.join(pair)!r:.60}" for pair in pairs if not pair[1]]
    if wrong:
        raise BadSetting("\n".join(wrong))
    return {key.strip(): value.strip() for key, _, value in pairs}


def _resumed(text: str) -> Table:
    played = table.resume(saved.find(saved.games_folder(), text), read_map)
    if played.dropped:
        talk("the last line of the log was torn off while it was written; nobody heard it, and it is dropped")
    return played


def _list_options(name: str | None, resume: str | None) -> None:
    """The options of the table for the game of a map or of a log."""
    drawn = (
        read_document(name).map
        if name is not None
        else table.look(saved.find(saved.games_folder(), resume or ""), read_map).map
    )
    say('starts="a1 b2"  the players start there, in the order of their names')
    say("order=given  turns go in the order of the names")
    for key, words in table.referee_of(drawn.game).options.items():
        say(f"{key}=yes  {words}")


def _list_games() -> None:
    for game in saved.saved_games(saved.games_folder()):
        if isinstance(game, Unread):
            talk(f"{shown(game.id)}: cannot be read: {game.why}")
        else:
            state = "over" if game.over else f"{game.turn} to move"
            say(f"{game.id}  {game.game}  {', '.join(game.players)}  {game.directives} directives, {state}")


def _delete_games(which: str) -> None:
    folder = saved.games_folder()
    if which != "all":
        saved.delete(folder, which)
        talk(f"{shown(which)} is deleted")
        return
    done = saved.delete_all(folder)
    talk(f"deleted: {', '.join(done.ids) or 'nothing'}")
    if done.troubles:
        raise FileTrouble("\n".join(done.troubles))


def _evening(host: Host, *, strict: bool) -> int:
    """Answer line after line until the evening ends; the exit code."""
    _tell_all(host.welcome())
    try:
        for line in _lines(host):
            if not line.strip() and sys.stdout.isatty():
                say(CLEAR)
                continue
            answer = _heard(host, line)
            _tell_all(answer.lines)
            if answer.refused and strict:
                return BREAKS_RULES
            if answer.private and answer.lines:
                _curtain()
            if answer.over:
                break
    except KeyboardInterrupt:
        talk("stopped; the game is saved")
        return STOPPED
    return 0


def _heard(host: Host, line: str) -> Answer:
    """The answer; at a terminal a full disk is told, and the same words may be said again."""
    try:
        return host.hear(line)
    except FileTrouble as trouble:
        if not sys.stdin.isatty():
            raise
        return Answer((f"error: {trouble}",))


def _lines(host: Host) -> Iterator[str]:
    """The lines typed, or those of a pipe."""
    if not sys.stdin.isatty():
        for data in sys.stdin.buffer:
            yield data[:1000].decode(errors="replace").strip()
        return
    while True:
        try:
            yield input(host.prompt)
        except EOFError:
            say("")
            return


def _curtain() -> None:
    """At a terminal an answer for one player is wiped away before the next looks."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        input("Enter draws the curtain. ")
        say(CLEAR)


def _tell_all(lines: tuple[str, ...]) -> None:
    for line in lines:
        say(line)
