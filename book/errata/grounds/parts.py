"""The witness about parts: the reader takes a factor of a printed product for its total, though the text tells the other factor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import prod

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure, figures_of
from book.errata.value import Value
from book.errata.working import Working, fits, workings_of
from book.numbers.interval import Interval

_TOTAL = re.compile(
    r"共|总|總|合计|合計|全部|累计|累計|合起来|合起來"
    r"|\b(?:in total|total(?:s|ling|led)?|altogether|together|overall|in all|sums? (?:up )?to|add(?:s|ing)? up)\b"
    r"|всего|итого|в сумме|суммарн\w+|вместе|общ(?:ий|ая|ее|ую|его|ей|ем)",
    re.IGNORECASE,
)
_EACH = re.compile(r"(?:每[一]?[个個台张張条條颗顆块塊]?|\b(?:each|every|per)\s(?:of the \w+\s)?|(?<![А-яё])кажд\w+\s|на од\w+\s)(?P<noun>[A-Za-zА-яё]{3,}|[\u4e00-\u9fff]{1,3})", re.IGNORECASE)
_STOP = re.compile(r"[。！？!?；;，,：:]|\.(?=\s)")


def parts(dispute: Dispute) -> Iterator[Evidence]:
    """A product that holds, called a total, whose other factor the text counts: its part is no total."""
    yield from _extras(dispute)
    scene = dispute.scene
    wanted = _wanted(dispute)
    if scene.table is not None or wanted is None or dispute.same:
        return
    text = scene.reading.text[slice(*scene.sentence)]
    for product in workings_of(text, scene.language):
        if not _doubted(product, dispute) or any(sign in product.text for sign in "+-−("):
            continue
        left_out = [each.value for each in product.operands if each.value > 1 and _without(product, each.value, wanted)]
        clause = _clause(text, product)
        if len(left_out) != 1 or not _TOTAL.search(clause) or not _told(left_out[0], dispute, clause):
            continue
        yield Evidence.of(
            "part", For.TEXT, "part", expression=product.text, factor=_plain(left_out[0]), printed=dispute.stated.text, proposed=wanted.text
        )
        return


_EXTRA = r"(?:the\s|its\s|all\s|one\s)?(?:bias(?:es)?\b|偏置|смещени\w+|padding\b|填充|checksums?\b|校[验驗][码碼]?|headers?\b|首部|[标標][头頭])"
_WITH = re.compile(rf"(?:(?<!不)[含]|包括|[连連]同|加上|[计計]入|算上|\b(?:with|including|plus|incl\.)\s|(?<![А-яё])(?:вместе со?|включая|с уч[её]том)\s)\s?{_EXTRA}", re.IGNORECASE)
_LACKING = re.compile(rf"(?:不(?:[计計]|含|包括)|除去|[无無]|\b(?:without|excluding|no|ignoring|not counting)\s|(?<![А-яё])(?:без(?: уч[её]та)?|не считая)\s)\s?{_EXTRA}", re.IGNORECASE)
MOST = 7
"""Numbers of a passage that are multiplied."""


def _extras(dispute: Dispute) -> Iterator[Evidence]:
    """A product of the text's numbers with or without a named part, one of each: weights and the biases, as the sentence says."""
    scene, printed, wanted = dispute.scene, dispute.printed, dispute.wanted
    if scene.table is not None or printed is None or printed.literal is None or wanted.literal is None or not wanted.literal.integer:
        return
    text = _own_clause(dispute)
    counted, lacking = _WITH.search(text), _LACKING.search(text)
    low, high = sorted((printed.literal.value, wanted.literal.value))
    values = [f.literal.value for f in dispute.others if f.literal.integer and f.literal.value > 1][:MOST]
    if bool(counted) == bool(lacking) or high - low not in values or not _is_product(low, high - low, values):
        return
    right, words = (high, counted) if counted else (low, lacking)
    shown = {"words": words[0] if words else "", "computed": f"{right.numerator:,}", "printed": printed.text, "proposed": wanted.text}
    if wanted.literal.value == right:
        yield Evidence.of("part", For.PROPOSAL, "extra", **shown)
    else:
        yield Evidence.of("part", For.TEXT, "extra-holds", **shown)


def _own_clause(dispute: Dispute) -> str:
    """The clause of the doubted number, with one before it that only names the part: `including the biases, it has …`."""
    text, at = dispute.scene.reading.text, dispute.targets[0].start
    stops = [match for match in _STOP.finditer(text) if not _inside_number(text, match.start())]
    before = [0, *(match.end() for match in stops if match.end() <= at)]
    end = next((match.start() for match in stops if match.start() >= at), len(text))
    lead = text[before[-2] : before[-1] - 1].strip() if len(before) > 1 else ""
    alone = any(match is not None for match in (_WITH.fullmatch(lead), _LACKING.fullmatch(lead)))
    return text[before[-2] if alone else before[-1] : end]


def _is_product(total: Fraction, factor: Fraction, values: list[Fraction]) -> bool:
    """Whether a total is the product of some of the numbers, a factor among them."""
    rest = [value for i, value in enumerate(values) if i != values.index(factor)]
    return any(prod(chosen) * factor == total for count in range(1, len(rest) + 1) for chosen in combinations(rest, count))


def _wanted(dispute: Dispute) -> Value | None:
    """The proposed value; that of the proposed sum where the reader writes one."""
    if dispute.proposed.is_number:
        return dispute.wanted
    sums = [each for each in workings_of(dispute.claim.proposed, dispute.scene.language) if each.result is not None]
    result = sums[0].result if len(sums) == 1 else None
    return result if result is not None and sums[0].gives(result) else None


def _doubted(product: Working, dispute: Dispute) -> bool:
    """Whether a product of the sentence comes to its printed result, and that is what is doubted."""
    result, printed = product.result, dispute.printed
    if result is None or result.literal is None or not product.gives(result):
        return False
    if printed is not None and printed.literal is not None:
        return printed.literal.value == result.literal.value
    doubted = workings_of(dispute.claim.stated, dispute.scene.language)
    return len(doubted) == 1 and sorted(o.value for o in doubted[0].operands) == sorted(o.value for o in product.operands)


def _without(product: Working, factor: Fraction, wanted: Value) -> bool:
    """Whether the wanted value is the product without one factor."""
    return any(fits(wanted, value / Interval.exact(factor)) for value in product.values()[-1:])


def _clause(text: str, product: Working) -> str:
    """The words from the beginning of a product's clause."""
    at = _place(text, product)
    begin = max((match.end() for match in _STOP.finditer(text, 0, at) if not _inside_number(text, match.start())), default=0)
    return text[begin:]


def _place(text: str, product: Working) -> int:
    """Where a product begins: at its first operand, in the notation of the text."""
    first = re.search(r"\d", text)
    digits = re.match(r"\d+", product.text.lstrip("(")) if product.text else None
    found = text.find(digits[0]) if digits else -1
    return found if found >= 0 else (first.start() if first else 0)


def _inside_number(text: str, at: int) -> bool:
    return text[at - 1 : at].isdigit() and text[at + 1 : at + 2].isdigit()


_TWO = re.compile(r"[两兩二]\s?(?=[\u4e00-\u9fff])|\b(?:two|both|twice)\b|(?<![А-яё])(?:два|две|двух|оба|обе|дважды)(?![А-яё])", re.IGNORECASE)


def _told(factor: Fraction, dispute: Dispute, clause: str) -> bool:
    """Whether the text counts things by the factor outside the product, and the total is not told for each of these things."""
    scene = dispute.scene
    nouns: list[str] = []
    for reading in scene.readings:
        text = reading.text
        nouns += [text[f.core : f.core + 14].lstrip(" 个個张張条條台颗顆") for f in figures_of(reading) if f.literal.value == factor and not _in_product(f, text)]
        if factor == 2:
            nouns += [text[m.end() : m.end() + 14].lstrip(" 个個张張条條台") for m in _TWO.finditer(text)]
    nouns = [noun for noun in nouns if noun[:1].isalpha()]
    each = [match["noun"].lower() for match in _EACH.finditer(clause)]
    return bool(nouns) and not any(_same_noun(noun.lower(), other) for noun in nouns for other in each)


def _in_product(figure: Figure, text: str) -> bool:
    around = text[max(0, figure.start - 9) : figure.start].rstrip(" $") + "#" + text[figure.core : figure.core + 9].lstrip(" $")
    return re.search(r"(?:[×*/÷=]|\\times|\\cdot)#|#(?:[×*/÷=]|\\times|\\cdot)", around) is not None


def _same_noun(first: str, second: str) -> bool:
    letters = 1 if second[:1] > "\u2e80" else 4
    return first[:letters] == second[:letters]


def _plain(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else str(float(value))
