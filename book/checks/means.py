"""Rule: the mean or the sum of a printed list (`41、44、53 微秒，平均 46 微秒`, `18, 21 and 24 ms, 63 ms together`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from book.checks.claim import Claim
from book.checks.compare import Formula, claim
from book.checks.sentence import Sentence, template
from book.numbers.interval import Interval, total
from book.numbers.scan import Mention

_LIST = re.compile(r"(?:[\ue000-\ue1ff][^,，、;；。()（）\ue000-\uf8ff]{0,4}(?:\s?[,、，]\s?(?:and\s|и\s|和|与)?|\s(?:and|и)\s|"
                   r"\s?[和与]\s?|\s?/\s?)){1,12}[\ue000-\ue1ff]")
_TERM = r"[^,，、;；。()（）\ue000-\uf8ff]{0,16}[\ue000-\ue0ff]"
_TERMS = re.compile(rf"(?:{_TERM}[^,，、;；。()（）\ue000-\uf8ff]{{0,16}}(?:[,，、]\s?(?:and\s|и\s)?|\s(?:and|plus|и|"
                    rf"плюс)\s|[和加])){_TERM}")
_MEAN_BEFORE = {"en": r"\b(?:mean|average)\b", "zh": r"平均值?|均值", "ru": r"(?<!\w)[Сс]редн\w+"}
_MEAN_AFTER = {"en": r"^[^;.\ue000-\uf8ff]{0,24}?\b(?:mean|average|averages?|averaging)\b[^;.\ue000-\uf8ff]{0,16}?<Q:r>|"
                     r"^[\s)]*[^;.\ue000-\uf8ff]{0,6}?(?:is|—|=|:)\s(?:about\s)?<Q:r>",
               "zh": r"^[^。；\ue000-\uf8ff]{0,10}?(?:平均值?|均值)(?:为|是|约|约为|用时|每次|耗时)?\s?<Q:r>", "ru":
                   r"^[^;.\ue000-\uf8ff]{0,14}?(?:[Вв]\sсреднем|средн\w+)[^;.\ue000-\uf8ff]{0,12}?<Q:r>|"
                   r"^[\s)]*(?:,\s)?(?:—|–|=|равно|составляет|это)\s(?:примерно\s)?<Q:r>"}
_SUM_AFTER = {"en": r"^[^.\ue000-\uf8ff]{0,24}?\b(?:together|sum to|add up to|adds up to|sum is|in all|in total|"
                    r"altogether|sum of)\b[^;.\ue000-\uf8ff]{0,12}?<Q:r>|^,\s(?:or\s|that is\s)?<Q:r>\s(?:in all|in total|"
                    r"altogether|together)\b",
              "zh": r"^[^。；\ue000-\uf8ff]{0,6}?(?:相加(?:为|得|是|后为)?|之和(?:为|是)?|加起来(?:是|为|共)?|合起来(?:是|"
                    r"为)?|合计(?:为|是)?|总和(?:为|"
                    r"是)?)(?:约|大约)?\s?<Q:r>", "ru": r"^[^;.\ue000-\uf8ff]{0,14}?(?:в сумме|вместе|в сумме это|"
                                                    r"сумма)[^;.\ue000-\uf8ff]{0,10}?<Q:r>"}


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """Means and sums of lists."""
    lang, skeleton = sentence.family, sentence.skeleton
    for match in _LIST.finditer(skeleton):
        listed = [sentence.mention(c) for c in re.findall(r"[\ue000-\ue1ff]", match[0])]
        if len(listed) > 2 and _ON_AVERAGE.match(skeleton[match.end():match.end() + 20]) and (terms := _uniform(listed[:-1])):
            yield from claim(sentence, listed[-1], terms, [_mean], "the mean of the listed values")
            continue
        terms = _uniform(listed)
        if terms is None:
            continue
        rest = skeleton[match.end():match.end() + 60]
        averaged = bool(re.search(_MEAN_BEFORE[lang], skeleton[max(0, match.start() - 40):match.start()]))
        after = re.search(template(_MEAN_AFTER[lang].replace("<Q:r>", "<Q:r1>", 1).replace("<Q:r>", "<Q:r2>")), rest)
        if after and (averaged or re.search(_MEAN_BEFORE[lang], after[0])):
            yield from _stated(sentence, terms, after, _mean, "the mean of the listed values")
    for match in _TERMS.finditer(skeleton):
        terms = _uniform([sentence.mention(c) for c in re.findall(r"[\ue000-\ue0ff]", match[0])])
        after = re.search(template(_SUM_AFTER[lang].replace("<Q:r>", "<Q:r1>", 1).replace("<Q:r>",
            "<Q:r2>")), skeleton[match.end():match.end() + 60])
        if terms is None or after is None or re.search(r"[\ue000-\ue0ff]", skeleton[max(0, match.start() - 40):match.start()]):
            continue
        bare = [m for c in re.findall(r"[\ue000-\ue0ff]", match[0]) if not (m := sentence.mention(c)).dims]
        if bare and len(bare) < len(terms) and terms[-1].dims and re.search(r"[^\ue000-\uf8ff、,，\s和andи]{3}", match[0].strip()):
            continue
        yield from _stated(sentence, terms, after, total, "the sum of the listed values")


_ON_AVERAGE = re.compile(r"\s?(?:on average|in the mean|в среднем)", re.IGNORECASE)


def _uniform(terms: Sequence[Mention]) -> list[Mention] | None:
    """The terms with the unit of the last one, if they are of one kind."""
    unit = terms[-1].unit
    if len(terms) < 2:
        return None
    out = [replace(m, unit=unit) if m.unit is None else m for m in terms]
    return out if all(m.dims == out[-1].dims and m.what is out[-1].what for m in out) else None


def _stated(sentence: Sentence, terms: list[Mention], after: re.Match[str], formula: Formula,
            how: str) -> Iterator[Claim]:
    """The claim about the value after the list."""
    stated = sentence.mention(next(char for char in after.groups() if char and "\ue000" <= char <= "\ue4ff"))
    if stated.unit is None and terms[-1].unit is not None:
        return
    if stated.dims == terms[-1].dims:
        yield from claim(sentence, stated, terms, [formula], how, alone=formula is _mean)


def _mean(values: Sequence[Interval]) -> Interval:
    """The mean of all."""
    return total(values) / Interval.exact(len(values))
