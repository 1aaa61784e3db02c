"""The verdict about one claim, from its evidence; never stronger than the evidence is.

Evidence that the text is wrong decides at once. That the text's own arithmetic holds does not make it right when the reader
doubts what goes into it: then a person decides, unless the premise itself is settled by a definition, the registry, the ledger
or the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from book.errata import (
    carried,
    cells,
    consistency,
    equations,
    formulas,
    mixups,
    quantities,
    sources,
    witnesses,
    wording,
)
from book.errata.arithmetic import State, claims_in, standing
from book.errata.claims import Claim, but_a_word
from book.errata.dispute import Dispute
from book.errata.evidence import DECISIVE, Evidence, For, Judgement, Verdict
from book.errata.figures import Figure, written
from book.errata.grounds import (
    antecedents,
    brackets,
    complements,
    compounding,
    consequences,
    conversions,
    discounts,
    examples,
    fenceposts,
    frequencies,
    growth,
    indices,
    laws,
    multiprocessors,
    natural,
    operations,
    overlaps,
    parts,
    points,
    radixes,
    reckonings,
    roundings,
    rows,
    samples,
    scales,
    spelling,
    tabulated,
    terms,
    titles,
    widths,
)
from book.errata.known.witness import heard
from book.errata.premise import AUTHORITIES, regrouped, said_beside, settled
from book.errata.symbols import symbols_in, tree_of
from book.errata.value import Value
from book.errata.working import provenance, workings_of
from book.numbers.tree import Node, Operation

Witness = Callable[[Dispute], Iterator[Evidence]]
WITNESSES: tuple[Witness, ...] = (
    witnesses.arithmetic,
    witnesses.expressions,
    formulas.identities,
    formulas.formulas,
    equations.equations,
    sources.parity,
    sources.references,
    sources.bound,
    sources.constants,
    quantities.units,
    quantities.directions,
    cells.cells,
    reckonings.working,
    consistency.derived,
    consistency.bits,
    carried.carried,
    consistency.relative,
    consistency.phrases,
    consistency.dimension_of_working,
    mixups.mixups,
    examples.examples,
    discounts.discounts,
    wording.directions_of_change,
    wording.bounds,
    wording.negations,
    spelling.spelling,
    terms.terms,
    parts.parts,
    conversions.conversions,
    overlaps.overlaps,
    antecedents.antecedents,
    roundings.roundings,
    rows.rows,
    consequences.consequences,
    laws.laws,
    multiprocessors.multiprocessors,
    growth.growth,
    brackets.brackets,
    indices.indices,
    fenceposts.fenceposts,
    radixes.radixes,
    points.points,
    scales.scales,
    compounding.compounding,
    titles.titles,
    natural.natural,
    operations.operations,
    frequencies.frequencies,
    complements.complements,
    samples.samples,
    samples.divisors,
    widths.widths,
    tabulated.tabulated,
)
"""All that are asked; each speaks only of what it knows."""


def judge(dispute: Dispute) -> Judgement:
    """Ask every witness and decide."""
    evidence = [] if dispute.report.kind == "figure" else [each for witness in WITNESSES for each in witness(dispute)]
    if dispute.other_operands:
        # that the printed equation holds says nothing about other operands
        evidence = [each.weak() if each.favours is For.TEXT and each.kind in ("arithmetic", "formula") else each for each in evidence]
        if not _sum_holds(dispute):
            evidence = [replace(each, favours=For.CHANGE) if each.favours is For.PROPOSAL else each for each in evidence]
    evidence = heard(dispute, evidence + list(_notation(dispute)))
    verdict = decide(dispute, evidence)
    return _judgement(dispute, verdict, evidence)


def _sum_holds(dispute: Dispute) -> bool:
    """Whether the sum that the reader writes anew comes to its result, with numbers of the text."""
    sums = workings_of(dispute.claim.proposed, dispute.scene.language)
    return bool(sums) and all(
        each.result is not None and each.gives(each.result) and not provenance(each, dispute.scene.all_figures)[1] for each in sums
    )


def _notation(dispute: Dispute) -> Iterable[Evidence]:
    """The proposed value is the printed one, written otherwise; or it only has more digits."""
    printed = dispute.printed
    if printed is None:
        return
    if dispute.same or _same_digits(printed, dispute.proposed):
        valid = dispute.proposed.is_number and _in_style(dispute)
        yield Evidence.of(
            "notation",
            For.BOTH if valid else For.TEXT,
            "same-value" if valid else "same-value-style",
            printed=printed.text,
            proposed=dispute.proposed.text,
        )
    elif dispute.rounds:
        yield Evidence.of("notation", For.BOTH, "rounds", printed=printed.text, proposed=dispute.proposed.text)


def _same_digits(printed: Value, proposed: Value) -> bool:
    """Whether a proposal that is no number of any style has the digits of the printed one."""

    def digits(text: str) -> str:
        return "".join(char for char in text if char.isdigit())

    return (
        not proposed.is_number
        and len(digits(printed.text)) > 3
        and digits(printed.text) == digits(proposed.text)
        and not proposed.is_formula
    )


def _in_style(dispute: Dispute) -> bool:
    """Whether the edition itself would read the proposal as this number."""
    from book.numbers.errors import NumberProblem
    from book.numbers.literal import number_pattern

    try:
        match = number_pattern(dispute.scene.language).match(dispute.proposed.text)
    except NumberProblem:
        return False
    literal = dispute.proposed.literal
    return (
        literal is None
        or not literal.step
        or (
            match is not None
            and not dispute.proposed.text[match.end() : match.end() + 2].strip()[:1].isdigit()
            and dispute.proposed.text[match.end() : match.end() + 1] not in (".", ",")
        )
    )


def decide(dispute: Dispute, evidence: list[Evidence]) -> Verdict:
    """The verdict that the evidence allows; a text whose quote holds any fault of arithmetic is never called right."""
    verdict = _decided(dispute, evidence)
    if verdict is Verdict.REFUTED and any(not _bound_right(dispute, each) for each in dispute.alternatives):
        return Verdict.HUMAN  # the reader may have meant the other number
    if verdict is Verdict.REFUTED and not _by_ledger(evidence) and _faulty(dispute):
        return Verdict.HUMAN
    return verdict


def _bound_right(dispute: Dispute, figure: Figure) -> bool:
    """Whether the ledger says that a number of the quote is right."""
    words = dispute.scene.text_of((figure.start, figure.end)).strip(" $")
    other = Dispute(dispute.scene, dispute.report, Claim(words, dispute.claim.proposed))
    return any(each.favours is For.TEXT for each in sources.bound(other))


def _by_ledger(evidence: list[Evidence]) -> bool:
    return any(each.kind == "bound" and each.favours is For.TEXT and each.strong for each in evidence)


def _faulty(dispute: Dispute) -> bool:
    """Whether some claim of the quote fails."""
    scene = dispute.scene
    found = standing(claims_in(scene.table if scene.table is not None else scene.passage), [scene.span])
    return found.state is State.FAILS and (found.claim is None or found.claim.at < 0 or _quoted(found.claim.at, scene.span))


def _quoted(at: int, span: tuple[int, int]) -> bool:
    """Whether a place stands in the quote."""
    return span[0] <= at < span[1]


def _decided(dispute: Dispute, evidence: list[Evidence]) -> Verdict:
    """The verdict by kinds of evidence."""
    strong = {each.favours for each in evidence if each.strong}
    if dispute.report.kind == "figure" and not any(
        each.kind in ("notation", "reference", "phrase") and each.strong for each in evidence
    ):
        return Verdict.HUMAN
    if any(each.kind == "notation" and each.says.startswith("same-value") for each in evidence):
        return Verdict.ROUNDING if For.BOTH in strong and For.TEXT not in strong else Verdict.REFUTED
    wrong = strong & {For.PROPOSAL, For.CHANGE, For.OTHER}
    if For.BOTH in strong and _only_then_holds(evidence):
        return Verdict.ROUNDING
    if wrong and _only_working(evidence) and _lacks_factor(dispute):
        return Verdict.HUMAN
    if wrong and _only_working(evidence) and (doubt := _arithmetic_holds(evidence)):
        return doubt
    if wrong:
        return _wrong(dispute, evidence, strong)
    if For.BOTH in strong:
        return Verdict.ROUNDING
    if For.TEXT in strong and settled(dispute, evidence):
        return Verdict.REFUTED
    if said_beside(dispute) and any(each.kind == "arithmetic" and each.favours is For.TEXT for each in evidence):
        return Verdict.REFUTED
    return Verdict.HUMAN


def _lacks_factor(dispute: Dispute) -> bool:
    """Whether the quote prints a product of letters with more factors than any product that the reader reckons with."""
    formulas_there = [tree_of(text, dispute.scene.language) for text in re.findall(r"\$([^$=\n]+)\$", dispute.report.quote)]
    most = max((_factors(tree) for tree in formulas_there if tree is not None and symbols_in(tree)), default=0)
    return most > max((len(each.operands) for each in dispute.workings), default=most)


def _factors(tree: Node) -> int:
    """How many factors a product has; 0 for what is no product."""
    if not isinstance(tree, Operation):
        return 1
    counts = [_factors(part) for part in tree.operands] if tree.name == "*" else [0]
    return sum(counts) if all(counts) else 0


def _only_working(evidence: list[Evidence]) -> bool:
    """Whether nothing but the reader's own working speaks against the text."""
    against = [each for each in evidence if each.strong and each.favours in (For.PROPOSAL, For.CHANGE, For.OTHER)]
    return all(each.kind == "working" for each in against)


def _only_then_holds(evidence: list[Evidence]) -> bool:
    """Whether nothing speaks against the text but that the proposal makes a chain of it, or follows from a sum that the text rounds."""
    against = [each for each in evidence if each.strong and each.favours in (For.PROPOSAL, For.CHANGE, For.OTHER)]
    return bool(against) and all(each.says in ("then-holds", "expression", "working-right") for each in against)


def _arithmetic_holds(evidence: list[Evidence]) -> Verdict | None:
    """What becomes of the reader's working where the text's own arithmetic holds: both agree, or a person decides."""
    mine = [each for each in evidence if each.kind == "arithmetic"]
    if any(each.favours is For.BOTH for each in mine):
        return Verdict.ROUNDING
    return Verdict.HUMAN if any(each.favours is For.TEXT and not each.strong for each in mine) else None


def _wrong(dispute: Dispute, evidence: list[Evidence], strong: set[For]) -> Verdict:
    """The text is wrong by some evidence; the rest must not contradict it."""
    if any(each.kind == "bound" and each.favours is For.TEXT and not each.strong for each in evidence):
        return Verdict.HUMAN  # it prints what the ledger was given: the doubt is about that
    if For.TEXT in strong and not _overruled(evidence):
        if any(each.says == "formula-verified" for each in evidence) and regrouped(dispute):
            return Verdict.REFUTED
        return Verdict.REFUTED if _authority(evidence) else Verdict.HUMAN
    if any(each.strong and each.favours is For.NOBODY and each.says == "fails" for each in evidence) and _only_reckoned(evidence):
        return Verdict.HUMAN  # the text's own sum fails, and the proposal does not mend it
    if For.PROPOSAL in strong:
        if any(each.says == "parity-neither" for each in evidence) and not _by_proposal(evidence):
            return Verdict.HUMAN  # it puts the arithmetic right, but the source has another number
        return Verdict.HUMAN if For.OTHER in strong and not _outweighed(evidence) else Verdict.CONFIRMED
    if For.OTHER in strong:
        return Verdict.DIFFERENT
    return Verdict.CONFIRMED if not dispute.report.proposed else Verdict.HUMAN


def _only_reckoned(evidence: list[Evidence]) -> bool:
    """Whether all that speaks against the text is a way to the proposed value."""
    against = [each for each in evidence if each.strong and each.favours in (For.PROPOSAL, For.CHANGE, For.OTHER)]
    return all(each.kind in ("working", "derived") for each in against)


def _authority(evidence: list[Evidence]) -> bool:
    """Whether the ledger, the calculator or the registry speaks for the text, and against it only the reader's own working."""
    mine = [each for each in evidence if each.strong and each.favours is For.TEXT]
    others = [each for each in evidence if each.strong and each.favours in (For.PROPOSAL, For.CHANGE, For.OTHER)]
    return any(each.kind in (*AUTHORITIES, *DECISIVE) for each in mine) and all(each.kind == "working" for each in others)


def _by_proposal(evidence: list[Evidence]) -> bool:
    """Whether the ledger or the calculator speaks for the proposal."""
    return any(each.strong and each.favours is For.PROPOSAL and each.kind in ("bound", "calculator") for each in evidence)


def _overruled(evidence: list[Evidence]) -> bool:
    """Whether all that speaks for the text is arithmetic that only repeats what a formula or another source shows to be wrong."""
    mine = [each for each in evidence if each.strong and each.favours is For.TEXT]
    stronger = any(
        each.strong
        and each.favours in (For.PROPOSAL, For.OTHER)
        and each.kind in ("formula", "parity", "bound", "calculator", "directions", "bits", *DECISIVE)
        for each in evidence
    )
    return stronger and all(each.kind == "arithmetic" for each in mine)


def _outweighed(evidence: list[Evidence]) -> bool:
    """Whether what speaks against the proposal is weaker than what speaks for it: a check of prose against parity or the ledger."""
    against = [each.kind for each in evidence if each.strong and each.favours is For.OTHER]
    return any(each.strong and each.favours is For.PROPOSAL and each.kind in ("parity", "bound") for each in evidence) and set(
        against
    ) <= {"arithmetic", "formula"}


def _words(dispute: Dispute, evidence: list[Evidence]) -> tuple[int, int] | None:
    """Where the source has the doubted words, if words were found to be wrong and the quote has them once."""
    place = dispute.scene.place
    stated = dispute.claim.stated.strip() or but_a_word(place.words, dispute.claim.proposed)
    wrong = any(
        each.strong and each.favours is For.PROPOSAL and (each.kind in ("spelling", "term", "overlap") or each.says in ("words-differ", "by-or-to"))
        for each in evidence
    )
    if not wrong or not stated or place.words.count(stated) != 1:
        return None
    start = place.start + place.words.index(stated)
    return start, start + len(stated)


def _judgement(dispute: Dispute, verdict: Verdict, evidence: list[Evidence]) -> Judgement:
    """The verdict with the place of the doubted value and what should stand there."""
    claim = dispute.claim
    computed = next(
        (
            value
            for each in evidence
            if each.strong
            for key, value in each.values
            if key in ("computed", "value", "source") and value
        ),
        "",
    )
    start = end = -1
    if dispute.targets:
        figure = dispute.targets[0]
        start, end = dispute.scene.offset(figure.start), dispute.scene.offset(figure.core - 1) + 1
    replacement = ""
    if dispute.targets and dispute.proposed.is_number:
        replacement = written(dispute.proposed, dispute.targets[0].form)
    elif (edit := formulas.formula_edit(dispute)) is not None:
        start, end = dispute.scene.offset(edit.start), dispute.scene.offset(edit.end - 1) + 1
        replacement = edit.text
    elif (words := _words(dispute, evidence)) is not None:
        start, end, replacement = *words, claim.proposed.strip()
    return Judgement(
        claim.stated or dispute.stated.text, claim.proposed, computed, verdict, tuple(evidence), start, end, replacement
    )
