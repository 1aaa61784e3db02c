"""Attention as data: grouped heads, latent (MLA), with an indexer (DSA), compressed (CSA, HCA)."""

from infra_calc.parts import Cache, Mixing, Weight, norm, vector
from infra_calc.reach import FULL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.parts import Part
    from infra_calc.reach import Reach


def grouped(
    hidden: int, heads: int, kv_heads: int, width: int, reach: "Reach" = FULL, qkv_bias: bool = False,
    out_bias: bool = False, qk_norm: "tuple[int, int] | None" = None, gate: bool = False, sinks: bool = False,
    own_kv: bool = True, value_is_key: bool = False, qk_norm_bias: bool = False,
) -> "list[Part]":  # fmt: skip
    """MHA, GQA or MQA: `heads` queries of `width` share `kv_heads` keys and values.

    `qk_norm` gives the sizes of the norms on queries and keys; `gate` doubles the query projection by an output gate;
    `own_kv=False` attends an earlier layer's cache; `value_is_key` has no value projection (values are still cached).
    """
    parts: list[Part] = [
        Weight("attention", "query and gate" if gate else "query", hidden, heads * width * (2 if gate else 1), qkv_bias)
    ]
    if own_kv:
        parts.append(Weight("attention", "key", hidden, kv_heads * width, qkv_bias))
        if not value_is_key:
            parts.append(Weight("attention", "value", hidden, kv_heads * width, qkv_bias))
        parts.append(Cache("keys and values", 2 * kv_heads * width, reach))
    if qk_norm:
        parts.append(norm("query norm", qk_norm[0], qk_norm_bias))
        if own_kv:
            parts.append(norm("key norm", qk_norm[1], qk_norm_bias))
    if sinks:
        parts.append(vector("attention", "sinks", heads))
    parts.append(Mixing("scores and values", heads, width, width, reach))
    parts.append(Weight("attention", "output", heads * width, hidden, out_bias))
    return parts


def latent(
    hidden: int, heads: int, query_rank: "int | None", kv_rank: int, nope: int, rope: int, value: int,
    bias: bool = False, reach: "Reach" = FULL,
) -> "list[Part]":  # fmt: skip
    """MLA (DeepSeek-V2, arXiv 2405.04434): the cache holds a latent of `kv_rank` and a rotary key of `rope`.

    Expanded, heads attend with nope + rope and `value`; absorbed, with kv_rank + rope and kv_rank.
    """
    parts: list[Part] = []
    if query_rank is None:
        parts.append(Weight("attention", "query", hidden, heads * (nope + rope)))
    else:
        parts.append(Weight("attention", "query down", hidden, query_rank, bias))
        parts.append(norm("query latent norm", query_rank))
        parts.append(Weight("attention", "query up", query_rank, heads * (nope + rope)))
    parts.append(Weight("attention", "latent and rotary key", hidden, kv_rank + rope, bias))
    parts.append(norm("latent norm", kv_rank))
    parts.append(Weight("attention", "key and value up", kv_rank, heads * (nope + value), rows="context"))
    parts.append(Cache("latent and rotary key", kv_rank + rope, FULL, "kv", heads * (nope + rope + value), reach))
    parts.append(
        Mixing("scores and values", heads, nope + rope, value, reach, absorbed=(kv_rank + rope, kv_rank))
    )
    parts.append(Weight("attention", "output", heads * value, hidden, bias))
    return parts


def indexer(hidden: int, query_rank: int, heads: int, width: int) -> "list[Part]":
    """The lightning indexer of DSA (DeepSeek-V3.2): scores every earlier token with small heads, caches one key."""
    return [
        Weight("indexer", "indexer query", query_rank, heads * width),
        Weight("indexer", "indexer key", hidden, width),
        norm("indexer key norm", width, bias=True),
        Weight("indexer weights", "indexer head weights", hidden, heads),
        Cache("indexer keys", width, FULL, "index"),
        Mixing("indexer scores", heads, width, 0, FULL, component="indexer"),
    ]


def compressed(
    hidden: int, heads: int, width: int, query_rank: int, groups: int, out_rank: int, window: int,
    ratio: int, index: "tuple[int, int, int] | None",
) -> "list[Part]":  # fmt: skip
    """DeepSeek-V4: one shared key-value of `width` in a window, and one for each `ratio` earlier tokens.

    `ratio` 0 is the window alone; `index` (heads, width, top-k) selects among the compressed entries (CSA), without it
    all are attended (HCA). The overlapping CSA compressor projects to twice the width.
    """
    parts: list[Part] = [
        vector("attention", "sinks", heads),
        Weight("attention", "query down", hidden, query_rank),
        norm("query latent norm", query_rank),
        Weight("attention", "query up", query_rank, heads * width),
        Weight("attention", "shared key-value", hidden, width),
        norm("key-value norm", width),
        Cache("window key-values", width, ("window", window)),
        Mixing("scores and values, window", heads, width, width, ("window", window)),
    ]
    if ratio:
        parts += _compressor("compressor", "attention", hidden, width, ratio, 2 if index else 1)
        reach: Reach = ("top blocks", ratio, index[2]) if index else ("blocks", ratio)
        parts.append(Cache("compressed key-values", width, ("blocks", ratio), read=reach))
        parts.append(Mixing("scores and values, compressed", heads, width, width, reach))
    if ratio and index:
        parts += _compressor("indexer compressor", "indexer", hidden, index[1], ratio, 2)
        parts.append(Weight("indexer", "indexer query", query_rank, index[0] * index[1]))
        parts.append(Weight("indexer weights", "indexer head weights", hidden, index[0]))
        parts.append(Cache("indexer keys", index[1], ("blocks", ratio), "index"))
        parts.append(Mixing("indexer scores", index[0], index[1], 0, ("blocks", ratio), component="indexer"))
    parts.append(Weight("attention", "output down", heads * width // groups, out_rank, copies=groups))
    parts.append(Weight("attention", "output up", groups * out_rank, hidden))
    return parts


def _compressor(name: str, component: str, hidden: int, width: int, ratio: int, overlap: int) -> "list[Part]":
    return [
        Weight(component, f"{name} key-value", hidden, overlap * width),
        Weight(component, f"{name} gate", hidden, overlap * width),
        vector(component, f"{name} position bias", ratio * overlap * width),
        norm(f"{name} norm", width),
    ]
