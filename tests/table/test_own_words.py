"""Words of a group's own: typed, answered, checked before they are used, and at every table (`docs/table.md`)."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mapkit.games import own_templates
from mapkit.games.shelf import GAMES
from mapkit.language.phrases import phrases
from mapkit.mapfile.text import UnreadableMap
from mapkit.mapfile.writer import show
from mapkit.model import resources
from mapkit.model.game import table_of
from mapkit.model.ruling import heard
from mapkit.model.settings import BadSetting
from mapkit.studio import session
from mapkit.table import match
from mapkit.table.host import Host
from mapkit.table.own_words import OwnWords, answers, commands, in_own_words, read
from mapkit.table.voice import phrases_of
from tests.command import outcome
from tests.table.test_lines import NAMES, OPTIONS, board_of

OURS = """
[directives]
grenade = "pineapple, ка-бум"
step = "scurry"
skip = "chill out"
"" = "mate, dude"

[answers]
empty = "savanna"
"river end" = "waterfall, chute"
wormhole = "rabbit hole"
executed = "you scurry on"
impossible = "no go"
monolith = "cliff"
destroyed = "ka-boom"
"somebody wounded" = "an ouch"
corpse = "trips over"
"""


@pytest.fixture(autouse=True)
def no_own_templates() -> Iterator[None]:
    yield
    resources.use_own(None)


def ours(text: str = OURS, game: str = "labyrinth") -> OwnWords:
    return read(GAMES[game], text.encode(), "ours.toml")


def folder(where: Path, text: str = OURS) -> str:
    (where / "own" / "words").mkdir(parents=True)
    (where / "own" / "words" / "labyrinth.toml").write_text(text, encoding="utf-8")
    return str(where / "own")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("scurry up", "step up"),
        ("pineapple left", "grenade left"),
        ("Ка-Бум вправо", "grenade вправо"),
        ("throw the PINEAPPLE down, dude", "throw the grenade down, "),
        ("mate, chill  out", ", skip"),
        ("pineapples left", "pineapples left"),
        ("Pineapple: scurry up", "Pineapple: step up"),
    ],
)
def test_words_of_a_group_are_read_as_those_of_mapkit(typed: str, meant: str) -> None:
    drawn = board_of("labyrinth")
    names = ("Pineapple" if ":" in typed else "Ann", "Bob")
    assert phrases_of(drawn, "en", own=ours()).understood(typed, names) == meant


@pytest.mark.parametrize(
    ("key", "args", "said"),
    [
        ("executed", {}, "You scurry on."),
        ("executed-what", {"what": "empty"}, "You scurry on, savanna."),
        ("impossible", {}, "No go."),
        ("impossible-what", {"what": "river-end"}, "No go; waterfall."),
        ("impossible-wall", {}, "No go, wall."),
        ("impossible-monolith", {}, "No go, cliff."),
        ("impossible-monolith-what", {"what": "wormhole"}, "No go, cliff; rabbit hole."),
        ("destroyed-left", {}, "Ka-boom."),
        ("somebody-wounded", {}, "An ouch."),
        ("corpse", {"player": "Ann", "other": "Bob"}, "Ann trips over Bob."),
        ("skipped", {}, "Skipped."),
    ],
)
def test_the_referee_answers_in_the_words_of_the_group(key: str, args: dict[str, str], said: str) -> None:
    assert phrases_of(board_of("labyrinth"), "en", own=ours()).say(heard(key, **args)) == said


def test_what_an_answer_says_of_another_player_is_not_turned_round() -> None:
    own = ours('[answers]\nbeats = "crushes"\n"loses to" = "bows to"\nmeets = "runs into"\n', "treasures")
    told = phrases_of(board_of("treasures"), "en", own=own)
    assert told.say(heard("battle-lost", player="Ann", other="Bob")) == "Ann crushes Bob."
    assert told.say(heard("meets-healthy", player="Ann", other="Bob")) == "Ann runs into Bob."


IN_FIVE_GAMES = {
    "labyrinth": ('[directives]\nskip = "chill"\n', "chill", "skip"),
    "treasures": ('[directives]\nwest = "sinister"\n[answers]\nwall = "brick"\n', "go sinister", "west"),
    "dungeon": ('[directives]\nwait = "snooze"\n', "snooze", "wait"),
    "quoridor": ('[directives]\nnorth = "onward"\nwall = "hedge"\n', "hedge b2 h", "b2h"),
    "minoqaur": ('[directives]\nenter = "sneak in"\n[answers]\nsword = "blade"\n', "sneak in 1", "enter 1"),
}


@pytest.mark.parametrize("game", GAMES)
def test_words_are_named_in_all_games_and_the_log_has_those_of_mapkit(game: str, tmp_path: Path) -> None:
    text, typed, meant = IN_FIVE_GAMES[game]
    board, path = board_of(game), tmp_path / "log.jsonl"
    options = {"machine": "yes"} if game == "minoqaur" else OPTIONS.get(game, {})
    with match.start(board, show(board), NAMES, options, "seed", path) as played:
        host = Host(played, phrases_of(board, "en", own=ours(text, game)), omniscient=False)
        assert not host.hear(typed).refused
        assert played.latest_directive is not None
        assert played.latest_directive.ruling == played.referee.play(played.opening.state, meant, lambda _: 1)
        assert typed not in path.read_text(encoding="utf-8")
    assert match.look(path, lambda *_: board).latest_directive == played.latest_directive


@pytest.mark.parametrize("game", GAMES)
def test_what_help_lists_in_words_of_a_group_may_be_typed(game: str) -> None:
    board, options = board_of(game), {"machine": "yes"} if game == "minoqaur" else OPTIONS.get(game, {})
    own = ours(IN_FIVE_GAMES[game][0], game)
    told = phrases_of(board, "en", own=own)
    state = table_of(board.game).referee.begin(board, NAMES, options, lambda _: 1).state
    ways = table_of(board.game).referee.ways(state)
    assert [way for way in ways if told.understood(told.word(way), NAMES) != way] == []
    assert any(told.word(way) != way for way in ways) or game == "quoridor"


@pytest.mark.parametrize("language", ["de", "fr", "ru"])
def test_answers_are_given_in_the_words_of_the_group_in_every_language(language: str) -> None:
    told = phrases_of(board_of("labyrinth"), language, own=ours())
    assert told.say(heard("executed-what", what="empty")) == "You scurry on, savanna."


WRONG = """
[directives]
grenade = "left, boom, fire"
bomb = "x"
knife = "boom, грeнадка, c3, zap:zap, , help me"
skip = 3
step = "the"
shoot = "{word}, ab​cd"
"shoot up" = "pow"

[answers]
land = "earth"
empty = "pit, sa\\u202Evanna"
"river end" = "savanna"
hospital = "Savanna"
exit = ["out"]

[sounds]
bang = "bang"
"""
TOLD = """
3:12 "left" is a word of mapkit for something else; take another word
3:24 "fire" means "shoot" already; take another word
4:1 labyrinth has no command "bomb"; did you mean grenade?
5:10 "boom" stands for "grenade" in line 3 already
5:16 "грeнадка" has letters of two alphabets; write р as the others
5:26 "c3" has the character 3; a word has letters, with spaces, hyphens and apostrophes between them
5:30 "zap:zap" has the character :; a word has letters, with spaces, hyphens and apostrophes between them
5:39 a word is missing here; leave the comma out, or write a word
5:41 "help me" begins with a word of the table; take another word
6:8 skip takes a text in quotes
7:9 "the" means nothing in a command, and is left out; take another word
8:10 "{word}" has the character {; a word has letters, with spaces, hyphens and apostrophes between them
8:18 "abU+200Bcd" has the character U+200B; a word has letters, with spaces, hyphens and apostrophes between them
12:1 labyrinth has no answer "land"; did you mean empty?
13:10 "pit" means "wormhole" already; take another word
13:15 "saU+202Evanna" has the character U+202E; a word has letters, with spaces, hyphens and apostrophes between them
15:13 "Savanna" stands for "river end" in line 14 already
16:8 exit takes a text in quotes
18:1 there is no part "sounds" in a file of words; there are directives, answers
"""


def test_all_that_is_wrong_in_a_file_is_told_at_once_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(UnreadableMap) as refused:
        ours(WRONG)
    found = [f"{problem.line}:{problem.column} {problem.message}" for problem in refused.value.problems]
    assert found == TOLD.strip().splitlines()
    with pytest.raises(own_templates.UnreadableFolder) as in_folder:
        own_templates.use(folder(tmp_path, WRONG))
    assert [str(problem.message) for problem in in_folder.value.problems] == [line.partition(" ")[2] for line in found]
    assert "words/labyrinth.toml:3:12: error: " in str(in_folder.value)
    assert resources.own_folder() is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[directives]\nstep = "scurry', "1:|2:"),
        ("directives = 3\n", "1:1: error: directives is a table: write \\[directives\\]"),
        ('[directives]\nstep = "' + "a" * 41 + '"\n', "has 41 letters; 40 are the most"),
        ('[directives]\nstep = "' + "scurry, " * 2 + '"\n', "2:25: error: a word is missing here"),
        ("[directives]\n" + "".join(f"word{n} = 'x'\n" for n in range(1200)), "and 900 more errors from here on"),
    ],
)
def test_a_file_of_words_that_is_none_is_refused(text: str, said: str) -> None:
    with pytest.raises(UnreadableMap, match=said):
        ours(text)


@pytest.mark.parametrize("game", GAMES)
def test_every_word_that_a_file_may_name_is_one_of_mapkit(game: str) -> None:
    """A group that names mapkit's own words changes nothing."""
    shown = phrases(game, "en")
    named = {word: word for word in commands(GAMES[game]) if word.isalpha()}
    text = "[directives]\n" + "".join(f'"{word}" = "{word}"\n' for word in sorted(named))
    own = ours(text, game)
    told = in_own_words(shown, own, GAMES[game], board_of(game).params)
    assert told.heard == shown.heard
    assert {word: told.word(word) for word in named} == named
    assert "" not in answers(GAMES[game])


def test_no_player_has_a_word_of_the_group_as_a_name(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(show(board_of("labyrinth")), encoding="utf-8")
    (tmp_path / "ours.toml").write_text(OURS, encoding="utf-8")
    map_, own = str(tmp_path / "map.toml"), str(tmp_path / "ours.toml")
    log = tmp_path / "log.jsonl"
    code, _, told = outcome("play", map_, "--players", "Ann,Pineapple", "--words", own, "--log", str(log))
    assert (code, told) == (2, 'error: "Pineapple" cannot be a name: in your words it means "grenade"\n')
    assert not log.exists()
    own_templates.use(folder(tmp_path))
    board, names = board_of("labyrinth"), ("Ann", "Scurry")
    for begin in (lambda: board.begin(names), lambda: session.begin(board, names, {}, "seed")):
        with pytest.raises(BadSetting, match="cannot be a name"):
            begin()


def test_words_are_not_read_from_where_the_commands_come(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(show(board_of("labyrinth")), encoding="utf-8")
    map_ = str(tmp_path / "map.toml")
    assert outcome("play", map_, "--players", "Ann,Bob", "--words", "-")[::2] == (
        2,
        "error: stdin is where the commands come from; name a file of words\n",
    )
    code, _, told = outcome("play", map_, "--players", "Ann,Bob", "--words", str(tmp_path / "none.toml"))
    assert (code, told.rpartition("toml: ")[2]) == (
        3,
        "cannot be read: there is no such file; docs/table.md shows one\n",
    )


def test_words_of_a_folder_are_those_of_every_table(tmp_path: Path) -> None:
    """Of programs, and of the studio, for its page and for phones; they end with the folder."""
    own_templates.use(folder(tmp_path))
    board = board_of("labyrinth")
    played = board.begin(NAMES, options=OPTIONS["labyrinth"]).say("scurry left; pineapple up")
    assert played.heard[0] == "You scurry on."
    assert "chill out" in {way.words for way in board.begin(NAMES, options=OPTIONS["labyrinth"]).options()}
    with (
        match.start(board, show(board), NAMES, OPTIONS["labyrinth"], "seed", tmp_path / "log.jsonl") as begun,
        closing(session.Sitting(begun)) as sitting,
    ):
        assert sitting.say("scurry left", "Ann") is None
        assert "You scurry on." in {line.words for line in sitting.record if line.event == 1}
        assert sitting.say("pineapple up") is None
        assert begun.latest_directive is not None
        assert begun.latest_directive.words == "grenade up"
    resources.use_own(None)
    assert board.begin(NAMES, options=OPTIONS["labyrinth"]).say("left").heard[0] == "Step executed."


def test_the_turns_of_a_played_game_are_printed_in_the_words_of_a_folder(tmp_path: Path) -> None:
    board, log, out = board_of("labyrinth"), tmp_path / "log.jsonl", tmp_path / "out"
    with match.start(board, show(board), NAMES, OPTIONS["labyrinth"], "seed", log) as begun:
        begun.say("left")
    words = ("print", str(log), "-o", str(out), "--format", "svg", "--templates", folder(tmp_path))
    assert outcome(*words)[0] == 0
    assert any("You scurry on." in page.read_text(encoding="utf-8") for page in out.glob("*.svg"))


NOTES = """game: labyrinth
size: 3x3
rules: G1-S1-F5-V1-T3-A2-H34-W678-O1
chain lengths: none
river lengths: 3
players: Ann, Bob

Ann: start = savanna
Bob: start = savanna
Ann: scurry up = you scurry on
Bob: chill out = skipped, chute
Ann: scurry left = no go
"""


def test_notes_are_read_in_the_words_of_the_group(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text(NOTES, encoding="utf-8")
    (tmp_path / "ours.toml").write_text(OURS, encoding="utf-8")
    plain = NOTES.replace("savanna", "empty").replace("scurry", "step").replace("you step on", "executed")
    plain = plain.replace("chill out", "skip").replace("chute", "river end").replace("no go", "impossible")
    (tmp_path / "plain.txt").write_text(plain, encoding="utf-8")
    notes = str(tmp_path / "notes.txt")
    wanted = outcome("audit", str(tmp_path / "plain.txt"))
    assert wanted[0] in (0, 1)
    assert "'scurry' (on 2 lines) is no word of a command" in outcome("audit", notes)[2]
    for own in (("--words", str(tmp_path / "ours.toml")), ("--templates", folder(tmp_path))):
        code, said, told = outcome("audit", notes, *own)
        assert (code, told) == (wanted[0], "")
        assert said.count("\n") == wanted[1].count("\n")
        if code:
            assert said.splitlines()[0].endswith("Ann: scurry left = no go") or "chute" in said


def test_a_theme_and_words_of_a_group_go_together() -> None:
    own = ours('[directives]\nshop = "bazaar"\n[answers]\nwall = "brick"\n', "treasures")
    told = phrases_of(board_of("treasures"), "en", "pirate-ship", own)
    assert told.understood("bazaar 5 3", NAMES) == "shop 5 3"
    assert told.understood("attack first mate with ball", NAMES) == "attack bear with bullet"
    assert told.say(heard("blocked", player="Ann", direction="north")) == "Ann: brick."
