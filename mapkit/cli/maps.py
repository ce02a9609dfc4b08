"""The commands that say what there is: games, formats, rules, and new, a blank map."""

from __future__ import annotations

from mapkit.cli.commands import command
from mapkit.cli.languages import in_words
from mapkit.cli.options import AsJson, Force, GameName, MapOptions, Output, say_broken_packages
from mapkit.cli.outputs import file_writer, map_place, write
from mapkit.cli.streams import in_a_command, say, say_json, say_on_stderr, tell
from mapkit.formats.shelf import FORMATS
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model.letters import columns_of, in_columns, names
from mapkit.model.message import Name, for_program, listed, message
from mapkit.paper.game_sheets import paper_of


@command("games")
def games(as_json: AsJson = False) -> None:
    """The games, their presets and their sheets."""
    say_broken_packages()
    if as_json:
        say_json(
            [
                {
                    "name": game.name,
                    **for_program(
                        in_words, title=game.title, presets={each.name: each.says for each in maps.presets(game.name)}
                    ),
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
            tell(message("  preset {name} {what}", Name(in_columns(preset.name, wide)), preset.says))
        tell(message("  sheets {names}", names(paper_of(game).names)))


@command("formats")
def formats() -> None:
    """The formats that maps are read from and written to, and what each cannot hold."""
    for form in FORMATS.values():
        way = message("only written") if not form.read else message("read and written")
        way = way if form.write else message("only read")
        told = Name(form.name), form.title, way, names(form.endings)
        tell(message("{name}: {what} ({way}; {endings})", *told))
        of = [game.name for game in GAMES.values() if form.suits(game)]
        if len(of) < len(GAMES.values()):
            tell(message("  maps of {names}", names(of)))
        if form.losses:
            tell(message("  without {things}", listed([loss.what for loss in form.losses])))


@command("new")
def new(*, game: GameName, fresh: MapOptions, output: Output = "-", force: Force = False) -> None:
    """A blank map file with its legend, to fill in by hand."""
    found = maps.game_named(game)
    path, order = map_place(output or "-"), fresh.order(found)
    text = writer.blank(found, order.params, order.preset, fresh.keys(found), in_words)
    write(path, text.encode(), file_writer(force))
    file = in_a_command(path)
    said = message("draw in it, then: mapkit check {file}   or, for the cells left blank: mapkit complete {file}", file)
    say_on_stderr(said)
