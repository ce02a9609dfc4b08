"""What a page may ask for: an action for each thing that people do.

An action takes the desk and what the page sent with its name. What it returns goes back to that page, beside what has
changed in the scene. A panel that can do more adds its actions to `ACTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mapkit.games import maps
from mapkit.language.translation import translated
from mapkit.mapfile import share_code, writer
from mapkit.mapfile.drawing import UnwritableMap
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.errors import Problem
from mapkit.model.files import FileTrouble
from mapkit.model.settings import BadSetting
from mapkit.solve import legality
from mapkit.studio import photos, table
from mapkit.studio.clips import cleared, copied, pasted
from mapkit.studio.desk import Desk
from mapkit.studio.disk import CHANGED, GONE
from mapkit.studio.edits import Gesture, new_faults, spots_named, tool_there
from mapkit.studio.settings_panel import WrongFields, changed, mirrored, turned
from mapkit.studio.solver_panel import LOCKS
from mapkit.studio.tools import BadStroke

MOST_CHARACTERS = 2 * share_code.MOST
"""The most characters of a link that are looked at."""
INSTEAD = {
    CHANGED: "Save what is drawn here in its place? A backup of the other is kept.",
    GONE: "Save what is drawn here under its name?",
}
"""What a person who saves is asked, by what has become of the file."""
Action = Callable[[Desk, Mapping[str, Any]], Mapping[str, Any] | None]
"""It returns None where there is nothing to answer."""


def draw(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Draw with a `tool` along a `path`, the names of spots; `how` is `fill` to fill a region.

    A stroke that is `careful` and would bring faults is not drawn: `foreseen` tells of these.
    """
    gesture = _gesture(sent)
    if gesture.tool in LOCKS:
        desk.solver_panel.lock(desk.document.map, gesture.path)
        return {}
    told = foresee(desk, sent) if sent.get("careful") is True else {}
    if not told.get("foreseen"):
        desk.draw(gesture)
    return told


def _gesture(sent: Mapping[str, Any]) -> Gesture:
    return Gesture(str(sent.get("tool", "")), _names(sent, "path"), str(sent.get("how", "stroke")))


def _names(sent: Mapping[str, Any], key: str) -> tuple[str, ...]:
    names = sent.get(key, ())
    return tuple(map(str, names)) if isinstance(names, list) else ()


def foresee(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Tell in `foreseen` which faults a stroke would bring, and change nothing."""
    found = new_faults(desk.document, _gesture(sent))
    told = ((fault.rule.number, fault.sentence, fault.found) for fault in found)
    return {"foreseen": [" ".join(translated(words, desk.language) for words in message if words) for message in told]}


def pick(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Tell in `picked` the tool of what is on the first spot of `path` that bears something."""
    spots = spots_named(desk.document.map, _names(sent, "path"))
    return {"picked": tool_there(desk.document.map, spots, str(sent.get("tool", "")))}


def copy(desk: Desk, sent: Mapping[str, Any]) -> None:
    desk.clip = copied(desk.document.map, _names(sent, "cells"))
    desk.tell()


def clear(desk: Desk, sent: Mapping[str, Any]) -> None:
    desk.go_on_with(cleared(desk.document, _names(sent, "cells")))


def cut(desk: Desk, sent: Mapping[str, Any]) -> None:
    copy(desk, sent)
    clear(desk, sent)


def paste(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Paste what was copied, with its first cell `at` a cell; what does not fit is said."""
    if desk.clip is None:
        raise BadStroke("nothing is copied yet; select cells and copy them first")
    now, left_out = pasted(desk.document, desk.clip, str(sent.get("at", "")))
    desk.go_on_with(now)
    told = [translated(sentence, desk.language) for sentence in ("Not all of it fits.", *left_out)]
    return {"said": " ".join(told) if left_out else ""}


def save(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Save the file; `asks` says why it was not saved and what would be done, and with `anyway` it is saved."""
    asks = desk.save(anyway=sent.get("anyway") is True)
    if asks:
        return {"asks": " ".join(translated(text, desk.language) for text in (asks, INSTEAD[asks]))}
    return {"said": f"Saved as {desk.path}"}


def write(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Go on with a `text` that was typed; one that cannot be read changes nothing, and `problems` say what is wrong."""
    try:
        typed = str(sent.get("text", "")).encode(errors="replace").decode()
        ends = "\r\n" if "\r\n" in desk.text else "\n"  # the lines of a text in a page all end alike
        desk.write(typed.replace("\r\n", "\n").replace("\n", ends))
    except UnreadableMap as error:
        found = [problem._replace(message=translated(problem.message, desk.language)) for problem in error.problems]
        for fault in legality.check_rest(error.rest.map, error.rest.unread) if error.rest else ():
            line, column = error.rest.spot(fault.place)
            said = (translated(words, desk.language) for words in (fault.sentence, fault.found) if words)
            found.append(Problem(line, column, " ".join(said)))
        return {"problems": [place._asdict() for place in found]}
    return {"problems": []}


def change_head(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Change `values` of the title, the preset, the size and the settings; `wrong` has a sentence for each field."""
    values = sent.get("values")
    try:
        given = {str(name): str(value) for name, value in values.items()} if isinstance(values, dict) else {}
        desk.go_on_with(changed(desk.document, given))
    except WrongFields as error:
        return {"wrong": error.sentences}
    return {"wrong": {}}


def ask(desk: Desk, sent: Mapping[str, Any]) -> None:
    """Ask the solver for `what`: repair, complete or generate. What it answers comes into the scene."""
    desk.solver_panel.ask(str(sent.get("what")), desk.document, desk.document.map.game.name)


def choose(desk: Desk, sent: Mapping[str, Any]) -> None:
    chosen = sent.get("chosen")
    desk.solver_panel.choose([each for each in chosen if isinstance(each, int)] if isinstance(chosen, list) else [])


def accept(desk: Desk, _: Mapping[str, Any]) -> None:
    """Go on with the edits that are ticked, as one step of undo."""
    now = desk.solver_panel.accepted(desk.document)
    desk.solver_panel.refuse()
    desk.go_on_with(now)


def take(desk: Desk, sent: Mapping[str, Any]) -> None:
    """Go on with one of the maps to choose from, by its `number`."""
    number = sent.get("number")
    desk.go_on_with(desk.solver_panel.taken(desk.document, number if isinstance(number, int) else -1))


def open_code(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Go on with the map in a share `code`, or in a link that ends with one, as one step of undo."""
    given = str(sent.get("code", ""))[:MOST_CHARACTERS].strip().rpartition("#")[2]
    data = given.encode(errors="replace")
    if not share_code.is_code(data):
        raise BadStroke("this is no share code; one begins like treasures:1")
    desk.write(writer.show(maps.read(data, "share code").map))
    return {"said": "This is the map of the share code. Undo leads back to yours."}


_ALONE = (draw, save, ask, choose, accept, take, foresee, pick, copy, cut, clear, paste, open_code, write, change_head)
_OF_SEATS: Mapping[str, Action] = {
    "free_seat": lambda desk, sent: desk.phones.free(str(sent.get("name"))) if desk.phones else None,
    "let_in": lambda desk, sent: desk.phones.let_in(str(sent.get("name"))) if desk.phones else None,
}
"""Free the seat of the player `name` for another phone, or give it to the phone that waits for it."""
ACTIONS: Mapping[str, Action] = {
    **{action.__name__: action for action in (*_ALONE, *table.ACTIONS)},
    **photos.ACTIONS,
    **_OF_SEATS,
    "undo": lambda desk, _: desk.undo(),
    "redo": lambda desk, _: desk.redo(),
    "unlock": lambda desk, _: desk.solver_panel.unlock(),
    "cancel": lambda desk, _: desk.solver_panel.cancel(),
    "refuse": lambda desk, _: desk.solver_panel.refuse(),
    "mirror": lambda desk, _: desk.go_on_with(mirrored(desk.document)),
    "turn": lambda desk, _: desk.go_on_with(turned(desk.document)),
    "share": lambda desk, _: {"code": share_code.show(desk.document.map)},
    "take_elsewhere": lambda desk, _: desk.take(),
    "leave_elsewhere": lambda desk, _: desk.leave(),
}
OF_THE_GAME = frozenset((*(action.__name__ for action in table.IN_A_GAME), *_OF_SEATS))
"""The actions that change a game that is on, in which phones speak, too."""


def act(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer to what a page sent, with what has changed since the version `seen`."""
    answer = acted(desk, sent)
    return {**desk.changes_since(version_seen(sent)), **answer}


def version_seen(sent: Mapping[str, Any]) -> int:
    """The version that a page shows; 0 for none."""
    seen = sent.get("seen")
    return seen if isinstance(seen, int) else 0


def acted(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer to what a page sent: the name of an action as `do`, and what it takes.

    A page that asks for something that cannot be done gets a sentence as `refused`.
    """
    action = ACTIONS.get(str(sent.get("do")))
    answer: Mapping[str, Any] = {"refused": "The studio does not know that action; load the page again."}
    if action is not None:
        try:
            answer = action(desk, sent) or {}
        except (BadStroke, UnreadableMap, UnwritableMap, FileTrouble, BadSetting) as error:
            answer = {"refused": str(error)}
        except OSError as error:
            answer = {"refused": f"{desk.path.name}: {error.strerror or error}"}
    return {name: translated(part, desk.language) if isinstance(part, str) else part for name, part in answer.items()}
