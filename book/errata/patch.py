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
from book.errata.parity import content_of, counterpart
from book.errata.scene import block_at
from book.errata.value import Value, value_of
from book.errata.volume import Text, Volume
from book.numbers.errors import NumberProblem
from book.numbers.literal import Literal, number_pattern, style_of, write
from book.numbers.scan import What


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
        twins = [
            each
            for each in mine.figures
            if each.literal.value == figure.literal.value and each.unit == figure.unit and _quoted(each, outcome)
        ]
        for each in twins or [figure]:
            yield from _numeral(text, each, value, own=True)
        for other in _others(volume, text):
            theirs = counterpart(volume, text, block, other)
            for each in theirs.figures if theirs else ():
                if each.amount == figure.amount and each.what is figure.what:
                    yield from _numeral(theirs.text, each, value, own=False) if theirs else ()
                    break
        return
    yield from _words(judgement, outcome, volume, text)


def _quoted(figure: Figure, outcome: Outcome) -> bool:
    return outcome.places[0].start <= figure.start < outcome.places[0].end


def _others(volume: Volume, text: Text) -> list[str]:
    return [key for key in volume.project.editions if key != text.edition.id]


def _numeral(text: Text, figure: Figure, value: Value, *, own: bool) -> Iterator[Change]:
    """A number in the place of another: its scale word and grouping stay as the edition writes them."""
    factor = figure.unit.factor if figure.unit is not None else Fraction(1)
    unit = value.unit.factor if value.unit is not None else factor
    foreign = value.unit is not None and (figure.unit is None or value.unit.spelling != figure.unit.spelling)
    words = text.source[figure.start : figure.core]
    if foreign and value.unit is not None and figure.unit is not None and own:
        tail = text.source[figure.core : figure.end].replace(figure.unit.spelling, value.unit.spelling, 1)
        yield Change(text, figure.start, figure.end, _digits(value, figure) + tail)
        return
    if own and value.what is not figure.what and value.what is not What.QUANTITY:
        yield Change(text, figure.start, figure.end, value.text)
        return
    if own and figure.form == "prose" and value.literal is not None and re.search(r"[^\d.,\s\u00a0\u202f]", value.literal.written):
        yield Change(text, figure.start, figure.core, value.literal.written)
        return
    new = restyled(words, figure, value, Fraction(unit) / factor, text.edition.language.tag)
    if new is not None:
        yield Change(text, figure.start, figure.core, new)
    elif own:
        yield Change(text, figure.start, figure.core, _digits(value, figure))


def restyled(words: str, figure: Figure, value: Value, ratio: Fraction, language: str) -> str | None:
    """`value` written like `words`: with its scale word, grouping and decimal mark; None if that is not exact."""
    match = number_pattern(language).match(words) if figure.form == "prose" else re.match(r"(?P<digits>[\d.,{}\\ ]*\d)", words)
    literal = value.literal
    if match is None or literal is None or not literal.step:
        return None
    digits = match["grouped"] or match["digits"] if figure.form == "prose" else match["digits"]
    plain = _plain(digits, language)
    if plain is None or not plain or not figure.literal.value:
        return None
    scale = figure.literal.value / plain
    wanted, step = literal.value * ratio / scale, literal.step * ratio / scale
    places = 0
    while places < 12 and (wanted * 10**places).denominator != 1:
        places += 1
    if (wanted * 10**places).denominator != 1:
        return None
    if places == 0 and step > 1 and wanted >= 10**7:
        return None
    while places < 12 and Fraction(1, 10**places) > step and not literal.integer:
        places += 1
    try:
        shown = write(Literal(wanted, Fraction(1, 10**places), integer=not places), language if figure.form == "prose" else "en")
    except NumberProblem:
        return None
    if figure.form == "math":
        shown = re.sub(r"^(\d)(\d{3})(?!\d)", r"\1,\2", shown) if re.match(r"\d(?:\{,\}|,)\d{3}(?!\d)", digits) else shown
        shown = shown.replace(",", "{,}" if "{,}" in digits or not re.search(r"\d\d\d\d", digits) else "")
        shown = shown.replace(".", "{,}") if style_of(language).decimal == "," else shown
    elif figure.form == "code" or (not any(mark in digits for mark in style_of(language).groups) and re.search(r"\d{5}", digits)):
        shown = re.sub(rf"[{re.escape(style_of(language).groups)}](?=\d{{3}})", "", shown)
    return shown + words[match.end("grouped" if figure.form == "prose" and match["grouped"] else "digits") :]


def _plain(digits: str, language: str) -> Fraction | None:
    """The value of digits with their marks."""
    bare = digits.replace("{,}", ",").replace("\\", "")
    if style_of(language).decimal == ",":
        bare = re.sub(r"[\s\u00a0\u202f]", "", bare).replace(",", ".")
    else:
        bare = re.sub(r"[,\s\u00a0\u202f]", "", bare)
    return Fraction(bare) if re.fullmatch(r"\d+(?:\.\d+)?", bare) else None


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
