"""The outcome as the command prints it: one JSON document, and the reply for people."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from book.errata.evidence import Evidence, For, Verdict
from book.errata.form import Report
from book.errata.history import last_change
from book.errata.locate import Place, editions_in_order
from book.errata.outcome import Outcome, outcome_of
from book.errata.parity import counterpart
from book.errata.patch import changes_of, diff_of
from book.errata.reply import language_of, reason, reply
from book.errata.scene import scene_of
from book.errata.volume import Volume

COMMAND = "book erratum check report.md"
NEEDS_ACTION = (Verdict.CONFIRMED, Verdict.DIFFERENT, Verdict.HUMAN)


def exit_code(verdict: str) -> int:
    """1 if the text needs a change or a person."""
    return int(verdict in [each.value for each in NEEDS_ACTION])


def result_of(report: Report, volume: Volume) -> dict[str, Any]:
    """Judge a report and write everything down."""
    outcome = _with_notes(_with_history(outcome_of(report, volume), volume), volume)
    language = language_of(_reply_tag(outcome, volume))
    locations = _locations(outcome, volume)
    patch = diff_of(changes_of(outcome, volume))
    return {
        "verdict": outcome.verdict.value,
        "reason": reason(outcome, language),
        "value": outcome.value,
        "locations": locations,
        "claims": [
            {"stated": each.stated, "proposed": each.proposed, "computed": each.computed, "verdict": each.verdict.value}
            for each in outcome.judgements
        ],
        "evidence": [
            {"kind": each.kind, "favours": each.favours.value, "says": each.says, "strong": each.strong, **dict(each.values)}
            for judgement in outcome.judgements
            for each in judgement.evidence
        ],
        "patch": patch,
        "reply": reply(outcome, locations, patch, COMMAND, language),
    }


def _reply_tag(outcome: Outcome, volume: Volume) -> str:
    """The language of the edition that the reader named, else that of the place."""
    editions = volume.project.editions
    if outcome.report.edition:
        return editions[editions_in_order(outcome.report, volume)[0]].language.tag
    return (outcome.places[0].text.edition if outcome.places else volume.project.source).language.tag


def _with_history(outcome: Outcome, volume: Volume) -> Outcome:
    """An earlier correction with the commit that made it."""
    if outcome.verdict is not Verdict.FIXED or not outcome.places:
        return outcome
    commit = last_change(Path(volume.project.root), outcome.places[0].text.path, outcome.places[0].words)
    if not commit:
        return outcome
    told = Evidence.of("text", For.NOBODY, "history", commit=commit)
    return replace(outcome, judgements=tuple(replace(each, evidence=(*each.evidence, told)) for each in outcome.judgements))


def _with_notes(outcome: Outcome, volume: Volume) -> Outcome:
    """A note where the quote is in another edition than the reader chose."""
    report = outcome.report
    if not outcome.places or not report.edition or editions_in_order(report, volume)[0] == outcome.places[0].text.edition.id:
        return outcome
    return replace(outcome, report=replace(report, notes=(*report.notes, "edition")))


def _locations(outcome: Outcome, volume: Volume) -> list[dict[str, Any]]:
    """The place in every edition: where the quote stands, and the block of the other editions that says the same."""
    found = [_location(place) for place in outcome.places[:5]]
    if outcome.places and (scene := scene_of(outcome.places[0], volume)) is not None:
        seen = {place.text.edition.id for place in outcome.places[:5]}
        for key in volume.project.editions:
            theirs = counterpart(volume, scene.place.text, scene.block, key) if key not in seen else None
            if theirs:
                words = " ".join(theirs.text.source[theirs.block.start : theirs.block.end].split())[:280]
                found.append(
                    {
                        "edition": key,
                        "path": theirs.text.path,
                        "line": theirs.text.lines.place(theirs.block.start)[0],
                        "quote": words,
                    }
                )
    return found


def _location(place: Place) -> dict[str, Any]:
    return {"edition": place.text.edition.id, "path": place.text.path, "line": place.line, "quote": " ".join(place.words.split())}
