"""The commands over maps: games, rules, new, generate, check, repair, complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from mapkit.cli import corpora
from mapkit.cli.commands import FileCommand, command, for_each_file, report_failure
from mapkit.cli.inputs import fault_line, faults_to_print, label, read_document, tell_faults, what_was_found
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.options import (
    AsJson,
    Beside,
    FileName,
    FileNames,
    Force,
    GameName,
    MapOptions,
    Output,
    Seed,
    WorkOptions,
)
from mapkit.cli.outputs import FOLDER, Store, answer_path, file_writer, is_json, map_place, write
from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import (
    BREAKS_RULES,
    in_a_command,
    progress,
    say,
    say_json,
    say_on_stderr,
    shell_quoted,
    tell_seed,
)
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.translation import with_comments_in
from mapkit.mapfile import json_file, writer
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import files
from mapkit.model.design import AS_DRAWN
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.game import Game
from mapkit.model.grid import spell
from mapkit.model.letters import columns_of, in_columns
from mapkit.model.map import Map
from mapkit.model.rule import Amount, NoSuchMap, Rule, SolverGaveUp, many
from mapkit.model.settings import Amounts, BadSetting, Choice, Setting, named_settings, seed_of, settings, show_setting
from mapkit.model.version import __version__
from mapkit.paper.game_sheets import paper_of
from mapkit.solve import legality, repairs, search
from mapkit.solve.checker import Fault
from mapkit.study.fresh_maps import Order

MOST_MAPS = 100_000
LOCATED = "located"
"""What `--set` calls the answers until a player without a map knows where they are."""
WRONG_PICTURE = "The map in the picture is not legal; take another."


@command("games")
def games(as_json: AsJson = False) -> None:
    """The games, their presets and their sheets."""
    if as_json:
        say_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "presets": {preset.name: preset.says for preset in maps.presets(game.name)},
                    "sheets": paper_of(game).names,
                }
                for game in GAMES.values()
            ]
        )
        return
    for game in GAMES.values():
        say(f"{game.name}  {in_words(game.title)}")
        presets = maps.presets(game.name)
        wide = max(10, *(columns_of(preset.name) for preset in presets))
        for preset in presets:
            say(f"  {in_words('preset')} {in_columns(preset.name, wide)} {in_words(preset.says)}")
        say(f"  {in_words('sheets')} {', '.join(paper_of(game).names)}")


@command("rules")
def rules(*, game: GameName, fresh: MapOptions, as_json: AsJson = False) -> None:
    """The rules of a game's maps in words, and its settings."""
    found = maps.game_named(game)
    params = fresh.params(found)
    if as_json:
        say_json(_rules_data(found, params))
        return
    as_drawn, given = fresh.preset == AS_DRAWN, _names(fresh.given or ())
    if as_drawn:  # a file that names these settings only leaves the others out
        left_out = {each.name: each.value_left_out for each in settings(type(params)) if each.name not in given}
        params = replace(params, **{name: value for name, value in left_out.items() if value is not None})
    drawn = found.design.drawn_settings(params.grid, frozenset()) if as_drawn else {}
    shown = {**vars(params), **{name: AS_DRAWN for name in drawn if name not in given}}
    say(f"{in_words(found.title)}, {str(params.grid).replace('x', ' x ')}")
    known = tuple(settings(found.design.params))
    for setting in known:
        if setting.header:
            say(f"{setting.name} {show_setting(setting, getattr(params, setting.name))}")
    described = found.design.describe(params, answer_language())
    for section in described:
        say(f"\n{section.heading}")
        for number, words in section.entries:
            say(f"{number:8} {words}")
    if described:
        say(f"\n{in_words('The map')}")
    _say_rules(found.design.rules, params, shown)
    _say_rules(found.design.advice, params, shown, "Advice, which a map may break")
    for clash in found.design.conflicts(params):
        said = in_words(clash.words)
        if said == clash.words:  # some words of a conflict are those of a sentence, without its full stop
            said = in_words(f"{said}.").removesuffix(".")
        say(f"\n{in_words('advice')}[{clash.rule}] {clash.setting}: {said}")
    named = named_settings(params)
    off = tuple(setting for setting in known if setting not in named)
    _say_settings("Settings, for --set or in a map file:", named, shown)
    _say_settings("Settings of modules that are off:", off, shown)


def _say_settings(heading: str, known: Sequence[Setting], shown: Mapping[str, Any]) -> None:
    if known:
        say(f"\n{in_words(heading)}")
    for setting in known:
        found = shown[setting.name]
        value = f"{setting.name}={found if found == AS_DRAWN else show_setting(setting, found)}"
        words = (
            f": {in_words(' or ').join(setting.value_kind.takes.split(' or '))}"
            if isinstance(setting.value_kind, Choice)
            else ""
        )
        say(f"  {value:21} {in_words(setting.meaning)}{words} ({setting.rule})")


def _names(pairs: Iterable[str]) -> set[str]:
    return {pair.partition("=")[0].strip() for pair in pairs}


def _say_rules(listed: Iterable[Rule[Any]], params: Any, shown: Mapping[str, Any], heading: str = "") -> None:
    """Print those of the rules that hold with these parameters, below the heading; `shown` fills their sentences."""
    told = ((rule.number, rule.sentence.format_map(shown)) for rule in listed if rule.applies(params))
    in_force = [f"{number:8} {in_words(sentence)}" for number, sentence in told]
    for line in ([f"\n{in_words(heading)}"] if heading and in_force else []) + in_force:
        say(line)


@command("new")
def new(*, game: GameName, fresh: MapOptions, output: Output = "-", force: Force = False) -> None:
    """A blank map file with its legend, to fill in by hand."""
    found = maps.game_named(game)
    path, order = map_place(output or "-"), fresh.order(found)
    text = writer.blank(found, order.params, order.preset, _names(fresh.pairs(found)))
    write(path, with_comments_in(text, answer_language()), file_writer(force))
    file = in_a_command(path)
    say_on_stderr(f"draw in it, then: mapkit check {file}   or, for the cells left blank: mapkit complete {file}")


@command("generate")
def generate(
    *,
    game: GameName,
    fresh: MapOptions,
    players: Annotated[int | None, typer.Option(min=1, max=8, metavar="N", help="A map for N players.")] = None,
    minutes: Annotated[
        int | None, typer.Option(min=1, max=10_000, metavar="M", help="A board for a game of about M minutes.")
    ] = None,
    text: Annotated[
        str | None, typer.Option("--text", metavar="T", help="A map that shows this text, where a game has such maps.")
    ] = None,
    best: Annotated[
        bool, typer.Option("--best", help="The best of several drawings, where a game has a measure.")
    ] = False,
    picture: Annotated[
        str | None,
        typer.Option("--from", metavar="PICTURE", help="The map in a picture, PNG, JPEG or HEIC; - is stdin."),
    ] = None,
    work: WorkOptions,
    count: Annotated[
        int | None, typer.Option(min=1, max=MOST_MAPS, metavar="N", help="Make N maps, in a folder or a .jsonl.")
    ] = None,
    unlike: Annotated[
        bool, typer.Option("--spread", help="With --count: maps as different from each other as possible.")
    ] = False,
    output: Output = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """A fresh legal map; with --count a folder of them."""
    found = maps.game_named(game)
    asked = {"players": players, "best": "yes" if best else None}
    known = [setting.name for setting in settings(found.design.params)]
    if lacking := [name for name, value in asked.items() if value is not None and name not in known]:
        said = (f"maps of {found.name} are the same without --{name}; leave it out" for name in lacking)
        raise BadSetting("\n".join(said))
    fresh = fresh.with_set(**asked)
    fresh, wanted = _range_wanted(found, fresh)
    if wanted is not None and (count is not None or picture is not None):
        raise BadSetting("located= is for one fresh map; leave --count and --from out")
    if picture is not None:
        typed = {"--text": text, "--size": fresh.size, "--minutes": minutes, "--count": count}
        if too_many := [option for option, value in typed.items() if value is not None]:
            raise BadSetting(f"with --from the picture is the map; leave {' and '.join(too_many)} out")
        place = output or ("-" if as_json else answer_path(picture, ".toml"))
        _from_picture(found, fresh, picture, work.seed, place, file_writer(force), as_json)
        return
    fixed = {"text": text} if text is not None else {}
    if text is not None:
        fresh = replace(fresh, size=_size_of_text(found, text, fresh))
    both = fresh.code is not None and fresh.preset_name.lower() != "default"
    own = f"The preset {fresh.preset} has numbers for its own rules; leave out --preset or --rules." if both else ""
    with _with_advice(BadSetting, own):
        params = fresh.params(found, fixed)
    if minutes is not None:
        fresh = replace(fresh, size=_size_for(found, fresh.size, params, minutes))
    chosen = seed_of(work.seed)
    place = output or ("-" if as_json else str(Path(FOLDER, f"{game}-{files.file_name(chosen)}")))
    if count is not None:
        place, order = corpora.place_of(place, force), fresh.order(found, fixed)
        for clash in found.design.conflicts(order.params):
            say_on_stderr(f"advice[{clash.rule}] {clash.setting}: {clash.words}")
        if place == "-" and not as_json:
            raise BadSetting("with --count, -o takes a folder; - is stdout, for --json alone")
        with suppress(SolverGaveUp):  # then the first map of the series says so
            order = fresh.made(found, f"{chosen}-1", fixed)[0] if fresh.size is not None else order
        raise typer.Exit(_many(order, work, chosen, count, place, force, as_json, unlike=unlike))
    if used := [name for name, value in {"--dask": work.dask, "--spread": unlike or None}.items() if value is not None]:
        raise BadSetting(f"{used[0]} is for many maps; say how many with --count")
    path = map_place(place if output or as_json else f"{place}.toml")
    with _with_advice(SolverGaveUp, "Another seed, a larger board or other numbers may do."):
        order, made = fresh.made(found, chosen, fixed)
        if wanted is not None:
            from mapkit.study.whereabouts import made_within  # few ask for it, and it takes a while to load

            with Stoppable():
                made, chosen, answers = made_within(order, chosen, wanted)
            say_on_stderr(f"a player without a map knows their place after {answers} answers; seed {chosen}")
    write(path, corpora.text_of(made, chosen, "json" if is_json(path, as_json) else "toml"), file_writer(force))
    tell_seed(work.seed if wanted is None else chosen, chosen)
    talk_of_advice(made)
    talk_of_printing(path)


def _many(
    order: Order, work: WorkOptions, seed: str, count: int, place: str, force: bool, as_json: bool, *, unlike: bool
) -> int:
    numbers: Sequence[int] = range(1, count + 1)
    with work.workers(count) as workers:
        if unlike:  # few ask for it
            from mapkit.study.variety import CANDIDATES, MOST_CHOSEN, candidates, least_alike

            if not 1 < count <= MOST_CHOSEN:
                raise BadSetting(
                    f"--spread chooses 2 to {MOST_CHOSEN} maps out of {CANDIDATES} times as many, not {count}"
                )
            with progress("Looking at maps", candidates(count)) as advance:
                numbers, words = least_alike(order, seed, count, workers, advance)
            say_on_stderr(words)
        form: corpora.Form = "line" if place == "-" or corpora.is_corpus(place) else "json" if as_json else "toml"
        return corpora.generate_many(corpora.Series(order, form, seed, numbers), work.seed, place, workers, force)


def _range_wanted(game: Game[Any], fresh: MapOptions) -> tuple[MapOptions, Amount | None]:
    """The settings without `located`, which fits no map file, and its range; raises BadSetting."""
    ours = [pair for pair in fresh.given or () if pair.partition("=")[0].strip() == LOCATED]
    if not ours:
        return fresh, None
    if game.table is None or game.table.evidence is None:
        raise BadSetting(f"maps of {game.name} have no setting located: everybody sees the board")
    if len(ours) > 1:
        raise BadSetting("located is set twice; set it once")
    try:
        wanted = Amounts(1).read(ours[0].partition("=")[2].strip(), game.design.params().grid)
    except BadSetting as bad:
        raise BadSetting(f"{LOCATED} {bad}") from None
    return replace(fresh, given=[pair for pair in fresh.given or () if pair not in ours]), wanted


@command("check", FileCommand)
def check(names: FileNames, as_json: AsJson = False) -> None:
    """All faults of maps, each with its place and its rule."""
    report: list[dict[str, Any]] = []
    code = for_each_file(names, partial(_check, report if as_json else None))
    if as_json:
        say_json(report)
    raise typer.Exit(code)


@command("repair", FileCommand)
def repair(name: FileName, output: Beside = None, force: Force = False, as_json: AsJson = False) -> None:
    """The nearest legal map and the edits that lead to it."""
    read, path = read_document(name), map_place(output or answer_path(name, "-repaired.toml"))
    _tell_of_a_head(read)
    by_hand = "Repair a fault or two by hand and try again: `mapkit check` lists them."
    keys = " and ".join(filter(None, repairs.listings(read.map)))
    kept = f"Repair leaves {keys} as they are; correct them by hand if they are wrong." if keys else ""
    with _with_advice(SolverGaveUp, by_hand), _with_advice(NoSuchMap, kept), Stoppable():
        repaired = repairs.repair(read.map, lambda words: say_on_stderr(f"{read.name}: {words}"))
    text = json_file.show(repaired.map) if is_json(path, False) else writer.redraw(read, repaired.map)
    for edit in repaired.edits:
        say_on_stderr(f"- {edit.words}")
    say_on_stderr(f"{read.name}: {repaired.words}")
    if repaired.note:
        say_on_stderr(repaired.note)
    if as_json:
        edits = [
            {"words": in_words(edit.words), "places": [label(read, place) for place in edit.places]}
            for edit in repaired.edits
        ]
        report = {"file": read.name, "proven": repaired.proven, "edits": edits}
        if path == "-":
            say_json({**report, "written": None, "map": text})
        else:
            file_writer(force)(Path(path), text.encode())
            say_json({**report, "written": printable_name(path)})
    else:
        write(path, text, file_writer(force))
    talk_of_printing(path)


@command("complete", FileCommand)
def complete(
    name: FileName, seed: Seed = None, output: Beside = None, force: Force = False, as_json: AsJson = False
) -> None:
    """A map with its blank cells and undecided borders filled in. Drawn cells and inner walls stay."""
    read = read_document(name)
    _tell_of_a_head(read)
    path = map_place(output or ("-" if as_json else answer_path(name, "-completed.toml")))
    chosen = seed_of(seed)
    stays = "Complete keeps all that is drawn; `mapkit repair` may change it."
    with _with_advice(NoSuchMap, stays), _with_advice(SolverGaveUp, f"Another seed may do. {stays}"):
        try:
            with Stoppable():
                filled = search.complete(read.map, chosen, lambda words: say_on_stderr(f"{read.name}: {words}"))
        except NoSuchMap as failure:  # it gets a note for each drawn place that breaks a rule
            blank, broken = search.blank_places(read.map), {rule for conflict in failure.conflicts for rule in conflict}
            for fault in legality.check(read.map):
                if fault.rule in broken and fault.place and fault.place not in blank:
                    failure.add_note(fault_line(read, "fault", fault))
            raise
    came = len({fact.place for fact in filled.facts ^ read.map.facts})
    say_on_stderr(
        f"{printable_name(name)}: {many(came, 'place')} filled in"
        if came
        else f"{printable_name(name)}: complete as it is"
    )
    text = json_file.show(filled) if is_json(path, as_json) else writer.redraw(read, filled)
    write(path, text, file_writer(force))
    if came:
        tell_seed(seed, chosen)
    talk_of_printing(path)


def _tell_of_a_head(read: Document) -> None:
    """Say what is written where the file is a drawing alone."""
    if read.bare:
        say_on_stderr(f"{read.name}: a drawing without a head; what is written is a whole map file")


def talk_of_advice(made: Map[Any]) -> None:
    for advice in legality.advise(made):
        where = spell(made.params.grid, advice.place) if advice.place else "map"
        say_on_stderr(f"advice[{advice.rule.number}] {where}: {advice.sentence} {advice.found}".rstrip())


def _size_of_text(game: Game[Any], text: str, fresh: MapOptions) -> str:
    """The size given, or else the size of the smallest board for a text; raises BadSetting."""
    board = game.design.board.for_text
    if board is None:
        raise BadSetting(f"maps of {game.name} show no text; leave --text out")
    return fresh.size or str(board(text, dict(pair.partition("=")[::2] for pair in fresh.pairs(game))))


def _from_picture(
    game: Game[Any], fresh: MapOptions, picture: str, seed: str | None, path: str, store: Store, as_json: bool
) -> None:
    read = game.formats["picture"].read if "picture" in game.formats else None
    if read is None:
        raise BadSetting(f"maps of {game.name} are not read from pictures; leave --from out")
    data, path = files.read_picture(picture), map_place(path)
    try:
        seen = read(data)
    except BadSetting as bad:
        raise BadSetting(f"{printable_name(picture)}: {bad}") from None
    for line in seen.remarks:
        say_on_stderr(line)
    order = replace(fresh, size=str(seen.grid)).order(game, seen.given)
    drawn = Map(game, order.params, seen.facts, "", order.preset)
    with _with_advice(NoSuchMap, WRONG_PICTURE), _with_advice(SolverGaveUp, WRONG_PICTURE), Stoppable():
        made = search.complete(repairs.repair(drawn).map, seed or "")
    kept = seen.facts & made.facts - seen.sure
    if kept:
        say_on_stderr(f"{many(len(kept), 'cell')} in doubt drawn as in the picture, which the settings allow")
    comments = [f"Read from a picture by mapkit {__version__}."]
    write(path, json_file.show(made) if is_json(path, as_json) else writer.show(made, comments), store)
    talk_of_advice(made)
    talk_of_printing(path)


def _size_for(game: Game[Any], size: str | None, params: Any, minutes: int) -> str:
    """The size of a board for a game of about that many minutes; raises BadSetting."""
    if size is not None:
        raise BadSetting("--size and --minutes both choose the board; use one of them")
    sized = game.design.board.for_evening
    if sized is None:
        raise BadSetting(f"{game.name} has no rule of thumb for the length of a game; use --size")
    board = sized(params.players, minutes)
    say_on_stderr(f"{board}: for {params.players} players and about {minutes} minutes")
    return str(replace(board, floors=params.grid.floors))


def _check(report: list[dict[str, Any]] | None, name: str) -> int:
    """Say the faults and the advice of a map, or of the maps of a corpus, or add them to a report for a program.

    In the report is also why a file cannot be read. Returns the exit code.
    """
    if corpora.holds_many(name):
        codes = Counter[int]()
        for read in corpora.documents(name):
            if isinstance(read, UnreadableMap):
                codes[report_failure(read)] += 1
            else:
                faults = legality.check(read.map)
                codes[BREAKS_RULES if faults else 0] += 1
                _tell(report, read, faults, ())
        unread = sum(number for code, number in codes.items() if code not in (0, BREAKS_RULES))
        shown, faulty = printable_name(name), codes[BREAKS_RULES]
        say_on_stderr(f"{shown}: {many(codes[0], 'legal map')}, {faulty} with faults, {unread} unreadable")
        return max(codes, default=0)
    try:
        read = read_document(name)
    except UnreadableMap as error:
        if report is not None:
            report += [{"file": error.name, "kind": "error", **problem._asdict()} for problem in error.problems]
        if error.rest:
            _tell(report, error.rest, legality.check_rest(error.rest.map, error.rest.unread), ())
        raise
    except FileTrouble as error:
        if report is not None:
            at = {"line": None, "column": None}
            report.append({"file": printable_name(name), "kind": "error", **at, "message": str(error)})
        raise
    faults = legality.check(read.map)
    _tell(report, read, faults, legality.advise(read.map))
    if not faults and report is None:
        say(f"{read.name}: {in_words('legal')}")
    return BREAKS_RULES if faults else 0


def _tell(
    report: list[dict[str, Any]] | None, read: Document, faults: Sequence[Fault], advice: Sequence[Fault]
) -> None:
    if report is None:
        tell_faults(read, faults, advice, say)
    else:
        for kind, found in zip(("fault", "advice"), faults_to_print(read, faults, advice), strict=True):
            for fault in found:
                line, column = read.spot(fault.place)
                report.append(
                    {
                        "file": read.name,
                        "kind": kind,
                        "line": line,
                        "column": column,
                        "rule": fault.rule.number,
                        "place": label(read, fault.place),
                        "sentence": in_words(fault.sentence),
                        "found": what_was_found(read, fault),
                        "witness": [label(read, place) for place in fault.witness],
                    }
                )


def talk_of_printing(path: str) -> None:
    if path != "-":
        say_on_stderr(f"print it: mapkit print {shell_quoted(path)}")


@contextmanager
def _with_advice(kind: type[Exception], advice: str) -> Iterator[None]:
    """Add a note with advice to a failure of this kind, which for NoSuchMap is about a drawing of a known size."""
    try:
        yield
    except kind as failure:
        if isinstance(failure, NoSuchMap):
            failure.size_stays = True
        if advice:
            failure.add_note(advice)
        raise


def _rules_data(game: Game[Any], params: Any) -> dict[str, Any]:
    described, clashes = game.design.describe(params, answer_language()), game.design.conflicts(params)
    sections = {s.heading: [{"rule": number, "sentence": words} for number, words in s.entries] for s in described}
    warnings = [{"rule": each.rule, "setting": each.setting, "words": each.words} for each in clashes]
    return {
        "game": game.name,
        "size": str(params.grid),
        "rules": _sentences(game.design.rules, params),
        "advice": _sentences(game.design.advice, params),
        **({"options": sections, "warnings": warnings} if described else {}),
        "settings": {s.name: show_setting(s, getattr(params, s.name)) for s in named_settings(params)},
    }


def _sentences(rules: Iterable[Rule[Any]], params: Any) -> list[dict[str, str]]:
    return [{"rule": r.number, "sentence": in_words(r.text(params))} for r in rules if r.applies(params)]
