"""A line of `make bench` and the table of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table


@dataclass(frozen=True)
class Row:
    """A line of the result."""

    what: str
    seconds: float
    against: str = ""
    ratio: float | None = None
    limit: float | None = None

    @property
    def verdict(self) -> str:
        """Whether the limit is kept; empty without one."""
        value = self.ratio if self.ratio is not None else self.seconds
        return "" if self.limit is None else "kept" if value <= self.limit else "missed"


def table(rows: Sequence[Row], title: str) -> Table:
    """The rows for a terminal."""
    shown = Table(title=title)
    for name, justify in (
        ("what", "left"),
        ("seconds", "right"),
        ("against", "left"),
        ("ratio", "right"),
        ("limit", "right"),
        ("verdict", "left"),
    ):
        shown.add_column(name, justify="right" if justify == "right" else "left")
    for row in rows:
        limit = "" if row.limit is None else f"{row.limit:g}" + ("" if row.ratio is not None else " s")
        shown.add_row(
            row.what, f"{row.seconds:.1f}", row.against, "" if row.ratio is None else f"{row.ratio:.2f}", limit, row.verdict
        )
    return shown
