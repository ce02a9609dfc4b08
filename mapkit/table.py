"""A played game: the log, and the table whose state is the fold of the log.

The log is JSON Lines: a header (map, players, options, seed), then an event a line. Each line carries a checksum over
itself and all lines before it. An event is on disk, flushed and synced, before anybody hears of it. Nothing is ever
deleted: an undo is an event that names the undone ones.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

from mapkit import __version__
from mapkit.chance import Chance
from mapkit.files import FileTrouble, shown
from mapkit.game import BadSetting, Game, Heard, Map, Referee, Ruling, Seat

FORMAT = 1
_SUM = 16
_TAIL = len(',"sum":""}') + _SUM
MOST_LOG_BYTES = 1 << 28
MOST_NAME = 20


class BadLog(Exception):
    """A log cannot be believed; the text says which line and what would do."""


class Event(NamedTuple):
    """One line of a log: its number, its kind (`game`, `say`, `undo` or `redo`), and what it says."""

    number: int
    kind: str
    data: Mapping[str, Any]


class Log:
    """An append-only file of events, held by one writer at a time."""

    def __init__(self, path: Path, file: IO[bytes], events: list[Event], chain: str, dropped: bool) -> None:
        """Use `create` or `resume`; `dropped` says that a torn last line was dropped."""
        self.path, self.events, self.dropped = path, events, dropped
        self._file, self._chain = file, chain

    @classmethod
    def create(cls, path: Path) -> Log:
        """A new, empty log; raises FileTrouble where the name is taken or cannot be written."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = path.open("xb", buffering=0)
        except FileExistsError:
            taken = f"{shown(str(path))}: exists already; resume it with --resume, or give another name with --log"
            raise FileTrouble(taken) from None
        except (OSError, ValueError) as error:
            raise _trouble(path, "cannot be written", error) from None
        _hold(file, path)
        return cls(path, file, [], "", False)

    @classmethod
    def resume(cls, path: Path) -> Log:
        """An existing log, to be written on; raises FileTrouble or BadLog. A torn last line is cut off."""
        try:
            file = path.open("r+b", buffering=0)
        except (OSError, ValueError) as error:
            raise _trouble(path, "cannot be opened", error) from None
        _hold(file, path)
        try:
            data = _read(path)
            events, chain, whole = _events(data, str(path))
        except (BadLog, FileTrouble):
            file.close()
            raise
        if whole < len(data):
            file.truncate(whole)
        file.seek(0, os.SEEK_END)
        return cls(path, file, events, chain, whole < len(data))

    def append(self, kind: str, data: Mapping[str, Any]) -> Event:
        """Write an event; when this returns it is on disk. Raises FileTrouble, and then the log is as it was."""
        event = Event(len(self.events), kind, data)
        line, chain = _line(event, self._chain)
        end = self._file.seek(0, os.SEEK_END)
        try:
            _write_whole(self._file, line)
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(end)
            raise _trouble(self.path, "cannot be written, so nothing was announced", error) from None
        self.events.append(event)
        self._chain = chain
        return event

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def __enter__(self) -> Log:
        """The log itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Let the file go."""
        self.close()


def read_log(path: Path) -> tuple[Event, ...]:
    """The events of a log that is only looked at; raises FileTrouble or BadLog."""
    return tuple(_events(_read(path), str(path))[0])


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_LOG_BYTES:
            raise BadLog(f"{shown(str(path))}: larger than any game; this is no log of mapkit")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise _trouble(path, "cannot be read", error) from None


def _trouble(path: Path, what: str, error: Exception) -> FileTrouble:
    reason = (getattr(error, "strerror", None) or str(error)).lower()
    return FileTrouble(f"{shown(str(path))}: {what}: {reason}")


def _hold(file: IO[bytes], path: Path) -> None:
    """Take the file for this process alone; the system lets it go when the process ends, however it ends."""
    try:
        import fcntl
    except ImportError:  # not on this system: two writers are told apart by nothing
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise FileTrouble(f"{shown(str(path))}: another mapkit is playing this game; end that one first") from None


def _write_whole(file: IO[bytes], line: bytes) -> None:
    written = 0
    while written < len(line):
        written += file.write(line[written:]) or 0


def _line(event: Event, chain: str) -> tuple[bytes, str]:
    body = json.dumps({"n": event.number, "kind": event.kind, **event.data}, ensure_ascii=False, separators=(",", ":"))
    total = sha256((chain + body).encode()).hexdigest()[:_SUM]
    return f'{body[:-1]},"sum":"{total}"}}\n'.encode(), total


def _events(data: bytes, name: str) -> tuple[list[Event], str, int]:
    """The events, the checksum of the last one, and how many bytes are whole lines; raises BadLog."""
    events: list[Event] = []
    chain, whole = "", 0
    for number, line in enumerate(data.split(b"\n")[:-1], 1):
        try:
            event = _event(line, chain, len(events))
        except (ValueError, RecursionError):
            raise BadLog(
                f"{shown(name)}:{number}: damaged: this line is not as mapkit wrote it. Nothing after line {number - 1} "
                f"can be believed; copy the lines up to there to another file to go on from them"
            ) from None
        events.append(event)
        chain = line[-_SUM - 2 : -2].decode()
        whole += len(line) + 1
    if not events:
        raise BadLog(f"{shown(name)}: no game is in it; `mapkit play FILE` begins one")
    return events, chain, whole


def _event(line: bytes, chain: str, number: int) -> Event:
    body = line[:-_TAIL] + b"}"
    total = sha256(chain.encode() + body).hexdigest()[:_SUM]
    if line[-_TAIL:] != f',"sum":"{total}"}}'.encode():
        raise ValueError(line)
    data = json.loads(body)
    if data.pop("n") != number:
        raise ValueError(line)
    return Event(number, data.pop("kind"), data)


class Played(NamedTuple):
    """One directive that was carried out: its event, whose it was, its words, and the ruling."""

    event: int
    mover: str
    words: str
    ruling: Ruling[Any]

    @property
    def ends_turn(self) -> bool:
        """Whether the next turn was announced with it."""
        return any(each.key == "turn" for each in self.ruling.heard)


@dataclass
class Table:
    """A game being played or looked at. `log` is None for a look at a game that somebody else may be writing."""

    map: Map[Any]
    referee: Referee[Any]
    seed: str
    opening: Ruling[Any]
    log: Log | None
    played: list[Played] = field(default_factory=list)
    undone: list[Played] = field(default_factory=list)

    @property
    def state(self) -> Any:
        """The state now."""
        return self.played[-1].ruling.state if self.played else self.opening.state

    @property
    def mover(self) -> str:
        """Whose turn it is; empty when the game is over."""
        return self.referee.mover(self.state)

    @property
    def ways(self) -> tuple[str, ...]:
        """The directives that may be said now."""
        return self.referee.ways(self.state)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Where everybody is: for the game master alone."""
        return self.referee.seats(self.state)

    def say(self, words: str) -> Ruling[Any]:
        """Carry out a directive; it is on disk when this returns. Raises InvalidMove, IllegalMove, FileTrouble."""
        assert self.log is not None
        mover, number, rolls = self.mover, len(self.log.events), list[int]()
        ruling = self.referee.play(self.state, words, _rolling(self.seed, number, rolls))
        self.log.append("say", {"by": mover, "words": words, "rolls": rolls, "heard": _plain(ruling.heard)})
        self.played.append(Played(number, mover, words, ruling))
        self.undone.clear()
        return ruling

    def undo(self, turns: int) -> tuple[Played, ...]:
        """Take back the last so many turns, the one begun included; what was taken back, latest first."""
        back = self._last_turns(turns)
        if back:
            assert self.log is not None
            self.log.append("undo", {"undone": [each.event for each in back]})
            self._take_back(len(back))
        return back

    def redo(self, turns: int) -> tuple[Played, ...]:
        """Bring back the last so many turns that were taken back, in their order."""
        forth: list[Played] = []
        for each in reversed(self.undone):
            if turns < 1:
                break
            forth.append(each)
            turns -= each.ends_turn
        if forth:
            assert self.log is not None
            self.log.append("redo", {"redone": [each.event for each in forth]})
            self._bring_back(len(forth))
        return tuple(forth)

    def _last_turns(self, turns: int) -> tuple[Played, ...]:
        back: list[Played] = []
        for each in reversed(self.played):
            turns -= bool(back) and each.ends_turn
            if turns < 1:
                break
            back.append(each)
        return tuple(back)

    def _take_back(self, count: int) -> None:
        for _ in range(count):
            self.undone.append(self.played.pop())

    def _bring_back(self, count: int) -> None:
        for _ in range(count):
            self.played.append(self.undone.pop())


def start(
    drawn: Map[Any], text: str, names: Sequence[str], options: Mapping[str, str], seed: str, log: Log
) -> Table:
    """Begin a game; `text` is the map's file, which goes into the log. Raises BadSetting or FileTrouble."""
    referee = referee_of(drawn.game)
    players = tuple(names)
    check_names(players)
    rolls: list[int] = []
    opening = referee.begin(drawn, players, options, _rolling(seed, 0, rolls))
    header = {
        "mapkit": FORMAT,
        "version": __version__,
        "game": drawn.game.name,
        "map": text,
        "players": list(players),
        "options": dict(options),
        "seed": seed,
        "rolls": rolls,
        "heard": _plain(opening.heard),
    }
    log.append("game", header)
    return Table(drawn, referee, seed, opening, log)


def fold(drawn: Map[Any], events: Sequence[Event], name: str, log: Log | None = None) -> Table:
    """The table that the events of a log lead to; raises BadLog where they lead elsewhere than they say."""
    head = events[0].data
    if head.get("mapkit") != FORMAT:
        raise BadLog(f"{shown(name)}:1: this log needs a newer mapkit")
    referee = referee_of(drawn.game)
    opening = referee.begin(drawn, tuple(head["players"]), head["options"], _repeating(head["rolls"]))
    table = Table(drawn, referee, head["seed"], opening, log)
    _same(opening.heard, events[0], name)
    for event in events[1:]:
        if event.kind == "undo":
            table._take_back(len(event.data["undone"]))
        elif event.kind == "redo":
            table._bring_back(len(event.data["redone"]))
        else:
            mover = table.mover
            ruling = referee.play(table.state, event.data["words"], _repeating(event.data["rolls"]))
            _same(ruling.heard, event, name)
            table.played.append(Played(event.number, mover, event.data["words"], ruling))
            table.undone.clear()
    return table


def referee_of(game: Game[Any]) -> Referee[Any]:
    """The referee of a game; raises BadSetting where it has none yet."""
    if game.referee is None:
        raise BadSetting(f"{game.name} has no referee yet")
    return game.referee


def check_names(names: Sequence[str]) -> None:
    """Raise BadSetting, all that is wrong at once, for names that cannot be told apart or look like words of the table."""
    wrong = [problem for name in names if (problem := _name_problem(name))]
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            wrong.append(f"two players are called {name!r:.40}")
        seen.add(name.casefold())
    if wrong:
        raise BadSetting("; ".join(wrong))


_KEYWORDS = frozenset(
    "n e s w u d l r north east south west up down left right go move walk step shoot fire attack fight use kit shop "
    "roll take pick drop throw put heal stay end done help undo redo quit exit repeat peek map with bullet all".split()
)


def _name_problem(name: str) -> str:
    if not name or not name.isprintable() or name != name.strip() or len(name) > MOST_NAME:
        return f"{name!r:.40} is no name: take 1 to {MOST_NAME} printable characters"
    if any(c in name for c in ":;,\"'") or name.casefold() in _KEYWORDS or not any(c.isalpha() for c in name):
        return f"{name!r:.40} cannot be a name: it looks like a directive; add a letter to it"
    if any(word in ("with", "bullet") or word.isdigit() for word in name.casefold().split()):
        return f"{name!r:.40} cannot be a name: it looks like part of a directive"
    return ""


def _rolling(seed: str, event: int, rolls: list[int]) -> Any:
    """Dice of their own for each event, so that they do not depend on how often the game was closed and resumed."""
    chance = Chance(f"dice {seed} {event}")

    def roll(faces: int) -> int:
        rolls.append(chance.between(1, faces))
        return rolls[-1]

    return roll


def _repeating(rolls: Sequence[int]) -> Any:
    left = iter(rolls)
    return lambda faces: next(left)


def _plain(heard: Sequence[Heard]) -> list[list[Any]]:
    return [[each.key, dict(each.args)] for each in heard]


def _same(heard: Sequence[Heard], event: Event, name: str) -> None:
    if _plain(heard) != event.data["heard"]:
        raise BadLog(
            f"{shown(name)}:{event.number + 1}: this mapkit rules otherwise than the one that wrote the log; "
            f"play it on with that version"
        )


class Saved(NamedTuple):
    """A saved game: the id to resume it by, its game, its players, and how many turns were played."""

    id: str
    game: str
    players: tuple[str, ...]
    directives: int


def saved_games(folder: Path) -> Iterator[Saved]:
    """The games saved in a folder, by id (TL-3); what cannot be read is passed over."""
    for path in sorted(folder.glob("*.jsonl")):
        try:
            events = read_log(path)
        except (BadLog, FileTrouble):
            continue
        head = events[0].data
        yield Saved(path.stem, head["game"], tuple(head["players"]), sum(e.kind == "say" for e in events))
