"""The witnesses about units: quantities told twice, multiply-adds, prefixes of 1000 and of 1024, one direction or both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure, table_figures
from book.errata.value import Value
from book.errata.working import MAC, fits, workings_of
from book.numbers.chain import show
from book.numbers.interval import Interval
from book.numbers.units import hard

_BOTH = re.compile(r"双向|雙向|bidirectional|both (?:directions|ways)|в обе стороны|двунаправ|в двух направлениях", re.IGNORECASE)
_ONE = re.compile(
    r"单向|單向|(?:one|single|per|each)[- ](?:way|direction)|unidirectional|в одну сторону|однонаправ|в одном направлении",
    re.IGNORECASE,
)


def directions(dispute: Dispute) -> Iterator[Evidence]:
    """A printed ratio of two bandwidths, one of which the table calls both directions together and the other one direction."""
    scene, printed, wanted = dispute.scene, dispute.printed, dispute.wanted
    if printed is None or not wanted.is_number or scene.table is not None or not printed.amount:
        return
    ratio = wanted.amount / printed.amount
    if not any(abs(ratio / factor - 1) <= Fraction(4, 100) for factor in (Fraction(1, 2), Fraction(2))):
        return
    for each in workings_of(scene.reading.text[slice(*scene.sentence)], scene.language):
        tags = {tag for operand in each.operands for tag in _tags(operand.value, dispute)}
        if each.gives(printed) and tags == {"one", "both"}:
            yield Evidence.of(
                "directions", For.PROPOSAL, "directions", expression=each.text, printed=printed.text, proposed=wanted.text
            )
            return


def _tags(value: Fraction, dispute: Dispute) -> Iterator[str]:
    """What the rows of the section's tables say about the direction of a number."""
    for table in dispute.scene.tables:
        numbers = table_figures(table)
        for r, row in enumerate(table.rows):
            if any(at == r and figure.literal.value == value for at, _, figure in numbers):
                words = " ".join(cell.text for cell in row)
                both, one = _BOTH.search(words), _ONE.search(words)
                if bool(both) != bool(one):
                    yield "both" if both else "one"


def units(dispute: Dispute) -> Iterator[Evidence]:
    """The same quantity told twice in the sentence, multiply-adds told as operations, and prefixes of 1000 taken for 1024."""
    scene, printed, wanted = dispute.scene, dispute.printed, dispute.wanted
    if printed is not None and wanted.is_number and not dispute.same and scene.table is None:
        yield from _years(dispute, printed, wanted)
        yield from _decimal_working(dispute, printed, wanted)
    if printed is None or not wanted.is_number or printed.unit is None or dispute.same or scene.table is not None:
        return
    prefix = _prefix_ratio(printed.amount, wanted.amount)
    others = [
        f
        for f in scene.figures
        if scene.sentence[0] <= f.start < scene.sentence[1] and f.start not in {t.start for t in dispute.targets}
    ]
    yield from _restated(printed, wanted, others, prefix and not decimal(dispute))
    if prefix:
        yield Evidence.of(
            "convention",
            For.TEXT if _is_rate(printed) else For.NOBODY,
            "prefix-rate" if _is_rate(printed) else "prefix",
            printed=printed.text,
            proposed=wanted.text,
        ).when(_is_rate(printed))
    yield from _multiply_adds(dispute, printed, wanted)


_BINARY = re.compile(
    r"(?<![A-Za-z])[KMGTP]i(?:B|b|bit|byte)|[КМГТ]иБ|(?:ki|me|gi|te)bi(?:byte|bit)|(?:киби|меби|гиби|теби)байт|(?<![\d.,])(?:1[,\s]?024|1048576|1[,\s]048[,\s]576)(?![\d])"
    r"|2\^\{?(?:10|20|30|40)\}?|\bbinary (?:prefix|unit|giga|mega)|powers? of (?:two|2)|二进制|二進位|двоичн",
    re.IGNORECASE,
)
_MEMORY = re.compile(r"\b(?:memory|RAM|HBM\w*|DRAM|VRAM|cache|SRAM|DDR\w*)\b|[显顯][存]|[内內]存|記憶體|缓存|快取|памят|кэш", re.IGNORECASE)


def decimal(dispute: Dispute) -> bool:
    """Whether prefixes are those of the SI: the chapter counts nowhere in 1024s, and the sentence is not about memory, which often does."""
    scene = dispute.scene
    return _BINARY.search(scene.source) is None and _MEMORY.search(scene.text_of(scene.sentence)) is None


def _prefix_ratio(printed: Fraction, wanted: Fraction) -> bool:
    """Whether two values differ by a power of 1024/1000, within a third of a per cent."""
    if printed <= 0 or wanted <= 0:
        return False
    ratio = max(wanted / printed, printed / wanted)
    return any(abs(ratio / Fraction(1024, 1000) ** power - 1) < Fraction(1, 300) for power in (1, 2, 3, 4))


def _is_rate(value: Value) -> bool:
    return value.unit is not None and ("second", -1) in value.unit.dims and ("byte", 1) in value.unit.dims


def _restated(printed: Value, wanted: Value, others: list[Figure], prefix: bool) -> Iterator[Evidence]:
    """Another figure of the sentence that is the same quantity in another unit, or as a bare count of base units."""
    if printed.unit is None or not hard(printed.unit.dims) or printed.literal is None or wanted.literal is None:
        return
    for other in others:
        bare = other.unit is None and other.literal.integer and other.literal.value >= 10**6
        if not bare and (
            other.unit is None or hard(other.unit.dims) != hard(printed.unit.dims) or other.unit.spelling == printed.unit.spelling
        ):
            continue
        # 1 GB beside 1,073,741,823: the very digits of GiB, so the printed unit is in doubt itself
        binary = bare and not printed.unit.binary and any(
            count == printed.literal.value * 1024**power for count in (other.amount, other.amount + 1) for power in (1, 2, 3, 4)
        )
        counts = [other.amount, other.amount + 1] if bare else [other.amount]
        strict = (
            bare
            or printed.unit.binary
            or (wanted.unit is not None and wanted.unit.binary)
            or (other.unit is not None and other.unit.binary)
        )
        factor = wanted.unit.factor if wanted.unit is not None else printed.unit.factor
        mine = any(
            _same_within(printed.literal.value * printed.unit.factor, count, bare)
            or (not bare and printed.literal.admits(Interval.exact(count / printed.unit.factor)))
            for count in counts
        )
        theirs = any(
            _same_within(wanted.literal.value * factor, count, bare)
            or (not bare and wanted.literal.admits(Interval.exact(count / factor)))
            for count in counts
        )
        if theirs and mine and wanted.unit is not None and other.unit is not None and wanted.unit.binary != other.unit.binary:
            theirs = wanted.literal.value != other.literal.value  # the other's digits with another prefix are no rounding of it
        shown = {
            "other": other.literal.written + (f" {other.unit.spelling}" if other.unit else ""),
            "printed": printed.text,
            "proposed": wanted.text,
        }
        if mine and not theirs:
            computed = other.before.rstrip(" $").endswith(("=", "≈", "approx"))
            yield Evidence.of("units", For.TEXT, "restated", **shown).when((strict or not prefix) and not computed and not binary)
        elif theirs and not mine and (strict or _told_again(printed, other)):
            yield Evidence.of("units", For.PROPOSAL, "restated-proposed", **shown)


_YEARS = re.compile(r"[\s$]*(?:years?\b|年(?!代)|лет\b|года?\b)")
_YEAR = (Fraction(365 * 86400), Fraction(36525 * 864), Fraction(36524_25 * 864, 100))
"""A year in seconds: of 365 days, the Julian one, the Gregorian one."""


def _years(dispute: Dispute, printed: Value, wanted: Value) -> Iterator[Evidence]:
    """A time told again in years, in brackets right behind it: `400 days (≈ 1.1 years)`."""
    target = dispute.targets[0]
    if target.unit is not None or printed.literal is None or wanted.literal is None or not _YEARS.match(target.after):
        return
    text = dispute.scene.reading.text
    for other in dispute.others:
        if other.unit is None or hard(other.unit.dims) != (("second", 1),) or not 0 <= target.start - other.end < 16:
            continue
        if not _AGAIN.fullmatch(text[other.end : target.start]):
            continue
        mine, theirs = (any(literal.admits(Interval.exact(other.amount / year)) for year in _YEAR) for literal in (printed.literal, wanted.literal))
        shown = {"other": f"{other.literal.written} {other.unit.spelling}", "printed": printed.text, "proposed": wanted.text}
        if theirs and not mine:
            yield Evidence.of("units", For.PROPOSAL, "restated-proposed", **shown)
        elif mine and not theirs:
            yield Evidence.of("units", For.TEXT, "restated", **shown)
        return


def _decimal_working(dispute: Dispute, printed: Value, wanted: Value) -> Iterator[Evidence]:
    """The reader reckons 1 GiB as 10⁹ bytes: the text's binary units give the printed value, the same numbers by thousands the proposed one."""
    first, last = dispute.scene.sentence
    near = [figure for figure in dispute.scene.figures if figure.unit is not None and figure.unit.binary]
    binary = {Fraction(1000) ** (_power(figure.unit.factor)) * figure.literal.value: figure for figure in near if figure.unit is not None}
    if not any(first <= figure.start < last for figure in near):
        return
    for each in dispute.workings:
        operands = [operand.value for operand in each.operands]
        if len(operands) != 2 or not set(operands) <= set(binary) or not 0 < operands[1] < operands[0] or not each.gives(wanted):
            continue
        right = Interval.exact(binary[operands[0]].amount / binary[operands[1]].amount)
        if fits(printed, right, strict=True) and not fits(wanted, right, strict=True) and "+" not in each.text and "-" not in each.text:
            yield Evidence.of("units", For.TEXT, "binary-holds", computed=show(right.middle), printed=printed.text, proposed=wanted.text)
            return


def _power(factor: Fraction) -> int:
    """The power of 1024 that a binary unit is."""
    power = 0
    while factor >= 1024:
        factor, power = factor / 1024, power + 1
    return power


_AGAIN = re.compile(r"\s*[(（]\s*(?:[≈~∼约約]|about|roughly|около|примерно)?\s*(?=[\d~≈]|$)|[\s,，(（—–-]*(?:i\.\s?e\.|that is|or|which is|=|即|也就是|等于|等於|то есть|т\. ?е\.|это)[\s,]*", re.IGNORECASE)


def _told_again(printed: Value, other: Figure) -> bool:
    """Whether a time stands right behind another with words that tell it again: `2.5 hours, i.e. 2 h 30 min`."""
    match = _AGAIN.match(other.after)
    time = printed.unit is not None and hard(printed.unit.dims) == (("second", 1),)
    return time and match is not None and printed.text.startswith(other.after[match.end() :].strip()[:4])


def _same_within(value: Fraction, count: Fraction, bare: bool) -> bool:
    return bare and value == count


def _multiply_adds(dispute: Dispute, printed: Value, wanted: Value) -> Iterator[Evidence]:
    """A number of MACs told again as FLOP is doubled: one multiply-add counts as two operations."""
    scene = dispute.scene
    text = scene.text_of(scene.sentence)
    if printed.unit is None or ("flop", 1) not in printed.unit.dims or not MAC.search(text):
        return
    for each in workings_of(text, scene.language):
        for value in each.values()[-1:]:
            twice = value * Interval.exact(2)
            if fits(wanted, twice) and fits(printed, value):
                yield Evidence.of("units", For.PROPOSAL, "mac", expression=each.text, printed=printed.text, proposed=wanted.text)
                return
            if fits(printed, twice) and fits(wanted, value):
                yield Evidence.of("units", For.TEXT, "mac", expression=each.text, printed=printed.text, proposed=wanted.text)
                return
