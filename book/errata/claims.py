"""What a report claims: pairs of a stated and a proposed value, from its fields or from the reader's sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass

from book.errata.form import Report

MAX_CLAIMS = 6
"""More values in one report are not judged one by one."""


@dataclass(frozen=True)
class Claim:
    """One thing that is said to be wrong, as the reader wrote it; either text may be empty."""

    stated: str
    proposed: str

    @property
    def other_operands(self) -> bool:
        """Whether both sides are sums with a result (`90/900 = 0.1 s` → `90/450 = 0.2 s`), but of other numbers."""
        sides = [_SUM.fullmatch(text.strip()) for text in (self.stated, self.proposed)]
        terms = [re.sub(r"\s", "", side["terms"]) for side in sides if side is not None]
        return len(terms) == 2 and terms[0] != terms[1]

    @property
    def core(self) -> Claim:
        """The same without the words that both sides begin with (`increases by 5%` → `increases by 8%`)."""
        sums = [_SUM.fullmatch(text.strip()) for text in (self.stated, self.proposed)]
        if sums[0] is not None and sums[1] is not None:
            return Claim(sums[0]["result"], sums[1]["result"])  # `90/900 = 0.1 s` → `90/450 = 0.2 s`
        first, second = (_TOKEN.findall(text) for text in (self.stated, self.proposed))
        count = 0
        for a, b in zip(first, second, strict=False):
            if a != b or a[0].isdigit():
                break
            count += 1
        core = Claim("".join(first[count:]).strip(), "".join(second[count:]).strip())
        return core if count and not _OPERATOR.search(core.stated) else self


_SUM = re.compile(r"(?P<terms>[\d\s.,×·*/÷+()−-]*[×·*/÷+−-][\d\s.,×·*/÷+()−-]*)[=≈]\s?(?P<result>[^=≈]+)")
_OPERATOR = re.compile(r"[-+*/^=\\\[\]()_{}]")
_TOKEN = re.compile(r"\d[\d.,\u00a0]*|[^\W\d_\u2e80-\uffff]+|.", re.S)

_Q = "“\"«「『`‘'"
_E = "”\"»」』`’'"
_X = rf"[{_Q}](?P<a>[^{_Q}{_E}\n]{{1,160}}?)[{_E}]"
_Y = rf"[{_Q}](?P<b>[^{_Q}{_E}\n]{{1,160}}?)[{_E}]"
_BARE_A = r"(?P<a>[^。，,\n]{1,60}?)"
_BARE_B = r"(?P<b>[^。，\n]{1,60}?)"
_STOP = r"(?=[。，；;]|,\s|\.(?:\s|$)|\s[(（]|$)"
_NUMBER = (
    r"(?<![\w.,])[-−]?\d[\d.,]*(?:\s?[×xх*]\s?10\^?\{?[-−\d⁰¹²³⁴⁵⁶⁷⁸⁹]+\}?)?"
    r"(?:\s?(?:%|[A-Za-zµА-яё]{1,10}(?:[/·][A-Za-zА-я]{1,4})?|[\u4e00-\u9fff]{1,6}?))??"
)
_A = rf"(?:{_X}|(?P<c>{_NUMBER}))"
_B = rf"(?:{_Y}|(?P<d>{_NUMBER}))"
_AND = r"(?:,\s(?:and\s)?|、|，\s?|\s(?:and|и)\s|\s?[和及與与]\s?)"
_LIST = rf"\d[\d.]*(?:{_AND}\d[\d.]*){{1,4}}\s?[A-Za-zА-яё%][A-Za-zА-яё/%]{{0,11}}"
_SAYINGS = tuple(
    re.compile(pattern, re.IGNORECASE | re.S)
    for pattern in (
        rf"(?P<a>{_LIST})\s?,?\s?(?:(?:should|must) (?:be|read|say)|[应應][该該]?(?:[为為是]|改[为為成])|改[为為成]|(?:должно быть|следует читать|надо читать|нужно читать|->|→))\s?(?P<b>{_LIST})",
        rf"{_X}\s*(?:应该?|應該?)?(?:[为為是]|改[为為成])\s*{_Y}",
        rf"{_X}\s*(?:->|→|=>|⇒|—>)\s*{_Y}",
        rf"{_X}\s*(?:should|must|ought to)\s+(?:be|read|say)\s*{_Y}",
        rf"(?:вместо)\s*{_X}\s*(?:должно|следует|надо|нужно)[^{_Q}]{{0,20}}{_Y}",
        rf"{_X}\s*(?:следует|надо|нужно)\s+(?:заменить|исправить|читать)\s+(?:на|как)?\s*{_Y}",
        rf"(?:replace|change)\s+{_X}\s*(?:by|with|to|into)\s*{_Y}",
        rf"(?:把|将|將)\s*{_X}\s*(?:改[为為成])\s*{_Y}",
        rf"这里写的是\s*{_BARE_A}\s*[，,]\s*我算出来(?:的)?是\s*{_BARE_B}{_STOP}",
        rf"這裡寫的是\s*{_BARE_A}\s*[，,]\s*我算出來(?:的)?是\s*{_BARE_B}{_STOP}",
        rf"(?:^|[。；\n])\s*{_BARE_A}\s*(?:应该?|應該?)(?:改[为為成]|[为為是])\s*{_BARE_B}{_STOP}",
        rf"(?:this|it|that)\s+(?:must|should|has to|ought to)\s+be\s+(?P<b>.{{1,80}}?)\s+instead\s+of\s+(?P<a>.{{1,80}}?){_STOP}",
        rf"(?:here|the text|the book|it)\s+(?:says|reads|has|prints)\s+(?P<a>.{{1,60}}?),?\s+(?:but\s+)?"
        r"(?:I|my calculation)\s+(?:get|gets|gives|compute|find)s?\s+"
        rf"(?P<b>.{{1,60}}?){_STOP}",
        rf"(?:^|[.:\n]\s*)(?P<a>[^.:\n]{{1,80}}?(?:\.\d[^.:\n]{{0,40}})?)"
        rf"\s+(?:should|must|ought to)\s+(?:be|read|say)\s+(?P<b>.{{1,80}}?){_STOP}",
        rf"(?:должно|следует|надо|нужно)\s+(?:быть|читать|писать)\s+(?P<b>.{{1,60}}?),?\s+(?:а\s+не|вместо)\s+(?P<a>.{{1,60}}?){_STOP}",
        rf"(?:здесь|тут|в тексте)\s+(?:написано|стоит|указано)\s+(?P<a>.{{1,60}}?),\s+(?:а\s+)?"
        rf"(?:у меня\s+(?:получается|получилось|выходит)|я получаю|должно быть)\s+(?P<b>.{{1,60}}?){_STOP}",
        rf"\bfor\s+{_A},?\s+(?:please\s+)?read\s+{_B}{_STOP}",
        rf"\bread\s+{_B},?\s+(?:not|for|instead of)\s+{_A}{_STOP}",
        rf"(?:\bnot|(?<!\w)не|不是|并非|並非)\s*{_A}\s*[,，]?\s*(?:but|а|но|而[应應]?[该該]?是|[应應][为為]|是)\s*{_B}{_STOP}",
        rf"{_B}\s*[,，]?\s*(?:instead of|rather than|and not|,\s?not|而?不是|(?<=[,\s])а не|вместо)\s*{_A}{_STOP}",
        rf"(?:写成了?|寫成了?|误作|誤作|误为|誤為|印成了?|printed as|misprinted as)\s*{_A}\s*[,，]?\s*(?:[应應](?:[该該]?是|[为為])|should be)\s*{_B}{_STOP}",
        rf"{_A}\s*[,，]?\s*(?:[应應](?:[该該]?是|[该該]?[为為]|当是|當是|作)|改[为為成]|(?:it\s)?(?:should|must) be|->|→|=>|должно быть|нужно|надо)\s*{_B}{_STOP}",
    )
)


def claims_of(report: Report) -> list[Claim]:
    """The claims of a report in the order of its text; one with empty sides if it proposes nothing."""
    stated, proposed = report.stated, report.proposed
    if not stated and not proposed and (said := _said(report.reasoning)):
        stated, proposed = said
        if proposed in report.quote and stated not in report.quote:
            stated, proposed = proposed, stated  # `it has 5 instead of 7`, and `7 instead of 5`
    firsts, seconds = _parts(stated), _parts(_RESTATED.sub("", proposed))
    if len(firsts) == len(seconds) and len(firsts) > 1:
        firsts, seconds = _with_unit(firsts), _with_unit(seconds)
        return [Claim(a, b) for a, b in zip(firsts, seconds, strict=True)][:MAX_CLAIMS]
    if not stated and len(seconds) > 1:
        return [Claim("", b) for b in seconds][:MAX_CLAIMS]
    return [Claim(stated, _RESTATED.sub("", proposed))]


_BARE = re.compile(r"[-−]?\d[\d.,\s]*")
_UNIT_AT_END = re.compile(r"[-−]?\d[\d.,\s]*?(?P<unit>\s?[A-Za-zµА-яё%][A-Za-zА-яё/%·²]{0,11}(?:\s?/\s?[A-Za-zА-яё]{1,8})?)")


def _with_unit(parts: list[str]) -> list[str]:
    """A list with its unit at the end (`25, 150, 300 GB/s`), the unit put behind each number."""
    last = _UNIT_AT_END.fullmatch(parts[-1])
    if last is None or not all(_BARE.fullmatch(part) for part in parts[:-1]):
        return parts
    return [*(part + last["unit"] for part in parts[:-1]), parts[-1]]


def _said(reasoning: str) -> tuple[str, str] | None:
    """What the reader's own sentence says is wrong and right."""
    for pattern in _SAYINGS:
        match = pattern.search(reasoning[:2000])
        if match:
            found = match.groupdict()
            first, second = found["a"] or found.get("c"), found["b"] or found.get("d")
            return _WHERE.sub("", str(first)).strip(_QUOTES), _WHERE.sub("", str(second)).strip(_QUOTES)
    return None


_WHERE = re.compile(
    r"\s+(?:in the (?:numerator|denominator|exponent|formula|example|sum|product|table|text|sentence|(?:first|second|third|last) \w+)|there|here"
    r"|в (?:числителе|знаменателе|показателе|формуле|примере|таблице|тексте|скобках))$",
    re.IGNORECASE,
)
"""Where the value stands, which is no part of it."""


_RESTATED = re.compile(r"(?<=[\w)}$])\s*[,，]?\s*(?:\bi\.\s?e\.|\bthat is\b|即|也就是|то есть).*\Z", re.IGNORECASE | re.S)
"""A value told again in other words is no second one."""
_QUOTES = ' “”"«»「」`'


def but_a_word(text: str, proposed: str) -> str:
    """The only words of a text that are the proposed ones but for one."""
    wanted, spans = proposed.split(), list(re.finditer(r"\S+", text))
    windows = [spans[i : i + len(wanted)] for i in range(len(spans) - len(wanted) + 1)] if len(wanted) > 1 else []
    found = [run for run in windows if sum(match[0].strip(".,;") != word for match, word in zip(run, wanted, strict=True)) == 1]
    return text[found[0][0].start() : found[0][-1].end()].rstrip(".,;") if len(found) == 1 else ""


def _closed(part: str) -> bool:
    """Whether each bracket of a text has its partner."""
    return sum(part.count(mark) for mark in "([{（") == sum(part.count(mark) for mark in ")]}）")


def _parts(text: str) -> list[str]:
    """A field that bundles several values; a comma parts them only where each part is short and has a letter or digit."""
    if re.fullmatch(_LIST, text.strip()):
        return re.split(_AND, text.strip())
    for mark in (r"[;；\n]", r"、|，\s?|(?<!\\),\s(?!\d{3}\b)"):
        parts = [part.strip() for part in re.split(mark, text) if part.strip()]
        if (
            len(parts) > 1
            and all(re.search(r"\w", part) and _closed(part) for part in parts)
            and (mark == r"[;；\n]" or all(len(part) <= 40 and "(" not in part[:1] for part in parts))
        ):
            return parts
    return [text.strip()] if text.strip() else []
