"""The arguments and options of commands, each with its one sentence of help; and the maps that they ask for."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mapkit.cli import completion
from mapkit.cli.inputs import key_values
from mapkit.cli.processes import Stoppable, cluster, processes
from mapkit.cli.streams import NO_MAP, say_on_stderr
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model import files
from mapkit.model.errors import BadSetting, refuse_all
from mapkit.model.game import Game
from mapkit.model.ledger import number_typed
from mapkit.model.letters import names, refused_word
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, message
from mapkit.model.presets import NoSuchPreset
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.model.settings import Amounts, settings, show_setting, yes_or_no
from mapkit.study.fresh_maps import Order

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mapkit.table.own_words import OwnWords


def say_broken_packages() -> None:
    """A line for each installed package whose game or pack of house rules cannot be used."""
    for line in GAMES.broken():
        say_on_stderr(line)


def _game_word(name: str) -> str:
    """The name of a game in small letters; raises BadSetting for the name of a file."""
    if name.lower() not in GAMES and (Path(name).suffix or files.is_file(name)):
        found = refused_word(name)
        why = message("{found} is a file, and a game belongs there: say one of {names}", found, names(GAMES))
        raise BadSetting(why)
    return name.lower() if name.lower() in GAMES else name


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="One of the games that `mapkit games` lists.",
        callback=_game_word,
        autocompletion=completion.games,
    ),
]

GameOrNumber = Annotated[
    str,
    typer.Argument(
        metavar="GAME|NUMBER",
        help="One of the games that `mapkit games` lists, or the number of a rule, such as TL-27.a.",
        callback=lambda word: word if number_typed(word) else _game_word(word),
        autocompletion=completion.games_and_rules,
    ),
]

FileName = Annotated[str, typer.Argument(metavar="FILE", help="A map file or a share code; - is stdin.")]

FILES_HELP = message("A map file or a share code, or several; - is stdin.")

FileNames = Annotated[list[str], typer.Argument(metavar="FILE...", help=FILES_HELP)]

PresetName = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="P",
        help="A preset that `mapkit games` lists, else default.",
        autocompletion=completion.presets,
    ),
]

Size = Annotated[str | None, typer.Option("--size", metavar="8x8", help="Columns x rows; else the preset's.")]

Seed = Annotated[str | None, typer.Option("--seed", metavar="TEXT", help="Any text; else mapkit chooses one.")]


def _not_empty(place: str | None) -> str | None:
    """The place that -o names; raises BadSetting for an empty one."""
    if place is not None and not place.strip():
        raise BadSetting(message("-o names no place; write a name after it, or leave -o out"))
    return place


def output_option(says: Message, takes: str = "PATH") -> Any:
    return typer.Option("--output", "-o", metavar=takes, callback=_not_empty, help=says)


Output = Annotated[str | None, output_option(message("Where to write, else into output/; - is stdout."))]

Beside = Annotated[str | None, output_option(message("Where to write, else beside the file; - is stdout."))]

Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]

OwnWordsFile = Annotated[
    str | None,
    typer.Option("--words", metavar="FILE", help="The words of your group, for what is typed and what is answered."),
]


def own_words(game: Game[Any], file: str | None) -> OwnWords | None:
    """The words that `--words` names; None where it names none. Raises FileTrouble or UnreadableMap."""
    if file is None:
        return None
    from mapkit.table import own_words as read  # most commands need none

    return read.read(game, files.read(file, "words"), files.printable_name(file))


AsJson = Annotated[bool, typer.Option("--json", help="Print for a program to read.")]


@dataclass(frozen=True)
class WorkOptions:
    """The options of work that many processes may share."""

    seed: Seed = None
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, max=64, metavar="N", help="Processes that share the work.")
    ] = None
    dask: Annotated[
        str | None,
        typer.Option("--dask", metavar="ADDRESS", help="Share the work out over the workers of a dask scheduler."),
    ] = None

    def __post_init__(self) -> None:
        """Raise BadSetting where both options share the work out."""
        if self.dask is not None and (self.jobs or 1) != 1:
            raise BadSetting(message("--jobs and --dask both share the work out; use one of them"))

    def workers(self, most: int = 64, usual: int = 1) -> AbstractContextManager[Executor | None]:
        """What does the work, in `most` parts: processes, or the workers of a scheduler; None for this process.

        Without --jobs, there are as many as `usual`, but not more than cores.
        """
        if self.dask is not None:
            return cluster(self.dask)
        jobs = min(self.jobs or min(usual, os.cpu_count() or 1), most)
        return Stoppable() if jobs == 1 else processes(jobs)


@dataclass(frozen=True)
class MapOptions:
    """The options for the settings of fresh maps."""

    preset: PresetName = None
    size: Size = None
    given: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="A setting that `mapkit rules` lists; may be given many times.",
            autocompletion=completion.map_settings,
        ),
    ] = None
    code: Annotated[str | None, typer.Option("--rules", metavar="CODE")] = None

    @property
    def preset_name(self) -> str:
        return self.preset or "default"

    def refuse(self, game: str, **others: object) -> None:
        """Raise BadSetting where one of these options is typed, or one of the others, which has a value."""
        typed = {**others, "preset": self.preset, "size": self.size, "set": self.given, "rules": self.code}
        if said := names(f"--{name}" for name, value in typed.items() if value):
            why = message("{names}: for fresh maps; name a game, such as {name}, in place of a file", said, Name(game))
            raise BadSetting(why)

    def with_set(self, **values: object) -> MapOptions:
        """The same with further settings, but for those that are None."""
        further = [f"{name}={value}" for name, value in values.items() if value is not None]
        return replace(self, given=[*(self.given or ()), *further])

    def pairs(self, game: Game[Any]) -> list[str]:
        """The settings given, and the rule code; raises BadSetting for a game that has none."""
        codes = [setting.name for setting in settings(game.design.params) if setting.rule_code]
        if self.code is not None and not codes:
            raise BadSetting(message("{name} has no rule code; leave --rules out", Name(game.name)))
        return [*(self.given or ()), *(f"{name}={self.code}" for name in codes[:1] if self.code is not None)]

    def keys(self, game: Game[Any]) -> set[str]:
        return {pair.partition("=")[0].strip() for pair in self.pairs(game)}

    def params(self, game: Game[Any], fixed: Mapping[str, object] = MappingProxyType({})) -> Any:
        """The parameters of a map; raises NoSuchPreset, and BadSetting with all that is wrong.

        `fixed` are settings that follow from a text or picture; none of them may be set by hand.
        """
        known = tuple(settings(game.design.params))
        numbers = (f"{each.name}=6" for each in known if isinstance(each.value_kind, Amounts))
        example = next(numbers, f"{known[0].name}={show_setting(known[0], known[0].default)}")
        given, wrong = key_values(self.pairs(game), "--set", example)
        wrong += [
            message("{name} is {found} already; leave {name}= out", Name(key), Name(f"{value!r:.40}"))
            for key, value in fixed.items()
            if key in given
        ]
        try:
            found = maps.params(game, self.preset_name, self.size, {**given, **fixed})
        except (BadSetting, NoSuchPreset) as bad:
            if not wrong:
                raise
            wrong.append(bad.said)
        refuse_all(wrong)
        return found

    def order(self, game: Game[Any], fixed: Mapping[str, object] = MappingProxyType({})) -> Order:
        """The order for fresh maps, whose preset is one that is in files."""
        return Order(game.name, maps.preset_in_files(game.name, self.preset_name), self.params(game, fixed))

    def draw(
        self, game: Game[Any], seed: str, fixed: Mapping[str, object] = MappingProxyType({})
    ) -> tuple[Order, Map[Any]]:
        """The order for fresh maps, and the map of a seed.

        Where the numbers of the preset `default` cannot fit the size, those of another preset are taken. Where those of
        another preset cannot fit, it says which preset would do, and exits with code 4. Raises BadSetting,
        NoSuchPreset, NoSuchMap and SolverGaveUp.
        """
        with Stoppable():
            return self._draw(game, seed, fixed)

    def _draw(self, game: Game[Any], seed: str, fixed: Mapping[str, object]) -> tuple[Order, Map[Any]]:
        order = self.order(game, fixed)
        try:
            return order, order.draw(seed)
        except NoSuchMap:
            others = [each for each in maps.presets(game) if each.any_size and each.name != order.preset]
            for preset in others if self.size is not None else ():
                with suppress(BadSetting, NoSuchMap, SolverGaveUp):
                    other = replace(self, preset=preset.name).order(game, fixed)
                    made, size, taken = other.draw(seed), Name(str(order.params.grid)), Name(other.preset)
                    if order.preset == "default":
                        two = size, taken
                        said = message(
                            "the numbers of the preset default do not fit {size}: the preset {preset} is taken", *two
                        )
                        say_on_stderr(said)
                        return other, made
                    two = Name(order.preset), size
                    said = message(
                        "impossible: it is proven that the numbers of the preset {preset} do not fit {size}", *two
                    )
                    say_on_stderr(said)
                    said = message(
                        "What would do: --preset {name}, whose numbers fit that size, or a larger board.", taken
                    )
                    say_on_stderr(said)
                    raise typer.Exit(NO_MAP) from None
            raise


def options_of(given: Sequence[str], named: str, example: str) -> dict[str, str]:
    """The options of the table from KEY=VALUE pairs; raises BadSetting.

    `named` is the command's option for such a pair, and `example` is one; both are for the error.
    """
    found, wrong = key_values(given, named, example)
    refuse_all(wrong)
    return {key: word if (word := yes_or_no(value)) in ("yes", "no") else value for key, value in found.items()}
