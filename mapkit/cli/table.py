"""The commands of the table: play and moves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer

from mapkit.cli import completion
from mapkit.cli.commands import FileCommand, command
from mapkit.cli.inputs import is_log, of_file, open_to_look, playable, read_document
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.options import AsJson, OwnWordsFile, Seed, options_of, own_words
from mapkit.cli.outputs import refuse_missing
from mapkit.cli.streams import BREAKS_RULES, STOPPED, say, say_json, say_on_stderr, shell_quoted, tell
from mapkit.cli.terminal import (
    Keyboard,
    TerminalScreen,
    agreed,
    at_a_terminal,
    kind_of,
    say_beside,
    say_in_lines,
    shows_colour,
    typed,
    typed_in_secret,
)
from mapkit.games import maps
from mapkit.language.phrases import MOST_LINE, Phrases
from mapkit.mapfile.document import Document
from mapkit.model import files
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.game import GameOver, table_of
from mapkit.model.letters import composed, names, refused_word
from mapkit.model.map import Map
from mapkit.model.message import Name, as_data, joined, message, plural
from mapkit.model.ruling import Look, MoveError, heard
from mapkit.model.settings import BadSetting, seed_of
from mapkit.model.table import Table
from mapkit.solve import legality
from mapkit.table import match, saved_games
from mapkit.table.bots import SeatedPlayers, machines_alone, seat_players, with_joining
from mapkit.table.history import CONCLUDED, check_names
from mapkit.table.host import Host, TableReply
from mapkit.table.match import Match
from mapkit.table.own_words import refuse_names
from mapkit.table.saved_games import UnreadableGame
from mapkit.table.voice import Line, LineKind, phrases_of

LATEST = "the latest"
"""Stands for the id of the saved game that was played last, where `--resume` names none."""

MOST_BYTES = 4 * (MOST_LINE + 2)
"""More than the longest line that the host reads, in any alphabet."""


class _PlayCommand(FileCommand):
    """The command `play`, whose option `--resume` may stand without an id."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given = [*args, "--"]
        named = [
            f"{word}={LATEST}" if word == "--resume" and given[n + 1].startswith("-") else word
            for n, word in enumerate(args)
        ]
        return super().parse_args(ctx, named)


@command("play", _PlayCommand)
def play(
    name: Annotated[str | None, typer.Argument(metavar="[FILE]", help="The map file of a new game.")] = None,
    players: Annotated[str | None, typer.Option(metavar="Ann,Bob", help="The players, else asked for.")] = None,
    seed: Seed = None,
    log: Annotated[str | None, typer.Option(metavar="PATH", help="The file of the log, else a saved game.")] = None,
    given: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="An option of the table; see --options.",
            autocompletion=completion.table_options,
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="NAME=KIND", help="A machine player: a name or seat, and its kind."),
    ] = None,
    options: Annotated[bool, typer.Option("--options", help="List the options of the map's game.")] = False,
    omniscient: Annotated[bool, typer.Option("--omniscient", help="Show notes and the board.")] = False,
    gm: Annotated[bool, typer.Option("--gm", help="The game master's screen: state, notes, corrections.")] = False,
    resume: Annotated[
        str | None,
        typer.Option(
            metavar="[ID|LOG]",
            help="Go on with a game; without an id, with the latest.",
            autocompletion=completion.played,
        ),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the saved games.")] = False,
    delete: Annotated[
        str | None,
        typer.Option(
            metavar="ID|all", help="Delete a saved game, or all of them.", autocompletion=completion.played_or_all
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="End at the first command that is refused.")] = False,
    theme: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="The theme whose words tell the game, else the map's.",
            autocompletion=completion.themes_with_words,
        ),
    ] = "",
    words_file: OwnWordsFile = None,
    plain: Annotated[bool, typer.Option("--ascii", help="Draw open boards without Unicode signs.")] = False,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Play a map that has more or fewer of something than its settings say.")
    ] = False,
) -> None:
    """Referee a game: read a command a line, and print what everybody hears."""
    if sum((name is not None, resume is not None, listed, delete is not None)) != 1:
        raise BadSetting(message("play takes one of: a map FILE, --resume ID, --list, or --delete ID"))
    fresh = {"--players": players, "--seed": seed, "--log": log, "--set": given}
    if name is None and any(value is not None for value in fresh.values()):
        typed_options = names(option for option, value in fresh.items() if value is not None)
        raise BadSetting(message("{names}: for a new game, which takes a map FILE", typed_options))
    if bot and (listed or options or delete is not None):
        raise BadSetting(message("--bot: for a game that is played, with a map FILE or --resume ID"))
    if listed:
        _list_games()
    elif delete is not None:
        _delete_games(delete)
    elif options:
        table = table_of((read_document(name) if name is not None else open_to_look(_game_id(resume))).map.game)
        concluded = CONCLUDED.items() if table.evidence is not None else ()
        listed_options = [
            *table.seating.starts.items(),
            *((f"{option}={value}", meaning) for option, (value, meaning) in concluded),
            *((f"{option}=yes", meaning) for option, meaning in table.seating.options.items()),
        ]
        for option, meaning in listed_options:
            tell(message("{name}  {what}", Name(option), meaning))
    else:
        drawn = _new_map(name, _playable_as_counted if anyway else playable) if name is not None else None
        words = _words(drawn, theme, words_file) if drawn else None
        seated = _players(drawn, players, bot or [], words, as_usual=not given).names if drawn and words else ()
        with _new_match(drawn, seated, seed, log, given or []) if drawn else _old_match(resume or "") as played:
            bots = seat_players(played.map, played.begun.players, bot or []).bots
            words = words or _words(played.map, theme, words_file)
            look = Look(plain=plain, colour=shows_colour())
            kept = shell_quoted(match.resume_name(played))
            host = Host(played, words, omniscient=omniscient, gm=gm, resume_name=kept, bots=bots, look=look)
            screen = TerminalScreen(host, colour=shows_colour()) if at_a_terminal() else None
            code = _evening(host, screen, strict=strict)
        raise typer.Exit(code)


@command("moves", FileCommand)
def moves(
    name: Annotated[
        str,
        typer.Argument(
            metavar="FILE|LOG", help="A map file, or a game by its log or id.", autocompletion=completion.maps_or_played
        ),
    ],
    as_json: AsJson = False,
    why: Annotated[str | None, typer.Option(metavar="MOVE", help="Why the player may not say MOVE.")] = None,
) -> None:
    """What the player to move may say now."""
    if why is not None:
        if why.startswith("-"):
            two = refused_word(why), Name(f"{why:.20}")
            raise BadSetting(message("--why takes a MOVE, and {found} is an option; write --why MOVE {option}", *two))
        _say_why(name, why, as_json=as_json)
        return
    try:
        table, state, drawn = _moment(name)
    except GameOver as ended:
        if as_json:
            say_json({"mover": "", "moves": []})
        else:
            say_on_stderr(ended.said)
        return
    certain, perhaps = table.referee.certain(state), table.referee.perhaps(state)
    if as_json:
        seated = is_log(name) or table.seating.seat_names(drawn)  # else nobody sits there yet
        data = {"mover": table.referee.mover(state) if seated else "", "moves": certain}
        say_json({**data, "perhaps": perhaps} if perhaps else data)
        return
    words = phrases_of(drawn, answer_language())
    for way in certain:
        say(words.word(way))
    if not certain:
        say_on_stderr(message("the game is over"))
    elif perhaps:
        say_on_stderr(Name(words.tell("may-say-perhaps", ways=", ".join(perhaps))))


def _say_why(name: str, words: str, *, as_json: bool) -> None:
    """Print the rule that forbids a directive now; exits with code 1 where one does. Raises BadSetting for a secret."""
    why, refusal = "", heard("")
    try:
        table, state, drawn = _moment(name)
        if table.referee.secret(state):
            why = message("the answer would show what is hidden; --why takes a moment in which nobody types in secret")
            raise BadSetting(why)
        if table.referee.tells(state, words):
            wrong = message("the answer would show what is hidden; only a player who says that at the table hears it")
            raise BadSetting(wrong)
        table.referee.play(state, words, lambda _: 1)
    except GameOver as ended:
        why = in_words(message("{what}.", ended.said))
    except MoveError as refused:  # by the referee: the moment refuses no move
        why, refusal = printable_name(phrases_of(drawn, answer_language()).refuse(refused.refusal)), refused.refusal
    if as_json:
        data = {"key": refusal.key, "args": {gap: as_data(filling) for gap, filling in refusal.args}}
        say_json({"move": words, "may_be_said": not why, "why": why, **data})
    else:
        say(why or in_words(message("{words} may be said", printable_name(words))))
    if why:
        raise typer.Exit(BREAKS_RULES)


def _moment(name: str) -> tuple[Table[Any], Any, Map[Any]]:
    """The table, the state and the map of a played game, or of a map at the start."""
    if is_log(name):
        looked = open_to_look(name)
        return looked.table, looked.state, looked.map
    drawn = playable(read_document(name))
    table = table_of(drawn.game)
    numbers = range(1, table.seating.player_count(drawn) + 1)
    seats = tuple(table.seating.seat_names(drawn)) or tuple(message("Player {number}", n) for n in numbers)
    return table, table.referee.begin(drawn, seats, {}, lambda _: 1).state, drawn


def _new_map(name: str, fit: Callable[[Document], Map[Any]]) -> Map[Any]:
    """The map of a new game; raises BadSetting, UnreadableMap or FileTrouble."""
    if name == "-":
        raise BadSetting(message("stdin is where the commands come from; name a map file"))
    if files.is_file(name) and is_log(name):
        two = printable_name(name), shell_quoted(name)
        raise BadSetting(message("{file} is a played game; go on with it by mapkit play --resume {file2}", *two))
    return fit(read_document(name))


def _words(drawn: Map[Any], theme: str, file: str | None) -> Phrases:
    """What is said at the table; raises BadSetting, and for a file of words UnreadableMap or FileTrouble."""
    if file == "-":
        raise BadSetting(message("stdin is where the commands come from; name a file of words"))
    return phrases_of(drawn, answer_language(), theme, own_words(drawn.game, file))


def _playable_as_counted(read: Document) -> Map[Any]:
    """The map with settings that follow the counts of its drawing, if it is legal then; otherwise as `playable`."""
    counted, changes = legality.with_counted_settings(read.map)
    legal = not legality.check_at_the_table(counted)
    for line in changes if legal else ():
        say_on_stderr(of_file(read, line))
    return counted if legal else playable(read)


def _players(
    drawn: Map[Any], players: str | None, given: list[str], words: Phrases, *, as_usual: bool
) -> SeatedPlayers:
    """The players, people and machines; at a terminal names that will not do are asked for again.

    With `as_usual` the game has no options, so the names can be tried before it begins. Raises BadSetting.
    """
    alone, table = machines_alone(drawn, given), table_of(drawn.game)
    while True:
        people = [] if players is None and alone else _names(players)
        try:
            seated = seat_players(drawn, with_joining(drawn, people, given), given)
            check_names(seated.names, table.seating.speech)
            refuse_names(seated.names, words)
            if as_usual:
                table.referee.begin(drawn, seated.names, {}, lambda _: 1)
            return seated
        except BadSetting as wrong:
            if players is not None or alone or not _asks_for_names():
                raise
            say_beside(message("error: {message}", wrong.said))


def _new_match(drawn: Map[Any], players: Sequence[str], seed: str | None, log: str | None, given: list[str]) -> Match:
    """A new game on a map; raises BadSetting or FileTrouble."""
    options = options_of(given, "--set", "peek=yes")
    if log and Path(log).parent.absolute() != saved_games.games_folder().absolute():
        refuse_missing(Path(log).parent, printable_name(log))
    # a fresh seed is not printed, since it would give away starts and dice
    played = match.begin(maps.readable_elsewhere(drawn), players, options, seed_of(seed), log or "")
    name = log or match.resume_name(played)
    two = printable_name(name), shell_quoted(name)
    say_beside(message("the game is kept as {id}; go on with it by mapkit play --resume {typed}", *two))
    for advice in legality.advise_players(drawn, len(players)):
        say_beside(message("advice[{word}] {what}", Name(advice.rule.number), advice.sentence))
    return played


def _asks_for_names() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _names(players: str | None) -> list[str]:
    """The names given; at a terminal the person is asked for them, and about spaces in them.

    Raises BadSetting where there are none.
    """
    asked = players is None and _asks_for_names()
    while True:
        text = typed(in_words(message("Who plays? Names with commas between: "))) if asked else players
        people = [composed(name.strip()) for name in (text or "").split(",")]
        if people == [""]:
            raise BadSetting(message("no players given: use --players Ann,Bob"))
        spaced = next((name for name in people if " " in name and printable_name(name) == name), None)
        if spaced is None or agreed(message("Is {found} the name of one player?", Name(f"'{spaced}'"))):
            return people
        if not asked:
            two = Name(repr(spaced)), Name(",".join(spaced.split()))
            raise BadSetting(message("{found}: put commas between the names, such as {example}", *two))


def _old_match(text: str) -> Match:
    """The game of an id or a log, to be played on; raises BadLog or FileTrouble."""
    folder = saved_games.games_folder()
    name = _game_id(text)
    played = match.resume(saved_games.find(folder, name), maps.read_from_log)
    if text == LATEST:
        say_beside(message("going on with the latest game: {file}", printable_name(name)))
    if played.torn_line:
        said = message("the last line of the log was torn off while it was written; nobody heard it, and it is dropped")
        say_beside(said)
    return played


def _game_id(resume: str | None) -> str:
    """The id of the game to go on with, or the file of its log; raises FileTrouble where none is named or saved."""
    return saved_games.latest(saved_games.games_folder()) if resume == LATEST else resume or ""


def _list_games() -> None:
    games = tuple(saved_games.saved_games(saved_games.games_folder()))
    if not games:
        say_on_stderr(message("no game is saved"))
    for game in games:
        if isinstance(game, UnreadableGame):
            say_beside(message("{file}: cannot be read: {what}", printable_name(game.id), game.why))
        else:
            state = message("over") if game.over else message("{player} to move", printable_name(game.turn))
            said = joined([plural("{number} command", "{number} commands", game.directives), state])
            players = joined([*map(printable_name, game.players)])
            row = printable_name(game.id), printable_name(game.game), players, said, Name(game.when)
            say_in_lines(joined(row, "  "))


def _delete_games(which: str) -> None:
    """Delete the saved game of an id, or `all`; raises FileTrouble."""
    folder = saved_games.games_folder()
    if which != "all":
        saved_games.delete(folder, which)
        say_on_stderr(message("{file} is deleted", printable_name(which)))
        return
    count = saved_games.count(folder)
    asked = plural(
        "Delete {number} saved game? Nothing brings them back.",
        "Delete {number} saved games? Nothing brings them back.",
        count,
    )
    if count and not agreed(asked):
        say_on_stderr(message("nothing is deleted"))
        return
    gone, troubles = saved_games.delete_all(folder)
    say_on_stderr(message("deleted: {names}", names(gone)) if gone else message("deleted: nothing"))
    if troubles:
        raise FileTrouble(joined(troubles, "\n"))


def _evening(host: Host, screen: TerminalScreen | None, *, strict: bool) -> int:
    """Answer line after line of a terminal, or of a pipe, until the evening ends; returns the exit code."""
    tell = partial(_tell_apart, screen) if screen else _tell_all
    try:
        tell(host.welcome())
        if _machines(host, screen) or host.alone:
            return 0
        for line in iter(Keyboard(host, colour=screen.colour).line, None) if screen else _lines(host):
            try:
                answer = host.hear(line)
            except FileTrouble as trouble:  # the log cannot be written; a person may try again
                if not sys.stdin.isatty():
                    raise
                wrong = message("error: {message}", trouble.said)
                answer = TableReply((Line(in_words(wrong), LineKind.REFUSAL),))
            if screen and host.voice.curtained and not line.strip():
                screen.wipe()
                continue
            tell(answer.lines)
            if screen and answer.private and answer.lines:
                _curtain(screen)
            if answer.refused and strict:
                return BREAKS_RULES
            if answer.over or _machines(host, screen):
                return 0
        if screen:
            say(host.voice.line("saved"))
    except KeyboardInterrupt:
        say_on_stderr(message("stopped; the game is saved"))
        return STOPPED
    return 0


def _machines(host: Host, screen: TerminalScreen | None) -> bool:
    """Print what each machine says as soon as it says it, then the board; returns whether the evening ends with that.

    People are told how to leave where the game is over. Where machines play alone, each move is shown on the board.
    """
    over = False
    for answer in host.machines():
        if screen:
            _tell_apart(screen, answer.lines)
        else:
            _tell_all(answer.lines)
        if screen and host.alone:
            screen.draw()
        over = answer.over
    if screen:
        if not host.match.mover and not host.alone:
            screen.tell([host.voice.line("way-out")])
        screen.draw()
    return over


def _tell_apart(screen: TerminalScreen, lines: Iterable[str]) -> None:
    """Print an answer, and what is for some players alone only when the others have looked away."""
    parts = {to: tuple(some) for to, some in groupby(sorted(lines, key=_hearers), _hearers)}
    shared, line = parts.pop((), ()), screen.host.voice.line
    screen.tell(shared)
    for to, alone in parts.items():
        typed(f"{line('look-away', players=line('and').join(to))} ")
        screen.tell(alone)
        _curtain(screen, [each for each in shared if kind_of(each) is not LineKind.TURN])


def _hearers(line: str) -> tuple[str, ...]:
    return line.to if isinstance(line, Line) else ()


def _curtain(screen: TerminalScreen, shared: Sequence[str] = ()) -> None:
    """Clear an answer for one player before the next player looks, even where the evening ends with Ctrl-C.

    What is `shared` stays. What was typed meanwhile is not carried out; nor is it shown again, as it may be secret.
    """
    voice, line = screen.host.voice, None
    try:
        line = typed(f"{voice.line('hide')} ")
    finally:
        typed_too = [Line(voice.line("typed-at-hiding"), LineKind.REFUSAL)] if line and line.strip() else []
        screen.wipe([*shared, *typed_too])


def _lines(host: Host) -> Iterator[str]:
    """The lines of a pipe; or those that a person types whose answers go into a pipe."""
    if sys.stdin is None:
        return
    if sys.stdin.isatty():
        while (said := (typed_in_secret if host.secret else typed)(host.prompt)) is not None:
            yield said
        return
    while data := sys.stdin.buffer.readline(MOST_BYTES):
        line = data
        while not data.endswith(b"\n") and data:  # the host refuses a line that is too long, so its rest is skipped
            data = sys.stdin.buffer.readline(MOST_BYTES)
        yield line.decode(errors="replace").strip("\r\n\ufeff")


def _tell_all(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)
