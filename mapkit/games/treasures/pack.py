"""A pack: rules that a group may switch on beside those of Treasures (`docs/rules/expansions.md`).

A pack is one object of a class of its own. It adds settings, kinds of tiles, rules, directives and announcements to the
base. `mapkit.games.treasures.packs` has those that come with mapkit, and `docs/house-rules.md` shows how to write one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, cast

from mapkit.games.kit.played_packs import PlayedPack
from mapkit.games.treasures.design import DesignPart, Params
from mapkit.games.treasures.speech import PackSpeech
from mapkit.games.treasures.state import Player, State, Telling
from mapkit.model.grid import Cell
from mapkit.model.message import Message, Name, message
from mapkit.model.ruling import Announcement, Dice
from mapkit.model.table import Remedy


class ModuleOn(NamedTuple):
    """A module that is on, as everybody hears it before the first turn (TX-2)."""

    word: str
    """A word of the phrase file, such as `trading` or `floors`."""
    number: str = ""
    """How many there are, such as `2` or `6-10`; empty where nobody asks."""
    counted: bool = False
    """Whether the number stands before the word, which then has forms; else it stands behind it."""

    @property
    def text(self) -> Message | Name:
        """What is announced, such as `2 floors` or `fool's gold: 1`."""
        return self.counting(Message(self.word, {"number": int(self.number.rpartition("-")[2] or 1)}))

    def counting(self, thing: Message | Name) -> Message | Name:
        """The thing, as the word is said, with how many there are."""
        number = Name(self.number)
        if self.counted:
            return message("{number} {thing}", number, thing)
        return message("{thing}: {number}", thing, number) if number else thing


class Pack(DesignPart, PlayedPack[State, Player, Telling]):
    """A pack. Its functions are pure, and are asked only where one of its modules is on.

    The order of a turn is: `round_begins`, actions (`act`), movement (`moves`), `rests`, what lies and who stands
    there, `has_moved`, actions (TX-6).
    """

    speaking: PackSpeech = PackSpeech()

    remedies: Sequence[Remedy] = ()

    items: Mapping[str, str] = MappingProxyType({})
    """The items that it adds, by their names in directives, with what each is called, such as `a first aid kit`."""

    lit: Mapping[str, str] = MappingProxyType({})
    """What the light of a flashlight shows of its kinds of tiles, such as `STAIRS` (TX-40)."""

    def items_on(self, state: State) -> Mapping[str, str]:
        """Those of its items that the game has; by default all."""
        return self.items

    # --- the beginning -------------------------------------------------------------------------------------------

    def modules(self, p: Params) -> Sequence[ModuleOn]:
        """What everybody hears is on before the first turn (TX-2)."""
        return ()

    def starts(self, state: State, free: Sequence[Cell], players: int, dice: Dice) -> Sequence[Cell]:
        """The tiles on which so many players may be put at random, of those that are free."""
        return free

    def counts_rounds(self, p: Params) -> bool:
        """Whether it matters which round it is, so that the game master is told."""
        return False

    # --- turns ---------------------------------------------------------------------------------------------------

    def round_begins(self, telling: Telling, dice: Dice) -> Telling:
        """What happens when a round begins, but for the first (TX-4)."""
        return telling

    def round_ends(self, telling: Telling) -> Telling:
        """What happens when the last player of a round has had their turn; here a game may end."""
        return telling

    def act(self, state: State, verb: str, rest: str, dice: Dice) -> Telling | None:
        """Carry out a directive: its first word, and the rest; None where it is for the base or another pack.

        Raises InvalidMove or IllegalMove, also to forbid a directive of the base.
        """
        return None

    # --- movement ------------------------------------------------------------------------------------------------

    def leaves(self, telling: Telling, dice: Dice) -> Telling | None:
        """What happens when the player goes through an exit with a treasure; None where they win by it (TL-84)."""
        return None

    def rests(self, telling: Telling, dice: Dice) -> Telling:
        """What happens when the player whose turn it is comes to rest, before it is said what lies there."""
        return telling

    def has_moved(self, telling: Telling, request: str, dice: Dice) -> Telling:
        """What happens after a movement, when all on the tile is said; the request is one of `requests`."""
        return telling

    def meets(self, state: State, other: Player) -> str:
        """The key of what is said of another player on the tile; empty for that of the base."""
        return ""

    # --- bullets and injuries ----------------------------------------------------------------------------------------

    def shot(self, telling: Telling, cell: Cell) -> Telling | None:
        """What a bullet does that comes to a tile on which no player stands; None where it flies on (TX-55)."""
        return None

    def guards(self, telling: Telling, victim: Player) -> Telling | None:
        """What happens instead of an injury; None where nothing guards the player (TX-5)."""
        return None

    # --- the game master's screen --------------------------------------------------------------------------------

    def things(self, state: State) -> Sequence[tuple[str, Cell]]:
        """What else is on the board, in words of the phrase file, each with its tile."""
        return ()

    def due(self, state: State) -> Iterable[Announcement]:
        """What else the game master is to know of the moment."""
        return ()

    def may_correct(self, state: State) -> Sequence[str]:
        """The keys of the lines that explain to the game master what the pack corrects."""
        return ()


USUAL_ITEMS = {"bullet": "a rusty bullet", "kit": "a first aid kit", "junk": "a pile of junk"}
"""The items of the game without packs, by their names in directives, with what each is called."""


def names_of_items(state: State) -> Mapping[str, str]:
    """The items that the game has, by their names in directives, with what each is called in announcements."""
    return {**USUAL_ITEMS, **{name: words for pack in packs(state) for name, words in pack.items_on(state).items()}}


def packs(state: State) -> tuple[Pack, ...]:
    return packs_on(state.drawn.params)


def packs_on(p: Params) -> tuple[Pack, ...]:
    """The packs that have a module that is on with these settings."""
    return cast("tuple[Pack, ...]", p.on)
