"""Words of themes at the table: what players type in them, and what is said of it."""

import pytest

from mapkit.games.treasures.corrections import correct
from mapkit.games.treasures.referee import REFEREE
from mapkit.language.catalogue import languages, themes_of, without_absent
from mapkit.language.phrases import phrases
from mapkit.model.ruling import NoRuling
from tests.drawings import drawn

THEMES = themes_of("treasures")


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en-x-pirate-ship", "Galley 5 3", "shop 5 3"),
        ("en-x-pirate-ship", "attack first mate with ball", "attack bear with bullet"),
        ("en-x-pirate-ship", "trade Ball rum for doubloons agreed", "trade Ball kit for treasure agreed"),
        ("en-x-pirate-ship", "sea chest c3 has rum and oil", "shelf c3 has kit and battery"),
        ("en-x-psych-ward", "use reader on case file", "scan treasure"),
        ("en-x-psych-ward", "kit", "kit"),
        ("ru-x-pirate-ship", "камбуз", "shop"),
        ("ru-x-psych-ward", "пёс-терапевт на c3", "dog на c3"),
        ("en", "galley", "galley"),
    ],
)
def test_words_of_a_theme_are_read_as_those_of_directives(language: str, typed: str, meant: str) -> None:
    assert phrases("treasures", language).understood(typed, ["Ball", "Ann"]) == meant


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("theme", THEMES)
def test_what_the_table_offers_in_a_theme_may_be_typed(language: str, theme: str) -> None:
    told = phrases("treasures", f"{language}-x-{theme}")
    things = ("bullet", "kit", "junk", "scanner", "flashlight", "battery", "dynamite", "shield", "treasure")
    ways = [f"{verb} {thing}" for verb in ("drop", "donate", "receive", "trade Ann") for thing in things]
    ways += ["shop", "use kit", "scan", "scan treasure", "blow north", "shine east", "ride", "take", "heal"]
    ways += [f"attack {who} with bullet" for who in ("bear", "dog", "zombie", "Ann")]
    plain = phrases("treasures", language)
    for way in ways:
        read = told.understood(told.word(way), ["Ann"])
        assert plain.word(read) == plain.word(way), way


BOARD = """
+---+---+---+---+---+---+---+---+
| T   .   .   .   .   .   .   .
+   +   +   +   +   +   +   +   +
| .   .   O   .   .   .   .   . |
+   +   +   +   +   +   +   +   +
| .   .   .   .   .   .   .   . |
+   +   +   +   +   +   +   +   +
| Tf  Tb  .   .   .   .   .   . |
+---+---+---+---+---+---+---+---+
"""


@pytest.mark.parametrize("language", [*languages(), *(f"{code}-x-{name}" for code in languages() for name in THEMES)])
def test_the_corrections_that_help_lists_are_understood(language: str) -> None:
    """All but those of monsters, of which this board has none."""
    told = phrases("treasures", language)
    everything = {"goods", "delays", "trapped", "fools"}
    lines = [without_absent(told.table[f"gm-help-{name}"], everything) for name in ("more", "kinds", "shelf", "items")]
    ruled = [word.strip() for text in lines for line in text.split("\n") for word in line.partition(" ")[2].split("|")]
    bob = "Боб" if language.startswith("ru") else "Bob"
    modules = {"donation": 1, "fools": 1, "trapped": 1, "scanner": "yes", "treasures": 1}
    map_ = drawn(BOARD, "treasures", **modules)
    seated = REFEREE.begin(map_, (bob, "Ann"), {"starts": "a2 b2", "order": "given"}, lambda _: 1).state
    refused = dict[str, list[str]]()
    for words in (line.partition(":")[0] for line in ruled if line):
        try:
            correct(seated, told.understood(words, [bob, "Ann"]))
        except NoRuling as found:
            refused[words] = [refusal.key for refusal in found.refusals if refusal.key != "gm-same"]
    assert {words: keys for words, keys in refused.items() if keys} == {}
