"""The command `tonight`: from a few words about the group to a map, all sheets in one file, and the referee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from mapkit.cli import completion
from mapkit.cli.commands import command
from mapkit.cli.corpora import text_of
from mapkit.cli.inputs import talk_of_advice
from mapkit.cli.languages import in_words
from mapkit.cli.options import Force, Seed, output_option, say_broken_packages
from mapkit.cli.outputs import FOLDER, folder_place, write_all, zipped
from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import NOT_UNDERSTOOD, say, say_on_stderr, shell_quoted, tell_seed
from mapkit.cli.terminal import at_a_terminal
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import ENGLISH
from mapkit.model import files
from mapkit.model.chance import fresh_seed
from mapkit.model.errors import BadSetting, refuse_all
from mapkit.model.letters import refused_word
from mapkit.model.message import LargeNumber, Message, Name, clauses, either, joined, listed, message, plural
from mapkit.model.settings import seed_of
from mapkit.paper.options import KEEPERS, OPTIONS, PAPERS, PrintOptions
from mapkit.paper.packs import PackPages
from mapkit.paper.press import Press, press_of
from mapkit.study.covers import ShellLines, line_again
from mapkit.study.evenings import EXPERIENCE, MOST_PEOPLE, Evening, Group, evenings, has_game_master
from mapkit.study.kits import (
    MASTER,
    EveningMap,
    Kit,
    invitation_picture,
    kit_of,
    series_pages,
    series_places,
    worth_an_evening,
)

MOST_MINUTES = 1_000

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
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="A game that `mapkit games` lists.", autocompletion=completion.games),
    ] = None,
    printing: Annotated[PrintOptions, _OFFERED],
    seed: Seed = None,
    apart: Annotated[
        bool, typer.Option("--apart", help="A PDF for each person, for groups whose members print at home.")
    ] = False,
    in_zip: Annotated[bool, typer.Option("--zip", help="The PDFs for each person in one ZIP file.")] = False,
    invite: Annotated[
        bool,
        typer.Option("--invitation", help="Also a picture to invite the players with, which tells nothing secret."),
    ] = False,
    series: Annotated[
        bool, typer.Option("--series", help="As many games as you are, each of you the game master of one.")
    ] = False,
    output: Annotated[str | None, output_option(message("The folder to write to."), "DIR")] = None,
    force: Force = False,
) -> None:
    """A game for tonight: its map, all sheets in one PDF, and how to begin. At a terminal it asks."""
    about = {"people": people, "minutes": minutes, "experience": experience}
    keeper = printing.get("keeper", KEEPERS[0] if series else None)
    answers = {**about, "keeper": keeper, "paper": printing.get("paper")}
    said = _answers({name: None if given is None else str(given) for name, given in answers.items()})
    group = Group(int(said["people"]), int(said["minutes"]), said["experience"], said["keeper"])
    if output is not None and (
        output == "-" or Path(output).suffix.lower() in (".pdf", ".svg", ".png", ".zip", ".toml")
    ):
        example = shell_quoted(Path(output).stem) if output != "-" else Name("tonight")
        raise BadSetting(message("-o takes a folder for the map and its sheets, such as {file}", example))
    games = tuple(GAMES) if game is None else (maps.game_named(game).name,)
    say_broken_packages()
    games = _with_game_masters(games, group) if series else games
    best, *others = evenings(group, games)
    if game is None and not series and group.keeper != KEEPERS[1]:
        offered = {each.game for each in (best, *others)}  # others are for so many only where mapkit keeps the map
        others += [each for each in evenings(group._replace(keeper=KEEPERS[1]), games) if each.game not in offered]
    printing = {**printing, "keeper": said["keeper"], "paper": said["paper"]}
    press, in_files = press_of(printing), apart or in_zip
    press.edition(GAMES[best.game])
    chosen = seed_of(seed)
    mapkit_knows = best.secret and not best.game_master  # then the seed is a secret, too: it gives the map
    named = fresh_seed() if (mapkit_knows or series) and seed is None else chosen
    folder = folder_place(output) if output else Path(FOLDER, f"tonight-{files.file_name(named)}")
    in_language = "" if press.language == ENGLISH else f" --lang {press.language}"
    again = partial(line_again, group, best.game, printing=printing, apart=apart, zip=in_zip)
    outputs, kits, plays = dict[Path, bytes](), list[Kit](), list[str]()
    for own, place in series_places(chosen, group.people) if series else [(chosen, "")]:
        map_file = folder / place / ("secret-map.toml" if best.secret else "map.toml")
        plays.append(f"mapkit play {shell_quoted(str(map_file))}{in_language}")
        typed = ShellLines(plays[-1], again("" if mapkit_knows else own), place)
        with Stoppable():
            dealt = worth_an_evening(best, own, group.minutes)
            kits.append(kit := kit_of(dealt, press, typed))
        outputs[map_file] = text_of(dealt.map, dealt.seed, "toml").encode()
        outputs |= {folder / place / name: data for name, data in _sheets(kit, apart=in_files, in_zip=in_zip)}
    for line in (_in_words(dealt.evening, group), *_on_length(dealt)):
        say_on_stderr(line)
    talk_of_advice(dealt.map)
    if series:
        rules = series_pages(kit, group.people, again("", series=True))
        (outputs[folder / "series.pdf"],) = kit.press.written(rules, kit.press.title_of(dealt.map))
    if invite:
        outputs[folder / "invitation.png"] = invitation_picture(kit)
    write_all([(str(path), data) for path, data in outputs.items()], force)
    if not mapkit_knows and not series:
        tell_seed(seed, chosen)
    on_sheets = _on_files(kit, in_zip) if in_files else _on_pages(kit.pages, press.leaf.side)
    for line in (
        *(_on_series(plays, seed is not None) if series else on_sheets),
        *_on_paper(press, "sheets.pdf" if not in_files and not series else ""),
        *(() if series else _how_to_begin(best, map_file, plays[-1])),
        *_other_games(others, group.keeper),
    ):
        say_on_stderr(line)


def _with_game_masters(games: Sequence[str], group: Group) -> tuple[str, ...]:
    """The games of a series; raises BadSetting where none is, and where mapkit keeps the maps."""
    if group.keeper == KEEPERS[1]:
        raise BadSetting(
            message("--series: each of you keeps a map once, and --keeper is mapkit; leave one of them out")
        )
    if group.people < 3:
        raise BadSetting(
            message("--series: of {number} people nobody plays against another; it is for 3 or more", group.people)
        )
    found = tuple(name for name in games if has_game_master(name))
    if not found:
        known = either([Name(name) for name in GAMES if has_game_master(name)])
        raise BadSetting(message("--series: {name} has no game master; say --game {games}", Name(games[0]), known))
    return found


def _on_series(plays: Sequence[str], is_known: bool) -> Iterator[Message]:
    """What is in the folder of a series, and what its game masters type."""
    yield message("a series of {number} games: each of you is game master once", len(plays))
    yield message("  {file}: the rules and the table of points, for all of you", Name("series.pdf"))
    folders = Name(f"{MASTER}-1"), Name(f"{MASTER}-{len(plays)}")
    yield message(
        "  {folder} to {folder2}: a folder for each game master; a game master opens their own alone", *folders
    )
    if is_known:
        yield message("the seed gives all maps: nobody who plays should know it, so leave --seed out")
    yield message("begin: all agree on the rules; then the first game master types {command}", Name(f"{plays[0]} --gm"))
    yield message("or without a computer: the game master answers from the pages for them")


def _sheets(kit: Kit, *, apart: bool, in_zip: bool) -> Iterator[tuple[str, bytes]]:
    """The files of the sheets, with their names: one PDF, or one for each person, perhaps in a ZIP."""
    found = {}
    for name, parts in (kit.of_each_person if apart else {"sheets": [*chain(*kit.pages)]}).items():
        printed = [page for part in parts for page in part.pages]
        (found[f"{name}.pdf"],) = kit.press.written(printed, kit.press.title_of(kit.dealt.map))
    yield from [("sheets.zip", zipped(found))] if in_zip else found.items()


class _Prompt(NamedTuple):
    """What is asked at a terminal where an option is not given."""

    words: Message
    usual: str
    known: tuple[str, ...] = ()
    """The words that may be answered; none where it is a number."""
    most: int = 0

    def fits(self, answer: str) -> bool:
        if self.known:
            return answer in self.known
        return answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= self.most

    @property
    def takes(self) -> Message:
        if self.known:
            return message("say {names}", either([*map(Name, self.known)]))
        return message("say a number from {low} to {high}", 1, LargeNumber(self.most))


_QUESTIONS = {
    "people": _Prompt(message("How many people are you, with the one who keeps the map?"), "4", most=MOST_PEOPLE),
    "minutes": _Prompt(message("How many minutes do you want to play?"), "90", most=MOST_MINUTES),
    "experience": _Prompt(message("How well do you know such games: new, some, expert?"), "new", EXPERIENCE),
    "keeper": _Prompt(message("Who keeps the secret map: a person, or mapkit?"), "person", KEEPERS),
    "paper": _Prompt(message("Which paper is in your printer: a4, letter, ...?"), "a4", PAPERS),
}


def _answers(given: Mapping[str, str | None]) -> dict[str, str]:
    """The answers to all questions: those given, else those typed at a terminal, else the usual ones.

    Raises BadSetting for answers that do not fit, and where nothing says how many people there are.
    """
    said = {name: answer.strip().lower() for name, answer in given.items() if answer is not None}
    wrong = [
        clauses(message("--{name} is {found}", Name(name), refused_word(answer)), _QUESTIONS[name].takes)
        for name, answer in said.items()
        if not _QUESTIONS[name].fits(answer)
    ]
    refuse_all(wrong)
    if at_a_terminal():
        return {name: said.get(name) or _asked(question) for name, question in _QUESTIONS.items()}
    if "people" not in said:
        raise BadSetting(message("nothing says how many people you are; add --people 4"))
    return {name: said.get(name, question.usual) for name, question in _QUESTIONS.items()}


def _asked(question: _Prompt) -> str:
    while True:
        try:
            answer = input(f"{in_words(question.words)} [{question.usual}] ").strip().lower() or question.usual
        except EOFError:
            say("")
            say_on_stderr(message("no answer came; nothing was made"))
            raise typer.Exit(NOT_UNDERSTOOD) from None
        if question.fits(answer):
            return answer
        say_on_stderr(message("Found {found}; {what}.", refused_word(answer), question.takes))


def _in_words(evening: Evening, group: Group) -> Message:
    who = plural("{number} player", "{number} players", evening.players)
    with_master = plural("{number} player and a game master", "{number} players and a game master", evening.players)
    long = message("about {number} minutes", evening.minutes)
    if not group.minutes <= 2 * evening.minutes <= 3 * group.minutes:
        long = message("about {minutes} minutes, and you asked for {asked}", evening.minutes, group.minutes)
    game = joined([GAMES[evening.game].title, Name(evening.preset)])
    return message("{game}: {message}", game, joined([with_master if evening.game_master else who, long]))


def _on_length(dealt: EveningMap) -> Iterator[Message]:
    """How long games on the map are, and so for how many turns the sheets have rows."""
    if dealt.length is None:
        return
    if (rounds := dealt.rounds) is None:
        yield message("some games on this map find no end; agree when you stop")
        return
    yield message(
        "  about {usual} rounds; 19 of 20 games end within {most}, and the sheets have rows for them", *rounds
    )


def _on_pages(packed: PackPages, side: int) -> Iterator[Message]:
    """A line for each part of the file, and how to print it; `side` pages stand on a side of the paper."""
    first = 1
    for parts in (*((part,) for part in packed.once), *([packed.sets] if packed.sets else [])):
        long = [len(part.pages) // side for part in parts]
        last, sets = first + sum(long) - 1, len(long)
        each = plural(
            "{number} page for each of {sets} players", "{number} pages for each of {sets} players", long[0], sets
        )
        of = [listed([*map(Name, parts[0].sheets)]), *([each] if sets > 1 else [])]
        of += [message("for the game master alone")] if parts[0].secret else []
        alone = message("  page {number}: {sheets}", first, joined(of))
        yield message("  pages {first}-{last}: {sheets}", first, last, joined(of)) if last > first else alone
        first = last + 1


def _on_files(kit: Kit, in_zip: bool) -> Iterator[Message]:
    """A line for the files of the game master or the table, and one for those of the players."""
    alike: dict[tuple[str, ...], list[Name]] = {}
    secret = [part.secret for parts in kit.of_each_person.values() for part in parts[:1]]
    for name, parts in kit.of_each_person.items():
        alike.setdefault(tuple(sheet for part in parts for sheet in part.sheets), []).append(Name(f"{name}.pdf"))
    for (sheets, names), is_secret in zip(alike.items(), secret, strict=False):
        of = [listed([*map(Name, sheets)]), *([message("for the game master alone")] if is_secret else [])]
        yield message("  {files}: {sheets}", listed(names), joined(of))
    if in_zip:
        yield message("unpack {file}, and send each person their own file alone", Name("sheets.zip"))


def _on_paper(press: Press, file: str) -> Iterator[Message]:
    """How to print."""
    of = Name(file) if file else message("each file")
    if press.sides == 1:
        yield message("print {file} at 100 %, not fitted to the page", of)
    else:
        yield message("print {file} on both sides, at 100 %, not fitted to the page", of)


def _how_to_begin(evening: Evening, map_file: Path, command: str) -> Iterator[Message]:
    if evening.game_master:
        yield message("begin: {command}", Name(f"{command} --gm"))
        yield message("  (the screen is for the game master alone, as {file} is)", Name("secret-map.toml"))
        yield message("or without a computer: the game master answers from the pages for them")
        return
    yield message("begin: {command}", Name(command))
    if evening.secret:
        yield message("nobody opens {file}: it shows the map, which mapkit keeps secret", Name(map_file.name))


def _other_games(others: Sequence[Evening], keeper: str) -> Iterator[Message]:
    if others:
        yield message("other games for you:")
    for other in others:
        by_mapkit = other.secret and not other.game_master and keeper != KEEPERS[1]
        named = Name(f"{other.game} --keeper {KEEPERS[1]}" if by_mapkit else other.game)
        yield message("  --game {name}: about {number} minutes", named, other.minutes)
