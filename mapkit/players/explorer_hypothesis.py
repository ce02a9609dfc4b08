"""The drawing of an explorer's map, step by step."""

from __future__ import annotations

from collections import Counter
from math import log

from mapkit.model.observation import Briefing, Vector
from mapkit.players.explorer_map import HOME, Chart, ChartCell, Side
from mapkit.players.explorer_pieces import likeliest, locate, unite

CERTAIN = 0.99
"""How likely a join must be for no other map to be kept in mind."""


class MapHypothesis:
    """Draws what a walker finds.

    A walker who is carried off begins a new piece of the map. They remember where that cell carries them. A walker who
    finds the map wrong begins a new one. `changes` is the number of walls that others may have changed; as many
    contradictions do not show that the map is wrong.
    """

    def __init__(self, briefing: Briefing) -> None:
        self.chart = Chart(briefing)
        self.changes = 0
        self.first = True
        """Whether it is the likeliest map; only on that one pieces are joined where they are alike."""
        self.points = 0.0
        """The logarithm of how likely what was found is on a board like this."""
        self.forks: list[MapHypothesis] = []
        """Other maps that may be right since the last thing that was drawn."""

    def fork(self, points: float) -> MapHypothesis:
        """Another map that may be right, for something else to be drawn on it."""
        other = MapHypothesis(self.chart.briefing)
        other.chart, other.changes, other.points = self.chart.copy(), self.changes, self.points + points
        other.first = False
        self.forks.append(other)
        return other

    def place(self, ground: str, at: Vector | None) -> None:
        """Draw that the walker is put on such ground; `at` is the place on the board, or None where it is unknown."""
        self._come(ChartCell(HOME, *at) if at else self.chart.here, ground)

    def mark(self, step: str, what: Side) -> None:
        """Draw what was found on that side of the walker's cell."""
        chart, fickle = self.chart, self.chart.briefing.fickle
        if chart.edges.get((chart.here, step), what) != what and not fickle:
            if self.changes:
                self.changes -= 1
            else:
                chart.clear()
        mine, other = chart.both(step)
        if mine not in chart.edges:
            self.points += chart.odds.side(what)
            chart.puzzle.news = True
        chart.draw_side(*mine, what)
        if not fickle or other not in chart.edges:
            chart.draw_side(*other, what)
        if what in ("rim", "exit") and chart.briefing.size:
            locate(chart, chart.briefing.steps[step])

    def walk(self, step: str, ground: str) -> None:
        """Draw a step onto ground where the walker stays."""
        chart, entered = self.chart, self._enter(step, ground)
        if chart.lands.get(entered, entered) != entered:
            chart.clear()
            entered = self._enter(step, ground)
        if ground in chart.briefing.carriers.near:
            chart.draw_land(entered, entered)
        self._come(entered, ground)

    def carry(self, step: str, entered: str, ground: str) -> None:
        """Draw a step onto ground that carries the walker off, and the ground that they come to."""
        self._ride(self._enter(step, entered), ground)

    def ride(self, ground: str) -> None:
        """Draw that the walker's cell carries them on to such ground."""
        self._ride(self.chart.here, ground)

    def open_up(self, step: str) -> None:
        """Draw that a wall on that side is gone. A side that was unknown stays unknown, since it may be an exit."""
        for edge in self.chart.both(step):
            if self.chart.edges.get(edge) in ("wall", "rim"):
                self.chart.draw_side(*edge, "open")

    def withstand(self, step: str, what: Side) -> None:
        """Draw a wall on that side that cannot be broken."""
        self.mark(step, what)
        self.chart.firm.update(self.chart.both(step))

    def _enter(self, step: str, ground: str) -> ChartCell:
        """Draw a step through an open side and the ground behind it, and return that cell.

        Where the ground contradicts the map, a new map begins.
        """
        chart = self.chart
        beside = chart.beside(chart.here, step)
        before = chart.ground.get(chart.here, "")
        if chart.ground.get(beside, ground) != ground or chart.off(beside):
            chart.clear()
        self.mark(step, "open")
        if before and chart.here not in chart.ground:
            chart.draw(chart.here, before)
        entered = chart.beside(chart.here, step)
        self._found(entered, ground)
        return entered

    def _found(self, spot: ChartCell, ground: str) -> None:
        """Draw the ground of a cell, and count how likely that was."""
        if spot not in self.chart.ground:
            self.points += self.chart.odds.ground(ground)
            self.chart.puzzle.news = True
        self.chart.draw(spot, ground)

    def _ride(self, spot: ChartCell, ground: str) -> None:
        """Draw where a cell carries the walker; where there are several places for that, the map forks.

        A new piece begins where none of them is known.
        """
        chart = self.chart
        (first, points), *others = [(chart.lands[spot], 0.0)] if spot in chart.lands else self._leads(spot)
        for land, less in others:
            fork = self.fork(less)
            fork._land(spot, land, ground)
            self.forks += fork.forks
        self.points += points
        self._land(spot, first, ground)

    def _land(self, spot: ChartCell, land: ChartCell, ground: str) -> None:
        """Draw that a cell carries the walker to another one."""
        chart = self.chart
        chart.draw_land(spot, land)
        chart.puzzle.news = True
        for step, back in chart.ways_back.items():
            if land == chart.beside(spot, step):
                chart.draw_side(spot, step, "open")
                chart.draw_side(land, back, "open")
        self._come(land, ground)

    def _leads(self, spot: ChartCell) -> list[tuple[ChartCell, float]]:
        """The places where a cell may carry the walker, with the logarithms of how likely they are.

        Ground that carries to a neighbour flows on as it flowed before, more often than not.
        """
        chart, ground = self.chart, self.chart.ground.get(spot, "")
        length = chart.briefing.carriers.rings.get(ground, 0)
        before, ring = {land: start for start, land in chart.lands.items()}, [spot]
        while len(ring) < length and ring[-1] in before:
            ring.append(before[ring[-1]])
        if len(ring) == length:  # the last cell of a ring, which carries to its first
            return [(ring[-1], 0.0)]
        if ground not in chart.briefing.carriers.near:
            return [(chart.fresh(), 0.0)]
        wet = [(one, land) for one, land in chart.lands.items() if one != land and chart.ground.get(one) == ground]
        flows = Counter(
            (land[1] - one[1], land[2] - one[2], land[3] - one[3]) for one, land in wet if one[0] == land[0]
        )
        ends, found = {land for _, land in wet}, list[tuple[ChartCell, float]]()
        for step, vector in chart.briefing.steps.items():
            onto = chart.beside(spot, step)
            dry = chart.ground.get(onto, ground) != ground or chart.edges.get((spot, step), "open") != "open"
            if not dry and chart.lands.get(onto) != spot and onto not in ends and not chart.off(onto):
                upstream = spot.plus((-vector[0], -vector[1], -vector[2]))
                found.append((onto, 1.0 + flows[vector] + 4 * (chart.lands.get(upstream) == spot)))
        whole = sum(likely for _, likely in found)
        return [(onto, log(likely / whole)) for onto, likely in found] or [(chart.fresh(), 0.0)]

    def _come(self, spot: ChartCell, ground: str) -> None:
        """Draw that the walker is on a cell; where its ground contradicts the map, a new map begins there."""
        chart = self.chart
        if chart.ground.get(spot, ground) != ground:
            chart.clear()
            spot = chart.here
        chart.here = spot
        self._found(spot, ground)
        chart.prizes.discard(spot)
        if self.first:
            self.join_alike()

    def join_alike(self) -> None:
        """Join the walker's piece to another one where they are alike; unless that is certain, the map forks."""
        chart = self.chart
        found = likeliest(chart) if chart.puzzle.news else None
        chart.puzzle.news = False
        if found is None:
            return
        (first, share), here = found, chart.here
        if share < CERTAIN:
            self.fork(log(1 - share)).chart.puzzle.unlike.add((here.piece, first))
            self.points += log(share)
        unite(chart, here, here.plus(first[1:])._replace(piece=first.piece))
