"""An option pack: house options that a group may agree upon beside the rule code (`docs/rules/house-options.md`).

A pack is one object of a class of its own. It adds settings, kinds of cells, rules, directives and announcements to the
base. `mapkit.games.labyrinth.packs` has those that come with mapkit, and `docs/house-rules.md` shows how to write one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeVar, cast

from mapkit.games.kit.movement import Move, Onward, Terrain
from mapkit.games.kit.packs import PackDesign
from mapkit.games.kit.played_packs import PlayedPack
from mapkit.games.labyrinth.clashes import clash_words
from mapkit.games.labyrinth.code import StartingKit
from mapkit.games.labyrinth.design import Params
from mapkit.games.labyrinth.moves import MoveOutcome
from mapkit.games.labyrinth.speech import Directive
from mapkit.games.labyrinth.state import Player, State, Telling
from mapkit.model.design import Clash
from mapkit.model.evidence import Proof
from mapkit.model.grid import Cell, Direction, Place
from mapkit.model.message import NOTHING, Message
from mapkit.model.observation import Meaning
from mapkit.model.rule import Node, Way
from mapkit.model.ruling import Announcement, Dice
from mapkit.model.settings import agreed, of_module

P = TypeVar("P", bound=Params)


class FollowedGame(Protocol):
    """What proofs know of a game that they follow by its announcements; a pack may change the sets."""

    params: Params
    names: tuple[str, ...]
    wounded: set[str]
    dead: set[str]
    holders: set[str]
    """The players who carry a treasure."""
    outside: dict[str, Direction]
    """The players who stand outside, each with the side of their exit."""
    unsure: set[str]
    """The players who may stand outside, too."""
    ill: set[str]
    """The players who neither use weapons nor carry treasure until they come to a hospital, but are not wounded."""
    untold: frozenset[str]
    """The keys of what is heard instead of an answer that is for the mover alone."""
    follows_treasures: bool
    """Whether it is known exactly who carries a treasure."""
    towards: Direction
    """The direction of the directive that was answered; empty for none."""
    nameless: bool
    """Whether it is not known any more who is wounded or dead."""

    def finds(self, who: str, /, lies: bool) -> Iterator[Proof]:
        """Whether a treasure lies on the player's cell."""

    def takes(self, who: str, /) -> Iterator[Proof]:
        """The player takes the treasure on their cell, if they are well."""

    def falls(self, who: str, /) -> Iterator[Proof]:
        """What the player carried lies on their cell."""

    def no_more_treasures(self) -> Iterator[Proof]:
        """It is not known any more where treasures lie."""


def idle(p: Params, name: str, why: Message, number: str) -> Clash:
    """The clash of a setting that has nothing to be about; it is told as odd, and not announced."""
    return Clash(name, clash_words(p, name, why), number, fatal=False)


def clash(p: Params, name: str, why: Message, number: str) -> Clash:
    """The clash of a setting with which no map can be made or played."""
    return Clash(name, clash_words(p, name, why), number, fatal=True)


def option(made: Any) -> Any:
    """The dataclass field of a setting, for one of a pack: it is agreed upon, and by default nothing differs."""
    return of_module(agreed(made))


class OptionPack(PackDesign[P], PlayedPack[State, Player, Telling]):
    """A pack. Its functions are pure, and are asked only where one of its settings has another value than usual.

    The order of a turn is: `act`, the step (`moves`), the answer, `rests`, `goes_on`, and when the turn ends,
    `turn_passes`.
    """

    def own(self, p: Params) -> P:
        """The settings of a game, for those that are the pack's own."""
        return cast("P", p)

    def of(self, state: State) -> P:
        return self.own(state.params)

    # --- maps ----------------------------------------------------------------------------------------------------

    def moves(self, p: P, onward: Onward, node: Node, request: str, terrain: Terrain) -> Iterable[Move]:
        """The moves from a node at a request; `onward` gives those of the base and of packs before it.

        By default a player who enters one of its cells stays there, and hears its kind or what `says` has for it.
        """
        yield from onward(node, request, terrain)
        match node:
            case ("in", str() as cell) if terrain.heard:  # for claims the base lets a player rest on any cell
                for fact in terrain.borne(cell, self.rests_on(p)):
                    yield Move(Way(node, cell, (fact,)), (self.says.get(fact.mark, fact.mark),))

    @property
    def changes_moves(self) -> bool:
        """Whether it has moves of its own, beside those onto its cells."""
        return type(self).moves is not OptionPack.moves

    lifts: Mapping[str, Callable[[P], bool]] = MappingProxyType({})
    """The numbers of rules, clashes and limits of the base that do not hold where the function says so."""

    def grounds(self, p: P) -> Collection[str]:
        """The keys of what is said on entering its cells."""
        return [self.says.get(mark, mark) for mark in self.tiles_on(p)]

    def barred(self, p: P) -> Collection[str]:
        """The kinds of cells on which nobody is placed, and from which nobody goes on."""
        return ()

    def carriers(self, p: P) -> Collection[str]:
        """The kinds of cells that carry on whoever enters them, so that nobody rests there."""
        return ()

    icons: Mapping[str, str] = MappingProxyType({})
    """The icons of its cells on paper, as `templates/icons.toml` names them; without one a cell shows its glyph."""

    def brings(self, p: P) -> Collection[str]:
        """Words of conditions of cards that hold because of it, such as `wounds`."""
        return ()

    def without_treasure(self, p: P) -> bool:
        """Whether players win without treasure, so that none is on a map."""
        return False

    def shunned(self, p: P) -> Collection[str]:
        """The kinds of cells that the measured ways to win keep off."""
        return ()

    def slow(self, p: P) -> Collection[str]:
        """The keys of what is said on entering a cell that costs the next turn, as `swamp` does."""
        return ()

    def takes_in(self, p: P, mark: str) -> bool:
        """Whether several rivers of a random map may flow into a cell of this kind, which is one of a river."""
        return False

    def uncounted(self, p: P) -> Collection[str]:
        """The keys of what is said on entering more cells than the lengths of chains and rivers tell."""
        return ()

    def kit(self, p: P, given: StartingKit) -> StartingKit:
        """What each player starts with; `given` is the kit without the pack."""
        return given

    # --- the game ------------------------------------------------------------------------------------------------

    words: frozenset[str] = frozenset()
    """The words that its directives are made of; no player may have one of them as a name."""

    beside: frozenset[str] = frozenset()
    """The words among these that alone say how the directive before them in a line is meant."""
    eager: tuple[str, ...] = ()
    """Its directives that a player says whenever they may be said."""

    agreed: Mapping[str, str] = MappingProxyType({})
    """Before the game it is said of a setting, by its name, in words of its own; else by the phrase `agreed-NAME`."""

    def entrance(self, state: State, cell: Cell) -> Place | None:
        """Where a player stands at the beginning whose start is a cell; None where nobody may start there."""
        return cell

    def opens(self, telling: Telling) -> Telling:
        """What else everybody hears of the labyrinth, before starts are chosen."""
        return telling

    def reads(self, words: str) -> bool:
        """Whether plain words are one of its directives, whoever says them and whenever in the game."""
        return False

    def act(self, state: State, asked: Directive, words: str, dice: Dice) -> Telling | None:
        """Carry out a directive, in plain words and as the base reads them; None where it is not for the pack.

        Raises InvalidMove or IllegalMove, also to forbid a directive of the base.
        """
        return None

    def rewords(self, state: State, said: Announcement) -> Announcement | None:
        """What is said instead of an announcement of the base; None for nothing."""
        return said

    def rests(self, telling: Telling, before: Player, move: MoveOutcome, dice: Dice) -> Telling:
        """What happens when the player whose turn it is came to rest on a cell, after the answer."""
        return telling

    def lets_lie(self, state: State, player: Player) -> bool:
        """Whether a player does not take what lies on their cell by themselves."""
        return False

    def picks_up(self, p: P) -> bool:
        """Whether proofs may take it that a player who is well takes the treasure where they come to rest."""
        return True

    def leaves(self, telling: Telling) -> Telling | None:
        """What happens when the player goes through an exit; None where the base says it (MP-77)."""
        return None

    def goes_on(self, telling: Telling, did: str, dice: Dice) -> Telling | None:
        """What follows a `step` (or skip), a `refused` step or a `weapon` when it is carried out.

        `close_turn` of `mapkit.games.labyrinth.referee` ends the turn, and the `telling` itself goes on with it. None
        where the base says whether the turn goes on.
        """
        return None

    def turn_passes(self, telling: Telling, dice: Dice) -> Telling:
        """What happens when a turn has ended and before the next one begins; a living player must be left."""
        return telling

    # --- weapons and deaths --------------------------------------------------------------------------------------

    def forbids(self, state: State, verb: str, place: Place) -> str:
        """The key of the refusal where the player may not use a weapon there, as they can know; else empty.

        The place is empty for a weapon that is named now and used after the step.
        """
        return ""

    def uses(self, telling: Telling, verb: str, direction: Direction) -> Telling | None:
        """What a weapon does that the player has used up; None where the base says it."""
        return None

    def shields(self, p: P) -> Collection[str]:
        """The kinds of cells on which no weapon hits anybody, and past which no bullet flies."""
        return ()

    def bullet_strikes(self, p: P) -> str:
        """Whom a bullet strikes: `one` player, all on the first `cell` where somebody is, or `all` in its way."""
        return "one"

    def grenades_strike(self, p: P) -> bool:
        """Whether a grenade strikes everybody on the next cell as a shot does, where no wall stands between."""
        return False

    def able(self, p: P, verb: str) -> bool:
        """Whether a wounded player may use a weapon."""
        return False

    def dies(self, telling: Telling, name: str) -> Telling:
        """What else happens to a player who was just killed."""
        return telling

    def returns(self, state: State, player: Player) -> bool:
        """Whether a dead player comes back into the game."""
        return False

    # --- the game master's screen --------------------------------------------------------------------------------

    corrections: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    """The words of its corrections that may follow a player's name, and those that begin one about a thing."""

    # --- what announcements mean ---------------------------------------------------------------------------------

    means: Mapping[str, Meaning | None] = MappingProxyType({})
    """The keys of its announcements beside those of cells, each with what it means for the player it names.

    The ear and proofs read them; None where it means nothing by itself. What else is announced is a correction.
    """
    untold: frozenset[str] = frozenset()
    """The keys that others hear instead of an answer to a step that is for the mover alone."""
    noted: Mapping[str, str] = MappingProxyType({})
    """The words for answers in notes that it adds, and the keys that they stand for."""

    def told_as(self, p: P, key: str) -> str:
        """The key that stands in notes for an announcement of the base, where `rewords` says another one."""
        return key

    def hurts(self, p: P) -> Mapping[str, str]:
        """For keys of its cells, whether entering one leaves a player `wounded`, as a hit does, or `killed`."""
        return {}

    def follows_turns(self, p: P) -> bool:
        """Whether proofs can follow whose turn it is."""
        return True

    def proves(self, so_far: FollowedGame, who: str, verb: str, heard: Sequence[Announcement]) -> Iterator[Proof]:
        """What its announcements in the answer to a directive of a player prove, or make unknown."""
        return iter(())

    def unused(self, p: P) -> Message:
        """What of its announcements proofs do not use yet, in words; empty for nothing."""
        return NOTHING


def packs(state: State) -> tuple[OptionPack[Any], ...]:
    """The packs that are on in a game."""
    return state.params.on
