"""Texts compared word by word: what was taken out and put in, and three versions merged into one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[A-Za-z\u00c0-\u024f\u0400-\u04ff]+|\s+|.", re.S)
"""A number, a word of letters, a space; of Chinese each character."""


def tokens(text: str) -> list[str]:
    """The pieces that are compared."""
    return TOKEN.findall(text)


@dataclass(frozen=True)
class Change:
    """A stretch of two texts: the same in both, or replaced."""

    old: str
    new: str

    @property
    def same(self) -> bool:
        """Whether nothing changed here."""
        return self.old == self.new


def changes(old: str, new: str) -> list[Change]:
    """The way from one text to the other, word by word."""
    left, right = tokens(old), tokens(new)
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    return [Change("".join(left[a:b]), "".join(right[c:d])) for _, a, b, c, d in matcher.get_opcodes()]


def marked(old: str, new: str) -> str:
    """One line with `[-taken out-]` and `{+put in+}`."""
    return "".join(
        change.new if change.same else (f"[-{change.old}-]" if change.old else "") + (f"{{+{change.new}+}}" if change.new else "")
        for change in changes(old, new)
    )


@dataclass(frozen=True)
class Merged:
    """The result of merging; where both sides changed the same words, `ours` stands and `conflicts` holds both."""

    text: str
    conflicts: tuple[tuple[str, str], ...] = ()


def merge(base: str, ours: str, theirs: str) -> Merged:
    """`ours` with the changes that `theirs` made to `base`."""
    if ours in (base, theirs):
        return Merged(theirs)
    if theirs == base:
        return Merged(ours)
    parts, conflicts = [], []
    for common, mine, other in _chunks(tokens(base), tokens(ours), tokens(theirs)):
        if mine == other or other == common:
            parts.append(mine)
        elif mine == common:
            parts.append(other)
        else:
            parts.append(mine)
            conflicts.append((mine, other))
    return Merged("".join(parts), tuple(conflicts))


def _chunks(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """The three texts in step: stretches that all share, and the stretches between them."""
    at = [0, 0, 0]
    for start, mine, other, size in [*_common(base, ours, theirs), (len(base), len(ours), len(theirs), 0)]:
        gap = "".join(base[at[0]:start]), "".join(ours[at[1]:mine]), "".join(theirs[at[2]:other])
        if any(gap):
            yield gap
        if size:
            same = "".join(base[start:start + size])
            yield same, same, same
        at = [start + size, mine + size, other + size]


def _common(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Stretches of the base that stand unchanged in both others."""
    left = SequenceMatcher(None, base, ours, autojunk=False).get_matching_blocks()
    right = SequenceMatcher(None, base, theirs, autojunk=False).get_matching_blocks()
    i = j = 0
    while i < len(left) and j < len(right):
        one, two = left[i], right[j]
        start, stop = max(one.a, two.a), min(one.a + one.size, two.a + two.size)
        if start < stop:
            yield start, one.b + start - one.a, two.b + start - two.a, stop - start
        if one.a + one.size <= two.a + two.size:
            i += 1
        else:
            j += 1
