"""The witness about counting from one number to another: from 100 to 200 are 101, both ends counted in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.rivals import Told, on_rivals
from book.errata.working import workings_of
from book.numbers.scan import family

_FROM_TO = {
    "en": r"\bfrom\s(?P<a>\d[\d,]*)\s(?:up\s)?(?:to|through)\s(?P<b>\d[\d,]*)|\b(?:numbered|numbers|ids?|indices|pages?|lines?|rows?|layers?|steps?)\s(?P<c>\d[\d,]*)\s?(?:to|through|[–—-])\s?(?P<d>\d[\d,]*)|\bbetween\s(?P<e>\d[\d,]*)\sand\s(?P<f>\d[\d,]*)",
    "zh": r"在?\s?(?P<e>\d[\d,]*)\s?[到至]\s?(?P<f>\d[\d,]*)\s?(?:之?[间間]|[范範][围圍])|(?:[从從自]|编号|編號|第)\s?(?P<a>\d[\d,]*)\s?(?:号|號|页|頁|层|層|行|步)?\s?[到至~–—-]\s?第?\s?(?P<b>\d[\d,]*)",
    "ru": r"(?<![А-яё])(?:с|от)\s(?P<a>\d[\d\u00a0 ]*?)\s(?:по|до)\s(?P<b>\d[\d\u00a0 ]*\d|\d)|между\s(?P<e>\d+)\sи\s(?P<f>\d+)",
}
_STEP = re.compile(r"\b(?:every|steps? of|spaced|spacing of)\s(\d+)|每隔?\s?(\d+)|[间間]隔[为為是]?\s?(\d+)|(?:через кажды[ей]|с шагом|шаг)\s(\d+)", re.IGNORECASE)
"""How far the counted things are apart, if not by one."""
_BOTH_ENDS = re.compile(
    r"\binclusive|\bboth (?:ends|of them)?\b|\bincluding both|\bboth included|两端都|兩端都|[两兩]个?個?端[点點]都|首尾都|含两端|含兩端|含首尾|都[计計]入|都包含|闭区间|включительно|об[ае] (?:конца|крайние|границы)|both endpoints|с обоими концами|включая (?:оба|обе|крайние)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\bnumber(?:ed|s)\b|\bids?\b|\bindices\b|\bpages?\b|编号|編號|序号|序號|页码|頁碼|编码|пронумеров|номер", re.IGNORECASE)
_ONE_END = re.compile(r"\bexclu|\bhalf-open|不含|不包括|左闭右开|左閉右開|не включая|исключая|\bup to but", re.IGNORECASE)


_BEFORE_FIRST = re.compile(
    r"\b(?:one|another|also|an? \w+)\b[^.;]{0,24}\bbefore the first\b"
    r"|第一[步次个個条條轮輪][^。；]{0,6}之?前|(?:перед перв|до перво)\w*",
    re.IGNORECASE,
)
"""One thing before those that are counted at every step; one at the beginning of a day may be the last of the day before."""


def _one_more(dispute: Dispute) -> Iterator[Evidence]:
    """So many at every step, and one before the first of them: the quotient counts the steps alone."""
    scene, printed, wanted = dispute.scene, dispute.printed, dispute.wanted
    if printed is None or printed.literal is None or wanted.literal is None or abs(printed.literal.value - wanted.literal.value) != 1:
        return
    text = scene.text_of(scene.sentence)
    quotients = [w for w in workings_of(text, scene.language) if len(w.operands) == 2 and re.search(r"[/÷]", w.text)]
    steps = [w.operands[0].value / w.operands[1].value for w in quotients if w.operands[1].value]
    steps = [step for step in steps if step.denominator == 1 and step in (printed.literal.value, wanted.literal.value)]
    if len(set(steps)) != 1 or not _BEFORE_FIRST.search(text):
        return
    count, way = steps[0] + 1, quotients[0].text
    shown = {"way": way, "computed": str(count), "printed": printed.text, "proposed": wanted.text}
    if wanted.literal.value == count:
        yield Evidence.of("mixup", For.PROPOSAL, "one-more", **shown)
    elif printed.literal.value == count:
        yield Evidence.of("mixup", For.TEXT, "one-more-holds", **shown)


@on_rivals
def fenceposts(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """The printed and the proposed count are one apart, and a range of the sentence has the one or the other."""
    scene = dispute.scene
    yield from _one_more(dispute)
    text = scene.text_of(scene.sentence)
    mine, theirs = printed.literal.value, wanted.literal.value
    if abs(mine - theirs) != 1 or _ONE_END.search(text):
        return
    for match in re.finditer(_FROM_TO[family(scene.language)], text, re.IGNORECASE):
        first, last = [int(re.sub(r"\D", "", group)) for group in match.groups() if group]
        steps = {int(next(filter(None, step.groups()))) for step in _STEP.finditer(text)}
        apart = steps.pop() if len(steps) == 1 else 1
        if not apart or (last - first) % apart:
            continue
        count = (last - first) // apart + 1
        if count < 2 or {mine, theirs} != {count, count - 1}:
            continue
        shown = {"first": str(first), "last": str(last), "computed": str(count), "printed": printed.text, "proposed": wanted.text}
        if mine == count and (_BOTH_ENDS.search(text) or _NUMBERED.search(text)):
            yield Evidence.of("mixup", For.TEXT, "fencepost-holds", **shown)
        elif theirs == count and _BOTH_ENDS.search(text):
            yield Evidence.of("mixup", For.PROPOSAL, "fencepost", **shown)
        else:
            continue
        return
