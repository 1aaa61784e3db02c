"""Rule: a value that follows from the other numbers of its clause, by the words between them.

A clause is read as a whole: the numbers that lead to a result must be all of its numbers, so that nothing is left over
that could have been meant. A value that any simple combination of the sentence's numbers explains is never called wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from book.checks import comparisons, flows, portions, quotients, totals
from book.checks.claim import Claim
from book.checks.compare import claim, outcome, slip
from book.checks.derivation import Derivation
from book.checks.scene import Scene, scene_of
from book.checks.sentence import Sentence
from book.numbers.scan import Hedge

_READINGS = (flows.derivations, totals.derivations, quotients.derivations, comparisons.derivations, portions.derivations)


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """At most one claim for each number."""
    if len(sentence.mentions) < 2:
        return
    scene = scene_of(sentence)
    for at in range(len(scene.places)):
        if scene.places[at].mention.hedge is not Hedge.BOUND:
            yield from _at(scene, at)


def _at(scene: Scene, at: int) -> Iterator[Claim]:
    """The claim about one number: a reading that holds, or the first one if none does and nothing else explains the number."""
    found = [derivation for reading in _READINGS for derivation in reading(scene, at)]
    if not found:
        return
    results = [outcome(d.stated, d.operands, d.formulas) for d in found]
    for word in ("holds", "rounding"):
        if word in results:
            yield from _claim(scene, found[results.index(word)])
            return
    if "fails" in results:
        yield from _claim(scene, found[results.index("fails")])


def _claim(scene: Scene, derivation: Derivation) -> Iterator[Claim]:
    if derivation.slip and not slip(derivation.stated, derivation.operands, derivation.formulas[0]):
        return iter(())
    return claim(scene.sentence, derivation.stated, derivation.operands, derivation.formulas, derivation.how,
                 guard=derivation.guard, alone=derivation.alone)
