"""The drawing of an explorer's map, step by step."""

from __future__ import annotations

from mapkit.observation import Announced, Vector
from mapkit.playing.explorer_map import HOME, Chart, ChartCell, Side
from mapkit.playing.explorer_pieces import locate, recognise


class Sketch:
    """Draws what a walker finds.

    A walker who is carried off begins a new piece of the map. They remember where that cell carries them. A walker who
    finds the map wrong begins a new one. `changes` is the number of walls that others may have changed; as many
    contradictions do not show that the map is wrong.
    """

    def __init__(self, announced: Announced) -> None:
        self.chart = Chart(announced)
        self.changes = 0

    def place(self, ground: str, at: Vector | None) -> None:
        """Draw that the walker is put on such ground; `at` is the place on the board, or None where it is unknown."""
        self._come(ChartCell(HOME, *at) if at else self.chart.here, ground)

    def mark(self, step: str, what: Side) -> None:
        """Draw what was found on that side of the walker's cell."""
        chart, fickle = self.chart, self.chart.announced.fickle
        if chart.edges.get((chart.here, step), what) != what and not fickle:
            if self.changes:
                self.changes -= 1
            else:
                chart.clear()
        mine, other = chart.both(step)
        chart.edges[mine] = what
        if not fickle or other not in chart.edges:
            chart.edges[other] = what
        if what in ("rim", "exit") and chart.announced.size:
            locate(chart, chart.announced.steps[step])

    def walk(self, step: str, ground: str) -> None:
        """Draw a step onto ground where the walker stays."""
        self._come(self._enter(step, ground), ground)

    def carry(self, step: str, entered: str, ground: str) -> None:
        """Draw a step onto ground that carries the walker off, and the ground that they come to."""
        self._ride(self._enter(step, entered), ground)

    def ride(self, ground: str) -> None:
        """Draw that the walker's cell carries them on to such ground."""
        self._ride(self.chart.here, ground)

    def back_in(self, ground: str, *, carried: bool) -> None:
        """Draw a step from outside back onto the cell of the exit, from where the walker may be `carried` on."""
        if carried:
            self.ride(ground)
        else:
            self._come(self.chart.here, ground)

    def open_up(self, step: str) -> None:
        """Draw that a wall on that side is gone. A side that was unknown stays unknown, since it may be an exit."""
        for edge in self.chart.both(step):
            if self.chart.edges.get(edge) in ("wall", "rim"):
                self.chart.edges[edge] = "open"

    def withstand(self, step: str, what: Side) -> None:
        """Draw a wall on that side that cannot be broken."""
        self.mark(step, what)
        self.chart.firm.update(self.chart.both(step))

    def _enter(self, step: str, ground: str) -> ChartCell:
        """Draw a step through an open side and the ground behind it, and return that cell.

        Where the ground contradicts the map, a new map begins.
        """
        chart = self.chart
        if chart.ground.get(chart.beside(chart.here, step), ground) != ground:
            chart.clear()
        self.mark(step, "open")
        entered = chart.beside(chart.here, step)
        chart.ground[entered] = ground
        return entered

    def _ride(self, spot: ChartCell, ground: str) -> None:
        """Draw where a cell carries the walker; a new piece begins where that is not known."""
        if spot not in self.chart.lands:
            self.chart.lands[spot] = self._round(spot) or self.chart.fresh()
        self._come(self.chart.lands[spot], ground)

    def _round(self, spot: ChartCell) -> ChartCell | None:
        """The first cell of a ring whose last cell is this one; None where that is not known."""
        length = self.chart.announced.carriers.rings.get(self.chart.ground.get(spot, ""), 0)
        before, ring = {land: start for start, land in self.chart.lands.items()}, [spot]
        while len(ring) < length and ring[-1] in before:
            ring.append(before[ring[-1]])
        return ring[-1] if len(ring) == length else None

    def _come(self, spot: ChartCell, ground: str) -> None:
        """Draw that the walker is on a cell; where its ground contradicts the map, a new map begins there."""
        chart = self.chart
        if chart.ground.get(spot, ground) != ground:
            chart.clear()
            spot = chart.here
        chart.here = spot
        chart.ground[spot] = ground
        chart.prizes.discard(spot)
        recognise(chart)
