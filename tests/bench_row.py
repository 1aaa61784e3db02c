"""What a command costs, and costs against each other with their limits: the rows of `make bench`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

CLOCK, CPU, MEMORY = "clock", "CPU", "MB"
"""What a limit is on: seconds by the clock, CPU seconds of a command with all that it starts, megabytes of its largest process."""


@dataclass(frozen=True)
class Cost:
    """What a command took."""

    seconds: float
    cpu: float
    """User and system time, that of its children included: it hardly changes when others use the machine."""
    megabytes: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        """One after the other."""
        return Cost(self.seconds + other.seconds, self.cpu + other.cpu, max(self.megabytes, other.megabytes))


@dataclass(frozen=True)
class Row:
    """A line of the result: a cost, alone or against another one."""

    what: str
    cost: Cost
    against: str = ""
    base: Cost | None = None
    limit: float | None = None
    on: str = CLOCK

    def ratio(self, on: str) -> float | None:
        """How many times the cost of what it is compared with."""
        if self.base is None:
            return None
        return self.cost.seconds / self.base.seconds if on == CLOCK else self.cost.cpu / self.base.cpu

    @property
    def verdict(self) -> str:
        """Whether the limit is kept; empty without one."""
        own = {CLOCK: self.cost.seconds, CPU: self.cost.cpu, MEMORY: self.cost.megabytes}[self.on]
        value = own if self.base is None else self.ratio(self.on)
        return "" if self.limit is None or value is None else "kept" if value <= self.limit else "missed"


def timed(command: Sequence[str], folder: Path, codes: Collection[int] = (0,)) -> Cost:
    """Run a command; one that ends with another code ends the bench."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        started = time.monotonic()
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in codes:
            errors.seek(0)
            sys.exit(f"bench: {' '.join(command[:3])} … failed: {errors.read().decode(errors='replace').strip()[-600:]}")
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def together(commands: Sequence[Sequence[str]], folder: Path) -> Cost:
    """Commands on all cores, each on one."""
    started = time.monotonic()
    run: Callable[[Sequence[str]], Cost] = lambda command: timed(command, folder)  # noqa: E731
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        costs = list(pool.map(run, commands))
    return Cost(time.monotonic() - started, sum(cost.cpu for cost in costs), max(cost.megabytes for cost in costs))


def table(rows: Sequence[Row], title: str) -> Table:
    """The rows for a terminal; a limit is on the ratio where there is one, else on the cost itself."""
    shown = Table(title=title)
    for name in ("what", "seconds", "CPU s", "MB", "against", "by the clock", "by CPU", "limit", "on", "verdict"):
        shown.add_column(name, justify="left" if name in ("what", "against", "on", "verdict") else "right")
    for row in rows:
        ratios = ["" if (ratio := row.ratio(on)) is None else f"{ratio:.2f}" for on in (CLOCK, CPU)]
        limit = "" if row.limit is None else f"{row.limit:g}" + ("" if row.base is not None or row.on == MEMORY else " s")
        shown.add_row(row.what, f"{row.cost.seconds:.1f}", f"{row.cost.cpu:.1f}", f"{row.cost.megabytes:.0f}", row.against, *ratios,
                      limit, row.on if row.limit is not None else "", row.verdict)
    return shown
