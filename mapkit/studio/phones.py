"""The players' phones: which phone has which seat, and what each of them gets to know.

A phone gets what is public, and what the player in its seat has heard. Its lines are counted for each seat apart, since
their numbers in the whole record would tell how much others have heard in private.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from hmac import digest
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import urlencode

from mapkit.language.catalogue import ENGLISH
from mapkit.language.wording import translated
from mapkit.model.files import FileTrouble
from mapkit.model.grid import Hex, Square
from mapkit.model.message import NOTHING, Message, message
from mapkit.paper.game_sheets import paper_of
from mapkit.studio.auth import HOST, cookie_name, number_in, same
from mapkit.studio.knowledge import KnowledgeAnswer, KnowledgeQuery, SlowAnswers, own_question
from mapkit.studio.record import RecordLine
from mapkit.studio.session import Sitting
from mapkit.studio.tools import BadStroke
from mapkit.table.voice import LineKind

MOST_CHARACTERS = 200
"""The most characters that a player may say at once."""
COLUMNS = 60
"""The most signs in a line of an open board, where it can be drawn in fewer than it likes."""
_QUIET_ZONE = 4
"""The width of the empty edge of a QR code, in modules."""


class ShownState(NamedTuple):
    """What a phone shows already."""

    game: str = ""
    """The name of the game and the seat."""
    lines: int = 0
    """How many lines of what its player has heard."""


class View(NamedTuple):
    """All that a phone shows."""

    parts: Mapping[str, Any]
    lines: tuple[RecordLine, ...] = ()
    """All lines that its player has heard."""

    def since(self, seen: ShownState) -> dict[str, Any]:
        """What is sent to a phone: of the lines only those that it does not show yet."""
        new = self.lines[seen.lines if seen.game == self.parts["game"] else 0 :]
        return {**self.parts, "count": len(self.lines), "lines": [[line.said, line.words] for line in new]}


class Phone(NamedTuple):
    """A phone that has a seat, or wants one."""

    key: str
    address: str


class Phones:
    """The phones that have come in, and their seats. Auth asks it for their keys.

    A phone comes in with a token, which all phones share, and gets a key of its own. Then it takes a seat that is free;
    one at the address of a phone that has a seat waits until the game master lets it in. Only these are remembered: a
    key shows by itself that it was given here, so that nobody keeps others out by taking many. `changed` are called
    when that changes.
    """

    closed = message("Scan the code on the game master's screen again; it lets you in.")
    same_site = "Lax"  # else a phone that follows a link in a message would come without its cookie

    def __init__(
        self,
        host: str,
        port: int,
        token: str,
        secret: str,
        at_table: Callable[[], Sitting | None],
        language: str = ENGLISH,
        slow_answers: SlowAnswers | None = None,
    ) -> None:
        """Takes the address that the phones ask at, their token, a secret for keys, and the language of the page.

        `at_table` gives the game that is at the table, and `slow_answers` are shared with the game master's page.
        """
        self.hosts: tuple[str, ...] = (f"{host}:{port}",)
        self.cookie = cookie_name(port)
        self.changed: list[Callable[[], None]] = []
        self.language, self._token, self._secret, self._numbers = language, token, secret, count(1)
        self._at_table, self._slow_answers = at_table, slow_answers or SlowAnswers(at_table)
        self._seats: Mapping[str, Phone] = {}
        self._waiting: Mapping[str, Phone] = {}
        """One phone that waits for each seat: of those at one address the first."""

    @property
    def sitting(self) -> Sitting | None:
        return self._at_table()

    # What auth asks

    def key(self, token: str, before: str) -> str:
        """The key of a phone that brings the token: a new one, or the one that it has already."""
        if not same(token, self._token):
            return ""
        return before if self.fits(before) else sealed(self._secret, next(self._numbers))

    def fits(self, key: str) -> bool:
        return same(key, sealed(self._secret, number_in(key.partition("-")[0])))

    # The seats

    def seat(self, key: str) -> str:
        """The name of the player in whose seat a phone is; empty where it has none in this game."""
        return next((name for name in self.sitting.names if self._has(name, key)), "") if self.sitting else ""

    def _has(self, name: str, key: str) -> bool:
        return name in self._seats and self._seats[name].key == key

    def sit(self, key: str, name: str, address: str) -> Message:
        """Give a phone at an address a seat; returns why not. Browsers of the studio's own computer need not wait."""
        if self.sitting is None or name not in self.sitting.names:
            return message("There is no such seat; choose one of the list.")
        if name in self._seats and not self._has(name, key):
            return message("Another phone has that seat. The game master can free it.")
        phone, others = Phone(key, address), self._without(key)
        own = address in (HOST, self.hosts[0].rpartition(":")[0])
        if not own and any(other.address == address for other in others.values()):
            if name not in self._waiting or self._waiting[name].address != address:
                self._put(self._seats, {**self._waiting, name: phone})
            return message("Another phone at your address has a seat. The game master can let you in, too.")
        self._put({**others, name: phone})
        return NOTHING

    def let_in(self, name: str) -> None:
        if (phone := self._waiting.get(name)) and name not in self._seats:
            self._put({**self._without(phone.key), name: phone})

    def leave(self, key: str) -> None:
        self._put(self._without(key))

    def free(self, name: str) -> None:
        self._put({other: phone for other, phone in self._seats.items() if other != name})

    def _without(self, key: str) -> dict[str, Phone]:
        return {name: seat for name, seat in self._seats.items() if seat.key != key}

    def _put(self, seats: Mapping[str, Phone], waiting: Mapping[str, Phone] | None = None) -> None:
        """Put phones into seats, and tell of it where that is new; nobody waits for a seat that is taken."""
        waiting = {name: phone for name, phone in (waiting or self._waiting).items() if name not in seats}
        if (self._seats, self._waiting) != (seats, waiting):
            self._seats, self._waiting = seats, waiting
            for callback in tuple(self.changed):
                callback()

    # What is said and heard

    async def say(self, key: str, words: str) -> Mapping[str, Any]:
        """Say words for the player in a phone's seat; the answer says as `refused` why they are not carried out.

        A question of players about what they themselves have is answered as `told`, to this phone alone. For the word
        of the table that shows what is known, the answer is `known`.
        """
        name, said = self.seat(key), " ".join(words.encode(errors="replace").decode().split())
        if self.sitting is None or not name:
            return self._refused(message("Choose a seat first."))
        if not 1 <= len(said) <= MOST_CHARACTERS:
            return self._refused(message("Say 1 to {most} characters at once.", MOST_CHARACTERS))
        if told := self.sitting.asides(f"{name}: {said}").get(name, ""):
            return {"told": told}
        try:
            match self.sitting.thought(said):
                case "hint" if name != self.sitting.mover:
                    return self._refused(message("A hint is for the player whose turn it is."))
                case "hint":  # which is heard with all that is heard
                    lines = await self._slow_answers.hint(name, self.sitting)
                    refusals = [str(line) for line in lines if line.kind is LineKind.REFUSAL]
                    return {"refused": " ".join(refusals)} if refusals else {"told": " ".join(lines)}
                case "known" if self.sitting.knowing:
                    return {"known": True}
                case _:
                    refused = self.sitting.say(said, name)
                    return {"refused": str(refused)} if refused is not None else {}
        except FileTrouble as error:
            return self._refused(message("The game could not be saved, so nothing was said. {error}", error.said))

    async def known(self, key: str, player: str = "") -> KnowledgeAnswer:
        """What the player in a phone's seat could know; raises BadStroke, also for another `player`, or BadSetting."""
        name = self.seat(key)
        if not name:
            raise BadStroke(message("Choose a seat first."))
        if player not in ("", name):
            raise BadStroke(message("You can look up only what you yourself know."))

        def ask() -> KnowledgeQuery:
            if self.sitting is None or self.seat(key) != name:
                raise BadStroke(message("Choose a seat first."))
            return own_question(self.sitting, name)

        return await self._slow_answers.known(name, ask)

    def _refused(self, why: Message) -> Mapping[str, Any]:
        return {"refused": translated(why, self.language)}

    def view(self, key: str) -> View:
        """All that a phone shows; the same for all phones in one seat."""
        game = self.sitting
        if game is None:
            return View({"game": "", "seat": ""})
        seat, board, grid = self.seat(key), game.open_board(COLUMNS), game.match.map.params.grid
        ways: Sequence[str] = ()
        if seat and seat == game.mover and game.private:
            # what may be said now could tell what others have heard; so it is what could be said at the beginning
            referee, begun = game.match.referee, game.match.opening.state
            ways = (*referee.certain(begun), *referee.perhaps(begun))
        elif seat and seat == game.mover:
            ways = game.ways
        # where nobody sees the board, there is room for about twice as much, so that drawings may begin in the middle
        if isinstance(grid, Hex):
            shape, columns, rows = "hex", grid.radius, grid.radius
        else:
            shape, columns, rows = "square", grid.columns, grid.rows
            columns, rows = (columns, rows) if board else (2 * columns - 1, 2 * rows - 1)
        named = shape == "hex" or bool(board)
        across = [grid.column(x) for x in range(columns)] if isinstance(grid, Square) and named else []
        down = [grid.row(y) for y in reversed(range(rows))] if isinstance(grid, Square) and named else []
        parts = {
            # a name of the game and the seat that tells nothing of the file of the log
            "game": sha256(f"{game.name}\n{seat}".encode(errors="replace")).hexdigest()[:12],
            "title": translated(game.match.map.game.title, self.language),
            "seats": [{"name": name, "taken": name in self._seats} for name in game.names],
            "seat": seat,
            "mover": game.mover,
            "winners": game.winners,
            "speaks": seat in game.speakers,
            "hidden": game.match.secret,
            "ways": [[way, game.phrases.word(way)] for way in ways],
            "knows": game.knowing,
            "hints": game.hints.left(seat) if game.hints.most and seat else None,
            "asides": [[word, game.phrases.word(word)] for word in game.match.table.screen.asides],
            "board": board,
            "sheet": {
                "shape": shape,
                "columns": columns,
                "rows": rows,
                "floors": grid.floors,
                "named": named,
                "across": across,
                "down": down,
                "signs": [*paper_of(game.match.map.game).signs(game.phrases.language).values()] or ["T"],
            },
        }
        return View(parts, tuple(line for line in game.record if seat in line.hearers))

    # What the master's page shows

    @property
    def shown(self) -> dict[str, Any]:
        """How phones come in, and at which address a phone has each seat, or waits for it.

        It has the token, so it is for the game master alone.
        """
        address = f"http://{self.hosts[0]}/?{urlencode({'token': self._token})}"
        names = self.sitting.names if self.sitting else ()
        at = [{name: phone.address for name, phone in those.items()} for those in (self._seats, self._waiting)]
        seats = [{"name": name, "taken": at[0].get(name, ""), "waits": at[1].get(name, "")} for name in names]
        return {"phones": {"address": address, "code": qr_code(address), "seats": seats}}


def sealed(secret: str, number: int) -> str:
    """A number with a seal that only those make who know the secret."""
    return f"{number}-{digest(secret.encode(), str(number).encode(), 'sha256').hex()}"


@lru_cache(maxsize=4)
def qr_code(text: str) -> Mapping[str, Any]:
    """The QR code of a text: its width in modules, and the outline of its dark ones."""
    import segno  # only phones and shares need it

    code = segno.make_qr(text, error="m")
    rows = enumerate(code.matrix, _QUIET_ZONE)
    dark = ((x, y) for y, row in rows for x, module in enumerate(row, _QUIET_ZONE) if module)
    width = code.symbol_size(border=_QUIET_ZONE)[0]
    return {"width": width, "path": "".join(f"M{x} {y}h1v1h-1z" for x, y in dark)}
