"""The table of the studio: what the game master's page shows of a sitting, and what it may ask for.

The page shows what `view` gives, and nothing in it names a game: seats, options, words, boards and corrections come
from the records of the game. All of it is for the game master alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from mapkit.games.shelf import GAMES
from mapkit.language.translation import translated
from mapkit.model.files import BadLog, printable_name
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.model.settings import seed_of, yes_or_no
from mapkit.solve import legality
from mapkit.studio import session
from mapkit.studio.scene import pictured
from mapkit.studio.session import Sitting
from mapkit.studio.tools import BadStroke
from mapkit.table.history import CONCLUDED
from mapkit.table.voice import Line, LineKind

if TYPE_CHECKING:
    from mapkit.studio.desk import Desk

MANY = 12
"""From so many ways of one form on, the page folds their buttons away."""
MOST_TOLD = 300
"""The most lines of the record that the page shows."""
MOST_GAMES = 8
"""The most saved games that are offered."""
_LETTERS = 3
"""The most letters on a token."""
_A_CELL = re.compile(r"[a-z]+[0-9]+(?:/[0-9]+)?")
_AN_OPTION = re.compile(r"""([\w-]+)=("?)(.*?)"?""")


# --- before a game -----------------------------------------------------------------------------------------------


def seating(map_: Map[Any], language: str) -> Mapping[str, Any] | None:
    """What people agree on before a game of a map; None where the game has no referee."""
    if map_.game.table is None:
        return None
    seats = map_.game.table.seating
    starts = [(found, words) for key, words in seats.starts.items() if (found := _AN_OPTION.fullmatch(key))]
    concluded = CONCLUDED if map_.game.table.evidence is not None else {}
    options = {**seats.options, **{key: words for key, (value, words) in concluded.items() if value == "yes"}}
    numbers = {key: said for key, said in concluded.items() if key not in options}
    return {
        "seats": list(seats.seat_names(map_)),
        "least": seats.player_count(map_),
        "options": [{"name": key, "words": translated(words, language)} for key, words in options.items()],
        "numbers": [
            {"name": key, "example": value, "words": translated(words, language)}
            for key, (value, words) in numbers.items()
        ],
        "starts": [
            {"name": found[1], "example": found[3], "typed": bool(found[2]), "words": translated(words, language)}
            for found, words in starts
        ],
    }


# --- a game ------------------------------------------------------------------------------------------------------


def view(sitting: Sitting | None) -> dict[str, Any]:
    """What the page shows of a sitting; `table` is None where there is none."""
    if sitting is None:
        return {"table": None, "table_told": [], "table_board": None}
    match, told = sitting.match, sitting.record[-MOST_TOLD:]
    latest = match.latest_directive
    last, number = (latest.ruling, latest.number) if latest else (match.opening, 0)
    situation, phrases = sitting.match.situation, sitting.phrases
    return {
        "table": {
            "name": printable_name(sitting.name),
            "game": translated(match.map.game.title, sitting.phrases.language),
            "title": match.map.title,
            "players": sitting.names,
            "mover": sitting.mover,
            "winners": sitting.winners,
            "private": sitting.private,
            "deduced": match.table.evidence is not None,
            "turns": sitting.turns,
            "hints": sitting.hints.left(sitting.mover) if sitting.hints.most and sitting.mover else None,
            "secret": match.secret,
            "asks": sitting.turn,
            "ways": list(_groups(sitting, match.map.params.grid.cells())),
            "joins": match.table.seating.speech.joined,
            "asides": [
                f"{name}: {sitting.phrases.word(aside)}"
                for aside in match.table.screen.asides
                for name in sitting.names
            ],
            "undo": bool(latest),
            "redo": bool(match.redoable_directives),
            "event": sitting.record[-1].event,
            "seal": match.seal,
            "notes": [sitting.phrases.note(note) for note in last.notes] if number == sitting.record[-1].event else [],
            "situation": {
                "heads": [phrases.tell("player"), phrases.tell("cell"), *map(phrases.word, situation.heads)],
                "rows": [[row[0], row[1] or "-", *map(phrases.word, row[2:])] for row in situation.rows],
                "things": [f"{phrases.word(what)} {cell}" for what, cell in situation.things],
                "notes": [phrases.note(note) for note in situation.notes],
            },
            "tokens": list(_tokens(sitting)),
            "corrections": [correction.removeprefix(_gm(sitting)) for correction in sitting.corrections],
            "ending": list(sitting.ending),
        },
        "table_told": [
            {
                "number": line.number,
                "event": line.event,
                "said": line.said,
                "words": line.words,
                "to": [] if line.hearers == sitting.names else line.hearers,  # for whom it is, where it is not for all
            }
            for line in told
        ],
        "table_board": pictured(match.board, sitting.phrases.language),
    }


def _gm(sitting: Sitting) -> str:
    """The word before corrections, in the language of the table."""
    return f"{sitting.phrases.word('gm')} "


def _groups(sitting: Sitting, cells: Collection[Cell]) -> Iterator[Mapping[str, Any]]:
    """What may be said now, in groups of one form: `shoot left` and `shoot right`, `a1h` and `c3h`, and the others.

    Where all of a group begin with one word, that is its `head`, and each has what follows as its `short` form.
    """
    word, known = sitting.phrases.word, frozenset(cells)
    firsts = [way.partition(" ")[0] for way in sitting.ways]
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for way, first in zip(sitting.ways, firsts, strict=True):
        found = next((each for each in _A_CELL.finditer(way) if each[0] in known), None)
        headed = not found and firsts.count(first) > 1 and first != way
        form = f"{way[: found.start()]}#{way[found.end() :]}" if found else first if headed else ""
        short = word(way.partition(" ")[2]) if headed else ""
        cell = found[0] if found else ""
        groups.setdefault(form, []).append({"say": way, "words": word(way), "short": short, "cell": cell})
    for form, ways in groups.items():
        yield {"many": len(ways) > MANY, "head": word(form) if ways[0]["short"] else "", "ways": ways}


def _tokens(sitting: Sitting) -> Iterator[Mapping[str, Any]]:
    """What stands on the board beside what is drawn there: players by their seats, and things."""
    board, situation, word = sitting.match.board, sitting.match.situation, sitting.phrases.word
    cells, kinds = frozenset(board.params.grid.cells()), board.kinds
    others = [*dict.fromkeys(word(what) for what, _ in situation.things), *sitting.names]

    def placed(cell: str) -> str:
        return cell if cell in cells else f"{cell}/1" if f"{cell}/1" in cells else ""

    for name, cell, *_ in situation.rows:
        holds = word(situation.holds.get(name, ""))
        words = f"{name} ({holds})" if holds else name
        seat = sitting.names.index(name) if name in sitting.names else -1
        yield {"words": words, "sign": _sign(name, sitting.names), "cell": placed(cell), "seat": seat}
    for what, cell in situation.things:
        if kinds.get(placed(cell), "").casefold() != what.casefold():
            sign = _sign(word(what), others).capitalize()
            yield {"words": word(what), "sign": sign, "cell": placed(cell), "seat": -1}


def _sign(name: str, names: Sequence[str]) -> str:
    """The fewest first letters of a name that tell it from the others."""
    others = [each.casefold() for each in names if each != name]
    fits = (end for end in range(1, _LETTERS) if not any(other.startswith(name[:end].casefold()) for other in others))
    return name[: next(fits, _LETTERS)]


# --- what the page asks for --------------------------------------------------------------------------------------


def table_begin(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Begin a game on the map of the desk: `names`, `options` by their names, and a `seed`, empty for a fresh one."""
    _refuse_second(desk)
    drawn = desk.document.map
    if legality.check(drawn):
        raise BadStroke("the map has faults, so nobody can play it yet; repair them first")
    typed, given = sent.get("names"), sent.get("options")
    names = [*filter(None, (" ".join(str(name).split()) for name in typed))] if isinstance(typed, list) else []
    options = {str(key): str(value).strip() for key, value in given.items()} if isinstance(given, dict) else {}
    options = {key: word if (word := yes_or_no(value)) in ("yes", "no") else value for key, value in options.items()}
    seed = seed_of(str(sent.get("seed") or "") or None)
    _sit(desk, session.begin(drawn, names, options, seed, desk.language))
    advice = legality.advise_players(drawn, len(names))
    return {"said": " ".join(fault.sentence for fault in advice)} if advice else {}


def table_resume(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Go on with a saved game by its id, or with a log by its path, as `name`."""
    _refuse_second(desk)
    try:
        found = session.resume(str(sent.get("name", "")), desk.language)
    except BadLog as error:
        raise BadStroke(str(error)) from None
    _sit(desk, found)
    torn = "the last line of the log was torn off while it was written; nobody heard it, and it is dropped"
    return {"said": torn} if found.match.torn_line else {}


def table_games(desk: Desk, _: Mapping[str, Any]) -> Mapping[str, Any]:
    """The saved games that go on, the last played first, as `games`."""
    found = islice(session.kept(), MOST_GAMES)
    return {
        "games": [
            {
                "name": entry.id,
                "game": translated(GAMES[entry.game].title if entry.game in GAMES else entry.game, desk.language),
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
        told = [(words, [name] if sitting.private else []) for name, words in asides.items()]
        return {"answer": [{"words": words, "refused": False, "aloud": False, "to": to} for words, to in told]}
    return answered(sitting, sitting.hear(line))


def table_correct(desk: Desk, sent: Mapping[str, Any]) -> Mapping[str, Any]:
    """Carry out a correction by the game master, `words`."""
    sitting, words = _at_table(desk), str(sent.get("words", ""))
    return answered(sitting, sitting.hear(f"gm {words.removeprefix(_gm(sitting)).removeprefix('gm ')}"))


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
        raise BadStroke("a game is at the table already; close that one first")


def _at_table(desk: Desk) -> Sitting:
    if desk.sitting is None:
        raise BadStroke("no game is at the table; begin one first")
    return desk.sitting


def answered(sitting: Sitting, answer: Iterable[Line]) -> Mapping[str, Any]:
    """What was refused or answered, and is not in the record, as `answer`; `to` are its hearers, where not all are."""
    alone = [sitting.mover] if sitting.private and sitting.mover else []
    return {
        "answer": [
            {
                "words": str(line),
                "refused": line.kind is LineKind.REFUSAL,
                "aloud": line.by_rule,
                "to": alone if line.by_rule else [],
            }
            for line in answer
        ]
    }


IN_A_GAME = (table_say, table_hear, table_correct, table_undo, table_redo, table_close)
"""What changes a game that is on."""
ACTIONS = (table_begin, table_resume, table_games, *IN_A_GAME)
