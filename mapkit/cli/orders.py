"""What fresh maps are asked for on a command line: a preset, a size and settings; and the first map of an order."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, Any

import typer

from mapkit.cli import completion
from mapkit.cli.options import PresetName, Size, key_values
from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import NO_MAP, say_on_stderr
from mapkit.games import maps
from mapkit.model.game import Game
from mapkit.model.map import Map
from mapkit.model.presets import NoSuchPreset
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.model.settings import Amounts, BadSetting, settings, show_setting
from mapkit.study.fresh_maps import Order


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
        if names := [f"--{name}" for name, value in typed.items() if value]:
            raise BadSetting(f"{', '.join(names)}: for fresh maps; name a game, such as {game}, in place of a file")

    def with_set(self, **values: object) -> MapOptions:
        """The same with further settings, but for those that are None."""
        further = [f"{name}={value}" for name, value in values.items() if value is not None]
        return replace(self, given=[*(self.given or ()), *further])

    def pairs(self, game: Game[Any]) -> list[str]:
        """The settings given, and the rule code; raises BadSetting for a game that has none."""
        codes = [each.name for each in settings(game.design.params) if each.rule_code]
        if self.code is not None and not codes:
            raise BadSetting(f"{game.name} has no rule code; leave --rules out")
        return [*(self.given or ()), *(f"{name}={self.code}" for name in codes[:1] if self.code is not None)]

    def params(self, game: Game[Any], fixed: Mapping[str, object] = MappingProxyType({})) -> Any:
        """The parameters of a map; raises NoSuchPreset, and BadSetting with all that is wrong.

        `fixed` are settings that follow from a text or picture; none of them may be set by hand.
        """
        known = tuple(settings(game.design.params))
        numbers = (f"{each.name}=6" for each in known if isinstance(each.value_kind, Amounts))
        example = next(numbers, f"{known[0].name}={show_setting(known[0], known[0].default)}")
        given, wrong = key_values(self.pairs(game), "--set", example)
        wrong += [f"{key} is {fixed[key]!r:.40} already; leave {key}= out" for key in fixed if key in given]
        try:
            found = maps.params(game, self.preset_name, self.size, {**given, **fixed})
        except (BadSetting, NoSuchPreset) as bad:
            if not wrong:
                raise
            wrong.append(str(bad))
        if wrong:
            raise BadSetting("\n".join(wrong))
        return found

    def order(self, game: Game[Any], fixed: Mapping[str, object] = MappingProxyType({})) -> Order:
        """The order for fresh maps, whose preset is one that is in files."""
        return Order(game.name, maps.preset_in_files(game.name, self.preset_name), self.params(game, fixed))

    def made(
        self, game: Game[Any], seed: str, fixed: Mapping[str, object] = MappingProxyType({})
    ) -> tuple[Order, Map[Any]]:
        """The order for fresh maps, and the map of a seed.

        Where the numbers of the preset `default` cannot fit the size, those of another preset are taken. Where those of
        another preset cannot fit, it says which preset would do, and exits with code 4. Raises BadSetting,
        NoSuchPreset, NoSuchMap and SolverGaveUp.
        """
        with Stoppable():
            return self._made(game, seed, fixed)

    def _made(self, game: Game[Any], seed: str, fixed: Mapping[str, object]) -> tuple[Order, Map[Any]]:
        order = self.order(game, fixed)
        try:
            return order, order.made(seed)
        except NoSuchMap:
            for each in maps.presets(game) if self.size is not None else ():
                if each.any_size and each.name != order.preset:
                    with suppress(BadSetting, NoSuchMap, SolverGaveUp):
                        other = replace(self, preset=each.name).order(game, fixed)
                        made, size = other.made(seed), str(order.params.grid)
                        if order.preset == "default":
                            say_on_stderr(
                                f"the numbers of the preset default do not fit {size}: "
                                f"the preset {other.preset} is taken"
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
