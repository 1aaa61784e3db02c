"""Rule: a change told twice (`from 26.5 ms to 12.1 ms, a 54% reduction`; `从 12 升到 36，提高到 3 倍`; `с 40 до 120, на 200 %`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from book.checks.claim import Claim
from book.checks.compare import Formula, claim, close, exact, rounded
from book.checks.lexicon import lexicon
from book.checks.pairs import alike, of_each, opposed, with_unit
from book.checks.sentence import Sentence, template
from book.findings import Code
from book.numbers.chain import show
from book.numbers.interval import Interval
from book.numbers.scan import Hedge, Mention, What

_PAIRS = {
    "en": r"\bfrom\s(?:about\s|around\s|an?\s|the\s)?<QF:a>(?P<mid>[^;\ue000-\uf8ff]{0,40}?)\bto\s(?:about\s|around\s|only\s|just\s|"
          r"an?\s|the\s)?<QF:b>",
    "zh": r"[从由]<~10><QF:a>(?P<mid>(?:[^，。；\ue000-\uf8ff]{0,10}?|[^，。；\ue000-\uf8ff]{0,6}?(?:增加|提高|提升|增长|扩大|"
          r"翻|扩充|扩|加|升|涨|长)(?:大|长|充|到|至|为|成)?了?(?:原来的)?[\ue200-\ue2ff][，,]?[^，。；\ue000-\uf8ff]{0,4}?|[^，。；\ue000-\uf8ff]{0,6}?(?:翻了?一番|翻倍|翻了?两番|减半|"
          r"折半)[，,]?[^，。；\ue000-\uf8ff]{0,4}?))(?:到|至|为|成|变成|成为)了?(?:约|大约|每秒)?\s?<QF:b>",
    "ru": r"(?<!\w)[Сс]о?\s(?:примерно\s)?<QF:a>(?P<mid>[^;\ue000-\uf8ff]{0,40}?)\sдо\s(?:примерно\s|почти\s|всего\s)?<QF:b>",
}
_LINK = {
    "en": r"[^,;:()\ue000-\uf8ff]{0,28}?(?:,|\s\(|:|\s[—–]|\s–|;)?\s?(?:(?:an?|that is,?|i\.e\.,?|or|which is|it is|making|"
          r"about|exactly|roughly|only|just|some|down|up|for|in other words,?|meaning|almost|nearly|around|this is|"
          r"the|total|overall|relative|thus|so|cutting it|cutting|reducing it|roughly)\s){0,4}",
    "zh": r"(?:个|张|台|条|次|名|人|卡|行|位|块|份|级)?[^，。；（(\ue000-\uf8ff]{0,4}?[，,；（(]?(?:即|也就是说?|相当于|"
          r"也即|合计|整整|足足|恰好|正好|只|仅|相对|一共|总共|"
          r"大约|约|等于说?|等于){0,2}",
    "ru": r"[^,;:()\ue000-\uf8ff]{0,40}?(?:,|\s\(|:|\s[—–]|;)?\s?(?:(?:то есть|т\. ?е\.|или|это|примерно|около|почти|ровно|"
          r"всего|что составляет|относительно|а именно)\s(?:[—–]\s)?){0,3}",
}
_SHRINKING = r"reduction|decrease|drop|cut|saving|decline|less|lower|fewer|smaller|shorter|cheaper"
_GROWING = r"increase|rise|gain|improvement|growth|more|higher|larger|bigger|greater|longer|jump|boost"
_SPEED = r"faster|speed-?up|quicker|slower|slowdown|acceleration"
_SAID = {
    "en": [rf"(?P<pre>by\s|of\s|down\s(?:to\s)?|up\s|to\s|\b(?:fell|dropped|rose|grew|reduced|improved|increased|decreased|"
           rf"cut)\s(?:by\s)?)?(?:about\s|exactly\s|roughly\s)?<PDXF:c>(?P<post>\s(?:relative\s|overall\s|"
           rf"total\s)?(?:{_SHRINKING}|{_GROWING}|{_SPEED})\b|\sof\sthe\s(?:original|old|former|initial)|\sof\swhat\sit\s(?:was|had\sbeen|used\sto\sbe)|\s(?:of\s)?(?:its|"
           rf"the|as)\b)?",
           rf"(?P<pre>(?:{_SHRINKING}|{_GROWING}|{_SPEED})\s(?:of|by)\s)(?:about\s|exactly\s|roughly\s)?<PDXF:c>(?P<post>)"],
    "zh": [r"(?P<pre>(?:增加|增长|成长|衰减|缩水|下滑|攀升|提高|提升|上升|上涨|上调|降低|下降|减少|缩短|节省|省下|少用|缩小|压缩|省|涨|跌|降|升|快|慢|便宜|贵|多|少|"
           r"改善|扩大|放大|加速|提速|增|减|高|低)(?:了|到|至|为|"
           r"成)?(?:原来的?|原先的?|原本的?|之前的?)?|(?:是|为|相当于)?原[来先本]的?|(?:只|仅)剩(?:下|原来的)?|增幅|降幅|涨幅|加速比)(?:为|是)?(?:约|"
           r"大约|近|将近|整整|只)?\s?<PDXF:c>(?P<post>)",
           r"(?P<pre>)<PX:c>的?(?P<post>提升|增长|降幅|增幅|加速|下降|涨幅|改善)"],
    "ru": [r"(?P<pre>)<P:c>\s(?P<post>прироста|роста|увеличения|снижения|экономии|сокращения)",
           r"(?P<pre>(?:(?:рост|снижение|сокращение|уменьшение|увеличение|выигрыш|прирост|падение|экономия)\s)?(?:на|в|"
           r"—)\s)(?:примерно\s|около\s|ровно\s|почти\s)?<PDXF:c>(?P<post>\s(?:прироста|роста|увеличения|снижения|меньше|"
           r"больше|ниже|выше|быстрее|медленнее|"
           r"короче|дешевле|от))?"],
}
_WORDS = {
    "en": {2: r"\b(?:doubl(?:e[ds]?|ing)|twice|two-?fold|a factor of two)\b", 3: r"\b(?:tripl(?:e[ds]?|ing)|three-?fold|"
                                                                              r"a factor of three)\b", 4:
                                                                                  r"\b(?:quadrupl(?:e[ds]?|ing)|four-?fold)\b",
           -2: r"\b(?:halv(?:ed?|ing|es))\b"},
    "zh": {2: r"翻了?一番|翻倍|翻了一倍|增加了?一倍|加倍|(?:提高|增长|扩大|提升|"
              r"多)了?一倍", 4: r"翻了?两番", -2: r"减半|折半|减少了?一半|降低了?一半|缩短了?一半|缩小了?一半|降了一半|砍半"},
    "ru": {2: r"(?<!\w)(?:вдвое|удво\w+|удваива\w+|в два раза)(?!\w)", 3: r"(?<!\w)(?:втрое|утро\w+|утраива\w+|в три раза)(?!\w)", 4:
        r"(?<!\w)(?:вчетверо|учетвер\w+|в четыре раза)(?!\w)", -2: r"(?<!\w)(?:наполовину)(?!\w)"},
}
_EXACTLY = re.compile(r"exactly|precisely|ровно|точно|恰好|正好|刚好|整整|整", re.IGNORECASE)
_LOOSELY = re.compile(r"about|around|roughly|nearly|almost|approximately|more than|over|less than|почти|более|около|"
                      r"примерно|近|约|超过|不到|差不多|接近|将近|至少|几乎", re.IGNORECASE)


_BEFORE_AFTER = {
    "en": r"(?:was|were|before:?|used to (?:be|take))\s(?:about\s)?<QF:a>[^;.\ue000-\uf8ff]{0,24}?,?\s(?:and\s|"
          r"but\s)?(?:is now|are now|now|after(?:wards)?:?|it is now)\s(?:is\s|it takes\s|only\s|about\s)?<QF:b>",
    "zh": r"(?:前|原来|原先|原本|之前|旧版|"
          r"过去)[^，。；\ue000-\uf8ff]{0,6}<QF:a>[^，。；\ue000-\uf8ff]{0,8}[，、](?P<mid>[^，。；\ue000-\uf8ff]{0,8})(?:后|现在|之后|新版|如今)[^，。；\ue000-\uf8ff]{0,6}<QF:b>",
    "ru": r"(?:[Бб]ыло|[Рр]аньше|[Дд]о)\s[^;.\ue000-\uf8ff]{0,12}?<QF:a>[^;.\ue000-\uf8ff]{0,16}?,?\s(?:а\s|и\s)?(?:стало|"
          r"теперь|после)\s[^;.\ue000-\uf8ff]{0,12}?<QF:b>",
}


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """Changes from one value to another with a statement about their size."""
    found = [match for pairs in (_PAIRS, _BEFORE_AFTER) for match in template(pairs[sentence.family]).finditer(sentence.skeleton)]
    for match in found:
        old, new = of_each(sentence.mention(match["a"]), sentence.mention(match["b"]))
        if Hedge.BOUND in (old.hedge, new.hedge) or not alike(old, new) or exact(old).low == 0:
            continue
        new = with_unit(new, old)
        old = with_unit(old, new)
        yield from _stated(sentence, match, old, new)


def _stated(sentence: Sentence, match: re.Match[str], old: Mention, new: Mention) -> Iterator[Claim]:
    """What is said about the change: after it, inside it, or before it."""
    lang, skeleton = sentence.family, sentence.skeleton
    inside = match.groupdict().get("mid") or ""
    if char := re.search(r"[\ue200-\ue2ff]", inside):
        yield from _said(sentence, old, new, sentence.mention(char[0]), inside[:char.start()], "")
    at = match.end()
    yield from _in_units(sentence, old, new, at)
    if (apart := template(rf"{_LINK[lang]}(?:by\s|на\s)?<N:d>(?=[,，]\s?(?:or|that is|или|то есть|即|也就是|合))").match(skeleton, at)) and lexicon(lang).by.search(skeleton[at:apart.start("d")]):
        at = apart.end()
    for turn in range(3):
        for pattern in _SAID[lang]:
            said = _linked(pattern, lang, skeleton, at) or _further(pattern, lang, skeleton, at)
            if said:
                break
        if not said or (turn and skeleton[at:at + 2].strip()[:1] not in tuple(",，;；:—(（")):
            break
        stated = sentence.mention(said["c"])
        alien = opposed(said["gap"] + (said["pre"] or "") + (said["post"] or ""), old, new)
        yield from (each for each in _said(sentence, old, new, stated, said["pre"] or "", said["post"] or "") if each.code is None or not alien)
        at = said.end()
    window = skeleton[match.end():match.end() + 60]
    window = re.split(r"[;；.。]", window)[0]
    window = re.split(r"[\ue000-\ue1ff]", window)[0]
    before = re.split(r"[;；.。\ue000-\uf8ff]", skeleton[max(0, match.start() - 50):match.start()])[-1]
    yield from _in_words(sentence, match, old, new, before, window, inside)
    amount = template(r"<N:c>[^;.。；\ue000-\uf8ff]{0,3}$").search(skeleton[max(0, match.start() - 60):match.start()])
    if amount and lexicon(lang).by.search(skeleton[max(0, match.start() - 60):match.start()][:amount.start()]):
        stated = sentence.mention(amount["c"])
        if stated.dims == old.dims != ():
            yield from claim(sentence, stated, [old, new], [_apart], "the difference of the two values")
    ahead = template(_AHEAD[lang]).search(skeleton[max(0, match.start() - 60):match.start()])
    if ahead:
        names = ahead.groupdict()
        yield from _said(sentence, old, new, sentence.mention(names.get("c") or names["d"]), ahead["pre"] or "by ", ahead[0])


_SWITCH = {"en": re.compile(r"\b(?:while|whereas|but)\b"), "ru": re.compile(r"(?<!\w)(?:а(?! именно)|но|тогда как)(?!\w)"),
           "zh": re.compile(r"而|但|却|同时")}


def _linked(pattern: str, lang: str, skeleton: str, at: int) -> re.Match[str] | None:
    """What is said about the change right after it."""
    said = template(rf"(?P<gap>{_LINK[lang]})" + pattern).match(skeleton, at)
    return None if said is None or _SWITCH[lang].search(said["gap"]) else said


def _further(pattern: str, lang: str, skeleton: str, at: int) -> re.Match[str] | None:
    """What is said about the change after other words, if these speak of nothing else and the saying is explicit."""
    reach = 12 if lang == "zh" else 40
    said = template(rf"(?P<gap>[^;.。；\ue000-\uf8ff]{{0,{reach}}}?)" + pattern).match(skeleton, at)
    if said is None or lexicon(lang).turn.search(said["gap"]) or _ANOTHER[lang].search(said["gap"]):
        return None
    return said if (said["pre"] or said["post"]) and (said["pre"] or "").strip() != "of" else None


_ANOTHER = {"en": re.compile(r"\b(?:miss(?:es)?|errors?|failures?|faults?)\b|\b(?:increasing|reducing|raising|lowering|adding|costing|improving|cutting)\s\w"),
            "ru": re.compile(r"(?:промах|ошиб|сбо|отказ)\w*|(?:увелич|сниз|сократ|уменьш|повыс|подня|сниж|сокращ)\w+\s\w"),
            "zh": re.compile(r"[A-Za-z]|未命中|失误|错误|失败|[，,；（][^，；（]{7}")}
"""Words that speak of another value than that of the pair."""


def _in_units(sentence: Sentence, old: Mention, new: Mention, at: int) -> Iterator[Claim]:
    """The number after a pair: `a drop of 21 ms`, `缩短了 21 分钟`, `a speed-up of 2.25`, `2.5 percentage points`."""
    words, skeleton = lexicon(sentence.family), sentence.skeleton
    said = template(r"(?P<gap>[^;.。；\ue000-\uf8ff]{0,40})<ND:c>").match(skeleton, at)
    if said is None:
        return
    stated, gap = sentence.mention(said["c"]), said["gap"]
    by = words.by.search(gap)
    before = gap[:by.start()] if by else gap
    if words.turn.search(before) or _ANOTHER[sentence.family].search(before):
        return
    if stated.what is What.POINTS:
        yield from _said(sentence, old, new, stated, "", "")
    elif words.ratio.search(gap) and stated.unit is None:
        ratio = _ratio if exact(new).low > exact(old).low else _inverse
        yield from claim(sentence, stated, [old, new], [ratio], "one value over the other")
    elif (by or words.more_after.match(skeleton[said.end():said.end() + 24])) and _measuredalike(stated, old, new):
        yield from claim(sentence, stated, [old, new], [_apart, lambda v: v[1] - v[0]], "the difference of the two values")


def _measuredalike(stated: Mention, old: Mention, new: Mention) -> bool:
    """Whether a difference is told in the unit of the values; a bare one is of bare values."""
    return stated.dims == old.dims == new.dims and bool(stated.dims or stated.unit is None or new.unit is not None)


def _apart(v: Sequence[Interval]) -> Interval:
    """The difference without its sign."""
    return (v[1] - v[0]).absolute()


_AHEAD = {
    "en": rf"(?P<pre>)<PX:c>\s(?:{_SHRINKING}|{_GROWING}|{_SPEED})[^,;\ue000-\uf8ff]{{0,30}}$|\bby\s(?:about\s)?<PXF:d>,?\s?\(?$",
    "zh": r"(?P<pre>(?:增加|增长|提高|提升|上升|降低|下降|减少|缩短|节省|缩小)了?(?:约|近)?)<PXF:d>[，,（(]?$",
    "ru": r"(?P<pre>(?:на|в)\s)(?:примерно\s|около\s)?<PXF:d>(?:,\s|:\s|\s\(|\s—\s)$",
}
"""A size told before the pair: `a 54% reduction from`, `снизилась на четверть, с`."""


def _said(sentence: Sentence, old: Mention, new: Mention, stated: Mention, pre: str, post: str) -> Iterator[Claim]:
    """A percentage, a number of points or a multiple stated about a change."""
    grows = exact(new).low > exact(old).low
    if stated.what is What.POINTS:
        if old.what is not What.PERCENT:
            return
        hundred = Interval.exact(100)
        yield from claim(sentence, stated, [old, new], [lambda v: (v[1] - v[0]).absolute() * hundred],
            "the difference of the percentages", guard=False)
        return
    if stated.what is What.FRACTION:
        formulas = _fractions(pre, post)
        if formulas is not None:
            loosely = [partial(_loosely, formula) for formula in formulas]
            yield from claim(sentence, stated, [old, new], [*formulas, *loosely], "the old and the new value", guard=False)
        return
    formulas = _percents(old, pre, post) if stated.what is What.PERCENT else _multiples(sentence.family, grows, pre, post)
    if formulas is not None and stated.literal.written.isalpha() and stated.what is What.MULTIPLE:
        formulas = [*formulas, *(partial(_to_whole, formula) for formula in formulas)]
    if formulas is not None:
        alone = stated.what is What.PERCENT and not pre and not post
        mixups = [_other_base] if stated.what is What.PERCENT and len(formulas) < 3 and not re.search("[快慢]|fast|slow|быстр|медл", pre + post) else []
        yield from claim(sentence, stated, [old, new], formulas, "the old and the new value", guard=alone, mixups=mixups)


_ONE = Interval.exact(1)


def _loosely(formula: Formula, values: Sequence[Interval]) -> Interval:
    """A part told in words is seldom exact: 310 of 920 ms are a third."""
    value = formula(values)
    return Interval(value.low * Fraction(96, 100), value.high * Fraction(104, 100))


def _to_whole(formula: Formula, values: Sequence[Interval]) -> Interval:
    """A small multiple told in words is rounded to a whole one: 27 to 5 ms are five times."""
    value = formula(values)
    return Interval(Fraction(round(value.low)), Fraction(round(value.high)))


def _change(v: Sequence[Interval]) -> Interval:
    """The change over the old value."""
    return (v[1] - v[0]).absolute() / v[0]


def _other_base(v: Sequence[Interval]) -> Interval:
    """The change over the new value: the wrong base."""
    return (v[1] - v[0]).absolute() / v[1]


def _ratio(v: Sequence[Interval]) -> Interval:
    """The new value over the old one."""
    return v[1] / v[0]


def _inverse(v: Sequence[Interval]) -> Interval:
    """The old value over the new one."""
    return v[0] / v[1]


def _increase(v: Sequence[Interval]) -> Interval:
    """The ratio less one."""
    return v[1] / v[0] - _ONE


def _percents(old: Mention, pre: str, post: str) -> list[Formula] | None:
    """Readings of a percentage: the change over the old value, and what else the words allow."""
    words = pre + post
    if re.search(r"原[来先本]|到|至|of the|of its|成$|от$", words):
        return [_ratio, _change] if "到" not in words or "原" in words else None
    readings: list[Formula] = [_change]
    if old.unit is None and old.what is What.QUANTITY and 0 < old.literal.value <= 1:
        readings.append(lambda v: (v[1] - v[0]).absolute())  # points of a score: 0.70 to 0.78, 8% better
    if re.search(rf"{_SPEED}|快|慢|быстрее|медленнее|提速|加速", words):
        readings += [lambda v: (_inverse(v) - _ONE).absolute(), lambda v: _ONE - _ratio(v)]
    if old.what is What.PERCENT:
        readings.append(lambda v: (v[1] - v[0]).absolute())
    if not words.strip() or words.strip() in ("of", "in", "в", "—"):
        readings.append(_ratio)
    return readings


def _fractions(pre: str, post: str) -> list[Formula] | None:
    """Readings of a part: `half its size` is the ratio, `by a third` the change."""
    if re.search(r"原|到|至|为|成|相当于|剩|\bto\s$", pre) or re.search(r"its|of|as|от", post):
        return [_ratio]
    if re.search(r"by\s$|减|降|缩|省|增|на\s", pre):
        return [_change]
    return None


def _multiples(lang: str, grows: bool, pre: str, post: str) -> list[Formula] | None:
    """Readings of a multiple: the ratio; in Chinese 提高了 2 倍 is the ratio less one."""
    ratio: Formula = _ratio if grows else _inverse
    increase: Formula = _increase
    if lang == "zh":
        if re.search(r"到|至|为|成|原|是|加速比", pre):
            return [ratio]
        if re.search(r"(?:增加|增长|提高|提升|上升|涨|扩大|多|高|快|增|加)了?(?:约|整整)?$", pre):
            return [increase] if grows else [ratio]
        return [ratio, increase]
    if lang == "ru":
        return [ratio] if pre.strip().endswith("в") or "—" in pre else None
    return [ratio, increase] if re.search(r"more|higher|larger|faster|by|increase|improvement|gain|growth|longer|"
                                          r"greater", pre + post) else [ratio]


def _in_words(sentence: Sentence, match: re.Match[str], old: Mention, new: Mention, before: str, window: str,
              inside: str) -> Iterator[Claim]:
    """Doubled, halved, вдвое, 翻倍 beside the pair; `about` makes it loose."""
    link = {"zh": 18, "en": 44, "ru": 44}[sentence.family]
    for factor, pattern in _WORDS[sentence.family].items():
        for text, reach in ((before, len(before)), (inside, len(inside)), (window, link)):
            found = re.search(pattern, text[:reach] if text is window else text, re.IGNORECASE)
            if found is None or (text is window and not _ATTACHED[sentence.family].fullmatch(text[:found.start()])):
                continue
            if text is before and (_COMPARED.fullmatch(text, found.start()) or _ASIDE.search(text, found.end())):
                continue
            around = text[max(0, found.start() - 14):found.start()]
            exactly = re.search(rf"(?:{_EXACTLY.pattern})\s?$", around, re.IGNORECASE)
            ratio = exact(new).low / exact(old).low
            target = Fraction(factor) if factor > 0 else Fraction(1, -factor)
            if sentence.family == "ru" and ratio < 1:
                target = 1 / target
            if text is window and re.search(r"(?:fast|quick|speed|быстр|скорост|"
                                            r"快)", text[found.start():found.end() + 20]) and ratio < 1:
                target = 1 / target if target > 1 else target
            at = match.start() - len(before) if text is before else match.end() if text is window else match.start("mid")
            first = sentence.positions[at + found.start() - (len(exactly[0]) if exactly else 0)]
            yield _word_claim(sentence, old, new, ratio, target, around, first, sentence.positions[at + found.end() - 1] + 1)
            return


_ASIDE = re.compile(r"[,，]\s?\S{3}")
"""`чтобы сузить полосу вдвое, выборку нужно увеличить с 100 до 400`: the word belongs to another clause."""
_COMPARED = re.compile(r"twice as \w+\s?|(?:вдвое|втрое|вчетверо) \w+(?:ее|ей|ше|же)\s?", re.IGNORECASE)
"""`about twice as high from 2 to 64 columns`: a comparison with something else, over a range."""
_ATTACHED = {
    "en": re.compile(r"[^,;:(]{0,24}(?:,|\s\(|:|\s[—–])\s?(?:(?:which|that|is|i\.e\.,?|thus|so|has|have|this|it|exactly|"
                     r"precisely|nearly|almost|roughly|about|more|than|over|an?|effectively|the|batch|size|in|other|words|"
                     r"it’s)\s){0,5}"),
    "zh": re.compile(r"[个张台条次名人卡行位块份级万亿]{0,2}(?:[，,：（—]{1,2}(?:即|也就是|正好|恰好|刚好|整整|相当于|等于|"
                     r"几乎|接近|约|大约|直接|足足|整体|总体)?)"),
    "ru": re.compile(r"[^,;:(]{0,30}(?:,|\s\(|:|\s[—–])\s?(?:(?:то есть|это|ровно|почти|примерно|более чем|что|т\. ?е\.|"
                     r"или|точно|сразу)\s){0,3}"),
}


def _word_claim(sentence: Sentence, old: Mention, new: Mention, ratio: Fraction, target: Fraction, around: str, first: int,
                last: int) -> Claim:
    """Whether the ratio is what the word says."""
    wide = rounded(new) / rounded(old)
    tolerance = Fraction(0) if _EXACTLY.search(around) else Fraction(15, 100) if _LOOSELY.search(around) else Fraction(4, 100)
    fits = target in wide or close(ratio, target, tolerance)
    start, end = min(old.start, new.start, first), max(old.end, new.end, last)
    if fits:
        return Claim(start, end, None)
    text = sentence.reading.text
    expected = exact(old).low * target / (new.unit.factor if new.unit else 1)
    return Claim(start, end, Code.ARITH_MISMATCH, text[new.start:new.end], show(expected),
        f"the old value times {show(target)}", new.start)
