"""The witness about labelled equations: the ledger says which function each must equal, whatever the text around it says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.formulas import formula_edit
from book.errors import BadInput
from book.manuscript.reader import slug_of

_LABELLED = re.compile(r"\$\$(?P<latex>[^$]{1,2000})\$\$\s*\{#(?P<label>eq:[\w:.-]{1,80})[^{}]{0,80}\}")


def equations(dispute: Dispute) -> Iterator[Evidence]:
    """The printed and the proposed form of an equation against the calculator's function."""
    scene = dispute.scene
    block, place = scene.block, scene.place
    found = next(
        (m for m in _LABELLED.finditer(scene.source, block.start, block.end) if m.start() < place.end and place.start < m.end()), None
    )
    if found is None or dispute.targets:
        return
    try:
        chapter = scene.volume.ledger.chapter(slug_of(place.text.file))
    except BadInput:
        return
    entry = chapter.formulas.get(found["label"]) if chapter is not None else None
    if entry is None:
        return
    from book.ledger.formulas import State, judge

    printed = found["latex"].strip()
    mine = judge(entry, printed)
    if mine.state is State.DEFINITION:
        return
    proposal = _proposed(dispute, printed, found.start("latex"))
    shown = {"label": found["label"], "function": entry.function, "how": mine.how, "formula": printed, "proposed": proposal}
    if not proposal:
        wrong = mine.state in (State.MISMATCH, State.DIMENSION)
        yield Evidence.of("calculator", For.CHANGE if wrong else For.NOBODY, "equation", **shown).when(wrong)
        return
    theirs = judge(entry, proposal)
    if mine.holds and theirs.state in (State.MISMATCH, State.DIMENSION):
        yield Evidence.of("calculator", For.TEXT, "equation-holds", **(shown | {"how": theirs.how}))
    elif mine.holds and theirs.holds:
        yield Evidence.of("calculator", For.BOTH, "equation-both", **shown)
    elif not mine.holds and theirs.holds:
        yield Evidence.of("calculator", For.PROPOSAL, "equation-proposed", **shown)
    elif mine.state is not State.UNREAD and not mine.holds and theirs.state in (State.MISMATCH, State.DIMENSION):
        yield Evidence.of("calculator", For.OTHER, "equation-neither", **shown)


def _proposed(dispute: Dispute, printed: str, at: int) -> str:
    """The whole equation as the reader would have it; empty if the proposal is no formula."""
    wanted = dispute.claim.proposed.strip().strip("$").strip()
    if not wanted or not dispute.proposed.is_formula:
        return ""
    edit = formula_edit(dispute)
    if edit is not None:
        start, end = dispute.scene.offset(edit.start) - at, dispute.scene.offset(edit.end - 1) + 1 - at
        shift = len(dispute.scene.source[at:]) - len(dispute.scene.source[at:].lstrip())
        return printed[: max(0, start - shift)] + edit.text + printed[end - shift :]
    if "=" in wanted:
        return wanted
    left, sign, _ = printed.partition("=")
    return f"{left}{sign} {wanted}" if sign and not dispute.claim.stated else ""
