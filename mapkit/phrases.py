"""What is said at the table, in the words of a language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from mapkit import shelf
from mapkit.game import BadSetting, Heard


@dataclass(frozen=True)
class Phrases:
    """The words of a game in one language, by the keys of what is heard, noted and refused."""

    heard: Mapping[str, str]
    notes: Mapping[str, str]
    refused: Mapping[str, str]

    def say(self, heard: Heard) -> str:
        """The words of something heard."""
        return self.heard[heard.key].format_map(dict(heard.args))

    def note(self, note: Heard) -> str:
        """The words of a note to the game master."""
        return self.notes[note.key].format_map(dict(note.args))

    def refuse(self, refusal: Heard) -> str:
        """The words of a refusal, with the number of the rule that it quotes."""
        number = refusal.key.rpartition(".")[0]
        text = self.refused[refusal.key].format_map(dict(refusal.args))
        return f"{text} ({number})" if number else text


def phrases(game: str, language: str) -> Phrases:
    """The words of a game; raises BadSetting with the languages that there are."""
    known = sorted(path.parent.name for path in shelf.path("phrases").glob(f"*/{game}.toml"))
    if language not in known:
        raise BadSetting(f"there are no words of {game} in {language!r:.20}; say one of {', '.join(known)}")
    data = tomllib.loads(shelf.path("phrases", language, f"{game}.toml").read_text(encoding="utf-8"))
    return Phrases(data["heard"], data["notes"], data["refused"])
