"""One claim in its scene: the value that is doubted, the one that is proposed, and where the text prints it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from book.errata.arithmetic import State, try_passage
from book.errata.claims import Claim
from book.errata.figures import Figure, alike, close, likely, matching, nearest
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

    @property
    def alternatives(self) -> list[Figure]:
        """The other numbers of the quote that a proposal without a stated value could be meant for."""
        if self.claim.stated or not self.proposed.is_number:
            return []
        doubted = {figure.start for figure in self.targets}
        return [figure for figure in self.scene.quoted if alike(figure, self.proposed) and figure.start not in doubted]

    @property
    def other_operands(self) -> bool:
        """Whether the reader puts other numbers into the sum, too."""
        return self.claim.other_operands

    @cached_property
    def stated(self) -> Value:
        """The doubted value as the reader wrote it; from the text itself where the field is empty."""
        value = self._scaled(value_of(self.claim.stated, self.scene.language))
        if not value.is_number and self.targets:
            figure = self.targets[0]
            return Value(self.scene.text_of((figure.start, figure.end)), figure.literal, figure.unit, figure.what)
        return value

    @cached_property
    def proposed(self) -> Value:
        """The proposed value; the words that the stated one begins with, too, are left out where it is no number with them."""
        value = value_of(self.claim.proposed, self.scene.language)
        core = self.claim.core
        if value.is_number or core is self.claim or not value_of(core.stated, self.scene.language).is_number:
            return self._scaled(value)
        return self._scaled(value_of(core.proposed, self.scene.language))

    def _scaled(self, value: Value) -> Value:
        """A value with the power of ten of the text, where the reader names only the digits before it."""
        if self._power == 1 or value.literal is None or not Fraction(1, 100) < value.literal.value < 100:
            return value
        return replace(value, literal=value.literal.scaled(self._power))

    @cached_property
    def _power(self) -> Fraction:
        r"""The power of ten that stands behind the doubted digits: 10⁻²³ for `1.83` where the text prints `1.83\times10^{-23}`."""
        value = value_of(self.claim.stated, self.scene.language)
        if value.literal is None or not value.literal.value or matching(self.scene.figures, value):
            return Fraction(1)
        found = {figure.literal.value / value.literal.value for figure in self.scene.quoted if self._mantissa(figure, value)}
        return found.pop() if len(found) == 1 else Fraction(1)

    def _mantissa(self, figure: Figure, value: Value) -> bool:
        """Whether a printed number is the value times a power of ten that is written out."""
        if value.literal is None or "10" not in self.scene.text_of((figure.start, figure.core))[len(value.text) :]:
            return False
        ratio = figure.literal.value / value.literal.value
        over, under = sorted((ratio.numerator, ratio.denominator), reverse=True)
        return under == 1 and over >= 100 and re.fullmatch(r"10+", str(over)) is not None

    @cached_property
    def targets(self) -> list[Figure]:
        """The numbers of the text that are doubted: those in the quote that print the stated value, else in the block."""
        scene = self.scene
        if not self.claim.stated:
            return (self._in_order or self._meant) if self.proposed.is_number else []
        value = value_of(self.claim.stated, scene.language)
        if not value.is_number:
            value = value_of(self.claim.core.stated, scene.language)
        if not value.is_number and not self._named:
            value = value_of(self._leading_number, scene.language)
        found = matching(self._within_stated, value) or matching(scene.quoted, value) or matching(scene.figures, value)[:1]
        return found or [figure for figure in scene.quoted if self._power != 1 and self._mantissa(figure, value)][:1]

    @property
    def _named(self) -> bool:
        """Whether the quote has the stated words as they are."""
        return self.claim.stated.strip() in self.report.quote

    @property
    def _leading_number(self) -> str:
        """The number that stated words begin with, where the quote has it once: `186' OR` is about 186, whatever is tacked on."""
        match = re.match(r"[\s“\"'«「]*(\d[\d.,]*\d|\d)(?![\d.,]|\s?[-+*/^=×·÷\\])", self.claim.stated)
        number = match[1] if match else ""
        return number if number and len(re.findall(rf"(?<![\d.,]){re.escape(number)}(?![.,]?\d)", self.report.quote)) == 1 else ""

    @property
    def _in_order(self) -> list[Figure]:
        """Of several proposals for as many numbers of the quote, none of them stated: each for the one in its place."""
        if len(self.bundle) < 2 or any(claim.stated for claim in self.bundle) or self.claim not in self.bundle:
            return []
        kin = [figure for figure in self.scene.quoted if alike(figure, self.proposed)]
        return [kin[self.bundle.index(self.claim)]] if len(kin) == len(self.bundle) else []

    @property
    def _within_stated(self) -> list[Figure]:
        """The numbers of the quote that stand in the very words that the reader doubts, if those are more than a number."""
        words = self.claim.stated.strip(" .,;。；，$“”\"「」«»")
        if self.scene.table is not None or len(words) < 4:
            return []
        text = self.scene.text_of(self.scene.span)
        at = text.find(words)
        if at < 0 or text.find(words, at + 1) >= 0:
            return []
        start = self.scene.span[0] + at
        return [figure for figure in self.scene.quoted if start <= figure.start < start + len(words)]

    @cached_property
    def _meant(self) -> list[Figure]:
        """The number that a proposal is meant to replace: the one of its unit, the one that puts the text's arithmetic right, or the one
        that is most like it."""
        scene, quoted = self.scene, self.scene.quoted
        if found := likely(quoted, self.proposed):
            return found
        kin = [figure for figure in quoted if alike(figure, self.proposed)]
        if scene.table is None:
            mended = [figure for figure in kin if close(figure, self.proposed) and self._mends(figure)]
            if len(mended) == 1:
                return mended
        return nearest(kin, self.proposed)

    def _mends(self, figure: Figure) -> bool:
        """Whether a claim of the text fails as printed and holds with the proposal in a number's place."""
        trial = try_passage(self.scene.passage, self.scene.reading, [figure], self.proposed)
        return trial.printed.state is State.FAILS and trial.proposed.state in (State.HOLDS, State.ROUNDING)

    @property
    def others(self) -> list[Figure]:
        """The numbers of the block that are not doubted."""
        doubted = {figure.start for figure in self.targets}
        return [figure for figure in self.scene.figures if figure.start not in doubted]

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
