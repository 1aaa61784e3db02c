"""The witness about a rule of rounding that the text declares: halves to even, cut off, up, down. Its examples follow it, or not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil, floor

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure
from book.errata.rivals import Told, on_rivals

_ROUND = r"(?:round\w*|取整|舍入|捨入|进位|進位|округл\w+)"
_RULES: tuple[tuple[str, Callable[[Fraction], int], str], ...] = (
    (
        "even",
        round,
        rf"half[- ](?:to|even)|{_ROUND}[^.。]{{0,40}}(?:to|towards) (?:the )?(?:nearest )?even|halves[^.。]{{0,30}}even|banker'?s"
        r"|四舍六入|四捨六入|五成双|五成雙|奇进偶|奇進偶|银行家|銀行家|(?:取|向|到|至)[^。，]{0,6}偶数?數?|(?:к|до) (?:ближайш\w+ )?ч[её]тн\w+|банковск\w+",
    ),
    (
        "cut",
        lambda value: floor(value) if value >= 0 else ceil(value),
        r"cuts? off|cut away|truncat\w+|discard\w*|drops? the (?:fraction|decimals?)|rounds?(?:ed|ing)? down|rounded towards zero|\bfloor\b"
        r"|向下取整|向零取整|截断|截斷|截去|舍去|捨去|去尾|抹去|отбрасыва\w+|отсека\w+|округл\w+ вниз|усека\w+|вниз округл\w+",
    ),
    (
        "up",
        ceil,
        r"rounds?(?:ed|ing)? up|next (?:whole|full)|\bceil(?:ing)?\b|向上取整|进一法|進一法|округл\w+ вверх|вверх до целого|в большую сторону",
    ),
    ("half-up", lambda value: floor(value + Fraction(1, 2)), r"half[- ]up|halves (?:are rounded )?up|四舍五入|四捨五入|половин\w+ вверх"),
)
"""A rule's name, what it does, and the words that declare it."""
_BECOMES = re.compile(
    r"[^\d.。；;]{0,12}(?:becomes?|→|->|to|is (?:written|printed|counted|charged|billed|rounded|stored)[\w ]*?|counts? as|变成|變成|变为|變為|记为|記為|记作|記作|得到?|算作|计为|計為|取|成"
    r"|превращ\w+ в|становит\w+|переход\w+ в|записыва\w+ как|считается|даёт|дает|до)\s*\$?\s*",
    re.IGNORECASE,
)
_BARRED = re.compile(r"\bnot\b|不[是]|(?<![А-яё])не(?![А-яё])|without|rather than|instead of|而非", re.IGNORECASE)


@on_rivals
def roundings(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """`2.5 becomes 2` under the rule of the section: which of the two values the rule gives."""
    scene = dispute.scene
    rule = _declared(scene.reading.text)
    source = _rounded_from(dispute, dispute.targets[0])
    if rule is None or source is None or not printed.literal.integer or not wanted.literal.integer:
        return
    name, function = rule
    right = function(source.literal.value)
    shown = {"from": source.literal.written, "computed": str(right), "printed": printed.text, "proposed": wanted.text}
    if printed.literal.value == right:
        yield Evidence.of("rule", For.TEXT, f"rule-{name}", **shown)
    elif wanted.literal.value == right:
        yield Evidence.of("rule", For.PROPOSAL, f"rule-{name}", **shown)


def _declared(text: str) -> tuple[str, Callable[[Fraction], int]] | None:
    """The one rule that a text declares; none where two are spoken of, or where it is denied."""
    found = []
    for name, function, pattern in _RULES:
        match = re.search(pattern, text, re.IGNORECASE)
        if match is not None and not _BARRED.search(text[max(0, match.start() - 16) : match.start()]):
            found.append((name, function))
    names = {name for name, _ in found}
    return found[0] if len(names) == 1 else None


def _rounded_from(dispute: Dispute, target: Figure) -> Figure | None:
    """The number of which the text says that it becomes the doubted one."""
    text = dispute.scene.reading.text
    before = [figure for figure in dispute.scene.figures if figure.end <= target.start and figure.literal.step < 1]
    if not before:
        return None
    near = before[-1]
    if not _BECOMES.fullmatch(text[near.end : target.start]) or abs(near.literal.value - target.literal.value) > 1:
        return None
    same = (near.unit.dims if near.unit else ()) == (target.unit.dims if target.unit else ())
    return near if same and (near.unit is None or target.unit is None or near.unit.factor == target.unit.factor) else None
