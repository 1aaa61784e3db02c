"""The witness about constants of nature: five are exact by the definition of the SI (Bureau international des poids et mesures 2019)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.rivals import Told, on_rivals
from book.errata.value import Value
from book.numbers.interval import Interval

_CONSTANTS: tuple[tuple[str, str, str], ...] = (
    ("1.380649e-23", "J/K", r"Boltzmann|玻尔兹曼|玻爾茲曼|波茲曼|постоянн\w+ Больцмана"),
    ("6.62607015e-34", "J·s", r"Planck(?:'s)? constant|普朗克常[数數]|постоянн\w+ Планка"),
    ("1.602176634e-19", "C", r"elementary charge|基本[电電]荷|元电荷|элементарн\w+ заряд"),
    ("6.02214076e23", "1/mol", r"Avogadro|阿伏[伽加]德罗|亞佛加厥|числ\w+ Авогадро|постоянн\w+ Авогадро"),
    ("299792458", "m/s", r"(?:speed|velocity) of light|光速|скорост\w+ света"),
)
"""Value, unit, and names."""
_PART = re.compile(r"(?:in|of) (?:fibre|fiber|glass|the cable)|光纤|光纖|в (?:оптоволокне|волокне|стекле)|\d\s?% (?:of )?|的 ?\d", re.IGNORECASE)
"""Then the number is not that of the vacuum."""


@on_rivals
def natural(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """A doubted number right behind the name of a constant."""
    scene = dispute.scene
    text, start = scene.reading.text, dispute.targets[0].start
    before = text[max(scene.sentence[0], start - 48) : start]
    for number, unit, names in _CONSTANTS:
        match = re.search(names, before, re.IGNORECASE)
        if match is None or any(char.isdigit() for char in before[match.end() :]) or _PART.search(text[slice(*scene.sentence)]):
            continue
        right = Fraction(number)
        mine, theirs = _is(printed, right), _is(wanted, right)
        shown = {"computed": f"{number} {unit}", "printed": printed.text, "proposed": wanted.text}
        if mine and not theirs:
            yield Evidence.of("constant", For.TEXT, "natural-holds", **shown)
        elif theirs and not mine:
            yield Evidence.of("constant", For.PROPOSAL, "natural", **shown)
        elif not mine and not theirs:
            yield Evidence.of("constant", For.NOBODY, "natural-neither", **shown).weak()


def _is(value: Value, right: Fraction) -> bool:
    """Whether a value prints the constant, as it is or in thousands, in two digits or more."""
    literal = value.literal
    return literal is not None and literal.digits > 1 and any(literal.admits(Interval.exact(right / scale)) for scale in (1, 1000))
