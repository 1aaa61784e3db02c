"""Whether the text is right, and not only consistent: its premise is settled, or the reader has none of their own."""

from __future__ import annotations

import re

from book.checks.passage import reading_of
from book.errata.around import Block, passage_of
from book.errata.bindings import bindings_of
from book.errata.dispute import Dispute
from book.errata.evidence import DECISIVE, Evidence, For
from book.errata.figures import Figure, figures_of, written
from book.errata.value import Value
from book.errata.working import workings_of
from book.numbers.scan import family

AUTHORITIES = ("bound", "calculator", "constant")


def settled(dispute: Dispute, evidence: list[Evidence]) -> bool:
    """Whether the text is right, and not only consistent."""
    mine = [each for each in evidence if each.strong and each.favours is For.TEXT]
    if any(each.kind in (*AUTHORITIES, "units", "convention", "reference", "parity", "phrase", *DECISIVE) for each in mine):
        return True
    if any(each.says in ("formula-verified", "identity-holds") for each in mine):
        return not any(each.says in ("working-right", "cell") for each in evidence)
    if not dispute.proposed.is_number and dispute.claim.proposed and any(each.says == "holds" for each in mine):
        return True
    return _without_premise(dispute, mine) or _misprint(dispute) or _operand(dispute) or said_beside(dispute)


def _misprint(dispute: Dispute) -> bool:
    """The reader takes the number for a slip of the pen, one digit or two digits exchanged, and computes nothing else."""
    printed, wanted = dispute.printed, dispute.wanted
    if (
        printed is None
        or printed.literal is None
        or wanted.literal is None
        or any(each.result is not None for each in dispute.workings)
    ):
        return False
    if _other_numbers(dispute):
        return False
    first, second = (written(Value("", value.literal), "code").replace(",", "") for value in (printed, wanted))
    if len(first) != len(second) or len(first) < 2:
        return False
    return sorted(first) == sorted(second) or (len(first) > 2 and sum(a != b for a, b in zip(first, second, strict=True)) == 1)


def _without_premise(dispute: Dispute, mine: list[Evidence]) -> bool:
    """The text prints operands and result, the proposal breaks that equation, and the reader gives no reason that is about either."""
    printed = any(
        each.says == "expression" or (each.says == "holds-then-fails" and ("how", "the printed operands") in each.values) for each in mine
    )
    reasoning = dispute.report.reasoning.strip()
    if not printed or not _slip(dispute):
        return False
    if not reasoning:
        return True
    if any(each.values() for each in dispute.workings) or OBJECTION.search(reasoning):
        return False
    words, fields = words_of(reasoning), words_of(f"{dispute.claim.stated} {dispute.claim.proposed}")
    if family(dispute.scene.language) != "en" and not any(char > "\u0400" for char in reasoning):
        return False  # a reason in another language shares no word with the text
    return not (words - fields) & words_of(dispute.scene.words)


OBJECTION = re.compile(
    r"[忘漏少多][了算记記乘除加减減]|[应應该該]|不[算计計含]|[还還]要|[还還]有|重[复複]|只[有是]"
    r"|\b(?:without|miss\w+|forg[eo]t\w*|omit\w*|should|must|includ\w+|exclud\w+|twice|doubl\w+|both|also|already|only|each|every)\b"
    r"|забы\w+|пропу\w+|не учт|ещё|также|должн|только|дважды|кажд",
    re.IGNORECASE,
)
"""Words with which a reader objects to what goes into a number."""


def _slip(dispute: Dispute) -> bool:
    """Whether the two values differ as by a slip of the pen, in one digit or in the order of digits: it is no other count."""
    units = [value.unit.spelling for value in (dispute.printed, dispute.wanted) if value is not None and value.unit is not None]
    first, second = (re.sub(r"\D", "", value.text) for value in (dispute.stated, dispute.proposed))
    if len(first) != len(second) or len(first) < 2 or len(set(units)) > 1:
        return False
    return sorted(first) == sorted(second) or sum(a != b for a, b in zip(first, second, strict=True)) == 1


def words_of(text: str) -> set[str]:
    """The words of a text that carry meaning, and its numbers from 2: Latin and Cyrillic words by their beginning, Chinese by pairs."""
    lower = text.lower()
    words = {word[:5] for word in re.findall(r"[a-zа-яё]{5,}", lower)}
    pairs = {run[i : i + 2] for run in re.findall(r"[\u4e00-\u9fff]{2,}", lower) for i in range(len(run) - 1)}
    return words | pairs | {digits for digits in re.findall(r"\d+(?:[.,]\d+)*", lower) if digits not in ("0", "1")}


def _other_numbers(dispute: Dispute) -> bool:
    """Whether the reasoning has numbers that neither the block nor the report's fields have: a premise of the reader's own."""
    reasoning = dispute.report.reasoning
    whole = reading_of(passage_of(reasoning, Block("paragraph", 0, len(reasoning)), dispute.scene.language))
    known = {figure.literal.value for figure in dispute.scene.figures}
    known |= {value.literal.value for value in (dispute.stated, dispute.proposed) if value.literal is not None}
    return any(figure.literal.value not in known for figure in figures_of(whole))


def _operand(dispute: Dispute) -> bool:
    """The reader proposes an operand of the printed product as its result, but it counts other things (blocks, not tokens)."""
    wanted, scene, printed = dispute.wanted, dispute.scene, dispute.printed
    if (
        wanted.literal is None
        or printed is None
        or scene.table is not None
        or any(each.result is not None for each in dispute.workings)
    ):
        return False
    text = scene.reading.text[slice(*scene.sentence)]
    expressions = [each for each in workings_of(text, scene.language) if each.gives(printed)]
    if not any(wanted.literal.value in [operand.value for operand in each.operands] for each in expressions):
        return False
    result = _noun(dispute.targets[0], scene.reading.text)
    operands = {_noun(figure, scene.reading.text) for figure in scene.figures if figure.literal.value == wanted.literal.value} - {
        ""
    }
    return bool(result) and bool(operands) and result not in operands


_NOUN = re.compile(r"[\s\u00a0$]*[个個张張台条條]?\s?(?P<noun>[A-Za-zА-Яа-яё]{3,}|[\u4e00-\u9fff]{2})")


def _noun(figure: Figure, text: str) -> str:
    """What a number counts: the word after its digits."""
    match = _NOUN.match(text, figure.core)
    return match["noun"].lower() if match else ""


def regrouped(dispute: Dispute) -> bool:
    """The reader computes with the very numbers of the text's formula, in another order: the printed formula says which."""
    scene = dispute.scene
    bound = {
        b.figure.literal.value if b.figure is not None else b.value for b in bindings_of(scene.readings, scene.tables).values()
    }
    printed = {figure.literal.value for figure in scene.quoted}
    used = [{operand.value for operand in each.operands} for each in dispute.workings]
    mantissas = {value / 10**power for value in bound for power in (0, 3, 6, 9, 12)}
    return (
        bool(used)
        and all(values <= printed | mantissas for values in used)
        and all(len(values) == len(each.operands) for values, each in zip(used, dispute.workings, strict=True))
    )


def said_beside(dispute: Dispute) -> bool:
    """The proposed value stands in the quote already, for another thing (4 points beside 10 per cent)."""
    wanted = dispute.wanted
    return wanted.literal is not None and any(
        figure.literal.value == wanted.literal.value
        and figure.what is not wanted.what
        and figure.start not in {target.start for target in dispute.targets}
        for figure in dispute.scene.quoted
    )
