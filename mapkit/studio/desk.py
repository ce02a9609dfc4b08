"""The desk: the file that is being drawn, with all that was done to it.

The text of the map file is the truth. What can be undone is a list of texts. All that changes is on the desk; the
rest of the studio is pure.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from mapkit import files, maps
from mapkit.mapfile.document import Document
from mapkit.studio.edits import Gesture, edited
from mapkit.studio.scene import Scene, changes, scene
from mapkit.studio.work import Work, lock_tools

MOST_TEXTS = 1000
"""The most texts that undo goes back through."""
KEPT_SCENES = 8
"""How many scenes are kept, so that a page gets only what has changed since the one that it shows."""
BACKUP = ".backup"
"""What the name of the backup has after the name of the file."""


class Desk:
    """A map file on which people draw, and the texts that it has been."""

    def __init__(self, path: Path, text: str, on_disk: bytes | None, game: str = "") -> None:
        """Takes where the file is saved, its text, and the bytes on the disk, None where there is no file yet.

        `game` is the game of a file that is a drawing alone. Raises UnreadableMap.
        """
        self.path, self.on_disk = path, on_disk
        self.read = lru_cache(maxsize=16)(lambda text: maps.read(text.encode(), path.name, game=game))
        self._texts, self._at, self.version = [text], 0, 1
        self._scenes: OrderedDict[int, Scene] = OrderedDict()
        self._backed_up = False
        self.changed: list[Callable[[], None]] = []
        self.document, self.game = self.read(text), game
        self.soon: Callable[[Callable[[], None]], object] = lambda do: do()
        self._shown: tuple[Document | None, Scene] = None, {}
        self.work = Work(self.tell, lambda do: self.soon(do))

    @property
    def text(self) -> str:
        """The text of the file as it is drawn now."""
        return self._texts[self._at]

    @property
    def saved(self) -> bool:
        """Whether the disk holds the text, as far as the studio knows."""
        return self.on_disk == self.text.encode()

    # What people do

    def draw(self, gesture: Gesture) -> None:
        """Do what a gesture says; raises Refused."""
        self.go_on_with(edited(self.document, gesture))

    def write(self, text: str) -> None:
        """Go on with another text, as one step of undo; raises UnreadableMap, and then nothing has changed."""
        self.go_on_with(self.read(text))

    def go_on_with(self, now: Document) -> None:
        """Go on with another document, as one step of undo; with the same text nothing changes."""
        if now.text == self.text:
            return
        text, self.document = now.text, now
        self._texts = [*self._texts[: self._at + 1], text][-MOST_TEXTS:]
        self._at = len(self._texts) - 1
        self.tell()

    def undo(self) -> None:
        """Go back to the text before."""
        self._go(max(0, self._at - 1))

    def redo(self) -> None:
        """Go on to the text that was undone."""
        self._go(min(len(self._texts) - 1, self._at + 1))

    def _go(self, at: int) -> None:
        if at != self._at:
            self._at = at
            self.document = self.read(self.text)
            self.tell()

    def save(self, *, anyway: bool = False) -> str:
        """Save the text; returns why it is not saved, where somebody else has changed the file, else nothing.

        Raises FileTrouble where the file cannot be read or written.
        """
        now = self.path.read_bytes() if files.is_file(str(self.path)) else None
        if now != self.on_disk and now != self.text.encode() and not anyway:
            return "The file on the disk has changed since it was read." if now is not None else _GONE
        if now is not None and not self._backed_up:
            files.replace(self.path.with_name(self.path.name + BACKUP), now)
        files.replace(self.path, self.text.encode())
        self._backed_up, self.on_disk = True, self.text.encode()
        self.tell()
        return ""

    def tell(self) -> None:
        """Tell all pages that something has changed."""
        self.version += 1
        self.__dict__.pop("_now", None)
        for each in self.changed:
            each()

    # What pages see

    @cached_property
    def _now(self) -> Scene:
        state = {
            "file": files.printable_name(self.path.name),
            "saved": self.saved,
            "undo": self._at > 0,
            "redo": self._at < len(self._texts) - 1,
        }
        return {**self._picture, **state, **self.work.seen(self.document)}

    @property
    def _picture(self) -> Scene:
        """The scene of the document, which is worked out once: the solver and the locks change nothing in it."""
        read, shown = self._shown
        if read is not self.document:
            shown = scene(self.document)
            shown = {**shown, "tools": [*shown["tools"], *lock_tools(shown["tools"])]}
            self._shown = self.document, shown
        return shown

    def seen(self, version: int) -> Mapping[str, Any]:
        """What has changed since a version of the scene; all of it where that version is not kept."""
        self._scenes[self.version] = self._now
        while len(self._scenes) > KEPT_SCENES:
            self._scenes.popitem(last=False)
        return {"version": self.version, **changes(self._scenes.get(version, {}), self._now)}


_GONE = "The file on the disk is gone."
