"""The command `generate`, which makes fresh maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from mapkit.cli import corpora
from mapkit.cli.commands import command, with_advice
from mapkit.cli.inputs import clash_line, keep_game, read_document, talk_of_advice
from mapkit.cli.options import AsJson, Force, GameName, MapOptions, Output, WorkOptions
from mapkit.cli.outputs import FOLDER, Store, answer_path, file_writer, is_json, map_place, write
from mapkit.cli.processes import Stoppable
from mapkit.cli.streams import NO_MAP, progress, say_on_stderr, talk_of_printing, tell_seed
from mapkit.games import maps
from mapkit.mapfile import json_file, writer
from mapkit.model import files
from mapkit.model.errors import BadSetting, refuse_all
from mapkit.model.files import printable_name
from mapkit.model.game import Game
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Name, listed, message, plural
from mapkit.model.rule import Amount, NoSuchMap, SolverGaveUp
from mapkit.model.settings import Amounts, BadValue, seed_of, settings
from mapkit.model.version import __version__
from mapkit.solve import repairs, search
from mapkit.solve.likeness import settings_like
from mapkit.study.fresh_maps import Order

MOST_MAPS = 100_000
LOCATED = "located"
"""What `--set` calls the answers until a player without a map knows where they are."""

WRONG_PICTURE = message("The map in the picture is not legal; take another.")


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
    best: Annotated[bool, typer.Option("--best", help="The best of several maps, where a game measures them.")] = False,
    picture: Annotated[
        str | None,
        typer.Option("--from", metavar="PICTURE", help="The QR code in a picture, PNG, JPEG or HEIC; - is stdin."),
    ] = None,
    like: Annotated[
        str | None, typer.Option("--like", metavar="FILE", help="The board of this map, with as many of each thing.")
    ] = None,
    work: WorkOptions,
    count: Annotated[
        int | None,
        typer.Option(
            min=1, max=MOST_MAPS, metavar="N", help="Make N maps: a folder of them, or one .jsonl or .parquet."
        ),
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
    known, this = [setting.name for setting in settings(found.design.params)], Name(found.name)
    lacking = [(this, Name(f"--{name}")) for name, value in asked.items() if value is not None and name not in known]
    refuse_all([message("maps of {game} are the same without {option}; leave it out", *each) for each in lacking])
    fresh = fresh.with_set(**asked)
    fresh, wanted = _range_wanted(found, fresh)
    if wanted is not None and (count is not None or picture is not None):
        raise BadSetting(message("located= is for one fresh map; leave --count and --from out"))
    if picture is not None:
        typed = {"--text": text, "--size": fresh.size, "--minutes": minutes, "--count": count}
        if too_many := listed([Name(option) for option, value in typed.items() if value is not None]):
            raise BadSetting(message("with --from the picture is the map; leave {found} out", too_many))
        place = output or ("-" if as_json else answer_path(picture, ".toml"))
        _from_picture(found, fresh, picture, work.seed, place, file_writer(force), as_json)
        return
    ordered = _order_like(found, like, fresh, {"--text": text, "--minutes": minutes}) if like is not None else None
    fixed = {"text": text} if text is not None else {}
    if text is not None:
        fresh = replace(fresh, size=_size_of_text(found, text, fresh))
    both, preset = fresh.code is not None and fresh.preset_name.lower() != "default", Name(fresh.preset_name)
    own = message("The preset {name} has numbers for its own rules; leave out --preset or --rules.", preset)
    with with_advice(BadSetting, own if both else NOTHING):
        params = fresh.params(found, fixed)
    if minutes is not None:
        fresh = replace(fresh, size=_size_for(found, fresh.size, params, minutes))
    chosen = seed_of(work.seed)
    place = output or ("-" if as_json else str(Path(FOLDER, f"{game}-{files.file_name(chosen)}")))
    if count is not None:
        place, order = corpora.place_of(place, force), ordered or fresh.order(found, fixed)
        for clash in found.design.conflicts(order.params):
            say_on_stderr(clash_line(clash))
        if place == "-" and not as_json:
            raise BadSetting(message("with --count, -o takes a folder; - is stdout, for --json alone"))
        with suppress(SolverGaveUp):  # then the first map of the series says so
            order = fresh.draw(found, f"{chosen}-1", fixed)[0] if fresh.size is not None else order
        raise typer.Exit(_many(order, work, chosen, count, place, force, as_json, unlike=unlike))
    if used := [name for name, value in {"--dask": work.dask, "--spread": unlike or None}.items() if value is not None]:
        raise BadSetting(message("{option} is for many maps; say how many with --count", Name(used[0])))
    path = map_place(place if output or as_json else f"{place}.toml")
    with with_advice(SolverGaveUp, message("Another seed, a larger board or other numbers may do.")):
        with Stoppable():
            order, made = (ordered, ordered.draw(chosen)) if ordered else fresh.draw(found, chosen, fixed)
        if wanted is not None:
            from mapkit.study.whereabouts import made_within  # few ask for it, and it takes a while to load

            with Stoppable():
                made, chosen, answers = made_within(order, chosen, wanted)
            located = answers, Name(chosen)
            told = message("a player without a map knows their place after {number} answers; seed {seed}", *located)
            say_on_stderr(told)
    form: corpora.Form = "json" if is_json(path, as_json) else "toml"
    write(path, corpora.text_of(made, chosen, form).encode(), file_writer(force))
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
                spread = MOST_CHOSEN, CANDIDATES, count
                why = message("--spread chooses 2 to {most} maps out of {times} times as many, not {count}", *spread)
                raise BadSetting(why)
            with progress(message("Looking at maps"), candidates(count)) as advance:
                numbers, words = least_alike(order, seed, count, workers, advance)
            say_on_stderr(words)
        form: corpora.Form = "line" if place == "-" or corpora.is_corpus(place) else "json" if as_json else "toml"
        series = corpora.Series(order, form, seed, numbers)
        code = corpora.generate_many(series, work.seed, place, workers, force)
        return code if len(numbers) == count else NO_MAP


def _range_wanted(game: Game[Any], fresh: MapOptions) -> tuple[MapOptions, Amount | None]:
    """The settings without `located`, which fits no map file, and its range; raises BadSetting."""
    ours = [pair for pair in fresh.given or () if pair.partition("=")[0].strip() == LOCATED]
    if not ours:
        return fresh, None
    if game.table is None or game.table.evidence is None:
        raise BadSetting(message("maps of {name} have no setting located: everybody sees the board", Name(game.name)))
    if len(ours) > 1:
        raise BadSetting(message("located is set twice; set it once"))
    try:
        wanted = Amounts(1).read(ours[0].partition("=")[2].strip(), game.design.params().grid)
    except BadValue as bad:
        raise bad.named(LOCATED) from None
    return replace(fresh, given=[pair for pair in fresh.given or () if pair not in ours]), wanted


def _size_of_text(game: Game[Any], text: str, fresh: MapOptions) -> str:
    """The size given, or else the size of the smallest board for a text; raises BadSetting."""
    board = game.design.board.for_text
    if board is None:
        raise BadSetting(message("maps of {name} show no text; leave --text out", Name(game.name)))
    return fresh.size or str(board(text, dict(pair.partition("=")[::2] for pair in fresh.pairs(game))))


def _order_like(game: Game[Any], file: str, fresh: MapOptions, typed: Mapping[str, object]) -> Order:
    """The order for maps like the one in a file; raises UnreadableMap, FileTrouble or BadSetting."""
    typed = {**typed, "--preset": fresh.preset, "--size": fresh.size, "--set": fresh.given, "--rules": fresh.code}
    if too_many := listed([Name(option) for option, value in typed.items() if value]):
        raise BadSetting(message("with --like the map says what is wanted; leave {found} out", too_many))
    keep_game(game.name)
    map_ = read_document(file).map
    return Order(game.name, maps.preset_in_files(game.name, map_.preset), settings_like(map_).params)


def _from_picture(
    game: Game[Any], fresh: MapOptions, picture: str, seed: str | None, path: str, store: Store, as_json: bool
) -> None:
    read = game.design.board.read_picture
    if read is None:
        raise BadSetting(message("maps of {name} are not read from pictures; leave --from out", Name(game.name)))
    data, path = files.read(picture, "pictures"), map_place(path)
    try:
        seen = read(data)
    except BadSetting as bad:
        raise BadSetting(message("{file}: {message}", printable_name(picture), bad.said)) from None
    for line in seen.remarks:
        say_on_stderr(line)
    order = replace(fresh, size=str(seen.grid)).order(game, seen.given)
    drawn = Map(game, order.params, seen.facts, "", order.preset)
    with with_advice(NoSuchMap, WRONG_PICTURE), with_advice(SolverGaveUp, WRONG_PICTURE), Stoppable():
        made = search.complete(repairs.repair(drawn).map, seed or "")
    kept = seen.facts & made.facts - seen.sure
    if kept:
        say_on_stderr(
            plural(
                "{number} cell in doubt drawn as in the picture, which the settings allow",
                "{number} cells in doubt drawn as in the picture, which the settings allow",
                len(kept),
            )
        )
    comments = [f"Read from a picture by mapkit {__version__}."]
    text = json_file.show(made) if is_json(path, as_json) else writer.show(made, comments)
    write(path, text.encode(), store)
    talk_of_advice(made)
    talk_of_printing(path)


def _size_for(game: Game[Any], size: str | None, params: Any, minutes: int) -> str:
    """The size of a board for a game of about that many minutes; raises BadSetting."""
    if size is not None:
        raise BadSetting(message("--size and --minutes both choose the board; use one of them"))
    sized = game.design.board.for_evening
    if sized is None:
        raise BadSetting(message("{name} has no rule of thumb for the length of a game; use --size", Name(game.name)))
    board = sized(params.players, minutes)
    fits = Name(str(board)), params.players, minutes
    say_on_stderr(message("{name}: for {players} players and about {minutes} minutes", *fits))
    return str(replace(board, floors=params.grid.floors))
