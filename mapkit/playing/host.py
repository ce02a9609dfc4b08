"""The host of an evening: turns the lines that people type into the lines that everybody hears.

It knows the words of the table that are no directives of the game (help, undo, redo, repeat, peek, map, state, gm,
quit); it neither prints nor reads, so that a terminal, a pipe and a test are served alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, groupby
from types import MappingProxyType
from typing import Any, NamedTuple, assert_never

from mapkit import document
from mapkit.files import shown
from mapkit.game import Heard, IllegalMove, Look, Map, MoveError, NoRuling, Ruling, heard
from mapkit.grid import Cell, natural
from mapkit.playing.bots import MOST_ALONE, Bots, say_for
from mapkit.playing.phrases import Phrases
from mapkit.playing.table import Played, Table
from mapkit.playing.tracks import Stop, chose_a_start, paths, spoken

FOR_ALL = frozenset(
    """
begin start turn loses won buried ordered period founded stores wins gm-says gm-notes gm-turn gm-weight gm-period
""".split()  # noqa: SIM905 (as many words in quotes are harder to read)
)
"""What everybody hears, even where answers are private."""

NAMED = ("player", "other")
"""The arguments of what is heard that name those whom it is for."""

IN_RUSSIAN = {
    **dict.fromkeys(("помощь", "помоги"), "help"),
    **dict.fromkeys(("отмена", "отменить", "отмени"), "undo"),
    **dict.fromkeys(("вернуть", "верни"), "redo"),
    **dict.fromkeys(("повтор", "повтори", "повторить"), "repeat"),
    **dict.fromkeys(("карта", "поле"), "map"),
    **dict.fromkeys(("состояние", "таблица"), "state"),
    **dict.fromkeys(("выйти", "хватит"), "quit"),
    "ведущий": "gm",
}
"""The words of the table in Russian."""

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

    def __init__(
        self,
        table: Table,
        phrases: Phrases,
        *,
        omniscient: bool,
        gm: bool = False,
        kept: str = "",
        bots: Bots = MappingProxyType({}),
        plain: bool = False,
        colour: bool = False,
    ) -> None:
        """`omniscient` shows the game master's notes with every answer (TL-2).

        `gm` says that the game master sits here alone: he sees all, what he says aloud is marked, and he may correct
        the game. `kept` is what the game's log is called on a command line. `bots` are players that the machine plays.
        Open boards are drawn in `plain` ASCII or not, and in `colour` or not.
        """
        options = table.begun.options
        self.table, self.phrases, self.gm, self.kept, self.bots = table, phrases, gm, kept, bots
        self.look = Look(plain=plain, colour=colour)
        self.omniscient = omniscient or gm
        self.private = any(options.get(key, "no") == "yes" for key in table.referee.curtains)
        self.peeking = options.get("peek", "no") == "yes"
        self._curtained = self.private and not gm
        self._words: dict[str, Callable[[str], Answer]] = {
            "help": self._help,
            "?": self._help,
            "undo": self._undo,
            "redo": self._redo,
            "repeat": self._repeat,
            "peek": self._peek,
            "map": self._map,
            "state": self._state,
            "gm": self._rule,
            "quit": self._quit,
            "exit": self._quit,
        }

    @property
    def prompt(self) -> str:
        """Whose words are waited for."""
        return f"{self.table.mover or self._line('over')}> "

    @property
    def secret(self) -> bool:
        """Whether what is typed now is not to be seen by who looks on; who plays against machines alone may see it."""
        people = set(self.table.begun.players) - set(self.bots)
        return self.table.secret and not self.gm and len(people) > 1

    def welcome(self) -> tuple[str, ...]:
        """The lines with which an evening begins or goes on."""
        machines = (self._line("machine", name=name, what=level) for name, level in self.bots.items())
        if not self.table.played:
            return (*machines, *self._told(self.table.opening, ""), *self._offer(self.table.opening), *self._book())
        return (*machines, self._line("goes-on"), *self._by_now(), *self._book())

    @property
    def alone(self) -> bool:
        """Whether nobody but machines plays."""
        return set(self.table.begun.players) <= set(self.bots)

    def machines(self) -> Iterator[Answer]:
        """What machines say until it is a person's turn, or the game is over, or they stop as nobody wins."""
        for number in count():
            level = self.bots.get(self.table.mover)
            if level is None:
                return
            if number == MOST_ALONE:
                yield Answer((self._line("machines-stop", count=str(number)),), over=True)
                return
            ruling = say_for(self.table, level)
            yield Answer((*self._told(ruling, ""), *self._offer(ruling), *self._after_a_turn(), *self._ending()))

    def hear(self, line: str) -> Answer:
        """Answer a line: a word of the table, or directives with `;` or `,` between them, until one is refused."""
        word, _, rest = line.strip().partition(" ")
        word = IN_RUSSIAN.get(word.casefold(), word.casefold())
        if not word or word.startswith("#"):
            return Answer(())
        if len(line) > MOST_LINE:
            return self._puzzled("too-long", count=f"{len(line):,}", size=f"{MOST_LINE:,}")
        if word in self._words and not self._names_a_player(line):
            return self._words[word](rest.strip())
        asked = self._aside(line)
        if asked is not None:
            return asked
        parted = re.split(f"[{self.table.referee.between}]", line)
        return self._directives(list(filter(None, map(str.strip, parted))))

    def _aside(self, line: str) -> Answer | None:
        """What players have themselves, where they ask for it: those named before a colon, or whose turn it is.

        When the game is over everybody is told; None where nobody asks.
        """
        before, _, word = line.rpartition(":")
        told = self.table.referee.asides.get(word.strip().casefold())
        called = before.strip() or self.table.mover
        known = self.table.begun.players
        names = [name for name in known if not called or name.casefold() == called.casefold()]
        if told is None or not names:
            return None
        if called and names[0] in self.bots:
            return self._puzzled("speaks-itself", name=names[0])
        lines = (self._aloud(self._spoken(told(self.table.state, name))) for name in names)
        return Answer(tuple(lines), private=self._curtained)

    def _names_a_player(self, line: str) -> bool:
        """Whether what stands before a colon is a player's name, though it looks like a word of the table."""
        name, colon, _ = line.partition(":")
        return bool(colon) and name.strip().casefold() in [each.casefold() for each in self.table.begun.players]

    def _line(self, key: str, **args: str) -> str:
        return self.phrases.tell(key, **args)

    def _puzzled(self, key: str, **args: str) -> Answer:
        return Answer((self._line(key, **args),), refused=True)

    def _aloud(self, text: str) -> str:
        """What everybody hears; on the game master's screen it is marked as what he is to say."""
        return self._line("aloud", words=text) if self.gm else text

    def _directives(self, directives: Sequence[str]) -> Answer:
        """Carry out one after the other; where the turn has ended, the rest of a line is not the next player's."""
        lines = list[str]()
        for number, directive in enumerate(directives):
            if number and self.table.played[-1].ends_turn and ":" not in directive:
                unsaid = "..." if self.table.played[-1].secret else shown("; ".join(directives[number:]))
                lines.append(self._line("not-carried-out", player=self.table.mover, words=unsaid))
                return Answer((*lines, *self._book()), refused=True, private=self._curtained)
            try:
                speaker = self.table.speaker(directive)
                if speaker in self.bots:
                    lines.append(self._line("speaks-itself", name=speaker))
                    return Answer(tuple(lines), refused=True, private=self._curtained)
                ruling = self.table.say(directive)
            except MoveError as refused:
                lines += (self._refused(refused), *(self._ending() if number else ()))
                return Answer(tuple(lines), refused=True, private=self._curtained)
            lines += (*self._told(ruling, speaker), *self._offer(ruling))
        return Answer((*lines, *self._after_a_turn(), *self._ending()), private=self._curtained)

    def _after_a_turn(self) -> tuple[str, ...]:
        return self._book() if self.table.played and self.table.played[-1].ends_turn else ()

    def _refused(self, refused: MoveError) -> str:
        """A refusal; what a rule forbids is the game master's answer, and what cannot be read may be his own slip."""
        text = shown(self.phrases.refuse(refused.refusal))
        return self._aloud(text) if isinstance(refused, IllegalMove) else text

    def _ending(self) -> tuple[str, ...]:
        """When the game is over: the map as it is then, everybody's path (TL-G1), and what the game master ruled."""
        if self.table.mover:
            return ()
        ways = paths(self.table)
        walked = [f"{name}: {' '.join(map(_shown_stop, stops))}" for name, stops in ways.items()]
        ruled = [f"  {shown(each.words)}" for each in self.table.played if _corrects(each)]
        put = any(stop.how == "put" for stops in ways.values() for stop in stops)
        told = [self._line("ruled-cells")] if put else []
        told += [self._line("rulings"), *ruled] if ruled else []
        prints = self.kept and self.table.map.game.played_sheets is not None
        return (*self._board(), *walked, *told, *([self._line("print", words=self.kept)] if prints else []))

    def _told(self, ruling: Ruling[Any], hearer: str) -> tuple[str, ...]:
        """The words of a ruling; with private answers, those for everybody and those for the one who hears."""
        heard = (each for each in ruling.heard if not self._curtained or _concerns(each, hearer))
        spoken = tuple(self._aloud(self._spoken(each)) for each in heard)
        notes = tuple(f"  [{self.phrases.note(note)}]" for note in ruling.notes) if self.omniscient else ()
        return spoken + notes

    def _spoken(self, each: Heard) -> str:
        text = self.phrases.say(each)
        if not self.private or each.key in FOR_ALL:
            return text
        named = self._line("and").join(name for key, name in each.args if key in NAMED)
        return self._line("for", players=named, words=text)

    def _turn(self) -> tuple[str, ...]:
        if not self.table.mover:
            return ()
        asked = "asks" if self.table.secret and "asks" in self.phrases.heard else "turn"  # for a start, or for a move
        return (self._aloud(self.phrases.say(heard(asked, player=self.table.mover))),)

    def _offer(self, ruling: Ruling[Any]) -> tuple[str, ...]:
        """Between two turns the game master asks whether they want to peek (TL-37), and says where to ask for words."""
        if not any(each.key == "turn" for each in ruling.heard):
            return ()
        asked = [self._aloud(self._line("offer"))] if self.peeking else []
        return (*asked, *([self._line("for-you")] if self._curtained else []))

    def _by_now(self) -> tuple[str, ...]:
        """How things are when a game goes on; who sits at the keyboard need not be who may hear the private answers."""
        if self._curtained and self.table.mover:
            return (*self._turn(), self._line("for-you"))
        return self._repeated()

    def _repeated(self) -> tuple[str, ...]:
        """The last move; with private answers all that concerns a player since he last spoke; and whose turn it is."""
        if self._curtained and self.table.mover:
            return (*self._missed(self.table.mover), *self._turn())
        last = self._last_move()
        if not last:
            return (*self._told(self.table.opening, ""), *self._offer(self.table.opening))
        begun = any(each.key == "turn" for one in last for each in one.ruling.heard)
        told = (line for one in last for line in (*self._request(one), *self._told(one.ruling, "")))
        return (*told, *(() if begun else self._turn()), *self._ending())

    def _last_move(self) -> tuple[Played, ...]:
        """All that was said in the turn that anybody spoke in last, and what has been ruled since (MP-13)."""
        played = self.table.played
        said = [i for i, each in enumerate(played) if not each.by_the_game_master]
        ends = [i for i in said[:-1] if played[i].ends_turn or chose_a_start(played[i])]
        return played[ends[-1] + 1 if ends else 0 :] if said else played

    def _request(self, each: Played) -> tuple[str, ...]:
        """Who asked what, for all to hear once more; a ruling tells itself."""
        return () if each.by_the_game_master else (self._aloud(_who_said_what(each)),)

    def _missed(self, name: str) -> tuple[str, ...]:
        """What was said for a player alone, from his own last directive on: who was shot meanwhile learns it here.

        Who has not spoken yet hears what was for him when the game began.
        """
        played = self.table.played
        spoken = [i for i, each in enumerate(played) if each.mover == name]
        rulings = [each.ruling for each in (played[spoken[-1] :] if spoken else played)]
        told = [each for one in (rulings if spoken else [self.table.opening, *rulings]) for each in one.heard]
        return tuple(self._spoken(each) for each in told if each.key not in FOR_ALL and _concerns(each, name))

    def _help(self, _: str) -> Answer:
        further = [word for word, known in (("peek", self.peeking), ("map", self.omniscient)) if known]
        further += [*self.table.referee.asides, *(["state", "gm"] if self.gm else [])]
        lines = [self._may_say(), self._line("several")]
        lines.append(self._line("at-the-table", words="".join(f", {self.phrases.word(word)}" for word in further)))
        lines += self._corrections() if self.gm else ()
        return Answer(tuple(lines), private=self._curtained)

    def _may_say(self) -> str:
        """What the player to move may say; cells to start on are too many to list."""
        if self.table.secret and "asks" in self.phrases.heard:
            cells = self.table.map.params.grid.cells()
            ends = sorted(cells, key=natural)
            return self._line("may-start", player=self.table.mover, first=ends[0], last=ends[-1], cell=cells[0])
        ways = ", ".join(self.table.ways)
        return self._line("may-say", ways=ways) if ways else self._line("may-say-nothing")

    def _corrections(self) -> tuple[str, ...]:
        known = ("gm-help", "gm-help-more") if "gm-help-more" in self.phrases.table else ("gm-help",)
        return tuple(line for key in known for line in self._line(key).splitlines())

    def _repeat(self, rest: str) -> Answer:
        """The very last answer, and nothing older (MP-13)."""
        return self._puzzled("older") if rest else Answer(self._repeated(), private=self._curtained)

    def _undo(self, rest: str) -> Answer:
        turns = _turns(rest)
        if turns is None:
            return self._puzzled("undo-takes")
        back = self._moved(self.table.undo, turns)
        if not back:
            return self._puzzled("nothing-back")
        said = self._aloud(self._line("taken-back", words=_unended(self._named(back[::-1]))))
        return Answer((said, *self._rulings(back[::-1]), *self._turn(), *self._book()), private=self._curtained)

    def _redo(self, rest: str) -> Answer:
        turns = _turns(rest)
        if turns is None:
            return self._puzzled("redo-takes")
        forth = self._moved(self.table.redo, turns)
        if not forth:
            return self._puzzled("nothing-forth")
        said = self._aloud(self._line("brought-back", words=_unended(self._named(forth))))
        return Answer((said, *self._rulings(forth), *self._by_now(), *self._book()), private=self._curtained)

    def _moved(self, move: Callable[[int], tuple[Played, ...]], turns: int) -> tuple[Played, ...]:
        """Take back or bring back so many turns of people, and with each of them those of machines."""
        if not self.bots:
            return move(turns)
        moved = list[Played]()
        for _ in range(turns):
            while some := move(1):
                moved += some
                if self.table.mover not in self.bots:
                    break
            if not some:
                break
        return tuple(moved)

    def _named(self, played: Sequence[Played]) -> str:
        """Who said what; where somebody starts, and what the game master corrected, is never said aloud."""
        if self._curtained:
            return self._line("directives", count=str(len(played)))
        named: list[str] = []
        for ruled, some in groupby(played, lambda each: each.by_the_game_master):
            each = tuple(some)
            named += [self._line("its-rulings", count=str(len(each)))] if ruled else map(_who_said_what, each)
        return ", ".join(named)

    def _rulings(self, played: Iterable[Played]) -> Iterator[str]:
        """Which rulings they were, for the game master alone."""
        if self.gm:
            ruled = (shown(each.words) for each in played if each.by_the_game_master)
            yield from (f"  [{self._line('ruling-was', words=words)}]" for words in ruled)

    def _rule(self, rest: str) -> Answer:
        """The game master corrects the game, or says words of his own."""
        if not self.gm:
            return self._puzzled("not-the-game-master")
        if not rest:
            return Answer(self._corrections())
        try:
            ruling = self.table.rule(rest.rstrip("; "))
        except NoRuling as refused:
            return Answer(tuple(shown(self.phrases.refuse(each)) for each in refused.refusals), refused=True)
        book = self._book() if _corrects(self.table.played[-1]) else ()
        return Answer((*self._told(ruling, ""), *book, *self._ending()))

    def _peek(self, rest: str) -> Answer:
        """TL-37: nothing, the public facts, or with everybody's consent the full board."""
        if not self.peeking:
            return self._puzzled("peek-with-set" if "peek" in self.table.referee.options else "no-peeking")
        if rest == "1":
            return Answer(tuple(f"{seat.name}: {seat.words}" for seat in self.table.seats))
        if rest == "2 agreed":
            return Answer((*self._board(), *self._places()))
        return Answer((self._line("offer"),))

    @property
    def open_board(self) -> tuple[str, ...]:
        """What lies open before everybody, as lines for a terminal; none in games with a secret board."""
        shown_to_all = self.table.referee.shown
        return shown_to_all(self.table.state, self.look) if shown_to_all is not None else ()

    def _map(self, _: str) -> Answer:
        if self.open_board and not self.omniscient:
            return Answer(self.open_board)
        if not self.omniscient:
            return self._puzzled("hidden")
        return Answer((*self._board(), *self._places()))

    def _board(self) -> tuple[str, ...]:
        """The board as it is by now; where the game tells it, with everybody and everything on it."""
        if self.table.referee.shown is not None:
            return self.table.referee.shown(self.table.state, self.look._replace(whole=self.omniscient))
        if self.table.referee.board is None:
            return board(self.table.board)
        survey = self.table.survey
        here = [(_holding(row[0], self.phrases.word(survey.holds.get(row[0], ""))), row[1]) for row in survey.rows]
        return board(self.table.board, [*here, *((self.phrases.word(what), cell) for what, cell in survey.things)])

    def _places(self) -> tuple[str, ...]:
        if self.table.referee.survey is not None:
            return self._sheet()
        return tuple(self._line("seat", player=name, cell=cell, words=words) for name, cell, words in self.table.seats)

    def _state(self, _: str) -> Answer:
        return Answer(self._sheet()) if self.gm else self._puzzled("not-the-game-master")

    def _book(self) -> tuple[str, ...]:
        """On the game master's screen, his table of everybody; when the game is over, the end tells all."""
        return self._sheet() if self.gm and self.table.mover else ()

    def _sheet(self) -> tuple[str, ...]:
        """Everybody in a table, the one whose turn it is marked, then what else there is to know."""
        survey, word = self.table.survey, self.phrases.word
        heads = (self._line("player"), self._line("cell"), *map(word, survey.heads))
        rows = [(row[0], row[1] or "-", *map(word, row[2:])) for row in survey.rows]
        wide = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
        marks = ["  ", *("> " if row[0] == self.table.mover else "  " for row in survey.rows)]
        lines = [
            mark + " ".join(f"{each:<{size}}" for each, size in zip(row, wide, strict=True)).rstrip()
            for mark, row in zip(marks, (heads, *rows), strict=True)
        ]
        things = ", ".join(f"{word(what)} {cell}" for what, cell in survey.things)
        lines += ["  " + self._line("board-has", words=things)] if things else []
        return (*lines, *(f"  {self.phrases.note(note)}" for note in survey.notes))

    def _quit(self, _: str) -> Answer:
        return Answer((self._line("saved"),), over=True)


def _concerns(each: Heard, name: str) -> bool:
    """Whether something heard is for everybody, or for this player."""
    return each.key in FOR_ALL or name in (other for key, other in each.args if key in NAMED)


def _turns(rest: str) -> int | None:
    """The number in `undo 2 turns`; 1 where none is said, None where it is no number."""
    found = re.fullmatch(r"(?:([1-9][0-9]{0,4}) ?)?(?:turns?|ход|хода|ходов)?", rest.casefold(), re.ASCII)
    return None if found is None else int(found[1] or 1)


def _who_said_what(each: Played) -> str:
    """A directive with who said it; what was typed in secret stays one."""
    if each.secret:
        return f"{each.mover}: {'start ...' if chose_a_start(each) else '...'}"
    return f"{each.mover}: {shown(spoken(each))}"


def _unended(words: str) -> str:
    """Words before a full stop: it serves as the last of the dots for what was typed in secret, too."""
    return words.removesuffix(".")


def _corrects(each: Played) -> bool:
    """Whether it is a ruling that changed the game, and not words alone."""
    return each.by_the_game_master and any(said.key != "gm-says" for said in each.ruling.heard)


def _shown_stop(stop: Stop) -> str:
    match stop.how:
        case "rested":
            return stop.cell
        case "passed":
            return f"({stop.cell})"
        case "put":
            return f"={stop.cell}"
        case _:
            assert_never(stop.how)


def board(drawn: Map[Any], there: Iterable[tuple[str, Cell]] = ()) -> tuple[str, ...]:
    """The map as lines for a terminal, with the names of columns and rows.

    `there` is who or what is on which cell: such cells bear a star, and the ends of their rows tell who it is.
    """
    grid = drawn.params.grid
    cells, pawns = grid.cells(), tuple(there)
    lines: list[str] = []
    for floor, drawing in enumerate(document.drawings(drawn)):
        columns = "".join(f" {name:^3}" for name in _columns(drawn))
        lines.append(f"{f'/{floor + 1}' if grid.floors > 1 else '':<3}{columns}".rstrip())
        for number, row in enumerate(drawing.splitlines()):
            first = (floor * grid.rows + number // 2) * grid.columns
            here = cells[first : first + grid.columns] if number % 2 else ()
            label = str(grid.rows - number // 2) if number % 2 else ""
            lines.append(f"{label:>2} {_peopled(row, here, pawns)}")
    return tuple(lines)


def _peopled(row: str, cells: Sequence[Cell], there: Sequence[tuple[str, Cell]]) -> str:
    """A row of a drawing with a star in each cell that somebody is on, and who that is."""
    signs = list(row.ljust(4 * len(cells) + 1))
    for column, cell in enumerate(cells):
        if signs[4 * column + 1] == " " and any(cell == at for _, at in there):
            signs[4 * column + 1] = "*"
    told = ", ".join(f"{name} {at}" for cell in cells for name, at in there if at == cell)
    return f"{''.join(signs)}  {told}" if told else row


def _holding(name: str, what: str) -> str:
    return f"{name} ({what})" if what else name


def _columns(drawn: Map[Any]) -> list[str]:
    top = drawn.params.grid.cells()[: drawn.params.grid.columns]
    return [cell.partition("/")[0].rstrip("0123456789") for cell in top]
