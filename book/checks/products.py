"""Rule: many of one thing (`8 GPUs at 2.50 USD per GPU-hour for 24 hours cost 480 USD`, `128 个节点，每节点 8 张卡，共 …`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from book.checks.claim import Claim
from book.checks.compare import claim, exact
from book.checks.sentence import Sentence, template
from book.numbers.interval import product
from book.numbers.scan import Hedge, Mention, What
from book.numbers.units import HARD, dimension, hard
from book.numbers.words import simplify

_VERB_EN = (r"(?:costs?|cost|gives?|uses?|makes?|is|are|total|totals|come to|comes to|holds?|needs?|reach|reaches|occupy|"
            r"occupies|takes?|deliver|delivers|"
            r"weighs?|measures?|provide|provides|contain|contains|store|stores|amount to|amounts to|"
            r"consume|consumes|draw|draws|have|yield|"
            r"yields|require|requires|for a total of|in total|equals?|add up to|that is|i\.e\.|=|fill|fills)")
_TOTAL_ZH = (r"(?:一?共(?:计|需|有|占|要|读|写|传|产生|处理|发送?|存|放|用)?|合计(?:为|是)?|总计|总共|就是|则?[为是]|即|"
             r"需要?|约为?|等于|得到?|共约|"
             r"总[^，。；\ue000-\uf8ff]{1,5}?[为是]?|占用?|要|耗电?|用电?|耗时|用时|花费?)")
_VERB_RU = (r"(?:обход\w+ся(?:\sв)?|сто[ия]т|занима\w+|займут|займёт|уйд[ёе]т|даёт|дают|дадут|понадоб\w+|потребу\w+|"
            r"составля\w+|составит|это|итого|всего|—|=|требу\w+|нужн?\w*|"
            r"потребля\w+|израсходу\w+|вмеща\w+|равно|содерж\w+|получ\w+|набира\w+|образу\w+|будет|выход\w+|насчитыва\w+|"
            r"обеспечива\w+|расходу\w+|хран\w+|име\w+|дл[ия]тся|продл\w+|ид[уё]т|вес[ия]т|занял\w*|прошл\w+)")
_PATTERNS: dict[str, list[str]] = {
    "en": [r"\b[Ee](?:ach|very)\s(?:[a-z]+\s){1,4}?<N:v>[^;.,\ue000-\uf8ff]{0,16}?,\s(?:so|and|thus|hence)\s(?:the\s|"
           r"all\s)?<N:n>[^;.,\ue000-\uf8ff]{0,24}?\s<N:r>",
           r"<N:n>[^;.,\ue000-\uf8ff]{0,40}?\b(?:at|of|with|by)\s(?:about\s)?<N:v>"
           r"\s?(?:each|apiece)\b[^;.\ue000-\uf8ff]{0,30}?<N:r>",
           rf"<N:n>[^;.,\ue000-\uf8ff]{{0,40}}?\b(?:at|of|with|by|each)\s(?:about\s)?<N:v>\s?(?:each|apiece|per\s\w+|"
           rf"\w+\seach)?[^;.\ue000-\uf8ff]{{0,24}}?\b{_VERB_EN}\s(?:about\s|roughly\s|exactly\s|only\s|just\s|"
           rf"a total of\s)?<N:r>",
           r"<N:n>[^;.\ue000-\uf8ff]{0,30}?,\s(?:with\s|each\s(?:\w+\s){0,3}?|at\s)<N:v>(?:\s\w+)?(?:\s(?:each|"
           r"per\s\w+|apiece))?,\s(?:or\s|that is\s|i\.e\.\s|making\s|giving\s|for a total of\s|a total of\s|in total\s|"
           r"in all\s|together\s|so\s)(?:about\s)?<N:r>",
           rf"<N:n>[^;.\ue000-\uf8ff]{{0,24}}?(?:with|of|at|have|has|holds?|"
           rf"hold)\s<N:v>[^;.,\ue000-\uf8ff]{{0,20}}?\beach(?:\shave|\shold)?,?\s(?:or\s|that is\s|i\.e\.\s|making\s|"
           rf"giving\s|{_VERB_EN}\s)?(?:about\s)?<N:r>\s?[^;.,\ue000-\uf8ff]{{0,16}}?(?:in all|in total|altogether|"
           rf"together|total)?"],
    "zh": [rf"<N:n><~8>[，、,]?(?:每[^，。；\ue000-\uf8ff]{{1,7}}?|各(?:自|有|配|带|装|占|含|需|用|放|"
           rf"存){{0,2}})<N:v>[^。；\ue000-\uf8ff]{{0,8}}?{_TOTAL_ZH}(?:约|大约)?<N:r>",
           rf"每[^，。；\ue000-\uf8ef]{{1,16}}?<N:v>[^。；\ue000-\uf8ff]{{0,8}}?[，,]?<N:n>[^，。；\ue000-\uf8ff]{{0,7}}?{_TOTAL_ZH}(?:约|大约)?<N:r>",
           r"<N:r><~3>[（(]<N:n><~4>[、，,]?每[^，。；\ue000-\uf8ff]{1,5}?<N:v>[^，。；\ue000-\uf8ff]{0,3}[）)]",
           rf"(?:每|单|一)(?P<what>台|张|颗|块|卡|个|层|节点|柜|份|"
           rf"机)[^，。；\ue000-\uf8ff]{{0,8}}?<N:v>(?:[^。；\ue000-\uf8ff]{{0,10}}?|"
           rf"[^。；]{{0,20}}?)[，,]<N:n>(?P=what)[^，。；\ue000-\uf8ff]{{0,5}}?(?:{_TOTAL_ZH}(?:约|大约)?)?<N:r>",
           rf"<N:n><~10>按每[^，。；\ue000-\uf8ff]{{1,5}}?<N:v>[^，。；\ue000-\uf8ff]{{0,4}}?[，,]?{_TOTAL_ZH}(?:约|大约)?<N:r>"],
    "ru": [rf"<N:n>[^;.,\ue000-\uf8ff]{{0,24}}?\sпо\s<N:v>(?:\sкажд\w+)?[^;.\ue000-\uf8ff]{{0,16}}?"
           rf"(?<!\w){_VERB_RU}\s(?:примерно\s|около\s|уже\s|ровно\s|почти\s)?<N:r>",
           rf"<N:n>[^;.\ue000-\uf8ff]{{0,24}}?,?\s(?:в каждом|на каждом|у каждого|каждый|каждая|каждое|"
           rf"в каждой)[^;.\ue000-\uf8ff]{{0,14}}?\s<N:v>[^;.\ue000-\uf8ff]{{0,12}}?(?:,|\s—)?\s(?:итого|всего|вместе|"
           rf"{_VERB_RU})\s(?:примерно\s|около\s)?<N:r>"],
}
_FROM_TOTAL = {
    "zh": r"<N:n><~4>(?:一?共|累计|合计|总计)(?:约|有|用了?)?<N:r><~4>[，,]?(?:平均|每[^，。；\ue000-\uf8ff]{1,3}?平均|折合|"
          r"即)?每?[^，。；\ue000-\uf8ff]{0,4}?每[^，。；\ue000-\uf8ff]{0,4}?(?:约)?<N:v>",
}


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """Products of a count and a value for each, and longer products by dimensions."""
    done: set[int] = set()
    yield from _long(sentence, done)
    yield from _per_unit(sentence, done)
    for pattern in _PATTERNS[sentence.family]:
        for match in template(pattern).finditer(sentence.skeleton):
            count, value, stated = (sentence.mention(match[name]) for name in "nvr")
            if stated.start in done or not _fits(count, value, stated):
                continue
            done.add(stated.start)
            yield from claim(sentence, stated, [count, value], [lambda v: v[0] * v[1]], "the count times the value of each")
    if sentence.family in _FROM_TOTAL:
        for match in template(_FROM_TOTAL[sentence.family]).finditer(sentence.skeleton):
            count, value, stated = sentence.mention(match["n"]), sentence.mention(match["v"]), sentence.mention(match["r"])
            if value.dims == stated.dims and not stated.dims and exact(count).low > 1:
                number = Mention(count.what, count.start, count.end, count.literal)
                yield from claim(sentence, value, [stated, number], [lambda v: v[0] / v[1]], "the total over the count")


def _fits(count: Mention, value: Mention, stated: Mention) -> bool:
    """A bare count times a value gives a total of the value's kind; a per-unit may cancel against the count."""
    if count.dims or count.hedge is Hedge.BOUND or count.literal.value <= 1:
        return False
    if not count.literal.integer and count.literal.value.denominator != 1:
        return False
    if value.dims != stated.dims:
        return False
    if not value.dims:
        return value.literal.integer and stated.literal.value > max(count.literal.value, value.literal.value)
    return True


_HINTS = {"en": r"\b(?:at|of|for|per|each|by|with|times)\b", "zh": r"每|以|按|用|运行|乘|，", "ru":
    r"(?<!\w)(?:по|при|за|в течение|на|с|каждый)(?!\w)"}


def _long(sentence: Sentence, done: set[int]) -> Iterator[Claim]:
    """Three or more neighbouring factors whose dimensions multiply to the last one: boards, watts, hours, kWh."""
    mentions = [m for m in sentence.mentions if m.what is What.QUANTITY]
    text = _plain(sentence)
    for i in range(len(mentions) - 3):
        factors, stated = mentions[i:i + 3], mentions[i + 3]
        if any(m.hedge is Hedge.BOUND for m in (*factors, stated)) or not stated.dims or factors[0].dims or stated.unit is None:
            continue
        total = hard(dimension([pair for m in factors for pair in (m.unit.dims if m.unit else ())]))
        if total != stated.dims or not any(m.dims and m.dims != stated.dims for m in factors):
            continue
        gaps = [text[a.end:b.start] for a, b in zip([*factors], [*factors[1:], stated], strict=True)]
        if any(len(gap) > 50 or re.search(r"[;；。]|\.\s", gap) for gap in gaps) or not _linked(sentence, gaps):
            continue
        done.add(stated.start)
        yield from claim(sentence, stated, factors, [product], "the product of the factors")


def _per_unit(sentence: Sentence, done: set[int]) -> Iterator[Claim]:
    """A value per thing and a number of these things (`1.2 cents per request, so 1,000 requests cost 12 dollars`)."""
    mentions = [m for m in sentence.mentions if m.what is What.QUANTITY and m.unit is not None]
    text = _plain(sentence)
    for first, second, stated in zip(mentions, mentions[1:], mentions[2:], strict=False):
        per, count = (first, second) if first.dims else (second, first)
        if count.dims or not per.dims or per.unit is None or count.unit is None or stated.unit is None or stated.start in done:
            continue
        labels = {base: exponent for base, exponent in per.unit.dims if base not in HARD}
        things = dict(count.unit.dims)
        if len(things) != 1 or any(labels.get(base) != -1 for base in things) or stated.unit.hard != per.dims:
            continue
        one, two = text[first.end:second.start], text[second.end:stated.start]
        verb = re.search({"en": rf"\b{_VERB_EN}\b", "zh": _TOTAL_ZH, "ru": rf"(?<!\w){_VERB_RU}"}[sentence.family], two)
        if verb is None or len(one) > 40 or len(two) > 40 or re.search(r"[;；。]|\.\s", one + two):
            continue
        done.add(stated.start)
        yield from claim(sentence, stated, [first, second], [product], "the number of things times the value of one")


def _plain(sentence: Sentence) -> str:
    """The text with traditional characters simplified, place for place."""
    text = sentence.reading.masked
    return simplify(text) if sentence.family == "zh" else text


def _linked(sentence: Sentence, gaps: Sequence[str]) -> bool:
    """Whether words of multiplication stand between the factors and a verb before the result."""
    verbs = {"en": rf"\b{_VERB_EN}\b", "zh": _TOTAL_ZH, "ru": rf"(?<!\w){_VERB_RU}"}[sentence.family]
    return all(re.search(_HINTS[sentence.family], gap) for gap in gaps[:-1]) and bool(re.search(verbs, gaps[-1]))
