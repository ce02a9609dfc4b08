"""Whole games, played from a seed by players who go by what they hear."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Generic, Protocol, TypeVar

from mapkit.language.phrases import phrases
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.replay import Track
from mapkit.model.ruling import Announcement
from mapkit.model.table import Referee
from mapkit.players.machines import Machine, ObservedDirective, dice_of, play_directives
from mapkit.table import match
from mapkit.table.tracks import track_of

S = TypeVar("S")


class Player(Protocol):
    """A player who knows nothing but what is given here."""

    def choose(self, heard: Sequence[Announcement], ways: Sequence[str]) -> str:
        """What the player says, given everything heard since the game began and what may be said now."""
        ...


class Wanderer:
    """A player who says anything that may be said."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, heard: Sequence[Announcement], ways: Sequence[str]) -> str:
        return self._chance.choice(ways)


@dataclass(frozen=True)
class Playthrough(Generic[S]):
    """A game from its opening, before which nobody speaks, to its end; or to the limit if it is not `over`."""

    opening: ObservedDirective[S]
    said: tuple[ObservedDirective[S], ...]
    over: bool

    @property
    def state(self) -> S:
        return (self.said[-1] if self.said else self.opening).ruling.state

    @property
    def heard(self) -> tuple[Announcement, ...]:
        return tuple(announcement for said in (self.opening, *self.said) for announcement in said.ruling.heard)

    @property
    def turns(self) -> tuple[str, ...]:
        """The directives, a line for each turn, such as `Ann: shoot left; up; end`.

        They can be typed at the table in this form.
        """
        lines, last = list[str](), self.opening
        for said in self.said:
            if said.mover != last.mover or any(announcement.key == "turn" for announcement in last.ruling.heard):
                lines.append(f"{said.mover}: {said.words}")
            else:
                lines[-1] += f"; {said.words}"
            last = said
        return tuple(lines)


def play_out(
    referee: Referee[S],
    map_: Map[Any],
    names: Sequence[str],
    players: Sequence[Player],
    seed: str,
    most_directives: int,
    options: Mapping[str, str] | None = None,
) -> Playthrough[S]:
    """Play a game to its end, or for this many directives; raises what the referee raises.

    The dice depend on the seed alone; the first player has the first name.
    """
    seats = {name: hearing(player) for name, player in zip(names, players, strict=True)}
    played = play_directives(referee, map_, seats, dice_of(seed), options or {})
    opening, *said = islice(played, most_directives + 1)
    state = (said[-1] if said else opening).ruling.state
    return Playthrough(opening, tuple(said), not referee.mover(state))


def hearing(player: Player) -> Machine[Any]:
    """The seat of a player who goes by what they hear; if their words are refused, they say any other way."""
    watch = getattr(player, "watch", None)
    return Machine(lambda _, heard, ways: chain([player.choose(heard, ways)], ways), watches=watch)


def at_the_table(
    map_: Map[Any], names: Sequence[str], lines: Sequence[str], language: str = "en", **options: str
) -> Track:
    """The track of a game in which these lines are said; what the game master rules begins with `gm `."""
    with (
        TemporaryDirectory() as folder,
        match.start(map_, map_.to_text(), tuple(names), options, "seed", Path(folder) / "log.jsonl") as game,
    ):
        for line in lines:
            game.rule(line[3:]) if line.startswith("gm ") else game.say(line)
        return track_of(game, phrases(map_.game.name, language))


def answers(map_: Map[Any], names: Sequence[str], lines: Sequence[str], **options: str) -> list[str]:
    """What everybody hears, in words, when these lines are said from the beginning of a game without dice."""
    referee, words = table_of(map_.game).referee, phrases(map_.game.name, "en")
    ruling = referee.begin(map_, tuple(names), options, no_dice)
    told = list(ruling.heard)
    for line in lines:
        ruling = referee.play(ruling.state, line, no_dice)
        told += ruling.heard
    return [words.say(each) for each in told]


def no_dice(faces: int) -> int:
    """Dice of a game that rolls none."""
    raise AssertionError(faces)
