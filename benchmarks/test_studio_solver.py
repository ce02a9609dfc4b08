"""The studio's solver: a warm repair of a small map, and how soon a task is stopped."""

from __future__ import annotations

from queue import Queue
from time import perf_counter
from typing import Any

from benchmarks.conftest import Note
from mapkit.games import maps
from mapkit.mapfile import writer
from mapkit.model.map import Map
from mapkit.model.rule import Fact
from mapkit.studio.solver_jobs import Answer, SolverTask
from mapkit.studio.solver_panel import SOLVER
from mapkit.studio.worker import Worker

ROUNDS = 8


def tasks() -> list[SolverTask]:
    """Repairs of 8x8 maps, each with a treasure too many."""
    found = []
    for number in range(ROUNDS + 1):
        map_ = maps.generate("treasures", f"studio-{number}")
        cell = map_.cells_of("safe")[0]
        facts = map_.facts - {Fact(cell, "safe")} | {Fact(cell, "treasure")}
        text = writer.show(Map(map_.game, map_.params, facts))
        found.append(SolverTask("repair", text, "map.toml", "", (), "one", "en"))
    return found


def test_a_warm_repair_and_cancel(benchmark: Any, note: Note) -> None:
    heard: Queue[Answer | None] = Queue()
    worker: Worker[SolverTask, Answer] = Worker(SOLVER, heard.put)

    def answered(task: SolverTask) -> None:
        worker.ask(task)
        while heard.get(timeout=60) is not None:
            pass

    first, *others = tasks()
    answered(first)
    asked = iter(others)
    benchmark.pedantic(answered, setup=lambda: ((next(asked),), {}), rounds=ROUNDS)
    note("studio: warm repair 8x8", benchmark.stats.stats.median * 1000, "ms", 1000)
    worker.ask(first._replace(what="generate"))
    began = perf_counter()
    worker.cancel()
    note("studio: cancel", (perf_counter() - began) * 1000, "ms", 200)
    worker.end()
