"""Rule: an amount at a rate takes a time (`70 GB at 3350 GB/s takes 20.90 ms`), by dimensions; `900 tokens/s, 1.11 ms each`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from book.checks.claim import Claim
from book.checks.compare import Formula, claim, exact
from book.checks.sentence import Sentence, template
from book.numbers.interval import Interval
from book.numbers.scan import Hedge, Mention, What
from book.numbers.units import Dimension, dimension
from book.numbers.words import simplify

_RATE = {
    "en": r"\b(?:at|with|over|through|by|via|of|for|bandwidth|rate|speed|link)\b",
    "zh": r"以|按|在|用|带宽|频宽|速率|速度|速|每秒|峰值|算力|链路|通道|（|\(|，",
    "ru": r"(?<!\w)(?:при|со скоростью|по|на|с|скорость|канал\w*|через|полос\w+|скорости)(?!\w)",
}
_RESULT = {
    "en": r"\b(?:takes?|took|needs?|requires?|costs?|lasts?|in|is|are|for|spends?|about|least|transfers?|moves?|gives?|"
          r"reads?|carries|delivers?|uses?|only|within|of|consumes?)\b",
    "zh": r"需|要|耗时|用时|花|用|约|为|是|得|时间|延迟|读|传|共|可|即|完|能|写|搬|合计|耗电|用电|送",
    "ru": r"(?<!\w)(?:занимает|занимают|займёт|займет|за|длится|уйдёт|нужно|требует\w*|потребует\w*|это|составля\w+|около|"
          r"примерно|передаст|читается|пишется|проходит|—|=|расходует\w*|потребля\w+)(?!\w)|—",
}
_IN_TOTAL = re.compile(r"\s?(?:in total|in all|altogether|total\b|всего|в сумме)")
_OTHER = re.compile(r"latency|overhead|launch|delay|startup|warm-?up|timeout|interval|price|вклад|задержк|накладн|запуск|"
                    r"延迟(?!约|为)|启动|开销|间隔|超时|另|以及|再加|plus|additional|extra|besides|while|whereas|instead of|"
                    r"capacity", re.IGNORECASE)


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """Three neighbouring quantities of which the last is the product or the quotient of the others."""
    mentions = [m for m in sentence.mentions if m.what is What.QUANTITY]
    for i in range(len(mentions) - 2):
        for triple in _triples(sentence, mentions, i):
            yield from _triple(sentence, triple)
    yield from _each(sentence)


def _triples(sentence: Sentence, mentions: Sequence[Mention], i: int) -> Iterator[tuple[Mention, Mention, Mention]]:
    """Three mentions from i on; a restatement in brackets may stand between."""
    first = mentions[i]
    text = sentence.reading.masked
    rest = [m for m in mentions[i + 1:i + 4] if not _in_brackets(text, m)]
    if len(rest) >= 2:
        yield first, rest[0], rest[1]


def _in_brackets(text: str, mention: Mention) -> bool:
    """Whether a mention stands alone in brackets."""
    before, after = text[max(0, mention.start - 3):mention.start], text[mention.end:mention.end + 8]
    return bool(re.search(r"[(（][≈~约]?\s?$", before)) and bool(re.match(r"[^(（]{0,7}[)）]", after))


def _triple(sentence: Sentence, triple: tuple[Mention, Mention, Mention]) -> Iterator[Claim]:
    """The claim of three quantities, if their dimensions and the words between them say so."""
    first, second, stated = triple
    if any(m.unit is None or not m.dims or m.hedge is Hedge.BOUND for m in triple):
        return
    operation = _operation(first.dims, second.dims, stated.dims)
    if operation is None:
        return
    text = sentence.reading.masked
    text = simplify(text) if sentence.family == "zh" else text
    one, two = text[first.end:second.start], text[second.end:stated.start]
    lang = sentence.family
    if len(one) > 60 or len(two) > 60 or re.search(r"[;；。]|\.\s", one + two) or _OTHER.search(one + two):
        return
    rate = one if ("second", -1) in second.dims else text[max(0, first.start - 40):first.start] + one
    summed = _IN_TOTAL.match(text[stated.end:stated.end + 16])
    rated = re.search(_RATE[lang], rate, re.IGNORECASE) or re.search(_RATE[lang], one, re.IGNORECASE)
    if not rated or not (re.search(_RESULT[lang], two) or summed):
        return
    if not _counted(sentence, first):
        yield from claim(sentence, stated, [first, second], [operation], "the amount and the rate")


_LINK = re.compile(r"\b(?:at|of|with|by|each)\s|每|(?<!\w)по\s", re.IGNORECASE)


def _counted(sentence: Sentence, first: Mention) -> bool:
    """Whether a count stands before the first quantity (`eight boards at 700 W`): then there is a third factor."""
    before = [m for m in sentence.mentions if m.what is What.QUANTITY and not m.dims and 0 <= first.start - m.end < 40]
    return bool(before) and bool(_LINK.search(sentence.reading.text[before[-1].end:first.start]))


def _operation(first: Dimension, second: Dimension, stated: Dimension) -> Formula | None:
    """How the third dimension comes from the first two, if it does in one way; a rate must be among them."""
    found: list[Formula] = []
    if dimension([*first, *second]) == stated:
        found.append(lambda v: v[0] * v[1])
    if dimension([*first, *_inverse(second)]) == stated:
        found.append(lambda v: v[0] / v[1])
    if dimension([*second, *_inverse(first)]) == stated:
        found.append(lambda v: v[1] / v[0])
    rates = sum(any(exponent < 0 for _, exponent in dims) for dims in (first, second, stated))
    watts = any(set(dims) == {("joule", 1), ("second", -1)} for dims in (first, second, stated))
    return found[0] if len(found) == 1 and (rates or watts) else None


def _inverse(dims: Dimension) -> list[tuple[str, int]]:
    """Exponents negated."""
    return [(base, -exponent) for base, exponent in dims]


_EACH = {
    "zh": r"<N:a><~6>[，,]?(?:平均|即|也就是|相当于|约合)?每[个次条张]?[^，。；\ue000-\uf8ff]{1,6}?(?:需要?|要|用时|耗时|"
          r"约|为|是|花)?<N:b>",
    "en": r"<N:a>,\s(?:that is,?\s|i\.e\.,?\s|or\s|so\s)?(?:about\s|on average\s)?<N:b>\s(?:per|a|for each|each|for every|"
          r"for one)\b",
    "ru": r"<N:a>,\s(?:то есть\s|или\s|в среднем\s){0,2}(?:по\s|около\s)?<N:b>\s(?:на\s(?:каждый\s|один\s)?)(?:токен|"
          r"запрос|кадр|шаг|изображение|образец)",
}


def _each(sentence: Sentence) -> Iterator[Claim]:
    """A rate and the time of one."""
    for match in template(_EACH[sentence.family]).finditer(sentence.skeleton):
        rate, time = sentence.mention(match["a"]), sentence.mention(match["b"])
        if rate.dims == (("second", -1),) and time.dims == (("second", 1),) and exact(rate).low:
            yield from claim(sentence, time, [rate], [lambda v: Interval.exact(1) / v[0]], "one over the rate")
