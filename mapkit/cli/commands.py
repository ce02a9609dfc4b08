"""The commands by their names, how they are found, and what all of them have in common."""

from __future__ import annotations

import re
from collections import UserDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from inspect import Parameter, Signature, signature
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, assert_never, cast, get_origin, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.main import get_command_from_info

from mapkit.cli import completion
from mapkit.cli.inputs import keep_game
from mapkit.cli.languages import VARIABLE, HelpContext, answer_in, asked_language, in_words
from mapkit.cli.processes import STOPPED_WORDS, Stoppable
from mapkit.cli.streams import NO_FILE, NO_MAP, NOT_UNDERSTOOD, STOPPED, say_on_stderr
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import ENGLISH
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import files, resources
from mapkit.model.files import BadLog, FileTrouble, is_file, printable_name
from mapkit.model.letters import in_a_row, in_latin_letters, look_alike_in, near, refused_word
from mapkit.model.presets import NoSuchPreset
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.model.settings import BadSetting, settings

if TYPE_CHECKING:
    from mapkit.paper.options import PrintOption

UsageError: type[Any] = typer.BadParameter.__mro__[1]
"""What typer raises for a command line that it cannot understand; typer has no public name for it."""

_RANGE = re.compile(r"(?P<word>.+) is not .*?(?:[<>]=|int range).*")
_LONG = 40
"""How much is repeated of what was typed."""
TYPED = "mapkit.typed"
"""Where the context of a command keeps the words that were typed."""


MODULES = {
    "maps": ("games", "rules", "new"),
    "generate": ("generate",),
    "check": ("check", "repair", "complete"),
    "table": ("play", "moves"),
    "simulate": ("simulate",),
    "survey": ("survey",),
    "balance": ("balance",),
    "solve": ("solve",),
    "sheets": ("print", "book"),
    "read": ("read",),
    "compare": ("compare",),
    "studio": ("studio",),
    "themes": ("theme",),
    "tonight": ("tonight",),
    "know": ("know",),
    "audit": ("audit",),
    "transfer": ("export", "share", "describe", "import", "verify"),
}
"""The commands that each module of `mapkit.cli` has, in the order in which help lists them."""


class _CommandShelf(UserDict[str, Any]):
    """The commands by their names; the module of a command stands for it until the command is looked up."""

    def __getitem__(self, name: str) -> TyperCommand:
        if isinstance(module := self.data[name], str):
            import_module(f"mapkit.cli.{module}")
            self.data[name] = _built(name)
        return cast(TyperCommand, self.data[name])


def _built(name: str) -> TyperCommand:
    """A command whose module is loaded, with the options that all commands have."""
    info = next(each for each in app.registered_commands if name == each.name)
    command = get_command_from_info(info, pretty_exceptions_short=False, rich_markup_mode=None)
    if isinstance(command, FileCommand):
        command.params.append(
            TyperOption(
                param_decls=["--game"],
                metavar="GAME",
                help="The game of a file that is a drawing alone, without a head.",
                expose_value=False,
                callback=lambda _context, _option, game: keep_game(game),
                autocompletion=lambda context, _words, typed: completion.games(context, typed),
            )
        )
    command.params.append(
        TyperOption(
            param_decls=["--templates"],
            hidden=True,
            expose_value=False,
            is_eager=True,
            callback=lambda _context, _option, folder: use_templates(folder),
        )
    )
    if not any("--lang" in param.opts for param in command.params):
        command.params.append(
            TyperOption(
                param_decls=["--lang"],
                metavar="en|ru",
                help="The language of the answers.",
                default=ENGLISH,
                envvar=VARIABLE,
                expose_value=False,
                callback=lambda _context, _option, language: answer_in(language),
                autocompletion=lambda context, _words, typed: completion.languages(context, typed),
            )
        )
    json_options = [param for param in command.params if "--json" in param.opts]
    command.params += [_format_option(str(option.name)) for option in json_options]
    return cast(TyperCommand, command)


# --- a command ---------------------------------------------------------------------------------------------------

app = typer.Typer()
"""Where the modules of commands name them; the commands are built from it one by one."""


class Command(TyperCommand):
    """A command; the help of its option `--rules` is what the games' settings say that are rule codes."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options; for rule codes this loads the games, so it happens only for help."""
        shown, params = copy(self), list[Any](map(copy, self.params))
        for option in (param for param in params if "--rules" in param.opts):
            of_games = ((game, each) for game in GAMES.values() for each in settings(game.design.params))
            told = (
                f"{each.meaning} of {game.name}: {each.value_kind.takes}" for game, each in of_games if each.rule_code
            )
            option.help = "; ".join(told)
        shown.params = params
        super(Command, shown).format_options(ctx, formatter)


class FileCommand(Command):
    """A command that reads map files; with the option `--game` it also reads drawings without a head."""


def command(name: str, cls: type[Command] = Command) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a command of a function; a parameter whose type is a dataclass stands for the options in its fields.

    A parameter of the type `PrintOptions`, annotated with some of the options of printing, stands for these; the
    command gets a dictionary of those that were typed.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        hints = get_type_hints(function, include_extras=True)
        parts = {
            parameter.name: _parts(parameter.name, hints[parameter.name], parameter.default)
            for parameter in signature(function).parameters.values()
        }

        def run(**said: Any) -> None:
            function(**{own: made(said) for own, (_, made) in parts.items()})

        taken = [option for options, _ in parts.values() for option in options]
        run.__signature__ = Signature(taken)  # type: ignore[attr-defined]  # typer reads it from there
        run.__annotations__ = {option.name: option.annotation for option in taken}
        run.__doc__, run.__module__ = function.__doc__, function.__module__
        app.command(name, cls=cls)(run)
        return function

    return register


def _parts(name: str, hint: Any, usual: Any) -> tuple[list[Parameter], Callable[[Mapping[str, Any]], Any]]:
    """The options that a parameter stands for, and what makes its value of what was said."""
    if is_dataclass(hint):
        hints = get_type_hints(hint, include_extras=True)
        parts = {
            each.name: _parts(each.name, hints[each.name], Parameter.empty if each.default is MISSING else each.default)
            for each in fields(hint)
        }
        made = cast(Callable[..., Any], hint)
        return (
            [option for options, _ in parts.values() for option in options],
            lambda said: made(**{own: part(said) for own, (_, part) in parts.items()}),
        )
    offered = hint.__metadata__[0] if get_origin(hint) is Annotated else None
    if isinstance(offered, tuple):
        names = [option.name for option in offered]
        return (
            [_print_parameter(option) for option in offered],
            lambda said: {option: said[option] for option in names if said[option] is not None},
        )
    return [Parameter(name, Parameter.KEYWORD_ONLY, default=usual, annotation=hint)], itemgetter(name)


def _print_parameter(option: PrintOption) -> Parameter:
    """The parameter for an option of printing; it is None where the option is not typed."""
    offer = typer.Option(
        f"--{option.typed}",
        metavar=option.takes,
        help=option.help + (f" [default: {option.usual}]" if option.usual else ""),
        show_default=False,
        envvar=VARIABLE if option.name == "language" else None,
        autocompletion=completion.one_of(option.words),
    )
    kind = bool if option.usual is False else str
    return Parameter(option.name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind | None, offer])


# --- all commands ------------------------------------------------------------------------------------------------


class Commands(TyperGroup):
    """Commands whose failures become messages and exit codes; those with `--json` take `--format json`, too."""

    context_class = HelpContext

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        shelf = _CommandShelf({name: module for module, names in MODULES.items() for name in names})
        self.commands = cast(Any, shelf)  # nobody adds to it

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - typer asks so
        """The names of the commands; none of them is loaded."""
        return [*self.commands]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, which helps in the language that was asked for; None where there is none."""
        found = super().get_command(ctx, cmd_name)
        if found is not None:  # the list of commands is in that language, too
            told = in_words(found.help or "")
            found.context_class, found.short_help = HelpContext, told if told != found.help else None
        return found

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words before the command, and keep all words for messages."""
        ctx.meta[TYPED] = tuple(args)
        answer_in(asked_language(args))
        with self._in_words(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is named, and the words after it."""
        unknown = args and args[0] not in self.commands and not args[0].startswith("-")
        if unknown and not ctx.resilient_parsing:  # a shell that completes words wants no message
            raise BadSetting(no_such_command(args[0], self.commands))
        return super().resolve_command(ctx, args)

    @contextmanager
    def _in_words(self, ctx: Any) -> Iterator[None]:
        try:
            yield
        except UsageError as error:
            if type(error).__name__ == "NoArgsIsHelpError":
                raise
            say_on_stderr(f"error: {usage_sentence(error, ctx.meta[TYPED], self.commands)}")
            raise typer.Exit(NOT_UNDERSTOOD) from None

    def invoke(self, ctx: Any) -> Any:
        try:
            return self._invoke(ctx)
        except typer.Exit:
            raise
        except BaseException as stop:  # a library may have put an error of its own in the place of Ctrl-C
            if not _is_ctrl_c(stop):
                raise
            say_on_stderr(STOPPED_WORDS)
            raise typer.Exit(STOPPED) from None

    def _invoke(self, ctx: Any) -> Any:
        keep_game(None)
        files.forget_sources()
        answer_in(asked_language(ctx.meta[TYPED]))
        try:
            with self._in_words(ctx):
                return super().invoke(ctx)
        except FAILURES as failure:
            raise typer.Exit(report_failure(failure)) from None
        finally:
            resources.use_own(None)


def use_templates(folder: str | None) -> None:
    """Let a folder of the user's own templates go before those of mapkit; raises what `own_templates.use` does."""
    if folder is not None:
        from mapkit.games import own_templates  # loads what only such a folder needs

        own_templates.use(folder)


def _format_option(as_json: str) -> TyperOption:
    def choose(ctx: Any, _: Any, value: str | None) -> None:
        if value is not None and value.lower() not in ("json", "text"):
            raise typer.BadParameter(f"{refused_word(value)} is no format of this command; say json or text")
        if value is not None and value.lower() == "json":
            ctx.default_map = {**(ctx.default_map or {}), as_json: True}

    return TyperOption(
        param_decls=["--format"],
        metavar="text|json",
        callback=choose,
        expose_value=False,
        is_eager=True,
        help="json is the same as --json.",
    )


def _is_ctrl_c(stop: BaseException | None) -> bool:
    """Whether Ctrl-C lies behind it.

    In the middle of loading a compiled library it comes as an ImportError, and in that of writing a PDF as a KeyError.
    """
    return stop is not None and (isinstance(stop, KeyboardInterrupt) or _is_ctrl_c(stop.__cause__ or stop.__context__))


# --- failures as messages and exit codes ------------------------------------------------------------------------------

Failure = UnreadableMap | NoSuchPreset | BadSetting | BadLog | FileTrouble | OSError | NoSuchMap | SolverGaveUp
FAILURES = (UnreadableMap, NoSuchPreset, BadSetting, BadLog, FileTrouble, OSError, NoSuchMap, SolverGaveUp)


@contextmanager
def with_advice(kind: type[Exception], advice: str) -> Iterator[None]:
    """Add a note with advice to a failure of this kind, which for NoSuchMap is about a drawing of a known size."""
    try:
        yield
    except kind as failure:
        if isinstance(failure, NoSuchMap):
            failure.size_stays = True
        if advice:
            failure.add_note(advice)
        raise


def for_each_file(names: Iterable[str], look: Callable[[str], int]) -> int:
    """Call `look` for every file, and go on after a failure; returns the highest exit code."""
    worst = 0
    for name in dict.fromkeys(names):
        try:
            code = look(name)
        except FAILURES as failure:
            code = report_failure(failure)
        worst = max(worst, code)
    return worst


def report_failure(failure: Failure) -> int:
    """Print a failure on stderr; returns its exit code."""
    with Stoppable():
        for line in chain(failure_lines(failure), getattr(failure, "__notes__", ())):
            say_on_stderr(line)
    match failure:
        case UnreadableMap() | NoSuchPreset() | BadSetting() | BadLog():
            return NOT_UNDERSTOOD
        case FileTrouble() | OSError():  # an OSError is about mapkit's own files, such as a missing template
            return NO_FILE
        case NoSuchMap() | SolverGaveUp():
            return NO_MAP
        case _:
            assert_never(failure)


def failure_lines(failure: Failure) -> Iterator[str]:
    """What went wrong and what would do; the search for rules in conflict runs only when its lines are asked for."""
    match failure:
        case UnreadableMap():
            yield from str(failure).splitlines()
        case NoSuchPreset() | BadSetting() | BadLog() | FileTrouble() | OSError():
            yield from (f"error: {line}" for line in str(failure).splitlines())
        case NoSuchMap():
            proven, *_ = failure.args
            yield f"impossible: {proven}"
            yield from failure.conflicts_in_words()
        case SolverGaveUp():
            yield f"gave up: {failure}; there may or may not be one"
        case _:
            assert_never(failure)


# --- what the command line itself refuses -----------------------------------------------------------------------------


def usage_sentence(error: Any, words: Sequence[str], commands: Mapping[str, Any]) -> str:
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
        known = [setting.name for setting in settings(GAMES[game].design.params)]
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
    return tuple(opt for param in command.params for opt in param.opts if opt.startswith("--"))


def _surplus(surplus: str, name: str, command: Any, words: Sequence[str]) -> str:
    first = surplus.split()[0]
    dashed = in_latin_letters(first)
    if dashed.startswith("-") and dashed != first:
        return f"{first!r} begins with {look_alike_in(first)[7:-1]}; write --{dashed.lstrip('-')}"
    before = [*reversed(words[: words.index(first)])] if first in words else []
    if before[:1] and before[1:2] == ["--set"] and "=" not in before[0]:
        return f"--set takes KEY=VALUE without a space; write --set {printable_name(f'{before[0]}={first}')}"
    wanted = next((_wanted(param) for param in command.params if param.param_type_name == "argument"), "")
    if not wanted:
        return f"{name} takes no further words; leave {refused_word(surplus)} out"
    return f"{name} takes one {wanted}, and {refused_word(surplus)} is too much; a text with spaces stands in quotes"


def _wanted(param: Any) -> str:
    return str(param.metavar).strip("[].").replace("|", " or ")
