"""Rule: a quantity told twice (`141.11 GB, about 131.42 GiB`; `90 分钟，合 1.5 小时`; `2,4 млрд, то есть 2 400 млн`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from book.checks.claim import Claim
from book.checks.compare import claim, exact, plausible, rounded
from book.checks.lexicon import lexicon
from book.checks.scene import stems
from book.checks.sentence import Sentence, template
from book.findings import Code
from book.numbers.chain import show
from book.numbers.interval import Interval
from book.numbers.scan import Hedge, Mention
from book.numbers.units import dimension

_NOUN = r"[^,.;:()（），。；：\ue000-\uf8ff]{0,28}?"
_STRONG = {
    "en": rf"<N:a>{_NOUN},?\s?(?:\(|—\s?|–\s?)?(?:i\.e\.,?|that is,?|that’s|that's|in other words,?|equivalently,?|"
          rf"which is|which equals|which makes|equals|is equal to|equal to|is equivalent to|equivalent to|"
          r"corresponds to|corresponding to|or equivalently|which [a-z ]{2,24} (?:shows?|reports?|displays?|lists?) as|shown as|shows as|displayed as)\s(?:(?:to|by|at|about|exactly|roughly|just|only|some|almost|"
          r"approximately|precisely|a total of|every|once every)\s)?(?:≈\s?)?<N:b>",
    "zh": rf"<N:a>{_NOUN}[，,；（(]?\s?(?:也)?(?:折成[^，。\ue000-\uf8ff]{{0,6}}?(?:为|是|得)?|即|也就是说?|那?就是|合|约合|折合|折算(?:成|为)|相当于|等于|等同于|"
          rf"恰好等于|恰好是|恰为|恰是|[^，。\ue000-\uf8ff]{0,8}(?:显示|写)(?:为|成|的是)|正好是|正好等于|刚好是|换算(?:过来|下来|后|一下)|(?:换算|换|写|折算|化)(?:后|下来|成|"
          rf"过来|一下)?[^，。\ue000-\uf8ff]{{0,6}}?(?:为|是|得|即|有|约|则为)|亦即|换言之|换句话说|或者说)"
          r"[，,]?(?:约|大约|约为|恰好|正好|是|到|达)?\s?<N:b>",
    "ru": rf"<N:a>{_NOUN},?\s?(?:[—–-]\s)?(?:\()?(?:то есть|т\. ?е\.|иначе(?: говоря)?,?|иными словами,?|что равно|равно|"
          rf"равны|равен|[а-яё ]{{0,16}}(?:показыва|отобража)\w+ как|что соответствует|соответствует|эквивалентно|что составляет|это ровно|это)\s"
          r"(?:(?:до|на|по|в|примерно|ровно|около|почти|всего|точно|приблизительно)\s){0,2}<N:b>",
}
_WEAK = {
    "en": rf"<N:a>{_NOUN}(?:,\s?or\s|,?\s?(?:is|are|makes?|=|≈|~)\s|,\s|\s?\()(?:(?:about|exactly|roughly|just|only|some|"
          rf"almost|approximately|precisely|i\.e\.,?|or)\s)?(?:[≈~=]\s?)?<N:b>(?P<close>(?:\s?exactly|\s?in all)?[^\w\s]|\s|$)",
    "zh": rf"<N:a>{_NOUN}(?:[，,]?\s?(?:约为?|大约是?|是|为|=|≈|或)|\s?[（(])\s?(?:约为?|大约|即|合|约合|恰好|正好|≈|"
          rf"=)?\s?<N:b>(?P<close>(?:左右|"
          rf"整|个)?[^\w\s]|\s|$|.)",
    "ru": rf"<N:a>{_NOUN}(?:,\s?или\s|,?\s?(?:=|≈|~)\s|,\s|\s?\(|\s[—–]\s)(?:(?:примерно|ровно|около|почти|это|то есть|или|"
          rf"приблизительно)\s)*(?:[≈~=]\s?)?<N:b>(?P<close>(?:\sровно)?[^\w\s]|\s|$)",
}


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """Pairs of quantities that are said to be one."""
    seen: set[tuple[int, int]] = set()
    for strong, patterns in ((True, _STRONG), (False, _WEAK)):
        for match in _overlapping(template(patterns[sentence.family]), sentence.skeleton):
            first, second = sentence.mention(match["a"]), sentence.mention(match["b"])
            if (first.start, second.start) in seen:
                continue
            if not strong and ("(" in match[0] or "（" in match[0]) and not match["close"].strip().endswith((")", "）")):
                continue
            each = lexicon(sentence.family).each_after
            if sentence.family != "zh" and first.literal.value != second.literal.value and (each.match(sentence.skeleton[match.end("a"):match.start("b")]) or each.match(sentence.skeleton[match.end("b"):match.end("b") + 30])):
                continue  # `700 W a card, that is 134.4 kW`: one of the two is told of each
            bracketed = re.search(r"[(（]", match[0])
            if (not bracketed and _one_of_several(sentence, match.start("a"))) or _partial(sentence, match, first, second) or _multiplied(sentence, match):
                continue
            if not strong and _of_different_things(sentence, match, first, second):
                continue
            second = _timed(second, first)
            if _same_thing(first, second, strong):
                seen.add((first.start, second.start))
                after = sentence.skeleton[match.end("b"):match.end("b") + 12]
                exactly = bool(_EXACTLY.search(match[0]) or _EXACTLY.match(after))
                yield from _pair(sentence, first, second, strong, exactly)
            elif strong and _reciprocal(first, second):
                yield from claim(sentence, second, [first], [lambda v: Interval.exact(1) / v[0]], "the reciprocal")
    for first, second in pairwise(sentence.mentions):
        if (first.start, second.start) not in seen and _inverted(first, second):
            yield from claim(sentence, second, [first], [lambda v: v[0]], "the same quantity in another unit", Code.UNIT_MISMATCH)


def _inverted(first: Mention, second: Mention) -> bool:
    """Whether a size in GB and the next one in GiB, or bits and bytes, differ as if one was converted the wrong way round.

    No words are read: three digits that agree with the inverse conversion are no accident.
    """
    one, other = first.unit, second.unit
    if one is None or other is None or not first.dims or first.dims != second.dims or one.factor == other.factor:
        return False
    if ("byte", 1) not in first.dims or (second.literal.digits < 2 and second.literal.value < 10) or Hedge.BOUND in (first.hedge, second.hedge):
        return False
    ratio = one.factor / other.factor
    if one.binary == other.binary and ratio not in (8, Fraction(1, 8)):
        return False
    return second.literal.admits(Interval.exact(first.literal.value / ratio)) and not second.literal.admits(Interval.exact(first.literal.value * ratio))


_PARTIAL = re.compile(r"duplex|bidirectional|unidirectional|both directions|each way|per direction|one way|one direction|"
                      r"aggregate|双向|单向|двунаправ|однонаправ|в одну сторону|в каждую", re.IGNORECASE)
"""Words after which the second quantity is half, or twice, the first one."""


def _partial(sentence: Sentence, match: re.Match[str], first: Mention, second: Mention) -> bool:
    """Whether the second quantity may be half of the first, or twice: not if the two have the same digits in two units."""
    return bool(_PARTIAL.search(sentence.skeleton[match.start():match.end() + 24])) and first.literal.value != second.literal.value


def _one_of_several(sentence: Sentence, at: int) -> bool:
    """Whether the first quantity is what one of several has: `1,200 steps of 1.5 s, that is 30 minutes`."""
    before = re.search(r"[\ue000-\ue0ff]([^\ue000-\uf8ff;；。]{1,30})$", sentence.skeleton[:at])
    words = lexicon(sentence.family)
    if before is not None and words.result_before.search(before[1]):
        return False  # `8 cards at 80 GB each give 640 GB, that is 596 GiB`
    return before is not None and bool(words.joint.search(before[1]) or words.each_before.search(before[1]))


def _multiplied(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether one of the quantities is only a factor: `1024 x 1.68 TB/s is 1.72 PB/s`, `1.4 TB, that is 700 GB $*$ 2`."""
    text, end = sentence.reading.text, sentence.mention(match["b"]).end
    return bool(_FACTOR.search(sentence.skeleton[max(0, match.start("a") - 16):match.start("a")]) or _TIMES.match(text, end))


_TIMES = re.compile(r"\s?\$?\s?(?:[×*·⋅]|\\times(?![A-Za-z])|\\cdot(?![A-Za-z]))")


def _of_different_things(sentence: Sentence, match: re.Match[str], first: Mention, second: Mention) -> bool:
    """Whether a comma or a bracket separates two of a list (`350M, 750M, 3B`) or counts of two things (`60 experts (7,000 parameters)`)."""
    skeleton, (start, end) = sentence.skeleton, (match.start("a"), match.end("b"))
    between = skeleton[match.end("a"):match.start("b")]
    comma = re.fullmatch(r"[^,(（]*,\s", between) is not None
    if comma and (re.search(r"[\ue000-\uf8ff][^,;.]{0,12},\s$", skeleton[:start]) or re.match(r"[^,;.]{0,12},\s[\ue000-\uf8ff]", skeleton[end:])):
        return True
    if first.dims or second.dims:
        return False
    mine = stems(re.sub(r"[,(（].*", "", between)) - stems("".join(_CLASSIFIERS))
    label = second.unit.spelling if second.unit else ""
    after = re.match(r"[^,，.;:()（）。；：\ue000-\uf8ff]{0,28}", skeleton[end:])
    theirs = stems(label + " " + (after[0] if after else "")) - stems("".join(_CLASSIFIERS))
    return bool(mine and theirs) and (mine != theirs if comma else not mine & theirs)


_CLASSIFIERS = "个個条條张張台次名人"


_FACTOR = re.compile(r"(?:[×x*·/÷+\uf8f0\uf8f1]|\b(?:times|multiplied by|divided by)|乘以?|除以|(?:умнож|делени|делим|"
                     r"умнож)\w*\sна)\s*$", re.IGNORECASE)


def _overlapping(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Matches that may share a mention: the second of one pair can be the first of the next."""
    at = 0
    while (match := pattern.search(text, at)) is not None:
        yield match
        at = match.start("a") + 1


def _same_thing(first: Mention, second: Mention, strong: bool) -> bool:
    """Whether the two can be one quantity: equal hard dimension in two units, or two counts of different scale."""
    if first.dims != second.dims:
        return False
    if first.dims:
        if first.unit is None or second.unit is None:
            return False
        same_soft = _soft(first) == _soft(second) or not _soft(first) or not _soft(second)
        return same_soft and (first.unit.factor != second.unit.factor or _rescaled(first, second))
    big = min(exact(first).low, exact(second).low) >= 1000
    differ = _scale(first) != _scale(second)
    soft = not _soft(first) or not _soft(second) or _soft(first) == _soft(second)
    return big and differ and soft and bool(_scale(first) or _scale(second) or (strong and first.literal.digits > 3))


def _timed(second: Mention, first: Mention) -> Mention:
    """The second quantity as one for the time of the first, if both print the same digits: `96 MB a second, that is, 96 Mbit`."""
    if first.unit is None or second.unit is None or first.literal.value != second.literal.value:
        return second
    if dimension([*second.dims, ("second", -1)]) != first.dims:
        return second
    return replace(second, unit=replace(second.unit, dims=dimension([*second.unit.dims, ("second", -1)])))


def _soft(mention: Mention) -> tuple[tuple[str, int], ...]:
    """The labels of a unit."""
    return tuple(pair for pair in mention.unit.dims if pair not in mention.unit.hard) if mention.unit else ()


def _rescaled(first: Mention, second: Mention) -> bool:
    """Whether two numbers in digits have different scale words: 1.35 billion, 1,350 million."""
    scales = [_scale(m) for m in (first, second) if m.literal.written[:1].isdecimal()]
    return len(scales) == 2 and scales[0] != scales[1] and all(scale.isalpha() for scale in scales if scale)


_WORD = re.compile(r"[^\d.,\s\u00a0\u202f\u2009]+$")


def _scale(mention: Mention) -> str:
    """The scale word of a count as printed."""
    match = _WORD.search(mention.literal.written.rstrip("."))
    return match[0] if match else ""


def _reciprocal(first: Mention, second: Mention) -> bool:
    """Whether one is a rate and the other the time for one."""
    one, other = dict(first.dims), dict(second.dims)
    return one == {"second": -1} and other == {"second": 1}


def _rounds_to(value: Mention, first: Mention) -> bool:
    """Whether the first quantity may be the second one, rounded (never truncated)."""
    loose = first.hedge is Hedge.ABOUT
    if _nominal(first) and not loose:
        return first.literal.value == exact(value).low / (first.unit.factor if first.unit else 1)
    factors = {first.unit.factor if first.unit else Fraction(1)}
    if first.unit and not (value.unit and value.unit.binary):
        factors.add(first.unit.binary_factor)
    for factor in factors:
        interval = first.literal.rounded()
        half = first.literal.last_digit / 2 if loose else Fraction(0)
        wide = Interval(interval.low - half, interval.high + half)
        if wide.meets(rounded(value) / Interval.exact(factor)):
            return True
    return False


def _thousands(first: Mention, value: Mention) -> bool:
    """Whether binary units were converted by thousands: 1.5 GiB told as 1500 MiB."""
    steps = exact(value).low and value.literal.value / first.literal.value
    return steps in (1000, 10**6, Fraction(1, 1000), Fraction(1, 10**6))


def _nominal(mention: Mention) -> bool:
    """Whether it is a size that is never a rounded one: 16 KiB, 144 KiB (at most two binary digits)."""
    literal = mention.literal
    return bool(mention.unit and mention.unit.binary) and literal.integer and int(literal.value).bit_count() <= 2


_EXACTLY = re.compile(r"\s?(?:exactly|precisely|ровно|точно|恰好|正好|刚好|整好)", re.IGNORECASE)


def _pair(sentence: Sentence, first: Mention, second: Mention, strong: bool, exactly: bool) -> Iterator[Claim]:
    """The claim of a pair: either may be the rounded one."""
    if _inverted(first, second) and not second.literal.admits(exact(first) / Interval.exact(second.unit.factor if second.unit else 1)):
        yield from claim(sentence, second, [first], [lambda v: v[0]], "the same quantity in another unit", Code.UNIT_MISMATCH, guard=False)
        return
    if strong and first.unit and second.unit and first.unit.binary and second.unit.binary and _thousands(first, second):
        right = exact(first).low / second.unit.factor
        yield Claim(first.start, second.end, Code.UNIT_MISMATCH, sentence.reading.text[second.start:second.end],
                    f"{show(right)} {second.unit.spelling}", "binary units go by 1024", second.start)
        return
    forward = list(claim(sentence, second, [first], [lambda v: v[0]], "the same quantity in another unit", Code.UNIT_MISMATCH,
                         guard=not strong))
    if not forward or (forward[0].code is None and not exactly):
        yield from forward
        return
    if exactly and forward[0].code is None:
        unit = first.unit.factor if first.unit else Fraction(1)
        if first.literal.admits(exact(second) / Interval.exact(unit)):
            yield from forward
        else:
            text = sentence.reading.text
            value = exact(first).low / (second.unit.factor if second.unit else 1)
            yield Claim(first.start, second.end, Code.UNIT_MISMATCH, text[second.start:second.end], show(value),
                        "the same quantity, called exact", second.start)
        return
    if _rounds_to(second, first):
        yield Claim(first.start, second.end, None)
    elif strong and not plausible(exact(second).low, exact(first).low) and max(first.literal.digits, second.literal.digits) < 2:
        return
    else:
        yield from forward
