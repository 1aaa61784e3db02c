"""Mixtures of experts with grouped attention: Mixtral, Qwen MoE, GLM-4.5, MiniMax-M2, gpt-oss, Llama 4."""

from infra_calc.attention import grouped
from infra_calc.families.blocks import (
    all_full,
    expert_choice,
    head_counts,
    head_width,
    language_model,
    window,
    window_kinds,
)
from infra_calc.feedforward import experts, gated
from infra_calc.parts import Weight, norm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.config import Fields
    from infra_calc.model import Model
    from infra_calc.parts import Part
    from infra_calc.reach import Reach


def read_mixtral(fields: "Fields") -> "Model":
    """Mixtral: no shared expert."""
    hidden, layers = fields.count("hidden_size"), fields.layers()
    reach = window(fields.optional("sliding_window"))
    number = fields.count("num_local_experts", 8)
    block = experts(hidden, fields.count("intermediate_size"), number, expert_choice(fields, number, 2))
    parts = [*_norms(hidden), *_attention(fields, hidden, 8, None, reach), *block]
    return language_model(fields, [("experts", parts)] * layers, hidden)


def read_qwen2_moe(fields: "Fields") -> "Model":
    """Qwen1.5-MoE and Qwen2-57B-A14B: a gated shared expert, biases on query, key and value."""
    fields.only("use_sliding_window", False)
    fields.ignore("sliding_window", "max_window_layers")
    hidden = fields.count("hidden_size")
    attention = _attention(fields, hidden, 16, None, ("full",), fields.switch("qkv_bias", True))
    block = qwen_experts(fields, hidden, 4, True)
    return _sparse_or_dense(fields, attention, block, 5632)


def read_qwen3_moe(fields: "Fields") -> "Model":
    """Qwen3 MoE: norms on queries and keys, no shared expert."""
    fields.only("use_sliding_window", False)
    fields.only("qkv_bias", False)
    fields.only("use_qk_norm", True)
    fields.only("shared_expert_intermediate_size", 0)
    fields.ignore("sliding_window", "max_window_layers")
    hidden, bias = fields.count("hidden_size"), fields.switch("attention_bias", False)
    attention = _attention(fields, hidden, 4, None, ("full",), bias, bias, "head")
    return _sparse_or_dense(fields, attention, qwen_experts(fields, hidden, 8, False), 6144)


def qwen_experts(fields: "Fields", hidden: int, used: int, shared: bool) -> "list[Part]":
    """Experts, and with `shared` one that all tokens use behind a gate; `used` is the library's default."""
    number = fields.count("num_experts")
    block = experts(hidden, fields.count("moe_intermediate_size"), number, expert_choice(fields, number, used))
    if not shared:
        return block
    width = fields.count("shared_expert_intermediate_size")
    return [
        *block,
        *gated(hidden, width, component="shared experts"),
        Weight("shared experts", "shared expert gate", hidden, 1),
    ]


def sparse_layers(fields: "Fields", layers: int) -> list[bool]:
    """Qwen's rule: experts in each `decoder_sparse_step`-th layer that `mlp_only_layers` does not name."""
    step, dense = fields.count("decoder_sparse_step", 1), fields.indices("mlp_only_layers") or []
    return [index not in dense and (index + 1) % step == 0 for index in range(layers)]


def _sparse_or_dense(fields: "Fields", attention: "list[Part]", block: "list[Part]", inner: int) -> "Model":
    hidden, layers = fields.count("hidden_size"), fields.layers()
    all_full(fields, layers)
    dense = gated(hidden, fields.count("intermediate_size", inner))
    kinds = {
        "experts": [*_norms(hidden), *attention, *block],
        "dense": [*_norms(hidden), *attention, *dense],
    }
    order = ["experts" if sparse else "dense" for sparse in sparse_layers(fields, layers)]
    return language_model(fields, [(kind, kinds[kind]) for kind in order], hidden)


def read_glm4_moe(fields: "Fields") -> "Model":
    """GLM-4.5 to 4.7: dense first layers, shared experts; sizes of the family differ in biases and norms."""
    for key in ("use_qk_norm", "attention_bias"):
        if not fields.has(key):
            raise fields.refuse(key, "is missing, and models of this family differ in it")
    hidden, layers = fields.count("hidden_size"), fields.layers()
    all_full(fields, layers)
    qk = "head" if fields.switch("use_qk_norm", False) else None
    attention = _attention(fields, hidden, 8, None, ("full",), fields.switch("attention_bias", False), False, qk)
    first, number = fields.count("first_k_dense_replace", least=0), fields.count("n_routed_experts")
    inner = fields.count("moe_intermediate_size")
    shared = fields.count("n_shared_experts", least=0) * inner
    block = experts(hidden, inner, number, expert_choice(fields, number, 8))
    block += gated(hidden, shared, component="shared experts") if shared else []
    kinds = {
        "dense": [*_norms(hidden), *attention, *gated(hidden, fields.count("intermediate_size"))],
        "experts": [*_norms(hidden), *attention, *block],
    }
    order = ["dense" if index < first else "experts" for index in range(layers)]
    return language_model(fields, [(kind, kinds[kind]) for kind in order], hidden)


def read_minimax_m2(fields: "Fields") -> "Model":
    """MiniMax-M2: norms over whole queries and keys."""
    hidden, layers = fields.count("hidden_size"), fields.layers()
    kinds = fields.indices("attn_type_list")
    if kinds is not None and kinds != [1] * layers:
        raise fields.refuse("attn_type_list", f"must be {layers} times 1; other layers are not computed here")
    fields.only("use_qk_norm", True)
    fields.only("qk_norm_type", "per_layer")
    fields.only("shared_intermediate_size", 0)
    fields.only("sliding_window")
    number = fields.count("num_local_experts")
    block = experts(hidden, fields.count("intermediate_size"), number, expert_choice(fields, number, 8))
    attention = _attention(fields, hidden, 8, 128, ("full",), qk_norm="all")
    return language_model(fields, [("experts", [*_norms(hidden), *attention, *block])] * layers, hidden)


def read_gpt_oss(fields: "Fields") -> "Model":
    """gpt-oss: windows on every other layer, attention sinks, biases also in router and experts."""
    hidden, layers = fields.count("hidden_size"), fields.layers()
    size, bias = fields.count("sliding_window", 128), fields.switch("attention_bias", True)
    number = fields.count("num_local_experts")
    used = expert_choice(fields, number, 4)
    fields.only("experts_per_token", used)
    block = experts(hidden, fields.count("intermediate_size"), number, used, bias=True, router_bias=True)
    reach: dict[str, Reach] = {"sliding_attention": ("window", size), "full_attention": ("full",)}
    parts = {
        kind: [*_norms(hidden), *_attention(fields, hidden, 8, 64, reach[kind], bias, bias, sinks=True), *block]
        for kind in reach
    }
    order = window_kinds(fields, layers, 2)
    return language_model(fields, [(kind, parts[kind]) for kind in order], hidden)


def read_llama4_text(fields: "Fields") -> "Model":
    """Llama 4: chunked attention on three of four layers, one shared expert, experts in some or all layers."""
    hidden, layers = fields.count("hidden_size"), fields.layers()
    fields.switch("use_qk_norm", True)
    chunk = fields.optional("attention_chunk_size") if fields.given("attention_chunk_size") else 8192
    number = fields.count("num_local_experts")
    inner = fields.count("intermediate_size")
    block = experts(hidden, inner, number, expert_choice(fields, number, 1))
    block += gated(hidden, inner, component="shared experts")
    dense = gated(hidden, fields.count("intermediate_size_mlp", 16384))
    sparse = fields.indices("moe_layers")
    step = fields.count("interleave_moe_layer_step", None if sparse is None else 1)
    sparse = list(range(step - 1, layers, step)) if sparse is None else sparse
    rotary = fields.indices("no_rope_layers")
    every = fields.count("no_rope_layer_interval", 4)
    rotary = rotary[:layers] if rotary else [int((index + 1) % every != 0) for index in range(layers)]
    names = ["chunked_attention", "full_attention"]
    kinds = fields.kinds("layer_types", layers, names) or [names[0] if chunk and each else names[1] for each in rotary]
    if len(kinds) != layers:
        raise fields.refuse("no_rope_layers", f"must have an entry for each of {layers} layers")
    if "chunked_attention" in kinds and not chunk:
        raise fields.refuse("attention_chunk_size", "is null, and layer_types names chunked attention")
    bias, built = fields.switch("attention_bias", False), []
    parts: dict[str, list[Part]] = {}
    for index, kind in enumerate(kinds):
        label = f"{kind}, {'experts' if index in sparse else 'dense'}"
        if label not in parts:
            reach: Reach = ("chunk", chunk) if kind == names[0] and chunk else ("full",)
            attention = _attention(fields, hidden, 8, 128, reach, bias, bias)
            parts[label] = [*_norms(hidden), *attention, *(block if index in sparse else dense)]
        built.append((label, parts[label]))
    return language_model(fields, built, hidden)


def _norms(hidden: int) -> "list[Part]":
    return [norm("layer norm 1", hidden), norm("layer norm 2", hidden)]


def _attention(
    fields: "Fields", hidden: int, kv_default: int, width_default: "int | None", reach: "Reach", qkv_bias: bool = False,
    out_bias: bool = False, qk_norm: "str | None" = None, sinks: bool = False,
) -> "list[Part]":  # fmt: skip
    heads, kv_heads = head_counts(fields, kv_default)
    width = head_width(fields, hidden, heads, width_default)
    sizes = {"head": (width, width), "all": (heads * width, kv_heads * width)}
    return grouped(
        hidden, heads, kv_heads, width, reach, qkv_bias, out_bias, sizes[qk_norm] if qk_norm else None, sinks=sinks
    )
