"""A list names only what is there: no sheet and no help speaks of what this map and these settings do not have."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.dungeon.design import CREATURES, KINDS, LOOT
from mapkit.games.labyrinth.words import THINGS as LABYRINTH_THINGS
from mapkit.games.treasures.packs import Settings
from mapkit.language.catalogue import languages, without_absent
from mapkit.model import resources
from mapkit.model.game import table_of
from mapkit.model.ruling import MoveError
from mapkit.model.settings import settings
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.press import press_of
from mapkit.paper.sheet import Text
from mapkit.table.voice import Audience, Voice, corrections, phrases_of
from tests.games.test_expansions import EVERYTHING
from tests.sheet_measures import words

THINGS = tomllib.loads((Path(__file__).parent / "lacking.toml").read_text(encoding="utf-8"))


@cache
def told(game: str, has: str, lacks: tuple[tuple[str, Any], ...], language: str) -> list[str]:
    """All that is printed for a map, page by page; how a game begins, its table of players, a refusal, and help."""
    given = {**(EVERYTHING | {"elevators": 1} if has == "everything" else {}), **dict(lacks)}
    preset = given.pop("preset", "small" if has == "everything" else has or "default")
    board = maps.game_named(game).design.board.read("6x6x2") if has == "everything" else None
    map_ = maps.generate(game, "there", preset=preset, size=board, given=given)
    drawn = press_of({"language": language}).drawn(map_, paper_of(map_.game).names)
    pages = [" ".join(m.text for m in page.marks if isinstance(m, Text)) for each in drawn.values() for page in each]
    table, names = table_of(map_.game), tuple("ABCDEFGH"[: getattr(map_.params, "players", 2)])
    assert table.screen.situation is not None
    opening = table.referee.begin(map_, names, {}, lambda _: 1)
    situation = table.screen.situation(opening.state)
    voice = Voice(
        phrases_of(map_, language), Audience(private=False, heard_by_all=frozenset()), gm=True, omniscient=True
    )
    with pytest.raises(MoveError) as refused:
        table.referee.play(opening.state, "sing", lambda _: 1)
    spoken = (*voice.ruling_lines(opening), " ".join(situation.heads), voice.refusal_line(refused.value))
    return [*pages, *spoken, *corrections(map_, situation, voice.phrases)]


@pytest.mark.parametrize(
    ("name", "language"), [(name, each) for name, thing in THINGS.items() for each in languages() if each in thing]
)
def test_nothing_speaks_of_what_a_map_lacks(name: str, language: str) -> None:
    """The turn list spoke of a dog and a bear on a map with a zombie alone."""
    game, has, lacks = (THINGS[name].get(key, "") for key in ("game", "has", "lacks"))
    words = re.compile(THINGS[name][language])
    assert any(map(words.search, told(game, has, (), language))), "the words are those of the thing"
    texts = told(game, has, tuple(lacks.items()), language)
    assert [text[max(0, hit.start() - 60) : hit.end() + 30] for text in texts if (hit := words.search(text))] == []


MASTER = "[Gg]ame master|[Ss]pielleitung|[Mm]eneu(?:r|se) de jeu|[Вв]едущ"
OF_TREASURES = "goods bullets kits junk others rivers portals delays items monsters floors stairs".split()  # noqa: SIM905
KNOWN = {
    "treasures": {*OF_TREASURES, *(setting.name for setting in settings(Settings))},
    "labyrinth": {*LABYRINTH_THINGS, "stay_inside=no", "infection", "infection_does=ill", "goal=out"},
    "dungeon": {*KINDS, *LOOT, *CREATURES, "enemies"},
    "quoridor": {"four", "supply", "walls"},
    "minoqaur": {"ring"},
}


@pytest.mark.parametrize("game", KNOWN)
def test_conditions_ask_for_words_of_the_game(game: str) -> None:
    of_game = (game, "expansions") if game == "treasures" else (game,)
    files = [file for name in of_game for file in resources.path("cards").parent.glob(f"*/*/{name}*.toml")]
    texts = [file.read_text(encoding="utf-8") for file in files if file.parts[-3] in ("cards", "phrases")]
    asked = [condition for text in texts for condition in re.findall(r"\[([^][?\n\"]+)\?", text)]
    assert {word.lstrip("!") for language in asked for word in re.split(r"[ |]", language)} <= KNOWN[game]


def test_a_part_in_square_brackets_is_said_where_its_condition_holds() -> None:
    said = {"a": "x[b|c !d? y].", "rows": [["1", "[b?two]"], ["3", "four"]], "words": ["[d?no]", "", "yes"]}
    assert without_absent(said, {"b"}) == {"a": "x y.", "rows": [["1", "two"], ["3", "four"]], "words": ["", "yes"]}
    assert without_absent(said, {"c", "d"}) == {"a": "x.", "rows": [["3", "four"]], "words": ["no", "", "yes"]}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", KNOWN)
def test_players_pages_name_who_keeps_the_map_and_nobody_else(game: str, language: str) -> None:
    given = {"rules": "G2-O7", "creatures": "leprechaun", "fill": "basic"} if game == "labyrinth" else {}
    map_ = maps.generate(game, "there", given=given)
    kinds = {"card", "player"} & {*paper_of(map_.game).names}
    for keeper, other in (("mapkit", MASTER), ("person", "mapkit")):
        drawn = press_of({"language": language, "keeper": keeper}).drawn(map_, [*kinds])
        card, player = (" ".join(words(drawn.get(sheet, ()))) for sheet in ("card", "player"))
        assert not re.search(other, card + player)
        assert not re.search(MASTER, player), "the card says it, and no other page of theirs"
        assert bool(re.search(MASTER if keeper == "person" else "mapkit", card)) == (game in ("treasures", "labyrinth"))
