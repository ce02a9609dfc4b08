"""What a page may ask for: an action for each thing that people do.

An action takes the desk and what the page sent with its name. What it returns goes back to that page, beside what has
changed in the scene. A panel that can do more adds its actions to `ACTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mapkit.files import FileTrouble
from mapkit.mapfile.text import UnreadableMap
from mapkit.settings import BadSetting
from mapkit.studio.desk import Desk
from mapkit.studio.edits import Gesture
from mapkit.studio.tools import Refused

Action = Callable[[Desk, Mapping[str, Any]], Mapping[str, Any]]


def draw(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Draw with a `tool` along a `path`, the names of spots."""
    path = sent.get("path", ())
    desk.draw(Gesture(str(sent.get("tool", "")), tuple(map(str, path)) if isinstance(path, list) else ()))
    return {}


def undo(desk: Desk, _: Mapping[str, Any]) -> Mapping[str, Any]:
    """Go back by a step."""
    desk.undo()
    return {}


def redo(desk: Desk, _: Mapping[str, Any]) -> Mapping[str, Any]:
    """Go on by a step that was undone."""
    desk.redo()
    return {}


def save(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Save the file; `asks` says why it was not saved, and with `anyway` it is."""
    asks = desk.save(anyway=sent.get("anyway") is True)
    return {"asks": asks} if asks else {"said": f"Saved as {desk.path}"}


ACTIONS: Mapping[str, Action] = {"draw": draw, "undo": undo, "redo": redo, "save": save}
"""The actions by their names."""


def act(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer to what a page sent: the name of an action as `do`, what it takes, and the version `seen`.

    A page that asks for something that cannot be done gets a sentence as `refused`.
    """
    action, seen = ACTIONS.get(str(sent.get("do"))), sent.get("seen")
    answer: Mapping[str, Any] = {"refused": "The studio does not know that action; load the page again."}
    if action is not None:
        try:
            answer = action(desk, sent)
        except (Refused, UnreadableMap, FileTrouble, BadSetting) as error:
            answer = {"refused": str(error)}
        except OSError as error:
            answer = {"refused": f"{desk.path.name}: {error.strerror or error}"}
    return {**desk.seen(seen if isinstance(seen, int) else 0), **answer}
