"""The commands that the sources name are understood in the sources' own words, and in Russian (`templates/speech`)."""

import unicodedata
from collections.abc import Mapping
from itertools import chain
from pathlib import Path

import pytest

from mapkit.games.shelf import GAMES
from mapkit.language.directives import player_named, vocabulary
from mapkit.language.phrases import phrases
from mapkit.mapfile.writer import show
from mapkit.model import resources
from mapkit.model.game import table_of
from mapkit.model.resources import forms
from mapkit.model.ruling import IllegalMove, InvalidMove, MoveError
from mapkit.table import match
from mapkit.table.host import Host
from tests.drawings import drawn
from tests.messages import PACKAGE, modules

BOARDS = {
    "labyrinth": """
rules=G1-S1-F5-V1-T3-A2-H34-W678-O1347 boomerang=3
+---+---+---+
| .   .   .
+   +---+   +
| .   .   . |
+   +   +   +
| T   A   H |
+---+---+---+
""",
    "treasures": """
trading=yes shop=1 hospital=1 scanner=yes flashlight=yes dynamite=yes shield=yes donation=1
+---+---+---+
| .   S   .
+   +---+   +
| .   .   . |
+   +   +   +
| T   H   O |
+---+---+---+
""",
    "dungeon": """
  . . .
 . O C .
. # R R O
 . . . R
  . . .
""",
    "quoridor": "size=5 pawns=c1,c5",
    "minoqaur": "size=2 text=HI",
}
SAID: Mapping[str, Mapping[str, str]] = {
    "labyrinth": {
        "up": "go up, move up, walk up, I go up, step up, make a step up, u, иду вверх, шаг вверх, наверх, "
        "вверх, “up”, move my marker up, go one cell up, пошёл вверх, иду на одну клетку вверх",
        "down": "go down, вниз, идти вниз, сделать шаг вниз",
        "right": "go to the right, turn right, step right, вправо, идти вправо, направо",
        "left": "turn left, left, влево, поворачиваю налево",
        "skip": "skip a step, skip my step, skip the turn, stay, no step, pass, пропуск, пропускаю ход, стою, "
        "остаюсь, do not move, stay in place, стою на месте, не хожу",
        "shoot left": "fire to the left, shoot left, shoot a bullet left, use a bullet left, стрелять влево",
        "grenade up": "throw grenade up, throw a grenade up, blow up the wall above, blow up up, use grenade up, "
        "взрываю стенку сверху, бросаю гранату вверх, бомба вверх",
        "grenade right": "throw grenade right, blow up right, blow up the wall on the right, бомба вправо, "
        "blow the wall on the right up, взорвать правую стену",
        "knife": "use knife, use the knife, strike with knife, stab, нож, бью ножом, применяю нож",
        "cement left": "use cement left, build a wall on the left, цемент влево, строю стену слева, "
        'build up a wall on the left, use a bag of cement left, use a bag of "cement" left, заделать стену слева',
        "boomerang right": "throw boomerang right, throw the boomerang to the right, бросаю бумеранг вправо",
        "end": "done, end my turn, end of turn, конец хода, готово, that's all, that’s all, это всё",
    },
    "treasures": {
        "north": "move north, go north, move once north, up, walk to the north, север, иду на север, вверх",
        "east": "move east, step right, направо, шаг на восток",
        "shoot east": "use rusty bullet east, use the rusty bullet east, fire the gun east, shoot a rusty bullet east, "
        "shoot to the east, стреляю на восток, применяю пулю на восток, "
        "use the rusty bullet to shoot east, использовать пулю на восток, выстрел ржавой пулей на восток",
        "use kit": "use the first aid kit, use first aid kit, use a first aid kit, "
        "heal myself with the first aid kit, use first aid, применяю аптечку, лечусь аптечкой, "
        "sacrifice a turn to heal, использую аптечку первой помощи",
        "drop junk": "throw away your useless junk, throw away the pile of junk, drop the pile of junk, discard junk, "
        "выбрасываю хлам, бросить хлам, выкидываю кучу хлама",
        "drop": "drop an item, throw away an item",
        "attack Bob": "fight Bob, attack Bob Smith, fight with Bob, battle Bob, нападаю на Bob, атакую Bob, "
        "attack the other player Bob, сражаюсь с Bob",
        "attack Bob with bullet": "attack Bob with the rusty bullet, attack Bob using a bullet, нападаю на Bob с пулей",
        "shop": "buy a randomly chosen item from the shop, buy an item, roll the dice, roll a die, "
        "roll for an item, roll, лавка, бросаю кубик, покупаю, role the dice, купить случайный предмет",
        "take": "pick up the treasure, take the treasure, pick up a pile of treasure, беру клад, забираю клад",
        "put down": "put down the treasure, put the treasure down, кладу клад",
        "heal": "stay in the hospital, heal, лечусь",
        "end": "end my turn, end your turn, done, заканчиваю ход, that is all, это всё",
        "trade Bob kit for bullet": "trade with Bob a kit for a rusty bullet, offer Bob a kit for a bullet, "
        "trade with Bob: kit for bullet, "
        "меняю Bob аптечку за пулю",
        "scan": "use the treasure scanner, use scanner, scan, сканирую, использую сканер сокровищ",
        "shine north": "use the broken flashlight north, combine the flashlight and the battery north, свечу на север, "
        "использовать фонарик на север",
        "blow north": "use dynamite north, blow up the wall north, use a stick of dynamite north, взрываю на север, "
        "blow the north wall up, использовать динамит на север",
        "donate kit": "donate a kit, donate the first aid kit, жертвую аптечку",
        "receive kit": "get a kit, receive the first aid kit, получаю аптечку",
    },
    "dungeon": {
        "e": "move e, move to the east, go east, восток, иду на восток",
        "ne": "move northeast, north-east, св, северо-восток, move north east, вверх вправо",
        "e climb": "move east climb the rope, go east and climb, east and use the rope, e then exit the dungeon, "
        "e escape, восток затем лезу, "
        "восток затем покинуть подземелье, восток потом вверх по верёвке",
        "mine w": "use mining tools on the west, dig west, "
        "change the stone wall west into a blank hex, бью на запад, применяю кирку на запад, "
        "use mining tools on the stone wall west, использую кирку на запад, копаю запад",
        "wait": "do nothing, nothing, stay, pass, ничего не делаю, жду",
        "e wait e": "move east then do nothing then move east, восток затем жду затем восток",
        "d4": "move to d4, move onto d4, до d4, идти на d4",
        "enter 1": "enter dungeon 1, enter the dungeon 1, go into dungeon 1, войти в подземелье 1",
        "enter new": "enter a new dungeon, go into a new dungeon, войти в новое подземелье",
    },
    "quoridor": {
        "c2": "move to c2, move my pawn to c2, north, move north, up, пешка на c2, север, ход вверх, С2",
        "d1": "east, move right, восток, вправо",
        "c3v": "place a wall at c3v, wall c3v, put the wall on c3 vertical, c3 vertically, c3 v, c3 в, "
        "стена c3 вертикально, a vertical wall at c3, place a wall vertically at c3, "
        "wall at coordinate c3v, вертикальная стена c3",
        "a1h": "place wall a1h, wall a1 horizontal, a1 horizontally, ставлю стену на a1 горизонтально",
    },
    "minoqaur": {
        "enter 1": "enter the maze at 1, start at 1, войти 1, вход 1",
        "north 2": "up 2, walk up 2, move north 2 squares, 2 up, go 2 spaces north, вверх 2, север 2, "
        "иду на север 2, иду вверх на 2 клетки, на две клетки вверх",
        "west 1": "left 1, 1 left, влево 1, запад 1",
        "walk west 1": "turn left 1, move 1 left, иду влево 1",
        "tunnel east": "dig right, tunnel through the thick wall to the right, tunnel right, туннель вправо, "
        "рою на восток, dig a tunnel east, копаю туннель вправо, сквозь стену вправо",
        "out": "escape the maze, leave the maze, escape, наружу, выхожу наружу, exit the maze, "
        "выйти из лабиринта, escape from the maze immediately",
    },
}


def understood(game: str, words: str) -> tuple[object, ...]:
    """What words lead to at the beginning of a game: what is heard, or the key of the refusal."""
    names = ("Ann Lee", "Bob Smith")
    referee = table_of(GAMES[game]).referee
    starts = {"labyrinth": {"starts": "b2 b2"}, "minoqaur": {"machine": "yes"}}.get(game, {"order": "given"})
    options = starts if game != "dungeon" and game != "quoridor" else {}
    state = referee.begin(drawn(BOARDS[game], game), names, options, lambda _: 1).state
    if game == "minoqaur":
        state = referee.play(referee.play(state, "enter 1", lambda _: 1).state, "enter 2", lambda _: 1).state
    try:
        return referee.play(state, words, lambda _: 1).heard
    except IllegalMove as refused:
        return (refused.refusal.key,)


PAIRS = [
    (game, word, form) for game, said in SAID.items() for word, forms in said.items() for form in forms.split(", ")
]


@pytest.mark.parametrize(("game", "word", "form"), PAIRS, ids=[f"{game} {form}" for game, _, form in PAIRS])
def test_a_command_is_understood_in_the_words_of_the_source(game: str, word: str, form: str) -> None:
    """MP-47.a."""
    assert understood(game, form) == understood(game, word)


@pytest.mark.parametrize("part", ["directives", "answers"])
@pytest.mark.parametrize("game", GAMES)
def test_no_form_has_a_word_that_says_nothing_as_it_would_never_be_met(game: str, part: str) -> None:
    known = vocabulary(game, part=part)
    assert [form for form, word in known.forms.items() if word and known.fillers & {*form.split()}] == []


@pytest.mark.parametrize("part", ["directives", "answers"])
@pytest.mark.parametrize("game", GAMES)
def test_the_words_that_a_referee_knows_stay_as_they_are(game: str, part: str) -> None:
    known = vocabulary(game, part=part)
    assert [word for word in {*known.forms.values()} if known.plain(word) != word] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_nothing_like_a_command_is_not_understood(game: str) -> None:
    with pytest.raises(MoveError) as refused:
        understood(game, "sing a song north")
    assert isinstance(refused.value, InvalidMove)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("bob", "Bob Smith"),
        ("BOB  SMITH", "Bob Smith"),
        ("Петр", "Пётр"),
        ("Ann", ""),
        ("Ann Lee", "Ann Lee"),
        ("Bo", ""),
        ("", ""),
    ],
)
def test_a_player_is_named_by_the_first_words_of_the_name_if_no_other_name_begins_so(text: str, found: str) -> None:
    assert player_named(text, ("Bob Smith", "Ann Lee", "Ann Bell", "Пётр")) == found


SAID_BEFORE = {
    "repeat": ["Ann Lee: up"],
    "repeat the last move": ["Ann Lee: up"],
    "repeat 2 agreed": ["Bob Smith: east"],
    "повтор 3 согласны": ["Ann Lee: go north"],
}


@pytest.mark.parametrize("private", ["yes", "no"])
def test_all_players_together_hear_an_earlier_answer_again_and_one_alone_does_not(tmp_path: Path, private: str) -> None:
    """TL-36, TL-36.a."""
    board, names = drawn(BOARDS["treasures"]), ("Ann Lee", "Bob Smith")
    options = {"order": "given", "starts": "a2 b2", "private-answers": private}
    with match.start(board, show(board), names, options, "seed", tmp_path / "log.jsonl") as played:
        host = Host(played, phrases("treasures", "en"), omniscient=False)
        for words in ("go north", "end", "east", "up", "end"):
            host.hear(words)
        for words in ("repeat 2", "repeat 4 agreed", "repeat often agreed"):
            reply = host.hear(words)
            assert reply.refused
            assert "nothing older" not in reply.lines[0], "since an older one may be"
        for words, told in SAID_BEFORE.items():
            lines = host.hear(words).lines
            assert (private == "yes" and "agreed" not in words) or [*lines][:1] == told


def test_words_behind_the_word_that_ends_an_evening_make_a_command_of_it(tmp_path: Path) -> None:
    board = drawn(BOARDS["minoqaur"], "minoqaur")
    with match.start(board, show(board), ("Ann",), {}, "seed", tmp_path / "log.jsonl") as played:
        host = Host(played, phrases("minoqaur", "ru"), omniscient=False)
        for words in ("exit the maze", "выйти из лабиринта"):
            assert not host.hear(words).over
        assert host.hear("выйти").over


def test_in_a_game_whose_rules_forbid_it_no_earlier_answer_is_repeated(tmp_path: Path) -> None:
    """MP-13.a."""
    board = drawn(BOARDS["labyrinth"], "labyrinth")
    options = {"starts": "b2 b2"}
    with match.start(board, show(board), ("Ann", "Bob"), options, "seed", tmp_path / "log.jsonl") as played:
        host = Host(played, phrases("labyrinth", "en"), omniscient=False)
        refused = [host.hear(words).refused for words in ("up", "up", "repeat 2 agreed", "repeat")]
    assert refused == [False, False, True, False]


@pytest.mark.parametrize("part", ["directives", "corrections", "answers", "notes"])
@pytest.mark.parametrize("game", ["table", *GAMES])
def test_no_form_means_different_things_in_two_languages_as_all_are_understood_at_one_table(
    game: str, part: str
) -> None:
    said = [
        {**forms("table", of.name, part), **forms(game, of.name, part)} for of in resources.path("speech").iterdir()
    ]
    said.append({word: word for each in said for word in each.values() if word})
    meanings = {form: {each[form] for each in said if form in each} for form in {*chain(*said)}}
    assert {form: words for form, words in meanings.items() if len(words) > 1} == {}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_letter_of_another_alphabet_stands_in_the_code_as_languages_are_files(path: Path) -> None:
    code = path.read_text(encoding="utf-8")
    assert [sign for sign in code if unicodedata.name(sign, "").startswith(("CYRILLIC", "GREEK"))] == []
