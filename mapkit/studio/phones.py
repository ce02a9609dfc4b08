"""The players' phones: how they come in, and which phone has which seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from hmac import digest
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import urlencode

from mapkit.language.catalogue import ENGLISH
from mapkit.model.message import NOTHING, Message, message
from mapkit.studio.auth import HOST, cookie_name, number_in, same
from mapkit.studio.knowledge import SlowAnswers
from mapkit.studio.player_screens import PlayerScreens
from mapkit.studio.session import Sitting

_QUIET_ZONE = 4
"""The width of the empty edge of a QR code, in modules."""


class Phone(NamedTuple):
    """A phone that has a seat, or wants one."""

    key: str
    address: str


class Phones(PlayerScreens):
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
        super().__init__(at_table, language, slow_answers)
        self.hosts: tuple[str, ...] = (f"{host}:{port}",)
        self.cookie = cookie_name(port)
        self.changed: list[Callable[[], None]] = []
        self._token, self._secret, self._numbers = token, secret, count(1)
        self._seats: Mapping[str, Phone] = {}
        self._waiting: Mapping[str, Phone] = {}
        """One phone that waits for each seat: of those at one address the first."""

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
        return next((name for name in self.sitting.names if self._has(name, key)), "") if self.sitting else ""

    def taken(self, name: str) -> bool:
        return name in self._seats

    def _has(self, name: str, key: str) -> bool:
        return name in self._seats and self._seats[name].key == key

    def sit(self, key: str, name: str, address: str) -> Message:
        """Give a phone at an address a seat; returns why not. Browsers of the studio's own computer need not wait."""
        if self.sitting is None or name not in self.sitting.people:
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

    # What the master's page shows

    @property
    def shown(self) -> dict[str, Any]:
        """How phones come in, and at which address a phone has each seat, or waits for it.

        It has the token, so it is for the game master alone.
        """
        address = f"http://{self.hosts[0]}/?{urlencode({'token': self._token})}"
        names = self.sitting.people if self.sitting else ()
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
