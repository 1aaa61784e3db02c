"""Operations, traffic and idle time: what tied and frozen weights still compute, collectives, pipelines, bits of a group, copies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from book.errata.known.asked import Asked, Result
from book.errata.known.attributes import SENTENCE, Read
from book.errata.known.formats import widths_in


def undone(asked: Asked) -> Iterator[Result]:
    """A product that is said to cost nothing because its weights are tied or frozen: two operations for each parameter, as ever."""
    printed = asked.dispute.printed
    if printed is None or printed.literal is None or printed.literal.value != 0 or not asked.says("compute"):
        return
    if asked.says("tied") and asked.says("head_matrix"):
        matrix = asked.read("matrix")
    elif asked.says("frozen", asked.block) and asked.says("forward"):
        matrix = asked.read("parameters")
    else:
        return
    if matrix is not None:
        yield asked.call("budget.flops_per_token", parameters=matrix)


def passes(asked: Asked) -> Iterator[Result]:
    """Operations of a pass over tokens: two for each parameter forward, four backward, two more where the forward pass is repeated."""
    parameters, tokens = asked.read("parameters"), asked.read("tokens") or asked.read("context")
    if asked.unit != "flop" or parameters is None or tokens is None or asked.says("frozen", asked.block) or asked.says("mixture", asked.block):
        return
    whole = asked.call("training.train_flops", parameters=parameters, tokens=tokens)
    again = replace(whole, formula=f"{whole.formula} × 8/6", value=whole.value * 8 / 6)
    forward = asked.call("budget.flops_per_token", parameters=parameters)
    forward = replace(forward, formula=f"{forward.formula} × {asked.told(tokens)}", value=forward.value * asked.number(tokens), operands=(parameters, tokens))
    slips = tuple(whole.value * part for part in (Fraction(1, 6), Fraction(1, 3), Fraction(2, 3)))
    if asked.says("training", asked.block) and not asked.says("forward"):
        yield replace(whole, slips=slips)
        if asked.says("recompute", asked.block):
            yield again
    elif asked.says("forward") and not asked.says("backward") and not asked.says("training"):
        yield replace(forward, slips=(forward.value / 2, forward.value * 3))
    elif asked.says("forward") and asked.says("backward"):
        yield replace(whole, slips=slips)


def collectives(asked: Asked) -> Iterator[Result]:
    """The bytes that each rank of a ring sends: 2(n-1)/n of the data in an all-reduce, half of that in one of its two phases."""
    ranks = asked.read("ranks")
    if asked.unit != "byte" or ranks is None or not asked.says("all_reduce", asked.block) or not asked.says("each_rank"):
        return
    data = [f for f in asked.dispute.others if f.unit is not None and dict(f.unit.dims) == {"byte": 1}]
    if len({f.amount for f in data}) != 1:
        return
    scene = asked.dispute.scene
    gradient = Read("gradient", data[0].amount, scene.text_of((data[0].start, data[0].end)), scene.offset(data[0].start), SENTENCE)
    whole = asked.call("network.dp_allreduce", ranks=ranks, gradient=gradient, bandwidth=1)
    whole = replace(whole, slips=(whole.value / 2, asked.number(gradient), 2 * asked.number(gradient)))
    if asked.says("half_collective"):
        yield replace(whole, formula=f"1/2 × {whole.formula}", value=whole.value / 2, slips=(whole.value,))
    if not asked.says("half_collective") or asked.says("all_reduce"):
        yield whole


def bubbles(asked: Asked) -> Iterator[Result]:
    """The idle share of a pipeline, of the whole time or of the ideal one: texts use both."""
    stages, batches = asked.read("stages"), asked.read("microbatches")
    if stages is None or batches is None or not asked.says("bubble"):
        return
    whole = asked.call("supernode.pp_bubble", stages=stages, microbatches=batches)
    p, m = asked.number(stages), asked.number(batches)
    yield replace(whole, slips=(p / m, p / (m + p), (m - 1) / (m + p - 1)), scope="of the whole time")
    yield replace(asked.call("training.bubble_ideal", stages=stages, chunks=1, microbatches=batches), scope="of the ideal time")


def group_bits(asked: Asked) -> Iterator[Result]:
    """The bits of a quantised weight with its share of the group's scale, and of its zero point if there is one."""
    group, bits = asked.read("group_size"), _weight_bits(asked)
    if group is None or bits is None or asked.unit != "byte" or not asked.says("scale", asked.block):
        return
    parts = [part for part in ("scale", "zero_point") if asked.says(part, asked.block)]
    widths = {width for text, _ in asked.sentences if asked.says("scale", text) for width in widths_in(text) if width >= 1}
    if len(widths) != 1:
        return
    extra = next(iter(widths)) * 8 * len(parts)
    one = asked.call("memory.group_quant_bits", bits_per_parameter=bits, scale_bits=extra, group_size=group)
    printed = asked.dispute.printed
    if printed is not None and printed.unit is not None and printed.unit.factor == Fraction(1, 8):
        yield replace(one, value=one.value / 8, operands=(bits, group))
        return
    parameters = asked.read("parameters")
    if parameters is not None:
        formula = f"{asked.told(parameters)} × {one.formula} / 8"
        yield replace(one, formula=formula, value=asked.number(parameters) * one.value / 8, operands=(parameters, bits, group))


def _weight_bits(asked: Asked) -> Read | None:
    """The bits of a weight in the sentences that speak of quantisation."""
    scene = asked.dispute.scene
    for figure in scene.figures:
        if figure.unit is not None and figure.unit.factor == Fraction(1, 8) and figure.start not in {f.start for f in asked.dispute.targets}:
            near = scene.reading.text[max(0, figure.start - 20) : figure.end + 20] if scene.table is None else ""
            if asked.says("quantized", near):
                return Read("bits", figure.literal.value, scene.text_of((figure.start, figure.end)), scene.offset(figure.start), SENTENCE)
    return None


def copies(asked: Asked) -> Iterator[Result]:
    """The size of a model whose sum over all ranks counts a part several times."""
    scene, printed = asked.dispute.scene, asked.dispute.printed
    if scene.table is not None or printed is None or not asked.says("copies", asked.block) or not asked.says("summed"):
        return
    if not asked.says("parameters"):
        return
    ranks = asked.read("ranks")
    count = Fraction(2) if asked.says("first_and_last", asked.block) else asked.number(ranks) if ranks is not None else None
    parts = [f for f in asked.dispute.others if f.literal.digits > 4 and f.amount < printed.amount and f.before.rstrip(" $")[-1:] in "=≈"]
    if count is None or len({f.amount for f in parts}) != 1:
        return
    part = Read("part", parts[0].amount, parts[0].literal.written, scene.offset(parts[0].start), SENTENCE)
    value = printed.amount - (count - 1) * asked.number(part)
    formula = f"{printed.text} − ({count} − 1) × {parts[0].literal.written}"
    yield Result(formula, value, (part, *((ranks,) if ranks is not None else ())), rule="N_{sum} - (k - 1) N_{part}")
