"""What a rule hands on: a claim that the text makes, whether it holds, and the place of its words."""

from __future__ import annotations

from dataclasses import dataclass

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


def wins(claims: list[Claim]) -> list[Claim]:
    """Claims without those whose words lie inside, or mostly inside, another claim that fails as well."""
    failed = sorted((c for c in claims if c.code is not None), key=lambda c: (c.start, -c.end))
    kept: list[Claim] = []
    for claim in failed:
        if any(claim.start < other.end and other.start < claim.end for other in kept):
            continue
        kept.append(claim)
    return kept
