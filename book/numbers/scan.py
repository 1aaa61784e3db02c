"""Quantities in running prose, four languages: a number with its unit, what kind it is, and how firmly it is said.

Structure is not a quantity: dates, versions, references, names such as H100, addresses, ranges and scores are found
first and kept out. The scan is one pass of one regular expression over the sentences that have a number at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import lru_cache

from book.numbers import words
from book.numbers.errors import NumberProblem
from book.numbers.fold import folding
from book.numbers.literal import Literal, from_match, in_words, number_pattern
from book.numbers.structure import STRUCTURE
from book.numbers.units import PATTERN, PERCENT, UNITS, Unit, dimension, parse_unit


class What(Enum):
    """What a mention tells."""

    QUANTITY = "quantity"
    PERCENT = "percent"
    MULTIPLE = "multiple"
    """5 倍, 3×, 148-fold, в 16 раз."""
    FRACTION = "fraction"
    """A quarter, четверть, 四分之一."""
    POINTS = "points"
    """Percentage points."""
    STRUCTURE = "structure"
    """A date, a version, a reference, a range: no quantity."""


class Hedge(Enum):
    """How firmly a number is said."""

    PLAIN = ""
    ABOUT = "about"
    BOUND = "bound"
    """More than, at least, up to: not a value."""


@dataclass(frozen=True)
class Mention:
    """A number in the text."""

    what: What
    start: int
    end: int
    literal: Literal
    unit: Unit | None = None
    hedge: Hedge = Hedge.PLAIN
    joined: bool = False
    """An operator or a range sign stands beside it: it is part of a formula, not a value told."""
    core: int = 0
    """End of the digits, before the unit."""

    @property
    def dims(self) -> tuple[tuple[str, int], ...]:
        """Hard part of the dimension."""
        return self.unit.hard if self.unit else ()


narrow = folding(dict(zip("０１２３４５６７８９％．＝＋－／（）：", "0123456789%.=+-/():", strict=True)))
"""Full-width digits and signs, one for one."""

_ENGLISH_WORDS = "|".join(w for w in words.ENGLISH if w not in ("zero", "one"))
_ENGLISH_NUMERAL = (rf"(?i:\b(?:(?:one|a)\s(?:hundred|million|billion|trillion)|"
                    rf"{_ENGLISH_WORDS})(?:[\s-](?:and\s)?(?:{_ENGLISH_WORDS}|one|hundred|"
                    r"thousand|million|billion|trillion)){0,5}\b)")
_RUSSIAN_NUMERAL = "|".join(sorted((w for w, v in words.RUSSIAN.items() if v > 1), key=len, reverse=True))
_RUSSIAN_NUMERAL = (rf"(?i:(?<![\w-])(?:полтор[аы]|полутора|{_RUSSIAN_NUMERAL})"
                    rf"(?:\s(?:{_RUSSIAN_NUMERAL}|один|одна|одно|одного|{'|'.join(sorted(words.RUSSIAN_SCALES, key=len, reverse=True))}))*"
                    r"(?:\sс\sполовиной)?(?![\w-]))")
_CLASSIFIERS = ("座栋趟辆个张台块颗种类步项条件次路层组段份家只位名枚片套根行列页笔柜台箱盘句批节轮篇本倍成元毫微纳秒分小天周年月字比词"
                "千瓦米公参请卡机埠")
_TRADITIONAL = {simple: old for old, simple in words.SIMPLE.items()}
_CHINESE_NUMERAL = (r"[零一二三四五六七八九十百千万萬亿億两兩]{2,16}(?=\s?[" + _CLASSIFIERS + "".join(_TRADITIONAL.get(c,
    "") for c in _CLASSIFIERS)
                    + r"])|(?<![第一二三四五六七八九十百千])[一二三四五六七八九十百两兩]"
                    r"[零一二三四五六七八九十百千万萬亿億两兩]{0,14}[万萬亿億]|"
                      r"(?<![第一二三四五六七八九十百千万亿每某])[二三四五六七八九十两兩](?=\s?[" + _CLASSIFIERS
                    + "".join(_TRADITIONAL.get(c, "") for c in _CLASSIFIERS) + r"])|一(?=[倍成])")
_FRACTIONS = {"en": r"(?i:\b(?:a|one|two|three)\s(?:half|third|quarter|fifth|eighth|tenth)s?\b|\bhalf\b)",
              "ru": r"(?i:(?<!\w)(?:три\s|две\s)?(?:половин[аыу]|трет[ьи](?!й)|четверт[ьи])(?!\w)|(?<!\w)(?:третья|четвёртая|пятая|шестая|седьмая|восьмая|девятая|"
                    r"десятая|двадцатая|сотая|тысячная)\sчасть)",
              "zh": r"百分之[一二三四五六七八九十百零点點两兩\d.]{1,8}|"
                    r"(?:[一二三四五六七八九十]{1,3}|[千万萬])分之[一二三四五六七八九十两兩]{1,3}|一半"}
_NUMERALS = {"en": _ENGLISH_NUMERAL, "ru": _RUSSIAN_NUMERAL, "zh": _CHINESE_NUMERAL}

_AFTER = {
    "en": (r"\s?(?:percentage points|percent points|points|pp)\b", r"\s?(?:%|percent\b|per cent\b)",
        r"(?:-|\s)?(?:fold|times)\b|\s?[×xX](?!\w|\.\d|\s?[\d(])"),
    "ru": (r"[\s\u00a0\u202f]?(?:процентн[а-я]+\sпункт[а-я]*|п\.\s?п\.)", r"[\s\u00a0\u202f]?(?:%|"
                                                                               r"процент[а-я]*)",
                                                                                   r"[\s\u00a0\u202f]?(?:раза?|"
                                                                                   r"-кратн[а-я]+)(?!\w)|\s?[×xх](?![\w.]|"
                                                                                   r"\s?[\d(])"),
    "zh": (r"\s?个?[個]?百分[点點]", r"\s?(?:%|％)", r"\s?倍(?!频|頻|增器)|\s?[×xX](?!\w|\.\d|\s?[\d(])"),
}
_RATE_NOUN = {
    "en": re.compile(r"\s(?P<noun>[a-z]{3,20})\s(?:per|a|every|each)\s(?P<time>second|minute|hour|day|week|year)\b|"
                     r"\s?(?P<noun2>[a-z]{3,20})/(?P<time2>s|sec|min|h|day)\b"),
    "ru": re.compile(r"[\s\u00a0](?P<noun>[а-яё]{3,20})[\s\u00a0](?:в|за)[\s\u00a0](?P<time>секунду|минуту|час|сутки|"
                     r"день)(?!\w)|[\s\u00a0](?P<noun2>[а-яё]{3,20})/(?P<time2>с|мин|ч)(?!\w)"),
    "zh": re.compile(r"\s?(?:个|個|次|条|條|张|張)?\s?(?P<noun>[\u4e00-\u9fff]{0,3})/(?P<time>秒|s|小时|小時|"
                     r"天)(?P<noun2>)(?P<time2>)"),
}
_TIMES = {"second": 1, "s": 1, "sec": 1, "секунду": 1, "с": 1, "秒": 1, "minute": 60, "min": 60, "минуту": 60,
    "мин": 60, "hour": 3600,
          "h": 3600, "час": 3600, "ч": 3600, "小时": 3600, "小時": 3600, "day": 86400, "сутки": 86400, "день": 86400, "天": 86400,
          "week": 604800, "year": 31536000, "分钟": 60, "分鐘": 60, "日": 86400, "周": 604800, "年": 31536000}
_PER_PREFIX = re.compile(r"每\s?(秒钟|秒鐘|秒|分钟|分鐘|小时|小時|天|日|周)\s?(?:钟|鐘)?(?:可以?|能够?|约|約|大约|最多|"
                         r"平均|传[送输]?|傳[送輸]?|处理|處理|读取?|讀取?|写入?|寫入?|为|為|是|共|各|送出|[产產][出生]|增[长長加]|新增|消耗|耗|发送?|發送?|"
                         r"接收|收到|上[报報]|生成|[输輸]出|完成){0,2}\s?$")
_CURRENCY = re.compile(r"(US\$|NT\$|\$|€|£|¥|￥|₽)\s?$")
_ABOUT = re.compile(r"(?:\b(?:about|around|roughly|approximately|approx\.?|some|nearly|almost|close to|circa|ca\.|order of|"
                    r"or so)|≈|~|～|∼|[约約近]|大[约約概]|[将將]近|接近|差不多"
                    r"|(?:около|примерно|почти|порядка|приблизительно|приближённо|где-то))\s?(?:is\s|в\s|на\s|a\s|"
                    r"[为為是])?\s?$", re.IGNORECASE)
_BOUND = re.compile(r"(?:\b(?:more than|less than|fewer than|(?:well|just|slightly|far|takes?|took|is|are|was|to|costs?|"
                    r"needs?|has|have|by|at)\sover|under|at least|at most|(?<!add )(?<!adds )(?<!added )(?<!adding )up to|above|below|beyond|exceeds?|"
                    r"exceeding|no more than|only up to|within)|[><≥≤]"
                    r"|超[过過]|不到|不足|至少|至多|最多|以内|低于|低於|高于|高於|大于|大於|小于|小於|突破|逾|多达|高达|高達"
                    r"|(?:более(?: чем)?|свыше|менее(?: чем)?|не более|не менее|больше|меньше|не меньше|минимум|максимум|"
                    r"больше чем))\s?(?:the\s|в\s|на\s)?\s?$", re.IGNORECASE)
_ABOUT_AFTER = re.compile(r"\s?(?:[个個张張台]?左右|上下|or so\b|с лишним)")
_BOUND_AFTER = re.compile(r"\s?(?:[个個张張台]?以上|以[内內]|以下|[余餘多]|\+|or (?:more|less|fewer)|и (?:более|менее))")
_OPERATOR = re.compile(r"(?:\s*[×x*/÷+·⋅^=<>≤≥→至到~～∼]\s*|\s?[-–−]|\s?[-−]\s?|—)\Z")
_LEFT_OPERATOR = re.compile(r"(?:[=^*/÷×<>_]|(?<=\d)\s?[-–−+]|[=(\s][-−+])\s?$")
_RIGHT_OPERATOR = re.compile(r"\s?[xX]\s?(?=\d)|\s?[\^*/÷×=<>_](?!\s?[a-zA-Zа-яА-Я]{3})|\s?[+−](?=\s?\d)|[-–—~～](?=\d)")


def family(language: str) -> str:
    """`zh`, `ru` or `en`: whose words are looked for."""
    start = language.split("-")[0].lower()
    return start if start in ("zh", "ru") else "en"


def _scanner(language: str) -> re.Pattern[str]:
    """The one expression of a language."""
    body = number_pattern(language).pattern
    return re.compile(rf"(?P<structure>{STRUCTURE})|(?P<fraction>{_FRACTIONS[language]})|(?P<frac>[½¼¾⅓⅔⅛])"
                      rf"|(?P<number>(?<![\w.])(?:{body}))|"
                      rf"(?P<after>(?<=[^\x00-\x7fА-Яа-яё_])(?:{body.replace('(?P<', '(?P<z')}))|"
                      rf"(?P<words>{_NUMERALS[language]})")


_SCANNERS: dict[str, re.Pattern[str]] = {}
_AFTERS = {key: tuple(re.compile(p) for p in patterns) for key, patterns in _AFTER.items()}
_HAS_NUMBER = {
    "en": re.compile(rf"\d|½|\b(?:{_ENGLISH_WORDS}|half|hundred|million|billion)\b", re.IGNORECASE),
    "ru": re.compile(rf"\d|½|{_RUSSIAN_NUMERAL}|половин|треть|четверт", re.IGNORECASE),
    "zh": re.compile(r"\d|½|[二三四五六七八九十百千万萬亿億两兩]|一[倍半成]"),
}
_VULGAR = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3),
    "⅛": Fraction(1, 8)}


def has_number(text: str, language: str) -> bool:
    """Whether a text can hold a number at all: a cheap test before the scan."""
    return _HAS_NUMBER[family(language)].search(text) is not None


@lru_cache(maxsize=4096)
def scan(text: str, language: str) -> tuple[Mention, ...]:
    """All mentions of a text in their order; positions count in the text as given. Several rules ask for the same sentence."""
    lang = family(language)
    if lang not in _SCANNERS:
        _SCANNERS[lang] = _scanner(lang)
    flat = narrow(text)
    found = [mention for mention in _found(flat, lang) if mention is not None]
    return tuple(_beside(flat, _durations(flat, found)))


def _found(flat: str, lang: str) -> Iterator[Mention | None]:
    """Mentions one by one, not yet aware of their neighbours."""
    end = 0
    for match in _SCANNERS[lang].finditer(flat):
        if match.start() < end:
            continue
        mention = _mention(flat, match, lang)
        if mention is not None:
            end = mention.end
        yield mention


def _mention(flat: str, match: re.Match[str], lang: str) -> Mention | None:
    """The mention that a match of the scanner begins."""
    start, end = match.span()
    if match["structure"] is not None:
        return Mention(What.STRUCTURE, start, end, Literal(Fraction(0), Fraction(0)), core=end)
    try:
        literal = _literal(match, lang)
    except NumberProblem:
        return Mention(What.STRUCTURE, start, end, Literal(Fraction(0), Fraction(0)), core=end)
    if literal is None:
        return None
    end = match.end()
    if match["fraction"] is not None or (match["frac"] is not None and literal.value < 1):
        what = What.PERCENT if literal.written.startswith("百分") else What.FRACTION
        unit = PERCENT if what is What.PERCENT else None
        return _hedged(flat, Mention(what, start, end, literal, unit, core=end))
    return _hedged(flat, _with_unit(flat, start, end, literal, lang))


def _literal(match: re.Match[str], lang: str) -> Literal | None:
    """The value of the digits or words."""
    text = match[0]
    if match["frac"] is not None:
        return Literal(_VULGAR[text], Fraction(0), written=text)
    if match["fraction"] is not None:
        return _fraction(text, lang)
    if match["words"] is not None:
        value = in_words(text, lang)
        return None if value is None else Literal(value, Fraction(0), written=text)
    number = number_pattern(lang).match(text)
    return None if number is None else from_match(number, lang)


def _fraction(text: str, lang: str) -> Literal | None:
    """A part told in words."""
    if lang == "zh":
        plain = words.simplify(text)
        if plain == "一半":
            return Literal(Fraction(1, 2), Fraction(0), written=text)
        below, _, above = plain.partition("分之")
        under = Fraction({"百": 100, "万": 10_000}.get(below, 0)) or words.chinese(below)
        over = _decimal_chinese(above)
        if not under or over is None:
            return None
        if below == "百":
            return Literal(over, Fraction(1), written=text)
        return Literal(over / under, Fraction(0), written=text)
    key = re.sub(r"\s+", " ", text.lower())
    value = words.FRACTIONS.get(key)
    return None if value is None else Literal(value, Fraction(0), written=text)


def _decimal_chinese(text: str) -> Fraction | None:
    """八十五, 三点五, 12.5."""
    if text.replace(".", "", 1).isdigit():
        return Fraction(text)
    whole, _, part = text.partition("点")
    value = words.chinese(whole)
    if value is None or not part:
        return value
    digits = [words.chinese(digit) for digit in part]
    return value + sum((digit * Fraction(1, 10 ** (i + 1)) for i, digit in enumerate(digits) if digit), Fraction(0))


def _with_unit(flat: str, start: int, end: int, literal: Literal, lang: str) -> Mention:
    """A number with what follows it: per cent, times, a unit, a noun per second."""
    points, percent, times = _AFTERS[lang]
    core = end
    if after := points.match(flat, end):
        return Mention(What.POINTS, start, after.end(), literal, core=core)
    if after := percent.match(flat, end):
        return Mention(What.PERCENT, start, after.end(), literal, PERCENT, core=core)
    if lang == "zh" and literal.written[:1] in words.chinese.__globals__["_CHINESE_DIGITS"]:
        tenth = re.compile(r"成(?![为為立功员員本果长長就分])([一二三四五六七八九半])?").match(flat, end)
        if tenth and 0 < literal.value < 10:
            extra = {"半": Fraction(5)}.get(tenth[1] or "", words.chinese(tenth[1] or "") or Fraction(0))
            value = Literal(literal.value * 10 + extra, Fraction(1 if tenth[1] else 10), written=literal.written)
            return Mention(What.PERCENT, start, tenth.end(), value, PERCENT, Hedge.ABOUT, core=core)
    if after := times.match(flat, end):
        return Mention(What.MULTIPLE, start, after.end(), literal, core=core)
    if literal.integer and literal.value >= 100 and _SERIES.match(flat, core):
        return Mention(What.STRUCTURE, start, core, literal, core=core)
    unit, end = _unit(flat, end, lang)
    if lang == "ru" and _ENGLISH_GROUPS.fullmatch(literal.written) and re.match(r"\s?[A-Za-z]", flat[core:core + 2]):
        return Mention(What.STRUCTURE, start, end, literal, core=core)
    if unit is None and _GLUED.match(flat, core):
        return Mention(What.STRUCTURE, start, core, literal, core=core)
    return _prefixed(flat, Mention(What.QUANTITY, start, end, literal, unit, core=core), lang)


_SERIES = re.compile(r"\s?系列|[-\s]series\b|-?[а-я]{0,2}\sсери[яию](?!\w)")
"""`1000 系列`: a number that names a family of products."""
_ENGLISH_GROUPS = re.compile(r"\d{1,3},\d{3}")
_GLUED = re.compile(r"(?![xX×]\s?[\d(])[A-Za-z_]")
_TENTHS = re.compile(r"成(?![为為立功員员本果长長就分])([一二三四五六七八九半])?")
_GAP = re.compile(r"-|[\s\u00a0\u202f\u2009]?(?:[个個筆笔条條][\s\u00a0]?)?")


def _unit(flat: str, at: int, lang: str) -> tuple[Unit | None, int]:
    """The unit after a number and where it ends."""
    gap = _GAP.match(flat, at)
    begin = gap.end() if gap else at
    rate = _RATE_NOUN[lang].match(flat, at)
    found = PATTERN.match(flat, begin)
    if rate and (found is None or rate.end() > found.end()):
        noun, time = rate["noun"] or rate["noun2"] or "", rate["time"] or rate["time2"]
        base = UNITS.get(noun)
        per = dimension([*(base.dims if base else ()), *(() if base else ((noun or "event", 1),)), ("second", -1)])
        return Unit(rate[0].strip(), (base.factor if base else Fraction(1)) / _TIMES[time], per), rate.end()
    if found is None:
        return None, at
    if flat[begin - 1:begin] == "-" and found[0] in ("a", "s"):
        return None, at
    try:
        return parse_unit(found[0]), found.end()
    except NumberProblem:
        return None, at


def unit_after(text: str, at: int, language: str) -> tuple[Unit | None, int]:
    """The unit that stands right after a number or a formula, and where it ends."""
    lang = family(language)
    piece = narrow(text[at:at + 80])
    for pattern in _AFTERS[lang][:2]:
        if percent := pattern.match(piece):
            return PERCENT, at + percent.end()
    unit, end = _unit(piece, 0, lang)
    return unit, at + end


def _prefixed(flat: str, mention: Mention, lang: str) -> Mention:
    """每秒 200 GB, $5: what stands before the number belongs to its unit."""
    before = flat[max(0, mention.start - 14):mention.start]
    if mention.unit is None and (money := _CURRENCY.search(before)):
        unit, end = _per(flat, UNITS[{"￥": "¥"}.get(money[1], money[1])], mention.end)
        return replace(mention, unit=unit, start=mention.start - len(money[0]), end=end)
    if lang == "zh" and (per := _PER_PREFIX.search(before)) and not (mention.unit and ("second", -1) in mention.unit.dims):
        second = _TIMES[per[1].replace("秒钟", "秒").replace("秒鐘", "秒")]
        unit = mention.unit or Unit("", Fraction(1), (("event", 1),))
        rate = Unit(f"{unit.spelling}/{per[1]}", unit.factor / second, dimension([*unit.dims, (
            "second", -1)]), unit.decimal_bytes, unit.binary, unit.vague)
        if unit.dims != (("second", 1),):
            return replace(mention, unit=rate, start=mention.start - len(per[0]))
    return mention


def _per(flat: str, unit: Unit, end: int) -> tuple[Unit, int]:
    """A price with what it is for: `$2.10 per GPU-hour`, `$3/h`."""
    joint = _PER.match(flat, end)
    found = PATTERN.match(flat, joint.end()) if joint else None
    if joint is None or found is None:
        return unit, end
    try:
        return unit.times(parse_unit(found[0]), -1, unit.spelling + flat[end:found.end()]), found.end()
    except NumberProblem:
        return unit, end


_PER = re.compile(r"\s?/\s?|\sper\s|\san?\s(?=hour|day|GPU|token|request)")


def _hedged(flat: str, mention: Mention) -> Mention:
    """The mention with the hedge before or after it."""
    before = flat[max(0, mention.start - 18):mention.start]
    if _BOUND.search(before) or _BOUND_AFTER.match(flat, mention.end):
        return replace(mention, hedge=Hedge.BOUND)
    if _ABOUT.search(before) or _ABOUT_AFTER.match(flat, mention.end) or _ABOUT_AFTER.match(flat, mention.core):
        return replace(mention, hedge=Hedge.ABOUT)
    return mention


_MINUTES = re.compile(r"\s?分(?:钟|鐘)?(?![之成别])")
_AND = re.compile(r"[\s\u00a0]*(?:,?\s?and|и|又|零|加)?[\s\u00a0]*\Z")


def _durations(flat: str, found: list[Mention]) -> list[Mention]:
    """2 h 45 min, 2 小时 30 分: one duration out of two mentions."""
    out: list[Mention] = []
    for mention in found:
        last = out[-1] if out else None
        if last and last.unit and last.unit.dims == (("second", 1),) and mention.what is last.what is What.QUANTITY \
                and _AND.match(flat[last.end:mention.start]):
            unit = mention.unit
            end = mention.end
            if unit is None and (minutes := _MINUTES.match(flat, mention.core)):
                unit, end = UNITS["分钟"], minutes.end()
            if unit and unit.dims == last.unit.dims and unit.factor < last.unit.factor \
                    and mention.literal.value * unit.factor < last.unit.factor:
                value = last.literal.value + mention.literal.value * unit.factor / last.unit.factor
                step = mention.literal.step * unit.factor / last.unit.factor
                out[-1] = replace(last, end=end, literal=Literal(value, step, False, written=flat[last.start:end]))
                continue
        out.append(mention)
    return out


def _beside(flat: str, found: list[Mention]) -> list[Mention]:
    """Mentions with `joined` set where an operator or a range sign stands beside them."""
    out: list[Mention] = []
    for i, mention in enumerate(found):
        joined = bool(_LEFT_OPERATOR.search(flat[max(0, mention.start - 3):mention.start])) \
            or bool(_RIGHT_OPERATOR.match(flat, mention.end))
        if i and found[i - 1].end <= mention.start and _OPERATOR.match(flat[found[i - 1].end:mention.start][:6]):
            joined = True
            out[-1] = replace(out[-1], joined=True)
        out.append(replace(mention, joined=joined) if joined else mention)
    return out
