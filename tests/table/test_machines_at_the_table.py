"""Machine players of every game at the table: they recall the game from its log, and know what their player heard."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.labyrinth.ear import LabyrinthEar
from mapkit.games.shelf import GAMES
from mapkit.games.treasures.ear import TreasuresEar
from mapkit.language.phrases import phrases
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.observation import Observation
from mapkit.model.ruling import Announcement
from mapkit.model.settings import BadSetting
from mapkit.players.explorer import Explorer
from mapkit.players.machines import machines, ponderers
from mapkit.table import match
from mapkit.table.bots import say_for, seat_players, with_joining
from mapkit.table.host import Host
from mapkit.table.match import Match
from tests.command import run
from tests.drawings import drawn
from tests.playthrough import Wanderer, play_out
from tests.table.test_play import SLOPE, events

DEN = '''
mapkit = 1
game = "labyrinth"
rules = "G1-S1-F4-V1-T2-A2-H34-W6-O1"
map = """
+---+---+---+---+
| .   . | T   H |
+   +---+   +---+
| ~>  ~>  ~o  . |
+   +   +---+   +
| W1| .   .   A
+   +---+   +   +
| .   .   W2| F |
+---+---+---+---+
"""
'''
MAPS = {"treasures": SLOPE, "labyrinth": DEN}
STARTS = {
    "treasures": {"starts": "b3 e1", "order": "given"},
    "labyrinth": {"starts": "a4 b2"},
}
EARS: Mapping[str, Callable[[], Any]] = {"treasures": TreasuresEar, "labyrinth": LabyrinthEar}
BOTH = pytest.mark.parametrize("game", list(MAPS))


def map_of(game: str) -> Map[Any]:
    return maps.read(MAPS[game].encode(), game).map


def begun(drawn_map: Map[Any], path: Path, **options: str) -> Match:
    return match.start(drawn_map, writer.show(drawn_map), ("Ann", "Bob"), options, "seed", path)


@contextmanager
def table(game: str, path: Path) -> Iterator[Match]:
    with begun(map_of(game), path, **STARTS[game]) as played:
        yield played


def steps_of_ann(played: Match, number: int) -> None:
    """Ann says anything that she may until it is another player's turn."""
    chance = Chance(f"Ann {number}")
    while played.mover == "Ann":
        played.say(chance.choice([way for way in played.ways if way not in played.referee.perhaps(played.state)]))


def answered(played: Match) -> None:
    while played.mover == "Bob":
        say_for(played, "explorer")


def said(played: Match) -> list[tuple[str, str]]:
    return [(directive.mover, directive.words) for directive in played.standing_directives]


UNLIKE = ("_chance", "_ear", "_company", "ear", "hypotheses", "memory", "common")
"""Members whose values are not plain ones."""


def mind(explorer: Explorer) -> dict[str, Any]:
    common = explorer.memory.common
    members = {**vars(explorer), **vars(explorer.memory), **vars(common)}
    known = {key: value for key, value in members.items() if key not in UNLIKE}
    return {**known, "maps": [(drawn.chart, drawn.changes, drawn.points) for drawn in common.hypotheses]}


@BOTH
def test_an_explorer_who_recalls_the_game_knows_the_same_as_one_who_was_there(game: str) -> None:
    ann = Explorer("Ann", EARS[game](), Chance("Ann"))
    referee = table_of(GAMES[game]).referee
    played = play_out(referee, map_of(game), ["Ann", "Bob"], [ann, Wanderer(Chance("Bob"))], "s", 80, STARTS[game])
    late = Explorer("Ann", EARS[game](), Chance("another"))
    heard, state = list(played.opening.ruling.heard), played.opening.ruling.state
    names = [seat.name for seat in referee.seats(state)]
    late.watch(names, "", "", heard, ())
    for turn in played.said:
        if turn.mover == "Ann":
            late.recall(heard, referee.ways(state), turn.words)
        late.watch(names, turn.mover, turn.words, turn.ruling.heard, ())
        heard += turn.ruling.heard
        state = turn.ruling.state
    assert len(heard) == mind(ann)["_read"]
    assert mind(late) == mind(ann)


@BOTH
def test_an_explorer_plays_the_same_whether_the_game_is_closed_or_not(game: str, tmp_path: Path) -> None:
    with table(game, tmp_path / "whole.jsonl") as whole:
        for number in range(6):
            steps_of_ann(whole, number)
            answered(whole)
    with table(game, tmp_path / "parts.jsonl"):
        pass
    for number in range(6):
        with match.resume(tmp_path / "parts.jsonl", maps.read_from_log) as part:
            steps_of_ann(part, number)
        with match.resume(tmp_path / "parts.jsonl", maps.read_from_log) as part:
            answered(part)
            assert said(part) == said(whole)[: len(part.standing_directives)]
    assert said(part) == said(whole)


@BOTH
def test_an_explorer_takes_over_a_seat_whose_player_used_words_of_their_own(game: str, tmp_path: Path) -> None:
    """A correction by the game master meanwhile does no harm either."""
    spoken = {"treasures": ("Bob: GO  North", "e"), "labyrinth": ("Bob: RIGHT; END", "l")}[game]
    with table(game, tmp_path / "game.jsonl") as played:
        for number, words in enumerate(spoken):
            steps_of_ann(played, number)
            for word in words.split(";"):
                if played.mover == "Bob":
                    played.say(word)
            played.rule(f"Bob at {'ac'[number]}3")
        for number in range(12):
            steps_of_ann(played, 30 + number)
            answered(played)
        assert [mover for mover, _ in said(played)].count("Bob") >= 12


class Listening(TreasuresEar):
    """An ear that keeps what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Announcement] = []

    def hear(self, heard: Announcement) -> Iterator[Observation]:
        self.told.append(heard)
        yield from super().hear(heard)


@pytest.mark.parametrize("private", ["yes", "no"])
def test_with_private_answers_an_explorer_hears_what_is_for_all_or_for_them(private: str, tmp_path: Path) -> None:
    """TL-G3."""
    ear = Listening()
    options = {**STARTS["treasures"], "private-answers": private}
    with begun(map_of("treasures"), tmp_path / "game.jsonl", **options) as played:
        played.table = replace(played.table, ear=lambda _: ear)
        for number in range(5):
            steps_of_ann(played, number)
            if played.mover:
                ear.told.clear()
                say_for(played, "explorer")
    names = [{name for key, name in each.args if key in ("player", "other")} for each in ear.told]
    public = played.table.seating.heard_by_all | {"begin", "turn"}
    others = [announcement.key for announcement, who in zip(ear.told, names, strict=True) if "Bob" not in who]
    assert "turn" in others
    assert (set(others) <= public) == (private == "yes")


def around(corner: Sequence[str]) -> Map[Any]:
    """A board with these things in its last two columns, which nobody can reach."""
    rows = [
        "+---+---+---+---+---+",
        f"| .   .   . | {corner[0]}   {corner[1]} |",
        "+   +---+   +---+---+",
        f"| .   . | . | {corner[2]}   {corner[3]}  ",
        "+---+---+---+---+---+",
    ]
    return drawn("\n".join(rows))


@pytest.mark.parametrize("corner", ["T.H.", ".TSM", "SHT.", "MMMT"])
def test_an_explorer_says_the_same_on_maps_that_differ_only_where_nobody_was(corner: str, tmp_path: Path) -> None:
    def line(drawn_map: Map[Any], name: str) -> list[tuple[str, str]]:
        with begun(drawn_map, tmp_path / name, starts="a1 c1", order="given") as played:
            for number in range(10):
                steps_of_ann(played, number)
                answered(played)
            return said(played)

    assert line(around(corner), "one.jsonl") == line(around("...T"), "other.jsonl")


@pytest.mark.parametrize(
    ("game", "levels"),
    [
        ("treasures", ("random", "explorer", "thinker")),
        ("labyrinth", ("random", "explorer")),
        ("quoridor", ("random", "easy", "medium", "hard")),
        ("dungeon", ("random", "greedy", "careful")),
        ("minoqaur", ("random", "simple", "clever")),
    ],
)
def test_every_machine_player_of_a_game_sits_at_the_table(game: str, levels: tuple[str, ...]) -> None:
    assert (*machines(table_of(GAMES[game])), *ponderers(GAMES[game])) == levels
    drawn_map = maps.generate(game, "levels")
    for level in levels:
        assert seat_players(drawn_map, ("Ann", "Bob"), [f"Bob={level}"]).bots == {"Bob": level}
    for typed in ("bob", "BOB SMITH", "Bob  smith"):  # as directives and corrections name a player
        assert seat_players(drawn_map, ("Ann", "Bob Smith"), [f"{typed}=random"]).bots == {"Bob Smith": "random"}
        assert with_joining(drawn_map, ("Ann", "Bob Smith"), [f"{typed}=random"]) == ("Ann", "Bob Smith")
    assert seat_players(drawn_map, ("Ann", "Алёна"), ["алена=random"]).bots
    with pytest.raises(BadSetting) as refused:
        seat_players(drawn_map, ("Ann", "Bob"), ["Bob=wise"])
    assert set(str(refused.value).split("say one of ")[1].split(", ")) == set(levels)


@pytest.mark.parametrize(
    ("game", "people", "given", "names"),
    [
        ("treasures", "Ann", "Bob=explorer Cid=random", "Ann Bob Cid"),
        ("labyrinth", "Ann", "Bob=explorer", "Ann Bob"),
        ("quoridor", "Ann", "Bob=easy", "Ann Bob"),
        ("quoridor", "Ann", "N=easy Bob=easy", "Ann"),
        ("dungeon", "Ann", "Bob=greedy", "Ann Bob"),
        ("minoqaur", "Ann", "Bob=random minoqaur=clever", "Ann Bob"),
        ("treasures", "Ann Bobby", "Boby=explorer", "Ann Bobby"),
        ("treasures", "Ann", "ann=explorer", "Ann"),
    ],
)
def test_a_machine_joins_under_its_name_unless_it_is_a_typing_error_or_no_seat_is_free(
    game: str, people: str, given: str, names: str
) -> None:
    drawn_map = maps.read(MAPS[game].encode(), game).map if game in MAPS else maps.generate(game, "levels")
    assert with_joining(drawn_map, people.split(), given.split()) == tuple(names.split())


# --- by the command


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, made the current one, with the maps in it and the saved games in `games`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MAPKIT_GAMES", "games")
    for game, text in MAPS.items():
        (tmp_path / f"{game}.toml").write_text(text, encoding="utf-8")


@BOTH
@pytest.mark.parametrize("level", ["explorer", "random"])
def test_a_person_plays_against_a_machine_and_undo_takes_back_its_turn_too(game: str, level: str) -> None:
    starts = [word for pair in STARTS[game].items() for word in ("--set", "=".join(pair))]
    step = {"treasures": "east", "labyrinth": "right; end"}[game]
    seats = ("--players", "Ann,Bob", "--bot", f"Bob={level}", *starts, "--seed", "s", "--log", "game.jsonl")
    lines = run("play", f"{game}.toml", *seats, given=f"{step}\nundo\n{step}\n").stdout.splitlines()
    assert lines[0] == f"Bob is played by the machine: {level}."
    assert lines[-1] == "It is Ann's turn."
    assert any(line.startswith("Taken back: Ann: ") and ", Bob: " in line for line in lines)
    speakers = [event["by"] for event in events() if event["kind"] == "say"]
    assert speakers[0] == "Ann"
    assert speakers[-1] == "Bob"


@pytest.mark.parametrize("private", ["no", "yes"])
def test_what_a_machine_says_is_heard_before_its_answer_unless_answers_are_private(
    private: str, tmp_path: Path
) -> None:
    options = {**STARTS["treasures"], "private-answers": private}
    with begun(map_of("treasures"), tmp_path / "game.jsonl", **options) as played:
        steps_of_ann(played, 1)
        host = Host(played, phrases("treasures", "en"), omniscient=False, bots={"Bob": "explorer"})
        (first, *_) = host.machines()
        spoken = f"Bob: {next(directive.words for directive in played.standing_directives if directive.mover == 'Bob')}"
    assert (first.lines[0] == spoken) == (private == "no")
    assert spoken not in first.lines[1:]


def test_what_a_machine_says_in_secret_nobody_hears(tmp_path: Path) -> None:
    """HD-38.b: orders are secret until all are in."""
    dungeon = maps.generate("dungeon", "s", preset="small")
    with begun(dungeon, tmp_path / "game.jsonl") as played:
        host = Host(played, phrases("dungeon", "en"), omniscient=False, bots={"Ann": "random", "Bob": "random"})
        lines = next(host.machines()).lines
    assert lines[0] == "Ann has handed in orders."
