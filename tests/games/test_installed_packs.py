"""Packs that packages bring along are in all commands; a broken one is told, and leaves its game as it is."""

import pickle
from pathlib import Path

import pytest

import mapkit
from mapkit import testing
from mapkit.games.shelf import GAMES, NAMES
from mapkit.model.settings import settings
from tests.cli.test_completion import completed
from tests.command import output, refusal, run
from tests.drawings import drawn
from tests.packages import install, register

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
    with pytest.raises(mapkit.IllegalMove, match=r"^Hush is for libraries\.$"):
        now.say("hush")
    with pytest.raises(mapkit.InvalidMove):
        usual.say("hush")
    assert mapkit.PlayedGame.from_text(now.say(way).to_text()).heard == now.say(way).heard
    assert "The game is silent: yes." in output("rules", game, "--set", "silent=yes")
    assert "The game is silent" not in output("rules", game)


def test_a_game_with_a_pack_keeps_all_laws(silent: Path) -> None:
    for law in testing.laws(GAMES["quoridor"], drawn=drawn, settings={"silent": "yes"}):
        if ", breach " not in law.name:
            law.check()


WELLS = """
from dataclasses import dataclass
from mapkit.games.kit.claims import each
from mapkit.games.kit.packs import HousePack
from mapkit.model.rule import Amount, count_rule
from mapkit.model.settings import amount, of_module
from moths.design import Params

@dataclass(frozen=True)
class WellSettings(Params):
    wells: Amount = of_module(amount(0, "Wells", "HOUSE-1"))

class Wells(HousePack):
    name, settings = "wells", WellSettings
    tiles = {"well": ("W", "well")}
    rules = (count_rule("HOUSE-1", "Wells: {wells}.", "wells", each("well"), (), lambda p: p.wells.high != 0),)
    def scattered(self, p, chance):
        return ["well"] * chance.between(p.wells.low, p.wells.high)

WELLS = Wells()
"""


def test_a_pack_adds_tiles_to_a_game_of_another_package(site: Path) -> None:
    assert run("new-game", "moths").exit_code == 0
    install(Path("moths"), site)
    design = (site / "moths" / "design.py").read_text(encoding="utf-8")
    design = design.replace('one_of("dark", "lantern")', 'one_of("dark", "lantern", "well")')
    (site / "moths" / "design.py").write_text(design, encoding="utf-8")
    (site / "wells.py").write_text(WELLS, encoding="utf-8")
    register(site, "wells", "[mapkit.packs]\nmoths.wells = wells:WELLS")
    made = mapkit.generate("moths", "a", settings={"wells": 2})
    assert len(made.cells_of("well")) == 2
    assert made.check() == ()
    assert mapkit.read(made.to_text()) == made
    assert "W" not in mapkit.generate("moths", "a").to_text().partition('"""')[2]
    assert b"well" in mapkit.generate("moths", "a", settings={"wells": 2}).print("gm", format="svg")[0]


BROKEN = {
    "raises": ("quoridor.bugs", "1 / 0", "the package bugs 0.1 cannot be used: bugs:BUGS: ZeroDivisionError"),
    "is none": ("quoridor.bugs", "BUGS = 5", "bugs:BUGS is no pack"),
    "no game": ("chess.bugs", "", '"chess.bugs" is no name of a pack; it is GAME.PACK, and a game is one of dungeon,'),
    "no dot": ("bugs", "", '"bugs" is no name of a pack'),
    "setting taken": (
        "quoridor.bugs",
        PACK.format(game="quoridor").replace("silent: str", "standing: str").replace("{silent}", "{standing}")
        + "BUGS = SILENT",
        "the pack silent has a setting standing, which quoridor has already",
    ),
    "symbol taken": (
        "treasures.bugs",
        PACK.format(game="treasures").replace("name, settings", 'tiles = {"well": ("T", "well")}\n    name, settings')
        + "BUGS = SILENT",
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
