"""The memory of caches and states: keys and values of the layers that keep them, latents, windows; weights, gradients, optimiser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import log

from book.errata.figures import Figure
from book.errata.known.asked import Asked, Result
from book.errata.known.attributes import Read
from book.errata.known.formats import width_of, widths_in
from book.errata.known.layers import all_layers, caching_layers
from book.errata.working import workings_of
from book.numbers.units import hard


def cache(asked: Asked) -> Iterator[Result]:
    """The KV cache of one token, of one layer, or of whole contexts."""
    if not asked.says("cache") and not asked.says("cache", asked.block):
        return
    counts = asked.says("elements") and asked.unit == ""
    if asked.unit != "byte" and not counts:
        return
    width = Read("bytes", Fraction(1), "", -1, 0) if counts else width_of(asked, "cache") or _width_of_product(asked)
    if width is None:
        return
    latent, rope = asked.read("latent_dim"), asked.read("rope_dim")
    if latent is not None and rope is not None:
        per_layer = asked.call("architecture.mla_kv_bytes_per_token", layers=1, latent_dim=latent, rope_dim=rope, bytes_per_element=width)
    elif (grouped := _grouped(asked, width)) is not None:
        per_layer = grouped
    else:
        return
    yield from _scopes(asked, per_layer)


def _heads(asked: Asked) -> Read | None:
    """The heads that have keys and values of their own: the KV heads, else all of them."""
    heads = asked.read("kv_heads")
    if heads is None and asked.read("query_heads") is None and not _mentions_groups(asked):
        return asked.read("heads")
    return heads


def _width_of_product(asked: Asked) -> Read | None:
    """The bytes of a number where only the printed product has them, as a factor beside the two copies, heads, layers and dimension."""
    printed, heads, dim, layers = asked.dispute.printed, _heads(asked), asked.read("head_dim"), caching_layers(asked)
    if printed is None or heads is None or dim is None or layers is None:
        return None
    for product in workings_of(asked.words, asked.dispute.scene.language):
        if product.gives(printed):
            rest = [literal.value for literal in product.operands]
            for factor in (Fraction(2), *(asked.number(each) for each in (heads, dim, layers))):
                if factor in rest:
                    rest.remove(factor)
            if len(rest) == 1 and rest[0] in (1, 2, 4):
                return Read("bytes", rest[0], product.text, asked.dispute.scene.offset(asked.dispute.targets[0].start), 0)
    return None


def _grouped(asked: Asked, width: Read) -> Result | None:
    """Keys and values of one token in one layer."""
    heads, dim, breadth = _heads(asked), asked.read("head_dim"), asked.read("kv_width")
    queries = asked.read("query_heads") or asked.read("heads")
    if breadth is not None and heads is None:
        return asked.call("memory.kv_bytes_per_token", layers=1, kv_heads=1, head_dim=breadth, bytes_per_element=width)
    if heads is None or dim is None:
        return None
    result = asked.call("memory.kv_bytes_per_token", layers=1, kv_heads=heads, head_dim=dim, bytes_per_element=width)
    value = result.value
    slips = [value / 2, value * 2, value / asked.number(heads)]
    if queries is not None:
        slips.append(value * asked.number(queries) / asked.number(heads))
    if (hidden := asked.read("hidden")) is not None:
        slips.append(value * asked.number(hidden) / (asked.number(heads) * asked.number(dim)))
    return replace(result, slips=tuple(slips))


def _mentions_groups(asked: Asked) -> bool:
    """Whether the section speaks of grouped or shared heads whose number could not be read."""
    lower = asked.section.lower()
    return any(word in lower for word in ("gqa", "mqa", "mla", "grouped", "share", "kv head", "分组", "分組", "共享", "кв-", "групп", "общ"))


def _scopes(asked: Asked, one: Result) -> Iterator[Result]:
    """The value for the layers, tokens and requests that the sentence leaves open."""
    per_token = asked.says("per_token", asked.sentence)
    layers = caching_layers(asked)
    if per_token and asked.says("per_layer", asked.block):
        yield replace(one, scope="token, layer")
    if layers is None:
        return
    times, whole = asked.number(layers), all_layers(asked)
    formula = one.formula.replace("layers = 1", f"layers = {asked.told(layers)}")
    more = [one.value, *((one.value * whole,) if whole is not None else ())]
    slips = (*(each * times for each in one.slips), *more)
    token = Result(formula, one.value * times, (layers, *one.operands), slips, "token", one.rule)
    if per_token:
        yield token
        return
    context, window, requests = asked.read("context") or asked.read("tokens"), asked.read("window"), asked.read("requests")
    if context is None or not asked.says("whole_context", asked.sentence):
        return
    yield from _contexts(asked, token, context, window, requests)


def _contexts(asked: Asked, token: Result, context: Read, window: Read | None, requests: Read | None) -> Iterator[Result]:
    """The cache of whole contexts, capped by a window that all layers have."""
    if window is not None and (not asked.says("windowed", asked.section) or asked.says("others", asked.block) or asked.read("attention_layers")):
        return  # not all layers have it, or that is not said
    kept = min(asked.number(context), asked.number(window)) if window is not None else asked.number(context)
    operands = (context, *token.operands, *((window,) if window is not None else ()))
    for batch in (None, requests) if requests is not None else (None,):
        value = asked.call("memory.kv_bytes_batch", requests=batch or 1, context=kept, kv_bytes_per_token=token.value)
        uncapped = value.value / kept * asked.number(context)
        formula = f"{value.formula}; {token.formula}"
        factor = value.value / token.value
        yield Result(
            formula, value.value, (*operands, *((batch,) if batch is not None else ())),
            (uncapped, *(slip * factor for slip in token.slips)), "context", token.rule,
        )  # fmt: skip


def capacity(asked: Asked) -> Iterator[Result]:
    """How many tokens fit into the room that is left, at so many bytes each."""
    dispute = asked.dispute
    if asked.unit not in ("token", "") or dispute.scene.table is not None or not asked.says("room", asked.block):
        return
    amounts = [f for f in dispute.others if f.unit is not None and dict(hard(f.unit.dims)) == {"byte": 1}]
    text = dispute.scene.reading.text
    each = [f for f in amounts if asked.says("per_token", _CLAUSE_START.split(text[: f.start])[-1] + " " + _CLAUSE_START.split(text[f.core :])[0])]
    rooms = [f for f in amounts if f not in each]
    if len(each) != 1 or len(rooms) != 1 or not asked.says("tokens_fit"):
        return
    room, token = (
        Read(name, f.amount, text[f.start : f.end], dispute.scene.offset(f.start), 0) for name, f in (("room", rooms[0]), ("bytes_per_token", each[0]))
    )
    value = asked.number(room) / asked.number(token)
    mixed = tuple(value * Fraction(1000, 1024) ** power for power in (-3, -2, -1, 1, 2, 3))
    result = asked.call("memory.max_batch", capacity=room, weights=0, workspace=0, context=1, kv_bytes_per_token=token)
    yield replace(result, slips=(value / 2, value * 2, *mixed, *_binary_mixes(rooms[0], each[0])))


_CLAUSE_START = re.compile(r"[,，、;；。:：]|\.\s")


def _binary_mixes(room: Figure, token: Figure) -> Iterator[Fraction]:
    """The quotient of the printed numbers with decimal prefixes where the text has binary ones."""
    if room.unit is not None and token.unit is not None:
        powers = [round(log(unit.factor, 1000)) for unit in (room.unit, token.unit)]
        yield room.literal.value / token.literal.value * Fraction(1000) ** (powers[0] - powers[1])


# what training keeps for each parameter


def states(asked: Asked) -> Iterator[Result]:
    """Weights, gradients or optimiser state of all parameters in one format."""
    parameters, tensors = asked.read("parameters"), _tensors(asked)
    if asked.unit != "byte" or parameters is None or tensors is None or asked.says("sharded") or asked.says("mixture"):
        return
    subject, counts = tensors
    if counts == (1,) and asked.says("twice"):
        return
    said = widths_in(asked.clause)
    width = Read("bytes", *next(iter(said.items())), asked.dispute.scene.offset(asked.dispute.targets[0].start), 0) if len(said) == 1 else None
    width = width or (width_of(asked, subject) if not said else None)
    if width is None:
        return
    for count in counts:
        one = asked.call("memory.weights_bytes", parameters=parameters, bytes_per_parameter=width)
        total, number = one.value * count, asked.number(parameters)
        formula = one.formula if count == 1 else f"{count} × {one.formula}"
        slips = (one.value, total / 2, total * 2, number * count, number * (count + 1))
        yield Result(formula, total, (parameters, width), slips, subject, one.rule)


def _tensors(asked: Asked) -> tuple[str, tuple[int, ...]] | None:
    """Which tensors the clause is about, and how many values they may have for each parameter; None if that is not clear."""
    words = asked.clause
    optimizer, gradients, weights = (asked.says(each, words) for each in ("optimizer", "gradients", "weights"))
    master, first, second = (asked.says(each, words) for each in ("master", "first_moment", "second_moment"))
    moments = 2 if asked.says("moments", words) else first + second
    if optimizer or master or moments:
        count = master + moments
        return None if gradients else ("optimizer", (count,) if count else (2, 3))
    if gradients == weights:
        return None
    return ("gradients", (1,)) if gradients else ("weights", (1,))


def sharded(asked: Asked) -> Iterator[Result]:
    """What each rank keeps of weights, gradients and optimiser state when they are shared out."""
    parameters, ranks = asked.read("parameters"), asked.read("ranks")
    if asked.unit != "byte" or parameters is None or ranks is None or not asked.says("each_rank") or not asked.says("sharded", asked.block):
        return
    if any(width < 2 for width in widths_in(asked.section)) or asked.says("quantized", asked.section):
        return  # the calculator's sixteen bytes are another mix
    stages = [stage for stage in (1, 2, 3) if asked.says(f"zero{stage}", asked.block)]
    if len(stages) == 1:
        result = asked.call(f"training.zero{stages[0]}", parameters=parameters, ranks=ranks)
        yield replace(result, slips=(asked.number(parameters) * 16, asked.number(parameters) * 2 / asked.number(ranks)))
