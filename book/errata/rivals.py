"""Two numbers of which one is wrong: most grounds weigh the number that the prose prints against the one that the reader proposes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence
from book.errata.value import Value
from book.numbers.literal import Literal


@dataclass(frozen=True)
class Told(Value):
    """A value that is a number."""

    literal: Literal


def rivals_of(dispute: Dispute) -> tuple[Told, Told] | None:
    """The number that the prose prints and the one that the reader proposes; None in a table, without both, or if they are the same."""
    printed, wanted = dispute.printed, dispute.wanted
    if dispute.scene.table is not None or printed is None or printed.literal is None or wanted.literal is None or dispute.same:
        return None
    return (Told(printed.text, printed.literal, printed.unit, printed.what, printed.label),
            Told(wanted.text, wanted.literal, wanted.unit, wanted.what, wanted.label))


def on_rivals(ground: Callable[[Dispute, Told, Told], Iterator[Evidence]]) -> Callable[[Dispute], Iterator[Evidence]]:
    """A ground that is only asked where there are two rivals."""

    @wraps(ground)
    def asked(dispute: Dispute) -> Iterator[Evidence]:
        rivals = rivals_of(dispute)
        if rivals is not None:
            yield from ground(dispute, *rivals)

    return asked
