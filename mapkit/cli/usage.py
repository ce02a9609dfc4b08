"""What the command line itself refuses, in sentences: unknown commands and options, missing and surplus words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from mapkit.games.shelf import GAMES
from mapkit.model.files import is_file, printable_name
from mapkit.model.letters import in_a_row, in_latin_letters, look_alike_in, near, refused_word
from mapkit.model.settings import settings

UsageError: type[Any] = typer.BadParameter.__mro__[1]
"""What typer raises for a command line that it cannot understand; typer has no public name for it."""

_RANGE = re.compile(r"(?P<word>.+) is not .*?(?:[<>]=|int range).*")
_LONG = 40
"""How much is repeated of what was typed."""


def sentence(error: Any, words: Sequence[str], commands: Mapping[str, Any]) -> str:
    """What is wrong with a command line, and what would do.

    `words` is what was typed after the program's name, and `commands` are all commands by their names.
    """
    name = error.ctx.info_name if error.ctx else next((word for word in words if word in commands), "")
    match type(error).__name__:
        case "NoSuchOption":
            named = error.option_name  # of `-seed` typer names only `-s`
            typed = next((word for word in words if word.startswith(named)), named).partition("=")[0]
            return _no_such_option(printable_name(typed), name, words, commands)
        case "MissingParameter":
            meaning = error.param.help[:1].lower() + error.param.help[1:].rstrip(".")
            return f"{name} takes a {_wanted(error.param)}, and none is given; it is {meaning}"
        case "BadOptionUsage":
            known = commands[name].params if name in commands else ()
            option = next((each for each in known if error.option_name in each.opts), None)
            if option is None or option.is_flag:  # --help and --version belong to no command
                return f"{error.option_name} takes no value; write it alone"
            return f"{error.option_name} takes a value; write {option.opts[0]} {option.metavar or 'N'}"
        case "BadParameter":
            option = error.param.opts[0]
            found = _RANGE.fullmatch(error.message)
            if not found:
                return f"{option}: {error.message}"
            low, high = error.param.type.min, error.param.type.max
            takes = f"a whole number from {low} to {high:,}" if high is not None else f"a whole number, {low} or more"
            word = found["word"] if len(found["word"]) <= _LONG else f"{found['word'][:_LONG]}..."
            return f"{option} is {word}; it takes {takes}"
    surplus = error.message.partition("(s) (")[2].removesuffix(")")
    return _surplus(surplus, name, commands[name], words) if surplus else f"{name}: {error.message}"


def no_such_command(word: str, commands: Mapping[str, Any]) -> str:
    """Why a word is no command, and what would do."""
    if word.lower() in GAMES:
        return f"{word} is a game, and a command comes first, as in mapkit generate {word.lower()}"
    if Path(word).suffix or is_file(word):
        return f"{refused_word(word)} is no command; a command comes before a file, as in mapkit check FILE"
    if word.lower() == "mapkit":
        return "mapkit stands there twice; write it once"
    if word.lower() in ("help", "version"):
        return f"there is no command {word}; use mapkit --{word.lower()}"
    close = near(word, tuple(commands))
    return f"there is no command {refused_word(word)}; " + (
        f"did you mean {close}?" if close else f"say one of {', '.join(commands)}"
    )


def _no_such_option(option: str, name: str, words: Sequence[str], commands: Mapping[str, Any]) -> str:
    if name not in commands:
        if near(option, ("--version", "--help")) or option.lower() in ("-v", "-?"):
            return f"mapkit has no option {option}; use --version or --help"
        return f"a command comes first, and its options come after it, as in mapkit generate treasures {option}"
    says = f"{name} has no option {option}"
    key = option.lstrip("-").replace("-", "_")
    if game := next((word.lower() for word in words if word.lower() in GAMES), ""):
        known = [each.name for each in settings(GAMES[game].design.params)]
        if key in known and "--set" in _options(commands[name]):
            return f"{says}; {key} is a setting, so write --set {key}=VALUE"
    having = [each for each, command in commands.items() if option in _options(command)]
    close = near(f"--{key}", _options(commands[name])) if len(key) > 1 else ""
    elsewhere = f"{in_a_row(having)} {'have' if len(having) > 1 else 'has'}"
    if having and close and (option.startswith(close) or close.startswith(option)):
        return f"{says}; did you mean {close}? {elsewhere} {option}"
    if having:
        return f"{says}; {elsewhere} it"
    return f"{says}; did you mean {close}?" if close else f"{says}; mapkit {name} --help lists those it has"


def _options(command: Any) -> tuple[str, ...]:
    return tuple(opt for each in command.params for opt in each.opts if opt.startswith("--"))


def _surplus(surplus: str, name: str, command: Any, words: Sequence[str]) -> str:
    first = surplus.split()[0]
    dashed = in_latin_letters(first)
    if dashed.startswith("-") and dashed != first:
        return f"{first!r} begins with {look_alike_in(first)[7:-1]}; write --{dashed.lstrip('-')}"
    before = [*reversed(words[: words.index(first)])] if first in words else []
    if before[:1] and before[1:2] == ["--set"] and "=" not in before[0]:
        return f"--set takes KEY=VALUE without a space; write --set {printable_name(f'{before[0]}={first}')}"
    wanted = next((_wanted(each) for each in command.params if each.param_type_name == "argument"), "")
    if not wanted:
        return f"{name} takes no further words; leave {refused_word(surplus)} out"
    return f"{name} takes one {wanted}, and {refused_word(surplus)} is too much; a text with spaces stands in quotes"


def _wanted(param: Any) -> str:
    return str(param.metavar).strip("[].").replace("|", " or ")
