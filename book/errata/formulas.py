"""The witnesses about formulas: what they come to with the text's own values, and whether their sides are identical."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from book.checks.passage import Kind, Reading
from book.errata.bindings import Binding, bindings_of, formulas_in, shared_notation, sides_of
from book.errata.definitions import Definition, definitions_in, has_calculus, resolved
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Edit, Figure, edited, edits_for, figures_of
from book.errata.symbols import Relation, chain_of, compute, identical, symbols_in, tree_of
from book.errata.value import Value
from book.errata.working import fits
from book.numbers.chain import show
from book.numbers.errors import NumberProblem
from book.numbers.interval import Interval
from book.numbers.tree import Node, Operation, Symbol, nodes

MAX_FORMULAS = 24
SMALL = 7
"""Values of symbols where exponentials are taken."""
SINGLE = Fraction(1, 5)
"""How far a result may lie from the single digit that prints it: 0.1 s is no rounding of 0.056 s to a reader."""


@dataclass(frozen=True)
class Outcome:
    """A formula with a value."""

    source: str
    at: int
    """Place of its segment in the reading of the quote; −1 for one elsewhere."""
    tree: Node
    value: Interval
    explicit: bool
    """Whether the text itself binds all its symbols by formulas or tables."""
    cache: bool = False
    """Whether it is the size of the KV cache, 2·L·n_kv·d_h·b, which the calculator knows."""


def formulas(dispute: Dispute) -> Iterator[Evidence]:
    """What the section's formulas come to, as printed and with the proposed value in its place."""
    scene = dispute.scene
    if scene.table is not None:
        return
    bound = bindings_of(scene.readings, scene.tables)
    outcomes = _outcomes(dispute, scene.readings, bound)
    edit = _change(dispute, bound)
    if edit is None:
        yield from _result(dispute, outcomes)
        return
    reading, changed = edit
    others = scene.readings[1:]
    after = _outcomes(dispute, [changed, *others], bindings_of([changed, *others], scene.tables))
    elsewhere = [result for each in others[:12] for result in _results(each)]
    hits = _matched(outcomes, _results(reading) + elsewhere) + [o for o in outcomes if _names(o, bound)]
    then = _matched(after, _results(changed) + elsewhere) + [o for o in after if _names(o, bound)]
    shown = {"printed": dispute.stated.text, "proposed": dispute.proposed.text}
    gained, lost = (
        [o for o in then if o not in hits and not _known(o, hits)],
        [o for o in hits if o not in then and not _known(o, then)],
    )
    if gained and not lost:
        yield Evidence.of(
            "formula", For.PROPOSAL, "formula-then", formula=gained[0].source, computed=show(gained[0].value.middle), **shown
        )
    elif lost and not gained:
        yield Evidence.of(
            "formula", For.TEXT, "formula-now", formula=lost[0].source, computed=show(lost[0].value.middle), **shown
        ).weak()


def _names(outcome: Outcome, bound: Mapping[str, Binding]) -> bool:
    """Whether a formula is that of a symbol to which the text gives the very value that it comes to: F = …, and F ≈ 0.69."""
    left = next((relation.left for relation in chain_of(outcome.source) if isinstance(relation.left, Symbol)), None)
    figure = bound[left.name].figure if left is not None and left.name in bound else None
    return figure is not None and _is(Value("", figure.literal, figure.unit, figure.what), outcome.value)


def _known(outcome: Outcome, others: Sequence[Outcome]) -> bool:
    """Whether the very same side is among others: a change to one side of an equation leaves the other as it is."""
    return any(outcome.tree == other.tree and outcome.value == other.value for other in others)


def _outcomes(dispute: Dispute, readings: Sequence[Reading], bound: Mapping[str, Binding]) -> list[Outcome]:
    """Every formula of the section that has a value."""
    found = []
    trees = formulas_in(readings)[:MAX_FORMULAS]
    names = {name for *_, tree in trees for name in symbols_in(tree)}
    shared = {name: binding for name, binding in shared_notation(dispute.scene.words, names).items() if name not in bound}
    values = {name: binding.value for name, binding in {**shared, **bound}.items()}
    for reading, at, source, tree in trees:
        value = _value(tree, values)
        if value is not None:
            names = symbols_in(tree)
            cache = names <= set(shared) and len(names) >= 4
            found.append(Outcome(source, at if reading is readings[0] else -1, tree, value, not names & set(shared), cache))
    return found


def _value(tree: Node, values: Mapping[str, Fraction]) -> Interval | None:
    try:
        return compute(tree, values)
    except NumberProblem:
        return None


# the doubted number is a result


def _result(dispute: Dispute, outcomes: list[Outcome]) -> Iterator[Evidence]:
    """A printed result that a formula gives, or gives otherwise."""
    printed, wanted = dispute.printed, dispute.wanted
    if printed is None or not wanted.is_number or dispute.same:
        return
    mine = [o for o in outcomes if _is(printed, o.value)]
    theirs = [o for o in outcomes if _is(wanted, o.value)]
    shown = {"printed": printed.text, "proposed": wanted.text}
    if theirs and not mine:
        yield Evidence.of(
            "formula", For.PROPOSAL, "formula-gives", formula=theirs[0].source, computed=show(theirs[0].value.middle), **shown
        )
    elif mine and not theirs:
        own = [o for o in mine if o.at >= 0 and _holds_target(o, dispute)]
        if any(o.cache for o in own):
            yield Evidence.of("calculator", For.TEXT, "cache", formula=own[0].source, computed=show(own[0].value.middle), **shown)
            return
        verified = bool(own) and dispute.report.kind == "number"
        yield Evidence.of(
            "formula",
            For.TEXT,
            "formula-verified" if verified else "formula-now",
            formula=mine[0].source,
            computed=show(mine[0].value.middle),
            **shown,
        ).when(verified)
    elif not mine and not theirs:
        near = [o for o in outcomes if o.at >= 0 and _leads_to(o, dispute)]
        if len(near) == 1 and near[0].explicit:
            yield Evidence.of(
                "formula", For.OTHER, "formula-other", formula=near[0].source, computed=show(near[0].value.middle), **shown
            )


def _is(value: Value, computed: Interval) -> bool:
    """Whether a value prints what a formula gives; a single digit must be it exactly."""
    literal = value.literal
    if literal is None or not (fits(value, computed, strict=True) or literal.admits(computed)):
        return False
    near = abs(computed.middle / value.amount - 1) <= SINGLE if value.amount else False
    return literal.digits > 1 or (value.unit is not None and near) or computed.middle == literal.value


def _holds_target(outcome: Outcome, dispute: Dispute) -> bool:
    """Whether the doubted number ends the very chain of the formula."""
    end = outcome.at + len(outcome.source)
    return any(outcome.at <= figure.start <= end for figure in dispute.targets)


def _leads_to(outcome: Outcome, dispute: Dispute) -> bool:
    """Whether a formula stands before the doubted number in its clause, with `=` or a verb between and no other number."""
    if _holds_target(outcome, dispute):
        return True
    figure = dispute.targets[0]
    between = dispute.scene.reading.text[outcome.at + len(outcome.source) : figure.start]
    return outcome.at < figure.start and len(between) < 40 and not any(char.isdigit() for char in between)


# the doubted thing is a value or a part of a formula


def _change(dispute: Dispute, bound: Mapping[str, Binding]) -> tuple[Reading, Reading] | None:
    """The reading and the same with the proposal in place, if a symbol's value or a part of a formula is doubted."""
    from book.checks.passage import reading_of

    scene = dispute.scene
    reading = scene.reading
    targets = dispute.targets
    if targets and dispute.proposed.is_number:
        inside = any(b.figure is not None and b.figure.start == targets[0].start for b in bound.values()) or _inside_formula(
            targets[0], reading
        )
        if not inside:
            return None
        changed, _ = edited(reading, scene.passage, edits_for(targets, dispute.proposed, reading.text))
        return reading, reading_of(changed)
    edit = formula_edit(dispute)
    if edit is None:
        return None
    changed, _ = edited(reading, scene.passage, [edit])
    return reading, reading_of(changed)


def _inside_formula(figure: Figure, reading: Reading) -> bool:
    """Whether a number is an operand of a side with symbols."""
    for at, segment in reading.spans:
        if segment.kind in (Kind.MATH, Kind.DISPLAY) and at <= figure.start < at + len(segment.text):
            start = at
            for part in re.split(r"(=|\\approx|\\le|\\ge|<|>)", segment.text):
                if start <= figure.start < start + len(part):
                    return bool(
                        re.search(
                            r"[A-Za-z]", re.sub(r"\\(?:mathrm|text)\{[^{}]*\}|\\[a-z]*frac|\\times|\\cdot|\\[,;: ]", "", part)
                        )
                    )
                start += len(part)
    return False


def formula_edit(dispute: Dispute) -> Edit | None:
    """Where the quote prints the doubted formula, and the proposed one in its place."""
    scene = dispute.scene
    wanted = dispute.claim.proposed.strip().strip("$").strip()
    if scene.table is not None or not wanted or not dispute.proposed.is_formula or len(wanted) > 200:
        return None
    stated = dispute.claim.stated.strip().strip("$").strip()
    segments = [
        (at, segment)
        for at, segment in scene.reading.spans
        if segment.kind in (Kind.MATH, Kind.DISPLAY) and at < scene.span[1] and scene.span[0] < at + len(segment.text)
    ]
    wanted = _latex(wanted)
    for at, segment in segments:
        if stated and (span := found_in(_latex(stated), segment.text)):
            return Edit(at + span[0], at + span[1], wanted)
    if stated and (tree := tree_of(_latex(stated), scene.language)) is not None and symbols_in(tree):
        same = [(at + begin, at + end) for at, segment in segments for begin, end in _same_sides(tree, segment.text, scene.language)]
        if len(same) == 1:
            return Edit(*same[0], wanted)
    if not stated:
        similar = [(at, segment) for at, segment in segments if _replaces(segment.text, wanted, dispute.report.quote)]
        if len(similar) == 1:
            at, segment = similar[0]
            start = at + len(segment.text) - len(segment.text.lstrip())
            return Edit(start, at + len(segment.text.rstrip()), wanted)
        sides = [(at + span[0], at + span[1]) for at, segment in segments if (span := _right_side(segment.text, wanted))]
        if len(sides) == 1:
            return Edit(*sides[0], wanted)
    return None


_DEFINES = re.compile(r"(?P<left>[^=<>]{1,60})=(?P<right>[^=<>]+)")


def _right_side(old: str, wanted: str) -> tuple[int, int] | None:
    """Where an equation has the side that a proposal without `=` is meant for: the right one, of the same symbols."""
    match = _DEFINES.fullmatch(old.rstrip(" .,;。，"))
    if match is None or "=" in wanted or re.search(r"\\(?:le|ge|ne|approx|sim)(?![a-z])", old + wanted):
        return None
    first, second = (symbols_in(tree_of(side)) for side in (match["right"], wanted))
    if not first or first != second:
        return None
    start = match.start("right") + len(match["right"]) - len(match["right"].lstrip())
    return start, match.start("right") + len(match["right"].rstrip())


def _same_sides(tree: Node, source: str, language: str) -> Iterator[tuple[int, int]]:
    """Sides of a formula that are a tree in another notation: PR/(P+R) and \\frac{P R}{P + R}."""
    at = 0
    for part in re.split(r"(=|\\approx|\\le(?![a-z])|\\ge(?![a-z])|<|>)", source):
        other = tree_of(part, language)
        if other is not None and symbols_in(other) == symbols_in(tree) and (other == tree or identical(tree, other) is True):
            yield at + len(part) - len(part.lstrip()), at + len(part.rstrip())
        at += len(part)


def _latex(text: str) -> str:
    text = re.sub(rf"(?<![\\A-Za-z])(?={_GREEK}(?![A-Za-z]))", r"\\", text)
    return text.replace("·", r"\cdot ").replace("×", r"\times ").replace("−", "-")


_GREEK = "(?:alpha|beta|gamma|delta|epsilon|eta|theta|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|chi|psi|omega)"
"""Letters that readers type by name."""
_SPACING = re.compile(r"(?:\\[,;:! ]|\\cdot(?![a-z])|\\(?:left|right|bigl?|bigr)(?![a-z])|[\s~{}*])+")


def found_in(wanted: str, source: str) -> tuple[int, int] | None:
    """Where a formula stands in another, spacing and braces aside."""
    needle = _SPACING.sub("", wanted)
    kept: list[str] = []
    places: list[int] = []
    at = 0
    for match in [*_SPACING.finditer(source), None]:
        stop = match.start() if match else len(source)
        kept.append(source[at:stop])
        places += range(at, stop)
        at = match.end() if match else stop
    start = "".join(kept).find(needle) if needle else -1
    if start < 0 or len(places) < start + len(needle):
        return None
    end = places[start + len(needle) - 1] + 1
    if source[end : end + 1] == "}" and source[places[start] : end].count("{") > source[places[start] : end].count("}"):
        end += 1
    return places[start], end


def _alike(old: str, new: str) -> bool:
    """Whether two formulas have the same symbols and so can be meant to replace each other."""
    first = {name for tree in sides_of(old, "en") for name in symbols_in(tree)}
    second = {name for tree in sides_of(new, "en") for name in symbols_in(tree)}
    return bool(first) and first == second and ("=" in old) == ("=" in new)


def _replaces(old: str, new: str, quote: str) -> bool:
    """Whether an equation can be meant in the place of another: of the same symbols, for the same symbol, or for all of the quote."""
    if _alike(old, new):
        return True
    first, second = (_SPACING.sub("", text.partition("=")[0]) for text in (old, new))
    whole = _SPACING.sub("", quote.replace("$", "")) == _SPACING.sub("", old)
    return "=" in old and "=" in new and (first == second or whole)


def _matched(outcomes: Sequence[Outcome], results: Sequence[Value]) -> list[Outcome]:
    """Formulas whose value is printed as a result."""
    return [outcome for outcome in outcomes if any(_is(result, outcome.value) for result in results)]


def _results(reading: Reading) -> list[Value]:
    """The numbers of a passage that can be results: not those that are bound to a symbol or stand inside a formula."""
    out = []
    for figure in figures_of(reading):
        if figure.form == "math" and not _ends_chain(figure, reading):
            continue
        out.append(Value(figure.literal.written, figure.literal, figure.unit, figure.what))
    return out


def _ends_chain(figure: Figure, reading: Reading) -> bool:
    """Whether a number in a formula is a whole side, of a chain whose left side is more than a symbol."""
    before = figure.before.rstrip(" \\,;")
    if not before.endswith(("=", "\\approx", "approx")):
        return False
    left = before.rstrip("=").rstrip().removesuffix("\\approx").rstrip()
    return bool(re.search(r"[-+*/^)}]|\\times|\\cdot|[A-Za-z]\s*[A-Za-z]$", left))


# identities


def identities(dispute: Dispute) -> Iterator[Evidence]:
    """Chains of formulas with free symbols: equal for all values, as printed and with the proposal."""
    edit = formula_edit(dispute)
    if edit is None:
        return
    scene = dispute.scene
    at, segment = next(
        (at, segment)
        for at, segment in scene.reading.spans
        if at <= edit.start <= at + len(segment.text) and segment.kind is not Kind.PROSE
    )
    source = segment.text
    changed = source[: edit.start - at] + edit.text + source[edit.end - at :]
    defined = definitions_in(scene.readings)
    before, after = holds_for_all(source, scene.language, defined), holds_for_all(changed, scene.language, defined)
    shown = {"formula": source, "printed": dispute.stated.text, "proposed": dispute.proposed.text}
    if before is False and after is True:
        yield Evidence.of("formula", For.PROPOSAL, "identity", **shown)
    elif before is True and after is False:
        yield Evidence.of("formula", For.TEXT, "identity-holds", **shown)


def holds_for_all(source: str, language: str, defined: Mapping[str, Definition]) -> bool | None:
    """Whether all equations between sides with more than a lone symbol are identities; None if none can be tested."""
    names = {name for name, each in defined.items() if each.parameter}
    pairs = zip(chain_of(source, language, names), chain_of(source, language), strict=True)
    known = [answer for called, plain in pairs if called.sign == "=" and (answer := _same(called, plain, defined)) is not None]
    return None if not known else all(known)


def _same(called: Relation, plain: Relation, defined: Mapping[str, Definition]) -> bool | None:
    """Whether two sides are equal for all values, read with calls and derivatives or, if there are none, without.

    None if that is not told: a function is not defined, a lone symbol only gets its meaning here.
    """
    left, right = called.left, called.right
    if left is None or right is None:
        return None
    if any(has_calculus(side, defined) for side in (left, right)):
        try:
            return identical(*resolved(left, right, defined), largest=SMALL)
        except NumberProblem:
            return None
    if _has_calls(left) or _has_calls(right):
        return None
    if plain.left is None or plain.right is None or isinstance(plain.left, Symbol) or isinstance(plain.right, Symbol):
        return None
    return identical(plain.left, plain.right)


def _has_calls(tree: Node) -> bool:
    """Whether a function is taken of something: what is not defined obeys no law of products."""
    return any(isinstance(each, Operation) and each.name == "call" for each in nodes(tree))
