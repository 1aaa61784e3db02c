"""What a rule hands on: a claim that the text makes, whether it holds, and the place of its words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from book.findings import Code


@dataclass(frozen=True)
class Claim:
    """One claim that was read."""

    start: int
    """Place in the reading's text, or in the source for tables."""
    end: int
    code: Code | None
    """None if the claim holds."""
    stated: str = ""
    computed: str = ""
    how: str = ""
    """How the value was computed, for the message."""
    at: int = -1
    """Place of the stated value: two claims about one value are one finding."""
    value: Fraction | None = None
    """The computed value in the unit of the stated one, where others may go on to use it."""
    firm: bool = False
    """Its words leave no other reading: it fails even where another claim about the same value holds."""


def wins(claims: list[Claim]) -> list[Claim]:
    """The claims that fail, one for each stated value; where that is unknown, one for overlapping words."""
    held = {c.at for c in claims if c.code is None and c.at >= 0}
    failed = sorted((c for c in claims if c.code is not None and (c.firm or c.at not in held)), key=_weight)
    kept: list[Claim] = []
    for claim in failed:
        if not any(_same(claim, other) for other in kept):
            kept.append(claim)
    return sorted(kept, key=lambda c: c.start)


def _weight(claim: Claim) -> tuple[str, int, int]:
    """Errors first, then by place, the longer one first."""
    return claim.code.severity.value if claim.code else "", claim.start, -claim.end


def _same(claim: Claim, other: Claim) -> bool:
    """Whether two claims are about one value, or each is about an operand of the other: then one of the two is wrong."""
    if claim.at >= 0 and other.at >= 0:
        return claim.at == other.at or (claim.start <= other.at < claim.end and other.start <= claim.at < other.end)
    return claim.start < other.end and other.start < claim.end
