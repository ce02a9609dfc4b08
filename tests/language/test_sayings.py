"""What people say at a table and write in their notes is understood, in all languages (`tests/language/sayings`)."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import languages
from mapkit.model.game import evidence_of, table_of
from mapkit.model.ruling import IllegalMove, InvalidMove, MoveError, Ruling
from tests.drawings import drawn
from tests.language.test_words import BOARDS

SAYINGS = Path(__file__).parent / "sayings"
"""A file a language: for a game, and for each directive or answer, what is said for it, with `|` between."""
NAMES = ("Ann", "Bob")
AT_THE_START = "start of "
"""Begins the name of a table with what is said while players choose where they start or enter."""
IN_NOTES = "answers of "
"""Begins the name of a table with what is written in notes."""


def tables(kind: str) -> Iterator[tuple[str, str, str, str]]:
    """The language, the game, the directive or answer, and the saying, for tables whose names begin so."""
    for language in languages():
        for name, said in tomllib.loads((SAYINGS / f"{language}.toml").read_text(encoding="utf-8")).items():
            begins = next((word for word in (AT_THE_START, IN_NOTES) if name.startswith(word)), "")
            if begins == kind:
                for word, sayings in said.items():
                    yield from ((language, name.removeprefix(kind), word, each.strip()) for each in sayings.split("|"))


@cache
def moment(game: str, *, started: bool) -> Any:
    """The state in which Ann is to move, or else to choose a start."""
    referee = table_of(GAMES[game]).referee
    options = {"treasures": {"order": "given", "starts": "b2 a2"}, "minoqaur": {"machine": "yes"}}.get(game, {})
    options |= {"starts": "b2 a1"} if game == "labyrinth" and started else {}
    state = referee.begin(drawn(BOARDS[game], game), NAMES, options, lambda _: 1).state
    for words in ("enter 1", "enter 3") if game == "minoqaur" and started else ():
        state = referee.play(state, words, lambda _: 1).state
    return state


@cache
def leads_to(game: str, words: str, *, started: bool) -> Any:
    """The ruling on a directive, with its state, or why it is refused."""
    try:
        return table_of(GAMES[game]).referee.play(moment(game, started=started), words, lambda _: 1)
    except MoveError as refused:
        return type(refused), refused.refusal


def alike(one: Any, other: Any) -> bool:
    """Whether two rulings or refusals are the same, whatever words a refusal repeats."""
    if isinstance(one, Ruling) or isinstance(other, Ruling):
        return bool(one == other)
    (kind, first), (other_kind, second) = one, other
    told = ({key: text for key, text in each.args if key != "words"} for each in (first, second))
    return (kind, first.key, next(told)) == (other_kind, second.key, next(told))


def missed(kind: str, *, started: bool) -> Iterator[tuple[str, str, str, str]]:
    for language, game, word, saying in tables(kind):
        meant = leads_to(game, word, started=started)
        assert isinstance(meant, Ruling) or meant[0] is IllegalMove, (game, word)
        if not alike(meant, leads_to(game, saying, started=started)):
            yield language, game, word, saying


def test_what_people_say_is_the_directive_that_they_mean() -> None:
    assert [*missed("", started=True)] == []


def test_what_people_say_before_the_first_turn_is_where_they_start() -> None:
    assert [*missed(AT_THE_START, started=False)] == []


def test_what_people_write_for_an_answer_is_that_answer() -> None:
    known = {game: evidence_of(GAMES[game], GAMES[game].design.params(), NAMES) for game in ("labyrinth", "treasures")}
    wrong = list[tuple[str, str, str, str]]()
    for language, game, word, saying in tables(IN_NOTES):
        meant = known[game].answer("Ann", word)
        assert meant is not None
        wrong += [(language, game, word, saying)] if known[game].answer("Ann", saying) != meant else []
    assert wrong == []


@pytest.mark.parametrize("language", languages())
def test_there_are_hundreds_of_sayings_in_each_language(language: str) -> None:
    counts = [sum(each[0] == language for each in tables(kind)) for kind in ("", AT_THE_START, IN_NOTES)]
    assert counts[0] > 100, counts
    assert counts[2] > 60, counts


@pytest.mark.parametrize(
    ("game", "saying"),
    [
        ("labyrinth", said)
        for said in (
            *("don't go up", "do not shoot left", "not up", "never stab", "no grenade up", "do not tell"),
            *("не иду вверх", "не стреляю влево", "не вверх", "никому не говорить", "без гранаты вверх"),
            *("nicht nach oben", "nicht schießen links", "keine Granate nach oben", "sag es nicht"),
            *("ne va pas en haut", "n'avance pas à gauche", "ne tire pas à gauche", "ne dis rien"),
        )
    ]
    + [
        ("treasures", said)
        for said in ("don't go north", "do not take it", "не беру клад", "nicht nach Norden", "je ne vais pas au nord")
    ],
)
def test_what_people_deny_is_no_directive(game: str, saying: str) -> None:
    assert leads_to(game, saying, started=True)[0] is InvalidMove
