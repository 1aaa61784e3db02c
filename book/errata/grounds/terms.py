"""The witness about terms: `the TTFT is 3,100 tokens per second` names a time and prints a rate. The unit tells which term is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure
from book.numbers.scan import What, family, unit_after
from book.numbers.units import Unit, hard
from book.yamlfile import read_yaml

TERMS = Path(__file__).parent / "terms.yaml"
REACH = 60
"""Characters between a term and its value."""

_KINDS = {
    (("second", 1),): "time",
    (("byte", 1), ("second", -1)): "bytes-per-second",
    (("flop", 1), ("second", -1)): "flop-per-second",
    (("second", -1),): "per-second",
    (("byte", 1),): "bytes",
    (("flop", 1),): "flop",
    (("joule", 1), ("second", -1)): "power",
    (("joule", 1),): "energy",
}


@dataclass(frozen=True)
class Term:
    """A term where a text has it."""

    start: int
    end: int
    measures: frozenset[str]
    """Kinds of value that it can have; none for a part of a device."""


@cache
def _table(language: str) -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
    """The terms of a language, each as a pattern of whole words."""
    return tuple(
        (re.compile(rf"(?<![A-Za-zА-яё])(?:{'|'.join(entry[language])})(?![A-Za-zА-яё])", re.IGNORECASE), frozenset(entry["measures"]))
        for entry in read_yaml(TERMS, TERMS.name)["terms"]
    )


def terms_in(text: str, language: str) -> list[Term]:
    """The terms of a text in order; of two at one place the longer one."""
    found = [Term(m.start(), m.end(), kinds) for pattern, kinds in _table(family(language)) for m in pattern.finditer(text)]
    found.sort(key=lambda term: (term.start, -term.end))
    return [term for i, term in enumerate(found) if not any(term.end <= other.end and other.start <= term.start for other in found[:i])]


def kind_of(unit: Unit | None, what: What = What.QUANTITY) -> str:
    """The kind of a value; empty where its unit does not tell."""
    if what is What.PERCENT:
        return "ratio"
    if unit is None or unit.vague:
        return ""
    return _KINDS.get(hard(unit.dims), "")


def terms(dispute: Dispute) -> Iterator[Evidence]:
    """A doubted term against the unit of its value, and a doubted unit against the term that it is the value of."""
    if dispute.scene.table is not None:
        return
    if dispute.printed is not None and dispute.wanted.is_number:
        yield from _units(dispute)
    elif not any(char.isdigit() for char in dispute.claim.stated + dispute.claim.proposed):
        yield from _words(dispute)


def _words(dispute: Dispute) -> Iterator[Evidence]:
    """One term in the place of another."""
    scene, claim = dispute.scene, dispute.claim
    wanted = terms_in(claim.proposed, scene.language)
    doubted = terms_in(claim.stated, scene.language)
    at = scene.reading.text.find(claim.stated.strip(), *scene.span) if claim.stated.strip() else -1
    if len(wanted) != 1 or len(doubted) != 1 or at < 0 or wanted[0].measures == doubted[0].measures:
        return
    lead = len(claim.stated) - len(claim.stated.lstrip())
    term = Term(at + doubted[0].start - lead, at + doubted[0].end - lead, doubted[0].measures)
    kind, words = _value_of(dispute, term)
    yield from _weighed(kind, words, term.measures, wanted[0].measures, {"printed": claim.stated, "proposed": claim.proposed})


def _weighed(kind: str, value: str, mine: frozenset[str], theirs: frozenset[str], shown: dict[str, str]) -> Iterator[Evidence]:
    if not kind or (kind != "ratio" and not (mine and theirs)):
        return
    if kind in theirs and kind not in mine:
        yield Evidence.of("term", For.PROPOSAL, "term-proposed", value=value, **shown)
    elif kind in mine and kind not in theirs:
        yield Evidence.of("term", For.TEXT, "term-printed", value=value, **shown)


_IS = re.compile(
    r"[\s:：=≈~约約]*(?:(?:\b(?:is|was|are|were|of|at|reaches|reached|equals|about|roughly|only|still|just|stands|averages|averaged|now|to|a|an)\b"
    r"|составля\w+|составил\w*|равн\w+|достигает|достиг\w*|около|примерно|всего|только|[为為是达達到有仅僅只约約]|平均|大约|大約|—|–)[\s:：]*){0,4}",
    re.IGNORECASE,
)
"""What may stand between a term and its value."""
_CHANGE = re.compile(
    r"\s*(?:\b(?:lower|higher|less|more|faster|slower|better|worse|smaller|larger|greater|of|points?|increase|reduction|improvement|above|below|gain)\b"
    r"|выше|ниже|больше|меньше|быстрее|медленнее|от\b|的)",
    re.IGNORECASE,
)
"""After a share: then it is no value, but a change or a part of something."""
_MEASURED_IN = re.compile(
    r"(?:\b(?:measured|given|expressed|reported|quoted|told|counted)\s+in\s+|单位[是为]\s?|單位[是為]\s?|以\s?|измеря\w+ в\s+|выраж\w+ в\s+|в единицах\s+|указан\w+ в\s+)", re.IGNORECASE
)
_RUSSIAN_UNITS = (
    (r"миллисекунд\w*|микросекунд\w*|наносекунд\w*|секунд\w*|мс", "time"),
    (r"(?:токен|запрос|операци|шаг)\w*\s(?:в секунду|/\s?с)", "per-second"),
    (r"(?:[кмгт]\w*байт\w*|[КМГТ]и?Б)(?:\sв секунду|/с)", "bytes-per-second"),
    (r"процент\w*", "ratio"),
)
"""Units in the case that `измеряется в` asks for."""


def _value_of(dispute: Dispute, term: Term) -> tuple[str, str]:
    """The kind of the value that a sentence gives to a term, and its words."""
    scene = dispute.scene
    text, stop = scene.reading.text, scene.sentence[1]
    figure = next((f for f in scene.figures if term.end <= f.start < min(stop, term.end + REACH)), None)
    if figure is not None and _IS.fullmatch(text[term.end : figure.start]) and not _compares(figure, text):
        return kind_of(figure.unit, figure.what), text[figure.start : figure.end]
    match = _MEASURED_IN.search(text, term.end, min(stop, term.end + REACH))
    if match is None or any(f.start < match.start() for f in scene.figures if f.start >= term.end):
        return "", ""
    return _unit_at(text, match.end(), scene.language)


def _unit_at(text: str, at: int, language: str) -> tuple[str, str]:
    """The kind of a unit that is told without a number."""
    if family(language) == "ru":
        for pattern, kind in _RUSSIAN_UNITS:
            if match := re.compile(pattern).match(text, at):
                return kind, match[0]
    unit, end = unit_after(text, at, language)
    return kind_of(unit), text[at:end]


def _compares(figure: Figure, text: str) -> bool:
    return figure.what is What.PERCENT and _CHANGE.match(text, figure.end) is not None


def _units(dispute: Dispute) -> Iterator[Evidence]:
    """The same digits in a unit of another kind: the term before them says which."""
    printed, wanted, figure = dispute.printed, dispute.wanted, dispute.targets[0]
    if printed is None or printed.literal is None or wanted.literal is None or printed.literal.value != wanted.literal.value:
        return
    mine, theirs = kind_of(printed.unit, printed.what), kind_of(wanted.unit, wanted.what)
    if not mine or not theirs or mine == theirs:
        return
    scene = dispute.scene
    text, start = scene.reading.text, scene.sentence[0]
    before = [term for term in terms_in(text[start : figure.start], scene.language) if term.measures]
    if not before or not _IS.fullmatch(text[start + before[-1].end : figure.start]) or _compares(figure, text):
        return
    term = before[-1]
    shown = {"term": text[start + term.start : start + term.end], "printed": printed.text, "proposed": wanted.text}
    if theirs in term.measures and mine not in term.measures:
        yield Evidence.of("term", For.PROPOSAL, "unit-of-term", **shown)
    elif mine in term.measures and theirs not in term.measures:
        yield Evidence.of("term", For.TEXT, "unit-of-term-holds", **shown)
