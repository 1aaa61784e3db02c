"""What speaks for whom: the pieces of evidence about one claim, each of one kind, for the text or for the proposal."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum


class Verdict(str, Enum):
    """The seven verdicts of a report, the one that needs most attention first."""

    DIFFERENT = "confirmed-different-fix"
    CONFIRMED = "confirmed"
    HUMAN = "needs-human"
    FIXED = "already-fixed"
    NOT_FOUND = "not-found"
    ROUNDING = "rounding"
    REFUTED = "refuted"


class For(Enum):
    """Which side a piece of evidence supports."""

    TEXT = "text"
    """The text is right as printed."""
    PROPOSAL = "proposal"
    """The text is wrong, and the proposed value is right."""
    CHANGE = "change"
    """The text is wrong; nothing is said about the proposal."""
    OTHER = "other"
    """The text is wrong, and so is the proposal."""
    BOTH = "both"
    """Both values hold, within what is printed or under two conventions."""
    NOBODY = "nobody"
    """It only lays something out."""


DECISIVE = frozenset({"mixup", "spelling", "term", "part", "conversion", "overlap", "said-before", "rule", "row", "consequence", "law", "definition", "words"})
"""Kinds of evidence that tell by the words of the text which of two values is meant: arithmetic that merely holds does not."""


@dataclass(frozen=True)
class Evidence:
    """One thing that was found out."""

    kind: str
    """arithmetic, working, parity, formula, calculator, reference, constant, bound, units, directions, notation, text …"""
    favours: For
    says: str
    """A phrase of the reply's data: its key."""
    values: tuple[tuple[str, str], ...] = ()
    """What fills the phrase."""
    strong: bool = True
    """Whether it can decide; weak evidence is only told."""

    @classmethod
    def of(cls, kind: str, favours: For, says: str, /, **values: str) -> Evidence:
        """Evidence with named values, strong."""
        return cls(kind, favours, says, tuple(values.items()))

    def weak(self) -> Evidence:
        """The same, only told."""
        return replace(self, strong=False)

    def when(self, strong: bool) -> Evidence:
        """The same, strong under a condition."""
        return replace(self, strong=strong)


@dataclass(frozen=True)
class Judgement:
    """The verdict about one claim."""

    stated: str
    proposed: str
    computed: str
    verdict: Verdict
    evidence: tuple[Evidence, ...] = field(default=())
    start: int = -1
    """Where the stated value stands in the source; -1 if that is not known."""
    end: int = -1
    replacement: str = ""
    """What should stand there."""
