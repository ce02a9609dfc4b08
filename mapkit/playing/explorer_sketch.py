"""How an explorer draws a map while walking."""

from __future__ import annotations

from mapkit.observation import Announced, Vector
from mapkit.playing.explorer_map import HOME, Chart, ChartCell, Side
from mapkit.playing.explorer_pieces import locate, recognise


class Sketch:
    """Draws what a walker finds.

    A walker who is carried off begins a new piece, but knows where they will be when they enter that cell again. A
    walker who finds the map wrong begins anew; `changes` is how many walls may have changed unseen and prove nothing.
    """

    def __init__(self, announced: Announced) -> None:
        self.chart = Chart(announced)
        self.changes = 0

    def place(self, ground: str, at: Vector | None) -> None:
        """The walker is put somewhere, or on a cell of the board that they know."""
        self._come(ChartCell(HOME, *at) if at else self.chart.here, ground)

    def mark(self, step: str, what: Side) -> None:
        """What was found on that side."""
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
        """A step onto ground that keeps the walker."""
        self._come(self._enter(step, ground), ground)

    def carry(self, step: str, entered: str, ground: str) -> None:
        """A step onto ground that carries the walker off, and the ground that they come to."""
        self._ride(self._enter(step, entered), ground)

    def ride(self, ground: str) -> None:
        """The walker is carried on from where they are."""
        self._ride(self.chart.here, ground)

    def back_in(self, ground: str, *, carried: bool) -> None:
        """From outside, back onto the cell of the exit, and carried on from there where it carries."""
        if carried:
            self.ride(ground)
        else:
            self._come(self.chart.here, ground)

    def open_up(self, step: str) -> None:
        """No wall is on that side from now on; a side that nobody knew may be an exit and stays unknown."""
        for edge in self.chart.both(step):
            if self.chart.edges.get(edge) in ("wall", "rim"):
                self.chart.edges[edge] = "open"

    def withstand(self, step: str, what: Side) -> None:
        """A wall was found on that side that cannot be broken."""
        self.mark(step, what)
        self.chart.firm.update(self.chart.both(step))

    def _enter(self, step: str, ground: str) -> ChartCell:
        chart = self.chart
        if chart.ground.get(chart.beside(chart.here, step), ground) != ground:
            chart.clear()
        self.mark(step, "open")
        entered = chart.beside(chart.here, step)
        chart.ground[entered] = ground
        return entered

    def _ride(self, spot: ChartCell, ground: str) -> None:
        if spot not in self.chart.lands:
            self.chart.lands[spot] = self._round(spot) or self.chart.fresh()
        self._come(self.chart.lands[spot], ground)

    def _round(self, spot: ChartCell) -> ChartCell | None:
        """Where a ring began, if this spot is the last of it."""
        length = self.chart.announced.rings.get(self.chart.ground.get(spot, ""), 0)
        before, ring = {land: start for start, land in self.chart.lands.items()}, [spot]
        while len(ring) < length and ring[-1] in before:
            ring.append(before[ring[-1]])
        return ring[-1] if len(ring) == length else None

    def _come(self, spot: ChartCell, ground: str) -> None:
        chart = self.chart
        if chart.ground.get(spot, ground) != ground:
            chart.clear()
            spot = chart.here
        chart.here = spot
        chart.ground[spot] = ground
        chart.prizes.discard(spot)
        recognise(chart)
