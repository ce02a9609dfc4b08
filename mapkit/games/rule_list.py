"""The rules of a game's maps under some settings, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from mapkit.language.catalogue import ENGLISH
from mapkit.model.design import Clash, Section
from mapkit.model.game import Game
from mapkit.model.message import Message, Name, for_program
from mapkit.model.rule import Rule
from mapkit.model.settings import named_settings, show_setting


class RuleSentence(NamedTuple):
    """A rule with the numbers of some settings."""

    rule: str
    """The number of the rule in its ledger."""
    sentence: Message

    def to_json(self, say: Callable[[Message | Name], str] = str) -> dict[str, Any]:
        """The rule for `json.dumps`, with texts as `say` puts them."""
        return {"rule": self.rule, **for_program(say, sentence=self.sentence)}


class RuleList(NamedTuple):
    """The rules that hold under some settings."""

    game: Game[Any]
    params: Any
    """The settings, and the board."""
    rules: tuple[RuleSentence, ...]
    """What a legal map keeps."""
    advice: tuple[RuleSentence, ...]
    """What a legal map may break."""
    sections: tuple[Section, ...]
    """Further rules under headings, of a game that has them, in the language that was asked for."""
    clashes: tuple[Clash, ...]
    """Settings that do not go well together."""

    def to_json(self, say: Callable[[Message | Name], str] = str) -> dict[str, Any]:
        """The rules for `json.dumps`, with texts as `say` puts them; their schema is `rules`."""
        options = {
            s.heading: [{"rule": number, "sentence": words} for number, words in s.entries] for s in self.sections
        }
        warnings = [
            {"rule": each.rule, "setting": each.setting, **for_program(say, words=each.words)} for each in self.clashes
        ]
        known = named_settings(self.params)
        return {
            "game": self.game.name,
            "size": str(self.params.grid),
            "rules": [rule.to_json(say) for rule in self.rules],
            "advice": [rule.to_json(say) for rule in self.advice],
            **({"options": options, "warnings": warnings} if options else {}),
            "settings": {each.name: show_setting(each, getattr(self.params, each.name)) for each in known},
        }


def rules_of(game: Game[Any], params: Any, language: str = ENGLISH) -> RuleList:
    """The rules of a game's maps under some settings."""

    def sentences(rules: Iterable[Rule[Any]]) -> tuple[RuleSentence, ...]:
        return tuple(RuleSentence(rule.number, rule.text(params)) for rule in rules if rule.applies(params))

    design = game.design
    described, clashes = tuple(design.describe(params, language)), tuple(design.conflicts(params))
    return RuleList(game, params, sentences(design.rules), sentences(design.advice), described, clashes)
