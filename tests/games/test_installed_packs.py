"""Packs that packages bring along are in all commands; a broken one is told, and leaves its game as it is."""

import pickle
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest

import mapkit
from mapkit import testing
from mapkit.games.shelf import GAMES, NAMES
from mapkit.games.treasures.design import Params
from mapkit.games.treasures.pack import Pack
from mapkit.games.treasures.state import Telling
from mapkit.model.ruling import Dice
from mapkit.model.settings import choice, of_module, settings
from tests.cli.test_completion import completed
from tests.command import output, refusal, run
from tests.drawings import drawn
from tests.packages import forget, install, register

PACK = """
from dataclasses import dataclass, replace
from mapkit.games.kit.claims import each
from mapkit.games.kit.packs import HousePack
from mapkit.games.{game}.design import Params
from mapkit.model.rule import Amount, Rule, claims_nothing
from mapkit.model.ruling import IllegalMove, heard
from mapkit.model.settings import choice, of_module

@dataclass(frozen=True)
class SilentSettings(Params):
    silent: str = of_module(choice("no yes", "Whether the word hush is said", "HOUSE-9"))

class Silent(HousePack):
    name, settings = "silent", SilentSettings
    advice = (Rule("HOUSE-9", "The game is silent: {{silent}}.", claims_nothing, (), lambda p: p.silent == "yes"),)
    def begins(self, ruling, dice):
        return ruling._replace(heard=(*ruling.heard, heard("We play in silence.")))
    def act(self, state, words, dice):
        if words == "hush":
            raise IllegalMove(heard("Hush is for libraries."))
    def follows(self, before, ruling, dice):
        return ruling._replace(heard=(*ruling.heard, heard("All is silent.")))
    def may_say(self, state, ways):
        return ways[1:] or ways

SILENT = Silent()
"""
SOON = {"win": "treasure"}


@dataclass(frozen=True)
class StillSettings(Params):
    still: str = of_module(choice("no yes", "Whether everybody is still", "HOUSE-8"))


class Still(Pack):
    name, settings = "still", StillSettings

    def begins(self, telling: Telling, dice: Dice) -> Telling:
        return telling.say("Be still.")


@pytest.fixture
def silent(site: Path) -> Path:
    """A pack for each game of mapkit."""
    for game in NAMES:
        (site / f"silent_{game}.py").write_text(PACK.format(game=game), encoding="utf-8")
    points = "\n".join(f"{game}.silent = silent_{game}:SILENT" for game in NAMES)
    register(site, "silent", f"[mapkit.packs]\n{points}")
    return site


@pytest.mark.parametrize("game", NAMES)
def test_a_house_pack_is_in_every_game_and_off_until_it_is_asked_for(silent: Path, game: str) -> None:
    given = SOON if game == "minoqaur" else {}
    assert run("games").stderr == ""
    assert completed("generate", game, "--set", "silent=") == ["silent=no"]
    off, on = (mapkit.generate(game, "a", settings={**given, "silent": word}) for word in ("no", "yes"))
    assert [mapkit.read(form) for form in (on.to_text(), on.to_json(), on.share())] == [on] * 3
    assert pickle.loads(pickle.dumps(on)) == on
    assert on.facts == off.facts
    assert "silent" not in off.to_text()
    usual, now = (map_.begin(["Ann", "Bob"], seed="s") for map_ in (off, on))
    assert now.heard == (*usual.heard, "We play in silence.")
    way = usual.options()[0].words
    assert now.say(way).heard == (*usual.say(way).heard, "All is silent.")
    assert [option.words for option in now.options()] == [option.words for option in usual.options()][1:]
    for words in ("hush", "HUSH!", f"{now.to_move}: hush"):
        with pytest.raises(mapkit.IllegalMove, match=r"^Hush is for libraries\.$"):
            now.say(words)
    with pytest.raises(mapkit.InvalidMove):
        usual.say("hush")
    assert mapkit.PlayedGame.from_text(now.say(way).to_text()).heard == now.say(way).heard
    assert "The game is silent: yes." in output("rules", game, "--set", "silent=yes")
    assert "The game is silent" not in output("rules", game)


def test_a_game_with_a_pack_keeps_all_laws(silent: Path) -> None:
    for law in testing.laws(GAMES["quoridor"], drawn=drawn, settings={"silent": "yes"}):
        if ", breach " not in law.name:
            law.check()


FEWER = """
from dataclasses import dataclass
from importlib import import_module
from mapkit.games.kit.claims import inner_walls
from mapkit.games.kit.packs import HousePack
from mapkit.model.design import Clash
from mapkit.model.message import message
from mapkit.model.rule import Amount, count_rule
from mapkit.model.settings import amount, of_module
from moths.design import Params

@dataclass(frozen=True)
class FewerSettings(Params):
    fewer: Amount = of_module(amount(Amount(0, None), "Walls", "HOUSE-1"))

class Fewer(HousePack):
    name, settings = "fewer walls", FewerSettings
    rules = (count_rule("HOUSE-1", "Walls: {fewer}.", "fewer", inner_walls, ()),)
    def finished(self, p, chance, facts):
        walls = sorted(fact for fact in facts if fact.mark == "wall")
        return facts - {*walls[p.fewer.high:]}
    def clashes(self, p):
        if p.walls.low > p.fewer.high:
            yield Clash("fewer", message("there are more walls than that"), "HOUSE-1", fatal=True)

FEWER = Fewer()
"""


def test_a_pack_is_for_maps_of_a_game_of_another_package_too(site: Path) -> None:
    assert run("new-game", "moths").exit_code == 0
    install(Path("moths"), site)
    (site / "fewer.py").write_text(FEWER, encoding="utf-8")
    register(site, "fewer", "[mapkit.packs]\nmoths.fewer = fewer:FEWER")
    made = mapkit.generate("moths", "a", settings={"fewer": "0-3", "walls": "0-5"})
    assert made.check() == ()
    assert sum(fact.mark == "wall" for fact in made.facts) <= 3
    assert mapkit.read(made.to_text()) == made
    assert "there are more walls than that" in refusal("generate", "moths", "--set", "fewer=0-3")
    text = mapkit.generate("moths", "a").to_text().replace("walls = 6", 'walls = "0-9"\nfewer = "0-5"')
    fewer = mapkit.read(text)
    assert [fault.rule.number for fault in fewer.check()] == ["HOUSE-1"]


def test_a_pack_has_words_of_its_own_and_lines_on_the_card(silent: Path) -> None:
    package = silent / "silent_dungeon"
    package.mkdir()
    (silent / "silent_dungeon.py").rename(package / "__init__.py")
    code = (package / "__init__.py").read_text(encoding="utf-8").replace('heard("All is silent.")', 'heard("hushed")')
    (package / "__init__.py").write_text(code, encoding="utf-8")
    for language, words in {"en": "All is silent.", "de": "Alles schweigt."}.items():
        folder = package / "templates" / "phrases" / language
        folder.mkdir(parents=True)
        (folder / "dungeon.toml").write_text(f'[heard]\nhushed = "{words}"\nturn = "no"\n', encoding="utf-8")
    cards = package / "templates" / "cards" / "en"
    cards.mkdir(parents=True)
    card = '[[card]]\nheading = "Silence"\nentries = [["HOUSE-9", "Nobody speaks."]]\n'
    (cards / "dungeon.toml").write_text(card, encoding="utf-8")
    forget()
    made = mapkit.generate("dungeon", "a", settings={"silent": "yes"})
    for language, words in {"en": "All is silent.", "de": "Alles schweigt."}.items():
        game = made.begin(["Ann", "Bob"], seed="s", language=language)
        now = game.say(game.options()[0].words)
        assert now.heard[-1] == words
        assert "no" not in now.heard
    assert any(b"Silence" in page for page in made.print("card", format="svg"))


def test_packs_are_added_in_any_order(site: Path) -> None:
    (site / "silent.py").write_text(PACK.format(game="treasures"), encoding="utf-8")
    silent = import_module("silent").SILENT
    for first, second in ((silent, Still()), (Still(), silent)):
        game = second.added_to(first.added_to(GAMES["treasures"]))
        made = mapkit.generate(game, "a", preset="small", settings={"silent": "yes", "still": "yes"})
        assert {"We play in silence.", "Be still."} <= {*made.begin(["Ann", "Bob"], seed="s").heard}
        assert [rule.number for rule in game.design.advice].count("HOUSE-9") == 1


TILED = """
from dataclasses import dataclass
from importlib import import_module
from mapkit.games.treasures.design import Params
from mapkit.games.treasures.pack import Pack
from mapkit.model.settings import choice, of_module

@dataclass(frozen=True)
class TiledSettings(Params):
    tiled: str = of_module(choice("no yes", "Tiles", "HOUSE-7"))

class Tiled(Pack):
    name, settings, tiles = "tiled", TiledSettings, {"well": ("T", "well")}

BUGS = Tiled()
"""
BROKEN = {
    "raises": ("quoridor.bugs", "1 / 0", "the package bugs 0.1 cannot be used: bugs:BUGS: ZeroDivisionError"),
    "is none": ("quoridor.bugs", "BUGS = 5", "bugs:BUGS is no pack"),
    "no game": ("chess.bugs", "", '"chess.bugs" is no name of a pack; it is GAME.PACK, and a game is one of dungeon,'),
    "no dot": ("bugs", "", '"bugs" is no name of a pack'),
    "setting taken": (
        "quoridor.bugs",
        PACK.format(game="quoridor").replace("silent: str", "standing: str").replace("{silent}", "{standing}")
        + "BUGS = SILENT",
        "silent and quoridor both have a setting standing",
    ),
    "settings of another game": (
        "quoridor.bugs",
        PACK.format(game="labyrinth") + "BUGS = SILENT",
        "the settings of silent are no dataclass that adds fields to Params of quoridor",
    ),
    "settings without fields": (
        "quoridor.bugs",
        PACK.format(game="quoridor").replace("@dataclass(frozen=True)", "") + "BUGS = SILENT",
        "the settings of silent are no dataclass that adds fields to Params of quoridor",
    ),
    "class": (
        "quoridor.bugs",
        PACK.format(game="quoridor") + "BUGS = Silent",
        "bugs:BUGS is no pack, an object of a class such as HousePack",
    ),
    "raises when it is asked": (
        "treasures.bugs",
        TILED.replace('("T", "well")', '("W", "well")') + "Tiled.on = lambda self, p: 1 / 0",
        "bugs:BUGS: ZeroDivisionError",
    ),
    "symbol taken": (
        "treasures.bugs",
        TILED,
        "'treasure' and 'well' have the same symbol 'T'",
    ),
    "sentence": (
        "dungeon.bugs",
        PACK.format(game="dungeon").replace("silent: str", "hush: str").replace("{silent}", "{nowhere}")
        + "BUGS = SILENT",
        "rule HOUSE-9 names {nowhere}, which is no setting",
    ),
    "of another class": (
        "minoqaur.bugs",
        "from mapkit.games.treasures.packs import DONATION as BUGS",
        "minoqaur takes packs of the class HousePack",
    ),
}


@pytest.mark.parametrize(("name", "code", "told"), BROKEN.values(), ids=BROKEN)
def test_a_broken_pack_is_told_in_one_line_and_leaves_its_game_as_it_is(
    silent: Path, name: str, code: str, told: str
) -> None:
    (silent / "bugs.py").write_text(code, encoding="utf-8")
    register(silent, "bugs", f"[mapkit.packs]\n{name} = bugs:BUGS")
    said = run("games")
    (line,) = said.stderr.splitlines()
    assert told in line
    for game in NAMES:
        assert f"\n{game} " in f"\n{said.stdout}"
        assert "silent" in [setting.name for setting in settings(GAMES[game].design.params)]


def test_a_map_of_a_pack_that_is_uninstalled_is_told(silent: Path) -> None:
    text = mapkit.generate("quoridor", "a", settings={"silent": "yes"}).to_text()
    (silent / "silent-0.1.dist-info" / "entry_points.txt").unlink()
    register(silent, "other", "")
    assert 'error: unknown key "silent"; the settings are players' in refusal("check", "-", given=text)
