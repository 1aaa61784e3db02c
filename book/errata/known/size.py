"""The number of parameters: feed-forward blocks, projections of attention, experts in all and in use, embeddings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from book.errata.known.asked import Asked, Result
from book.errata.known.attributes import Read
from book.errata.known.formats import width_of


def feed_forward(asked: Asked) -> Iterator[Result]:
    """A gated block has three matrices of one size; a plain one has two."""
    gated, plain = asked.says("gated", asked.block), asked.says("plain_ffn", asked.block)
    if gated == plain or asked.says("experts", asked.section) or not _counts(asked):
        return
    one = _block(asked)
    if one is None:
        return
    if plain:
        one = replace(one, formula=f"2/3 × {one.formula}", value=one.value * 2 / 3)
    one = replace(one, slips=(one.value / 3, one.value * 2 / 3, one.value * 4 / 3, one.value * 3 / 2))
    layers = asked.read("layers")
    if asked.says("all_layers") and not asked.says("per_layer"):
        if layers is not None:
            yield _times(asked, one, layers)
    elif asked.says("per_layer"):
        yield one
    else:
        yield one
        if layers is not None:
            yield _times(asked, one, layers)


def experts(asked: Asked) -> Iterator[Result]:
    """The experts of one layer, or of all layers: each expert has three matrices of its own width."""
    count, width = asked.read("experts"), asked.read("expert_width") or asked.read("ffn_width")
    hidden, layers = asked.read("hidden"), asked.read("layers")
    if count is None or width is None or hidden is None or not _counts(asked) or _whole_model(asked):
        return
    if not asked.says("experts") and not asked.says("experts", asked.block):
        return
    one = asked.call("architecture.ffn_params", hidden=hidden, ffn_width=width)
    layer = _times(asked, one, count)
    layer = replace(layer, slips=(one.value,))
    if asked.says("bytes_doubt", asked.labels[1]):
        stored = width_of(asked, "parameters")
        if stored is not None:
            yield _times(asked, layer, stored)
        return
    if asked.says("per_layer") or layers is None:
        yield layer
    if layers is not None and not asked.says("per_layer", asked.clause) and not asked.says("dense_layers", asked.section):
        yield _times(asked, layer, layers)


def mixture(asked: Asked) -> Iterator[Result]:
    """All parameters of a mixture of experts, or those that one token uses."""
    count, chosen, hidden, layers, vocabulary = (asked.read(each) for each in ("experts", "chosen_experts", "hidden", "layers", "vocabulary"))
    width, attention = asked.read("expert_width") or asked.read("ffn_width"), _attention(asked)
    if count is None or chosen is None or hidden is None or layers is None or vocabulary is None or width is None or attention is None:
        return
    if not _counts(asked) or not _whole_model(asked) or asked.says("dense_layers", asked.section):
        return
    expert = asked.call("architecture.ffn_params", hidden=hidden, ffn_width=width)
    tables = 1 if asked.says("tied", asked.section) and not asked.says("untied", asked.section) else 2
    used, whole = asked.says("active", asked.phrase), asked.says("total", asked.phrase)
    for name, number in (("active", chosen), ("total", count)):
        if (name == "active" and whole and not used) or (name == "total" and used):
            continue
        layer = asked.number(number) * expert.value + attention.value
        value = asked.number(layers) * layer + tables * asked.number(vocabulary) * asked.number(hidden)
        formula = (
            f"{asked.told(layers)} × ({asked.told(number)} × {expert.formula} + {attention.formula})"
            f" + {tables} × {asked.told(vocabulary)} × {asked.told(hidden)}"
        )
        operands = (layers, number, hidden, width, *attention.operands, vocabulary)
        yield Result(formula, value, operands, scope=name, rule=f"N = L (n 3 d f + 2 d n_q d_h + 2 d n_{{kv}} d_h) + {tables} V d", low=True)


def _attention(asked: Asked) -> Result | None:
    """The projections of attention in one layer; where only the width of keys and values is told, queries have the model's width."""
    hidden, width = asked.read("hidden"), asked.read("kv_width")
    heads, dim, queries = asked.read("kv_heads"), asked.read("head_dim"), asked.read("query_heads") or asked.read("heads")
    if hidden is not None and width is not None:
        share = asked.number(hidden) / asked.number(width)
        return asked.call("architecture.attn_proj_params", hidden=hidden, query_heads=share, head_dim=width, kv_heads=1)
    if hidden is None or heads is None or dim is None or queries is None:
        return None
    return asked.call("architecture.attn_proj_params", hidden=hidden, query_heads=queries, head_dim=dim, kv_heads=heads)


def embeddings(asked: Asked) -> Iterator[Result]:
    """The table of embeddings, and the output layer's where that has its own."""
    vocabulary, hidden = asked.read("vocabulary"), asked.read("hidden")
    if vocabulary is None or hidden is None or not _counts(asked) or not asked.says("embedding", asked.block):
        return
    if asked.says("layers_of_model") or asked.read("layers") is not None:
        return
    product, size = f"{asked.told(vocabulary)} × {asked.told(hidden)}", asked.number(vocabulary) * asked.number(hidden)
    one = Result(product, size, (vocabulary, hidden), (2 * size,), rule="V d")
    two = Result(f"2 × {product}", 2 * size, (vocabulary, hidden), (size,), rule="2 V d")
    untied = asked.says("untied", asked.block)
    tied = asked.says("tied", asked.block) and not untied
    if tied or not asked.says("head_matrix", asked.block):
        yield one
    elif untied and asked.says("together"):
        yield two
    else:
        yield from (one, two)


def adapter(asked: Asked) -> Iterator[Result]:
    """A low-rank adapter of a matrix: two thin matrices, one for each side."""
    rank = asked.read("rank")
    if rank is None or not asked.symbolic or not asked.says("adapter", asked.block) or not _counts(asked):
        return
    sides = asked.others(rank)
    if len(sides) == 2:
        value = asked.number(rank) * (asked.at[sides[0]] + asked.at[sides[1]])
        yield Result(f"rank × ({sides[0]} + {sides[1]})", value, (rank,), rule=f"{rank.value} ({sides[0]} + {sides[1]})")


def projections(asked: Asked) -> Iterator[Result]:
    """The four projections of attention, whose keys and values have the KV heads only."""
    hidden, dim, queries, heads = (asked.read(name) for name in ("hidden", "head_dim", "query_heads", "kv_heads"))
    if hidden is None or dim is None or queries is None or heads is None:
        return
    column = asked.labels[1] or asked.words
    value = asked.call("architecture.attn_proj_params", hidden=hidden, query_heads=queries, head_dim=dim, kv_heads=heads)
    if asked.dispute.scene.table is not None and not _sums_up(asked):
        return
    if asked.says("training", column) and asked.says("compute", column):
        tokens = asked.left_over(value)
        if tokens is not None:
            yield replace(value, formula=f"6 × {value.formula} × tokens", value=6 * value.value * tokens)
    elif asked.says("parameters", column):
        yield value


def _sums_up(asked: Asked) -> bool:
    return asked.says("total", asked.labels[0])


def _times(asked: Asked, result: Result, count: Read) -> Result:
    """The same so many times."""
    number = asked.number(count)
    return replace(
        result, formula=f"{asked.told(count)} × {result.formula}", value=result.value * number, operands=(count, *result.operands),
        slips=(*(each * number for each in result.slips), result.value),
    )  # fmt: skip


def _counts(asked: Asked) -> bool:
    """Whether the doubted value is a number of parameters."""
    column = asked.labels[1]
    return asked.unit in ("", "parameter") and (asked.says("parameters", column or asked.words) or asked.says("bytes_doubt", column))


def _whole_model(asked: Asked) -> bool:
    """Whether the sentence speaks of all parameters of a model, or of the active ones."""
    return asked.read("vocabulary") is not None and (asked.says("total") or asked.says("active"))


def _block(asked: Asked) -> Result | None:
    """The parameters of a gated block."""
    matrix = asked.read("matrix")
    hidden, width = asked.read("hidden"), asked.read("ffn_width")
    if hidden is not None and width is not None:
        return asked.call("architecture.ffn_params", hidden=hidden, ffn_width=width)
    if matrix is not None:
        return replace(asked.call("architecture.ffn_params", hidden=matrix, ffn_width=1), operands=(matrix,))
    return None
