"""Reading what several games share: what players say, the player and the cell they name, and the options of a table."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import cycle, islice
from types import MappingProxyType
from typing import Protocol, TypeVar

from mapkit.language.catalogue import ENGLISH, plain_language
from mapkit.model import resources
from mapkit.model.grid import Board, Cell
from mapkit.model.letters import alike, in_latin_letters, names, refused_word, suggestion
from mapkit.model.message import Message, Name, clauses, either, message
from mapkit.model.ruling import Dice, IllegalMove, InvalidMove, heard
from mapkit.model.settings import BadSetting

T = TypeVar("T")


class Vocabulary:
    """What players say in a game, in all languages, and the words of commands that it stands for (`templates/speech`).

    `forms` gives the word for each form, which may itself have several words; "" for a form without a meaning.
    """

    def __init__(self, forms: Mapping[str, str]) -> None:
        self.forms = forms
        self.fillers = frozenset(form for form, word in forms.items() if not word)
        said = (part for form, word in forms.items() if word for part in f"{form} {word}".split())
        self.directives = frozenset(part for part in said if part[0].isalpha())
        self.plain = lru_cache(maxsize=4096)(self._plain)

    @cached_property
    def _passes(self) -> tuple[re.Pattern[str], ...]:
        """What is left out, and then twice what stands for other words; most commands read no words, so it is late."""
        meant = self.forms.keys() - self.fillers
        return tuple(_any_of(some) for some in (self.fillers, meant, meant) if some)

    def _plain(self, words: str, names: tuple[str, ...] = ()) -> str:
        """The words of a command as a referee knows them, in small letters; the names of players stay as they are."""
        quotes = {*'"“”„«»'}.difference(*names)
        said = "".join(letters for letters in alike(words) if letters not in quotes).strip(" .!'")
        for forms in self._passes:
            called = [found.span() for name in names for found in _any_of([alike(name)]).finditer(said)]
            kept = {place for span in called for place in range(*span)}
            said = forms.sub(lambda found: found[0] if found.start() in kept else self.forms[found[0]], said)  # noqa: B023 (used at once)
            said = " ".join(said.split())
        return said

    def of(self, meanings: Mapping[str, T]) -> Mapping[str, T]:
        """The meanings of words, and of all single words that stand for one of them."""
        return {**{form: meanings[word] for form, word in self.forms.items() if word in meanings}, **meanings}


@cache
def vocabulary(game: str, further: tuple[tuple[str, str], ...] = (), part: str = "directives") -> Vocabulary:
    """What is said in a game, and `further` forms and the words that they stand for."""
    return Vocabulary({alike(form): word for form, word in (*resources.spoken(game, part).items(), *further)})


def known_in(language: str, game: str, words: Collection[str]) -> list[str]:
    """The words of directives without those that people type in languages other than this one and English."""
    own = [form for each in (ENGLISH, plain_language(language)) for form in resources.forms(game, each, "directives")]
    said = resources.spoken(game, "directives")
    foreign = {*alike(" ".join(said)).split()}.difference(alike(" ".join((*own, *said.values()))).split())
    return [word for word in words if word not in foreign]


def _any_of(forms: Iterable[str]) -> re.Pattern[str]:
    """Any of the forms as a whole word, the longest first; a number may follow one in letters that name no cells.

    A form that ends in an apostrophe stands before a word, as in `l'est`.
    """
    ends = {form: r"(?![\w-])" if form.isascii() else r"(?![^\W\d_]|-)" for form in forms}
    longest_first = sorted(ends, key=len, reverse=True)
    either = (re.escape(form) + ("" if form.endswith("'") else ends[form]) for form in longest_first)
    return re.compile(rf"(?<![\w'-])(?:{'|'.join(either)})")


def player_named(text: str, names: Iterable[str]) -> str:
    """The player whom a text names, or the one whose name alone begins with its words; empty for none."""
    wanted, known = alike(text), {alike(name): name for name in names}
    longer = [name for said, name in known.items() if wanted and said.startswith(f"{wanted} ")]
    return known.get(wanted) or (longer[0] if len(longer) == 1 else "")


class _HasName(Protocol):
    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=_HasName)


def seated(players: Sequence[N], seat: int | str) -> N:
    """The player in a seat, counted from 0, or of a name; raises BadSetting where nobody is."""
    if isinstance(seat, str):
        found = next((player for player in players if player.name == seat), None)
    else:
        found = players[seat] if 0 <= seat < len(players) else None
    if found is None:
        play = message("the players are {names}", names(player.name for player in players))
        raise BadSetting(message("{name} does not play", refused_word(seat)), play)
    return found


def first_player(words: str, names: Collection[str]) -> tuple[str, str]:
    """The player whom the first words name, and the words after the name; no player where they name none."""
    said = words.split()
    for end in range(len(said), 0, -1):
        if name := player_named(" ".join(said[:end]), names):
            return name, " ".join(said[end:])
    return "", words


def with_name(words: str, names: Collection[str]) -> tuple[str, str]:
    """Words of notes without the name of a player at their end or at their beginning, and that player.

    The words come as `alike` gives them. The player is "" where none is named. A word for a player may stand before the
    name.
    """
    said = alike(words)
    parts = said.split()
    for begin in range(1, len(parts)):
        if name := player_named(" ".join(parts[begin:]), names):
            called = begin > 1 and parts[begin - 1] in vocabulary("table", part="names").forms
            return " ".join(parts[: begin - called]), name
    name, rest = first_player(said, names)
    return (rest, name) if rest else (said, "")


def addressee(words: str, names: Sequence[str]) -> tuple[str, str]:
    """The player who is named before a colon, and the rest of the words; the player is "" where there is no colon.

    Raises InvalidMove where nobody has that name.
    """
    name, colon, rest = words.partition(":")
    if not colon:
        return "", words
    player = player_named(name, names)
    if not player and with_name(name, names)[1]:
        return "", f"{name} {rest}"  # as in "trade with Bob: a kit"
    if not player:
        raise InvalidMove(heard("nobody", name=name.strip(), players=", ".join(names)))
    return player, rest.strip()


def own_words(words: str, names: Sequence[str], mover: str, out_of_turn: str) -> str:
    """The words without the name of the player before a colon.

    Raises InvalidMove where nobody has that name. Raises IllegalMove with the key `out_of_turn` where the player named
    is not the `mover`.
    """
    name, rest = addressee(words, names)
    if name and name != mover:
        raise IllegalMove(heard(out_of_turn, player=mover))
    return rest


def read_way(words: str, names: Sequence[str], mover: str, ways: Collection[str], out_of_turn: str) -> str:
    """The way that the mover says, one of the `ways`, in games where a directive is one of few words.

    Raises InvalidMove with the key `unread` for other words, and what `own_words` raises.
    """
    said = own_words(" ".join(words.split()), names, mover, out_of_turn).casefold()
    if said not in ways:
        raise InvalidMove(heard("unread", words=said, ways=", ".join(ways)))
    return said


def starting_cells(
    options: Mapping[str, str],
    names: Sequence[str],
    free: Sequence[Cell],
    called: Message,
    dice: Dice,
    board: Board | None = None,
) -> tuple[Cell, ...]:
    """A start for each player, no two the same: the cells in the option `starts`, or else cells chosen by the dice.

    `free` are the cells of the `board` that players may start on, and `called` is the plural noun for them. Raises
    BadSetting where too few are free, or where the option does not name one of them for each player.
    """
    given = cells_given(options, board)
    if len(free) < len(names):
        these = len(names), called, len(free)
        raise BadSetting(message("{number} players want {number} different {things}; the map has {there}", *these))
    refused = [cell for n, cell in enumerate(given) if cell not in free or cell in given[:n]]
    refuse_starts(given, len(names), free, message("different {things}", called), refused)
    return tuple(given) or draw_in_turn(free, len(names), dice)


def refuse_starts(
    given: Sequence[Cell], number: int, free: Sequence[Cell], called: Message, refused: Sequence[Cell]
) -> None:
    """Raise BadSetting where some of the given starts are refused or there is not one for each of so many players.

    The error names starts that would do, which are the first of the `free` cells; `called` is the plural noun for them.
    """
    if given and (refused or len(given) != number):
        such = Name(" ".join(islice(cycle(free), number)))
        takes = message("starts takes a cell for each player in their order, such as {cells}: {things}", such, called)
        wrong = message("{takes}; refused: {cells}", takes, Name(" ".join(refused)))
        raise BadSetting(wrong if refused else message("{takes}; found {number}", takes, len(given)))


def draw_in_turn(things: Sequence[T], number: int, dice: Dice) -> tuple[T, ...]:
    """So many of the things, each drawn by the dice from those that are left."""
    left = list(things)
    return tuple(left.pop(dice(len(left)) - 1) for _ in range(number))


def draw_one(things: Sequence[T], dice: Dice) -> T:
    """One of the things, drawn by the dice; nothing is rolled where there is only one."""
    return things[dice(len(things)) - 1] if len(things) > 1 else things[0]


def options_on(options: Mapping[str, str], switches: Collection[str]) -> frozenset[str]:
    """The switches that the options turn on with `yes`."""
    return frozenset(key for key in switches if options.get(key) == "yes")


def wrong_options(
    options: Mapping[str, str],
    switches: Collection[str],
    others: Sequence[str] = (),
    choices: Mapping[str, Sequence[str]] = MappingProxyType({}),
    reasons: Mapping[str, Message] = MappingProxyType({}),
) -> list[Message]:
    """A sentence for each wrong option of a table.

    `switches` take yes or no, `choices` one of their words, and `others` something else. `reasons` are why there is no
    option of some names.
    """
    known = (*switches, *others, *choices)
    wrong = list[Message]()
    for key in (key for key in options if key not in known):
        would_do = suggestion(key, known) if known else message("this game has none")
        wrong.append(clauses(message("there is no option {found}", refused_word(key)), reasons.get(key, would_do)))
    wrong += [
        message("{name} takes yes or no, not {found}", Name(key), refused_word(options[key]))
        for key in switches
        if options.get(key, "no") not in ("yes", "no")
    ]
    return wrong + [
        message("{name} takes {names}", Name(key), either([Name(word) for word in words]))
        for key, words in choices.items()
        if options.get(key, words[0]) not in words
    ]


def cells_given(options: Mapping[str, str], board: Board | None = None) -> list[str]:
    """The cells in the option `starts`, separated by spaces or commas."""
    return cell_name(options.get("starts", ""), board).replace(",", " ").split()


def cell_name(text: str, board: Board | None = None) -> str:
    """The name of a cell, or several of them, as boards have it: in small letters, and in Latin ones."""
    named = in_latin_letters(text).casefold()
    return named if board is None else board.with_names(named, apart=True)
