"""One claim in its scene: the value that is doubted, the one that is proposed, and where the text prints it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from book.errata.claims import Claim
from book.errata.figures import Figure, likely, matching
from book.errata.form import Report
from book.errata.scene import Scene
from book.errata.value import Value, same_amount, value_of
from book.errata.working import Working, workings_of
from book.numbers.scan import What

MAX_ROUNDING = Fraction(6, 100)
"""How far a value may lie from one that it rounds to: `1 hour` is no rounding of 1.4 hours to a reader."""


@dataclass(frozen=True)
class Dispute:
    """What a witness is asked about."""

    scene: Scene
    report: Report
    claim: Claim
    bundle: tuple[Claim, ...] = ()
    """All claims of the report: they may only hold together."""

    @cached_property
    def companions(self) -> list[Dispute]:
        """The other claims of the report."""
        return [Dispute(self.scene, self.report, other) for other in self.bundle if other != self.claim]

    @cached_property
    def stated(self) -> Value:
        """The doubted value as the reader wrote it; from the text itself where the field is empty."""
        value = value_of(self.claim.stated, self.scene.language)
        if not self.claim.stated and self.targets:
            figure = self.targets[0]
            return Value(self.scene.text_of((figure.start, figure.end)), figure.literal, figure.unit, figure.what)
        return value

    @cached_property
    def proposed(self) -> Value:
        """The proposed value."""
        return value_of(self.claim.proposed, self.scene.language)

    @cached_property
    def targets(self) -> list[Figure]:
        """The numbers of the text that are doubted: those in the quote that print the stated value, else in the block."""
        scene = self.scene
        if not self.claim.stated:
            return likely(scene.quoted, self.proposed) if self.proposed.is_number else []
        value = value_of(self.claim.stated, scene.language)
        return matching(scene.quoted, value) or matching(scene.figures, value)[:1]

    @property
    def printed(self) -> Value | None:
        """The doubted number as the text prints it."""
        if not self.targets:
            return None
        figure = self.targets[0]
        return Value(self.scene.text_of((figure.start, figure.end)), figure.literal, figure.unit, figure.what)

    @cached_property
    def wanted(self) -> Value:
        """The proposed value with the unit of the text where the reader left it out."""
        value, printed = self.proposed, self.printed
        if printed is None or not value.is_number or value.unit is not None or value.what is not What.QUANTITY:
            return value
        return Value(value.text, value.literal, printed.unit, printed.what, value.label)

    @cached_property
    def workings(self) -> list[Working]:
        """What the reader computed."""
        return workings_of(self.report.reasoning, self.scene.language)

    @property
    def same(self) -> bool:
        """Whether the proposed value is the printed one in another notation."""
        return self.printed is not None and same_amount(self.printed, self.wanted)

    @property
    def rounds(self) -> bool:
        """Whether the proposed value rounds to the printed one: more digits of the same number."""
        printed, wanted = self.printed, self.wanted
        if printed is None or printed.literal is None or wanted.literal is None or not printed.literal.step:
            return False
        if (printed.unit.spelling if printed.unit else "") != (
            wanted.unit.spelling if wanted.unit else ""
        ) or printed.what is not wanted.what:
            return False
        half = printed.literal.step / 2
        finer = wanted.literal.step < printed.literal.step
        small = abs(wanted.literal.value - printed.literal.value) <= abs(printed.literal.value) * MAX_ROUNDING
        return (
            finer
            and small
            and wanted.literal.value != printed.literal.value
            and abs(wanted.literal.value - printed.literal.value) <= half
        )
