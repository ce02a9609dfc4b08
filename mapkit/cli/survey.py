"""The command `survey`, which looks at many maps at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from statistics import median
from typing import Annotated, Any, NamedTuple

import typer

from mapkit.cli import completion, corpora
from mapkit.cli.commands import FileCommand, command
from mapkit.cli.inputs import is_faulty, read_document
from mapkit.cli.languages import in_words
from mapkit.cli.many_games import table
from mapkit.cli.options import AsJson, MapOptions, WorkOptions
from mapkit.cli.plots import PlotFile, PlotOptions, plain_board
from mapkit.cli.streams import BREAKS_RULES, progress, say, say_json, tell_seed
from mapkit.games.shelf import GAMES
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.files import printable_name
from mapkit.model.letters import in_lines, refused_word, suggestion
from mapkit.model.map import Map
from mapkit.model.rule import many
from mapkit.model.settings import BadSetting, seed_of
from mapkit.solve import legality
from mapkit.study.variety import PARTS, PlaceSpread, Survey, begun, figures_of, heat, kolmogorov, sample

USUAL, MOST = 200, 100_000
"""How many maps are drawn where nobody says, and the most that may be asked for."""
WIDTH = 100
MOST_BOARDS = 6
"""The most kinds of things whose places are drawn."""


class _SurveyResult(NamedTuple):
    first: Map[Any]
    survey: Survey
    without: int
    """For how many seeds no map was found."""
    source: str
    """Where the maps come from, in words."""


@command("survey", FileCommand)
def surveyed(
    *,
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME|FILE...",
            help="A game for fresh maps, or files of maps on the same board.",
            autocompletion=completion.games_or_maps,
        ),
    ],
    count: Annotated[
        int | None, typer.Option(min=2, max=MOST, metavar="N", help="How many fresh maps; else 200.")
    ] = None,
    fresh: MapOptions,
    measures: Annotated[
        list[str] | None,
        typer.Option("--measure", metavar="KEY", help="Only this measure of `mapkit solve`; may be given many times."),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option("--against", metavar="NAME", help="What the plot shows against each other; give it twice."),
    ] = None,
    work: WorkOptions,
    plot: PlotOptions,
    as_json: AsJson = False,
) -> None:
    """What many maps measure, where things lie on them, and how different they are."""
    drawing = plot.file()
    if what[0] in GAMES:
        if len(what) > 1:
            raise BadSetting(f"{what[0]} is a game, and a survey is of one game or of files; name {what[0]} alone")
        chosen, wanted = seed_of(work.seed), count or USUAL
        order = fresh.draw(GAMES[what[0]], f"{chosen}-1")[0]
        with work.workers() as workers, progress("Looking at maps", wanted) as advance:
            found = _SurveyResult(*sample(order, chosen, wanted, workers, measures, advance), f"seed {chosen}")
        tell_seed(work.seed, chosen)
    else:
        fresh.refuse("treasures", count=count)
        first: Map[Any] | None = None
        survey: Survey | None = None
        for read in chain.from_iterable(map(_documents, dict.fromkeys(what))):
            if survey is None or first is None:
                first, survey, lead = read.map, begun(read.map), read.name
            elif _board(read.map) != _board(first):
                said = f"{read.name}: is a map of {_board(read.map)}, and {lead} of {_board(first)}"
                raise BadSetting(f"{said}; survey one game and size at a time")
            if is_faulty(read, legality.check(read.map), "surveyed"):
                raise typer.Exit(BREAKS_RULES)
            survey.add(figures_of(read.map, read.name, measures))
        if survey is None or first is None or survey.maps < 2:
            raise BadSetting(f"a survey is of many maps; name more files than {printable_name(what[0])}, or a game")
        source = many(survey.maps, "file") if len(what) > 1 else printable_name(what[0])
        found = _SurveyResult(first, survey, 0, source)
    pair = _pair(found.survey, against or ())
    if as_json:
        survey, pairs = found.survey, found.survey.likeness.pairs()
        keys = ("least", "percentile_5", "median", "percentile_95", "most")
        say_json(
            {
                "game": found.first.game.name,
                "size": str(survey.grid),
                "source": found.source,
                "maps": survey.maps,
                "seeds_without_a_map": found.without,
                "measures": {
                    label: {"maps": len(numbers), **dict(zip(keys, _row(numbers), strict=True))}
                    for label, numbers in survey.numbers.items()
                },
                "things": [spread._asdict() for spread in survey.spreads()],
                "twins": survey.likeness.twins,
                "nearest": pairs.nearest if pairs else None,
                "farthest": pairs.farthest if pairs else None,
                "median_difference": pairs.median if pairs else None,
            }
        )
    else:
        for line in map(in_words, _lines(found)):
            say(line)
    if drawing:
        _draw(drawing, found, pair)


def _documents(name: str) -> Iterator[Document]:
    """The map in a file, or the maps of a corpus; raises UnreadableMap, too."""
    if not corpora.holds_many(name):
        yield read_document(name)
        return
    for read in corpora.documents(name):
        if isinstance(read, UnreadableMap):
            raise read
        yield read


def _board(map_: Map[Any]) -> str:
    return f"{map_.game.name} {map_.params.grid}"


def _lines(found: _SurveyResult) -> Iterator[str]:
    survey, first = found.survey, found.first
    yield f"{first.game.title}, {survey.grid}: {many(survey.maps, 'map')}, {found.source}"
    if found.without:
        yield f"without a map: {many(found.without, 'seed')}"
    alike = {label: numbers[0] for label, numbers in survey.numbers.items() if len({*numbers}) == 1}
    rows = [
        (*map(_number, _row(numbers)), str(len(numbers)), _label(label))
        for label, numbers in survey.numbers.items()
        if label not in alike
    ]
    if rows:
        yield ""
        yield from table(("least", "5 %", "median", "95 %", "most", "maps", "measure"), rows)
    if alike:
        yield ""
        listed = ", ".join(f"{_label(label)} {_number(of)}" for label, of in alike.items())
        yield from in_lines(f"{in_words('the same on every map')}: {listed}", WIDTH)
    spreads = survey.spreads()
    if spreads:
        yield ""
        heads = ("each map", *PARTS, "unused", "even", "sides", "thing, against one at a random place")
        yield from table(heads, [*map(_spread_row, spreads)])
        yield "even: how likely chance alone makes such differences between all places"
        yield "sides: the same between places that are alike when the board is turned or mirrored"
    yield ""
    twins = ", ".join(f"{one} = {other}" for one, other in survey.likeness.twins[:5])
    more = ", ..." if len(survey.likeness.twins) > 5 else ""
    yield f"the same map twice: {twins}{more}" if twins else "no map comes twice, also when it is turned or mirrored"
    pairs = survey.likeness.pairs()
    if pairs:
        for words, (one, other, apart) in (("nearest", pairs.nearest), ("farthest", pairs.farthest)):
            yield f"{words} pair: {one} and {other} differ in {100 * apart:.0f} % of what lies on them"
        yield f"median of all pairs: {100 * pairs.median:.0f} %"
    yield from _skewed(found, spreads)


def _label(label: str) -> str:
    return ", ".join(map(in_words, label.split(", ")))


def _row(numbers: Sequence[float]) -> tuple[float, ...]:
    ranked = sorted(numbers)
    last = len(ranked) - 1
    return ranked[0], ranked[round(0.05 * last)], median(ranked), ranked[round(0.95 * last)], ranked[-1]


def _number(number: float) -> str:
    return f"{number:.0f}" if number == int(number) else f"{number:.3g}"


def _spread_row(spread: PlaceSpread) -> tuple[str, ...]:
    parts = (f"{spread.parts[part]:.2f}" if part in spread.parts else "-" for part in PARTS)
    unused = f"{spread.unused}/{spread.possible}"
    return f"{spread.a_map:.2f}", *parts, unused, _chance(spread.even), _chance(spread.sides), spread.kind


def _chance(probability: float | None) -> str:
    if probability is None:
        return "-"
    return "<0.001" if probability < 0.001 else f"{probability:.3f}"


def _skewed(found: _SurveyResult, spreads: Iterable[PlaceSpread]) -> Iterator[str]:
    """What chance should have made alike, and did not."""
    sides = [spread.kind for spread in spreads if spread.skewed]
    drifting = [
        label
        for label, numbers in found.survey.numbers.items()
        if kolmogorov(numbers[: len(numbers) // 2], numbers[len(numbers) // 2 :]) < 0.001
    ]
    if sides:
        yield f"one side of the board has more of: {', '.join(map(in_words, sides))}"
    if drifting:
        yield f"the first half of the maps differs from the second in: {', '.join(map(_label, drifting))}"
    if not sides and not drifting:
        yield "no side of the board is preferred, and the first half of the maps is like the second"


def _pair(survey: Survey, asked: Sequence[str]) -> tuple[str, str] | None:
    """The two measures that are drawn against each other; raises BadSetting for others than there are."""
    varying = survey.varying
    unknown = [name for name in asked if name not in varying]
    if unknown:
        lines = (f"--against {refused_word(name)} does not vary; {suggestion(name, varying)}" for name in unknown)
        raise BadSetting("\n".join(lines))
    if len(asked) not in (0, 2):
        raise BadSetting(f"--against is given {many(len(asked), 'time')}; give it twice, each time with one name")
    pair = asked or varying[:2]
    return (pair[0], pair[1]) if len(pair) == 2 else None


def _draw(drawing: PlotFile, found: _SurveyResult, pair: tuple[str, str] | None) -> None:
    from mapkit.paper.plots import CellPlot, scatter

    survey = found.survey
    charts = []
    if pair:
        across, up = pair
        points = [*zip(survey.numbers[across], survey.numbers[up], strict=True)]
        charts.append(scatter(_label(across), _label(up), points))
    spreads = sorted(survey.spreads(), key=lambda spread: (1.0 if spread.even is None else spread.even, spread.kind))
    numbers = [
        CellPlot(
            in_words(each.kind), heat(survey.grid, survey.places[each.kind], survey.maps), lambda n: f"{100 * n:.0f}"
        )
        for each in islice(spreads, MOST_BOARDS)
    ]
    kind = in_words(f"{many(survey.maps, 'map')}, {found.source}")
    title = drawing.press.title(found.first.game)
    drawing.write(title, kind, charts, plain_board(found.first, known=False), numbers)
