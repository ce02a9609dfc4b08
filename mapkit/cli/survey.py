"""The command `survey`, which looks at many maps at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Annotated, Any

import typer

from mapkit.cli import completion, corpora
from mapkit.cli.commands import FileCommand, command
from mapkit.cli.inputs import is_faulty, read_document
from mapkit.cli.languages import in_words
from mapkit.cli.many_games import table
from mapkit.cli.options import AsJson, MapOptions, WorkOptions
from mapkit.cli.plots import PlotFile, PlotOptions, plain_board
from mapkit.cli.streams import BREAKS_RULES, progress, say, say_json, tell, tell_seed
from mapkit.games.shelf import GAMES
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.errors import BadSetting, refuse_all
from mapkit.model.files import printable_name
from mapkit.model.letters import in_lines, refused_word, suggestion
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, joined, message, plural
from mapkit.model.settings import seed_of
from mapkit.solve import legality
from mapkit.study.reports import MapSurvey, Row, summary
from mapkit.study.variety import PARTS, PlaceSpread, Survey, begun, figures_of, heat, kolmogorov, sample

USUAL, MOST = 200, 100_000
"""How many maps are drawn where nobody says, and the most that may be asked for."""
WIDTH = 100
MOST_BOARDS = 6
"""The most kinds of things whose places are drawn."""


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
    """What is measured on many maps, where things lie on them, and how different they are."""
    drawing = plot.file()
    if what[0] in GAMES:
        if len(what) > 1:
            game = Name(what[0])
            why = message("{name} is a game, and a survey is of one game or of files; name {name} alone", game)
            raise BadSetting(why)
        chosen, wanted = seed_of(work.seed), count or USUAL
        order = fresh.draw(GAMES[what[0]], f"{chosen}-1")[0]
        with work.workers() as workers, progress(message("Looking at maps"), wanted) as advance:
            drawn = sample(order, chosen, wanted, workers, measures, advance)
            found = MapSurvey(*drawn, message("seed {seed}", Name(chosen)))
        tell_seed(work.seed, chosen)
    else:
        fresh.refuse("treasures", count=count)
        first: Map[Any] | None = None
        survey: Survey | None = None
        for read in chain.from_iterable(map(_documents, dict.fromkeys(what))):
            if survey is None or first is None:
                first, survey, lead = read.map, begun(read.map), read.name
            elif _board(read.map) != _board(first):
                two = Name(read.name), _board(read.map), Name(lead), _board(first)
                of = message(
                    "{file}: is a map of {board}, and {other} of {its_board}; survey one game and size at a time", *two
                )
                raise BadSetting(of)
            so = message("not surveyed because of the faults above; `mapkit repair` repairs them")
            if is_faulty(read, legality.check(read.map), so):
                raise typer.Exit(BREAKS_RULES)
            survey.add(figures_of(read.map, read.name, measures))
        if survey is None or first is None or survey.maps < 2:
            shown = printable_name(what[0])
            raise BadSetting(message("a survey is of many maps; name more files than {name}, or a game", shown))
        files = plural("{number} file", "{number} files", survey.maps)
        found = MapSurvey(first, survey, 0, files if len(what) > 1 else printable_name(what[0]))
    pair = _pair(found.survey, against or ())
    if as_json:
        say_json(found.to_json(in_words))
    else:
        _say(found)
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


def _board(map_: Map[Any]) -> Name:
    return Name(f"{map_.game.name} {map_.params.grid}")


def _say(found: MapSurvey) -> None:
    survey = found.survey
    tell(message("{message}: {what}", joined([found.first.game.title, Name(str(survey.grid))]), found.maps))
    if found.without:
        tell(plural("without a map: {number} seed", "without a map: {number} seeds", found.without))
    alike = {label: numbers[0] for label, numbers in survey.numbers.items() if len({*numbers}) == 1}
    rows: list[Row] = [
        (*map(_number, summary(numbers)), Name(str(len(numbers))), label)
        for label, numbers in survey.numbers.items()
        if label not in alike
    ]
    if rows:
        low, middle, high = message("least"), message("median"), message("most")
        heads: Row = (low, Name("5 %"), middle, Name("95 %"), high, message("maps"), message("measure"))
        say("\n".join(("", *table(heads, rows))))
    if alike:
        each = joined([message("{message} {number}", label, _number(of)) for label, of in alike.items()])
        say("\n".join(("", *in_lines(in_words(message("the same on every map: {what}", each)), WIDTH))))
    spreads = survey.spreads()
    if spreads:
        tests = message("unused"), message("even"), message("sides")
        heads = (message("each map"), *PARTS, *tests, message("thing, against one at a random place"))
        say("\n".join(("", *table(heads, [*map(_spread_row, spreads)]))))
        tell(message("even: how likely chance alone makes such differences between all places"))
        tell(message("sides: the same between places that are alike when the board is turned or mirrored"))
    say("")
    twins = [Name(f"{one} = {other}") for one, other in survey.likeness.twins[:5]]
    twins += [Name("...")] if len(survey.likeness.twins) > 5 else []
    never = message("no map comes twice, also when it is turned or mirrored")
    tell(message("the same map twice: {names}", joined(twins)) if twins else never)
    pairs = survey.likeness.pairs()
    if pairs:
        near, far = ((Name(one), Name(other), Name(f"{100 * apart:.0f}")) for one, other, apart in pairs[:2])
        tell(message("nearest pair: {one} and {other} differ in {number} % of what lies on them", *near))
        tell(message("farthest pair: {one} and {other} differ in {number} % of what lies on them", *far))
        tell(message("median of all pairs: {number} %", Name(f"{100 * pairs.median:.0f}")))
    for line in _skewed(found, spreads):
        tell(line)


def _number(number: float) -> Name:
    return Name(f"{number:.0f}" if number == int(number) else f"{number:.3g}")


def _spread_row(spread: PlaceSpread) -> Row:
    parts = (f"{spread.parts[part]:.2f}" if part in spread.parts else "-" for part in PARTS)
    numbers = (f"{spread.a_map:.2f}", *parts, f"{spread.unused}/{spread.possible}")
    return *map(Name, numbers), _chance(spread.even), _chance(spread.sides), spread.kind


def _chance(probability: float | None) -> Name:
    if probability is None:
        return Name("-")
    return Name("<0.001" if probability < 0.001 else f"{probability:.3f}")


def _skewed(found: MapSurvey, spreads: Iterable[PlaceSpread]) -> Iterator[Message]:
    """What chance should have made alike, and did not."""
    sides = [spread.kind for spread in spreads if spread.skewed]
    drifting = [
        label
        for label, numbers in found.survey.numbers.items()
        if kolmogorov(numbers[: len(numbers) // 2], numbers[len(numbers) // 2 :]) < 0.001
    ]
    if sides:
        yield message("one side of the board has more of: {names}", joined(sides))
    if drifting:
        yield message("the first half of the maps differs from the second in: {names}", joined(drifting))
    if not sides and not drifting:
        yield message("no side of the board is preferred, and the first half of the maps is like the second")


def _pair(survey: Survey, asked: Sequence[str]) -> tuple[Message, Message] | None:
    """The two measures that are drawn against each other; raises BadSetting for others than there are."""
    varying = survey.varying
    unknown = [name for name in asked if name not in varying]
    told = [(refused_word(name), suggestion(name, varying)) for name in unknown]
    refuse_all([message("--against {name} does not vary; {suggestion}", *each) for each in told])
    if len(asked) not in (0, 2):
        times = plural("{number} time", "{number} times", len(asked))
        raise BadSetting(message("--against is given {times}; give it twice, each time with one name", times))
    pair = [label for name in asked for label in varying if label == name] or varying[:2]
    return (pair[0], pair[1]) if len(pair) == 2 else None


def _draw(drawing: PlotFile, found: MapSurvey, pair: tuple[Message, Message] | None) -> None:
    from mapkit.paper.plots import CellPlot, scatter

    survey = found.survey
    charts = []
    if pair:
        across, up = pair
        points = [*zip(survey.numbers[across], survey.numbers[up], strict=True)]
        charts.append(scatter(in_words(across), in_words(up), points))
    spreads = sorted(survey.spreads(), key=lambda spread: (1.0 if spread.even is None else spread.even, spread.kind))
    numbers = [
        CellPlot(in_words(kind), heat(survey.grid, survey.places[kind], survey.maps), lambda n: f"{100 * n:.0f}")
        for kind in (each.kind for each in islice(spreads, MOST_BOARDS))
    ]
    title = drawing.press.title(found.first.game)
    drawing.write(title, in_words(found.maps), charts, plain_board(found.first, known=False), numbers)
