"""`check_game` tells all laws that a game breaks, each in a line."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit import testing
from mapkit.model.chance import Chance
from mapkit.model.game import Game
from mapkit.model.map import Map
from mapkit.model.rule import Facts
from mapkit.model.ruling import Dice, Ruling, heard
from tests.command import run
from tests.packages import install


@pytest.fixture
def moths(site: Path) -> Game[Any]:
    assert run("new-game", "moths").exit_code == 0
    install(Path("moths"), site)
    return mapkit.GAMES["moths"]


def test_a_new_game_keeps_all_laws(moths: Game[Any]) -> None:
    testing.check_game(moths)


def with_breach(game: Game[Any]) -> Game[Any]:
    """A rule has the breach of another one."""
    one, other, *rest = game.design.rules
    return replace(game, design=replace(game.design, rules=(replace(one, breaches=other.breaches), other, *rest)))


def by_sets(game: Game[Any]) -> Game[Any]:
    """Drafts are others each time."""
    times = list[int]()

    def draft(p: Any, chance: Chance, drawn: Facts) -> Facts:
        times.append(0)
        made: Facts = draft_of(p, Chance(str(len(times))), drawn)
        return made

    solving: Any = game.solving
    draft_of = solving.draft
    return replace(game, solving=replace(solving, draft=draft))


def played(change: Callable[[Any, str], None]) -> Callable[[Game[Any]], Game[Any]]:
    """Something happens whenever a directive is carried out."""

    def changed(game: Game[Any]) -> Game[Any]:
        table: Any = game.table

        def play(state: Any, words: str, dice: Dice) -> Ruling[Any]:
            change(state, words)
            ruling: Ruling[Any] = table.referee.play(state, words, dice)
            return ruling

        return replace(game, table=replace(table, referee=replace(table.referee, play=play)))

    return changed


def forgetful(game: Game[Any]) -> Game[Any]:
    """Any option is taken."""
    table: Any = game.table

    def begin(drawn: Map[Any], names: tuple[str, ...], options: Mapping[str, str], dice: Dice) -> Ruling[Any]:
        ruling: Ruling[Any] = table.referee.begin(drawn, names, {}, dice)
        return ruling

    return replace(game, table=replace(table, referee=replace(table.referee, begin=begin)))


def counting(game: Game[Any]) -> Game[Any]:
    """What is heard has a number in it."""
    table: Any = game.table

    def play(state: Any, words: str, dice: Dice) -> Ruling[Any]:
        ruling: Ruling[Any] = table.referee.play(state, words, dice)
        said = heard("turn", player="Ann")._replace(args=(("player", 1),))  # type: ignore[arg-type]
        return ruling._replace(heard=(*ruling.heard, said))

    return replace(game, table=replace(table, referee=replace(table.referee, play=play)))


def win(state: Any, _: str) -> None:
    object.__setattr__(state, "winner", "Ann")


def fail(_: Any, words: str) -> None:
    raise KeyError(words)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (with_breach, ["breach 1: it breaks its rule and no other: AssertionError: it breaks ['MO-2']"]),
        (by_sets, ["AssertionError: the same seed has given two maps; take all chance from `chance`"]),
        (played(win), ["a state has changed in place; give a new one"]),
        (played(fail), ["is ruled on, and told in words: KeyError: ", "refused in words: KeyError"]),
        (counting, ["what is said is filled with texts, but player of turn is 1; str(...) makes a text"]),
        (forgetful, ["AssertionError: an option that it does not have is not refused"]),
    ],
)
def test_a_game_that_breaks_a_law_is_told_so(
    moths: Game[Any], change: Callable[[Game[Any]], Game[Any]], told: list[str]
) -> None:
    with pytest.raises(AssertionError) as broken:
        testing.check_game(change(moths))
    for line in told:
        assert line in str(broken.value)
    assert len(str(broken.value).splitlines()) < 6


def test_a_game_that_is_not_installed_is_told_so(moths: Game[Any]) -> None:
    with pytest.raises(AssertionError, match="mapkit does not find ants: no package of that name is installed"):
        testing.laws(replace(moths, name="ants"))[0].check()
