"""From a few words about a group to a map, all sheets in one file, and the referee."""

import re
import shlex
from collections.abc import Iterator
from contextlib import chdir, contextmanager, suppress
from io import BytesIO
from itertools import chain, cycle, product
from pathlib import Path
from zipfile import ZipFile

import pytest
from pypdf import PdfReader
from typer.testing import Result

from mapkit.cli import tonight
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.settings import BadSetting
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.options import KEEPERS
from mapkit.paper.packs import Leaf, SheetPack, packed
from mapkit.paper.press import press_of
from mapkit.paper.sheet import PAPERS, Page, Text
from mapkit.solve import legality
from mapkit.study.covers import ShellLines
from mapkit.study.evenings import EXPERIENCE, Evening, Group, _evenings_of, evenings, pack_of
from mapkit.study.kits import kit_of, maps_without_advice, worth_an_evening
from tests.command import run

DONE, NOT_UNDERSTOOD = 0, 2
PRESETS = {game: {preset.name for preset in maps.presets(game)} for game in GAMES}


@contextmanager
def working_in(folder: Path) -> Iterator[None]:
    folder.mkdir()
    with chdir(folder):
        yield


def made(tmp_path: Path, *words: str) -> tuple[Result, list[str]]:
    """What the command says, and the text of each page of the sheets."""
    result = run("tonight", *words, "--seed", "friday", "-o", str(tmp_path / "t"))
    assert result.exit_code == DONE, result.stderr
    reader = PdfReader(BytesIO((tmp_path / "t" / "sheets.pdf").read_bytes()))
    return result, [page.extract_text() for page in reader.pages]


@pytest.mark.parametrize("keeper", KEEPERS)
@pytest.mark.parametrize("people", range(1, 9))
def test_what_is_offered_is_a_preset_and_sheets_that_the_game_has(people: int, keeper: str) -> None:
    for experience in EXPERIENCE:
        for minutes in (10, 90, 600):
            group = Group(people, minutes, experience, keeper)
            for found in evenings(group):
                assert found.preset in PRESETS[found.game]
                sheets = {*found.pack.once, *found.pack.each}
                assert sheets | found.pack.cut <= set(paper_of(GAMES[found.game]).names)
                assert found.players + found.game_master == people
                secret = paper_of(GAMES[found.game]).secret
                assert found.game_master or not sheets & set(secret), "nobody may see these sheets"


def test_every_game_has_evenings_and_each_of_them_is_offered_to_somebody() -> None:
    groups = [
        Group(n, m, e, k) for n in range(1, 9) for m in (10, 60, 120, 240, 480) for e in EXPERIENCE for k in KEEPERS
    ]
    assert {(found.game, found.preset) for group in groups for found in evenings(group)} == set(OFFERED)
    assert {game for game, _ in OFFERED} == set(GAMES)


def test_the_evening_nearest_to_the_wanted_time_comes_first() -> None:
    def first(minutes: int, experience: str = "new", people: int = 4) -> tuple[str, str]:
        best = evenings(Group(people, minutes, experience))[0]
        return best.game, best.preset

    assert first(60) == ("treasures", "small")
    assert first(150) == ("labyrinth", "basic")
    assert first(480, "some", people=5) == ("treasures", "large")
    assert first(480, "new", people=5) != ("treasures", "large"), "it is for those who have played before"


def test_two_people_are_offered_a_game_that_both_play_at_once_and_those_that_mapkit_keeps(tmp_path: Path) -> None:
    for minutes in (10, 20, 90):
        best = evenings(Group(2, minutes))[0]
        assert (best.game, best.players) == ("quoridor", 2), "in Minoqaur one of them walks"
    assert evenings(Group(1, 20))[0].game == "minoqaur"
    result, _ = made(tmp_path, "--people", "2", "--minutes", "20")
    assert "  --game minoqaur: about 15 minutes" in result.stderr
    assert "  --game treasures --keeper mapkit: about 30 minutes" in result.stderr
    refused = run("tonight", "--people", "2", "--game", "treasures")
    assert refused.exit_code == NOT_UNDERSTOOD
    assert "not for 2; with --keeper mapkit nobody has to keep the map, and all of you play" in refused.stderr


def test_walls_to_fold_are_high_enough_to_stand_and_thin_ones_are_drawn_first() -> None:
    for preset, paper in product(("opening", "four"), PAPERS):
        press = press_of({"paper": paper})
        for pages in press.drawn(maps.generate("quoridor", "a", preset=preset), ("pieces", "large-pieces")).values():
            text = " ".join(mark.text for page in pages for mark in page.marks if isinstance(mark, Text))
            drawn = "Draw them onto the board with a pencil" in text
            assert drawn or all(float(high) >= 8 for high in re.findall(r"([\d.]+) mm high", text)), (preset, paper)
            assert not drawn or text.index("with a pencil") < text.index("Cut along")


def test_an_evening_says_how_long_it_is_where_it_is_not_what_was_asked_for(tmp_path: Path) -> None:
    result, _ = made(tmp_path, "--people", "2", "--minutes", "200", "--game", "quoridor")
    assert "Quoridor, opening: 2 players, about 30 minutes, and you asked for 200" in result.stderr


def test_a_sheet_that_the_map_lacks_is_left_out() -> None:
    made, pack = maps.generate("dungeon", seed="friday"), evenings(Group(4, 120, "some"), ["dungeon"])[0].pack
    assert "deeper" in pack.once
    assert press_of({}).drawn(made, pack.once).keys() == {*pack.once} - {"deeper"}, "the map has one level"


def test_what_is_cut_out_has_free_backs_and_other_sheets_begin_on_fronts() -> None:
    page, cut = Page(PAPERS["a4"], "x", ()), Page(PAPERS["a4"], "cut", (), cut=True)
    drawn = {"gm": [page], "tiles": [page, cut, cut], "card": [page], "board": [cut, page], "slips": [cut]}
    pack = SheetPack(("gm", "tiles"), ("card", "board", "slips"))

    def leaves(side: int) -> list[str]:
        found = packed(drawn, pack, 2, Leaf(side))
        parts = (*found.once, *found.sets)
        return ["".join({"blank": "-", "cut": "c"}.get(each.name, "x") for each in part.pages) for part in parts]

    assert leaves(1) == ["x-", "x-c-c-", "xxc-c-", "xxc-c-"], "in a set, what is cut comes last, which saves a leaf"
    assert leaves(2) == ["x---", "x---cc--", "xx--cc--", "xx--cc--"]


@pytest.mark.parametrize(("keeper", "paper"), [("person", "a4"), ("mapkit", "letter")])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_stands_on_the_back_of_a_page_that_says_to_cut(game: str, keeper: str, paper: str) -> None:
    """The board with pieces to cut out and glue stood on the back of the rule card."""
    pack, press, cut = pack_of(game, keeper), press_of({"paper": paper}), []
    for preset in {preset for name, preset in OFFERED if name == game}:
        drawn = press.drawn(maps.generate(game, "a", preset=preset), (*pack.once, *pack.each))
        pages = [page for part in chain(*packed(drawn, pack, 2)) for page in part.pages]
        says = [" ".join(mark.text for mark in page.marks if isinstance(mark, Text)).lower() for page in pages]
        cut += [(at, pages[at + 1].marks) for at, text in enumerate(says) if "cut out" in text or "cut along" in text]
    assert [at for at, back in cut if at % 2 or back] == []
    assert bool(cut) == (game != "minoqaur")


CHEAP = {
    ("dungeon", "short"),
    ("dungeon", "evening"),
    ("dungeon", "long"),
    ("treasures", "small"),
    ("treasures", "short"),
}
OFFERED: dict[tuple[str, str], list[Evening]] = {}
for _people, _minutes, _game in product(range(1, 9), (10, 120, 240, 480), GAMES):
    for _each in _evenings_of(_game, Group(_people, _minutes, keeper="mapkit")):
        OFFERED.setdefault((_game, _each.preset), []).append(_each)
ON_PLAYERS = {"TL-6", "MP-2"}


@pytest.mark.parametrize(
    ("game", "preset"),
    [pytest.param(*each, marks=() if each in CHEAP or each[0] == "quoridor" else pytest.mark.long) for each in OFFERED],
)
def test_of_fifty_evenings_each_is_legal_and_follows_all_advice_on_its_map(game: str, preset: str) -> None:
    """HD-13.a among others: 5 of 20 dungeons had no Chest that could be reached, and nothing said so."""
    for number, evening in zip(range(50), cycle(OFFERED[game, preset])):
        _, made = next(maps_without_advice(evening, f"d{number}"))
        assert legality.check(made) == ()
        assert {fault.rule.number for fault in legality.advise(made)} <= ON_PLAYERS


NO_WAY_TO_A_CHEST = """
mapkit = 1
game = "dungeon"
preset = "small"
map = \"\"\"
  ~ . #
 . . R #
~ ~ R # R
 # # . R
  O ~ #
\"\"\"
"""


def test_no_dungeon_is_given_whose_chests_nobody_can_reach() -> None:
    """HD-13.a: `tonight` gave such a map."""
    poor = maps.read(NO_WAY_TO_A_CHEST.encode(), "").map
    assert "HD-13.a" in {fault.rule.number for fault in legality.unfollowed_advice(poor)}
    for evening in (each for (game, _), found in OFFERED.items() if game == "dungeon" for each in found):
        assert maps.params(GAMES["dungeon"], evening.preset, None, {}).fair == "yes"


def test_deeper_levels_are_leaves_of_their_own_that_nobody_sees_before(tmp_path: Path) -> None:
    _, pages = made(tmp_path, "--people", "3", "--minutes", "30", "--game", "dungeon")
    levels = [(at, int(found[1])) for at, page in enumerate(pages) if (found := re.search(r"Level (\d) of 6", page))]
    assert [number for _, number in levels] == [2, 3, 4, 5, 6]
    assert all(at % 2 == 0 and not pages[at + 1].strip() for at, _ in levels)
    assert "GAME MASTER" not in " ".join(pages[2:]).upper(), "but for the cover: nobody has to know the levels"


def test_a_board_that_follows_the_minutes_says_its_own() -> None:
    (best,) = evenings(Group(6, 30), ["labyrinth"])
    assert (str(best.board), best.minutes) == ("4x4", 120), "five players need two hours on the smallest board"


def test_a_game_master_gets_one_file_with_their_sheets_first_and_a_board_for_each_player(tmp_path: Path) -> None:
    result, pages = made(tmp_path, "--people", "4", "--minutes", "60", "--game", "treasures")
    assert "small: 3 players and a game master, about 55 minutes" in result.stderr
    assert result.stdout.split() == [str(tmp_path / "t" / "secret-map.toml"), str(tmp_path / "t" / "sheets.pdf")]
    assert "about 19 rounds; 19 of 20 games end within" in result.stderr
    assert f"begin: mapkit play {tmp_path}/t/secret-map.toml --gm" in result.stderr
    assert "To begin" in pages[0]
    assert "GAME MASTER" in pages[2].upper()
    assert sum(page.count("Pencil marks, for example") for page in pages) == 3, "one board for each player"
    assert legality.check(maps.read((tmp_path / "t" / "secret-map.toml").read_bytes(), "").map) == ()


def test_where_mapkit_keeps_the_map_nothing_secret_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--people", "2", "--minutes", "60", "--game", "treasures", "--keeper", "mapkit", "-o", str(tmp_path / "t"))
    result = run("tonight", *words, "--seed", "friday")
    sheets, first_map = (tmp_path / "t" / name for name in ("sheets.pdf", "secret-map.toml"))
    before = sheets.read_bytes(), first_map.read_bytes()
    assert run("tonight", *words, "--seed", "saturday", "--force").exit_code == DONE
    assert sheets.read_bytes() == before[0], "the sheets do not depend on the map"
    assert first_map.read_bytes() != before[1]
    assert "for the game master alone" not in result.stderr
    assert "nobody opens secret-map.toml" in result.stderr
    monkeypatch.chdir(tmp_path)
    unnamed = run("tonight", *words[:-2])
    seed = re.findall(r'seed "(\w+).*"', Path(unnamed.stdout.split()[0]).read_text(encoding="utf-8"))
    assert len(seed) == 1, "it stands in the map file"
    assert seed[0] not in unnamed.output, "the seed gives the map"
    assert "--gm" not in result.stderr


@pytest.mark.parametrize("game", ["treasures", "labyrinth", "dungeon"])
def test_players_get_the_same_bytes_on_every_secret_map(game: str) -> None:
    """The rows of their sheets told how long games on the very map last."""
    (best,), press = evenings(Group(3, 30), [game]), press_of({"paper": "a4"})
    dealt = [worth_an_evening(best, seed, 30) for seed in ("friday", "sunday")]
    kits = [kit_of(each, press, ShellLines("play", "again")) for each in dealt]
    assert kits[0].pages.once[0] == kits[1].pages.once[0], "but for the seed the cover says nothing secret"
    assert dealt[0].map.facts != dealt[1].map.facts
    assert [each.evening.minutes for each in dealt] == [dealt[0].evening.minutes] * 2
    for_all = {*paper_of(GAMES[game]).public}
    parts = [[part for part in chain(*kit.pages) if for_all.issuperset(part.sheets)] for kit in kits]
    pages = [[page for part in each for page in part.pages] for each in parts]
    assert len(parts[0]) > best.players
    assert press.written(pages[0], "players") == press.written(pages[1], "players")


def test_a_terminal_asks_for_what_is_not_given_until_it_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    typed_lines, asked = iter(["many", "2", "", "OLD", "some", ""]), []

    def answer(question: str) -> str:
        asked.append(question)
        return next(typed_lines)

    monkeypatch.setattr(tonight, "at_a_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", answer)
    said = tonight._answers({"people": None, "minutes": None, "experience": None, "keeper": None, "paper": "letter"})
    assert said == {"people": "2", "minutes": "90", "experience": "some", "keeper": "person", "paper": "letter"}
    assert [question.split()[0] for question in asked] == ["How", "How", "How", "How", "How", "Who"]


def test_the_seed_in_the_file_is_that_of_the_map_that_was_taken(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    result = run("tonight", "--people", "3", "--minutes", "120", "--game", "dungeon", "--seed", "d3", "-o", str(folder))
    found = maps.read((folder / "secret-map.toml").read_bytes(), "").map
    (seed,) = re.findall(r'seed "(.+)"', (folder / "secret-map.toml").read_text(encoding="utf-8"))
    assert seed == "d3 3", "games on the maps of two seeds end too soon, or some of them find no end"
    assert found.facts == maps.generate("dungeon", seed=seed, preset="evening", given={"levels": 6}).facts
    assert "advice" not in result.stderr


def test_advice_on_the_number_of_players_is_told(tmp_path: Path) -> None:
    """TL-6: no other map would follow it."""
    result, _ = made(tmp_path, "--people", "3", "--minutes", "60", "--game", "treasures")
    assert "advice[TL-6] map: Three to five players are recommended; their number is 2." in result.stderr


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    _, before = made(tmp_path, "--people", "2", "--game", "quoridor")
    again = run("tonight", "--people", "2", "--game", "quoridor", "--seed", "other", "-o", str(tmp_path / "t"))
    assert again.exit_code
    assert "--force" in again.stderr
    assert before == made(tmp_path, "--people", "2", "--game", "quoridor", "--force")[1]


def test_the_line_on_the_cover_makes_the_same_map_and_sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = "--people 3 --minutes 30 --game treasures --paper letter --ink black"
    assert run("tonight", *asked.split(), "--seed", "Friday night").exit_code == DONE
    (folder,) = (tmp_path / "output").iterdir()
    before = [(folder / name).read_bytes() for name in ("secret-map.toml", "sheets.pdf")]
    text = " ".join(PdfReader(BytesIO(before[1])).pages[0].extract_text().split())
    (line,) = re.findall(r"mapkit (tonight .*--seed '.*?')", text)
    assert run(*shlex.split(line), "--force").exit_code == DONE
    assert before == [(folder / name).read_bytes() for name in ("secret-map.toml", "sheets.pdf")]


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("--people 4 --minutes 30 --game treasures", "game-master"),
        ("--people 3 --minutes 30 --game dungeon --keeper mapkit", "table"),
        ("--people 2 --minutes 30 --game quoridor", "player-1"),
    ],
)
def test_for_people_who_print_apart_each_file_holds_what_that_person_may_see(
    asked: str, first: str, tmp_path: Path
) -> None:
    words = ("tonight", *asked.split(), "--seed", "friday", "--ink", "black", "-o", str(tmp_path / "t"))
    result = run(*words, "--apart")
    names = [f"{first}.pdf", *(f"player-{number}.pdf" for number in (1, 2, 3) if f"player-{number}" != first)]
    written = [Path(line).name for line in result.stdout.split()[1:]]
    assert written == names[: len(written)]
    assert len(written) == {"game-master": 4, "table": 4, "player-1": 2}[first]
    for name in written:
        text = "".join(page.extract_text() for page in PdfReader(tmp_path / "t" / name).pages)
        assert ("SECRET" in text) == (name == "game-master.pdf")
        assert ("To begin" in text) == (name == f"{first}.pdf" or first == "player-1")
    assert run(*words, "--zip").exit_code == DONE
    with ZipFile(tmp_path / "t" / "sheets.zip") as packed:
        assert packed.namelist() == written
        pages = [len(PdfReader(BytesIO(packed.read(name))).pages) for name in written]
    assert pages == [len(PdfReader(tmp_path / "t" / name).pages) for name in written]


def test_in_a_series_each_is_game_master_once_by_one_set_of_rules_and_no_file_tells_of_another_map(
    tmp_path: Path,
) -> None:
    """MP-4, MP-4.a, MP-5: the rules are agreed upon before; a table has the points."""
    asked = ("tonight", "--series", "--people", "3", "--minutes", "30", "--game", "treasures", "-o", "t")
    folder = tmp_path / "one"
    with working_in(folder):
        result = run(*asked, "--seed", "friday")
        assert result.exit_code == DONE, result.stderr
        places = [f"game-master-{number}" for number in (1, 2, 3)]
        paths = [path for place in places for path in (f"t/{place}/secret-map.toml", f"t/{place}/sheets.pdf")]
        assert result.stdout.split() == [*paths, "t/series.pdf"]
        read = [maps.read((folder / "t" / place / "secret-map.toml").read_bytes(), "").map for place in places]
        assert all(each.params == read[0].params for each in read), "one set of rules"
        assert len({each.facts for each in read}) == 3
        rules = [page.extract_text() for page in PdfReader("t/series.pdf").pages]
        assert sum("How you play" in page for page in rules) == 3, "announced once, for each person"
        assert "SECRET" not in "".join(rules)
        texts = ["".join(page.extract_text() for page in PdfReader(f"t/{place}/sheets.pdf").pages) for place in places]
        seeds = [re.findall(r"--seed (\w+)", text)[0] for text in texts]
        for text, seed in zip(texts, seeds, strict=True):
            assert "How you play" not in text, "nobody reads the rules again, which are not changed"
            assert not [other for other in (*seeds, "friday") if other != seed and other in text]
        again = run(*asked, "--seed", "sunday")
        assert "exists already" in again.stderr
        assert [page.extract_text() for page in PdfReader("t/series.pdf").pages] == rules
    with working_in(tmp_path / "two"):
        assert run(*asked, "--seed", "sunday").exit_code == DONE
        assert Path("t/series.pdf").read_bytes() == (folder / "t" / "series.pdf").read_bytes(), "for every secret map"
        line = f"tonight --people 3 --minutes 30 --game treasures --seed {seeds[1]} -o again"
        assert run(*line.split()).exit_code == DONE
        made_again = maps.read(Path("again/secret-map.toml").read_bytes(), "").map
        assert made_again == read[1], "the line on the cover of a game master makes their map alone"


def test_a_series_has_game_masters() -> None:
    kept = run("tonight", "--series", "--people", "3", "--keeper", "mapkit")
    assert (kept.exit_code, "each of you keeps a map once" in kept.stderr) == (NOT_UNDERSTOOD, True)
    few = run("tonight", "--series", "--people", "2")
    assert (few.exit_code, "it is for 3 or more" in few.stderr) == (NOT_UNDERSTOOD, True)
    without = run("tonight", "--series", "--people", "4", "--game", "quoridor")
    assert without.exit_code == NOT_UNDERSTOOD
    assert "quoridor has no game master; say --game treasures, labyrinth or dungeon" in without.stderr


@pytest.mark.parametrize("keeper", KEEPERS)
def test_an_invitation_is_the_same_for_every_secret_map(keeper: str, tmp_path: Path) -> None:
    asked = ("tonight", "--people", "3", "--minutes", "30", "--game", "dungeon", "--keeper", keeper, "--invitation")
    folders = [tmp_path / seed for seed in ("friday", "sunday")]
    for folder in folders:
        assert run(*asked, "--seed", folder.name, "-o", str(folder)).exit_code == DONE
    one, other = ((folder / "invitation.png").read_bytes() for folder in folders)
    assert one == other
    assert one.startswith(b"\x89PNG")
    one, other = ((folder / "secret-map.toml").read_bytes() for folder in folders)
    assert one != other


def test_no_file_is_written_where_one_would_be_overwritten(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    folder.mkdir()
    (folder / "player-2.pdf").write_bytes(b"a letter")
    asked = ("tonight", "--people", "2", "--minutes", "30", "--game", "quoridor", "--apart", "-o", str(folder))
    refused = run(*asked)
    assert "player-2.pdf: exists already" in refused.stderr
    assert [path.name for path in folder.iterdir()] == ["player-2.pdf"]
    assert run(*asked, "--force").exit_code == DONE
    assert (folder / "player-2.pdf").read_bytes() != b"a letter"


@pytest.mark.long
@pytest.mark.parametrize("keeper", KEEPERS)
@pytest.mark.parametrize("game", GAMES)
def test_every_evening_can_be_made(game: str, keeper: str, tmp_path: Path) -> None:
    made_already = set()
    for people, minutes, experience in product(range(1, 9), (15, 60, 120, 240, 480), EXPERIENCE):
        with suppress(BadSetting):  # it is no game for so many people
            best = evenings(Group(people, minutes, experience, keeper), [game])[0]
            key = (best.preset, people, best.minutes)
            if key in made_already:
                continue
            made_already.add(key)
            asked = ("--people", people, "--minutes", minutes, "--experience", experience, "--keeper", keeper)
            (folder := tmp_path / str(len(made_already))).mkdir()
            result, pages = made(folder, *map(str, asked), "--game", game)
            assert f"{len(pages)}: " in result.stderr, "the last page is told"
    assert made_already
