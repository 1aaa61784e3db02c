"""Measured values as the ledger has them, so that a figure and the text beside it cannot differ."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

from book.ledger.lookup import Ledger


@cache
def _ledger() -> Ledger:
    return Ledger(Path(__file__).resolve().parents[2])


def value(name: str, scale: Fraction | int = 1) -> float:
    """A number of the ledger, `first-look/exp-peak`, in base units or in units of `scale`."""
    return float(_ledger().number(name).amount.value / scale)
