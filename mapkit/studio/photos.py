"""Photos in the studio: a worker reads them, they lie under the drawing, and people settle their doubts with clicks.

The drawing is the truth here, too: its text tells which doubts are open, so that strokes settle them and undo opens
them again. A photo lies under a drawing as long as most of what was read in it stands there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from secrets import token_hex
from typing import Any

from mapkit.language.catalogue import ENGLISH
from mapkit.language.wording import translated
from mapkit.mapfile.document import Document
from mapkit.model.files import MOST_PICTURE_BYTES, printable_name
from mapkit.model.grid import Border, sides
from mapkit.model.message import NOTHING, Message, Name, clauses, message
from mapkit.model.version import added_by, has
from mapkit.studio.photo_jobs import (
    Answer,
    NoReading,
    Photo,
    PhotoDrawing,
    PhotoTask,
    Picture,
    UprightPhoto,
    answers,
    ready,
)
from mapkit.studio.photo_review import Excluded, Review, lies_under, review_of
from mapkit.studio.places import spot_name
from mapkit.studio.tools import BadStroke
from mapkit.studio.worker import Trade, Worker

MOST_PHOTOS, MOST_TOGETHER = 16, 2 * MOST_PICTURE_BYTES
"""How many photos are kept at a time, and how many bytes they may have together."""
ENDED = message(
    "The process that reads photos has ended, perhaps because memory ran out. Try again, or make the photo smaller."
)
READER: Trade[PhotoTask, Answer] = Trade(ready, answers, NoReading(ENDED))
MOST_NAME = 60
"""The most letters of a photo's name."""


@cache
def missing() -> Message:
    """Why photos cannot be read here, and how to get what reads them; empty where they can. It loads no library."""
    return NOTHING if has("photos") else message("reading photos needs an extra library: {line}", added_by("photos"))


class Photos:
    """The photos of a desk, the worker that reads them, and what was read."""

    def __init__(
        self, tell: Callable[[], None], soon: Callable[[Callable[[], None]], object], write: Callable[[str], None]
    ) -> None:
        """`tell` says that something has changed; `soon` calls a function where the desk may be changed.

        `write` goes on with another text of a map file.
        """
        self._tell, self._write = tell, write
        self.worker: Worker[PhotoTask, Answer] = Worker(READER, self._hear, soon)
        self.photos: tuple[Photo, ...] = ()
        self.failed = NOTHING
        self.seen_photo: UprightPhoto | None = None
        self.review: Review | None = None
        self._series = ""
        self._excluded: tuple[Document | None, Excluded] = None, {}

    # Photos

    def add(self, name: str, data: bytes, *, first: bool) -> None:
        """Keep a photo that was sent; the `first` one takes the place of those before. Raises BadStroke."""
        if why := missing():
            raise BadStroke(why)
        kept = () if first else self.photos
        name, size = Name(printable_name(name)[-MOST_NAME:]), MOST_TOGETHER >> 20
        if len(kept) >= MOST_PHOTOS:
            many = message("{name}: at most {number} photos are taken at a time", name, MOST_PHOTOS)
            raise BadStroke(clauses(many, message("leave some of them out")))
        if sum(len(photo.data) for photo in kept) + len(data) > MOST_TOGETHER:
            much = message("{name}: all photos together have more than {number} MiB; make them smaller", name, size)
            raise BadStroke(much)
        self.cancel()
        self.photos, self.failed, self.seen_photo = (*kept, Photo(name, data)), NOTHING, None
        self.worker.begin()
        self._tell()

    def ask(self, task: PhotoTask) -> None:
        """Let the worker do something with the photos that are kept; raises BadStroke where there are none."""
        if not task.photos:
            raise BadStroke(message("no photo is here; choose one first"))
        if self.worker.task is not None:
            raise BadStroke(message("photos are being read; cancel that first"))
        if task.what != "read" and len(task.photos) > 1:
            there = message("{number} photos of paper without marks", len(task.photos))
            raise BadStroke(clauses(there, message("it is read from one photo that shows the whole board")))
        self.failed = NOTHING
        self.worker.ask(task)
        self._tell()

    def cancel(self) -> None:
        """End what the worker does; without a task, nothing happens."""
        if self.worker.cancel():
            self._tell()

    def back(self) -> None:
        """Forget what went wrong, and the photo that people pointed at; what was read before stays."""
        self.failed, self.seen_photo = NOTHING, None
        self._tell()

    def put_away(self) -> None:
        """Forget the photos, and what was read in them; the drawing stays."""
        self.photos, self.failed, self.seen_photo, self.review = (), NOTHING, None, None
        self.worker.end()
        self._tell()

    def _hear(self, answer: Answer | None) -> None:
        match answer:
            case None if self.seen_photo is None:
                self.worker.end()  # it holds hundreds of MB, and begins anew in a second
            case NoReading(words):
                self.failed = words
            case UprightPhoto():
                self.seen_photo, self._series = answer, token_hex(4)
            case PhotoDrawing():
                self._series, self.seen_photo = token_hex(4), None
                self.review = review_of(answer)
                self._write(answer.text)
        self._tell()

    def picture(self, series: str, number: int) -> Picture | None:
        """The picture of a page, counted from 1, or of the photo itself as 0; None where it is not there any more."""
        pages = self.review.drawn.pages if self.review else ()
        found = [self.seen_photo.picture if self.seen_photo else None, *(page.picture for page in pages)]
        return found[number] if series == self._series and 0 <= number < len(found) else None

    # Doubts

    def settled(self, read: Document, spot: str, number: int, language: str = ENGLISH) -> Document:
        """The document after the doubt on a spot is settled by one of its readings; raises BadStroke."""
        doubts = self.review.doubts(read) if self.review else ()
        doubt = next((each for each in doubts if spot_name(each.place) == spot), None)
        if self.review is None or doubt is None or not 0 <= number < len(doubt.ways):
            raise BadStroke(message("that place is settled already"))
        return self.review.settled(read, doubt, doubt.ways[number], language)

    def to_rule_out(self, read: Document) -> Callable[[Document], Excluded] | None:
        """What tells which readings the rules exclude; None where no doubt is open, or it was asked already."""
        if self.review is None or self._excluded[0] is read or not self.review.doubts(read):
            return None
        return self.review.excluded

    def rule_out(self, read: Document, found: Excluded) -> None:
        before, self._excluded = self._excluded, (read, found)
        if before[1] != found:
            self._tell()

    # What pages see

    def panel(self, read: Document, language: str) -> dict[str, Any]:
        review, looked, task = self.review, self.seen_photo, self.worker.task
        out, grid = self._excluded[1] if self._excluded[0] is read else {}, read.map.params.grid
        lies = review is not None and lies_under(review, read.map)
        doubts = [
            {
                "spot": spot_name(doubt.place),
                # a border's two cells, for boards whose borders cannot be pointed at
                "between": [*filter(None, sides(grid, doubt.place))] if isinstance(doubt.place, Border) else [],
                "words": translated(doubt.words, language),
                "page": doubt.spot.page,
                "box": doubt.spot.box,
                "ways": [
                    {
                        "sign": way.word if isinstance(doubt.place, str) else "",
                        "words": translated(way.means, language),
                        "out": way.word in out.get(doubt.place, ()),
                    }
                    for way in doubt.ways
                ],
            }
            for doubt in (review.doubts(read) if review else ())
        ]
        return {
            "photo": {
                "missing": translated(missing(), language),
                "most": MOST_PICTURE_BYTES,
                "names": [photo.name for photo in self.photos],
                "read": review is not None,
                "doing": task.what if task else "",
                "failed": translated(self.failed, language).splitlines(),
                "series": self._series,
                "looked": [looked.picture.width, looked.picture.height] if looked else None,
                "games": [(name, translated(title, language)) for name, title in looked.games] if looked else [],
                "game": read.map.game.name,
                "size": str(read.map.params.grid),
                "corners": review.drawn.corners if review else (),
                "sure": review.drawn.sure if review else 0,
                "lies": lies,
                "pages": [
                    {"width": page.picture.width, "height": page.picture.height, "anchors": page.anchors}
                    for page in (review.drawn.pages if review and lies else ())
                ],
                "of": review.of if review else 0,
                "doubts": doubts,
            }
        }
