"""The table of the studio: what the game master's page shows of a sitting.

The page shows what `view` gives, and nothing in it names a game: seats, options, words, boards and corrections come
from the records of the game. All of it is for the game master alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, zip_longest
from string import ascii_uppercase
from typing import Any

from mapkit.games import maps
from mapkit.language.catalogue import ENGLISH
from mapkit.language.wording import translated
from mapkit.model.files import printable_name
from mapkit.model.game import table_of
from mapkit.model.grid import Cell, cell_of
from mapkit.model.map import Map
from mapkit.model.message import Name, message
from mapkit.model.table import OpenBoard
from mapkit.studio.scene import pictured
from mapkit.studio.session import Sitting
from mapkit.table.bots import kinds_of_machines
from mapkit.table.history import CONCLUDED
from mapkit.table.tracks import paths
from mapkit.table.voice import Line, LineKind, phrases_of

MANY = 12
"""From so many ways of one form on, the page folds their buttons away."""
MOST_TOLD = 300
"""The most lines of the record that the page shows."""
_LETTERS = 3
"""The most letters on a token."""
_A_CELL = re.compile(r"[a-z]+[0-9]+(?:/[0-9]+)?")
_AN_OPTION = re.compile(r"""([\w-]+)=("?)(.*?)"?""")


# --- before a game -----------------------------------------------------------------------------------------------


def seating(map_: Map[Any], language: str) -> Mapping[str, Any] | None:
    """What people agree on before a game of a map, and who may play; None where the game has no referee."""
    if map_.game.table is None:
        return None
    seats = map_.game.table.seating
    starts = [(found, words) for key, words in seats.starts.items() if (found := _AN_OPTION.fullmatch(key))]
    concluded = CONCLUDED if map_.game.table.evidence is not None else {}
    options = {**seats.options, **{key: words for key, (value, words) in concluded.items() if value == "yes"}}
    numbers = {key: said for key, said in concluded.items() if key not in options}
    return {
        "seats": list(seats.seat_names(map_)),
        "kinds": kinds_in_words(map_, language),
        "presets": [(each.name, translated(each.says, language)) for each in maps.presets(map_.game)],
        "preset": seats.preset,
        "open": map_.game.table.screen.public_view is not None,
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


def kinds_in_words(map_: Map[Any], language: str) -> Sequence[tuple[str, str]]:
    """The kinds of machine players of a map, each with its words."""
    words = phrases_of(map_, language)
    return [(kind, words.word(kind)) for kind in kinds_of_machines(map_.game)]


def with_machines(
    map_: Map[Any] | None, typed: Sequence[str], kinds: Sequence[str], language: str = ENGLISH
) -> tuple[Sequence[str], Sequence[str]]:
    """The names that were typed, and who among them is a machine of which kind, as `--bot` takes it.

    A machine without a name is called `Bot`, in that language, and its seat, or a letter.
    """
    seats = tuple(table_of(map_.game).seating.seat_names(map_)) if map_ is not None else ()
    rows = zip_longest(
        (" ".join(name.split()) for name in typed), kinds[: len(typed)], seats[: len(typed)], fillvalue=""
    )
    seated = [
        (name or (translated(message("Bot {seat}", Name(seat or letter)), language) if kind else ""), kind)
        for letter, (name, kind, seat) in zip(ascii_uppercase, rows, strict=False)
    ]
    return [name for name, _ in seated if name], [f"{name}={kind}" for name, kind in seated if kind]


# --- a game ------------------------------------------------------------------------------------------------------


def view(sitting: Sitting | None) -> dict[str, Any]:
    """What the page shows of a sitting; `table` is None where there is none."""
    if sitting is None or sitting.alone:
        return {"table": None, "table_told": [], "table_board": None, "alone": sitting.alone if sitting else ""}
    match, told = sitting.match, sitting.record[-MOST_TOLD:]
    latest = match.latest_directive
    last, number = (latest.ruling, latest.number) if latest else (match.opening, 0)
    situation, phrases = match.situation, sitting.phrases
    return {
        "table": {
            "name": printable_name(sitting.name),
            "players": sitting.names,
            "order": match.in_order,
            "bots": sitting.bots,
            "machine": bool(sitting.machine) and not sitting.hurries,
            "stopped": sitting.stopped,
            "reveals": not sitting.mover and not sitting.revealed,
            "mover": sitting.mover,
            "winners": match.winners,
            "private": sitting.private,
            "deduced": match.table.evidence is not None,
            "turns": match.turns,
            "hints": sitting.hints.left(sitting.mover) if sitting.hints.most and sitting.mover else None,
            "asks": sitting.turn,
            "ways": list(groups(sitting, sitting.ways, match.map.params.grid.cells())),
            "joins": match.table.seating.speech.joined,
            "asides": [f"{name}: {phrases.word(each)}" for each in match.table.screen.asides for name in sitting.names],
            "undo": bool(latest),
            "redo": bool(match.redoable_directives),
            "event": sitting.record[-1].event,
            "seal": match.seal,
            "notes": [phrases.note(note) for note in last.notes] if number == sitting.record[-1].event else [],
            "situation": {
                "heads": [phrases.tell("player"), phrases.tell("cell"), *map(phrases.word, situation.heads)],
                "rows": [[row[0], row[1] or "-", *map(phrases.word, row[2:])] for row in situation.rows],
                "things": [f"{phrases.word(what)} {cell}" for what, cell in situation.things],
                "notes": [phrases.note(note) for note in situation.notes],
            },
            "tokens": list(_tokens(sitting, whole_board(sitting), situation.holds)),
            "trails": _trails(sitting, whole_board(sitting)),
            "corrections": [line.removeprefix(f"{phrases.word('gm')} ") for line in sitting.corrections],
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
        "table_board": _drawn(sitting, match.board),
        "alone": "",
    }


# --- boards ------------------------------------------------------------------------------------------------------


def whole_board(sitting: Sitting) -> OpenBoard:
    """The board with all that is on it; when the game is over, with everybody's path."""
    match, situation = sitting.match, sitting.match.situation
    pieces = (*((row[0], row[1]) for row in situation.rows), *situation.things)
    walked = {name: [stop.cell for stop in stops] for name, stops in ({} if sitting.mover else paths(match)).items()}
    trails = {name: tuple(pairwise(cells)) for name, cells in walked.items()}
    shown = match.table.screen.open_board
    seen = shown(match.state) if shown is not None else None
    return OpenBoard(match.board, pieces, seen.trails if seen is not None and seen.trails else trails)


def board_of_players(sitting: Sitting) -> OpenBoard | None:
    """The board as all players may see it now; None where it is secret, or can be shown in signs alone."""
    if sitting.revealed:
        return whole_board(sitting)
    shown = sitting.match.table.screen.open_board
    return shown(sitting.match.state) if shown is not None else None


def drawing(sitting: Sitting, board: OpenBoard) -> Mapping[str, Any]:
    """A board as a page draws it, without the floors of which nothing is seen."""
    drawn, grid = _drawn(sitting, board.map), board.map.params.grid
    seen = {grid.floor(cell_of(place)) for place, _ in board.map.facts}
    marks = [each if floor in seen or grid.floors == 1 else [] for floor, each in enumerate(drawn["marks"], 1)]
    on_it = {"tokens": list(_tokens(sitting, board, {})), "trails": _trails(sitting, board)}
    return {**drawn, "marks": marks, **on_it}


def _drawn(sitting: Sitting, board: Map[Any]) -> Mapping[str, Any]:
    """A board without what stands on it, and the bars that directives lay."""
    screen = sitting.match.table.screen
    drawn = pictured(board, sitting.phrases.language, tuple(screen.floors(sitting.match.state)))
    return {**drawn, "bars": screen.bars(board)}


def groups(sitting: Sitting, said: Sequence[str], cells: Collection[Cell]) -> Iterator[Mapping[str, Any]]:
    """What may be said, in groups of one form: `shoot left` and `shoot right`, `a1h` and `c3h`, and the others.

    Where all of a group begin with one word, that is its `head`, and each has what follows as its `short` form.
    """
    word, known = sitting.phrases.word, frozenset(cells)
    firsts = [way.partition(" ")[0] for way in said]
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for way, first in zip(said, firsts, strict=True):
        found = next((each for each in _A_CELL.finditer(way) if each[0] in known), None)
        headed = not found and firsts.count(first) > 1 and first != way
        form = f"{way[: found.start()]}#{way[found.end() :]}" if found else first if headed else ""
        short = word(way.partition(" ")[2]) if headed else ""
        cell = found[0] if found else ""
        groups.setdefault(form, []).append({"say": way, "words": word(way), "short": short, "cell": cell})
    for form, ways in groups.items():
        yield {"many": len(ways) > MANY, "head": word(form) if ways[0]["short"] else "", "ways": ways}


def _tokens(sitting: Sitting, board: OpenBoard, holds: Mapping[str, str]) -> Iterator[Mapping[str, Any]]:
    """What stands on the board beside what is drawn there: players by their seats, and things."""
    names, word, kinds = sitting.match.in_order, sitting.phrases.word, board.map.kinds
    others = [*dict.fromkeys(word(what) for what, _ in board.pieces if what not in names), *names]
    placed = _placing(sitting, board)
    for what, cell in board.pieces:
        if what in names:
            held = word(holds.get(what, ""))
            words, sign, seat = f"{what} ({held})" if held else what, _sign(what, names), names.index(what)
        elif kinds.get(placed(cell), "").casefold() == what.casefold():
            continue
        else:
            words, sign, seat = word(what), _sign(word(what), others).capitalize(), -1
        yield {"words": words, "sign": sign, "cell": placed(cell), "seat": seat}


def _trails(sitting: Sitting, board: OpenBoard) -> list[Mapping[str, Any]]:
    """The trails on a board, each with the seat of its player, or -1, and with pairs of cells."""
    placed, names = _placing(sitting, board), sitting.match.in_order
    return [
        {
            "seat": names.index(name) if name in names else -1,
            "steps": [[placed(one), placed(other)] for one, other in steps],
        }
        for name, steps in board.trails.items()
    ]


def _placing(sitting: Sitting, board: OpenBoard) -> Callable[[str], str]:
    """Tells where a cell that the referee names lies on a board; empty for no place there."""
    if (place := sitting.match.table.screen.place) is not None:
        return partial(place, sitting.match.state)
    cells = frozenset(board.map.params.grid.cells())
    return lambda cell: cell if cell in cells else f"{cell}/1" if f"{cell}/1" in cells else ""


def _sign(name: str, names: Sequence[str]) -> str:
    """The fewest first letters of a name that tell it from the others; of many, the first one and the last."""
    others = [each.casefold() for each in names if each != name]
    fits = (end for end in range(1, len(name)) if not any(other.startswith(name[:end].casefold()) for other in others))
    return name[:end] if (end := next(fits, _LETTERS)) <= _LETTERS else name[0] + name[end - 1]


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
