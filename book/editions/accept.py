"""Mark blocks of a translation as made from the source as it stands now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from book.editions.state import Pair
from book.editions.sync import Entry, Sync, own_entries
from book.errors import WrongUse

HINT = 24
"""Characters of the source that a line of sync.yaml shows to its reader."""


@dataclass(frozen=True)
class Accepted:
    """What an acceptance changed."""

    units: tuple[Pair, ...]
    """Those that are fresh now and were not before."""
    left: tuple[Pair, ...]
    """Those that cannot be accepted: there is no translation, or no source."""


def entries_of(pair: Pair, flag: str = "") -> list[Entry]:
    """The lines of sync.yaml for a unit, one for each block of its source."""
    targets = tuple(block.hash for block in pair.target)
    return [Entry(block.hash, targets, block.sketch, flag, hint_of(block.prose)) for block in pair.source]


def hint_of(prose: str) -> str:
    """The first words of a block, fit for a comment."""
    words = " ".join(prose.replace("#", " ").split())
    return words if len(words) <= HINT else words[:HINT].rstrip() + "…"


def accept(sync: Sync, file_name: str, pairs: Sequence[Pair], chosen: Sequence[Pair], *, same: bool = False) -> Accepted:
    """Enter the `chosen` ones of a chapter's `pairs` into `sync`. `same`: a copy is meant as it is."""
    ready = [pair for pair in chosen if pair.source and pair.target and (same or pair.state != "copy")]
    marked = {id(pair): "same" if pair.state == "copy" else "" for pair in ready}
    rewrite(sync, file_name, pairs, lambda pair: entries_of(pair, marked[id(pair)]) if id(pair) in marked else None)
    left = [pair for pair in chosen if id(pair) not in marked]
    return Accepted(tuple(pair for pair in ready if pair.state != "fresh"), tuple(left))


def rewrite(sync: Sync, file_name: str, pairs: Sequence[Pair], made: Callable[[Pair], list[Entry] | None]) -> None:
    """The chapter's entries in the order of its units: those that `made` gives, for all others the lines that stood there."""
    new: list[Entry] = []
    for pair, own in zip(pairs, own_entries(sync.chapters.get(file_name, []), [pair.hashes for pair in pairs]), strict=True):
        fresh = made(pair)
        new += own if fresh is None else fresh
    sync.chapters[file_name] = new


def pick(pairs: Sequence[Pair], line: int, place: str) -> list[Pair]:
    """The unit at a line of the translation; `place` names it in the message."""
    found = [pair for pair in pairs if pair.target and pair.target[0].line <= line]
    if not found:
        raise WrongUse(f"{place}: there is no block at this line; `book edition status` lists the lines")
    return [max(found, key=lambda pair: max(block.line for block in pair.target if block.line <= line))]
