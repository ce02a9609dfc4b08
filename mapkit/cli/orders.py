"""What fresh maps are asked for on a command line: a game, a preset, a size and settings; and the map of a seed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Literal, NamedTuple

import typer

from mapkit.cli.failures import failure_lines
from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import NO_MAP, say_on_stderr
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import json_file, writer
from mapkit.model.game import Game, assemble
from mapkit.model.letters import refused_word, suggestion
from mapkit.model.map import Map
from mapkit.model.presets import NoSuchPreset
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.model.settings import Amounts, BadSetting, settings, show_setting
from mapkit.model.version import __version__
from mapkit.solve import search


def params_of(
    game: Game[Any],
    preset: str,
    size: str | None,
    pairs: Iterable[str] | None,
    fixed: Mapping[str, object] | None = None,
) -> Any:
    """The parameters of a map; raises BadSetting with all that is wrong.

    `pairs` are settings as KEY=VALUE. `fixed` are settings that follow from a text or picture; no pair may set them.
    """
    set_by_hand, wrong = _settings_of_pairs(game, pairs or ())
    twice = {name: value for name, value in (fixed or {}).items() if name in set_by_hand}
    wrong += [f"{name} is {value!r:.40} already; leave {name}= out" for name, value in twice.items()]
    given = {**set_by_hand, **(fixed or {})}
    chosen = maps.presets(game.name)[0]
    with _noting(wrong):
        chosen = maps.preset(game.name, preset)
    grid = chosen.grid
    with _noting(wrong):
        grid = game.design.board.read(size) if size is not None else grid
    built = assemble(game, chosen.settings, grid, given)
    known = [setting.name for setting in settings(game.design.params)]
    for name, why in built.wrong_in_given:
        wrong.append(why or f"{game.name} has no setting {refused_word(name)}; {suggestion(name, known)}")
    if wrong:
        raise BadSetting("\n".join(wrong))
    return maps.arranged(game, built.params)


@contextmanager
def _noting(wrong: list[str]) -> Iterator[None]:
    """Note what cannot be understood and go on, so that one error can say all of it."""
    try:
        yield
    except (BadSetting, NoSuchPreset) as bad:
        wrong.append(str(bad))


def _settings_of_pairs(game: Game[Any], pairs: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """The settings of KEY=VALUE pairs, and a sentence for each text that is no such pair or sets a key again."""
    known = tuple(settings(game.design.params))
    numbers = (f"{each.name}=6" for each in known if isinstance(each.value_kind, Amounts))
    example = next(numbers, f"{known[0].name}={show_setting(known[0], known[0].default)}")
    given: dict[str, str] = {}
    wrong: list[str] = []
    for pair in pairs:
        key, sign, value = (part.strip() for part in pair.partition("="))
        if not sign or not key:
            wrong.append(f"--set takes KEY=VALUE, such as {example}; found {refused_word(pair, 60)}")
        elif key in given:
            wrong.append(f"{key} is set twice, to {given[key]!r:.40} and to {value!r:.40}; set it once")
        else:
            given[key] = value
    return given, wrong


def with_code(game: Game[Any], given: Iterable[str] | None, code: str | None) -> list[str]:
    """The settings given, with the rule code added; raises BadSetting for a game that has none."""
    if code is None:
        return list(given or ())
    codes = [setting.name for setting in settings(game.design.params) if setting.rule_code]
    if not codes:
        raise BadSetting(f"{game.name} has no rule code; leave --rules out")
    return [*(given or ()), f"{codes[0]}={code}"]


class Order(NamedTuple):
    """What `generate` was asked for. It is sent to other processes, so it holds the names of games, not games."""

    game: str
    preset: str
    params: Any
    form: Literal["toml", "json", "line"]
    """How its maps are written; `line` is JSON in one line."""

    def made(self, seed: str) -> Map[Any]:
        """The map of the seed; raises NoSuchMap or SolverGaveUp."""
        with Stoppable():
            return search.generate_from(GAMES[self.game], self.params, self.preset, seed)

    def text(self, made: Map[Any], seed: str) -> str:
        """The text of a map's file; that of a TOML file has the seed in a comment."""
        if self.form != "toml":
            return json_file.show(made) if self.form == "json" else json_file.show_in_a_line(made, seed)
        return writer.show(made, [f"Made by mapkit {__version__}, seed {json.dumps(seed, ensure_ascii=False)}."])

    def attempt(self, seed: str) -> str | Refused:
        """The text of the map file, or why there is none; exceptions cannot be sent between processes."""
        try:
            return self.text(self.made(seed), seed)
        except (NoSuchMap, SolverGaveUp) as failure:
            return Refused("\n".join(failure_lines(failure)), isinstance(failure, NoSuchMap))


class Refused(NamedTuple):
    """Why there is no map for a seed."""

    words: str
    hopeless: bool
    """Whether there is none for any other seed either."""


def for_any_size(order: Order, size: str | None, given: Sequence[str], said: Mapping[str, object]) -> Iterator[Order]:
    """The same order with a preset for boards of any size; none where no size is asked for."""
    for each in maps.presets(order.game) if size is not None else ():
        if each.any_size and each.name != order.preset:
            with suppress(BadSetting):
                params = params_of(GAMES[order.game], each.name, size, given, said)
                yield order._replace(preset=each.name, params=params)


def made_to_size(order: Order, others: Iterator[Order], seed: str) -> tuple[Order, Map[Any]]:
    """The map of an order; where the numbers of the preset `default` cannot fit its size, that of another order.

    Where those of another preset cannot fit, it says which preset would do, and exits with code 4. Raises NoSuchMap and
    SolverGaveUp.
    """
    try:
        return order, order.made(seed)
    except NoSuchMap:
        for other in others:
            with suppress(NoSuchMap, SolverGaveUp):
                made, size = other.made(seed), str(order.params.grid)
                if order.preset == "default":
                    say_on_stderr(
                        f"the numbers of the preset default do not fit {size}: the preset {other.preset} is taken"
                    )
                    return other, made
                say_on_stderr(
                    f"impossible: it is proven that the numbers of the preset {order.preset} do not fit {size}"
                )
                say_on_stderr(
                    f"What would do: --preset {other.preset}, whose numbers fit that size, or a larger board."
                )
                raise typer.Exit(NO_MAP) from None
        raise
