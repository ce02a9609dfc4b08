"""The command `tonight`: from a few words about the group to a map, all sheets in one file, and the referee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from mapkit.cli import completion
from mapkit.cli.commands import command
from mapkit.cli.corpora import text_of
from mapkit.cli.inputs import talk_of_advice
from mapkit.cli.languages import in_words
from mapkit.cli.options import Force, Seed, output_option
from mapkit.cli.outputs import FOLDER, file_writer, folder_place
from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import NOT_UNDERSTOOD, say, say_on_stderr, shell_quoted, tell_seed
from mapkit.cli.terminal import at_a_terminal
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import ENGLISH
from mapkit.model import files
from mapkit.model.chance import fresh_seed
from mapkit.model.files import printable_name
from mapkit.model.letters import in_a_row, refused_word
from mapkit.model.map import Map
from mapkit.model.rule import SolverGaveUp, many
from mapkit.model.settings import BadSetting, seed_of
from mapkit.paper.options import OPTIONS, PAPERS, PrintOptions
from mapkit.paper.packs import PackPages, packed
from mapkit.paper.press import press_of
from mapkit.solve import legality
from mapkit.study.evenings import EXPERIENCE, KEEPERS, MOST_PEOPLE, Evening, Group, evenings, says_players
from mapkit.study.fresh_maps import Order

MOST_MINUTES = 1_000
MOST_MAPS = 200
"""The most maps that are made to find one for an evening: half of the dungeons drawn by the rules have no way on."""

_OFFERED = tuple(option for option in OPTIONS if option.name not in ("format", "booklet", "dpi", "outlines"))


@command("tonight")
def tonight(
    *,
    people: Annotated[
        int | None, typer.Option(min=1, max=MOST_PEOPLE, metavar="N", help="How many you are, the game master counted.")
    ] = None,
    minutes: Annotated[
        int | None, typer.Option(min=1, max=MOST_MINUTES, metavar="M", help="How long you want to play.")
    ] = None,
    experience: Annotated[
        str | None,
        typer.Option(
            metavar="new|some|expert",
            help="How well you know such games.",
            autocompletion=completion.one_of(lambda: EXPERIENCE),
        ),
    ] = None,
    keeper: Annotated[
        str | None,
        typer.Option(
            metavar="person|mapkit",
            help="Who keeps the secret map: one of you, or mapkit.",
            autocompletion=completion.one_of(lambda: KEEPERS),
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="A game that `mapkit games` lists.", autocompletion=completion.games),
    ] = None,
    printing: Annotated[PrintOptions, _OFFERED],
    seed: Seed = None,
    output: Annotated[str | None, output_option("The folder to write to.", "DIR")] = None,
    force: Force = False,
) -> None:
    """A game for tonight: its map, all sheets in one PDF, and how to begin. At a terminal it asks."""
    answers = {"people": people, "minutes": minutes, "experience": experience, "keeper": keeper}
    answers["paper"] = printing.get("paper")
    said = _answers({name: None if given is None else str(given) for name, given in answers.items()})
    group = Group(int(said["people"]), int(said["minutes"]), said["experience"], said["keeper"])
    if output is not None and (output == "-" or Path(output).suffix.lower() in (".pdf", ".svg", ".toml")):
        example = shell_quoted(Path(output).stem) if output != "-" else "tonight"
        raise BadSetting(f"-o takes a folder for the map and its sheets, such as {example}")
    games = tuple(GAMES) if game is None else (maps.game_named(game).name,)
    best, *others = evenings(group, games)
    press = press_of({**printing, "paper": said["paper"]})
    press.edition(GAMES[best.game])
    chosen = seed_of(seed)
    mapkit_knows = best.secret and not best.game_master  # then the seed is a secret, too: it gives the map
    named = fresh_seed() if mapkit_knows and seed is None else chosen
    folder = folder_place(output) if output else Path(FOLDER, f"tonight-{files.file_name(named)}")
    say_on_stderr(_in_words(best, group))
    order = _order_for(best)
    made, made_from = _worth_an_evening(order, chosen)
    talk_of_advice(made)
    press = press.in_theme_of(made)
    drawn = press.drawn(made, (*best.pack.once, *best.pack.each))
    pages = packed(drawn, best.pack, best.players, press.side, press.player)
    (data,) = press.written([page for part in chain(*pages) for page in part.pages], press.title_of(made))
    map_file, store = folder / ("secret-map.toml" if best.secret else "map.toml"), file_writer(force)
    store(map_file, text_of(made, made_from, "toml").encode())
    store(folder / "sheets.pdf", data)
    for path in (map_file, folder / "sheets.pdf"):
        say(printable_name(str(path)))
    if not mapkit_knows:
        tell_seed(seed, chosen)
    for line in (*_on_pages(pages, press.side), *_how_to_begin(best, map_file, press.language), *_other_games(others)):
        say_on_stderr(line)


class _Prompt(NamedTuple):
    """What is asked at a terminal where an option is not given."""

    words: str
    usual: str
    known: tuple[str, ...] = ()
    """The words that may be answered; none where it is a number."""
    most: int = 0

    def wrong(self, answer: str) -> str:
        """What is wrong with an answer, in words; empty for nothing."""
        if self.known:
            return "" if answer in self.known else f"{refused_word(answer)}; say {in_a_row(self.known, 'or')}"
        fits = answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= self.most
        return "" if fits else f"{refused_word(answer)}; say a number from 1 to {self.most:,}"


_QUESTIONS = {
    "people": _Prompt("How many people are you, with the one who keeps the map?", "4", most=MOST_PEOPLE),
    "minutes": _Prompt("How many minutes do you want to play?", "90", most=MOST_MINUTES),
    "experience": _Prompt("How well do you know such games: new, some, expert?", "new", EXPERIENCE),
    "keeper": _Prompt("Who keeps the secret map: a person, or mapkit?", "person", KEEPERS),
    "paper": _Prompt("Which paper is in your printer: a4, letter, ...?", "a4", PAPERS),
}


def _answers(given: Mapping[str, str | None]) -> dict[str, str]:
    """The answers to all questions: those given, else those typed at a terminal, else the usual ones.

    Raises BadSetting for answers that do not fit, and where nothing says how many people there are.
    """
    said = {name: answer.strip().lower() for name, answer in given.items() if answer is not None}
    wrong = [f"--{name} is {why}" for name, answer in said.items() if (why := _QUESTIONS[name].wrong(answer))]
    if wrong:
        raise BadSetting("\n".join(wrong))
    if at_a_terminal():
        return {name: said.get(name) or _asked(question) for name, question in _QUESTIONS.items()}
    if "people" not in said:
        raise BadSetting("nothing says how many people you are; add --people 4")
    return {name: said.get(name, question.usual) for name, question in _QUESTIONS.items()}


def _asked(question: _Prompt) -> str:
    while True:
        try:
            answer = input(f"{in_words(question.words)} [{question.usual}] ").strip().lower() or question.usual
        except EOFError:
            say("")
            say_on_stderr("no answer came; nothing was made")
            raise typer.Exit(NOT_UNDERSTOOD) from None
        if not (why := question.wrong(answer)):
            return answer
        say_on_stderr(f"Found {why}.")


def _order_for(evening: Evening) -> Order:
    game = GAMES[evening.game]
    given = {"players": evening.players} if says_players(game.design.params) else {}
    return Order(evening.game, evening.preset, maps.params(game, evening.preset, evening.board, given))


def _worth_an_evening(order: Order, seed: str) -> tuple[Map[Any], str]:
    """A map without advice that another map would follow, and its seed; raises NoSuchMap and SolverGaveUp."""
    with Stoppable():
        for tried, made in order.attempts(seed, MOST_MAPS):
            if not legality.unfollowed_advice(made):
                return made, tried
    raise SolverGaveUp(f"of {MOST_MAPS} maps none follows all advice")


def _in_words(evening: Evening, group: Group) -> str:
    who = many(evening.players, "player") + (" and a game master" if evening.game_master else "")
    wished = "" if group.minutes <= 2 * evening.minutes <= 3 * group.minutes else f", and you asked for {group.minutes}"
    return f"{GAMES[evening.game].title}, {evening.preset}: {who}, about {evening.minutes} minutes{wished}"


def _on_pages(packed: PackPages, side: int) -> Iterator[str]:
    """A line for each part of the file, and how to print it; `side` pages stand on a side of the paper."""
    first = 1
    for parts in (*((part,) for part in packed.once), *([packed.sets] if packed.sets else [])):
        long = [len(part.pages) // side for part in parts]
        last = first + sum(long) - 1
        times = f", {many(long[0], 'page')} for each of {len(long)} players" if len(long) > 1 else ""
        whose = ", for the game master alone" if parts[0].secret else ""
        yield f"  pages {first}-{last}: {in_a_row(parts[0].sheets)}{times}{whose}"
        first = last + 1
    yield "print sheets.pdf on both sides, at 100 %, not fitted to the page"


def _how_to_begin(evening: Evening, map_file: Path, lang: str) -> Iterator[str]:
    """The line that starts the referee, and who may look into the file of the map."""
    command = f"mapkit play {shell_quoted(str(map_file))}" + (f" --lang {lang}" if lang != ENGLISH else "")
    if evening.game_master:
        yield f"begin: {command} --gm"
        yield "  (the screen is for the game master alone, as secret-map.toml is)"
        yield "or without a computer: the game master answers from the pages for them"
        return
    yield f"begin: {command}"
    if evening.secret:
        yield f"nobody opens {map_file.name}: it shows the map, which mapkit keeps secret"


def _other_games(others: Sequence[Evening]) -> Iterator[str]:
    if others:
        yield "other games for you:"
    for other in others:
        yield f"  --game {other.game}: about {other.minutes} minutes"
