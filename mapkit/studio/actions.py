"""What a page may ask for: an action for each thing that people do.

An action takes the desk and what the page sent with its name. What it returns goes back to that page, beside what has
changed in the scene. A panel that can do more adds its actions to `ACTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from typing import Any

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.wording import translated
from mapkit.mapfile import share_code, writer
from mapkit.mapfile.drawing import UnwritableMap
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.errors import Problem
from mapkit.model.files import BadLog, FileTrouble, printable_name
from mapkit.model.message import Message, Name, message, sentences
from mapkit.model.settings import BadSetting, seed_of, yes_or_no
from mapkit.solve import legality
from mapkit.studio import session
from mapkit.studio.clips import cleared, copied, pasted
from mapkit.studio.desk import Desk
from mapkit.studio.disk import CHANGED, GONE
from mapkit.studio.edits import Gesture, in_a_sentence, new_faults, spots_named, tool_there
from mapkit.studio.photo_jobs import PhotoTask, What
from mapkit.studio.photos import MOST_NAME
from mapkit.studio.session import Sitting
from mapkit.studio.settings_panel import WrongFields, changed, mirrored, turned
from mapkit.studio.solver_panel import LOCKS
from mapkit.studio.table import answered
from mapkit.studio.tools import BadStroke

MOST_GAMES = 8
INSTEAD = {
    CHANGED: message("Save what is drawn here in its place? A backup of the other is kept."),
    GONE: message("Save what is drawn here under its name?"),
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
    return {"foreseen": [translated(in_a_sentence(fault), desk.language) for fault in found]}


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
        raise BadStroke(message("nothing is copied yet; select cells and copy them first"))
    now, left_out = pasted(desk.document, desk.clip, str(sent.get("at", "")))
    desk.go_on_with(now)
    return {"said": sentences(message("Not all of it fits."), *left_out) if left_out else ""}


def save(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Save the file; `asks` says why it was not saved and what would be done, and with `anyway` it is saved."""
    asks = desk.save(anyway=sent.get("anyway") is True)
    if asks:
        return {"asks": sentences(asks, INSTEAD[asks])}
    return {"said": message("Saved as {file}", Name(str(desk.path)))}


def write(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Go on with a `text` that was typed; one that cannot be read changes nothing, and `problems` say what is wrong."""
    try:
        typed = str(sent.get("text", "")).encode(errors="replace").decode()
        ends = "\r\n" if "\r\n" in desk.text else "\n"  # the lines of a text in a page all end alike
        desk.write(typed.replace("\r\n", "\n").replace("\n", ends))
    except UnreadableMap as error:
        faults = legality.check_rest(error.rest.map, error.rest.unread) if error.rest else ()
        at = [(*error.rest.spot(each.place), sentences(each.sentence, each.found)) for each in faults]
        found = [*error.problems, *(Problem(*each) for each in at)]
        return {"problems": [{**of._asdict(), "message": translated(of.message, desk.language)} for of in found]}
    return {"problems": []}


def change_head(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Change `values` of the title, the preset, the size and the settings; `wrong` has a sentence for each field."""
    values = sent.get("values")
    try:
        given = {str(name): str(value) for name, value in values.items()} if isinstance(values, dict) else {}
        desk.go_on_with(changed(desk.document, given))
    except WrongFields as error:
        return {"wrong": {name: translated(why, desk.language) for name, why in error.sentences.items()}}
    return {"wrong": {}}


def ask(desk: Desk, sent: Mapping[str, Any]) -> None:
    """Ask the solver for `what`: repair, complete or generate. What it answers comes into the scene."""
    desk.solver_panel.ask(str(sent.get("what")), desk.document, desk.document.map.game.name, desk.language)


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
    """Go on with the map in a share `code`, alone, in a link or among words, as one step of undo."""
    data = str(sent.get("code", "")).encode(errors="replace")
    if not share_code.is_code(data):
        raise BadStroke(message("this is no share code; one begins like treasures:1"))
    desk.write(writer.show(maps.read(data, translated(message("share code"), desk.language)).map))
    return {"said": message("This is the map of the share code. Undo leads back to yours.")}


# --- a game at the table ------------------------------------------------------------------------------------------


def table_begin(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Begin a game on the map of the desk: `names`, `options` by their names, and a `seed`, empty for a fresh one."""
    _refuse_second(desk)
    drawn = desk.document.map
    if legality.check(drawn):
        raise BadStroke(message("the map has faults, so nobody can play it yet; repair them first"))
    typed, given = sent.get("names"), sent.get("options")
    names = [*filter(None, (" ".join(str(name).split()) for name in typed))] if isinstance(typed, list) else []
    options = {str(key): str(value).strip() for key, value in given.items()} if isinstance(given, dict) else {}
    options = {key: word if (word := yes_or_no(value)) in ("yes", "no") else value for key, value in options.items()}
    seed = seed_of(str(sent.get("seed") or "") or None)
    _sit(desk, session.begin(drawn, names, options, seed, desk.language))
    advice = legality.advise_players(drawn, len(names))
    return {"said": sentences(*(fault.sentence for fault in advice))} if advice else {}


def table_resume(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Go on with a saved game by its id, or with a log by its path, as `name`."""
    _refuse_second(desk)
    try:
        found = session.resume(str(sent.get("name", "")), desk.language)
    except BadLog as error:
        raise BadStroke(error.said) from None
    _sit(desk, found)
    torn = message("the last line of the log was torn off while it was written; nobody heard it, and it is dropped")
    return {"said": torn} if found.match.torn_line else {}


def table_games(desk: Desk, _: Mapping[str, Any]) -> Mapping[str, Any]:
    """The saved games that go on, the last played first, as `games`."""
    found = islice(session.kept(), MOST_GAMES)
    return {
        "games": [
            {
                "name": entry.id,
                "game": translated(GAMES[entry.game].title, desk.language) if entry.game in GAMES else entry.game,
                "players": entry.players,
                "turn": entry.turn,
                "when": entry.when,
            }
            for entry in found
        ]
    }


def table_say(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Carry out a directive, `words`; the answer says why not, where it is refused."""
    sitting = _at_table(desk)
    refused = sitting.say(str(sent.get("words", "")))
    return answered(sitting, (refused,) if refused is not None else ())


def table_hear(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Answer a `line` that the game master typed, as `mapkit play --gm` does.

    For a word that takes thought the answer has it as `thought`, and the page asks for that in another way.
    """
    sitting, line = _at_table(desk), str(sent.get("line", ""))
    if word := sitting.thought(line):
        return {"answer": [], "thought": word}
    if asides := sitting.asides(line):
        told = asides.values()
        return {"answer": [{"words": each, "refused": False, "aloud": False, "to": [*each.to]} for each in told]}
    return answered(sitting, sitting.hear(line))


def table_correct(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Carry out a correction by the game master, `words`."""
    sitting, words = _at_table(desk), str(sent.get("words", ""))
    own_word = f"{sitting.phrases.word('gm')} "  # in the language of the table
    return answered(sitting, sitting.hear(f"gm {words.removeprefix(own_word).removeprefix('gm ')}"))


def table_undo(desk: Desk, _: Mapping[str, Any]) -> Mapping[str, Any]:
    """Take back the last directive or ruling."""
    sitting = _at_table(desk)
    return {} if sitting.undo() else {"refused": sitting.phrases.tell("nothing-back")}


def table_redo(desk: Desk, _: Mapping[str, Any]) -> Mapping[str, Any]:
    """Bring back the directive or ruling that was taken back last."""
    sitting = _at_table(desk)
    return {} if sitting.redo() else {"refused": sitting.phrases.tell("nothing-forth")}


def table_close(desk: Desk, _: Mapping[str, Any]) -> Mapping[str, Any]:
    """Close the table; the game is saved, and goes on here or by `mapkit play --resume`."""
    sitting, desk.sitting = _at_table(desk), None
    sitting.close()
    desk.tell()
    tell, name = sitting.phrases.tell, printable_name(sitting.name)
    return {"said": f"{tell('saved')} {tell('status-kept', words=name)}", "resume": name}


def _sit(desk: Desk, sitting: Sitting) -> None:
    desk.sitting = sitting
    sitting.changed.append(desk.tell)
    desk.tell()


def _refuse_second(desk: Desk) -> None:
    if desk.sitting is not None:
        raise BadStroke(message("a game is at the table already; close that one first"))


def _at_table(desk: Desk) -> Sitting:
    if desk.sitting is None:
        raise BadStroke(message("no game is at the table; begin one first"))
    return desk.sitting


# --- photos ------------------------------------------------------------------------------------------------------


def _ask_of_photos(what: What, desk: Desk, sent: Mapping[str, Any]) -> None:
    game, size = (str(sent.get(name, ""))[:MOST_NAME] for name in ("game", "size"))
    given = sent.get("corners") if what == "place" else []
    if what == "place" and not (isinstance(given, list) and len(given) == 4 and all(map(_is_point, given))):
        raise BadStroke(message("point at the four corners of the board"))
    corners = tuple((float(x), float(y)) for x, y in given or ())
    desk.photos.ask(PhotoTask(what, desk.photos.photos, game, size, corners, desk.language))


def _is_point(given: object) -> bool:
    """Whether a page sent a point: two numbers from 0 to 1, parts of the width and the height of a photo."""
    return (
        isinstance(given, list)
        and len(given) == 2
        and all(type(number) in (int, float) and 0 <= number <= 1 for number in given)  # `true` is no number
    )


def _settle_doubt(desk: Desk, sent: Mapping[str, Any]) -> None:
    number = sent.get("number")
    number = number if isinstance(number, int) else -1
    desk.go_on_with(desk.photos.settled(desk.document, str(sent.get("spot")), number, desk.language))


# --- all of them -------------------------------------------------------------------------------------------------

_ALONE = (draw, save, ask, choose, accept, take, foresee, pick, copy, cut, clear, paste, open_code, write, change_head)
_IN_A_GAME = (table_say, table_hear, table_correct, table_undo, table_redo, table_close)
_OF_SEATS: Mapping[str, Action] = {
    "free_seat": lambda desk, sent: desk.phones.free(str(sent.get("name"))) if desk.phones else None,
    "let_in": lambda desk, sent: desk.phones.let_in(str(sent.get("name"))) if desk.phones else None,
}
"""Free the seat of the player `name` for another phone, or give it to the phone that waits for it."""
ACTIONS: Mapping[str, Action] = {
    **{action.__name__: action for action in (*_ALONE, table_begin, table_resume, table_games, *_IN_A_GAME)},
    "photo_look": partial(_ask_of_photos, "look"),
    "photo_read": partial(_ask_of_photos, "read"),
    "photo_place": partial(_ask_of_photos, "place"),
    "photo_find": partial(_ask_of_photos, "find"),
    "photo_settle": _settle_doubt,
    "photo_cancel": lambda desk, _: desk.photos.cancel(),
    "photo_back": lambda desk, _: desk.photos.back(),
    "photo_away": lambda desk, _: desk.photos.put_away(),
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
"""What a page may ask for, by its name.

With photos it may look at the first one, so that people can point at the corners of its board; read all of them; read a
board of a `game` and a `size` whose four `corners` are shares of the width and height of the photo, or look for such a
board; and settle the doubt on a `spot` by its reading with that `number`.
"""
OF_THE_GAME = frozenset((*(action.__name__ for action in _IN_A_GAME), *_OF_SEATS))
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
    answer: Mapping[str, Any] = {"refused": message("The studio does not know that action; load the page again.")}
    if action is not None:
        try:
            answer = action(desk, sent) or {}
        except (BadStroke, UnreadableMap, UnwritableMap, FileTrouble, BadSetting) as error:
            answer = {"refused": error.said}
        except OSError as error:
            answer = {"refused": message("{file}: {why}", Name(desk.path.name), Name(error.strerror or str(error)))}
    return {
        name: translated(part, desk.language) if isinstance(part, Message) else part for name, part in answer.items()
    }
