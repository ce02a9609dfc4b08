"""The panel of the solver: what it does for the people at the desk, what it offers, and what they have locked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from secrets import token_hex
from typing import Any, NamedTuple, get_args

from mapkit.language.catalogue import ENGLISH
from mapkit.language.wording import translated
from mapkit.mapfile.document import Document
from mapkit.model.grid import Place, cell_of
from mapkit.model.letters import names
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, listed, message, noun, sentences
from mapkit.model.rule import Facts
from mapkit.solve import legality
from mapkit.solve.edits import Edit
from mapkit.solve.intent import OLD
from mapkit.studio.edits import in_a_sentence, redrawn, with_facts
from mapkit.studio.places import is_flat, spot_name, spot_named
from mapkit.studio.scene import picture_changes
from mapkit.studio.settings_panel import changed
from mapkit.studio.solver_jobs import (
    SKETCHES,
    Answer,
    FoundMap,
    NoMap,
    SolverStep,
    SolverTask,
    What,
    answers,
    locked_places,
    ready,
)
from mapkit.studio.tools import BadStroke
from mapkit.studio.worker import Trade, Worker

NEW_MAPS = ("alike", "generate")
"""What leads to maps to choose from."""
STALE = message("The map has changed since it was asked for, so this answer is for another map.")
ENDED = message(
    "The process of the solver has ended, perhaps because memory ran out. Try again, or take a smaller board."
)
SOLVER: Trade[SolverTask, Answer] = Trade(ready, answers, NoMap(ENDED))
LOCKS = {"lock cells": noun("lock cells"), "lock borders": noun("lock borders")}


class Offer(NamedTuple):
    """Edits that a person may accept."""

    task: SolverTask
    found: FoundMap
    chosen: tuple[int, ...]


def _places(edits: Sequence[Edit], chosen: Iterable[int]) -> set[Place]:
    return {place for number in chosen for place in edits[number].places}


def together(edits: Sequence[Edit], chosen: Collection[int]) -> tuple[int, ...]:
    """The chosen edits, with those that share a place with them, or a listing such as that of the starts."""
    found = {number for number in chosen if 0 <= number < len(edits)}
    while True:
        places, keys = _places(edits, found), {edits[number].key for number in found} - {""}
        more = {at for at, edit in enumerate(edits) if edit.key in keys or not places.isdisjoint(edit.places)} | found
        if more == found:
            return tuple(sorted(found))
        found = more


def can_choose(drawn: Facts, found: FoundMap) -> bool:
    """Whether single edits can be told apart: each change belongs to the places of one of them."""
    places = _places(found.edits, range(len(found.edits)))
    return len(found.edits) > 1 and all(fact.place in places for fact in drawn ^ found.facts)


def with_edits(drawn: Facts, found: FoundMap, chosen: Collection[int]) -> Facts:
    if len(chosen) == len(found.edits):
        return found.facts
    places = _places(found.edits, chosen)
    kept = (fact for fact in drawn if fact.place not in places)
    return frozenset((*kept, *(fact for fact in found.facts if fact.place in places)))


def lock_tools(others: Sequence[Mapping[str, Any]], language: str) -> list[dict[str, Any]]:
    """The tools that lock, beside the others of a map: one for cells, and one for borders where others aim at them."""
    told = {"heading": translated(message("Locks"), language), "sample": "", "fills": False}
    return [
        {**told, "name": name, "sign": sign, "words": translated(thing, language), "aims": aims}
        for (name, thing), aims, sign in zip(LOCKS.items(), ("cells", "borders"), "▣┃", strict=True)
        if any(tool["aims"] == aims for tool in others)
    ]


class SolverPanel:
    """The worker of a desk, its task, and its offers."""

    def __init__(self, tell: Callable[[], None], soon: Callable[[Callable[[], None]], object]) -> None:
        """`tell` says that something has changed; `soon` calls a function where the desk may be changed."""
        self._tell = tell
        self.worker: Worker[SolverTask, Answer] = Worker(SOLVER, self._hear, soon)
        self.step, self.failed = NOTHING, NOTHING
        self.offer: Offer | None = None
        self.sketches: tuple[FoundMap, ...] = ()
        self._sketched, self._sketched_from = "", dict[str, Any]()
        self._series = ""
        self.locked: tuple[str, ...] = ()
        self._accepted: Mapping[Place, Facts] = {}
        """Where a part of an offer was accepted, with what came there; it stays while the rest is worked out."""

    # Locks

    def lock(self, map_: Map[Any], path: Sequence[str]) -> None:
        """Lock the spots of a stroke; one that begins on a locked spot unlocks them. Raises BadStroke."""
        names = [spot_name(spot) for name in path if (spot := spot_named(name, map_.params.grid)) is not None]
        if names and names[0] in self.locked:
            self.locked = tuple(name for name in self.locked if name not in names)
        else:
            kept = [spot_name(place) for place in locked_places(map_, tuple(names))]
            if not kept:
                raise BadStroke(message("nothing is drawn there yet, so there is nothing to lock"))
            self.locked = tuple(dict.fromkeys((*self.locked, *sorted(kept))))
        self._tell()

    def unlock(self) -> None:
        self.locked = ()
        self._tell()

    # The task

    def ask(
        self,
        what: str,
        read: Document,
        game: str = "",
        language: str = ENGLISH,
        strokes: Sequence[frozenset[Place]] = (),
    ) -> None:
        """Ask for something; raises BadStroke for what nobody knows, and while the solver works."""
        known: tuple[What, ...] = get_args(What)
        asked = next((each for each in known if each == what), None)
        if asked is None:
            raise BadStroke(message("ask for one of {names}", names(known)))
        if self.worker.task is not None:
            raise BadStroke(message("the solver is at work; cancel that first"))
        task = SolverTask(asked, read.text, read.name, game, self.locked, token_hex(4), language)
        stay = (spot_name(place) for place, facts in self._accepted.items() if facts == _facts_at(read.map, place))
        task = task._replace(accepted=tuple(stay), strokes=tuple(strokes[:OLD]))
        self.step, self.failed, self.offer, self.sketches = NOTHING, NOTHING, None, ()
        if what in NEW_MAPS:
            self._sketched, self._sketched_from, self._series = what, _asked_of(read.map, what), task.seed
        self.worker.ask(task)
        self._tell()

    def cancel(self) -> None:
        """End the task; what was found so far stays. Without a task, nothing happens."""
        if self.worker.cancel():
            self._tell()

    def _hear(self, answer: Answer | None) -> None:
        task = self.worker.task
        match answer:
            case SolverStep(words):
                self.step = words
            case NoMap(words):
                self.failed = words
            case FoundMap() if task and task.what in NEW_MAPS:
                self.sketches = (*self.sketches, answer)
            case FoundMap() if task:
                self.offer = Offer(task, answer, tuple(range(len(answer.edits))))
        self._tell()

    # Offers

    def choose(self, chosen: Collection[int]) -> None:
        """Tick these edits, and those that belong to them."""
        if self.offer is not None:
            self.offer = self.offer._replace(chosen=together(self.offer.found.edits, chosen))
            self._tell()

    def accepted(self, read: Document, alone: int | None = None) -> tuple[Document, str]:
        """The document with the ticked edits, or with one `alone`, and what to ask for where faults are left.

        The offer is put aside. Raises BadStroke.
        """
        if self.offer is None:
            raise BadStroke(message("there are no edits to accept"))
        if read.text != self.offer.task.text:
            raise BadStroke(sentences(STALE, message("Ask again.")))
        if alone is not None:
            self.offer = self.offer._replace(chosen=together(self.offer.found.edits, [alone]))
        task, found, chosen = self.offer
        if not chosen or (len(chosen) < len(found.edits) and not can_choose(read.map.facts, found)):
            raise BadStroke(message("there are no edits to accept"))
        becomes = self._offered(read.map)
        now, stay = redrawn(read, becomes), self._accepted
        self.refuse()
        if not _wrong(becomes):
            return now, ""
        self._accepted = {**stay, **{place: _facts_at(now.map, place) for place in _places(found.edits, chosen)}}
        return now, task.what

    def refuse(self) -> None:
        """Put the offer aside, and what went wrong."""
        self.offer, self.failed, self.sketches, self._accepted = None, NOTHING, (), {}
        self._tell()

    def taken(self, read: Document, number: int) -> tuple[Document, Message]:
        """The document with one of the maps to choose from, and what to tell of its settings; raises BadStroke."""
        if not 0 <= number < len(self.sketches):
            raise BadStroke(message("that map is not there any more; generate again"))
        if self._sketches_are_stale(read):
            why = message("the settings or what is locked have changed since these maps were made; generate again")
            raise BadStroke(why)
        found = self.sketches[number]
        now = changed(read, dict(found.values)) if found.values else read
        said = listed([Name(f"{name} = {value}") for name, value in found.values])
        return redrawn(now, with_facts(now.map, found.facts)), message(
            "These settings follow the drawing now: {settings}.", said
        ) if said else NOTHING

    def _offered(self, map_: Map[Any]) -> Map[Any]:
        assert self.offer is not None
        return with_facts(map_, with_edits(map_.facts, self.offer.found, self.offer.chosen))

    def _sketches_are_stale(self, read: Document) -> bool:
        """Whether the maps to choose from are for other settings, or change what is locked now."""
        locked = locked_places(read.map, self.locked)
        others = {fact.place for found in self.sketches[:1] for fact in found.facts ^ read.map.facts}
        return self._sketched_from != _asked_of(read.map, self._sketched) or not locked.isdisjoint(others)

    # What pages see

    def panel(self, read: Document, language: str = ENGLISH) -> dict[str, Any]:
        shown = locked_places(read.map, self.locked)
        return {
            "locked": sorted(spot_name(place) for place in shown if is_flat(place)),
            "work": {
                "what": self.worker.task.what if self.worker.task else "",
                "step": translated(self.step, language),
                "failed": translated(self.failed, language).splitlines(),
                "of": SKETCHES,
                "series": self._series,
                "sketches": [found.seed for found in self.sketches],
                "old": bool(self.sketches) and self._sketches_are_stale(read),
            },
            "offer": self._shown(read, language),
        }

    def _shown(self, read: Document, language: str) -> Mapping[str, Any] | None:
        if self.offer is None:
            return None
        task, found, chosen = self.offer
        places = ((place if is_flat(place) else cell_of(place) for place in edit.places) for edit in found.edits)
        spots = (list(dict.fromkeys(map(spot_name, flat))) for flat in places)
        words = (translated(edit.words, language) for edit in found.edits)
        keys = (edit.key for edit in found.edits)
        told = {
            "what": task.what,
            "words": translated(found.words, language).splitlines(),
            "edits": [
                {"words": said, "spots": there, "key": key} for said, there, key in zip(words, spots, keys, strict=True)
            ],
            "chosen": chosen,
        }
        if read.text != task.text:
            return {**told, "stale": translated(STALE, language)}
        becomes = self._offered(read.map)
        return {
            **told,
            "stale": "",
            "choose": can_choose(read.map.facts, found),
            "wrong": translated(_wrong(becomes), language),
            **picture_changes(read.map, becomes, language),
        }


def _facts_at(map_: Map[Any], place: Place) -> Facts:
    return frozenset(fact for fact in map_.facts if fact.place == place)


def _asked_of(map_: Map[Any], what: str) -> dict[str, Any]:
    """The board, and the settings that a new map has to keep, without those that are taken from the drawing."""
    if what == "alike":
        return {"grid": map_.params.grid}
    asked = (field.name for field in fields(map_.params) if field.name not in map_.drawn_settings)
    return {name: getattr(map_.params, name) for name in asked}


def _wrong(map_: Map[Any]) -> Message:
    """The first fault of a map in words; empty for a legal one."""
    found = legality.check(map_)
    return in_a_sentence(found[0]) if found else NOTHING
