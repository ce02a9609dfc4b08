"""A game that a program plays: all that a bot in a chat or a site needs of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypedDict, TypeVar

from mapkit.games import maps
from mapkit.language.catalogue import ENGLISH, NO_THEME
from mapkit.language.directives import player_named
from mapkit.language.phrases import Phrases
from mapkit.language.wording import translated
from mapkit.library.arguments import checked, known_language, refuse, texts, wrong_type
from mapkit.mapfile import writer
from mapkit.model.chance import fresh_seed
from mapkit.model.frozen import FrozenDict
from mapkit.model.game import Game
from mapkit.model.letters import composed, refused_word, suggestion
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Name, clauses, message
from mapkit.model.replay import ReplayMoment
from mapkit.model.ruling import InvalidMove, Look, MoveError, NoRuling, Ruling, Seat, heard, keyed
from mapkit.model.settings import BadSetting
from mapkit.solve import legality
from mapkit.table import history, log
from mapkit.table.bots import kinds_of_machines, words_for
from mapkit.table.history import History, PlayedDirective, says
from mapkit.table.log import BeginEntry, Entry, RedoEntry, UndoEntry
from mapkit.table.own_words import refuse_names
from mapkit.table.tracks import moments_of
from mapkit.table.voice import Voice, audience, corrections, phrases_of

if TYPE_CHECKING:
    from mapkit.knowledge.deduction import Knowledge


S = TypeVar("S")


class GameOrder(TypedDict, total=False):
    """What `begin` takes beside the players."""

    options: Mapping[str, str]
    seed: str
    language: str
    theme: str
    anyway: bool


class Option(NamedTuple):
    """Something that may be said now."""

    words: str
    kind: str
    """What it does, the same in every language: `step`, or the first word of a command, such as `shoot`."""
    certain: bool
    """Whether it is certain that it may be said; of the others nobody is told."""


@dataclass(frozen=True, repr=False)
class PlayedGame(Generic[S]):
    """A moment of a game that a program plays. It never changes: each command gives the next moment."""

    map: Map[Any]
    """The map as it was at the beginning."""
    language: str
    theme: str
    """The theme in whose words the game is told; empty for none."""
    _entries: tuple[Entry, ...]
    """The entries of its log."""
    _now: History = field(compare=False)
    _words: Phrases = field(compare=False)
    _news: int = field(default=1, compare=False)
    """How many entries are new since the moment before."""

    # As a text

    @staticmethod
    @checked
    def from_text(
        text: str | bytes, *, language: str = ENGLISH, theme: str = "", game: Game[Any] | None = None
    ) -> PlayedGame[Any]:
        """The game that `to_text` wrote, or that `mapkit play` has logged, in the words of a language and a theme.

        A game of a group's own is read with that `game`. Raises BadLog for a text that is not as mapkit wrote it.

        >>> import mapkit
        >>> game = mapkit.generate("quoridor", "club").begin(["Ann", "Bob"])
        >>> mapkit.PlayedGame.from_text(game.to_text()) == game
        True
        """
        if isinstance(text, Mapping):
            raise wrong_type("text", message("a text, as {name} gives it", Name("to_text()")), text)
        events = log.contents(text.encode(errors="surrogatepass") if isinstance(text, str) else text, "game").events
        begun = events[0].entry
        assert isinstance(begun, BeginEntry)
        drawn = maps.read_from_log(begun.map, "map", game or "")
        now = history.opened(drawn, begun, "game")
        for event in events[1:]:
            now.follow(event.entry)
        return _told(now, tuple(event.entry for event in events), language, theme)

    def to_text(self) -> str:
        """The whole game with its map, as a log: `from_text` and `mapkit play --resume` go on with it.

        >>> import mapkit
        >>> game = mapkit.generate("quoridor", "club").begin(["Ann", "Bob"])
        >>> game.to_text().splitlines()[0][:30]
        '{"n":0,"kind":"game","mapkit":'
        """
        return log.written(self._entries)

    @checked
    def told_in(self, language: str, theme: str | None = None) -> PlayedGame[S]:
        """The same moment in the words of another language, and of another theme where one is named.

        >>> import mapkit
        >>> game = mapkit.generate("quoridor", "club").begin(["Ann", "Bob"])
        >>> game.told_in("de").heard[-1]
        'Am Zug: Ann.'
        """
        theme = (self.theme or NO_THEME) if theme is None else theme
        return _told(self._now, self._entries, language, theme)

    # How it stands

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in the order of their seats."""
        return self._now.begun.players

    @property
    def seed(self) -> str:
        """The seed of the dice."""
        return self._now.begun.seed

    @property
    def agreed(self) -> Mapping[str, str]:
        """The options of the table that `begin` was given."""
        return self._now.begun.options

    @property
    def to_move(self) -> str:
        """The player whose turn it is; empty when the game is over."""
        return self._now.mover

    @property
    def is_over(self) -> bool:
        return not self.to_move

    @property
    def winners(self) -> tuple[str, ...]:
        """The players who have won; none while the game goes on, and where nobody wins."""
        return self._now.winners

    @property
    def is_secret(self) -> bool:
        """Whether the player to move should say the next command where nobody else reads it."""
        return self._now.secret

    def options(self) -> tuple[Option, ...]:
        """What may be said now, as far as everybody may know; where the next command is secret, for `to_move` alone.

        >>> import mapkit
        >>> game = mapkit.generate("quoridor", "club").begin(["Ann", "Bob"])
        >>> game.options()[0]
        Option(words='a2', kind='step', certain=True)
        """
        known = ((ways, certain) for ways, certain in ((self._now.certain, True), (self._now.perhaps, False)))
        kind = self._now.table.seating.speech.kind
        return tuple(Option(self._words.word(way), kind(way), certain) for ways, certain in known for way in ways)

    @checked
    def board(self, player: str) -> str:
        """The board as that player may see it now, in lines of text; empty in games whose board is secret.

        >>> import mapkit
        >>> game = mapkit.generate("quoridor", "club").begin(["Ann", "Bob"])
        >>> len(game.board("Ann").splitlines())
        21
        """
        self._player(player)
        view, look = self._now.table.screen.public_view, Look(say=partial(translated, language=self._words.language))
        return "\n".join(view(self._now.state, look)) if view is not None else ""

    # What was heard

    @property
    def heard(self) -> tuple[str, ...]:
        """What everybody heard at the last command, or at the beginning."""
        return self._heard("")

    @checked
    def heard_by(self, player: str) -> tuple[str, ...]:
        """What that player heard at the last command: what everybody heard, and what was for them alone.

        >>> import mapkit
        >>> game = mapkit.generate("quoridor", "club").begin(["Ann", "Bob"])
        >>> game.heard_by("Bob")[-1]
        "It is Ann's turn."
        """
        return self._heard(self._player(player))

    @property
    def heard_alone(self) -> Mapping[str, tuple[str, ...]]:
        """What was for some players alone, by their names; most games have nothing of the kind."""
        own = {name: tuple(line for line in self._heard(name) if line not in self.heard) for name in self.players}
        return FrozenDict({name: lines for name, lines in own.items() if lines})

    def _heard(self, player: str) -> tuple[str, ...]:
        now, hearers = self._now, audience(self._now)
        match self._entries[-1]:
            case UndoEntry(numbers):
                key, moved = "taken-back", now.redoable_directives[-len(numbers) :][::-1]
            case RedoEntry(numbers):
                key, moved = "brought-back", now.standing_directives[-len(numbers) :]
            case _:
                told = (said for ruling in self._new_rulings for said in hearers.heard(player, ruling))
                return tuple(map(self._words.say, told))
        back = Voice(self._words, hearers, gm=False, omniscient=False).undo_lines(key, moved)
        return (*back, self._words.say(heard(now.asks_start or "turn", player=now.mover)))

    # What is said

    @checked
    def say(self, words: str, *, by: str = "") -> PlayedGame[S]:
        """The moment after a command, or after several with `;` between them.

        Raises InvalidMove for words that are no command, and IllegalMove; then nothing of the line has happened. With
        `by` it is refused where it is not that player's turn, and where that player may not say it alone: a die that
        was rolled on the table, or what another player does.

        >>> import mapkit
        >>> game = mapkit.generate("quoridor", "club").begin(["Ann", "Bob"])
        >>> game.say("a2", by="Ann")
        <PlayedGame quoridor Ann, Bob: 1 commands, Bob to move>
        """
        now, entries, by = self._now.copy(), list(self._entries), self._player(by) if by else ""

        def say(directive: str) -> Ruling[Any]:
            entry, played = now.judged(directive)
            now.add(played)
            entries.append(entry)
            return played.ruling

        with self._refusals():
            for _ in now.carry_out(self._words.understood(words, self.players), by, say):
                pass
        return replace(self, _entries=tuple(entries), _now=now, _news=len(entries) - len(self._entries))

    @checked
    def ask(self, words: str, *, by: str) -> str:
        """The answer to a player who asks what they themselves have, by `pocket`; it changes nothing.

        Raises BadSetting for another question.

        >>> import mapkit
        >>> game = mapkit.generate("labyrinth", "club").begin(["Ann", "Bob"], seed="rain")
        >>> game.ask("pocket", by="Ann")
        'Ann: healthy, grenades 1, bullets 5.'
        """
        player, known = self._player(by), tuple(self._now.table.screen.asides)
        answer = self._now.asides(f"{player}: {words}").get(player)
        if answer is None:
            found = message("{name} is {found}", Name("words"), refused_word(words))
            raise BadSetting(clauses(found, suggestion(words, known, "say one of {names}")))
        return self._words.say(answer)

    @checked
    def play(self, kind: str) -> PlayedGame[S]:
        """The moment after what a machine player of a kind, such as `random`, says for the player to move.

        Raises BadSetting for a kind that the game lacks, and when the game is over.

        >>> import mapkit
        >>> game = mapkit.generate("quoridor", "club").begin(["Ann", "Bob"])
        >>> game.play("random").to_move
        'Bob'
        """
        if kind not in (known := kinds_of_machines(self.map.game)):
            raise BadSetting(message("{name} is {found}", Name("kind"), refused_word(kind)), suggestion(kind, known))
        if self.is_over:
            raise BadSetting(message("the game is over"))
        for words in words_for(self._now, kind):
            with suppress(MoveError):
                return self._after(*self._now.judged(words))
        raise AssertionError("a machine whose turn it is says something that is not refused")

    @checked
    def undo(self, turns: int = 1) -> PlayedGame[S]:
        """The moment after the last turns are taken back; raises InvalidMove where there is nothing to take back.

        >>> import mapkit
        >>> game = mapkit.generate("quoridor", "club").begin(["Ann", "Bob"])
        >>> game.say("a2").undo().to_move
        'Ann'
        """
        return self._moved(UndoEntry, self._now.turns_back(_one_or_more(turns)), "nothing-back")

    @checked
    def redo(self, turns: int = 1) -> PlayedGame[S]:
        """The moment after turns that were taken back are brought back; raises InvalidMove where there are none.

        >>> import mapkit
        >>> game = mapkit.generate("quoridor", "club").begin(["Ann", "Bob"])
        >>> game.say("a2").undo().redo().to_move
        'Bob'
        """
        return self._moved(RedoEntry, self._now.turns_forth(_one_or_more(turns)), "nothing-forth")

    # For the game master alone

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes to the game master at the last command, or at the beginning."""
        last = self._entries[-1]
        notes = (note for ruling in self._new_rulings for note in ruling.notes)
        return () if isinstance(last, UndoEntry | RedoEntry) else tuple(map(self._words.note, notes))

    @property
    def ruling(self) -> Ruling[S]:
        """The ruling of the last command that stands, or of the beginning."""
        latest = self._now.latest_directive
        return latest.ruling if latest is not None else self._now.opening

    @property
    def _new_rulings(self) -> Sequence[Ruling[Any]]:
        return [said.ruling for said in self._now.standing_directives[-self._news :]] or [self._now.opening]

    @property
    def rulings(self) -> tuple[ReplayMoment, ...]:
        """The beginning, and all commands that stand: who said what, what was heard, and the ruling."""
        return moments_of(self._now, self._words)

    @property
    def map_now(self) -> Map[Any]:
        """The map as it is now; in games in which it does not change, the map of the beginning."""
        return self._now.board

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Where each player is, and how they are."""
        return tuple(seat._replace(words=keyed(self._words.word(seat.words))) for seat in self._now.seats)

    @property
    def corrections(self) -> tuple[str, ...]:
        """How the game master says corrections, a line for each kind."""
        return corrections(self.map, self._now.situation, self._words)

    @checked
    def correct(self, words: str) -> PlayedGame[S]:
        """The moment after a correction by the game master, or after `say` and what they say to everybody.

        Raises NoRuling where it cannot be made.

        >>> import mapkit
        >>> game = mapkit.generate("quoridor", "club").begin(["Ann", "Bob"])
        >>> game.correct("Ann e5").seats[0].cell
        'e5'
        """
        gm = f"{self._words.word('gm')} "
        words = words.removeprefix(gm)  # as `corrections` show it
        with self._refusals():
            said = words if says(words) else self._words.understood(words, self.players)
            return self._after(*self._now.ruled(said.rstrip("; ")))

    @checked
    def known(self, player: str) -> Knowledge:
        """What that player could know of the secret map and of the others, by all that they have heard.

        It needs the extra `deduction`. Raises BadSetting in games in which nothing can be concluded.

        >>> import mapkit
        >>> game = mapkit.generate("treasures", "club").begin(["Ann", "Bob"], seed="rain")
        >>> game.known("Ann").cells_of("Bob")[:3]
        ('a8', 'b8', 'c8')
        """
        from mapkit.table.ears import own_ears  # these are slow to load
        from mapkit.table.knowledge import moments

        ((_, known),) = moments(own_ears(self._now, self._player(player)), self._words.language)
        return known

    # How it is made

    def __hash__(self) -> int:
        return hash((self.map, self.seed, len(self._entries)))

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"{self.to_move} to move"
        commands = len(self._now.standing_directives)
        return f"<PlayedGame {self.map.game.name} {', '.join(self.players)}: {commands} commands, {turn}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """How it goes to another process: as its text."""
        return partial(PlayedGame.from_text, language=self.language, theme=self.theme or NO_THEME), (self.to_text(),)

    def __deepcopy__(self, _: object) -> PlayedGame[S]:
        return self

    def _player(self, name: str) -> str:
        """The player of that name; raises BadSetting where there is none."""
        found = player_named(name, self.players)
        if not found:
            raise BadSetting(message("{name} does not play", refused_word(name)), suggestion(name, self.players))
        return found

    def _after(self, entry: Entry, played: PlayedDirective) -> PlayedGame[S]:
        now = self._now.copy()
        now.add(played)
        return replace(self, _entries=(*self._entries, entry), _now=now, _news=1)

    def _moved(
        self, kind: type[UndoEntry | RedoEntry], moved: Sequence[PlayedDirective], nothing: str
    ) -> PlayedGame[S]:
        if not moved:
            with self._refusals():
                raise InvalidMove(heard(nothing))
        entry, now = kind(tuple(each.number for each in moved)), self._now.copy()
        now.follow(entry)
        return replace(self, _entries=(*self._entries, entry), _now=now, _news=1)

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        """Refusals get their words as their texts."""
        try:
            yield
        except MoveError as refused:
            refusals = refused.refusals if isinstance(refused, NoRuling) else (refused.refusal,)
            refused.args = ("\n".join(map(self._words.refuse, refusals)),)
            raise


@checked
def begin(
    map_: Map[Any],
    players: Sequence[str],
    *,
    options: Mapping[str, str] = MappingProxyType({}),
    seed: str = "",
    language: str = ENGLISH,
    theme: str = "",
    anyway: bool = False,
) -> PlayedGame[Any]:
    names = tuple(map(composed, texts("players", players, '["Ann", "Bob"]')))
    map_ = legality.with_counted_settings(map_)[0] if anyway else map_
    would_do = message("`anyway=True` plays one that has more or fewer of something than its settings say")
    refuse(legality.check_at_the_table(map_), NOTHING if anyway else would_do)
    shown = writer.show(maps.readable_elsewhere(map_))
    now = history.begin(map_, shown, names, options, seed or fresh_seed())
    begun = _told(now, (now.begun,), language, theme)
    refuse_names(names, begun._words)
    return begun


def _one_or_more(turns: int) -> int:
    """A number of turns; raises BadSetting for none."""
    if turns < 1:
        raise BadSetting(message("{name} is {found}; it takes 1 or more", Name("turns"), turns))
    return turns


def _told(now: History, entries: tuple[Entry, ...], language: str, theme: str) -> PlayedGame[Any]:
    """The game in the words of a language and a theme; raises BadSetting for names that are not known."""
    words = phrases_of(now.map, known_language(now.map.game, language), theme)
    named = theme.strip().lower() or now.map.theme
    return PlayedGame(now.map, language, "" if named == NO_THEME else named, entries, now, words)
