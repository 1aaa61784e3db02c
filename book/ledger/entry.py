"""What a ledger says, as data: numbers of five kinds, and formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path


class Kind(Enum):
    """Where a number comes from."""

    SPEC = "spec"
    """A figure of hardware/ or models/."""
    CALC = "calc"
    """A function of the calculator."""
    EXPR = "expr"
    """Arithmetic over other numbers."""
    GIVEN = "given"
    """An assumption or a measurement that the text states."""
    RESULT = "result"
    """A value in the results of an experiment."""


class Rounding(Enum):
    """How the printed number is made from the value."""

    NEAREST = "nearest"
    DOWN = "down"
    UP = "up"


@dataclass(frozen=True)
class Entry:
    """One number as its ledger declares it."""

    chapter: str
    """Slug."""
    name: str
    """The id inside its chapter."""
    kind: Kind
    text: str
    """The path, function, expression, quantity or result that `kind` names, as written."""
    line: int
    arguments: Mapping[str, str] = field(default_factory=dict)
    """Of a function: parameter → id, number or quantity."""
    unit: str = ""
    says: str = ""
    source: str = ""
    """Key in references.yaml of the work that a given value is taken from."""
    rounding: Rounding = Rounding.NEAREST

    @property
    def id(self) -> str:
        """Unique in the book: `first-look/decode-read`."""
        return f"{self.chapter}/{self.name}"


@dataclass(frozen=True)
class FormulaEntry:
    """What a labelled equation must equal."""

    chapter: str
    label: str
    function: str
    """As `budget.transfer_time`; empty for a definition."""
    symbols: Mapping[str, str]
    """LaTeX symbol → parameter, or `result`."""
    definition: str
    """What an equation defines that no function computes; empty otherwise."""
    line: int


@dataclass(frozen=True)
class ChapterLedger:
    """The ledger of one chapter."""

    slug: str
    path: Path
    shown: str
    """The path as messages print it."""
    numbers: Mapping[str, Entry]
    formulas: Mapping[str, FormulaEntry]
    digest: str
    """Of the file's bytes: what was computed from it may be kept under this key."""
