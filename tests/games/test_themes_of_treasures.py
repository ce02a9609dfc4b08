"""The themes of Treasures (TX-75 to TX-77): complete, nothing given away, and the same game in other words."""

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit.language.catalogue import in_theme, languages, texts, themes_of
from mapkit.language.phrases import phrases
from mapkit.language.wording import translated
from mapkit.model import resources
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.message import message, noun
from mapkit.paper import themes
from mapkit.players.machines import dice_of, machines, play_directives
from tests.command import output, refusal

LEDGER = Path(__file__).parents[2] / "docs" / "rules" / "expansions.md"
NAMES = ("cursed-forest", "haunted-house", "pirate-ship", "psych-ward")
LANGUAGES = tuple(each for each in languages() if any(resources.path("messages", each).glob("treasures.*.po")))
"""The languages that tell themes."""
EDITIONS = tuple(product(NAMES, LANGUAGES))
FILES = ("phrases/{}/treasures", "cards/{}/treasures", "cards/{}/expansions", "cards/{}/sheets")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_theme_has_words_for_all_that_is_said_and_printed_and_pictures(language: str) -> None:
    """TX-75."""
    assert LANGUAGES == ("en", "de", "ru")
    assert themes_of("treasures") == NAMES
    assert {*NAMES} <= {*themes.theme_names()}
    wanted = [f"{file.format(language)}.{name}.toml" for file in FILES for name in NAMES]
    wanted += [f"messages/{language}/treasures.{name}.po" for name in NAMES]
    assert [file for file in wanted if not resources.path().joinpath(file).is_file()] == []


# --- the words (TX-76) -------------------------------------------------------------------------------------------

RUSSIAN = (
    "лабиринт лавк госпитал болот рек[аиуео] портал клад(?:а|ы|ов|у|ом)? ловушк пожертвован ржав аптечк хлам сканер "
    "динамит медвед зомби батарейк фонарик"
)
"""How the plain words begin in Russian."""
ENDING = {"клад(?:а|ы|ов|у|ом)?": r"\b", "рек[аиуео]": r"\b"}
"""What else must follow."""
KEPT_IN_RUSSIAN = {"cursed-forest": "медвед", "psych-ward": "батарейк фонарик", "pirate-ship": "", "haunted-house": ""}
"""Those of them that a theme has, too."""


def vocabulary(theme: str) -> Mapping[str, str]:
    """For each word of the rules the theme's, from the table of TX-76."""
    lines = LEDGER.read_text("utf-8").partition("**TX-76**")[2].partition("- **TX-76.a**")[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    place = ["README", "haunted house", "cursed forest", "psych ward", "pirate ship"].index(theme.replace("-", " "))
    found = dict[str, str]()
    for row in rows[1:]:
        plain, own = (re.split(r", (?!A )", row[n]) for n in (0, place))
        found |= dict(zip(plain, own, strict=True)) if len(plain) == len(own) else {row[0]: row[place]}
    return found


LEFT_OUT = {"name", "when", "instead"}
"""The keys of what is printed nowhere, and of the name of the game."""


def spoken(value: Any) -> Iterator[str]:
    """All texts in tables and lists."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        parts = [value[key] for key in value if key not in LEFT_OUT] if isinstance(value, Mapping) else value
        for part in parts:
            yield from spoken(part)


def told(theme: str, language: str) -> list[str]:
    """All that is said at the table and printed in the words of a theme."""
    tag, own = in_theme(language, theme), phrases("treasures", in_theme(language, theme))
    plain = tomllib.loads(resources.path("phrases", language, "treasures.toml").read_text(encoding="utf-8"))
    heard = [getattr(own, part)[key] for part in ("heard", "notes", "refused", "table") for key in plain[part]]
    cards = [texts("treasures", tag), texts("expansions", tag)]
    return [re.sub(r"\[[^][?]+\?", "", text) for text in (*heard, *spoken(cards))]  # without conditions


@pytest.mark.parametrize("theme", NAMES)
def test_no_word_of_the_rules_is_left_in_a_theme(theme: str) -> None:
    """TX-76: a word that a theme has, too, such as wall in the house, may stay."""
    words = vocabulary(theme)
    assert len(words) == 30
    own = "|".join(sorted(map(re.escape, words.values()), key=len, reverse=True))
    plain = {word: rf"\b{re.escape(word)}(?:s|es)?\b" for word in words if word.lower() not in words[word].lower()}
    plain |= {"labyrinth": r"\blabyrinth\b", "maze": r"\bmaze\b", "shop": r"\bshops?\b", "kit": r"\bkits?\b"}
    found = [
        (word, text)
        for text in told(theme, "en")
        for word, pattern in plain.items()
        if re.search(pattern, re.sub(rf"\{{\w+\}}|{own}", "", text, flags=re.IGNORECASE), re.IGNORECASE)
    ]
    assert found == []


@pytest.mark.parametrize("theme", NAMES)
def test_no_plain_word_is_left_in_a_russian_theme(theme: str) -> None:
    """TX-76 in Russian."""
    plain = [word for word in RUSSIAN.split() if word not in KEPT_IN_RUSSIAN[theme].split()]
    pattern = re.compile(rf"\b(?:{'|'.join(word + ENDING.get(word, '') for word in plain)})", re.IGNORECASE)
    assert [text for text in told(theme, "ru") if pattern.search(text)] == []


@pytest.mark.parametrize(("theme", "language"), EDITIONS)
def test_what_sounds_alike_in_the_plain_words_and_only_that_sounds_alike_in_a_theme(theme: str, language: str) -> None:
    """TX-76: nothing more is given away, and nothing less is told."""

    def alike(tag: str) -> list[list[str]]:
        keys = defaultdict[str, list[str]](list)
        for key, text in phrases("treasures", tag).heard.items():
            keys[text].append(key)
        return sorted(keys.values())

    assert alike(in_theme(language, theme)) == alike(language)


def test_the_river_of_the_ward_is_no_orderly() -> None:
    """TX-76.a."""
    heard = phrases("treasures", "en-x-psych-ward").heard
    assert "along the corridor" in heard["river"]
    assert "orderly" not in (heard["river"] + heard["river-wall"]).lower()
    assert "ORDERLY" in heard["mauls"]


@pytest.mark.parametrize("theme", NAMES)
def test_rules_of_maps_and_kinds_of_tiles_are_told_in_a_theme(theme: str) -> None:
    """TX-76."""
    english, russian = in_theme("en", theme), in_theme("ru", theme)
    for sentence in (
        message("Shops: {shop}.", 2),
        message("Treasures: {treasures}.", message("{low} to {high}", 1, 3)),
        message("No wall stands across a river."),
        noun("Marsh"),
        noun("fake portal"),
    ):
        assert translated(sentence, english) not in (sentence, "")
        assert translated(sentence, russian) not in (sentence, translated(sentence, "ru"))


# --- the same game (TX-75) ---------------------------------------------------------------------------------------


def turns_of(log: Path) -> list[dict[str, Any]]:
    """What a log says of each directive, without the sums of its lines."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()[1:]]
    return [{key: value for key, value in line.items() if key != "sum"} for line in lines]


def test_a_theme_changes_no_map_and_no_rulings_and_an_old_game_is_told_in_another_one(tmp_path: Path) -> None:
    """TX-75, TX-75.a, TX-75.b."""
    plain = mapkit.generate("treasures", preset="small", seed="tale 21")
    ship = mapkit.generate("treasures", preset="small", seed="tale 21", settings={"theme": "pirate-ship"})
    assert ship.facts == plain.facts
    assert ship.to_text() == plain.to_text().rstrip("\n") + '\ntheme = "pirate-ship"\n'
    said = dict[str, str]()
    for name, map_ in (("plain", plain), ("ship", ship)):
        tmp_path.joinpath(f"{name}.toml").write_text(map_.to_text(), encoding="utf-8")
        log = ("--log", f"{tmp_path}/{name}.jsonl")
        players = ("--players", "Ann,Bob", "--seed", "tale")
        said[name] = output("play", f"{tmp_path}/{name}.toml", *players, *log, given="north\neast\nsouth\nwest\n")
    assert "All hands on deck!" in said["ship"]
    assert "All hands on deck!" not in said["plain"]
    plain_turns, ship_turns = (turns_of(tmp_path / f"{name}.jsonl") for name in said)
    assert len(plain_turns) == 4
    assert plain_turns == ship_turns
    kept = f"{tmp_path}/ship.jsonl"
    again = {theme: output("play", "--resume", kept, "--theme", theme, given="repeat 9") for theme in (*NAMES, "none")}
    assert len({*again.values()}) == len(again)
    assert "Blocked by a bulkhead.\nBob: west\nBob walks onto a CLEAR deck.\n" in again["pirate-ship"]
    assert "Blocked by wall.\nBob: west\nBob walks into a SAFE clearing.\n" in again["none"]


def test_what_players_typed_in_a_theme_is_told_in_the_words_of_another_one(tmp_path: Path) -> None:
    """TX-75.a."""
    drawn = tmp_path / "shop.toml"
    board = "+---+---+\n| S   T  \n+   +   +\n| .   . |\n+---+---+\n"
    numbers = dict.fromkeys(("hospital", "marsh", "river", "rivers", "fake", "two_way", "three_way"), 0)
    numbers |= dict.fromkeys(("walls", "exit_distance", "treasure_distance"), 0)
    numbers |= dict.fromkeys(("shop", "treasures", "exits", "players"), 1)
    settings = "".join(f"{name} = {number}\n" for name, number in numbers.items())
    drawn.write_text(
        f'mapkit = 1\ngame = "treasures"\nmap = """\n{board}"""\n\n[settings]\n{settings}', encoding="utf-8"
    )
    log = f"{tmp_path}/shop.jsonl"
    begun = ("play", str(drawn), "--players", "Ann", "--set", "starts=a1", "--log", log, "--theme", "pirate-ship")
    said = output(*begun, given="north\ngalley 4\n")
    assert "a bottle of rum" in said
    plainly = output("play", "--resume", log, "--theme", "none", given="repeat")
    assert "first aid kit" in plainly
    assert "rum" not in plainly


def test_a_map_is_printed_in_its_theme_unless_another_one_is_asked_for() -> None:
    """TX-75.b."""
    ship = mapkit.generate("treasures", preset="small", seed="tale 21", settings={"theme": "pirate-ship"})
    by_map = b"".join(ship.print("card", format="svg")).decode()
    mono, ward = (b"".join(ship.print("card", format="svg", theme=name)).decode() for name in ("mono", "psych-ward"))
    assert ["Galley" in svg for svg in (by_map, mono, ward)] == [True, True, False]
    assert ["Dispensary" in svg for svg in (by_map, mono, ward)] == [False, False, True]
    assert by_map != mono
    plain = mapkit.generate("treasures", preset="small", seed="tale 21")
    assert ship.print("card", format="svg", theme="none") == plain.print("card", format="svg")


def test_a_theme_that_nobody_has_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    drawn = mapkit.generate("treasures", preset="small", seed="tale 21")
    tmp_path.joinpath("map.toml").write_text(drawn.to_text(), encoding="utf-8")
    told = refusal("play", f"{tmp_path}/map.toml", "--players", "Ann", "--theme", "moon")
    assert "theme is 'moon'; say one of cursed-forest, haunted-house, pirate-ship, psych-ward, none" in told


# --- the presets (TX-77) -----------------------------------------------------------------------------------------

PRESETS: Mapping[str, Mapping[str, str]] = {
    "haunted-house": {"zombie": "1", "flashlight": "yes", "fools": "1", "donated": "flashlight battery kit"},
    "cursed-forest": {"bear": "1", "dog": "1", "marsh": "12", "trapped": "1"},
    "psych-ward": {"donation": "1", "shield": "yes", "dog": "1", "hospital": "2", "trading": "yes"},
    "pirate-ship": {"trapped": "1", "fools": "1", "dynamite": "yes", "trading": "yes", "river": "16"},
}


@pytest.mark.parametrize("name", NAMES)
def test_each_theme_has_a_preset_that_wears_it_and_needs_it_not(name: str) -> None:
    """TX-77, TX-77.a, TX-77.b, TX-77.c."""
    made = [mapkit.generate("treasures", preset=name, seed=str(seed)) for seed in range(3)]
    text = made[0].to_text()
    assert made[0].theme == name
    plain = mapkit.generate("treasures", preset=name, seed="0", settings={"theme": "none"})
    assert (plain.theme, plain.facts) == ("", made[0].facts)
    for key, value in PRESETS[name].items():
        assert re.search(rf'^{key} = "?{value}"?$', text, re.MULTILINE), key
    assert str(made[0].params.grid) == ("8x8x2" if name == "haunted-house" else "8x8")
    assert made[0].params.players == 3
    assert [map_.check() for map_ in made] == [()] * 3
    assert len({map_.facts for map_ in made}) == 3


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_nine_games_in_ten_of_a_preset_are_won_within_400_directives(name: str) -> None:
    """TX-77.c."""
    assert sum(is_won(name, number) for number in range(500)) >= 450


def is_won(preset: str, number: int) -> bool:
    """Whether explorers win a game on a fresh map of a preset within 400 directives."""
    drawn = mapkit.generate("treasures", preset=preset, seed=f"endings {number}")
    table, names = table_of(drawn.game), ("Ann", "Bob", "Cid")
    kinds = machines(table)
    seats = {name: kinds["explorer"](name, Chance(f"{name} {number}"), drawn.params) for name in names}
    game = play_directives(table.referee, drawn, seats, dice_of(f"endings {number}"), {})
    return any(not table.referee.mover(said.ruling.state) for said in islice(game, 401))
