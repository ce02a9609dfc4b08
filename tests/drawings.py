"""Maps written down in tests: a line of settings, then the drawing."""

from typing import Any

from mapkit.games import maps
from mapkit.games.minoqaur import code
from mapkit.games.minoqaur.maze_rules import CLOAK, KEY, SWORD, TREASURE, Maze
from mapkit.model.map import Map
from mapkit.solve import legality
from mapkit.testing.of_games import LEGAL as LEGAL

BARE = {
    **dict.fromkeys(("shop", "hospital", "marsh", "river", "fake", "two_way", "three_way"), 0),
    "treasures": 1,
    "exits": 1,
    "walls": "any",
    "exit_distance": 0,
    "treasure_distance": 0,
    "players": 1,
}
"""The settings of a breach that names none: one treasure, one exit, nothing else."""


BASIC = "G1-S1-F5-V1-T1-A1-H1-W1-O1"
"""The rule code of a labyrinth whose breach names no options: wormholes and rivers may be drawn."""
HEAD = ("holes", "starts", "bullet_arsenals", "grenade_arsenals", "bear", "leprechaun")
LAIRS = ("bear", "dog", "zombie")
"""The monsters of Treasures whose lair may stand at the head of a map file."""
QUORIDOR = ("size", "players", "walls_each", "order", "turn", "walls_left", "pawns", "walls", "moves")
"""The keys at the head of a position."""


def drawn(text: str, game: str = "treasures", **given: object) -> Map[Any]:
    """The map of a drawing that may begin with settings, such as `marsh=1 walls=2`; a blank line separates floors.

    In the labyrinth, the groups of `rules` replace those of `BASIC`; `holes=a1/1,b1/1` and the like are places
    outside the drawing. In Treasures, `bear=b2` is a bear with its lair, and `gifts=none,kit` a list. A line `legal`
    is left out; see `mapkit.testing`.
    """
    text = LEGAL.sub("", text)
    lines = text.strip("\n").splitlines()
    if game == "quoridor":
        return _position(text.split(), given)
    if game == "minoqaur":
        return _code(text.split(), given)
    head: list[str] = []
    while "=" in lines[0] and not lines[0].startswith("+"):
        head += lines.pop(0).split()
    pairs = [pair.split("=") for pair in head]
    named = {key: value for key, value in pairs if key not in HEAD and key != "rules"}
    lists = {key: value.replace(",", " ") for key, value in pairs if key in HEAD}
    if game == "treasures":
        lists = {key: value for key, value in pairs if key in LAIRS and not value.isdecimal()}
        named = {key: "1" if key in lists else value.replace(",", " ") for key, value in pairs}
    if game == "labyrinth":
        asked = next((value for key, value in pairs if key == "rules"), "")
        lists["rules"] = "-".join({g[0]: g for g in (*BASIC.split("-"), *filter(None, asked.split("-")))}.values())
    told = "\n".join(
        f'{key} = "{value}"' for key, value in {**(BARE if game == "treasures" else {}), **named, **given}.items()
    )
    above = "\n".join(f'{key} = "{value}"' for key, value in lists.items())
    floors = [f'"""\n{floor}\n"""' for floor in "\n".join(lines).split("\n\n")]
    drawing = floors[0] if len(floors) == 1 else f"[{', '.join(floors)}]"
    file = f'mapkit = 1\ngame = "{game}"\n{above}\nmap = {drawing}\n[settings]\n{told}\n'
    return maps.read(file.encode(), "drawing").map


def _position(words: list[str], given: dict[str, object]) -> Map[Any]:
    """A position of Quoridor: `size=5 pawns=c1,c5 walls=b2h,c3v:S`."""
    pairs = {key: value.replace(",", " ") for key, _, value in (word.partition("=") for word in words)}
    lines = [f'{key} = "{value}"' for key, value in pairs.items() if key in QUORIDOR]
    asked = {key: value for key, value in pairs.items() if key not in QUORIDOR}
    told = [f'{key} = "{value}"' for key, value in {**asked, **given}.items()]
    file = "\n".join(["mapkit = 1", 'game = "quoridor"', *lines, "[settings]", *told])
    return maps.read(file.encode(), "position").map


def _code(words: list[str], given: dict[str, object]) -> Map[Any]:
    """A code: `size=2 text=HI says=HO flip=a21 blank=j10`; `flip=all` makes it light on dark.

    The modules are those of `says`, or else of the text, apart from those that are flipped or blank.
    """
    pairs = {key: value for key, _, value in (word.partition("=") for word in words)}
    version, text = int(pairs.pop("size")), pairs.pop("text", "")
    shades = dict(code.code_of_text(pairs.pop("says", text or "MINOQAUR"), version, "L", 0))
    flipped = pairs.pop("flip", "")
    for cell in shades if flipped == "all" else filter(None, flipped.split(",")):
        shades[cell] = {"dark": "light", "light": "dark"}[shades[cell]]
    for cell in filter(None, pairs.pop("blank", "").split(",")):
        del shades[cell]
    rows = [shades.get(cell, "?") for cell in code.matrix(version).cells()]
    glyphs = "".join({"dark": "#", "light": ".", "?": "?"}[shade] for shade in rows)
    side = code.size(version)
    drawing = "\n".join(glyphs[start : start + side] for start in range(0, len(glyphs), side))
    head = "".join(f'{key} = "{pairs.pop(key)}"\n' for key in ("error",) if key in pairs)
    told = "\n".join(f'{key} = "{value}"' for key, value in {**pairs, **given}.items())
    file = f'mapkit = 1\ngame = "minoqaur"\ntext = "{text}"\n{head}map = """\n{drawing}\n"""\n[settings]\n{told}\n'
    return maps.read(file.encode(), "code").map


def maze_of(drawing: str, **given: bool) -> Maze:
    """The maze of a square drawing: `X` dark, `.` light, `E` an entrance, `M` the dot, `S C K T` items."""
    things = {"S": SWORD, "C": CLOAK, "K": KEY, "T": TREASURE}
    rows = [line.split() for line in drawing.strip().splitlines()]
    side, signs = len(rows), [sign for row in rows for sign in row]
    if any(len(row) != side for row in rows) or not set(signs) <= {*"X.EMSCKT"} or signs.count("M") != 1:
        raise ValueError("a drawing is a square of X . E S C K T and one M, with blanks between")
    return Maze(
        side,
        sum(1 << module for module, sign in enumerate(signs) if sign != "X"),
        {module: things[sign] for module, sign in enumerate(signs) if sign in things},
        frozenset(module for module, sign in enumerate(signs) if sign == "E"),
        signs.index("M"),
        **given,
    )


def numbers(map_: Map[Any]) -> list[str]:
    """The numbers of the rules that the map breaks, each once, in their order."""
    return list(dict.fromkeys(fault.rule.number for fault in legality.check(map_)))
