"""The desk: the file that is being drawn, with all that was done to it.

The text of the map file is the truth. What can be undone is a list of texts. All that changes is on the desk; the
rest of the studio is pure.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mapkit.games import maps
from mapkit.language.catalogue import ENGLISH
from mapkit.language.wording import translated
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import files
from mapkit.model.files import FileTrouble
from mapkit.model.grid import Place
from mapkit.model.message import NOTHING, Message, Name, joined, message, sentences
from mapkit.studio import recent
from mapkit.studio.clips import Clip
from mapkit.studio.disk import CHANGED, GONE, Disk
from mapkit.studio.edits import Gesture, edited
from mapkit.studio.knowledge import SlowAnswers
from mapkit.studio.opening import DeskStart
from mapkit.studio.photos import Photos
from mapkit.studio.play_panel import PlayPanel
from mapkit.studio.scene import Scene, changes, scene
from mapkit.studio.session import Sitting
from mapkit.studio.settings_panel import fields
from mapkit.studio.solver_panel import SolverPanel, lock_tools
from mapkit.studio.table import seating, view

if TYPE_CHECKING:
    from mapkit.studio.phones import Phones

MOST_TEXTS = 1000
"""The most texts that undo goes back through."""
_NAMES_A_GAME = re.compile(rb"^\s*game\s*=", re.MULTILINE)
KEPT_SCENES = 8
"""How many scenes are kept, so that a page gets only what has changed since the one that it shows."""
UNDO_LEADS_BACK = message("Undo leads back if you take the other.")
OFFERED = sentences(message("A drawing of an earlier studio was not saved."), UNDO_LEADS_BACK)


class Desk:
    """A map file on which people draw, and the texts that it has been."""

    def __init__(
        self, path: Path, text: str, on_disk: bytes | None, game: str = "", first: int = 1, language: str = ENGLISH
    ) -> None:
        """Takes where the file is saved, its text, and the bytes on the disk, None where there is no file yet.

        `game` is the game of a file that is a drawing alone, `first` the number of the first version, chosen at
        random so that pages of an earlier studio are told from those of this one. `language` is that of the page.
        Raises UnreadableMap.
        """
        self.first, self.language = first, language
        self.version = first
        self._scenes: OrderedDict[int, Scene] = OrderedDict()
        self.at_gallery = False
        """Whether nobody has said yet what to draw."""
        self._files_read = list[os.stat_result]()
        self._lay(DeskStart(path, text, on_disk, game, blank=on_disk is None))
        self.lock = asyncio.Lock()
        """Who holds it may change what is drawn, also in a thread; the game is changed in the loop of the server."""
        self.changed: list[Callable[[], object]] = []
        self.played: list[Callable[[], object]] = []
        """What is called after a change of a game that somebody plays alone; pages of the drawing hear of none."""
        self.clip: Clip | None = None
        self.soon: Callable[[Callable[[], None]], object] = lambda do: do()
        self.pictured: Callable[[Document, Scene], None] = lambda *_: None
        """What is to happen after each stroke, as soon as its scene is worked out."""
        self._shown: tuple[Document | None, Scene] = None, {}
        self._advised: tuple[Document | None, Mapping[str, Any]] = None, {"advice": (), "eased": ()}
        self.solver_panel = SolverPanel(self.tell, lambda do: self.soon(do))
        self.play_panel = PlayPanel(self.tell, lambda do: self.soon(do))
        self.photos: Photos = Photos(self.tell, lambda do: self.soon(do), self.write)
        self.sitting: Sitting | None = None
        self.slow_answers = SlowAnswers(lambda: self.sitting)
        self.phones: Phones | None = None
        self.offered = ""
        """The game that was named when the studio began, by its id or its log; nobody has sat down to it yet."""

    def in_words(self, said: Message) -> str:
        return translated(said, self.language)

    def _lay(self, start: DeskStart) -> None:
        self.path, self.game = start.path, start.game
        self.read = lru_cache(maxsize=16)(lambda text: self._found_in(text.encode()))
        self.document = self.read(start.text)
        self._begun_blank = start.blank and not self.document.map.facts
        self.disk = Disk(start.path, start.held)
        if start.held is not None:
            with suppress(OSError):
                self._files_read.append(start.path.stat())
        self._texts, self._at = [start.text], 0
        self._strokes: list[frozenset[Place]] = [frozenset()]
        """The places that each text has changed."""
        self._elsewhere: tuple[Message, Document | None] = NOTHING, None
        self._offers: Sequence[tuple[Path, Document]] = ()
        self._unkept = ""

    def open(self, start: DeskStart) -> None:
        """Go on with another file; what was drawn and not saved is thrown away.

        Raises UnreadableMap, and then nothing has changed.
        """
        maps.read(start.text.encode(), start.path.name, game=start.game)
        with suppress(OSError):  # such as where the disk is gone
            self.disk.let_go()
        self._lay(start)
        self.at_gallery = False
        panel = self.solver_panel
        for forget in (panel.cancel, panel.refuse, panel.unlock, self.play_panel.forget):
            forget()
        self.photos.put_away()
        self.offer_kept()
        self.tell()

    @property
    def text(self) -> str:
        return self._texts[self._at]

    @property
    def strokes(self) -> Sequence[frozenset[Place]]:
        """The places of what was drawn and not undone, the newest first."""
        return self._strokes[self._at : 0 : -1]

    @property
    def saved(self) -> bool:
        """Whether the disk holds the text, as far as the studio knows."""
        return self._held and not self.disk.differs

    @property
    def _held(self) -> bool:
        """Whether nothing was drawn since the studio last read or wrote the file."""
        return self.disk.held == self.text.encode()

    @property
    def drawn(self) -> bool:
        """Whether there is something here that nobody has saved, or that the file has no more."""
        return not self.saved and (self.disk.held is not None or self._at > 0)

    def heed_files(self) -> None:
        """Let nothing that is written from here on be more readable than a file that was on the desk."""
        for found in self._files_read:
            files.heed(found)

    def keep_unsaved(self) -> None:
        """Put what is drawn and not saved on the disk, beside the file; once it is saved, that is deleted."""
        self.heed_files()
        try:
            if self.drawn:
                first = self.disk.unsaved is None
                self.disk.keep(self.text.encode())
                if first and self.disk.held is None:  # else it is found by the file that it lies beside
                    recent.note(self.path, self.document.map.game.name)
            else:
                self.disk.let_go()
        except (FileTrouble, OSError) as error:
            if self._unkept != str(error):
                self._unkept = str(error)
                why = error.said if isinstance(error, FileTrouble) else Name(str(error))
                self._elsewhere = joined([message("What you drew is not saved, and cannot be kept."), why], "\n"), None
                self.tell()
        else:
            self._unkept = ""

    def offer_kept(self) -> Sequence[Path]:
        """Offer the drawings beside the file that studios before this one have not saved; returns where they are."""
        for path in self.disk.kept():
            with suppress(FileTrouble, UnreadableMap):
                self._offers = [*self._offers, (path, self._found_in(files.read_bytes(str(path))))]
        return [path for path, document in self._offers if document.text != self.text]

    @property
    def _offer(self) -> tuple[Path, Document] | None:
        """The drawing beside the file that is offered, the latest one first; one like what is drawn here is none."""
        return next((offer for offer in reversed(self._offers) if offer[1].text != self.text), None)

    def _found_in(self, data: bytes) -> Document:
        """The document in the bytes of a file, which may be of another game if they name it; raises UnreadableMap."""
        return maps.read(data, self.path.name, game="" if _NAMES_A_GAME.search(data) else self.game)

    # What people do

    def draw(self, gesture: Gesture) -> None:
        """Do what a gesture says; raises BadStroke."""
        self.go_on_with(edited(self.document, gesture))

    def write(self, text: str) -> None:
        """Go on with another text, as one step of undo; raises UnreadableMap, and then nothing has changed."""
        self.go_on_with(self.read(text))

    def go_on_with(self, now: Document) -> None:
        """Go on with another document, as one step of undo; with the same text nothing changes."""
        if now.text == self.text:
            return
        text, before, self.document = now.text, self.document.map, now
        alike = before.game.name == now.map.game.name and before.params.grid == now.map.params.grid
        changed = frozenset(fact.place for fact in before.facts ^ now.map.facts) if alike else frozenset[Place]()
        self._strokes = [*self._strokes[: self._at + 1], changed][-MOST_TEXTS:]
        self._texts = [*self._texts[: self._at + 1], text][-MOST_TEXTS:]
        self._at = len(self._texts) - 1
        self.tell()

    def undo(self) -> None:
        self._go(max(0, self._at - 1))

    def redo(self) -> None:
        self._go(min(len(self._texts) - 1, self._at + 1))

    def _go(self, at: int) -> None:
        if at != self._at:
            self._at = at
            self.document = self.read(self.text)
            self.tell()

    def save(self, *, anyway: bool = False) -> Message:
        """Save the text; returns why it is not saved, where somebody else has changed the file, else nothing.

        Raises FileTrouble where the file cannot be read or written.
        """
        asks = self.disk.save(self.text.encode(), anyway=anyway)
        if not asks:
            self._elsewhere = NOTHING, None
            self.tell()
        return asks

    def ask(self, what: str) -> None:
        """Ask the solver; raises BadStroke."""
        self.solver_panel.ask(what, self.document, self.document.map.game.name, self.language, self.strokes)

    # What others do

    def look(self) -> None:
        """See what has become of the file on the disk.

        An edit made elsewhere is one step of undo where nothing here is unsaved. Else the page asks whether to take it.
        """
        if not self.disk.touched():
            return
        before, self._elsewhere = (self._elsewhere, self.saved), (NOTHING, None)
        try:
            now = self.disk.now()
        except FileTrouble as error:
            self._elsewhere = error.said, None
        else:
            if now == self.text.encode():
                self.disk.hold(now)
            elif now is None and self.disk.held is not None:
                self._elsewhere = sentences(GONE, message("Save writes it again.")), None
            elif now is not None and now != self.disk.held:
                self._elsewhere = self._found(now)
        if before != (self._elsewhere, self.saved):
            self.tell()

    def _found(self, now: bytes) -> tuple[Message, Document | None]:
        """What to tell of other bytes on the disk, and the map in them that can be taken; without a word it is."""
        try:
            document = self._found_in(now)
        except UnreadableMap as error:
            unread = sentences(CHANGED, message("It cannot be read now, and the map here stays as it was."))
            return joined([unread, error.said], "\n"), None
        if not self._held:
            return sentences(CHANGED, message("What you drew here is not saved."), UNDO_LEADS_BACK), document
        self.disk.hold(now)
        self.go_on_with(document)
        return NOTHING, None

    def take(self) -> None:
        """Go on with the map that somebody else has saved, as one step of undo."""
        (said, document), offer = self._elsewhere, self._offer
        if document is not None:
            self._elsewhere = NOTHING, None
            self.disk.hold(document.text.encode())
            self.go_on_with(document)
        elif offer is not None and not said:
            self._offers = [each for each in self._offers if each is not offer]
            with suppress(OSError):  # such as where it is gone by now
                self.disk.go_on_keeping(offer[0], offer[1].text.encode())
            self.go_on_with(offer[1])

    def leave(self) -> None:
        """Go on without what somebody else has done to the file, or without the drawing that is offered."""
        if not self._elsewhere[0]:
            self._offers = [offer for offer in self._offers if offer is not self._offer]
        self._elsewhere = NOTHING, None
        self.tell()

    def follow_play(self, read: Document, shown: Scene) -> None:
        """Let the panel of play report on the map of a scene."""
        self.play_panel.follow(read, legal=not shown["faults"], game=read.map.game.name, language=self.language)

    def tell(self) -> None:
        self.version += 1
        for callback in self.changed:
            callback()

    def tell_game(self) -> None:
        """Tell that the game at the table has changed; how often it does so is secret from a player alone at it."""
        if self.sitting is not None and self.sitting.alone:
            for callback in self.played:
                callback()
        else:
            self.tell()

    @property
    def advised(self) -> bool:
        """Whether the advice is that on the map as it is drawn now."""
        return self._advised[0] is self.document

    def advise(self, document: Document, found: Mapping[str, Any]) -> None:
        """Show the advice on a map and what would allow it, if people have not drawn on meanwhile."""
        if document is self.document:
            before, self._advised = self._advised[1], (document, found)
            if before != self._advised[1]:
                self.tell()

    # What pages see

    @property
    def moment(self) -> tuple[int, Scene]:
        """The version, and what pages see of the game then."""
        phones = self.phones.shown if self.phones is not None else {}
        return self.version, {**view(self.sitting), "offered": self.offered, **phones}

    @property
    def _picture(self) -> Scene:
        """The scene of the document, which is worked out once: the solver and the locks change nothing in it."""
        read, shown = self._shown
        if read is not self.document:
            shown = scene(self.document, self.language, begun_blank=self._begun_blank)
            shown = {**shown, "tools": [*shown["tools"], *lock_tools(shown["tools"], self.language)]}
            shown["head"] = fields(self.document, self.language)
            shown["new"] = self._begun_blank and not self.document.map.facts
            shown["seating"] = seating(self.document.map, self.language)
            self._shown = self.document, shown
            self.pictured(self.document, shown)
        return shown

    def changes_since(self, version: int, moment: tuple[int, Scene] | None = None) -> Mapping[str, Any]:
        """What has changed since a version of the scene; all of it where that version is not kept.

        It may be asked in a thread, with the `moment` of the loop.
        """
        now, of_game = moment or self.moment
        if of_game["alone"]:  # the drawing may be the map of that game
            self._scenes[now] = {"first": self.first, **of_game}
        if now not in self._scenes:
            offer = self._offer
            said, other = self._elsewhere
            if not said and offer:
                it_is_in = message("It is in {file}.", files.printable_name(offer[0].name))
                said, other = sentences(OFFERED, it_is_in), offer[1]
            state = {
                "file": files.printable_name(self.path.name),
                "saved": self.saved,
                "drawn": self.drawn,
                "text": self.text,
                "first": self.first,
                "gallery": self.at_gallery and self._at == 0,
                "elsewhere": {"said": translated(said, self.language), "take": other is not None},
                "undo": self._at > 0,
                "clip": self.clip.for_page if self.clip else None,
                "redo": self._at < len(self._texts) - 1,
                **self._advised[1],
            }
            picture = self._picture
            working = {
                **self.solver_panel.panel(self.document, self.language),
                **self.play_panel.panel(),
                **self.photos.panel(self.document, self.language),
            }
            self._scenes[now] = {**picture, **state, **working, **of_game}
        while len(self._scenes) > KEPT_SCENES:
            self._scenes.popitem(last=False)
        return {"version": now, **changes(self._scenes.get(version, {}), self._scenes[now])}
