"""The correction as a unified diff over all editions, each number in its edition's style."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from book.errata.around import Block
from book.errata.evidence import Judgement, Verdict
from book.errata.figures import Figure, written
from book.errata.outcome import Outcome
from book.errata.parity import Counterpart, content_of, counterpart
from book.errata.scene import block_at
from book.errata.style import restyled
from book.errata.value import Value, value_of
from book.errata.volume import Text, Volume
from book.numbers.scan import What
from book.numbers.units import hard


@dataclass(frozen=True)
class Change:
    """Characters of one text to be replaced."""

    text: Text
    start: int
    end: int
    words: str


def changes_of(outcome: Outcome, volume: Volume) -> list[Change]:
    """What has to be changed in each edition; nothing where a value could only be guessed."""
    if outcome.verdict is not Verdict.CONFIRMED or not outcome.places:
        return []
    found: dict[tuple[str, int], Change] = {}
    for judgement in outcome.judgements:
        if judgement.verdict is Verdict.CONFIRMED:
            for change in _changes(judgement, outcome, volume):
                found.setdefault((change.text.path, change.start), change)
    return sorted(found.values(), key=lambda change: (change.text.path, change.start))


def _changes(judgement: Judgement, outcome: Outcome, volume: Volume) -> Iterator[Change]:
    text = outcome.places[0].text
    block = block_at(outcome.places[0], text.blocks)
    if block is None:
        return
    value = value_of(judgement.proposed, text.edition.language.tag)
    if judgement.start >= 0 and judgement.replacement and not value.is_number:
        yield from _formula(judgement, volume, text, block)
        return
    if judgement.start >= 0 and value.literal is not None and (value.literal.step or re.match(r"[-\d]", value.text)):
        mine = content_of(text, block)
        figure = next((each for each in mine.figures if each.start == judgement.start), None)
        if figure is None:
            return
        if target := _bound_to(text, figure):
            for other in _with_target(volume, text, target):
                for each in other.figures:
                    if _alike(each, figure) and _bound_to(other.text, each) == target:
                        yield from _numeral(other.text, each, value, own=other.text is text)
            return
        taken = {other.start for other in outcome.judgements if other.proposed != judgement.proposed}
        twins = [
            each
            for each in mine.figures
            if _twin(each, figure) and _quoted(each, outcome) and not _bound_to(text, each) and each.start not in taken
        ]
        for each in twins or [figure]:
            yield from _numeral(text, each, value, own=True)
        for key in _others(volume, text):
            theirs = counterpart(volume, text, block, key)
            same = [each for each in theirs.figures if each.amount == figure.amount and each.what is figure.what] if theirs else []
            at = sum(each.amount == figure.amount and each.start < figure.start for each in mine.figures) if taken else 0
            if theirs and at < len(same):
                yield from _numeral(theirs.text, same[at], value, own=False)
        return
    yield from _words(judgement, outcome, volume, text)


_BINDING = re.compile(r"\]\(calc:(?P<target>[^()\s]{1,120})\)")


def _bound_to(text: Text, figure: Figure) -> str:
    """The id that a number is bound to; empty if it is not bound."""
    last = figure.core - 1
    opening = text.source.rfind("[", max(0, last - 80), last)
    match = _BINDING.search(text.source, last, last + 200)
    if match is None or opening < 0 or re.search(r"[\[\]\n]", text.source[opening + 1 : match.start()]):
        return ""
    return match["target"]


def _with_target(volume: Volume, text: Text, target: str) -> Iterator[Counterpart]:
    """Every block of the chapter, in all editions, with a number that is bound to an id: one that is wrong is wrong in all its places."""
    for key in volume.project.editions:
        other = volume.text(key, text.file)
        if other is None:
            continue
        places = [match.start() for match in re.finditer(re.escape(f"](calc:{target})"), other.source)]
        for block in other.blocks:
            if any(block.start <= at < block.end for at in places):
                yield content_of(other, block)


def _alike(first: Figure, second: Figure) -> bool:
    """Whether two numbers that are bound to one id print the same value: one edition may say `per kWh` beside it, another after it."""
    return second.amount in (first.amount, first.literal.value) or first.literal.value == second.literal.value


def _twin(first: Figure, second: Figure) -> bool:
    return first.literal.value == second.literal.value and first.unit == second.unit


def _quoted(figure: Figure, outcome: Outcome) -> bool:
    return outcome.places[0].start <= figure.start < outcome.places[0].end


def _others(volume: Volume, text: Text) -> list[str]:
    return [key for key in volume.project.editions if key != text.edition.id]


def _numeral(text: Text, figure: Figure, value: Value, *, own: bool) -> Iterator[Change]:
    """A number in the place of another: its scale word and grouping stay as the edition writes them."""
    factor = figure.unit.factor if figure.unit is not None else Fraction(1)
    unit = value.unit.factor if value.unit is not None else factor
    if figure.unit is not None and value.unit is not None and hard(value.unit.dims) != hard(figure.unit.dims):
        unit = factor  # US$ for US$ per kWh: the digits are meant
    foreign = unit != factor and value.unit is not None and figure.unit is not None and value.unit.factor != figure.unit.factor
    words = text.source[figure.start : figure.core]
    if foreign and value.unit is not None and figure.unit is not None and own:
        tail = text.source[figure.core : figure.end].replace(figure.unit.spelling, value.unit.spelling, 1)
        yield Change(text, figure.start, figure.end, _digits(value, figure) + tail)
        return
    if own and value.what is not figure.what and value.what is not What.QUANTITY:
        yield Change(text, figure.start, figure.end, value.text)
        return
    scale = _scale(value.literal.written) if value.literal is not None else ""
    if own and figure.form == "prose" and scale and value.literal is not None and scale != _scale(words):
        yield Change(text, figure.start, figure.core, value.literal.written)
        return
    new = restyled(words, figure, value, Fraction(unit) / factor, text.edition.language.tag, text.source)
    if new is not None:
        yield Change(text, figure.start, figure.core, new)
    elif own:
        yield Change(text, figure.start, figure.core, _digits(value, figure))


def _scale(words: str) -> str:
    """What stands after the digits of a number: its scale word; all of a number in words."""
    found = re.search(r"\d[\d.,\s\u00a0\u202f]*(?P<tail>.*)", words, re.S)
    return found["tail"] if found else words


def _digits(value: Value, figure: Figure) -> str:
    """The proposed value as the place needs it."""
    return written(Value("", value.literal), figure.form).strip()


def _formula(judgement: Judgement, volume: Volume, text: Text, block: Block) -> Iterator[Change]:
    """A formula, and the same characters in the same block of other editions: formulas are not translated."""
    old = text.source[judgement.start : judgement.end]
    yield Change(text, judgement.start, judgement.end, judgement.replacement)
    for key in _others(volume, text):
        theirs = counterpart(volume, text, block, key)
        if theirs is not None:
            at = theirs.text.source.find(old, theirs.block.start, theirs.block.end)
            if at >= 0 and theirs.text.source.find(old, at + 1, theirs.block.end) < 0:
                yield Change(theirs.text, at, at + len(old), judgement.replacement)


def _words(judgement: Judgement, outcome: Outcome, volume: Volume, text: Text) -> Iterator[Change]:
    """A formula or a label: the stated characters in the quote, and the same ones in the same block of other editions."""
    stated, proposed = judgement.stated.strip().strip("$").strip(), judgement.proposed.strip().strip("$").strip()
    if not stated or not proposed or "\n" in proposed:
        return
    place = outcome.places[0]
    block = block_at(place, text.blocks)
    spots = [(text, place.start, place.end)]
    for key in _others(volume, text):
        theirs = counterpart(volume, text, block, key) if block else None
        if theirs:
            spots.append((theirs.text, theirs.block.start, theirs.block.end))
    for each, start, end in spots:
        at = each.source.find(stated, start, end)
        if at >= 0 and each.source.find(stated, at + 1, end) < 0:
            yield Change(each, at, at + len(stated), proposed)


def corrected(changes: Iterable[Change]) -> dict[str, tuple[Text, str]]:
    """Each changed text by its path, with its new source."""
    done: dict[str, tuple[Text, str]] = {}
    for change in sorted(changes, key=lambda each: -each.start):
        text, source = done.get(change.text.path, (change.text, change.text.source))
        done[change.text.path] = (text, source[: change.start] + change.words + source[change.end :])
    return done


def diff_of(changes: Iterable[Change]) -> str:
    """A unified diff that `git apply` takes in the book's folder."""
    lines: list[str] = []
    for path, (text, source) in sorted(corrected(changes).items()):
        for line in difflib.unified_diff(
            text.source.splitlines(keepends=True), source.splitlines(keepends=True), f"a/{path}", f"b/{path}"
        ):
            lines.append(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n")
    return "".join(lines)
