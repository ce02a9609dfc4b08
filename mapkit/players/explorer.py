"""The explorer: mapkit's own machine player for games with a secret board, which plays by what it hears.

An explorer knows its name, what it has heard, and what it may say now. It does not know the state or the map, so a
person with pen and paper could play as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from mapkit.model.chance import Chance
from mapkit.model.observation import Ear
from mapkit.model.ruling import Announcement
from mapkit.players.explorer_map import Chart, ChartCell
from mapkit.players.explorer_memory import CommonMap, HeardAtTable, Memory
from mapkit.players.explorer_search import SideValues, walks

SURE = 0.6
"""How likely a side must be on the edge of the board for a step that should cost nothing."""
HOPE = 0.1
"""The least number of hits to be expected from a weapon that is worth using."""


class Explorer:
    """A machine player that draws a map of its own and goes where it is useful.

    It explores, fetches what it needs to win, and leaves. When injured, it goes where it is healed. It uses a weapon
    where that may hit, by what everybody heard of the others.
    """

    def __init__(self, name: str, ear: Ear, chance: Chance, company: list[CommonMap] | None = None) -> None:
        """Takes the player's name, an ear for the game, and the chance for choices; nothing has been heard yet.

        Explorers of one company share what they know in common.
        """
        self._chance, self._company = chance, [] if company is None else company
        self.memory = Memory(name, ear)
        self._arms: set[str] = set()
        """The weapons that it may use now, or might use when it last said something, as some rules allow none before
        the step."""
        self._breaker = False
        """Whether it has a weapon that breaks walls.

        It is remembered, since a weapon to be used after the step is not among the ways before the step.
        """

    def choose(self, heard: Sequence[Announcement], ways: Sequence[str]) -> str:
        """The directive to say: one that helps at once, else a step towards something useful, else any.

        `heard` are all announcements since the beginning, and `ways` the directives that may be said.
        """
        self.memory.listen(heard)
        self._arms |= self._usable(ways)
        self._say(self._best(ways), ways)
        return self.memory.said

    def recall(self, heard: Sequence[Announcement], ways: Sequence[str], words: str) -> None:
        """Learn that these words were said earlier, by the explorer or by somebody else in the same seat."""
        self.memory.listen(heard)
        self._say(words, ways)

    def watch(
        self,
        names: Sequence[str],
        mover: str,
        words: str,
        heard: Sequence[Announcement],
        missed: Sequence[Announcement],
    ) -> None:
        """Hear a directive and its answer, or the opening, which comes first; `names` are those of all players."""
        self.memory.follow(names, HeardAtTable(mover, words, tuple(heard), bool(missed)), self._company)

    def _usable(self, ways: Sequence[str]) -> set[str]:
        tactics = self._ear.tactics
        weapons = {*tactics.aims, tactics.stab}
        return weapons.intersection(way.partition(" ")[0] for way in ways) if weapons != {""} else set()

    @property
    def _ear(self) -> Ear:
        return self.memory.common.ear

    def _say(self, words: str, ways: Sequence[str]) -> None:
        self.memory.say(words)
        self._arms = self._usable(ways)
        breaks = self._ear.tactics.breaks
        if breaks and any(way.startswith(f"{breaks} ") for way in ways):
            self._breaker = not words.startswith(f"{breaks} ")

    @property
    def _chart(self) -> Chart:
        return self.memory.chart

    def _best(self, ways: Sequence[str]) -> str:
        start = self._ear.tactics.start
        if start and all(way.startswith(start) for way in ways):
            return self._chance.choice(ways)
        if self.memory.exit_side:
            back = self._chart.briefing.back(self.memory.exit_side)
            return back if back in ways else ways[-1]
        now = [way for way in ways if way in self._chart.briefing.steps]
        fit = next((words for words in (*self._useful(now), *self._attacks(ways)) if words in ways), "")
        if fit:
            return fit
        # A wall with unknown ground behind it may be broken
        chart, breaks = self._chart, self._ear.tactics.breaks
        throws = {f"{breaks} {step}": step for step in chart.briefing.steps} if breaks else {}
        throw = next((throw for throw in throws if throw in ways and chart.shut(chart.here, throws[throw])), "")
        steps = self._steps
        if any(way in self._chart.briefing.steps for way in ways):
            now = [way for way in ways if way in steps]
            return self._sought(now) or throw or self._nearer(now)
        return throw if throw and not self._sought(steps) else ways[-1]

    @property
    def _steps(self) -> tuple[str, ...]:
        """The directives that may lead to another cell."""
        briefing, known = self._chart.briefing, self._chart.ground.values()
        passages = briefing.carriers.passages
        steps = [step for step in briefing.steps if step not in passages or passages[step] in known]
        return (*steps, briefing.stay) if briefing.stay else tuple(steps)

    # --- what is said before any step ----------------------------------------------------------------------------

    def _useful(self, steps: Sequence[str]) -> Iterator[str]:
        """The directives that are worth saying before any step, if `steps` may be said now; not all of them may be."""
        tactics, memory = self._ear.tactics, self.memory
        yield from tactics.eager
        rich = [name for name, other in memory.others.items() if other.held]
        if not memory.me.held:
            yield from (attack.format(name) for name in rich for attack in tactics.attacks)
        if not steps:
            attacks = tactics.attacks if memory.me.held else tactics.attacks[:1]
            yield from (attack.format(name) for name in memory.others for attack in attacks)
        if memory.me.burdened:
            yield tactics.throw_away

    def _attacks(self, ways: Sequence[str]) -> Sequence[str]:
        """The uses of weapons that are likely enough to hit, the most likely first, without those that just missed."""
        tactics, hopes = self._ear.tactics, dict[str, float]()
        if not tactics.aims and not tactics.stab:
            return ()
        chart = self._chart
        for way in (way for way in ways if way not in self.memory.tried):
            aim, _, step = way.partition(" ")
            if aim in tactics.aims:
                hopes[way] = self._hope(chart.line(step, tactics.aims[aim]), tactics.aims[aim])
            elif way == tactics.stab:
                hopes[way] = self._hope({chart.here: 1.0}, 1)
        likely = [way for way in hopes if hopes[way] > HOPE]
        return sorted(likely, key=lambda way: -hopes[way])

    def _hope(self, line: Mapping[ChartCell, float], reach: int) -> float:
        """The expected number of living others on a line of cells.

        Of those who may be anywhere, only the first cells in reach count.
        """
        chart, hope = self._chart, 0.0
        near = [chart.ground.get(spot, chart.briefing.plain) for spot in islice(line, reach)]
        for name, other in self.memory.others.items():
            spot = chart.at.get(name)
            if other.dead:
                continue
            if spot is not None and spot.piece == chart.here.piece:
                hope += line.get(spot, 0.0)
            else:
                hope += near.count(other.ground) * chart.briefing.chance_of(other.ground)
        return hope

    def _prey(self) -> frozenset[ChartCell]:
        """The cells from which a weapon hits somebody who carries a prize."""
        chart, tactics = self._chart, self._ear.tactics
        alive = {name: other for name, other in self.memory.others.items() if not other.dead}
        spots = [chart.at.get(name) for name, other in alive.items() if other.held or self._must_hunt]
        if self._arms.isdisjoint(tactics.aims):
            return frozenset(filter(None, spots)) if self._arms else frozenset()
        return frozenset(cell for spot in spots if spot for cell in chart.in_sight(spot))

    # --- where to go ---------------------------------------------------------------------------------------------

    def _sought(self, now: Sequence[str]) -> str:
        """A step on the way to what is most useful, of those that may be said now; empty where no way is known."""
        chart, stay = self._chart, self._chart.briefing.stay
        healing = self.memory.me.injured and chart.ground.get(chart.here) == chart.briefing.healing
        if healing and stay in now:
            return stay
        steps = self._chance.shuffled(self._steps)
        if self._ear.tactics.probes:
            here = [each for each in steps if each in now]
            while not (step := self._searched(steps, here)) and self.memory.doubt():
                pass
            if not step:
                self.memory.begin_anew()
            return step
        return next((found for goal in self._goals() if (found := chart.towards(goal, steps, now))), "")

    def _searched(self, steps: Sequence[str], here: Sequence[str]) -> str:
        """A step towards what the player needs or towards what is unknown; empty where the map leads nowhere."""
        chart, me = self._chart, self.memory.me
        leaving = me.held >= chart.briefing.to_win.prizes and not self._must_hunt
        search = SideValues(chart, leaving=leaving)
        for step in here:
            if chart.untried(chart.here, step) and search.outer(chart.here, step) > SURE:
                return step
        if leaving:
            wanted, known = chart.exit, "exit" in chart.edges.values()
        elif me.injured:
            wanted, known = chart.healing, chart.briefing.healing in chart.ground.values()
        else:
            wanted, known = chart.prize, bool(chart.prizes)
        step = chart.towards(wanted, steps, here) if known else ""  # what is not on the map needs no search
        return step or search.best(walks(chart, steps, here), steps, here)

    def _goals(self) -> Iterator[Callable[[ChartCell, str], bool]]:
        """Tests of what a step leads to, the most useful goal first; without what is not on the map."""
        chart, me = self._chart, self.memory.me
        exits = (chart.exit,) if "exit" in chart.edges.values() else ()
        if me.held >= chart.briefing.to_win.prizes and not self._must_hunt:
            yield from (*exits, chart.outward)
        elif me.injured:
            yield chart.healing
        else:
            if chart.prizes:
                yield chart.prize
            found = me.held + sum(other.held for other in self.memory.others.values())
            if found >= chart.briefing.to_win.prizes and (prey := self._prey()):
                yield lambda spot, step: chart.onward(spot, step) in prey
        yield from (chart.new, chart.untried)
        if me.held and not self._must_hunt:
            yield from exits

    @property
    def _must_hunt(self) -> bool:
        """Whether others have to die first."""
        return self._chart.briefing.to_win.alone and not all(other.dead for other in self.memory.others.values())

    def _nearer(self, now: Sequence[str]) -> str:
        """The step where no goal is known: towards a wall that it can break, or waiting beside it, or any step."""
        chart, stay = self._chart, self._chart.briefing.stay
        step = chart.towards(chart.shut, self._chance.shuffled(self._steps), now) if self._breaker else ""
        if step and not chart.shut(chart.here, step):
            return step
        open_ways = [step for step in now if chart.onward(chart.here, step)]
        return stay if step and stay in now else self._chance.choice(open_ways or now)
