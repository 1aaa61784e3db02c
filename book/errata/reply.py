"""The reply to a reader: Markdown in the language of the quoted edition, in which nothing of the reader's text is markup."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from book.errata.evidence import Evidence, Judgement
from book.errata.outcome import Outcome
from book.yamlfile import read_yaml

PHRASES = Path(__file__).parent / "phrases.yaml"
LONGEST = 280
"""Characters of a value or a quote in a reply."""


@cache
def phrases() -> dict[str, Any]:
    """All sentences of replies."""
    return read_yaml(PHRASES, PHRASES.name)


def language_of(tag: str) -> str:
    """The language of the phrases for an edition: its own, else English."""
    known = phrases()["verdicts"]["confirmed"]
    short = tag.split("-")[0]
    return tag if tag in known else next((key for key in known if key.split("-")[0] == short), "en")


def neutral(text: str) -> str:
    """A stranger's text as a code span: no mention, link, image or HTML in it can act, and it cannot end the span."""
    flat = re.sub(r"\s+", " ", text).strip()
    if len(flat) > LONGEST:
        flat = flat[:LONGEST] + "…"
    if not flat:
        return "—"
    longest = max((len(run) for run in re.findall(r"`+", flat)), default=0)
    fence = "`" * (longest + 1)
    edge = " " if flat[0] == "`" or flat[-1] == "`" else ""
    return f"{fence}{edge}{flat}{edge}{fence}"


def sentence(group: str, key: str, language: str, values: Mapping[str, str] | None = None) -> str:
    """One sentence with its values as code spans."""
    text = str(phrases()[group][key][language])
    return re.sub(r"\{(\w+)\}", lambda match: neutral((values or {}).get(match[1], "")), text)


def reason(outcome: Outcome, language: str) -> str:
    """The sentence that says why: that of the evidence that decided."""
    strongest = next(
        (each for judgement in outcome.judgements if judgement.verdict is outcome.verdict for each in _deciding(judgement)), None
    )
    return _told(strongest, language) if strongest else sentence("says", "nothing", language)


def _deciding(judgement: Judgement) -> list[Evidence]:
    return sorted(judgement.evidence, key=lambda each: not each.strong)


def _told(evidence: Evidence, language: str) -> str:
    return sentence("says", evidence.says, language, dict(evidence.values))


def reply(outcome: Outcome, locations: list[dict[str, Any]], patch: str, command: str, language: str) -> str:
    """The whole reply."""
    lines = [f"**{sentence('verdicts', outcome.verdict.value, language)}** (`{outcome.verdict.value}`)", ""]
    lines += [f"- {sentence('notes', note, language)}" for note in outcome.report.notes]
    if locations:
        lines += ["", f"**{sentence('headings', 'place', language)}**", ""]
        lines += [
            f"- {neutral(each['edition'])}: {neutral(each['path'] + ':' + str(each['line']))}: {neutral(each['quote'])}"
            for each in locations
        ]
    for judgement in outcome.judgements:
        lines += _claim(judgement, language)
    if outcome.value:
        lines += ["", f"**{sentence('headings', 'value', language)}**: {neutral(outcome.value)}"]
    if patch:
        ticks = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", patch)), default=0))
        lines += ["", f"**{sentence('headings', 'patch', language)}**", "", f"{ticks}diff", patch.rstrip("\n"), ticks]
    lines += ["", sentence("headings", "repeat", language), "", "```sh", command, "```", ""]
    return "\n".join(lines)


def _claim(judgement: Judgement, language: str) -> list[str]:
    title = sentence("headings", "claim", language)
    head = f"**{title}**: {neutral(judgement.stated)} → {neutral(judgement.proposed)} (`{judgement.verdict.value}`)"
    told = list(dict.fromkeys(_told(each, language) for each in _deciding(judgement))) or [sentence("says", "nothing", language)]
    return ["", head, "", *(f"- {each}" for each in told)]
