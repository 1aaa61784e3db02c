"""From a report to its outcome: found, judged claim by claim, and one verdict for the whole."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from book.checks.passage import reading_of
from book.errata.around import Block, passage_of
from book.errata.claims import Claim, but_a_word, claims_of
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For, Judgement, Verdict
from book.errata.figures import Figure, alike, figures_of, likely, nearest
from book.errata.form import Report
from book.errata.formulas import found_in
from book.errata.guess import guess
from book.errata.judge import judge
from book.errata.locate import SAME, Place, find
from book.errata.orders import without_orders
from book.errata.parity import content_of
from book.errata.scene import block_at, scene_of
from book.errata.squeeze import squeeze
from book.errata.value import value_of
from book.errata.volume import Volume


@dataclass(frozen=True)
class Outcome:
    """What came of a report."""

    report: Report
    verdict: Verdict
    places: tuple[Place, ...]
    """Where the quote, or what it has become, stands in the edition that was quoted."""
    judgements: tuple[Judgement, ...]

    @property
    def value(self) -> str:
        """The right value, as far as it is known."""
        for each in self.judgements:
            if each.verdict in (Verdict.CONFIRMED, Verdict.FIXED) and each.proposed:
                return each.proposed
            if each.computed and each.verdict in (Verdict.CONFIRMED, Verdict.DIFFERENT, Verdict.REFUTED, Verdict.ROUNDING):
                return each.computed
        return ""


SURE = (Verdict.CONFIRMED, Verdict.DIFFERENT, Verdict.HUMAN)
"""What may be said of a claim that was only guessed: that the text is wrong."""


def outcome_of(report: Report, volume: Volume) -> Outcome:
    """Find the quote and judge what is said about it."""
    claims = claims_of(report)
    places = find(report, volume)
    if (
        places
        and places[0].how == "normalised"
        and (exact := [place for place in _already(report, claims, volume) if place.how == "exact"])
    ):
        return _whole(report, Verdict.FIXED, exact, claims, "already")
    if places and places[0].verbatim:
        return _judged(report, places, claims, volume)
    fixed = _already(report, claims, volume)
    if fixed:
        return _whole(report, Verdict.FIXED, fixed, claims, "already")
    if not report.quote:
        return _whole(report, Verdict.NOT_FOUND, [], claims, "no-quote")
    if places and _says_proposed(report.quote, places[0], claims):
        return _whole(report, Verdict.FIXED, places, claims, "already")
    if places and _same_numbers(report.quote, places[0]) and places[0].score >= SAME:
        return _judged(report, places, claims, volume)
    if places and _from_memory(places[0], claims):
        outcome = _judged(report, places, claims, volume)
        if outcome.verdict in SURE:
            return outcome
    return _whole(report, Verdict.NOT_FOUND, places, claims, "near" if places else "nowhere")


def _from_memory(place: Place, claims: Sequence[Claim]) -> bool:
    """Whether a near place prints every doubted number: then the quote was typed from memory, and what is doubted is there."""
    words = squeeze(place.words).text
    stated = [squeeze(claim.stated).text for claim in claims]
    return all(sum(char.isdigit() for char in each) > 1 and re.search(rf"(?<!\d){re.escape(each)}(?!\d)", words) for each in stated)


def _judged(report: Report, places: list[Place], claims: list[Claim], volume: Volume) -> Outcome:
    """The claims about a quote that is there; the first of several places that gives a verdict decides."""
    best: list[Judgement] | None = None
    chosen, asked = places[0], replace(report, reasoning=without_orders(report.reasoning))
    for place in places[:3]:
        scene = scene_of(place, volume)
        if scene is None:
            continue
        guessed = guess(report, claims[0], scene) if len(claims) == 1 and not claims[0].proposed else None
        meant = [guessed] if guessed else claims
        found = [judge(Dispute(scene, asked, claim, tuple(meant))) for claim in meant]
        if guessed:
            found = [each if each.verdict in SURE else replace(each, verdict=Verdict.HUMAN) for each in found]
        if "reversed" in report.notes:
            # what such a report shows is not what it says: nothing is confirmed for it, but the text may be right whatever it says
            found = [each if each.verdict is Verdict.REFUTED else replace(each, verdict=Verdict.HUMAN) for each in found]
        if best is None or (overall(best) is Verdict.HUMAN and overall(found) is not Verdict.HUMAN):
            best, chosen = found, place
    if best is None:
        return _whole(report, Verdict.HUMAN, places, claims, "unread")
    ordered = [chosen, *(place for place in places if place is not chosen)]
    return Outcome(report, overall(best), tuple(ordered), tuple(best))


def overall(judgements: Sequence[Judgement]) -> Verdict:
    """The verdict of a report with several claims: a proved fault counts, unless another claim of it is refuted."""
    verdicts = [each.verdict for each in judgements]
    if len(set(verdicts)) == 1:
        return verdicts[0]
    wrong = {Verdict.CONFIRMED, Verdict.DIFFERENT} & set(verdicts)
    right = {Verdict.REFUTED, Verdict.ROUNDING} & set(verdicts)
    if wrong and right:
        return Verdict.HUMAN
    if wrong:
        return Verdict.DIFFERENT if Verdict.DIFFERENT in wrong else Verdict.CONFIRMED
    if right and Verdict.HUMAN in verdicts:
        return Verdict.HUMAN
    return Verdict.ROUNDING if Verdict.ROUNDING in right else verdicts[0]


def _whole(report: Report, verdict: Verdict, places: Sequence[Place], claims: Sequence[Claim], says: str) -> Outcome:
    """One verdict for all claims, from the text itself."""
    evidence = (Evidence.of("text", For.NOBODY, says),)
    judgements = tuple(
        Judgement(claim.stated, claim.proposed, claim.proposed if verdict is Verdict.FIXED else "", verdict, evidence)
        for claim in claims
    )
    return Outcome(report, verdict, tuple(places), judgements)


def _same_numbers(quote: str, place: Place) -> bool:
    """Whether a near place has the digits of the quote."""

    def digits(text: str) -> str:
        return "".join(char for char in squeeze(text).text if char.isdigit())

    return digits(quote) == digits(place.words)


def _says_proposed(quote: str, place: Place, claims: Sequence[Claim]) -> bool:
    """Whether a near place has the numbers of the quote, but each stated one replaced by the proposed one."""
    language = place.text.edition.language.tag
    wanted = _amounts(quote, language)
    for claim in claims:
        proposed = value_of(claim.proposed, language)
        stated = value_of(claim.stated, language).literal
        if not claim.stated:
            there = _figures(quote, language)
            meant = likely(there, proposed) or nearest([each for each in there if alike(each, proposed)], proposed)
            stated = meant[0].literal if meant else None
        if stated is None or proposed.literal is None or not wanted[stated.value]:
            return False
        count = wanted.pop(stated.value)
        wanted[proposed.literal.value] += count
    block = block_at(place, place.text.blocks)
    if block is None:
        return False
    figures = content_of(place.text, block).figures
    return bool(claims) and wanted == Counter(each.literal.value for each in figures if place.start <= each.start < place.end)


def _amounts(words: str, language: str) -> Counter[Fraction]:
    """The numbers printed in some words, without their units."""
    return Counter(figure.literal.value for figure in _figures(words, language))


def _figures(words: str, language: str) -> list[Figure]:
    return figures_of(reading_of(passage_of(words, Block("paragraph", 0, len(words)), language)))


def _already(report: Report, claims: Sequence[Claim], volume: Volume) -> list[Place]:
    """Places where the text says what was proposed: the quote with every stated value replaced."""
    quote, changed = report.quote, report.quote
    for claim in claims:
        if claim.stated and claim.proposed and claim.stated in changed:
            before = r"(?<![\d.,])" if claim.stated[0].isdigit() else ""
            after = r"(?!\d)" if claim.stated[-1].isdigit() else ""
            changed = claim.proposed.join(re.split(before + re.escape(claim.stated) + after, changed))
    if changed == quote:
        changed = _one_word(quote, claims)
    if changed == quote:
        changed = _proposed_formula(quote, claims)
    for claim in claims if changed == quote else ():
        if not claim.stated and (words := but_a_word(quote, claim.proposed)):
            changed = quote.replace(words, claim.proposed)
    if changed == quote:
        return []
    return [place for place in find(replace(report, quote=changed), volume) if place.verbatim]


def _proposed_formula(quote: str, claims: Sequence[Claim]) -> str:
    """The quote with its only formula replaced, or the stated part of it, spacing aside."""
    for claim in claims:
        new = claim.proposed.strip().strip("$")
        span = found_in(claim.stated.strip("$"), quote) if claim.stated else None
        formulas = re.findall(r"\$([^$\n]+)\$", quote)
        if not claim.stated and len(formulas) == 1 and new:
            return quote.replace(formulas[0].strip(), new)
        if span and new:
            return quote[: span[0]] + new + quote[span[1] :]
    return quote


def _one_word(quote: str, claims: Sequence[Claim]) -> str:
    """The quote with its only number that has the stated value's digits replaced."""
    for claim in claims:
        stated = re.search(r"\d[\d.,\u00a0 ]*", claim.stated)
        proposed = re.search(r"\d[\d.,\u00a0 ]*", claim.proposed)
        if stated and proposed:
            pattern = rf"(?<![\d.,]){re.escape(stated[0].strip())}(?![\d]|[.,]\d)"
            if len(re.findall(pattern, quote)) == 1:
                return re.sub(pattern, proposed[0].strip(), quote)
    return quote
