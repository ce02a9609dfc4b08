"""The options that say how sheets are printed: for each, what it takes, its limits, its default and its help.

Every command that prints takes them, and so does the library; none of them repeats what stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import nan
from typing import Any, NamedTuple, TypedDict, get_args

from mapkit.language.catalogue import ENGLISH, NO_THEME, languages
from mapkit.model.errors import BadSetting, WrongType, refuse_all
from mapkit.model.letters import refused_word, suggestion, written
from mapkit.model.message import Message, Name, clauses, either, message
from mapkit.paper.edition import Orientation

FORMATS = ("pdf", "svg", "png")
PAPERS = ("a3", "a4", "a5", "letter", "legal", "tabloid")
LEAST_MARGIN = 8.0
"""The least that `margin` takes, in mm; printers leave about 5 mm at the edges of the paper white."""
INKS = ("colour", "grey", "black")
KEEPERS = ("person", "mapkit")
"""Who keeps the secret map and says what happens: one of the people, or mapkit."""
EDGES = ("long", "short")
NUP, SIDES = ("1", "2", "4", "6", "9"), ("1", "2")
ORIENTATIONS: tuple[Orientation, ...] = get_args(Orientation)


class PrintOptions(TypedDict, total=False):
    """How sheets are printed, as keyword arguments; `OPTIONS` says of each what it takes, and its default."""

    format: str
    paper: str
    margin: float
    """The margin on every side of the paper, in mm."""
    nup: int
    """How many pages stand on a side of the paper."""
    sides: int
    """How many sides of the paper are printed: 2 leaves the backs of some pages blank."""
    booklet: str
    """The edge over which the printer turns the paper, for a booklet: pages to fold and staple."""
    language: str
    orientation: str
    square: float
    """The side of a square on players' boards, in mm."""
    big: bool
    """Whether cards and players' boards are for weak eyes."""
    numbers: bool
    """Whether rule cards have the numbers of the rules."""
    keeper: str
    """Who keeps the secret map."""
    scale: float
    """The side of a square cell on maps, in mm."""
    ink: str
    """What the printer has."""
    theme: str
    dpi: float
    outlines: bool
    """Whether the letters of SVG pictures are shapes."""


class PrintOption(NamedTuple):
    """An option of every command that prints."""

    name: str
    """Its name in the library: a key of `PrintOptions`."""
    takes: str
    """What it takes, in the help of a command."""
    help: Message
    """What it does, in the help of a command."""
    usual: Any
    """What holds where it is not given; False for an option that is on or off."""
    read: Callable[[str], Any]
    """What is meant by the text that was typed; raises BadSetting with what would do, such as `say a4 or letter`."""
    words: Callable[[], Sequence[str]] = tuple
    """The words that a shell offers for it."""
    flag: str = ""
    """Its name in commands where that is another one."""

    @property
    def typed(self) -> str:
        """Its name in commands, without the dashes."""
        return self.flag or self.name.replace("_", "-")


def one_of(words: Callable[[], Sequence[str]]) -> Callable[[str], str]:
    """The reader of an option that takes one of some words, in capitals or not."""

    def read(typed: str) -> str:
        word, known = typed.strip().lower(), words()
        if word not in known:
            raise BadSetting(suggestion(word, known, message("say {names}", either([*map(Name, known)]))))
        return word

    return read


def number_between(least: float, most: float) -> Callable[[str], float]:
    """The reader of an option that takes a number, with or without a fraction."""

    def read(typed: str) -> float:
        try:
            number = float(typed)
        except ValueError:
            number = nan
        if not least <= number <= most:
            raise BadSetting(message("say a number from {low} to {high}", Name(f"{least:g}"), Name(f"{most:g}")))
        return number

    return read


def _word(name: str, words: Sequence[str], says: Message, usual: str) -> PrintOption:
    return PrintOption(name, "|".join(words), says, usual, one_of(lambda: words), lambda: words)


def _length(name: str, says: Message, usual: float | None, least: float, most: float) -> PrintOption:
    return PrintOption(name, "MM", says, usual, number_between(least, most))


def _switch(name: str, says: Message) -> PrintOption:
    return PrintOption(name, "", says, False, lambda typed: typed == "True")


def theme_names() -> Sequence[str]:
    from mapkit.paper import themes  # imported late: only printing needs pens

    return themes.theme_names()


def _theme_name(typed: str) -> str:
    from mapkit.paper.themes import theme_name

    return theme_name(typed)


OPTIONS = (
    _word("format", FORMATS, message("A PDF a sheet, or an SVG or PNG a page; else as -o ends, or pdf."), "pdf"),
    _word("paper", PAPERS, message("The paper in your printer."), "a4"),
    _length(
        "margin",
        message("The margin on every side, at least 8 mm; else 12 mm, and 8 mm on a5."),
        None,
        LEAST_MARGIN,
        40,
    ),
    PrintOption(
        "nup",
        "|".join(NUP),
        message("Several pages on each side of the paper, in a PDF."),
        1,
        lambda typed: int(one_of(lambda: NUP)(typed)),
        lambda: NUP,
    ),
    PrintOption(
        "sides",
        "1|2",
        message("The sides of the paper that you print; 2 leaves the backs of some pages blank."),
        2,
        lambda typed: int(one_of(lambda: SIDES)(typed)),
        lambda: SIDES,
    ),
    _word(
        "booklet",
        EDGES,
        message("A PDF to fold and staple; your printer turns the paper over its long or short edge."),
        "",
    ),
    PrintOption(
        "language",
        "|".join(languages()),
        message("The language of the sheets."),
        ENGLISH,
        one_of(languages),
        languages,
        flag="lang",
    ),
    _word("orientation", ORIENTATIONS, message("How pages with a map lie; auto takes the larger cells."), "auto"),
    _length(
        "square",
        message("The squares of players' boards, such as 5 for school paper; else as large as fits."),
        0.0,
        4,
        40,
    ),
    _switch("big", message("For weak eyes: rule cards in type of 16 points, players' boards in squares of 20 mm.")),
    _switch("numbers", message("Rule cards with the numbers of the rules.")),
    _word("keeper", KEEPERS, message("Who keeps the secret map, as rule cards say: a person, or mapkit."), KEEPERS[0]),
    _length(
        "scale",
        message("Cells of so many mm on maps of squares, on several pages if need be; 25.4 for miniatures."),
        0.0,
        5,
        50,
    ),
    _word("ink", INKS, message("What your printer has; black hatches what others tint."), "colour"),
    PrintOption(
        "theme",
        "NAME|FILE",
        message("The theme of words and pictures, else the map's; `mapkit theme` writes one to change."),
        "",
        _theme_name,
        lambda: (*theme_names(), NO_THEME),
    ),
    PrintOption(
        "dpi",
        "N",
        message("Dots per inch of a PNG; without it, enough for a screen."),
        None,
        lambda typed: round(number_between(36, 1200)(typed)),
    ),
    _switch("outlines", message("Letters of an SVG as shapes, for programs without its fonts.")),
)
"""The options, in the order of the help."""


def read_options(given: Mapping[str, object]) -> dict[str, Any]:
    """The value of every option: what is given, by its name in the library, or else its default.

    Raises BadSetting with a line for everything that is wrong, and WrongType for a name that is no option.
    """
    if unknown := given.keys() - {option.name for option in OPTIONS}:
        known = [option.name for option in OPTIONS]
        no_option = message("there is no option {found} of printing", refused_word(min(unknown)))
        raise WrongType(clauses(no_option, suggestion(min(unknown), known)))
    found, wrong = dict[str, Any](), list[Message]()
    for option in OPTIONS:
        value = given.get(option.name)
        try:
            found[option.name] = option.usual if value is None else option.read(written(value))
        except BadSetting as would_do:
            wrong.append(clauses(message("{name} is {found}", Name(option.typed), refused_word(value)), would_do.said))
    refuse_all(wrong)
    return found
