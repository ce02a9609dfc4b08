"""The game master's book of Maze on paper: the board as it is now, how everybody stands, corrections (MP-9, MP-127).

Pure, as the referee is. A correction says no cell aloud, for the players know of none; what they must know to play on,
such as weapons and wounds, they hear. What must be conserved is watched in the notes and never forbidden: the game
master may be mending one thing at a time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from mapkit.corrections import ALIKE, Quantity, Reading, without_breaks
from mapkit.game import Map
from mapkit.games.labyrinth.code import Kit
from mapkit.games.labyrinth.design import BARRIERS, HOLE, TREASURES, Params
from mapkit.games.labyrinth.moves import request
from mapkit.games.labyrinth.weapons import (
    Arms,
    Loose,
    Player,
    State,
    Telling,
    first_arms,
    lay_down,
    stands,
    visit,
)
from mapkit.grid import Border, Cell, Direction, Place, border, natural, sides
from mapkit.rule import Fact, flows, has, wall
from mapkit.ruling import Heard, NoRuling, Survey, heard

_ALIKE = {
    **ALIKE,
    **dict.fromkeys(("carries", "holds", "несёт", "несет", "держит"), "carries"),
    **dict.fromkeys(("wounded", "ранен", "ранена", "ранение"), "wounded"),
    **dict.fromkeys(("healthy", "healed", "unwounded", "здоров", "здорова"), "healthy"),
    **dict.fromkeys(("dead", "killed", "мёртв", "мертв", "мертва", "убит", "убита"), "dead"),
    **dict.fromkeys(("alive", "жив", "жива"), "alive"),
    **dict.fromkeys(("exit", "выход", "выхода"), "exit"),
    **dict.fromkeys(("genuine", "настоящий", "настоящего", "настоящих", "настоящие"), "genuine"),
    **dict.fromkeys(("false", "ложный", "ложного", "ложных", "ложные"), "false"),
    **dict.fromkeys(("treasure", "treasures", "клад", "клада", "кладов", "клады"), "treasure"),
    **dict.fromkeys(("arsenal", "арсенал", "арсенала"), "arsenal"),
    **dict.fromkeys(("bear", "медведь", "медведя"), "bear"),
    **dict.fromkeys(("leprechaun", "лепрекон", "лепрекона"), "leprechaun"),
    **dict.fromkeys(("grenade", "grenades", "граната", "гранаты", "гранат", "гранату"), "grenades"),
    **dict.fromkeys(("bullet", "bullets", "пуля", "пули", "пуль", "пулю"), "bullets"),
    **dict.fromkeys(("knife", "knives", "нож", "ножа", "ножей", "ножи"), "knives"),
    **dict.fromkeys(("cement", "цемент", "цемента"), "cement"),
    **dict.fromkeys(("boomerang", "boomerangs", "бумеранг", "бумеранга", "бумерангов", "бумеранги"), "boomerangs"),
}
"""The words of corrections, in English and Russian."""

_HEALTH = ("wounded", "healthy", "dead", "alive")


# --- the board and the table of everybody ------------------------------------------------------------------------


def board(state: State) -> Map[Params]:
    """The map as it is by now: walls, exits and holes, and treasures on the cells that are nothing else."""
    kept = frozenset(fact for fact in state.facts if fact.mark != "empty")
    taken = {fact.place for fact in kept}
    marks = dict.fromkeys((cell for cell in state.params.grid.cells() if cell not in taken), "empty")
    for each in sorted(state.loose, key=lambda each: each.genuine):
        if each.cell in marks:
            marks[each.cell] = TREASURES[not each.genuine]
    return replace(state.drawn, facts=kept.union(has(cell, mark) for cell, mark in marks.items()))


def survey(state: State) -> Survey:
    """Cell, health, weapons and treasures of everybody; what lies about, walls that have changed, and what is due."""
    kinds = weapon_kinds(state)
    treasures = (("gold",), ("gold", "fake"))[_any_false(state)]
    heads = ("health", *kinds, *treasures, "remarks")
    things = [(each.kind, each.cell) for each in state.creatures]
    things += [("treasure" if each.genuine else "false-treasure", each.cell) for each in state.loose]
    things += [("boomerang", cell) for cell in state.fallen]
    rows = (_row(player, kinds, treasures) for player in state.players)
    holds = {player.name: _treasure_of(player) for player in state.players}
    return Survey(heads, tuple(rows), tuple(things), tuple(_due(state)), holds)


def _treasure_of(player: Player) -> str:
    """The treasure that a player carries, in words of the phrase file."""
    counts = ((player.genuine, "treasure"), (player.false, "false-treasure"))
    return ", ".join(what if number == 1 else f"{number} {what}s" for number, what in counts if number)


def weapon_kinds(state: State) -> tuple[str, ...]:
    """The weapons that there are in the game, in hands or to be had."""
    given = (visit(state.params), *(arms for _, arms in state.restocked))
    known = (first_arms(state.params), *given, *(player.arms for player in state.players))
    return tuple(kind for kind in Arms._fields if any(getattr(arms, kind) for arms in known))


def _any_false(state: State) -> bool:
    held = any(player.false for player in state.players)
    return held or any(not each.genuine for each in state.loose)


def _row(player: Player, kinds: Sequence[str], treasures: Sequence[str]) -> tuple[str, ...]:
    health = "dead" if player.dead else "wounded" if player.wounded else "healthy"
    counts = [getattr(player.arms, kind) for kind in kinds]
    counts += [{"gold": player.genuine, "fake": player.false}[each] for each in treasures]
    remarks = ["outside"] * player.outside + ["loses-a-turn"] * (player.loses and not player.dead)
    return (player.name, player.cell, health, *(str(n) if n else "-" for n in counts), "; ".join(remarks))


def _due(state: State) -> Iterator[Heard]:
    """Walls, exits and arsenals that are not as they were drawn, and what is due in this turn."""
    for key, found in _changed(state):
        if found:
            yield heard(key, what="; ".join(_words(state, line) for line in sorted(found, key=_by_cell)))
    for cell, arms in state.restocked:
        yield heard("gm-gives", cell=cell, what=arms.words)
    if state.over or state.secret:
        return
    yield heard("gm-owes" if state.phase == "before" else "gm-may-end", player=state.player.name)
    if state.refused:
        asked = (request(state.params, d) for d in state.params.grid.directions if d in state.refused)
        yield heard("gm-asked", what=", ".join(asked))
    if state.queued:
        named = (f"{verb} {request(state.params, d)}" if d else verb for verb, d in state.queued)
        yield heard("gm-queued", what="; ".join(named))


def _changed(state: State) -> Iterator[tuple[str, set[Border]]]:
    """The borders that are not as they were drawn, each kind of change by the key that tells it."""
    walls, holes, exits = (
        [_marked(facts, marks) for facts in (state.drawn.facts, state.facts)]
        for marks in (BARRIERS, (HOLE,), ("exit",))
    )
    yield "gm-gone", (walls[0] - walls[1]) | (holes[1] - holes[0])
    yield "gm-built", (walls[1] - walls[0]) | (holes[0] - holes[1])
    yield "gm-exits-made", exits[1] - exits[0]
    yield "gm-exits-closed", exits[0] - exits[1]


def _marked(facts: frozenset[Fact], marks: Collection[str]) -> set[Border]:
    return {place for place, mark in facts if isinstance(place, Border) and mark in marks}


def _by_cell(line: Border) -> tuple[object, ...]:
    return (*natural(line.cell), line.side)


def _words(state: State, line: Border) -> str:
    return f"{line.cell} {request(state.params, line.side)}"


# --- corrections -------------------------------------------------------------------------------------------------


def correct(state: State, words: str, ways: Mapping[str, Direction]) -> Telling:
    """What a correction leads to; `ways` are the words for directions. Raises NoRuling with all that is wrong."""
    if state.over or state.secret:
        raise NoRuling(heard("gm-over" if state.over else "gm-early"))
    return _Reading(state, words, ways).telling()


class _Reading(Reading[State, Telling]):
    """The words of one correction."""

    alike = _ALIKE
    of_players = ("at", "is", "has", "carries", "outside", *_HEALTH)
    of_things = (
        "no",
        "wall",
        "exit",
        "genuine",
        "false",
        "treasure",
        "boomerangs",
        "bear",
        "leprechaun",
        "turn",
        "arsenal",
    )

    def __init__(self, state: State, words: str, ways: Mapping[str, Direction]) -> None:
        super().__init__(state, words, [player.name for player in state.players], state.params.grid.cells())
        self.params, self.ways = state.params, ways

    def of_a_player(self, name: str | None, rest: list[str]) -> Telling | None:
        """Whether a player is outside, what the player has and carries, and how well the player is."""
        player = self._named(name)
        match without_breaks(rest):
            case ["outside", *where]:
                return self._put_outside(player, [word for word in where if word != "at"])
            case ["has", _, *_]:
                return self._armed(player, self.counts(rest[1:], Arms._fields))
            case ["carries", _, *_]:
                return self._carries(player, self.counts(rest[1:], ("treasure",), ("genuine", "false")))
            case [health] if health in _HEALTH:
                return self._health(player, health)
        return None

    def of_a_thing(self, rest: list[str]) -> Telling | None:
        """Walls, exits, what lies about, and creatures."""
        there = rest[:1] != ["no"]
        match rest if there else rest[1:]:
            case ["wall", cell, way]:
                return self._wall(self.cell(cell), self._way(way), there=there)
            case ["exit", cell, way]:
                return self._exit(self.cell(cell), self._way(way), there=there)
            case ["treasure", "at", cell]:
                return self._lies(self.cell(cell), "", there=there)
            case ["genuine" | "false" as kind, "treasure", "at", cell]:
                return self._lies(self.cell(cell), kind, there=there)
            case ["boomerangs", "at", cell]:
                return self._fallen(self.cell(cell), there=there)
            case ["arsenal", "at", cell, "has", _, *_] | ["arsenal", cell, "has", _, *_] if there:
                return self._stocked(self.cell(cell), self.counts(self.after("has"), Kit._fields))
            case ["bear" | "leprechaun" as kind, "at", cell] if there:
                return self._creature(kind, self.cell(cell))
        return None

    def _named(self, name: str | None) -> Player | None:
        return None if name is None else self.state.named(name)

    def _way(self, word: str) -> Direction | None:
        return self.way(word, self.ways, (request(self.params, d) for d in self.params.grid.directions))

    # Players

    def placed(self, name: str | None, place: str) -> Telling | None:
        """A player is on a cell, and picks up nothing there before the rules say so."""
        player, cell = self._named(name), self.cell(place)
        if player is None or cell is None:
            return None
        telling = self._put(player, cell).note("at", player=player.name, cell=cell)
        return _waiting(telling, cell)

    def _put_outside(self, player: Player | None, where: list[str]) -> Telling | None:
        cell = self.cell(where[0]) if where else None
        way = self._way(where[1]) if where[1:] else None
        if where[2:]:
            self.refuse("gm-superfluous", words=" ".join(where[2:])[:40])
        if cell is None or (way is None and where[1:]):
            return None
        exits = {d: border(self.params.grid, cell, d) for d in self.params.grid.directions if way in (None, d)}
        found = {d: line for d, line in exits.items() if has(line, "exit") in self.state.facts}
        if not found:
            self.refuse("gm-no-exit", cell=cell)
        if len(found) > 1:
            ways = ", ".join(request(self.params, d) for d in found)
            self.refuse("gm-which-exit", cell=cell, ways=ways)
        if player is None or self.wrong:
            return None
        return self._put(player, next(iter(found.values()))).note("outside", player=player.name, cell=cell)

    def _put(self, player: Player, spot: Place) -> Telling:
        """With a player elsewhere; the player to move may ask for any step there, having asked for none of them yet."""
        state = replace(self.state, refused=frozenset()) if player == self.state.player else self.state
        return Telling(state).change(player._replace(spot=spot)).say("gm-notes")

    def _armed(self, player: Player | None, counts: Sequence[Quantity]) -> Telling | None:
        if player is None or self.wrong:
            return None
        arms = player.arms._replace(**{each.what: each.number for each in counts})
        telling = Telling(self.state).change(player._replace(arms=arms))
        return self._strange(telling.say("gm-has", player=player.name, what=arms.words))

    def _strange(self, telling: Telling) -> Telling:
        """A word where there are weapons now that the code gives nobody."""
        strange = [kind for kind in weapon_kinds(telling.state) if kind not in weapon_kinds(self.state)]
        return telling.note("gm-strange", what=", ".join(strange)) if strange else telling

    def _carries(self, player: Player | None, counts: Sequence[Quantity]) -> Telling | None:
        if player is None or self.wrong:
            return None
        if (player.wounded or player.dead) and any(each.number for each in counts):
            self.refuse("MP-72.gm-carry", player=player.name)
            return None
        for each in sorted(counts, key=lambda each: each.kind):  # `no treasure` means both kinds, and comes first
            genuine = player.genuine if each.kind == "false" else each.number
            false = each.number if each.kind == "false" or not (each.number or each.kind) else player.false
            player = player._replace(genuine=genuine, false=false)
        before, after = self.state.named(player.name), bool(player.genuine + player.false)
        telling = Telling(self.state).change(player)
        if after == bool(before.genuine + before.false):
            telling = telling.say("gm-notes")  # how many, and of which kind, nobody knows
        else:
            telling = telling.say("gm-carries" if after else "gm-carries-none", player=player.name)
        holds = {"treasure": player.genuine, "false-treasure": player.false}
        words = "; ".join(f"{what}: {n}" for what, n in holds.items() if n) or "nothing"
        return self._counted(telling.note("gm-holds", player=player.name, what=words))

    def _health(self, player: Player | None, health: str) -> Telling | None:
        state = self.state
        if health == "wounded" and (state.has("H1") or state.has("H2")):
            self.refuse("MP-H-1.gm-wounds" if state.has("H1") else "MP-H-2.gm-wounds")
        if player is not None and player.dead and health in ("wounded", "healthy"):
            self.refuse("MP-57.gm-alive-first", player=player.name)
        if player is None or self.wrong:
            return None
        wounded = {"wounded": True, "healthy": False, "dead": True}.get(health, player.wounded and not state.has("H2"))
        telling = lay_down(Telling(state), player.name) if wounded else Telling(state)
        telling = telling.change(telling.state.named(player.name)._replace(wounded=wounded, dead=health == "dead"))
        if state.params.anonymous_hits == "yes":  # who was hit is not said
            return telling.say("gm-notes").note(f"gm-{health}", player=player.name)
        return telling.say(f"gm-{health}", player=player.name)

    def turned(self, name: str) -> Telling | None:
        """It is a living player's turn, who loses none then and has done nothing yet."""
        player = self.state.named(name)
        if player.dead:
            self.refuse("MP-57.gm-dead", player=name)
            return None
        turn = self.names.index(name)
        fresh = replace(self.state, turn=turn, phase="before", refused=frozenset(), queued=())
        return Telling(fresh).change(player._replace(loses=False))

    # Things

    def _lies(self, cell: Cell | None, kind: str, *, there: bool) -> Telling | None:
        if cell is None:
            return None
        genuine, loose = kind != "false", self.state.loose
        if not there:
            loose = tuple(each for each in loose if each.cell != cell or (kind and each.genuine != genuine))
        elif Loose(cell, genuine) not in loose:
            loose = (*loose, Loose(cell, genuine))
        telling = Telling(replace(self.state, loose=loose)).say("gm-notes")
        what = "treasure" if genuine else "false-treasure"
        telling = telling.note("gm-lies" if there else "gm-lies-no-more", what=what, cell=cell)
        return self._counted(telling)

    def _counted(self, telling: Telling) -> Telling:
        """How many genuine treasures there are now, which is what "all" means (MP-V-3), and a word if they differ."""
        state = telling.state
        genuine = sum(p.genuine for p in state.players) + sum(each.genuine for each in state.loose)
        drawn = sum(fact.mark == "treasure" for fact in state.drawn.facts)
        telling = telling.then(replace(state, genuine=genuine))
        if not genuine:
            return telling.note("gm-none-left", count=str(drawn))
        return telling.note("gm-genuine", count=str(genuine), size=str(drawn)) if genuine != drawn else telling

    def _fallen(self, cell: Cell | None, *, there: bool) -> Telling | None:
        if cell is None:
            return None
        fallen = self.state.fallen
        if not there:
            fallen = tuple(each for each in fallen if each != cell)
        elif cell not in fallen:
            fallen = (*fallen, cell)
        telling = Telling(replace(self.state, fallen=fallen)).say("gm-notes")
        return telling.note("gm-lies" if there else "gm-lies-no-more", what="boomerang", cell=cell)

    def _stocked(self, cell: Cell | None, counts: Sequence[Quantity]) -> Telling | None:
        """What an arsenal gives from now on; players are told when they come to rest there (MP-92.b)."""
        state = self.state
        arsenals = sorted((each for each, kind in state.lay.kinds.items() if kind == "arsenal"), key=natural)
        if cell is not None and cell not in arsenals:
            self.refuse("gm-no-arsenal", cell=cell, ways=", ".join(arsenals) or "-")
        if cell is None or self.wrong:
            return None
        arms = state.visit(cell)._replace(**{each.what: each.number for each in counts})
        stocks = dict(state.restocked) | {cell: arms}
        given = tuple((each, has) for each, has in stocks.items() if has != visit(self.params, each))
        telling = Telling(replace(state, restocked=given)).say("gm-notes").note("gm-gives", cell=cell, what=arms.words)
        return self._strange(telling)

    def _creature(self, kind: str, cell: Cell | None) -> Telling | None:
        creature = next((each for each in self.state.creatures if each.kind == kind), None)
        if creature is None:
            self.refuse("gm-no-creature", what=kind)
        if creature is None or cell is None:
            return None
        if len(creature.path) > 1 and cell not in creature.path:
            self.refuse("gm-path", what=kind, ways=", ".join(dict.fromkeys(creature.path)))
            return None
        done = creature.path.index(cell) if len(creature.path) > 1 else 0
        return Telling(self.state).creature(creature._replace(cell=cell, done=done)).say("gm-notes")

    # Walls and exits

    def _wall(self, cell: Cell | None, way: Direction | None, *, there: bool) -> Telling | None:
        if cell is None or way is None:
            return None
        state, line = self.state, border(self.params.grid, cell, way)
        beyond = self.params.grid.step(cell, way)
        if beyond is None:
            self.refuse("gm-outer", cell=cell, ways=request(self.params, way))
            return None
        if there and stands(state, cell, way):
            return Telling(state)  # as it is
        facts = state.facts - {has(line, mark) for mark in BARRIERS}
        if way in "UD":
            facts = facts - {has(line, HOLE)} if there else facts | {has(line, HOLE)}
        elif there:
            facts |= {wall(line)}
        telling = self._changed(line, facts, "gm-wall" if there else "gm-no-wall")
        stream = {flows(cell, way), flows(beyond, self.params.grid.back(way))} & facts
        return telling.note("gm-stream", cell=cell) if there and stream else telling

    def _exit(self, cell: Cell | None, way: Direction | None, *, there: bool) -> Telling | None:
        if cell is None or way is None:
            return None
        state, line = self.state, border(self.params.grid, cell, way)
        if self.params.grid.step(cell, way) is not None or way in "UD":
            self.refuse("gm-inner", cell=cell, ways=request(self.params, way))
            return None
        waiting = [p.name for p in state.players if p.spot == line]
        if waiting and not there:
            self.refuse("gm-before-exit", players=", ".join(waiting), cell=cell)
            return None
        facts = state.facts | {has(line, "exit")} if there else state.facts - {has(line, "exit")}
        telling = self._changed(line, facts, "gm-exit" if there else "gm-no-exit-now")
        exits = sum(fact.mark == "exit" for fact in facts)
        fits = exits == 1 if state.has("O2") else exits
        return telling if fits else telling.note("gm-exits", count=str(exits))

    def _changed(self, line: Border, facts: frozenset[Fact], note: str) -> Telling:
        """With other walls; where the player to move is beside them, that player may ask for any step again."""
        near = self.state.player.spot in sides(self.params.grid, line)
        refused = frozenset[Direction]() if near else self.state.refused
        telling = Telling(replace(self.state, facts=facts, refused=refused)).say("gm-notes")
        return telling.note(note, what=_words(self.state, line))


def _waiting(telling: Telling, cell: Cell) -> Telling:
    """A word where treasure lies on the cell on which a player was put, who takes it as the rules say (MP-73.c)."""
    lies = any(each.cell == cell for each in telling.state.loose)
    return telling.note("gm-waits", cell=cell) if lies else telling
