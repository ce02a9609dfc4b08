"""Words of themes at the table: what players type in them, and what is said of it."""

from __future__ import annotations

import pytest

from mapkit.playing.phrases import phrases


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


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("theme", ["pirate-ship", "psych-ward"])
def test_what_the_table_offers_in_a_theme_may_be_typed(language: str, theme: str) -> None:
    told = phrases("treasures", f"{language}-x-{theme}")
    things = ("bullet", "kit", "junk", "scanner", "flashlight", "battery", "dynamite", "shield", "treasure")
    ways = [f"{verb} {thing}" for verb in ("drop", "donate", "receive", "trade Ann") for thing in things]
    ways += ["shop", "use kit", "scan", "scan treasure", "blow north", "shine east", "ride", "take", "heal"]
    ways += [f"attack {who} with bullet" for who in ("bear", "dog", "zombie", "Ann")]
    russian = phrases("treasures", language)
    for way in ways:
        read = told.understood(told.word(way), ["Ann"])
        assert russian.word(read) == russian.word(way), way
