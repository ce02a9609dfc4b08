"""The host of an evening: turns the lines that people type into the lines that everybody hears.

It knows the words of the table that are no directives of the game (help, undo, repeat, peek, map, quit); it neither
prints nor reads, so that a terminal, a pipe and a test are served alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from mapkit import document
from mapkit.files import shown
from mapkit.game import Heard, Map, MoveError, Ruling, heard
from mapkit.grid import Cell
from mapkit.playing.phrases import Phrases
from mapkit.playing.table import Played, Table
from mapkit.track import Start, Step, Track

FOR_ALL = frozenset({"begin", "turn", "loses", "won", "buried"})
"""What everybody hears, even where answers are private."""

NAMED = ("player", "other")
"""The arguments of what is heard that name those whom it is for."""

FOR_YOU = "Say repeat to hear what was for you alone."
OFFER = "Do you want to peek? peek 1: the public facts; peek 2 agreed: the full board, when all have agreed; or go on."

MOST_LINE = 1000
"""The longest line that is listened to."""


class Answer(NamedTuple):
    """What one typed line leads to: lines for everybody, and how the evening goes on.

    `refused` says that a directive was illegal or could not be read, `over` that the evening ends, `private` that the
    lines are for one player's eyes.
    """

    lines: tuple[str, ...]
    refused: bool = False
    over: bool = False
    private: bool = False


class Host:
    """One evening at the table."""

    def __init__(self, table: Table, phrases: Phrases, *, omniscient: bool) -> None:
        """`omniscient` shows the game master's notes with every answer (TL-2)."""
        options = table.begun.options
        self.table, self.phrases, self.omniscient = table, phrases, omniscient
        self.private = options.get("private-answers", "no") == "yes"
        self.peeking = options.get("peek", "no") == "yes"
        self._words: dict[str, Callable[[str], Answer]] = {
            "help": self._help,
            "?": self._help,
            "undo": self._undo,
            "redo": self._redo,
            "repeat": self._repeat,
            "peek": self._peek,
            "map": self._map,
            "quit": self._quit,
            "exit": self._quit,
        }

    @property
    def prompt(self) -> str:
        """Whose words are waited for."""
        return f"{self.table.mover}> " if self.table.mover else "over> "

    def welcome(self) -> tuple[str, ...]:
        """The lines with which an evening begins or goes on."""
        if not self.table.played:
            return (*self._told(self.table.opening, ""), *self._offer(self.table.opening))
        return ("The game goes on.", *self._repeated())

    def hear(self, line: str) -> Answer:
        """Answer a line: a word of the table, or directives with `;` or `,` between them, until one is refused."""
        word, _, rest = line.strip().casefold().partition(" ")
        if not word or word.startswith("#"):
            return Answer(())
        if len(line) > MOST_LINE:
            return _puzzled(f"That line has {len(line):,} characters; {MOST_LINE:,} are the most.")
        if word in self._words and ":" not in rest:  # else it is a player's name
            return self._words[word](rest.strip())
        return self._directives(list(filter(None, map(str.strip, re.split("[;,]", line)))))

    def _directives(self, directives: Sequence[str]) -> Answer:
        """Carry out one after the other; where the turn has ended, the rest of a line is not the next player's."""
        lines = list[str]()
        for number, directive in enumerate(directives):
            if number and self.table.played[-1].ends_turn and ":" not in directive:
                unsaid = shown("; ".join(directives[number:]))
                lines.append(f"It is {self.table.mover}'s turn by now, so this was not carried out: {unsaid}")
                return Answer(tuple(lines), refused=True, private=self.private)
            mover = self.table.mover
            try:
                ruling = self.table.say(directive)
            except MoveError as refused:
                lines += (shown(self.phrases.refuse(refused.refusal)), *(self._ending() if number else ()))
                return Answer(tuple(lines), refused=True, private=self.private)
            lines += (*self._told(ruling, mover), *self._offer(ruling))
        return Answer((*lines, *self._ending()), private=self.private)

    def _ending(self) -> tuple[str, ...]:
        """When the game is over: the whole map, and everybody's path (TL-G1)."""
        if self.table.mover:
            return ()
        return (*board(self.table.map), *(f"{name}: {' '.join(cells)}" for name, cells in paths(self.table).items()))

    def _told(self, ruling: Ruling[Any], hearer: str) -> tuple[str, ...]:
        """The words of a ruling; with private answers, those for everybody and those for the one who hears."""
        spoken = tuple(self._spoken(each) for each in ruling.heard if not self.private or _concerns(each, hearer))
        notes = tuple(f"  [{self.phrases.note(note)}]" for note in ruling.notes) if self.omniscient else ()
        return spoken + notes

    def _spoken(self, each: Heard) -> str:
        text = self.phrases.say(each)
        if not self.private or each.key in FOR_ALL:
            return text
        named = [name for key, name in each.args if key in NAMED]
        return f"(for {' and '.join(named)}) {text}"

    def _turn(self) -> tuple[str, ...]:
        return (self.phrases.say(heard("turn", player=self.table.mover)),) if self.table.mover else ()

    def _offer(self, ruling: Ruling[Any]) -> tuple[str, ...]:
        """Between two turns the game master asks whether they want to peek (TL-37), and says where to ask for words."""
        if not any(each.key == "turn" for each in ruling.heard):
            return ()
        return (OFFER,) * self.peeking + (FOR_YOU,) * self.private

    def _repeated(self) -> tuple[str, ...]:
        """The last answer; with private ones all that concerns the player since he last spoke; and whose turn it is."""
        if self.private and self.table.mover:
            return (*self._missed(self.table.mover), *self._turn())
        last = self.table.played[-1].ruling if self.table.played else self.table.opening
        begun = any(each.key == "turn" for each in last.heard)
        return (*self._told(last, ""), *(() if begun else self._turn()), *self._ending())

    def _missed(self, name: str) -> tuple[str, ...]:
        """What was said for a player alone, from his own last directive on: who was shot meanwhile learns it here."""
        played = self.table.played
        since = max((i for i, each in enumerate(played) if each.mover == name), default=0)
        told = [each for one in played[since:] for each in one.ruling.heard]
        return tuple(self._spoken(each) for each in told if each.key not in FOR_ALL and _concerns(each, name))

    def _help(self, _: str) -> Answer:
        ways = ", ".join(self.table.ways) or "nothing: the game is over"
        lines = [f"You may say: {ways}.", "Several in one line: put ; between them."]
        lines.append("At the table: repeat, undo [N turns], redo [N turns], quit, help" + self._more_help())
        return Answer(tuple(lines), private=self.private)

    def _more_help(self) -> str:
        return (", peek" if self.peeking else "") + (", map" if self.omniscient else "") + "."

    def _repeat(self, _: str) -> Answer:
        """The very last answer, and nothing older."""
        return Answer(self._repeated(), private=self.private)

    def _undo(self, rest: str) -> Answer:
        turns = _turns(rest)
        if turns is None:
            return _puzzled("undo takes a number of turns, such as undo 2")
        back = self.table.undo(turns)
        if not back:
            return _puzzled("There is nothing to take back.")
        what = f"directives, {len(back)}" if self.private else _named(reversed(back))
        return Answer((f"Taken back: {what}.", *self._turn()), private=self.private)

    def _redo(self, rest: str) -> Answer:
        turns = _turns(rest)
        if turns is None:
            return _puzzled("redo takes a number of turns, such as redo 2")
        forth = self.table.redo(turns)
        if not forth:
            return _puzzled("There is nothing to bring back.")
        what = f"directives, {len(forth)}" if self.private else _named(forth)
        return Answer((f"Brought back: {what}.", *self._repeated()), private=self.private)

    def _peek(self, rest: str) -> Answer:
        """TL-37: nothing, the public facts, or with everybody's consent the full board."""
        if not self.peeking:
            return _puzzled("Nobody peeks in this game; it begins with --set peek=yes where the group wants it.")
        if rest == "1":
            return Answer(tuple(f"{seat.name}: {seat.words}" for seat in self.table.seats))
        if rest == "2 agreed":
            return Answer((*board(self.table.map), *self._places()))
        return Answer((OFFER,))

    def _map(self, _: str) -> Answer:
        if not self.omniscient:
            return _puzzled("The board is hidden; --omniscient shows it.")
        return Answer((*board(self.table.map), *self._places()))

    def _places(self) -> tuple[str, ...]:
        return tuple(f"{seat.name} on {seat.cell}: {seat.words}" for seat in self.table.seats)

    def _quit(self, _: str) -> Answer:
        return Answer(("The game is saved.",), over=True)


def _concerns(each: Heard, name: str) -> bool:
    """Whether something heard is for everybody, or for this player."""
    return each.key in FOR_ALL or name in (other for key, other in each.args if key in NAMED)


def _puzzled(text: str) -> Answer:
    return Answer((text,), refused=True)


def _turns(rest: str) -> int | None:
    """The number in `undo 2 turns`; 1 where none is said, None where it is no number."""
    found = re.fullmatch(r"(?:([1-9][0-9]{0,4}) ?)?(?:turns?)?", rest, re.ASCII)
    return None if found is None else int(found[1] or 1)


def _named(played: Iterable[Played]) -> str:
    """Who said what; where somebody starts is never said aloud."""
    return ", ".join(
        f"{each.mover}: {'start ...' if _chose_a_start(each) else shown(each.words.rpartition(':')[2].strip())}"
        for each in played
    )


def _chose_a_start(played: Played) -> bool:
    return any(note.key == "starts" for note in played.ruling.notes)


def board(drawn: Map[Any]) -> tuple[str, ...]:
    """The map as lines for a terminal, with the names of columns and rows."""
    lines: list[str] = []
    for drawing in document.drawings(drawn):
        columns = "".join(f" {name:^3}" for name in _columns(drawn))
        lines.append(f"   {columns}".rstrip())
        for number, row in enumerate(drawing.splitlines()):
            label = str(drawn.params.grid.rows - number // 2) if number % 2 else ""
            lines.append(f"{label:>2} {row}")
    return tuple(lines)


def _columns(drawn: Map[Any]) -> list[str]:
    top = drawn.params.grid.cells()[: drawn.params.grid.columns]
    return [cell.partition("/")[0].rstrip("0123456789") for cell in top]


def paths(table: Table) -> dict[str, list[str]]:
    """The cells that each player came to, in order; those passed through stand in brackets."""
    walked: dict[str, list[str]] = {}
    for note in (n for ruling in _rulings(table.opening, table.played) for n in ruling.notes):
        told = dict(note.args)
        if note.key == "starts":
            walked[told["player"]] = [told["cell"]]
        elif note.key == "through":
            walked[told["player"]].append(f"({told['cell']})")
        elif note.key == "at":
            walked[told["player"]].append(told["cell"])
    return walked


def _rulings(opening: Ruling[Any], played: Sequence[Played]) -> list[Ruling[Any]]:
    return [opening, *(each.ruling for each in played)]


def track_of(table: Table, phrases: Phrases) -> Track:
    """The track of a game, from the notes `starts`, `through`, `at`, `outside` and `left`.

    The beginning, with starts that were chosen in secret, is told by the starts alone; whose turn is next is left out.
    """
    played = [each for each in table.played if not _chose_a_start(each)]
    begun = [table.opening, *(each.ruling for each in table.played if _chose_a_start(each))]
    notes = [note for ruling in begun for note in ruling.notes]
    starts = dict(_who_where(note) for note in notes if note.key == "starts")
    at = starts | dict(_who_where(note) for note in notes if note.key == "at")
    opened = tuple(Start(name, cell, at[name] if at[name] != cell else "") for name, cell in starts.items())
    steps: list[Step] = []
    number, left, outside = 1, "", frozenset[str]()
    for each in played:
        notes = list(each.ruling.notes)
        came, went = (dict(_who_where(n) for n in notes if n.key == key) for key in ("at", "outside"))
        at, outside = at | came, (outside - came.keys()) | went.keys()
        left = next((_who_where(note)[0] for note in notes if note.key == "left"), left)
        through = tuple(_who_where(note)[1] for note in notes if note.key == "through")
        heard = tuple(phrases.say(said) for said in each.ruling.heard if said.key != "turn")
        steps.append(Step(number, each.mover, each.words, heard, through, at[each.mover], each.mover in outside))
        number += each.ends_turn
    return Track(opened, tuple(steps), left, over=not table.mover)


def _who_where(note: Heard) -> tuple[str, Cell]:
    told = dict(note.args)
    return told["player"], told["cell"]
