"""What a person sees while they wait: one line an edition on stderr, nothing when it is no terminal."""

from __future__ import annotations

import sys
import time
from typing import Any

from book.publish.edition_build import Outcome


class Progress:
    """A reporter for `build` that draws with rich, imported only for a terminal."""

    def __init__(self, *, quiet: bool = False) -> None:
        self.live: Any = None
        self.tasks: dict[str, Any] = {}
        self.started = time.monotonic()
        if not quiet and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress as Bars
            from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

            self.live = Bars(SpinnerColumn(), TextColumn("{task.fields[edition]:<6} {task.description}"), TimeElapsedColumn(),
                             console=Console(stderr=True))
            self.live.start()

    def begin(self, edition: str) -> None:
        """An edition waits for its turn."""
        if self.live:
            self.tasks[edition] = self.live.add_task("waits", edition=edition, total=None, start=False)

    def stage(self, edition: str, doing: str) -> None:
        """An edition has gone on."""
        if self.live:
            self.live.start_task(self.tasks[edition])
            self.live.update(self.tasks[edition], description=doing)

    def done(self, outcome: Outcome) -> None:
        """An edition is finished."""
        if self.live:
            task = self.tasks[outcome.edition]
            made = ", ".join(entry["file"] for entry in outcome.records.values())
            self.live.update(task, description=f"[green]{made}" if not outcome.faults else f"[red]{len(outcome.faults)} faults", total=1, completed=1)
            self.live.stop_task(task)

    def close(self) -> None:
        """Leave the terminal as it was."""
        if self.live:
            self.live.stop()
