"""Gemma 1 to 4: tied embeddings, windows, four norms; Gemma 4 adds experts, shared caches and layer embeddings."""

from infra_calc.attention import grouped
from infra_calc.families.blocks import all_full, head_counts, language_model, window_kinds
from infra_calc.feedforward import experts, gated
from infra_calc.parts import Weight, norm, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.config import Fields
    from infra_calc.model import Model
    from infra_calc.parts import Part
    from infra_calc.reach import Reach


def read_gemma(fields: "Fields") -> "Model":
    """Gemma 1."""
    all_full(fields, fields.layers())
    fields.only("sliding_window")
    parts = _layer(fields, 16, ("full",), norms=2)
    return language_model(fields, [("full_attention", parts)] * fields.layers(), fields.count("hidden_size"), True)


def read_gemma2(fields: "Fields") -> "Model":
    """Gemma 2: every other layer has a window."""
    return _windowed(fields, 2, qk_norm=False)


def read_gemma3_text(fields: "Fields") -> "Model":
    """Gemma 3: five windowed layers to a full one, norms on queries and keys."""
    fields.only("use_bidirectional_attention", False)
    return _windowed(fields, fields.count("sliding_window_pattern", 6), qk_norm=True)


def _windowed(fields: "Fields", pattern: int, qk_norm: bool) -> "Model":
    size = fields.count("sliding_window", 4096)
    kinds = window_kinds(fields, fields.layers(), pattern)
    reach: dict[str, Reach] = {"sliding_attention": ("window", size), "full_attention": ("full",)}
    parts = {kind: _layer(fields, 4, reach[kind], 4, qk_norm) for kind in kinds}
    return language_model(fields, [(kind, parts[kind]) for kind in kinds], fields.count("hidden_size"), True)


def _layer(fields: "Fields", kv_default: int, reach: "Reach", norms: int, qk_norm: bool = False) -> "list[Part]":
    hidden = fields.count("hidden_size")
    heads, kv_heads = head_counts(fields, kv_default)
    width = fields.count("head_dim", 256 if norms == 2 else None)  # 128 in the largest models of later generations
    bias = fields.switch("attention_bias", False)
    qk = (width, width) if qk_norm else None
    return [
        *(norm(f"layer norm {number + 1}", hidden) for number in range(norms)),
        *grouped(hidden, heads, kv_heads, width, reach, bias, bias, qk),
        *gated(hidden, fields.count("intermediate_size")),
    ]


def read_gemma4_text(fields: "Fields") -> "Model":
    """Gemma 4: wide heads on full layers, keys that are also values, experts beside the dense block, shared caches."""
    fields.only("use_bidirectional_attention", False, "vision")
    hidden, layers = fields.count("hidden_size"), fields.layers()
    kinds = [*window_kinds(fields, layers, 6)[: layers - 1], "full_attention"]
    borrowed = fields.count("num_kv_shared_layers", 0, least=0)
    if borrowed and {*kinds[: layers - borrowed]} != {*kinds}:
        raise fields.refuse("num_kv_shared_layers", "leaves no layer of each kind to share a cache with")
    doubled = fields.switch("use_double_wide_mlp", False)
    narrow = fields.count("hidden_size_per_layer_input", 256, least=0)
    block = _experts(fields, hidden) if fields.switch("enable_moe_block", False) else []
    built: list[tuple[str, list[Part]]] = []
    made: dict[str, list[Part]] = {}
    for index, kind in enumerate(kinds):
        shares = index >= layers - borrowed
        label = f"{kind}, shared cache" if shares else kind
        if label not in made:
            wide = 2 if doubled and shares else 1
            made[label] = [
                *(norm(f"layer norm {number + 1}", hidden) for number in range(4)),
                *_attention(fields, hidden, kind, not shares),
                *gated(hidden, wide * fields.count("intermediate_size")),
                *block,
                *_layer_input(hidden, narrow),
            ]
        built.append((label, made[label]))
    for key in ("num_experts", "top_k_experts", "moe_intermediate_size", "vocab_size_per_layer_input"):
        fields.get(key)
    return language_model(fields, built, hidden, True, last=_layer_embeddings(fields, hidden, layers, narrow))


def _attention(fields: "Fields", hidden: int, kind: str, own_kv: bool) -> "list[Part]":
    heads, kv_heads = head_counts(fields, 4)
    width, wide = fields.count("head_dim", 256), fields.count("global_head_dim", 512)
    size, few = fields.count("sliding_window", 512), fields.optional("num_global_key_value_heads")
    same, bias = fields.switch("attention_k_eq_v", False), fields.switch("attention_bias", False)
    if kind == "sliding_attention":
        return grouped(hidden, heads, kv_heads, width, ("window", size), bias, bias, (width, width), own_kv=own_kv)
    kv_heads = few if same and few else kv_heads
    return grouped(hidden, heads, kv_heads, wide, ("full",), bias, bias, (wide, wide), own_kv=own_kv, value_is_key=same)


def _experts(fields: "Fields", hidden: int) -> "list[Part]":
    number, used = fields.count("num_experts"), fields.count("top_k_experts")
    if used > number:
        raise fields.refuse("top_k_experts", f"must be at most num_experts, {number}")
    return [
        vector("router", "router scale", hidden),
        vector("router", "expert scales", number),
        *experts(hidden, fields.count("moe_intermediate_size"), number, used),
        *(norm(f"expert norm {index + 1}", hidden) for index in range(3)),
    ]


def _layer_input(hidden: int, narrow: int) -> "list[Part]":
    if not narrow:
        return []
    return [
        Weight("layer embeddings", "layer input gate", hidden, narrow),
        Weight("layer embeddings", "layer input projection", narrow, hidden),
        norm("layer input norm", hidden),
    ]


def _layer_embeddings(fields: "Fields", hidden: int, layers: int, narrow: int) -> "list[Part]":
    if not narrow:
        return []
    rows = fields.count("vocab_size_per_layer_input", 262144)
    return [
        Weight("layer embeddings", "embedding of each layer", rows, layers * narrow, kind="table"),
        Weight("layer embeddings", "projection for each layer", hidden, layers * narrow),
        norm("projection norm", narrow),
    ]
