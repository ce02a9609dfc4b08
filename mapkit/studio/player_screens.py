"""What a player's own screen shows: a phone, or the studio's page while somebody plays alone against machines.

A screen gets what is public, and what the player in its seat has heard. Its lines are counted for each seat apart,
since their numbers in the whole record would tell how much others have heard in private.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from mapkit.language.catalogue import ENGLISH
from mapkit.language.wording import translated
from mapkit.model.files import FileTrouble
from mapkit.model.grid import Hex, Square
from mapkit.model.message import Message, message
from mapkit.model.table import OpenBoard
from mapkit.paper.game_sheets import paper_of
from mapkit.studio.knowledge import KnowledgeAnswer, KnowledgeQuery, SlowAnswers, own_question
from mapkit.studio.record import RecordLine
from mapkit.studio.session import Sitting
from mapkit.studio.table import board_of_players, drawing, groups
from mapkit.studio.tools import BadStroke
from mapkit.table.voice import Line, LineKind

MOST_CHARACTERS = 200
"""The most characters that a player may say at once."""
COLUMNS = 60
"""The most signs in a line of an open board, where it can be drawn in fewer than it likes."""


class ShownState(NamedTuple):
    """What a phone shows already."""

    game: str = ""
    """The name of the game and the seat."""
    lines: int = 0
    """How many lines of what its player has heard."""


class View(NamedTuple):
    """All that a phone shows."""

    parts: Mapping[str, Any]
    lines: tuple[RecordLine, ...] = ()
    """All lines that its player has heard."""

    def since(self, seen: ShownState) -> dict[str, Any]:
        """What is sent to a phone: of the lines only those that it does not show yet."""
        new = self.lines[seen.lines if seen.game == self.parts["game"] else 0 :]
        return {**self.parts, "count": len(self.lines), "lines": [[line.said, line.words] for line in new]}


class PlayerScreens(ABC):
    """The screens of players at the game that is at the table; each is known by a key."""

    def __init__(
        self, at_table: Callable[[], Sitting | None], language: str = ENGLISH, slow_answers: SlowAnswers | None = None
    ) -> None:
        """`at_table` gives the game that is at the table, and `slow_answers` are shared with the game master's page."""
        self.language, self._at_table = language, at_table
        self._slow_answers = slow_answers or SlowAnswers(at_table)

    @property
    def sitting(self) -> Sitting | None:
        return self._at_table()

    @abstractmethod
    def taken(self, name: str) -> bool:
        """Whether a screen has the seat of that player."""

    @abstractmethod
    def seat(self, key: str) -> str:
        """The name of the player in whose seat a screen is; empty where it has none in this game."""

    async def say(self, key: str, words: str) -> Mapping[str, Any]:
        """Say words for the player in a screen's seat; the answer says as `refused` why they are not carried out.

        A question of players about what they themselves have is answered as `told`, to this screen alone; so are the
        words of the table, which are for a player alone at it. Where the page has what is asked for, such as what is
        known, `turn` names it.
        """
        name, said = self.seat(key), " ".join(words.encode(errors="replace").decode().split())
        if self.sitting is None or not name:
            return self._refused(message("Choose a seat first."))
        if not 1 <= len(said) <= MOST_CHARACTERS:
            return self._refused(message("Say 1 to {most} characters at once.", MOST_CHARACTERS))
        if told := self.sitting.asides(f"{name}: {said}").get(name, ""):
            return {"told": told}
        try:
            match self.sitting.thought(said):
                case "hint" if name != self.sitting.mover:
                    return self._refused(message("A hint is for the player whose turn it is."))
                case "hint":  # which is heard with all that is heard
                    return _answered(await self._slow_answers.hint(name, self.sitting))
                case "known" if self.sitting.knowing:
                    return {"turn": "known"}
                case _ if name == self.sitting.alone:
                    lines = self.sitting.hear(said)
                    drawn = lines and lines[0].kind is LineKind.BOARD and board_of_players(self.sitting) is not None
                    return {"turn": "board"} if drawn else _answered(lines)
                case _:
                    why = self.sitting.say(said, name)
                    return {"refused": str(why)} if why is not None else {}
        except FileTrouble as error:
            return self._refused(message("The game could not be saved, so nothing was said. {error}", error.said))

    async def known(self, key: str, player: str = "") -> KnowledgeAnswer:
        """What the player in a screen's seat could know; raises BadStroke, also for another `player`, or BadSetting."""
        name = self.seat(key)
        if not name:
            raise BadStroke(message("Choose a seat first."))
        if player not in ("", name):
            raise BadStroke(message("You can look up only what you yourself know."))

        def ask() -> KnowledgeQuery:
            if self.sitting is None or self.seat(key) != name:
                raise BadStroke(message("Choose a seat first."))
            return own_question(self.sitting, name)

        return await self._slow_answers.known(name, ask)

    def board(self, key: str) -> Mapping[str, Any]:
        """The board as a page draws it, as far as the player in its seat may see it; nothing where it is hidden."""
        picture = board_of_players(self.sitting) if self.sitting is not None and self.seat(key) else None
        return drawing(self.sitting, picture) if self.sitting is not None and picture is not None else {}

    def _refused(self, why: Message) -> Mapping[str, Any]:
        return {"refused": translated(why, self.language)}

    def view(self, key: str) -> View:
        """All that a screen shows; the same for all screens in one seat."""
        game = self.sitting
        if game is None:
            return View({"game": "", "seat": ""})
        seat, board, grid = self.seat(key), game.open_board(COLUMNS), game.match.map.params.grid
        picture = board_of_players(game) if seat else None
        ways: Sequence[str] = ()
        if seat and seat == game.mover and game.private:
            # what may be said now could tell what others have heard; so it is what could be said at the beginning
            referee, begun = game.match.referee, game.match.opening.state
            ways = (*referee.certain(begun), *referee.perhaps(begun))
        elif seat and seat == game.mover:
            ways = game.ways
        cells = picture.map.params.grid.cells() if picture is not None else ()
        grouped = list(groups(game, ways, cells))
        # where nobody sees the board, there is room for about twice as much, so that drawings may begin in the middle
        if isinstance(grid, Hex):
            shape, columns, rows = "hex", grid.radius, grid.radius
        else:
            shape, columns, rows = "square", grid.columns, grid.rows
            columns, rows = (columns, rows) if board else (2 * columns - 1, 2 * rows - 1)
        named = shape == "hex" or bool(board)
        across = [grid.column(x) for x in range(columns)] if isinstance(grid, Square) and named else []
        down = [grid.row(y) for y in reversed(range(rows))] if isinstance(grid, Square) and named else []
        parts = {
            # a name of the game and the seat that tells nothing of the file of the log
            "game": sha256(f"{game.name}\n{seat}".encode(errors="replace")).hexdigest()[:12],
            "title": translated(game.match.map.game.title, self.language),
            "seats": [{"name": name, "taken": self.taken(name)} for name in game.people],
            "seat": seat,
            "mover": game.mover,
            "winners": game.match.winners,
            "speaks": seat in game.match.speakers,
            "hidden": game.match.secret,
            "ways": [[each["say"], each["words"], each["cell"]] for group in grouped for each in group["ways"]],
            "joins": game.match.table.seating.speech.joined,
            "machine": bool(game.machine) and not game.hurries,
            "ending": game.ending_for_players if game.revealed and seat else (),
            "picture": _name_of(picture) if picture is not None else "",
            "knows": game.knowing,
            "hints": game.hints.left(seat) if game.hints.most and seat else None,
            "asides": [[word, game.phrases.word(word)] for word in game.match.table.screen.asides],
            "board": () if picture is not None else board,
            "sheet": {
                "shape": shape,
                "columns": columns,
                "rows": rows,
                "floors": grid.floors,
                "named": named,
                "across": across,
                "down": down,
                "signs": [*paper_of(game.match.map.game).signs(game.phrases.language).values()] or ["T"],
            },
        }
        return View(parts, tuple(line for line in game.record if seat in line.hearers))


class OwnScreen(PlayerScreens):
    """The studio's own screen while somebody plays alone against machines."""

    studio = 0
    """The number of this studio; a page that knows another number was opened by an earlier studio."""

    def seat(self, key: str) -> str:  # noqa: ARG002
        return self.sitting.alone if self.sitting else ""

    def taken(self, name: str) -> bool:
        return name == self.seat("")

    def view(self, key: str) -> View:
        found, game = super().view(key), self.sitting
        if game is None or not game.alone:
            return View({"game": "", "seat": "", "alone": None, "studio": self.studio})
        back, forth = bool(game.match.latest_directive), bool(game.match.redoable_directives)
        kinds = ((name, game.bots.get(name, "")) for name in game.match.in_order)
        players = [{"name": name, "kind": kind, "words": game.phrases.word(kind)} for name, kind in kinds]
        bar = {"players": players, "undo": back, "redo": forth, "stopped": game.stopped}
        own = {"hidden": False, "alone": {"name": game.name, **bar}, "studio": self.studio}
        return found._replace(parts={**found.parts, **own})


def _answered(lines: Sequence[Line]) -> Mapping[str, str]:
    refused = [str(line) for line in lines if line.kind is LineKind.REFUSAL]
    return {"refused" if refused else "told": "\n".join(refused or lines)}


def _name_of(board: OpenBoard) -> str:
    """A name of what a board shows; the same for what looks the same."""
    shown = sorted(map(repr, board.map.facts)), board.map.params, board.pieces, sorted(board.trails.items())
    return sha256(repr(shown).encode(errors="replace")).hexdigest()[:12]
