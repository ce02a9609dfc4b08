"""What a page may ask for: an action for each thing that people do.

An action takes the desk and what the page sent with its name. What it returns goes back to that page, beside what has
changed in the scene. A panel that can do more adds its actions to `ACTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.wording import translated
from mapkit.mapfile import share_code, writer
from mapkit.mapfile.drawing import UnwritableMap
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import files, symmetry
from mapkit.model.errors import Problem
from mapkit.model.file_kinds import is_log, is_picture
from mapkit.model.files import BadLog, FileTrouble, printable_name
from mapkit.model.game import Game, table_of
from mapkit.model.grid import Board
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, message, sentences
from mapkit.model.presets import NoSuchPreset
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.model.settings import BadSetting, seed_of, yes_or_no
from mapkit.model.symmetry import Symmetry
from mapkit.solve import legality, search
from mapkit.studio import clips, opening, recent, session
from mapkit.studio.clips import Moved, cleared, copied, pasted
from mapkit.studio.desk import Desk
from mapkit.studio.disk import CHANGED, GONE
from mapkit.studio.edits import Gesture, in_a_sentence, new_faults, spots_named, tool_there
from mapkit.studio.opening import DeskStart
from mapkit.studio.phones import qr_code
from mapkit.studio.photo_jobs import PhotoTask, What
from mapkit.studio.photos import MOST_NAME
from mapkit.studio.recent import RecentFile
from mapkit.studio.session import Sitting
from mapkit.studio.settings_panel import WrongFields, changed, map_reshaped
from mapkit.studio.solver_panel import LOCKS
from mapkit.studio.table import answered, kinds_in_words, with_machines
from mapkit.studio.tools import BadStroke
from mapkit.table import match, saved_games

MOST_GAMES = 8
MOST_IN_SQUARE = 600
"""The most characters of a QR code: its modules are then three pixels of a page wide, which phones read."""
NO_COPY = message("nothing is copied yet; select cells and copy them first")
INSTEAD = {
    CHANGED: message("Save what is drawn here in its place? A backup of the other is kept."),
    GONE: message("Save what is drawn here under its name?"),
}
"""What a person who saves is asked, by what has become of the file."""
PLAYS_ALONE = message("Somebody plays alone at this screen, and the drawing is hidden. Close the table first.")
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
        raise BadStroke(NO_COPY)
    now, left_out = pasted(desk.document, desk.clip, str(sent.get("at", "")))
    desk.go_on_with(now)
    return {"said": _told(left_out)}


def _told(left_out: Sequence[Message]) -> Message | str:
    return sentences(message("Not all of it fits."), *left_out) if left_out else ""


def move(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Move `cells` by the way that leads `from` a cell `to` another; `cells` of the answer are where they lie then."""
    start, end = (str(sent.get(key, "")) for key in ("from", "to"))
    return _moved(desk, clips.moved(desk.document, _names(sent, "cells"), start, end))


def _reshape(how: Callable[[Board], Symmetry], desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Mirror or turn the `cells`, or what was copied where `copy` is true; without cells the whole map."""
    if sent.get("copy") is True:
        if desk.clip is None:
            raise BadStroke(NO_COPY)
        desk.clip = desk.clip.reshaped(how)
        desk.tell()
        return {}
    if names := _names(sent, "cells"):
        return _moved(desk, clips.reshaped(desk.document, names, how))
    desk.go_on_with(map_reshaped(desk.document, how))
    return {}


def _moved(desk: Desk, part: Moved) -> Mapping[str, Any]:
    desk.go_on_with(part.document)
    return {"cells": part.cells, "said": _told(part.left)}


def save(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Save the file; `asks` says why it was not saved and what would be done, and with `anyway` it is saved."""
    asks = desk.save(anyway=sent.get("anyway") is True)
    if asks:
        return {"asks": sentences(asks, INSTEAD[asks])}
    recent.note(desk.path, desk.document.map.game.name)
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
    """Ask the solver for `what`: repair, complete, alike or generate. What it answers comes into the scene."""
    desk.ask(str(sent.get("what")))


def choose(desk: Desk, sent: Mapping[str, Any]) -> None:
    chosen = sent.get("chosen")
    desk.solver_panel.choose([each for each in chosen if isinstance(each, int)] if isinstance(chosen, list) else [])


def accept(desk: Desk, sent: Mapping[str, Any]) -> None:
    """Go on with the edits that are ticked, or with the `edit` of this number, as one step of undo.

    Where that leaves a fault, the rest is worked out again, and what was accepted stays as it is.
    """
    alone = sent.get("edit")
    now, what = desk.solver_panel.accepted(desk.document, alone if isinstance(alone, int) else None)
    desk.go_on_with(now)
    if what:
        desk.ask(what)


def take(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Go on with one of the maps to choose from, by its `number`; settings that have to follow it are said."""
    number = sent.get("number")
    now, said = desk.solver_panel.taken(desk.document, number if isinstance(number, int) else -1)
    desk.go_on_with(now)
    return {"said": said}


def share(desk: Desk, _: Mapping[str, Any]) -> Mapping[str, Any]:
    """The share `code`, and as a `square` its QR code, where that is small enough for phones."""
    code = share_code.show(desk.document.map)
    return {"code": code, "square": qr_code(code) if len(code) <= MOST_IN_SQUARE else None}


# --- other files -------------------------------------------------------------------------------------------------


def gallery(desk: Desk, _: Mapping[str, Any]) -> Mapping[str, Any]:
    """What one can begin with: the `choices` of games, and the `recent` files."""
    games = [{"name": each.name, "title": translated(each.title, desk.language)} for each in GAMES.values()]
    here = desk.path.absolute() if desk.disk.held is None else None  # it is on the page, and no file yet
    listed = (each for each in recent.recent_files() if each.path != here or each.kept)
    shown = [each.shown(desk.language) for each in listed]
    return {"choices": games, "recent": shown}


def new(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Begin a map of a `game`; with `generate`, ask the solver for some at once."""
    game = maps.game_named(str(sent.get("game")))
    answer = _gone_to(desk, _blank(desk, game), sent)
    if answer.get("opened") and sent.get("generate") is True:
        desk.ask("generate")
    return answer


def _blank(desk: Desk, game: Game[Any], path: Path | None = None) -> DeskStart:
    text = writer.blank(game, maps.params(game, "default", None, {}), "default", in_words=desk.in_words)
    return opening.blank_start(text, game.name, path)


def open_recent(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Open a recent file by its `sign`; of one that was never saved, the drawing that was kept."""
    found = _recent_file(sent)
    if files.is_file(str(found.path)) or not found.kept or found.game not in GAMES:
        return _gone_to(desk, opening.recent_start(found), sent)
    answer = _gone_to(desk, _blank(desk, maps.game_named(found.game), found.path), sent)
    if answer.get("opened"):
        desk.take()
    return answer


def _recent_file(sent: Mapping[str, Any]) -> RecentFile:
    found = next((each for each in recent.recent_files() if each.sign == str(sent.get("sign"))), None)
    if found is None:
        raise BadStroke(message("that file is not in the list any more; open it by dropping it on the page"))
    return found


def forget_recent(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Take a file off the list of recent files, by its `sign`."""
    recent.forget(_recent_file(sent))
    return gallery(desk, sent)


def open_brought(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Open what somebody brings: a `text`, such as a share code, or the `data` of a file with its `name`.

    What it is shows in its contents. A photo is not opened here: the answer says `is_photo`. A drawing that may be of
    several games opens with a `game`; without one the answer says `which` there are.
    """
    brought = sent.get("data")
    data = brought if isinstance(brought, bytes) else str(sent.get("text", "")).encode(errors="replace")
    name, game = str(sent.get("name", "")), maps.game_named(str(sent["game"])).name if sent.get("game") else ""
    if is_picture(data):
        return {"is_photo": True}
    if is_log(data):
        _refuse_second(desk)
        desk.offered = _of_log(lambda: saved_games.take_in(saved_games.games_folder(), data, printable_name(name)))
        desk.tell()
        return {}
    shown = name or translated(message("what was pasted"), desk.language)
    if not game and (able := opening.games_of_drawing(data, shown)) is not None:
        if len(able) > 1:
            return {"which": [(each, translated(GAMES[each].title, desk.language)) for each in able]}
        game = able[0] if able else desk.document.map.game.name
    folders = (Path(), Path(files.OUTPUT), desk.path.parent, *(each.path.parent for each in recent.recent_files()))
    return _gone_to(desk, opening.brought_start(data, shown, game, folders), sent)


def _gone_to(desk: Desk, start: DeskStart, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Go on with another file; `ask_unsaved` says what would be lost, until it is to be `save`d or thrown `away`."""
    _refuse_second(desk)
    unsaved = sent.get("unsaved")
    if desk.drawn and unsaved == "save":
        save(desk, {})
        if desk.drawn:
            raise BadStroke(
                message("{file} is not saved, since another program has changed it; save it first", _name(desk))
            )
    elif desk.drawn and unsaved != "away":
        return {"ask_unsaved": message("What you drew in {file} is not saved.", _name(desk))}
    elif desk.disk.held is None and not (entry := RecentFile(desk.path.absolute(), "", "")).kept:
        recent.forget(entry)
    desk.open(start)
    desk.offered = ""
    if start.held is not None:
        recent.note(start.path, desk.document.map.game.name)
    return {"opened": True, "said": start.said}


def _name(desk: Desk) -> Name:
    return printable_name(desk.path.name)


# --- a game at the table ------------------------------------------------------------------------------------------


def table_begin(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Begin a game on the map of the desk, or on a `fresh` one that nobody has seen, of a `preset` or like the drawing.

    It takes `names`, the `kinds` of those who are machines, `options` by their names, and a `seed`, empty for a fresh
    one. With `alone` the only person plays at this screen, and the drawing is hidden.
    """
    _refuse_second(desk)
    seed = seed_of(str(sent.get("seed") or "") or None)
    drawn = desk.document.map
    if sent.get("fresh") is True:
        drawn = _unseen(drawn, str(sent.get("preset", "")), seed)
    if legality.check(drawn):
        raise BadStroke(message("the map has faults, so nobody can play it yet; repair them first"))
    typed, given = _names(sent, "names"), sent.get("options")
    options = {str(key): str(value).strip() for key, value in given.items()} if isinstance(given, dict) else {}
    options = {key: word if (word := yes_or_no(value)) in ("yes", "no") else value for key, value in options.items()}
    names, bots = with_machines(drawn, typed, _names(sent, "kinds"), desk.language)
    found = session.begin(drawn, names, options, seed, desk.language, bots, for_one=sent.get("alone") is True)
    advice = legality.advise_players(drawn, len(names))
    told = {"said": sentences(*(fault.sentence for fault in advice))} if advice else {}
    return {**_sit(desk, found), **told}


def _unseen(drawn: Map[Any], preset: str, seed: str) -> Map[Any]:
    """A fresh map of a preset, or with the settings of another map; raises BadStroke."""
    try:
        if preset:
            return maps.generate(drawn.game, seed, preset=preset)
        return search.generate_from(drawn.game, drawn.as_usual.params, drawn.preset, seed)
    except (NoSuchMap, NoSuchPreset, SolverGaveUp) as failure:
        none = message("Found no such map: {why}.", failure.said)
        raise BadStroke(sentences(none, message("Try another preset, or change the settings."))) from None


def table_again(desk: Desk, _: Mapping[str, Any]) -> Mapping[str, Any]:
    """After a game, let the same players begin another on a fresh map with the same settings."""
    before, seed = _at_table(desk), seed_of(None)
    if before.mover:
        raise BadStroke(message("the game is not over yet; play it to its end, or close the table"))
    played, begun = before.match.map, before.match.begun
    of_cells = [key.partition("=")[0] for key in table_of(played.game).seating.starts if '="' in key]  # of that map
    options = {key: value for key, value in begun.options.items() if key not in of_cells}
    bots = [f"{name}={kind}" for name, kind in before.bots.items()]
    drawn = _unseen(played, "", seed)
    found = session.begin(drawn, before.names, options, seed, desk.language, bots, for_one=bool(before.alone))
    before.close()
    return _sit(desk, found)


def table_look(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """The players of a saved game, whose id or path is `name`, and the machines that may sit there."""
    found = _of_log(lambda: session.look(str(sent.get("name", ""))))
    kinds, title = kinds_in_words(found.map, desk.language), translated(found.map.game.title, desk.language)
    name = match.resume_name(found)
    return {"looked": {"name": name, "game": title, "players": found.in_order, "turn": found.mover, "kinds": kinds}}


def table_resume(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Go on with a saved game by its id, or with a log by its path, as `name`.

    It takes all `names`, the `kinds` of those who are machines, and `alone`, as `table_begin` does.
    """
    _refuse_second(desk)
    name, (_, bots) = str(sent.get("name", "")), with_machines(None, _names(sent, "names"), _names(sent, "kinds"))
    alone = sent.get("alone") is True
    found = _of_log(lambda: session.resume(name, desk.language, bots, for_one=alone))
    seated = _sit(desk, found)
    torn = message("the last line of the log was torn off while it was written; nobody heard it, and it is dropped")
    return {**seated, "said": torn} if found.match.torn_line else seated


def table_games(desk: Desk, _: Mapping[str, Any]) -> Mapping[str, Any]:
    """The saved games that go on, the last played first, as `games`."""
    games = (game for game in saved_games.latest_games(saved_games.games_folder()) if not game.over)
    return {
        "games": [
            {
                "name": entry.id,
                "game": translated(GAMES[entry.game].title, desk.language) if entry.game in GAMES else entry.game,
                "players": entry.players,
                "turn": entry.turn,
                "when": entry.when,
            }
            for entry in islice(games, MOST_GAMES)
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


def table_hurry(desk: Desk, _: Mapping[str, Any]) -> None:
    """Let machines go on without a pause until it is a person's turn, also where they have stopped."""
    _at_table(desk).hurry()


def table_reveal(desk: Desk, _: Mapping[str, Any]) -> None:
    """Let players see the map and everybody's path after the game."""
    _at_table(desk).reveal()


def table_close(desk: Desk, _: Mapping[str, Any]) -> Mapping[str, Any]:
    """Close the table; the game is saved, and goes on here or by `mapkit play --resume`."""
    sitting, desk.sitting = _at_table(desk), None
    sitting.close()
    desk.tell()
    tell, name = sitting.phrases.tell, printable_name(sitting.name)
    return {"said": f"{tell('saved')} {tell('status-kept', words=name)}", "resume": name}


def _sit(desk: Desk, sitting: Sitting) -> Mapping[str, Any]:
    """Sit down to a game; the answer tells as `seated` who plays in it, so that the page remembers."""
    desk.sitting, desk.offered = sitting, ""
    sitting.changed.append(desk.tell_game)
    desk.tell()
    kinds = [sitting.bots.get(name, "") for name in sitting.names]
    return {"seated": {"name": sitting.name, "names": sitting.names, "kinds": kinds, "alone": bool(sitting.alone)}}


T = TypeVar("T")


def _of_log(read: Callable[[], T]) -> T:
    try:
        return read()
    except BadLog as error:
        raise BadStroke(error.said) from None


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

_ALONE = (draw, save, ask, choose, accept, take, foresee, pick, share, write, change_head)
_PARTS = (copy, cut, clear, paste, move)
_FILES = (gallery, new, open_recent, forget_recent, open_brought)
_TABLES = (table_begin, table_again, table_look, table_resume, table_games)
_IN_A_GAME = (table_say, table_hear, table_correct, table_undo, table_redo, table_hurry, table_reveal, table_close)
_OF_ONE = ("table_undo", "table_redo", "table_hurry", "table_close", "table_again")
"""What the page of a player who plays alone may ask for; all else could show what is secret from them."""
_OF_SEATS: Mapping[str, Action] = {
    "free_seat": lambda desk, sent: desk.phones.free(str(sent.get("name"))) if desk.phones else None,
    "let_in": lambda desk, sent: desk.phones.let_in(str(sent.get("name"))) if desk.phones else None,
}
"""Free the seat of the player `name` for another phone, or give it to the phone that waits for it."""
ACTIONS: Mapping[str, Action] = {
    **{action.__name__: action for action in (*_ALONE, *_PARTS, *_FILES, *_TABLES, *_IN_A_GAME)},
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
    "play_from": lambda desk, sent: desk.play_panel.look_from(str(sent.get("start", ""))),
    "play_even": lambda desk, _: desk.write(desk.play_panel.even()),
    "play_games": lambda desk, _: desk.play_panel.play(),
    "play_cancel": lambda desk, _: desk.play_panel.cancel(),
    "mirror": partial(_reshape, symmetry.mirrored),
    "turn": partial(_reshape, symmetry.turned),
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
    name = str(sent.get("do"))
    action = ACTIONS.get(name)
    answer: Mapping[str, Any] = {"refused": message("The studio does not know that action; load the page again.")}
    if desk.sitting is not None and desk.sitting.alone and name not in _OF_ONE:
        answer = {"refused": PLAYS_ALONE}
    elif action is not None:
        desk.heed_files()
        try:
            answer = action(desk, sent) or {}
        except (BadStroke, WrongFields, UnreadableMap, UnwritableMap, FileTrouble, BadSetting) as error:
            answer = {"refused": error.said}
        except OSError as error:
            answer = {"refused": message("{file}: {why}", Name(desk.path.name), Name(error.strerror or str(error)))}
    return {
        name: translated(part, desk.language) if isinstance(part, Message) else part for name, part in answer.items()
    }
