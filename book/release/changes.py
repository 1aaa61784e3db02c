"""Which numbers differ between two releases, why, and where a reader meets them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from book.manuscript.reader import slug_of
from book.release.snapshot import Bound, Snapshot


@dataclass(frozen=True)
class Change:
    """One number, then and now."""

    id: str
    old: str
    """Value with unit; empty for one that is new."""
    new: str
    """Empty for one that is gone."""
    why: str
    chapters: tuple[str, ...]
    """Slugs of the chapters that print it, in the order of the book."""
    editions: tuple[str, ...]
    """Editions that print it."""

    def as_json(self) -> dict[str, Any]:
        """A part of `book release --json`."""
        return {"id": self.id, "old": self.old, "new": self.new, "why": self.why, "chapters": list(self.chapters),
                "editions": list(self.editions)}


def changes(old: Snapshot, new: Snapshot, decisions: Mapping[str, str]) -> list[Change]:
    """Numbers whose value or unit differs, those that others are made from first; `decisions`: research logs by the number they changed."""
    moved = {key for key in new if key in old and _differs(old[key], new[key])}
    found = [Change(key, *_told(old[key], new[key]), _why(key, old, new, moved, decisions), *_where(new[key]))
             for key in _in_order(moved, new)]
    found += [Change(key, "", _printed(bound), "new", *_where(bound)) for key, bound in new.items() if key not in old and bound.places]
    found += [Change(key, _printed(bound), "", "no longer in the ledger", *_where(bound)) for key, bound in old.items() if key not in new]
    return found


def _told(old: Bound, new: Bound) -> tuple[str, str]:
    """Both as readers saw them, or with more digits where that hides the difference."""
    before, after = _printed(old), _printed(new)
    return (before, after) if before != after else (old.shown, new.shown)


def _printed(bound: Bound) -> str:
    """As the source prints it, else its value."""
    return bound.places[0].text if bound.places else bound.shown


def _differs(old: Bound, new: Bound) -> bool:
    return (old.exact, old.unit) != (new.exact, new.unit)


def _in_order(moved: set[str], new: Snapshot) -> Iterator[str]:
    """Causes before what follows from them."""
    left = dict.fromkeys(key for key in new if key in moved)
    while left:
        ready = [key for key in left if not any(each in left and each != key for each in new[key].inputs)] or list(left)
        for key in ready:
            del left[key]
            yield key


def _why(key: str, old: Snapshot, new: Snapshot, moved: set[str], decisions: Mapping[str, str]) -> str:
    """The nearest cause: a decision on record, another formula, another input, or the data themselves."""
    before, after = old[key], new[key]
    reasons = [decisions[key]] if key in decisions else []
    causes = [each for each in dict.fromkeys(after.inputs) if each in moved]
    if before.formula != after.formula:
        reasons.append(f"was `{before.formula}`, is `{after.formula}`")
    if causes:
        reasons.append("follows from " + ", ".join(f"`{each}`" for each in causes))
    if not reasons or (not causes and before.source != after.source):
        reasons.append(f"the data changed: {after.source or after.formula}")
    return "; ".join(reasons)


def _where(bound: Bound) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Chapters and editions that print a number."""
    return _each([slug_of(place.path.rpartition("/")[2]) for place in bound.places]), _each([place.edition for place in bound.places])


def _each(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
