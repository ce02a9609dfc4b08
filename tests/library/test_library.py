"""The library: loaded only when it is used, with every type that it returns and every error that it raises."""

import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit.language.catalogue import languages, themes_of

NAMES: list[str] = vars(mapkit)["__all__"]
LENT = ("mapkit.model", "mapkit.model.version")
"""What `import mapkit` loads beside itself."""


def loaded_by(words: str) -> list[str]:
    """The modules of mapkit that a program has loaded at its end."""
    told = f"import sys; {words}; print(*[name for name in sys.modules if name.startswith('mapkit')])"
    return subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout.split()


def test_to_import_mapkit_loads_nothing_else() -> None:
    """Bare Python has what is left; to import `typing` alone would double the time."""
    program = "import sys; before = set(sys.modules); import mapkit; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert loaded.split() == ["mapkit", *LENT]
    assert "mapkit.games.treasures" not in loaded_by("import mapkit; mapkit.GAMES")
    assert "mapkit.library" not in loaded_by("from mapkit.games import maps")


def test_every_name_is_there_and_says_what_it_is() -> None:
    for name in NAMES:
        assert name in dir(mapkit)
        assert getattr(mapkit, name).__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'mend'"):
        getattr(mapkit, "mend")  # noqa: B009 (type checkers refuse it)


def test_import_star_gives_every_name() -> None:
    there: dict[str, object] = {}
    exec("from mapkit import *", there)
    assert set(NAMES) <= set(there)


def test_a_blank_map_is_completed() -> None:
    sketch = mapkit.read(mapkit.new("treasures", preset="small"))
    assert sketch.complete("rain").check() == ()


def test_the_text_of_an_error_says_what_was_found_and_what_would_do() -> None:
    """The commands print the same sentences; tests/cli/test_cli.py has them."""
    with pytest.raises(mapkit.NoSuchPreset, match=r"^there is no preset 'zz'; there are default, "):
        mapkit.new("treasures", preset="zz")
    with pytest.raises(mapkit.NoSuchMap) as none:
        mapkit.generate("treasures", "s", preset="small", settings={"marsh": 40})
    first, *conflict, would_do = str(none.value).splitlines()
    assert first == "it is proven that there is no such map"
    assert any(" TL-" in line for line in conflict)
    assert would_do.startswith("What would do: other numbers for ")


WRONG_NAMES: list[tuple[Callable[[Any], object], str]] = [
    (lambda _: mapkit.generate("treasure", "s"), "there is no game 'treasure'; did you mean treasures?"),
    (lambda _: mapkit.sheets("chess"), "there is no game 'chess'; say one of treasures, "),
    (lambda _: mapkit.generate("treasures", "s", preset="smal"), "there is no preset 'smal'; did you mean small?"),
    (
        lambda _: mapkit.generate("treasures", "s", settings={"wals": 4, "exit": 1}),
        "there is no setting 'wals' in treasures; did you mean walls?\nthere is no setting 'exit' in treasures; did",
    ),
    (lambda map_: map_.print("map2.pdf", anyway=True), "sheet is 'map2.pdf'; say one of gm, "),
    (
        lambda map_: map_.print("plyer", format="pfd"),
        "sheet is 'plyer'; did you mean player?; format is 'pfd'",
    ),
    (
        lambda map_: map_.print("gm", paper="leter", language="yy"),
        "paper is 'leter'; did you mean letter?; lang",
    ),
    (
        lambda map_: map_.solve(measures=["turn-to-win"]),
        "there is no measure 'turn-to-win'; did you mean turns-",
    ),
    (lambda map_: map_.solve(measures=["nonsense"]), "there is no measure 'nonsense'; there are interest, turns-"),
    (lambda map_: map_.begin(["Ann", "Ann"]), "two players are called 'Ann'"),
    (lambda _: mapkit.presets("zz"), "there is no game 'zz'; say one of treasures"),
    (lambda map_: map_.solve(starts=["z9"]), "'z9' is no cell of this board; cells are named a1 to f6"),
    (
        lambda map_: map_.begin(["Ann"], options={"start": "a1"}),
        "there is no option 'start'; did you mean starts?",
    ),
    (lambda map_: map_.begin(["Ann"], theme="pirate"), "theme is 'pirate'; did you mean pirate-ship?"),
    (lambda map_: map_.begin(["Ann"], language="yy"), "language is 'yy'; say en, de, fr or ru"),
    (lambda _: mapkit.json_schema("chek"), "'chek' prints nothing for programs; did you mean check?"),
]


@pytest.mark.parametrize(("call", "says"), WRONG_NAMES, ids=[says for _, says in WRONG_NAMES])
def test_a_wrong_name_is_told_in_a_sentence_with_the_name_that_was_meant(
    call: Callable[[Any], object], says: str
) -> None:
    with pytest.raises(mapkit.MapkitError) as refused:
        call(mapkit.generate("treasures", "library", preset="small"))
    assert str(refused.value).startswith(says)


def test_half_a_character_is_no_map() -> None:
    for read in (mapkit.read, mapkit.read):
        with pytest.raises(mapkit.UnreadableMap, match="is no UTF-8"):
            read("{\ud800")


def test_all_errors_of_the_library_have_one_base() -> None:
    named = [each for name in NAMES if isinstance(each := getattr(mapkit, name), type)]
    errors = [name for name in named if issubclass(name, Exception)]
    assert len(errors) > 10
    assert [error for error in errors if not issubclass(error, mapkit.MapkitError)] == []
    with pytest.raises(mapkit.MapkitError, match=r"the title .* has 101 characters"):
        replace(mapkit.generate("dungeon", "library"), title="x" * 101).to_text()


def test_the_text_of_a_refusal_is_what_the_player_is_told() -> None:
    moment = mapkit.generate("treasures", "library", preset="small").begin(["Ann", "Bob"])
    with pytest.raises(mapkit.InvalidMove) as refused:
        moment.say("dance")
    assert "dance" in str(refused.value)
    assert "north" in str(refused.value)
    with pytest.raises(mapkit.IllegalMove, match=r"\(TL-39\)$"):
        moment.say(f"{'Bob' if moment.to_move == 'Ann' else 'Ann'}: north")


@pytest.mark.parametrize("game", mapkit.GAMES)
@pytest.mark.parametrize("size", [5, 2.5, True, "wide", ("8", "8")])
def test_a_size_of_another_kind_is_refused_in_words(game: str, size: Any) -> None:
    """A program may give a number where people write a text."""
    if (game, size) in (("minoqaur", 5), ("dungeon", 5), ("quoridor", 5)):
        assert mapkit.new(game, size=size) == mapkit.new(game, size=str(size))
        return
    with pytest.raises(mapkit.BadSetting, match=r"^size is .* (takes|a board( of Quoridor)? has) "):
        mapkit.new(game, size=size)


def test_questions_that_a_game_does_not_answer_are_refused_in_words() -> None:
    treasures = mapkit.generate("treasures", "library", preset="small")
    quoridor = mapkit.generate("quoridor", "library")
    for map_, asked, words in (
        (treasures, {"plies": 3}, "plies is not for treasures; leave it out"),
        (quoridor, {"starts": ["a1"]}, "starts is not for quoridor; leave it out"),
        (mapkit.generate("dungeon", "library"), {"starts": ["a1"]}, "starts is not for dungeon; leave it out"),
        (quoridor, {"plies": -1}, "plies is -1; it takes 1 to 15"),
        (quoridor, {"plies": 0}, "plies is 0; it takes 1 to 15"),
        (quoridor, {"plies": 16}, "plies is 16; it takes 1 to 15"),
    ):
        with pytest.raises(mapkit.BadSetting, match=f"^{words}$"):
            map_.solve(**asked)


FAULTY = """mapkit = 1
game = "treasures"
map = \"\"\"
+---+---+---+
| T   .   .
+---+   +   +
| .   .   {} |
+---+---+---+
\"\"\"
[settings]
walls = 0
exits = 1
treasures = 1
players = 1
"""


BARE = ("shop", "hospital", "river", "rivers", "fake", "two_way", "three_way", "exit_distance", "treasure_distance")
COUNTS = FAULTY.format("M") + "".join(f"{name} = 0\n" for name in BARE) + "marsh = 2\n"
"""A map with a Marsh tile less than its settings say, and a wall more."""


@pytest.mark.parametrize("marsh", ["M", " "])
def test_a_map_with_faults_is_refused_with_its_faults(marsh: str) -> None:
    """A tile too many of one kind; a wall that no setting asks for; a blank tile."""
    sketch = mapkit.read(FAULTY.format(marsh))
    found = sketch.check()
    for verb in (sketch.solve, partial(sketch.print, "gm")):
        with pytest.raises(mapkit.FaultyMap, match=f"{len(found)} faults on the map; TL-") as refused:
            verb()
        assert refused.value.faults == found
    with pytest.raises(mapkit.FaultyMap) as refused:
        sketch.begin(["Ann"])
    assert set(refused.value.faults) <= set(found)
    (pdf,) = sketch.print("gm", anyway=True)
    assert pdf.startswith(b"%PDF-")


def test_a_map_with_other_numbers_than_its_settings_is_played_anyway() -> None:
    """TL-15, TL-27: `mapkit play --anyway` accepts the same maps."""
    assert mapkit.read(COUNTS).begin(["Ann"], anyway=True).to_move == "Ann"
    with pytest.raises(mapkit.FaultyMap):
        mapkit.read(FAULTY.format(" ")).begin(["Ann"], anyway=True)


def test_a_game_is_refereed_to_its_end_and_depends_on_the_seed_alone() -> None:
    """TL-56, TL-85: two players of a program who say the first way that is accepted."""
    map_ = mapkit.generate("treasures", "library", preset="small")

    def played(seed: str) -> list[tuple[str, ...]]:
        moment, heard = map_.begin(["Ann", "Bob"], seed=seed), list[tuple[str, ...]]()
        for number in range(60):
            if moment.is_over:
                break
            moment = moment.say(moment.options()[number % len(moment.options())].words)
            heard.append(moment.heard)
        assert moment.notes is not None
        return heard

    assert played("one") == played("one")


@pytest.mark.parametrize("game", mapkit.GAMES)
@pytest.mark.parametrize("language", languages())
def test_the_referee_offers_and_takes_the_words_of_a_language_and_a_theme(game: str, language: str) -> None:
    """TX-75: whatever is offered in other words leads to what the plain word leads to."""
    map_ = mapkit.generate(game, "shelf", settings={"win": "treasure"} if game == "minoqaur" else {})
    for theme in ("none", *themes_of(game)):
        moment = map_.begin(["Ann", "Bob"], seed="s", language=language, theme=theme)
        plain = map_.begin(["Ann", "Bob"], seed="s")
        for number in range(4):
            pairs = zip(moment.options(), plain.options(), strict=True)
            offered = [(moment.say(way.words), plain.say(word.words)) for way, word in pairs]
            assert [one.ruling for one, _ in offered] == [other.ruling for _, other in offered]
            moment, plain = offered[number % len(offered)]
            assert (language == "ru") == bool(re.search("[а-яё]", " ".join(moment.heard)))


def test_a_map_with_a_theme_is_told_in_its_words_unless_others_are_asked_for() -> None:
    """TX-75."""
    ship = mapkit.generate("treasures", "tale 21", preset="small", settings={"theme": "pirate-ship"})
    heard = [
        ship.begin(["Ann", "Bob"], seed="s", theme=theme).say("north").say("south").heard
        for theme in ("", "Pirate-Ship", "none")
    ]
    assert heard[0] == heard[1] == ("Bob cannot move south. Blocked by a bulkhead.",)
    assert heard[2] == ("Bob cannot move south. Blocked by wall.",)


def test_functions_go_to_other_processes() -> None:
    functions = [each for name in NAMES if callable(each := getattr(mapkit, name))]
    assert pickle.loads(pickle.dumps(functions)) == functions


UNTYPED: Any = mapkit  # a program that no type checker has read
WRONG_TYPES: list[tuple[Callable[[Any], object], str]] = [
    (lambda _: UNTYPED.generate("treasures", "rain", settings="walls=3"), "settings takes a mapping, such as"),
    (lambda _: UNTYPED.read(Path("map.toml")), r"text takes the text of a map, such as Path\(.map.toml.\).read_text"),
    (lambda drawn: drawn.begin([1, 2]), "each of players takes a text, as in .*, not int 1"),
    (
        lambda drawn: drawn.begin("Ann,Bob"),
        "players takes a list of texts, such as .*, not str 'Ann,Bob'",
    ),
    (lambda drawn: drawn.solve(measures="turns-to-win"), "measures takes a list of texts"),
    (lambda drawn: drawn.solve(starts="a1"), r'starts takes a list of texts, such as \["a1"\]'),
    (lambda drawn: drawn.begin(["Ann", "Bob"]).say(None), "words takes the text of one command"),
]


def test_values_of_wrong_types_are_told_in_sentences() -> None:
    drawn = mapkit.generate("treasures", "types", preset="small")
    for wrong, told in WRONG_TYPES:
        with pytest.raises(mapkit.WrongType, match=told):
            wrong(drawn)


@pytest.mark.parametrize("read", [mapkit.read])
def test_the_name_of_a_file_is_no_map(read: Any) -> None:
    with pytest.raises(mapkit.UnreadableMap, match=r"this is the name of a file, and .* takes its text; write mapkit"):
        read("maps/t.toml")
