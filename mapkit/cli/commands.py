"""The commands by their names, how they are found, and what all of them have in common."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import is_dataclass
from importlib import import_module
from inspect import Parameter, Signature, signature
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, assert_never, cast, get_origin, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.main import get_command_from_info

from mapkit.cli import completion
from mapkit.cli.inputs import keep_game, keep_words
from mapkit.cli.languages import VARIABLE, HelpInWords, answer_in, asked_language, in_words, typed_after
from mapkit.cli.processes import STOPPED_WORDS, Stoppable
from mapkit.cli.streams import NO_FILE, NO_MAP, NOT_UNDERSTOOD, STOPPED, say_on_stderr
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import ENGLISH, languages
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import files, resources
from mapkit.model.files import BadLog, FileTrouble, is_file, printable_name
from mapkit.model.letters import did_you_mean, in_latin_letters, look_alike, near, refused_word, suggestion
from mapkit.model.message import (
    NOTHING,
    LargeNumber,
    Message,
    Name,
    clauses,
    either,
    joined,
    lines_of,
    listed,
    message,
    said_of,
)
from mapkit.model.presets import NoSuchPreset
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.model.settings import BadSetting, settings
from mapkit.model.version import contacts, lacking

if TYPE_CHECKING:
    from mapkit.paper.options import PrintOption

UsageError: type[Any] = typer.BadParameter.__mro__[1]
"""What typer raises for a command line that it cannot understand; typer has no public name for it."""

Part = TypeVar("Part")
_LONG = 40
"""How much is repeated of what was typed."""
TYPED = "mapkit.typed"
"""Where the context of a command keeps the words that were typed."""

MODULES = {
    "maps": ("games", "formats", "new"),
    "rules": ("rules",),
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
    "new_game": ("new-game",),
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
                help=message("The game of a file that is a drawing alone, without a head."),
                expose_value=False,
                callback=lambda _context, _option, game: keep_game(game),
                autocompletion=lambda context, _words, typed: completion.games(context, typed),
            )
        )
        command.params.append(
            TyperOption(
                param_decls=["--as"],
                metavar="WORD=OURS",
                multiple=True,
                help=message("What a word of another program's file is here; several times for several."),
                expose_value=False,
                callback=lambda _context, _option, pairs: keep_words(pairs),
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
                metavar="|".join(languages()),
                help=message("The language of the answers."),
                default=ENGLISH,
                envvar=VARIABLE,
                expose_value=False,
                callback=lambda _context, _option, language: answer_in(language),
                autocompletion=lambda context, _words, typed: completion.languages(context, typed),
            )
        )
    json_options = [param for param in command.params if "--json" in param.opts]
    if any("--format" in param.opts for param in command.params):
        json_options = []
    command.params += [_format_option(str(option.name)) for option in json_options]
    return cast(TyperCommand, command)


# --- a command ---------------------------------------------------------------------------------------------------

app = typer.Typer()
"""Where the modules of commands name them; the commands are built from it one by one."""


class Command(HelpInWords, TyperCommand):
    """A command; the help of its option `--rules` is what the games' settings say that are rule codes."""

    allow_extra_args = True

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words behind the command; raises BadSetting for those that are too many."""
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise BadSetting(_surplus(rest, ctx.info_name, self, ctx.meta[TYPED]))
        return rest

    def get_short_help_str(self, limit: int = 45) -> str:
        """What the list of commands says of it, which is cut short in English alone."""
        told = in_words(said_of(self.help or ""))
        return told if told != self.help else super().get_short_help_str(limit)

    def option_help(self, option: Any) -> str:
        """What an option means; for rule codes this loads the games, so it happens only for help."""
        if "--rules" not in option.opts:
            return super().option_help(option)
        of_games = ((game, each) for game in GAMES.values() for each in settings(game.design.params))
        codes = ((each.meaning, Name(game.name), each.value_kind.takes) for game, each in of_games if each.rule_code)
        return in_words(joined([message("{what} of {name}: {takes}", *told) for told in codes], "; "))


class FileCommand(Command):
    """A command that reads map files; with the option `--game` it also reads drawings without a head."""


def command(name: str, cls: type[Command] = Command) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a command of a function; a parameter whose type is a dataclass stands for the options in its fields.

    A parameter of the type `PrintOptions`, annotated with some of the options of printing, stands for these; the
    command gets a dictionary of those that were typed.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        taken, called = _parts_of(function)

        def run(**said: Any) -> None:
            called(said)

        run.__signature__ = Signature(taken)  # type: ignore[attr-defined]  # typer reads it from there
        run.__annotations__ = {option.name: option.annotation for option in taken}
        run.__doc__, run.__module__ = function.__doc__, function.__module__
        app.command(name, cls=cls)(run)
        return function

    return register


_Parts = tuple[list[Parameter], Callable[[Mapping[str, Any]], Any]]
"""Options, and what makes a value of what was said."""


def _parts_of(called: Callable[..., Any]) -> _Parts:
    """The options that the parameters of a function or a dataclass stand for, and what calls it."""
    hints, parameters = get_type_hints(called, include_extras=True), signature(called).parameters
    parts = {name: _parts(name, hints[name], parameter.default) for name, parameter in parameters.items()}
    return (
        [option for options, _ in parts.values() for option in options],
        lambda said: called(**{name: made(said) for name, (_, made) in parts.items()}),
    )


def _parts(name: str, hint: Any, usual: Any) -> _Parts:
    """The options that a parameter stands for, and what makes its value of what was said."""
    if is_dataclass(hint):
        return _parts_of(cast(Callable[..., Any], hint))
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
        help=option.help,
        show_default=str(option.usual) if option.usual else False,
        envvar=VARIABLE if option.name == "language" else None,
        autocompletion=completion.one_of(option.words),
    )
    kind = bool if option.usual is False else str
    return Parameter(option.name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind | None, offer])


# --- all commands ------------------------------------------------------------------------------------------------


class Commands(HelpInWords, TyperGroup):
    """Commands whose failures become messages and exit codes; those with `--json` take `--format json`, too."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        shelf = _CommandShelf({name: module for module, names in MODULES.items() for name in names})
        self.commands = cast(Any, shelf)  # nobody adds to it

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - typer asks so
        return [*self.commands]

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002 - typer asks so
        return [in_words(message("[OPTIONS] COMMAND [ARGS]..."))]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)
        if lines := contacts():
            formatter.write("\n" + in_words(joined(lines, "\n")) + "\n")

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words before the command, and keep all words for messages."""
        ctx.meta[TYPED] = tuple(args)
        answer_in(asked_language(args))
        with self._in_words(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
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
            say_on_stderr(message("error: {message}", usage_sentence(error, ctx.meta[TYPED], self.commands)))
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
        keep_words(())
        files.forget_sources()
        answer_in(asked_language(ctx.meta[TYPED]))
        try:
            with self._in_words(ctx):
                return super().invoke(ctx)
        except FAILURES as failure:
            raise typer.Exit(report_failure(failure)) from None
        except ModuleNotFoundError as missing:
            told = lacking(missing)
            if isinstance(told, BadSetting):
                raise typer.Exit(report_failure(told)) from None
            raise
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
            found = refused_word(value)
            raise typer.BadParameter(message("{found} is no format of this command; say json or text", found))
        if value is not None and value.lower() == "json":
            ctx.default_map = {**(ctx.default_map or {}), as_json: True}

    return TyperOption(
        param_decls=["--format"],
        metavar="text|json",
        callback=choose,
        expose_value=False,
        is_eager=True,
        help=message("json is the same as --json."),
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
def with_advice(kind: type[Exception], advice: Message) -> Iterator[None]:
    """Add a note with advice to a failure of this kind, which for NoSuchMap is about a drawing of a known size."""
    try:
        yield
    except kind as failure:
        if isinstance(failure, NoSuchMap):
            failure.size_stays = True
        if advice:
            failure.add_note(advice)
        raise


def for_each_file(names: Iterable[Part], look: Callable[[Part], int]) -> int:
    """Call `look` for every file or part of one, and go on after a failure; returns the highest exit code."""
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
        for line in chain(failure_lines(failure), map(said_of, getattr(failure, "__notes__", ()))):
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


def failure_lines(failure: Failure) -> Iterator[Message | Name]:
    """What went wrong and what would do; the search for rules in conflict runs only when its lines are asked for."""
    match failure:
        case UnreadableMap():
            yield from lines_of(failure.said)
        case OSError():
            yield from (message("error: {message}", Name(line)) for line in str(failure).splitlines())
        case NoSuchPreset() | BadSetting() | BadLog() | FileTrouble():
            yield from (message("error: {message}", line) for line in lines_of(failure.said))
        case NoSuchMap():
            proven, *_ = failure.args
            yield message("impossible: {message}", proven)
            yield from failure.conflicts_in_words()
        case SolverGaveUp():
            yield message("gave up: {message}; there may or may not be one", failure.said)
        case _:
            assert_never(failure)


# --- what the command line itself refuses -----------------------------------------------------------------------------


def usage_sentence(error: Any, words: Sequence[str], commands: Mapping[str, Any]) -> Message:
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
            wanted = error.param.metavar.strip("[]")
            lacking = Name(name), _wanted(error.param), _MEANT.get(f"{name} {wanted}") or _MEANT[wanted]
            return message("{name} takes a {names}, and none is given; it is {help}", *lacking)
        case "BadOptionUsage":
            known = commands[name].params if name in commands else ()
            option = next((each for each in known if error.option_name in each.opts), None)
            named = Name(error.option_name)
            if option is None or option.is_flag:  # --help and --version belong to no command
                return message("{name} takes no value; write it alone", named)
            value = Name(f"{option.opts[0]} {option.metavar or 'N'}")
            return message("{name} takes a value; write {example}", named, value)
        case "BadParameter":
            option = Name(error.param.opts[0])
            if isinstance(error.message, Message):
                return message("{name}: {message}", option, error.message)
            low, high, typed = error.param.type.min, error.param.type.max, [*typed_after(words, *error.param.opts)][-1]
            takes = message("it takes a whole number, {low} or more", low)
            if high is not None:
                takes = message("it takes a whole number from {low} to {high}", low, LargeNumber(high))
            word = repr(typed)
            with suppress(ValueError):
                word = str(int(typed))
            shown = Name(word if len(word) <= _LONG else f"{word[:_LONG]}...")
            return message("{name} is {found}; {takes}", option, shown, takes)
    return message("no command is given; `mapkit --help` lists them")


_MEANT = {
    "GAME": message("one of the games that `mapkit games` lists"),
    "FILE": message("a map file or a share code; - is stdin"),
    "FILE...": message("a map file or a share code, or several; - is stdin"),
    "FILE|GAME": message("a map file, or a game for a fresh map each time"),
    "FILE|LOG": message("a map file, or a game by its log or id"),
    "GAME|FILE...": message("a game for fresh maps, or files of maps on the same board"),
    "ID|LOG": message("a saved game by its id, or a log"),
    "PATH": message("a file of another program; - is stdin"),
    "PHOTO...": message("a photo of a drawing sheet, JPEG, PNG or HEIC; one of each page"),
    "audit FILE": message("notes of a game, or a log; - is stdin"),
    "compare FILE...": message("the player's map: a map file, or photos of a drawing sheet"),
}
"""What an argument is, by its name in the help, or by the command and that name: its help, as the end of a sentence."""


def no_such_command(word: str, commands: Mapping[str, Any]) -> Message:
    typed, found = Name(word), refused_word(word)
    if word.lower() in GAMES:
        example = Name(f"mapkit generate {word.lower()}")
        return message("{name} is a game, and a command comes first, as in {example}", typed, example)
    if Path(word).suffix or is_file(word):
        return message("{found} is no command; a command comes before a file, as in mapkit check FILE", found)
    if word.lower() == "mapkit":
        return message("mapkit stands there twice; write it once")
    if word.lower() in ("help", "version"):
        return message("there is no command {found}; use mapkit --{name}", typed, Name(word.lower()))
    return clauses(message("there is no command {found}", found), suggestion(word, [*commands], "say one of {names}"))


def _no_such_option(option: Name, name: str, words: Sequence[str], commands: Mapping[str, Any]) -> Message:
    if name not in commands:
        if near(option, ("--version", "--help")) or option.lower() in ("-v", "-?"):
            return message("mapkit has no option {found}; use --version or --help", option)
        return message(
            "a command comes first, and its options come after it, as in mapkit generate treasures {name}", option
        )
    says = message("{name} has no option {found}", Name(name), option)
    key = option.lstrip("-").replace("-", "_")
    games = [GAMES[word.lower()] for word in words if word.lower() in GAMES]
    known = {setting.name for game in games[:1] for setting in settings(game.design.params)}
    if key in known and "--set" in _options(commands[name]):
        return clauses(says, message("{name} is a setting, so write --set {name}=VALUE", Name(key)))
    having = [Name(each) for each, command in commands.items() if option in _options(command)]
    close = near(f"--{key}", _options(commands[name])) if len(key) > 1 else ""
    near_one = did_you_mean(close)
    if having and close and (option.startswith(close) or close.startswith(option)):
        theirs = listed(having), option
        has = message("{names} have {name}", *theirs) if len(having) > 1 else message("{names} has {name}", *theirs)
        return clauses(says, joined([near_one, has], " "))
    if having:
        has = message("{names} have it", listed(having)) if having[1:] else message("{names} has it", listed(having))
        return clauses(says, has)
    return clauses(says, near_one or message("mapkit {name} --help lists those it has", Name(name)))


def _options(command: Any) -> tuple[str, ...]:
    return tuple(opt for param in command.params for opt in param.opts if opt.startswith("--"))


def _surplus(surplus: Sequence[str], name: str, command: Any, words: Sequence[str]) -> Message:
    first, dashed = surplus[0], in_latin_letters(surplus[0])
    if dashed.startswith("-") and dashed != first:
        right = Name(f"--{dashed.lstrip('-')}")
        return message("{found} begins with {what}; write {wanted}", Name(repr(first)), look_alike(first), right)
    before = [*reversed(words[: words.index(first)])] if first in words else []
    if before[:1] and before[1:2] == ["--set"] and "=" not in before[0]:
        pair = printable_name(f"{before[0]}={first}")
        return message("--set takes KEY=VALUE without a space; write --set {pair}", pair)
    wanted = next((_wanted(param) for param in command.params if param.param_type_name == "argument"), NOTHING)
    found = refused_word(" ".join(surplus))
    if not wanted:
        return message("{name} takes no further words; leave {found} out", Name(name), found)
    quoted = Name(name), wanted, found
    return message("{name} takes one {names}, and {found} is too much; a text with spaces stands in quotes", *quoted)


def _wanted(param: Any) -> Message:
    """What an argument is called in the help, such as `FILE or LOG`."""
    return either([*map(Name, str(param.metavar).strip("[].").split("|"))])
