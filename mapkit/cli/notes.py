"""Notes of a game that people typed, read with the words of that game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.options import own_words
from mapkit.cli.streams import say_on_stderr
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.knowledge import notes
from mapkit.knowledge.audit import Auditor, Utterance
from mapkit.knowledge.notes import TurnOrder
from mapkit.language.catalogue import ENGLISH, languages
from mapkit.language.directives import cell_name, cells_given, known_in, with_name
from mapkit.language.phrases import phrases
from mapkit.mapfile.text import MOST_SOUGHT, UnreadableMap, decode_file, not_ours
from mapkit.model import files
from mapkit.model.errors import Problem
from mapkit.model.evidence import Apart, Evidence
from mapkit.model.file_kinds import NOTES, kind_of_settings, kind_of_text
from mapkit.model.files import printable_name
from mapkit.model.game import Game, evidence_of, table_of
from mapkit.model.grid import Board, Cell
from mapkit.model.letters import alike, names, near, refused_word, suggestion
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, clauses, lines_of, message
from mapkit.model.presets import NoSuchPreset
from mapkit.model.resources import forms
from mapkit.model.ruling import Announcement
from mapkit.model.ruling import heard as announcement
from mapkit.model.settings import BadSetting, settings, show_setting, with_whole_codes
from mapkit.table.history import says
from mapkit.table.own_words import in_own_words, of_folder

_MAP = re.compile(r"(?m)^(mapkit|game) *=")
"""A line that only map files have."""


class NotedLine(NamedTuple):
    """A command with its answers, as it stands in the file."""

    text: str
    column: int = 1
    """The column of the command."""
    columns: Mapping[str, int] = {}
    """The columns of its answers, by their words and by the keys of their announcements."""

    def column_of(self, spoken: Utterance) -> int:
        """The column of an answer; that of the command for what was not said."""
        first = min(self.columns.values(), default=self.column)
        return self.columns.get(spoken.key, self.column if spoken.is_silence else first)


def begun(auditor: Auditor, drawn: Map[Any] | None) -> Auditor:
    """The auditor. It knows the map if one was given, and else only that the map keeps the rules."""
    if drawn is not None:
        auditor.map_is(drawn)
    if drawn is None or not drawn.finished:
        auditor.map_is_legal()
    return auditor


def refuse_other_map(drawn: Map[Any], game: Any, grid: Board) -> None:
    """Raises BadSetting where a map is of another game than what is audited, or of another size."""
    if drawn.game is not game:
        games = Name(drawn.game.name), Name(game.name)
        raise BadSetting(message("--map is a map of {of_map}, and the game is {game}", *games))
    if str(drawn.params.grid) != str(grid):
        sizes = Name(str(drawn.params.grid)), Name(str(grid))
        raise BadSetting(message("--map is of {of_map}, and the game of {size}", *sizes))


class NotesReader:
    """Reads notes with the words of their game; it collects all problems, and tells them at once."""

    def __init__(self, name: str, drawn: Map[Any] | None, words_file: str | None = None) -> None:
        """Takes the name of the file, the game master's map where there is one, and a file with words of the group."""
        self.name, self.drawn, self.words_file = printable_name(name), drawn, words_file
        text = decode_file(files.read(name, "notes"), self.name, "game")
        if _MAP.search(text):
            why = message("{file} is a map, and notes or a log belong there; --map {file} names the map", self.name)
            raise BadSetting(why)
        self.kind = kind_of_text(text) or kind_of_settings(text) or message("text")
        self.noted = notes.read(text)
        self.problems, self._misread = [*self.noted.problems], notes.MisreadWords()
        self._known: Sequence[str] = ()
        self._typed: Sequence[str] = ()
        self._listed = 0
        """The line at which all answers are listed; 0 for none."""

    def auditor(self, lines: dict[int, NotedLine]) -> Auditor:
        """An auditor who has heard what stands there; raises UnreadableMap."""
        named = self.noted.head.get("game")
        game = self._read(named, lambda: _game_of(named, self.drawn))
        if game is None or not 0 < len(self.noted.players) <= notes.MOST_PLAYERS:
            known = self.kind == NOTES or (game and self.noted.players)
            raise UnreadableMap(self.name, self.problems) if known else not_ours(self.name, self.kind, "game")
        params = self._params(game)
        evidence = evidence_of(game, params or maps.params(game, "default", None, {}), self.noted.players)
        # the same few words come again and again
        self._answer = cache(partial(self._announcement, evidence))
        self._goes_on = cache(lambda text: any(each.goes_on(text) for each in self._phrases))
        speech, self._game = table_of(game).seating.speech, game.name
        own = own_words(game, self.words_file) or of_folder(game)
        self._own_answers = {alike(form): word for word, said in own.answers.items() for form in said}
        usual = (phrases(game.name, language) for language in languages(game.name))
        self._phrases = [in_own_words(each, own, game, evidence.params) for each in usual]
        commands, heard = list[notes.NotedCommand](), list[tuple[Announcement, ...]]()
        for command in self.noted.commands:
            is_command = bool(command.who) and not command.puts_elsewhere
            commands.append(command._replace(answers=self._whole_answers(command)) if is_command else command)
            spoken = speech.directives | speech.fillers
            heard.append(self._heard(spoken, evidence, commands[-1]) if is_command else self._ruled(command))
        self.problems[:0] = self._misread.problems()
        told, starts = self._announced(evidence), self._starts(evidence.params.grid if params else None)
        placed = [self._cell_told(command, evidence.params.grid) for command in commands]
        if not self.problems:
            # two players start on one cell only in a game whose rules allow it
            at, proofs = dict(starts), evidence_of(game, params, self.noted.players).begins(told)
            for one, other, *_ in (proof.statement for proof in proofs if at and isinstance(proof.statement, Apart)):
                if at[one] == at[other]:
                    both = Name(one), Name(other), Name(at[one])
                    why = message("{player} and {other} both start on {cell}; give each player another cell", *both)
                    self._wrong(self.noted.head["starts"], why)
        if self.problems:
            raise UnreadableMap(self.name, self.problems)
        self._warn_of_turns(evidence, zip(commands, heard, strict=True))
        size = self.noted.head.get("size")
        heard_all = self._read(size, lambda: Auditor(game, params, self.noted.players, told))
        if heard_all is None:
            raise UnreadableMap(self.name, self.problems)
        auditor = begun(heard_all, self.drawn)
        auditor.starts_are(starts)
        for each, answers, cell in zip(commands, heard, placed, strict=True):
            if each.puts_elsewhere:
                auditor.put_elsewhere(each.words.line, each.who, cell)
            else:
                auditor.hear(each.words.line, each.who, self._meant(each) if each.who else "", answers)
            columns = {answer.text.casefold(): answer.column for answer in each.answers}
            columns |= {said.key: answer.column for said, answer in zip(answers, each.answers, strict=False)}
            parts = f"{each.who or notes.GAME_MASTER}: {each.words.text}", ", ".join(each.text for each in each.answers)
            lines[each.words.line] = NotedLine(" = ".join(filter(None, parts)), each.words.column, columns)
        return auditor

    def _whole_answers(self, command: notes.NotedCommand) -> tuple[notes.Note, ...]:
        """The answers to a command, where a sentence with a comma is one answer; `wall; wormhole` are two."""
        parts, joined = list(command.answers), list[notes.Note]()
        while parts:
            most = min(len(parts), 6) if self._goes_on(parts[0].text) else 1
            texts = (", ".join(part.text for part in parts[:end]) for end in range(most, 1, -1))
            whole = next((text for text in texts if self._answer(command.who, text)), parts[0].text)
            said = parts[0]._replace(text=whole)
            joined += said.split(";") if ";" in whole and not self._answer(command.who, whole) else [said]
            parts = parts[1 + whole.count(",") :]
        return tuple(joined)

    def _warn_of_turns(
        self, evidence: Evidence, told: Iterable[tuple[notes.NotedCommand, tuple[Announcement, ...]]]
    ) -> None:
        """Tell on stderr which commands come out of turn; the notes are read all the same."""
        order = TurnOrder(self.noted.players, len(evidence.params.grid.directions))
        for command, answers in told:
            taken = evidence.turn_taken(command.who, self._meant(command), answers) if command.who else None
            if not command.puts_elsewhere and (wrong := order.hears(command.who, taken)):
                at_command = self.name, command.words.line, command.words.column
                say_on_stderr(message("{file}:{line}:{column}: warning: {message}", *at_command, wrong))

    def _ruled(self, command: notes.NotedCommand) -> tuple[Announcement, ...]:
        """What is heard of a correction by the game master: what they rule, or that something is different."""
        text = command.words.text
        if command.who or says(text):
            return ()
        return (self._announced_as(text) or announcement("gm-notes"),)

    def _cell_told(self, command: notes.NotedCommand, board: Board) -> Cell:
        """The cell on which a player was put, where that is known."""
        if not command.puts_elsewhere:
            return ""
        where = command.answers[0] if command.answers else command.words
        cell = cell_name(where.text, board)
        if cell not in board.cells() and notes.meant(where.text) != notes.UNKNOWN:
            example = Name(f"{command.who}: {notes.PLACED} = {notes.UNKNOWN}"), Name(board.cells()[0])
            self._wrong(where, message("where was the player put? write {example}, or a cell such as {cell}", *example))
        return cell if cell in board.cells() else ""

    def _wrong(self, noted: notes.Note | None, why: Message) -> None:
        """Something cannot be read; without a place it is about the notes as a whole.

        Raises UnreadableMap where there is too much to go on.
        """
        for line in lines_of(why):
            self.problems.append(notes.problem(noted, line) if noted else Problem(1, 1, line))
        self._refuse_too_many()

    def _misread_word(
        self, at: notes.Note, word: str, say: Callable[[Message | Name], Message], beside: str = ""
    ) -> None:
        self._misread.add(at, word, say, beside)
        self._refuse_too_many()

    def _refuse_too_many(self) -> None:
        if len(self.problems) + len(self._misread) >= MOST_SOUGHT:
            raise UnreadableMap(self.name, [*self._misread.problems(), *self.problems])

    def _params(self, game: Any) -> Any:
        """The settings that stand above the notes, or those of the map; None where they cannot be read."""
        head, before = self.noted.head, len(self.problems)
        size, preset = head.get("size"), head.get("preset")
        grid = self._read(size, lambda: game.design.board.read(size.text)) if size else None
        named = preset.text if preset else "default"
        base = self._read(preset or size, lambda: maps.params(game, named, grid, {}))
        if base is None:  # the rest is read with the usual preset, so that all that is wrong is told at once
            named, grid, base = "default", None, maps.params(game, "default", None, {})
        apart = ("game", "size", "preset", "starts", *evidence_of(game, base, ()).announces)
        given = {key.replace(" ", "_"): text for key, text in head.items() if key not in apart}
        for key, text in given.items():
            self._read(text, lambda key=key, each=text: maps.params(game, named, grid, {key: each.text}))  # type: ignore[misc]
        drawn, last, asked = self.drawn, next(reversed(given.values()), preset), {k: v.text for k, v in given.items()}
        if drawn is not None:
            self._read(size, lambda: refuse_other_map(drawn, game, grid or drawn.params.grid))
        if len(self.problems) > before:
            return drawn and drawn.params
        params = self._read(
            last, lambda: maps.params(game, named, grid or (drawn.params.grid if drawn else None), asked)
        )
        if drawn is None or params is None:
            return params
        known = {setting.name: setting for setting in settings(type(params)) if setting.agreed or setting.rule_code}
        for name in (name for name in with_whole_codes(known, asked)[0] if name in known):
            here, there = (show_setting(known[name], getattr(p, name)) for p in (params, drawn.params))
            if here != there:
                values = Name(name), Name(str(here)), Name(str(there))
                why = message("{name} is {found} here, and {other} with --map; mend the notes or the map", *values)
                self._wrong(given.get(name, given.get("rules", last)), why)
        return drawn.params

    def _read(self, noted: notes.Note | None, read: Callable[[], Any]) -> Any:
        """What is read from the notes; None where it cannot be."""
        try:
            return read()
        except (BadSetting, NoSuchPreset) as bad:
            self._wrong(noted, bad.said)
        return None

    def _announced(self, evidence: Evidence) -> tuple[Announcement, ...]:
        """What is announced before the first turn: of the map where there is one, else what the notes tell."""
        if self.drawn is not None:  # where the players are placed, the notes tell
            opening = table_of(self.drawn.game).referee.begin(self.drawn, self.noted.players, {}, lambda _: 1)
            return tuple(said for said in opening.heard if said.key != "placed")
        lines = {key: note for key, note in self.noted.head.items() if key in evidence.announces}
        found = self._read(
            next(iter(lines.values()), None),
            lambda: evidence.announced({key: line.text for key, line in lines.items()}),
        )
        return found or ()

    def _starts(self, board: Board | None) -> list[tuple[str, Cell]]:
        """Where each player starts, in the order of the players; nothing where the notes do not tell it.

        `board` is None where it cannot be told.
        """
        said = self.noted.head.get("starts")
        cells = cells_given({"starts": said.text}, board) if said else []
        known = cells if board is None else board.cells()
        if said and (len(cells) != len(self.noted.players) or not {*cells} <= {*known}):
            self._wrong(said, message("starts takes a cell of the board for each player, in the order of their names"))
            return []
        return [*zip(self.noted.players, cells, strict=False)]

    def _heard(self, spoken: frozenset[str], evidence: Evidence, each: notes.NotedCommand) -> tuple[Announcement, ...]:
        seated = {word for name in self.noted.players for word in alike(name).split()}
        is_command, meant = True, self._meant(each)
        for word in dict.fromkeys(alike(meant).replace(":", " ").split()):
            parts = {word} - spoken and {*re.findall("[^']+'?", word)}  # such as the French j'avance
            if not parts <= spoken | seated and not any(sign.isdigit() for sign in word):
                is_command = False
                self._misread_word(each.words, word, partial(self._no_command, word, spoken))
        if not each.words.text:
            is_command = False
            self._wrong(each.words, message("there is no command; write a line such as Ann: north = safe"))
        if not each.answers and evidence.is_answered(meant):
            is_command = False
            self._wrong(each.words, message("what was answered? write it after =, as in Ann: north = safe"))
        for answer in {answer.text: answer for answer in reversed(each.answers)}.values():
            said = self._answer(each.who, answer.text)
            if said is None and with_name(answer.text, self.noted.players)[1] == each.who:
                self._misread_word(answer, answer.text, partial(_of_self, each.who), each.who)
            elif said is None:
                self._misread_word(answer, answer.text, partial(self._no_answer, answer, evidence))
            elif is_command and not evidence.can_answer(meant, said):
                self._misread_word(answer, answer.text, partial(_of_another, each.words.text), each.words.text)
        return tuple(filter(None, (self._answer(each.who, answer.text) for answer in each.answers)))

    def _meant(self, command: notes.NotedCommand) -> str:
        """The words of a command, with those of mapkit for those of the group."""
        return self._phrases[0].meant(command.words.text, self.noted.players)

    def _no_command(self, word: str, spoken: frozenset[str], shown: Message | Name) -> Message:
        self._known = self._known or known_in(answer_language(), self._game, spoken)
        return clauses(message("{word} is no word of a command", shown), suggestion(word, self._known, NOTHING))

    def _no_answer(self, answer: notes.Note, evidence: Evidence, shown: Message | Name) -> Message:
        """What to say of an answer that is none; the answers that there are, are listed once."""
        one = in_words(message("NAME"))
        self._typed = self._typed or [*self._own_answers, *self._answers(evidence, one, *self.noted.players)]
        listed = message("line {number} lists the answers", self._listed)
        if not self._listed and not near(answer.text, self._typed):
            self._listed, usual = answer.line, dict[str, str]()
            for word, said in self._forms(evidence, answer_language()):
                usual.setdefault(word, f"{said} {one}" if evidence.answers[word] else said)
            listed = message("there are {names}", names(usual.values()))
        return clauses(message("{answer} is no answer", shown), suggestion(answer.text, self._typed, listed))

    def _announcement(self, evidence: Evidence, who: str, text: str) -> Announcement | None:
        """The announcement that an answer stands for, in a few words or in those of the game master."""
        if self._own_answers:
            word, name = with_name(text, self.noted.players)
            text = f"{self._own_answers.get(word, word)} {name}".rstrip()
        short = evidence.answer(who, text)
        if short is not None:
            return short
        said = self._announced_as(text)
        if said is None or dict(said.args).get("player", who) == who:
            return said
        about_who = (evidence.answer(who, word) for word in evidence.answers)
        return None if said.key in {own.key for own in about_who if own} else said

    def _announced_as(self, text: str) -> Announcement | None:
        """The announcement that a text says word for word in one of the languages."""
        known = {key for phrase in self._phrases for key in phrase.words}
        for said in filter(None, (phrase.announced(text, self.noted.players) for phrase in self._phrases)):
            if known.issuperset(re.split("[,;:] ", dict(said.args).get("what", "up"))):
                return said
        return None

    def _answers(self, evidence: Evidence, *people: str) -> Iterator[str]:
        """What people type for answers, with each of these names behind what is about another player."""
        for language in {ENGLISH: 0, answer_language(): 0}:
            for word, said in self._forms(evidence, language):
                yield from (f"{said} {name}" for name in people) if evidence.answers[word] else (said,)

    def _forms(self, evidence: Evidence, language: str) -> Iterator[tuple[str, str]]:
        """The answers, each with what is typed for it in a language, the usual form first."""
        typed = ((word, said) for said, word in forms(self._game, language, "answers").items() if word)
        english = ((word, word) for word in evidence.answers)
        return (each for each in (*(english if language == ENGLISH else ()), *typed) if each[0] in evidence.answers)


def _of_self(who: str, shown: Message | Name) -> Message:
    return message("{found} is no answer to {name}; name another player", shown, Name(who))


def _of_another(command: str, shown: Message | Name) -> Message:
    return message("{answer} is no answer to the command {command}", shown, refused_word(command))


def _game_of(named: notes.Note | None, drawn: Map[Any] | None) -> Game[Any]:
    """The game that notes name, or that of the map; raises BadSetting, also for a game without evidence."""
    if named and named.text not in GAMES:
        known = [name for name, each in GAMES.items() if each.table is not None and each.table.evidence is not None]
        none = message("there is no game {found}", refused_word(named.text, 60))
        raise BadSetting(clauses(none, suggestion(named.text, known, "say one of {names}")))
    if not named and drawn is None:
        raise BadSetting(message("no game is named; write a line such as game: treasures, or name a map with --map"))
    game: Game[Any] = maps.game_named(named.text) if named else drawn.game if drawn else maps.game_named("")
    if drawn is not None:
        refuse_other_map(drawn, game, drawn.params.grid)
    evidence_of(game, game.design.params(), ())  # refuses a game without evidence
    return game
