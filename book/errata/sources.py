"""The witnesses outside the sentence: the source edition, the labels, the registry of devices, the ledger."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from book.errata import constants as registry
from book.errata import references as labels
from book.errata.consistency import MEASURED
from book.errata.derive import beside
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure, table_figures
from book.errata.parity import content_of, counterpart, pair, plain_formula
from book.errata.symbols import chain_of, identical, symbols_in, tree_of
from book.errata.value import Value, same_amount
from book.errors import BadInput
from book.manuscript.reader import slug_of
from book.numbers.errors import NumberProblem
from book.numbers.interval import Interval
from book.numbers.quantity import Quantity
from book.numbers.tree import Symbol
from book.numbers.units import Unit, hard, parse_unit

if TYPE_CHECKING:
    from book.ledger.number import Number
    from book.ledger.printed import Around


# the source edition


def parity(dispute: Dispute) -> Iterator[Evidence]:
    """The number or formula of the source edition in the same place, when the report is about a translation."""
    scene = dispute.scene
    text = scene.place.text
    if text.edition.is_source:
        return
    source = scene.volume.project.source
    theirs = counterpart(scene.volume, text, scene.block, source.id)
    if theirs is None:
        return
    mine = content_of(text, scene.block)
    if dispute.targets:
        at = scene.offset(dispute.targets[0].start)
        figure = next((f for f in mine.figures if f.start == at), None)
        if figure is not None:
            yield from _numbers(dispute, figure, mine.figures, theirs.figures)
            return
    yield from _formulas(dispute, mine.formulas, theirs.formulas)


def _numbers(dispute: Dispute, figure: Figure, mine: tuple[Figure, ...], theirs: tuple[Figure, ...]) -> Iterator[Evidence]:
    found = pair(figure, mine, theirs)
    wanted = dispute.wanted
    if found.partner is None:
        return
    partner = _in_bits(found.partner, figure)
    matched = found.matched if partner is found.partner else partner.amount == figure.amount
    shown = {"source": _told(partner), "printed": dispute.stated.text, "proposed": wanted.text}
    if matched and partner.unit is None and _only_units_apart(dispute):
        yield Evidence.of("parity", For.NOBODY, "parity-same", **shown).weak()  # the source leaves the unit to its words
    elif matched:
        yield Evidence.of("parity", For.TEXT, "parity-same", **shown).when(dispute.report.kind == "translation")
    elif not wanted.is_number:
        yield Evidence.of("parity", For.CHANGE, "parity-differs", **shown)
    elif same_amount(wanted, Value("", partner.literal, partner.unit, partner.what)) or wanted.amount == partner.amount:
        yield Evidence.of("parity", For.PROPOSAL, "parity-proposed", **shown)
    else:
        yield Evidence.of("parity", For.OTHER if found.sole else For.NOBODY, "parity-neither", **shown)


_BITS = re.compile(r"[\s\u00a0$]?位(?![元置于於数數移宽寬操运運图圖串])")


def _in_bits(partner: Figure, figure: Figure) -> Figure:
    """The number of the source in bits where it says 位 and the translation counts bits or bytes; 位 is too many things to be a unit elsewhere."""
    bytewise = figure.unit is not None and hard(figure.unit.dims) == (("byte", 1),)
    return replace(partner, unit=parse_unit("bit")) if bytewise and partner.unit is None and _BITS.match(partner.after) else partner


def _only_units_apart(dispute: Dispute) -> bool:
    """Whether the printed and the proposed value have the same digits."""
    printed, wanted = dispute.printed, dispute.wanted
    return printed is not None and printed.literal is not None and wanted.literal is not None and printed.literal.value == wanted.literal.value


def _told(figure: Figure) -> str:
    return figure.literal.written + (
        f" {figure.unit.spelling}" if figure.unit and figure.unit.spelling != "%" else "%" if figure.unit else ""
    )


def _formulas(dispute: Dispute, mine: tuple[tuple[int, str], ...], theirs: tuple[tuple[int, str], ...]) -> Iterator[Evidence]:
    """The formula of the quote against the formula in the same place of the source."""
    place = dispute.scene.place
    quoted = [i for i, (at, source) in enumerate(mine) if at < place.end and place.start < at + len(source)]
    if len(mine) != len(theirs) or not quoted:
        return
    different = [i for i in quoted if plain_formula(mine[i][1]) != plain_formula(theirs[i][1])]
    if not different:
        yield Evidence.of("parity", For.TEXT, "parity-formula-same").weak()
        return
    right = theirs[different[0]][1].strip()
    shown = {"source": right, "printed": mine[different[0]][1].strip(), "proposed": dispute.claim.proposed}
    if not dispute.claim.proposed:
        yield Evidence.of("parity", For.CHANGE, "parity-formula", **shown)
    elif plain_formula(dispute.claim.proposed.strip("$")) in plain_formula(right) or _equal(dispute.claim.proposed, right):
        yield Evidence.of("parity", For.PROPOSAL, "parity-formula", **shown)
    else:
        yield Evidence.of("parity", For.NOBODY, "parity-formula", **shown).weak()


def _equal(proposed: str, right: str) -> bool:
    """Whether a proposed formula is a side of the right one, or all of it, in another notation."""
    tree = tree_of(proposed.strip("$"))
    sides = [side for relation in chain_of(right) for side in (relation.left, relation.right)] or [tree_of(right)]
    if tree is None or isinstance(tree, Symbol):
        return False
    return any(identical(tree, side) is True for side in sides if side is not None and symbols_in(side) == symbols_in(tree))


# labels


def references(dispute: Dispute) -> Iterator[Evidence]:
    """Whether the doubted and the proposed label are defined in this edition, and which work an entry is."""
    scene, claim = dispute.scene, dispute.claim
    bare = dispute.report.kind == "reference"
    stated, proposed = labels.label_of(claim.stated, bare=bare), labels.label_of(claim.proposed, bare=bare)
    if stated is None or proposed is None or stated.work != proposed.work or stated.number == proposed.number:
        return
    if not bare and not stated.work and not (stated.word and proposed.word):
        return
    texts = [text.source for text in scene.volume.texts(scene.place.text.edition.id)]
    has, other = labels.defined(texts, stated), labels.defined(texts, proposed)
    shown = {"printed": claim.stated, "proposed": claim.proposed}
    if stated.work and has and other:
        yield from _works(dispute, texts, stated, proposed, shown)
    elif other and not has:
        yield Evidence.of("reference", For.PROPOSAL, "label-missing", **shown)
    elif has and not other:
        yield Evidence.of("reference", For.TEXT, "label-there", **shown).weak()
    elif not has:
        yield Evidence.of("reference", For.NOBODY, "labels-missing", **shown).weak()


def _works(
    dispute: Dispute, texts: list[str], stated: labels.Label, proposed: labels.Label, shown: dict[str, str]
) -> Iterator[Evidence]:
    """The name before a citation against the two entries."""
    for name in labels.names_before(dispute.scene.place.words, stated):
        mine, theirs = name in labels.entry(texts, stated), name in labels.entry(texts, proposed)
        if theirs and not mine:
            yield Evidence.of("reference", For.PROPOSAL, "work", name=name, **shown)
            return
        if mine and not theirs:
            yield Evidence.of("reference", For.TEXT, "work-there", name=name, **shown)
            return


# the registry


def constants(dispute: Dispute) -> Iterator[Evidence]:
    """The published figures of the device that the sentence names."""
    scene, printed = dispute.scene, dispute.printed
    if printed is None or printed.literal is None or not dispute.proposed.is_number or dispute.same:
        return
    figure, wanted = dispute.targets[0], dispute.wanted
    quote, block = scene.text_of(scene.sentence), scene.source[scene.block.start : scene.block.end]
    if scene.table is not None:
        # a table's words are those of the cell's row and column: other rows name other devices
        quote, block = (named := _cell_words(dispute)), named
        unit = figure.unit or next(iter(units_in(named)), None)
        figure, wanted = replace(figure, unit=unit), replace(wanted, unit=wanted.unit or unit)
    if figure.unit is None:
        return
    words = next((words for words in (quote, block) if registry.devices_in(words)), "")
    found = registry.compare(figure, wanted, words) if words else None
    if found is None:
        return
    specs = [spec for spec in found.all if not spec.sparse or found.sparse_said] or found.all
    right = next((spec for spec in found.proposed if spec in specs), specs[0])
    shown = {
        "device": right.device,
        "figure": right.name,
        "value": right.printed,
        "printed": printed.text,
        "proposed": dispute.wanted.text,
    }
    mine = [spec for spec in found.printed if spec in specs]
    theirs = [spec for spec in found.proposed if spec in specs]
    if mine and not theirs:
        shown |= {"figure": mine[0].name, "value": mine[0].printed, "device": mine[0].device}
        tagged = found.dense_said or found.sparse_said or not found.proposed
        yield Evidence.of("constant", For.TEXT, "constant-printed", **shown).when(tagged)
    elif theirs and not found.printed and (MEASURED.search(words) or (_doubled(figure, specs) and not found.dense_said)):
        yield Evidence.of("constant", For.NOBODY, "constant-neither", **shown).weak()  # measured, or perhaps with sparsity
    elif theirs and not found.printed:
        yield Evidence.of("constant", For.PROPOSAL, "constant-proposed", **shown)
    elif not found.printed and found.dense_said and (found.proposed or any(spec.value * 2 == wanted.amount for spec in specs)):
        yield Evidence.of("constant", For.OTHER, "constant-sparse", **shown)
    elif not found.printed and not found.proposed and len(specs) == 1:
        # a device may be used in part: the text's other numbers must call for the published figure, and for neither of the two
        needed = beside(Quantity(Interval.exact(specs[0].value), specs[0].unit.dims), figure.start, dispute.others)
        fitting = [beside(Quantity(Interval.exact(each.amount), specs[0].unit.dims), figure.start, dispute.others) for each in (printed, dispute.wanted)]
        if needed and not any(fitting):
            yield Evidence.of("constant", For.OTHER, "constant-neither", **shown)
        else:
            yield Evidence.of("constant", For.NOBODY, "constant-neither", **shown).weak()


def _doubled(figure: Figure, specs: list[registry.Spec]) -> bool:
    """Whether a number is twice a dense peak, as peaks with sparsity are."""
    return any("flop" in dict(spec.unit.dims) and figure.amount == 2 * spec.value for spec in specs)


def _cell_words(dispute: Dispute) -> str:
    """The label of the row and the head of the column of the doubted cell."""
    table = dispute.scene.table
    if table is None:
        return ""
    start = dispute.targets[0].start
    place = next(((r, c) for r, c, figure in table_figures(table) if figure.start == start), None)
    if place is None or place[0] < 0 or place[1] == 0:
        return ""
    return f"{table.rows[place[0]][0].text} {table.head[place[1]].text}"


def units_in(words: str) -> Iterator[Unit]:
    """The units of a column's head: after a comma or in brackets."""
    for spelling in re.findall(r"[(（,，/]\s?([^()（），,]{1,16}?)\s?[)）]?\s*$", words):
        try:
            yield parse_unit(spelling)
        except NumberProblem:
            continue


# the ledger

_LINK = re.compile(r"\[(?P<text>[^\[\]\n]{1,200})\]\(calc:(?P<target>[^()\s]{1,120})\)")


def bound(dispute: Dispute) -> Iterator[Evidence]:
    """A bound number: the ledger computes it, with its formula and the command that repeats it."""
    scene = dispute.scene
    places = [scene.offset(figure.core - 1) for figure in dispute.targets] or [scene.place.start]
    start, end = scene.block.start, scene.block.end
    link = next(
        (match for match in _LINK.finditer(scene.source, start, end) if any(match.start() <= at < match.end() for at in places)),
        None,
    )
    if link is None:
        return
    from book.ledger.entry import Kind
    from book.ledger.errors import UnknownNumber
    from book.ledger.printed import Around, compare

    try:
        number = scene.volume.ledger.number(link["target"], slug_of(scene.place.text.file))
    except (UnknownNumber, BadInput) as problem:
        yield Evidence.of("bound", For.NOBODY, "bound-unknown", id=link["target"], why=str(problem)).weak()
        return
    around = Around(
        _plain(scene.source[max(start, link.start() - 200) : link.start()]),
        _plain(scene.source[link.end() : min(end, link.end() + 200)]),
        _heads(dispute, link.start()),
    )
    printed = compare(number, link["text"], scene.language, around)
    assumed = number.entry.kind is Kind.GIVEN
    shown = {
        "id": number.id,
        "value": number.shown(),
        "formula": number.formula,
        "command": number.command,
        "printed": link["text"],
        "proposed": dispute.proposed.text,
        "source": "; ".join(number.sources[:2]),
    }
    wanted = dispute.proposed
    theirs = wanted.is_number and _agrees_as(number, link["text"], dispute, around)
    if printed.agrees and (not wanted.is_number or not theirs):
        yield Evidence.of("bound", For.TEXT, "bound-given" if assumed else "bound", **shown).when(not assumed and wanted.is_number)
    elif printed.agrees:
        yield Evidence.of("bound", For.BOTH, "bound", **shown)
    elif theirs:
        yield Evidence.of("bound", For.PROPOSAL, "bound-stale", **shown)
    else:
        yield Evidence.of("bound", For.OTHER if wanted.is_number else For.CHANGE, "bound-stale", **shown)


def _plain(source: str) -> str:
    """Words without the targets of links, which stand among them in the raw text."""
    return re.sub(r"\]\([^()\s]{0,120}\)?|\[", "", source)


def _heads(dispute: Dispute, at: int) -> tuple[str, ...]:
    """In a table: the head of the column, the first cell of the row, and the caption, which may say the unit."""
    table = dispute.scene.table
    row = next((row for row in table.rows if row and row[0].at <= at and at < row[-1].at + len(row[-1].text) + 1), None) if table else None
    if table is None or row is None:
        return ()
    column = max((i for i, cell in enumerate(row) if cell.at <= at + 1), default=0)
    section = dispute.scene.section
    following = section.index(dispute.scene.block) + 1
    caption = dispute.scene.source[section[following].start : section[following].end] if following < len(section) else ""
    return (table.head[column].text if column < len(table.head) else "", row[0].text, caption if caption.startswith(":") else "")


def _agrees_as(number: Number, text: str, dispute: Dispute, around: Around) -> bool:
    """Whether the proposed value would be a right way to print the number."""
    from book.ledger.printed import compare

    wanted = dispute.proposed
    figure = dispute.targets[0] if dispute.targets else None
    tail = text[len(figure.literal.written) :] if figure is not None and text.startswith(figure.literal.written) else ""
    return compare(number, wanted.text + (tail if wanted.unit is None else ""), dispute.scene.language, around).agrees
