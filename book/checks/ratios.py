"""Rule: two quantities and how many times one is the other (`148-fold (20.90 ms against 0.1415 ms)`, `前者是后者的 148 倍`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from book.checks.claim import Claim
from book.checks.compare import Formula, claim, exact, plausible
from book.checks.sentence import Sentence, template
from book.findings import Code
from book.numbers.chain import show
from book.numbers.scan import Mention, What
from book.numbers.units import hard
from book.numbers.words import chinese, english, russian_ordinal

_LARGER = "larger over smaller"
_PATTERNS: dict[str, list[tuple[str, str]]] = {
    "en": [(r"<N:a>\)\s(?:is|are|takes|costs)\s(?:about\s)?<X:c>\s[a-z]+(?:er|e) than [^;.\ue000-\uf8ff]{0,30}?\(<N:b>\)", _LARGER),
           (r"<X:c>[^;\ue000-\uf8ff]{0,30}?\(<N:a>[^;()\ue000-\uf8ff]{0,25}?\b(?:against|vs\.?|versus|compared (?:to|with)|"
            r"instead of|rather than|and|to)\s(?:only\s)?<N:b>[^()\ue000-\uf8ff]{0,20}\)", _LARGER),
           (r"<N:a>[^;.\ue000-\uf8ff]{0,25}?\b(?:against|vs\.?|versus|compared (?:to|with)|rather than|"
            r"instead of)\s(?:the\s|a\s|only\s)?<N:b>[^;.\ue000-\uf8ff]{0,30}?(?:,|:|—|\(|that is|i\.e\.|or|a factor of|"
            r"a ratio of|differ|is|=)\s?(?:about\s|a\s|roughly\s|some\s|i\.e\.\s|or\s|factor of\s|a factor of\s|"
            r"ratio of\s){0,2}<X:c>", _LARGER),
           (r"<N:a>[^;.\ue000-\uf8ff]{0,25}?\b(?:against|vs\.?|versus|compared (?:to|with)|rather than|instead of|"
            r"and)\s(?:the\s|a\s|only\s)?<N:b>[^;.\ue000-\uf8ff]{0,30}?\b(?:factor|ratio) of\s(?:about\s|roughly\s|"
            r"some\s)?<N:c>", _LARGER),
           (r"<N:a>[^;.,\ue000-\uf8ff]{0,25}?(?:\b(?:is|are|equals)\s|,\s)(?:about\s|roughly\s|exactly\s|"
            r"only\s)?<XF:c>\s(?:of\s|as (?:much|many|long|large|fast) as\s|the\s|larger than\s|"
            r"more than\s)?(?:the\s)?(?:[a-z]+(?:'s)?\s){0,4}<N:b>", "first over second"),
           (r"<N:a><~40><N:b><~24>(?:,|\(|—)\s?(?:that is,?\s|or\s|i\.e\.,?\s)?(?:one in|one of every)\s<N:c>", _LARGER),
           (r"<N:a><~60><N:b><~8>,?\s(?:so\s)?the (?:first|former) (?:is|takes|needs)\s(?:about\s)?<X:c>\s(?:as \w+ as\s)?the (?:second|latter)\b", "first over second"),
           (r"(?:between|of)\s<N:a>[^;.\ue000-\uf8ff]{0,25}?\band\s<N:b>[^;.\ue000-\uf8ff]{0,20}?(?:is|—|,|:)\s(?:about\s|"
            r"a\s|roughly\s)?(?:factor of\s|a factor of\s)?<X:c>", _LARGER)],
    "zh": [(r"<N:a>[）)]比[^，。；\ue000-\uf8ff]{0,16}[（(]<N:b>[）)](?:快|慢|大|小|长|高|贵|多)(?:了|约)?<X:c>", _LARGER),
           (r"<N:a><~24><N:b><~12>每<N:c>[^，。；\ue000-\uf8ff]{0,6}?(?:就|便|中|里|动用|使用|激活|选|取|有){1,4}一", _LARGER),
           (r"<N:a><~16><N:b><~6>[，,（(](?:即|也就是|约|为){0,2}<F:c>", "second over first"),
           (r"<N:a><~24><N:b><~8>前者(?:大?约|大概)?[是为]?后者的(?:大?约|近)?<X:c>", "first over second"),
           (r"<N:a><~24><N:b><~8>后者(?:大?约|大概)?[是为]?前者的(?:大?约|近)?<X:c>", "second over first"),
           (r"<N:a><~24><N:b><~8>(?:两者|二者|前后)?(?:之间)?(?:相差|差了?|之比(?:约?[为是])|比值(?:约?[为是]))(?:大?约|近|"
            r"了)?<X:c>", _LARGER),
           (r"<N:a>[^，。；\ue000-\uf8ff]{0,12}[，,]?[是为](?:[^，。；\ue000-\uf8ff]{0,8}?)<N:b>[^，。；\ue000-\uf8ff]{0,4}的(?:大?约|近|"
            r"整整)?<XF:c>", "first over second"),
           (r"<N:b><~16>的(?:大?约|近)?<X:c>(?:即|，即|，也就是|就是|为|是|，为)<N:a>", "first over second")],
    "ru": [(r"<N:a>\)?\s(?:дольше|больше|медленнее|быстрее|меньше|выше|ниже|дороже|дешевле)(?!\w)[^;.\ue000-\uf8ff]{0,40}?<N:b>\)?\sв\s<X:c>", _LARGER),
           (r"(?:между\s)<N:a>[^;.\ue000-\uf8ff]{0,30}?\sи\s<N:b><~20>(?:в\s)<X:c>", _LARGER),
           (r"<N:a>[^;.\ue000-\uf8ff]{0,30}?\sпротив\s<N:b><~24>(?:в\s)<X:c>", _LARGER),
           (r"<N:a>[^;.\ue000-\uf8ff]{0,30}?<N:b>(?:[:,]|\s—)\s(?:разница|отличие|разрыв|то есть|это)\s(?:почти\s|примерно\s)?в\s<X:c>", _LARGER),
           (r"(?:в\s)<X:c><~30>\(<N:a>[^;.()\ue000-\uf8ff]{0,20}?\s(?:против|и|вместо)\s<N:b>", _LARGER),
           (r"<N:a>[^;.\ue000-\uf8ff]{0,20}?(?:,\s|\s—\sэто\s|,?\sэто\s|это\s)в\s<X:c>\s(?:больше|меньше|дольше|быстрее|"
            r"медленнее|выше|ниже),?\s(?:чем\s)?<N:b>", _LARGER)],
}
_EACH = {
    "ru": r"<N:a><~40><N:b><~24>кажд(?:ый|ая|ое|ого|ую)\s(?:<N:tens>\s)?(?P<word>[а-яё]+(?:\s[а-яё]+)?)",
    "en": r"<N:a><~40><N:b><~24>(?:one in|one of|every)\s(?P<word>[a-z]+(?:-[a-z]+)?)\b",
    "zh": r"<N:a><~24><N:b><~12>每(?P<word>[二三四五六七八九十百]{1,5})[^，。；\ue000-\uf8ff]{0,4}?(?:就|便|中|里|动用|使用|激活|选|取|有){1,4}一",
}


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """Ratios of two quantities of one dimension, and `every sixteenth` of a count."""
    for pattern, kind in _PATTERNS[sentence.family]:
        for match in template(pattern).finditer(sentence.skeleton):
            first, second, stated = (sentence.mention(match[name]) for name in "abc")
            if first.dims != second.dims or exact(first).low == exact(second).low or not _firm(first, second):
                continue
            if _of_attributes(sentence, match, first):
                continue
            if stated.unit is not None or (stated.what is What.QUANTITY and stated.dims):
                continue
            if kind == _LARGER and stated.literal.value <= 1:
                continue
            yield from claim(sentence, stated, [first, second], [_formula(kind, first, second)],
                f"the ratio, {kind}", guard=False)
    if sentence.family in _EACH:
        yield from _each(sentence)


def _of_attributes(sentence: Sentence, match: re.Match[str], first: Mention) -> bool:
    """Whether the numbers only name what is compared: `8-bit 的算力是 16-bit 的两倍`, `发给 500 人的打开率是 …`."""
    between = sentence.skeleton[match.end("a"):match.start("b")] if match.start("a") < match.start("b") else ""
    measured = bool(hard(first.dims)) and sentence.reading.text[first.start:first.end].find("-") <= 0
    return not measured and re.search(r"的[^的]+(?:是|为)", between) is not None


def _firm(first: Mention, second: Mention) -> bool:
    """Ratios of bare counts are told of nearly anything; both must carry a unit, or neither."""
    return bool(first.dims) or (first.unit is None) == (second.unit is None) or first.unit == second.unit


def _formula(kind: str, first: Mention, second: Mention) -> Formula:
    """First over second, second over first, or larger over smaller."""
    swapped = kind == "second over first" or (kind == _LARGER and exact(second).low > exact(first).low)
    return (lambda v: v[1] / v[0]) if swapped else (lambda v: v[0] / v[1])


def _ordinal(words: str, family: str) -> int | None:
    """`двадцать пятый`, `sixteen`, `tenth`, `三十八`."""
    if family == "ru":
        return russian_ordinal(words) or russian_ordinal(words.split()[0])
    value = chinese(words) if family == "zh" else english(re.sub(r"(?:th|st|nd|rd)$", "", words.replace("-", " ")))
    return int(value) if value else None


def _each(sentence: Sentence) -> Iterator[Claim]:
    """`128 экспертов, активны 8, то есть каждый шестнадцатый`."""
    for match in template(_EACH[sentence.family]).finditer(sentence.skeleton):
        whole, part = sentence.mention(match["a"]), sentence.mention(match["b"])
        if exact(part).low > exact(whole).low:  # `18 из 450 заданий`
            whole, part = part, whole
        words = match["word"]
        ordinal = _ordinal(words, sentence.family)
        if ordinal and match.groupdict().get("tens"):
            ordinal += int(sentence.mention(match["tens"]).literal.value)
        if not ordinal or whole.dims or part.dims or exact(part).low == 0 or exact(part).low > exact(whole).low:
            continue
        value = (exact(whole) / exact(part)).low
        text = sentence.reading.text
        end = text.find(words.split()[0], part.end)
        stop = end + len(words.split()[0]) if end >= 0 else part.end
        if abs(value - ordinal) < max(Fraction(1), value / 20):
            yield Claim(whole.start, stop, None)
            continue
        if plausible(value, Fraction(ordinal)):
            yield Claim(whole.start, stop, Code.ARITH_MISMATCH, words, show(value), "the whole over the part")

