"""Decoders with grouped attention and a gated feed-forward block: Llama, Mistral, Qwen2/3, Phi-3, OLMo 2, GLM-4."""

from infra_calc.attention import grouped
from infra_calc.families.blocks import all_full, head_counts, head_width, language_model, window
from infra_calc.feedforward import gated
from infra_calc.parts import norm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.config import Fields
    from infra_calc.model import Model
    from infra_calc.parts import Part
    from infra_calc.reach import Reach


def read_llama(fields: "Fields") -> "Model":
    """Llama 1 to 3; `mlp_bias` and `attention_bias` are off unless set."""
    bias = fields.switch("attention_bias", False)
    return _uniform(fields, None, None, bias, bias, mlp_bias=fields.switch("mlp_bias", False))


def read_mistral(fields: "Fields") -> "Model":
    """Mistral 7B and successors; an absent `sliding_window` means 4096, null means none."""
    size = fields.optional("sliding_window") if fields.given("sliding_window") else 4096
    return _uniform(fields, 8, None, reaches=window(size))


def read_ministral(fields: "Fields") -> "Model":
    """Ministral 8B: windows on the layers that `layer_types` names."""
    layers = fields.layers()
    kinds = fields.kinds("layer_types", layers, ["sliding_attention", "full_attention"])
    size = fields.optional("sliding_window") if fields.given("sliding_window") else 4096
    if kinds is None and size is not None:
        raise fields.refuse("layer_types", "is missing; it says which layers have a sliding window")
    return _mixed(fields, kinds or ["full_attention"] * layers, size, 8, None)


def read_ministral3(fields: "Fields") -> "Model":
    """Ministral 3 (2025); heads of 128 unless set."""
    return _uniform(fields, 8, 128, reaches=window(fields.optional("sliding_window")))


def read_qwen2(fields: "Fields") -> "Model":
    """Qwen2 and Qwen2.5: biases on query, key and value."""
    return _windowed_qwen(fields, None, qkv_bias=True)


def read_qwen3(fields: "Fields") -> "Model":
    """Qwen3: norms on queries and keys, heads of 128 unless set."""
    bias = fields.switch("attention_bias", False)
    return _windowed_qwen(fields, 128, bias, bias, qk_norm=True)


def read_phi3(fields: "Fields") -> "Model":
    """Phi-3 and Phi-4-mini: fused projections, the same counts."""
    fields.only("attention_bias", False)
    return _uniform(fields, None, None, reaches=window(fields.optional("sliding_window")))


def read_olmo2(fields: "Fields") -> "Model":
    """OLMo 2: norms after the blocks, and over whole queries and keys."""
    bias = fields.switch("attention_bias", False)
    hidden, layers = fields.count("hidden_size"), fields.layers()
    heads, kv_heads = head_counts(fields)
    width = head_width(fields, hidden, heads)
    parts: list[Part] = grouped(
        hidden, heads, kv_heads, width, qkv_bias=bias, out_bias=bias, qk_norm=(heads * width, kv_heads * width)
    )
    parts += [norm("norm after attention", hidden), *gated(hidden, fields.count("intermediate_size"))]
    parts.append(norm("norm after feed-forward", hidden))
    return language_model(fields, [("attention", parts)] * layers, hidden)


def read_glm(fields: "Fields") -> "Model":
    """GLM-4 9B of 2024."""
    return _uniform(fields, 2, 128, fields.switch("attention_bias", True))


def read_glm4(fields: "Fields") -> "Model":
    """GLM-4 0414: four norms in each layer."""
    return _uniform(fields, 2, 128, fields.switch("attention_bias", True), norms=4)


def _windowed_qwen(
    fields: "Fields", width: "int | None", qkv_bias: bool, out_bias: bool = False, qk_norm: bool = False
) -> "Model":
    layers = fields.layers()
    size = fields.count("sliding_window", 4096)
    first = fields.count("max_window_layers", 28, least=0)
    if not fields.switch("use_sliding_window", False):
        all_full(fields, layers)
        return _uniform(fields, 32, width, qkv_bias, out_bias, qk_norm)
    kinds = fields.kinds("layer_types", layers, ["sliding_attention", "full_attention"])
    kinds = kinds or ["sliding_attention" if i >= first else "full_attention" for i in range(layers)]
    return _mixed(fields, kinds, size, 32, width, qkv_bias, out_bias, qk_norm)


def _uniform(
    fields: "Fields", kv_heads: "int | None", width: "int | None", qkv_bias: bool = False, out_bias: bool = False,
    qk_norm: bool = False, mlp_bias: bool = False, norms: int = 2, reaches: "Reach" = ("full",),
) -> "Model":  # fmt: skip
    """The same layer all the way down."""
    layers = fields.layers()
    all_full(fields, layers)
    parts = _layer(fields, kv_heads, width, reaches, qkv_bias, out_bias, qk_norm, mlp_bias, norms)
    return language_model(fields, [("attention", parts)] * layers, fields.count("hidden_size"))


def _mixed(
    fields: "Fields", kinds: list[str], size: "int | None", kv_heads: "int | None", width: "int | None",
    qkv_bias: bool = False, out_bias: bool = False, qk_norm: bool = False,
) -> "Model":  # fmt: skip
    """Layers of two kinds, windowed and full."""
    parts = {
        kind: _layer(
            fields, kv_heads, width, window(size if kind == "sliding_attention" else None), qkv_bias, out_bias, qk_norm
        )
        for kind in kinds
    }
    return language_model(fields, [(kind, parts[kind]) for kind in kinds], fields.count("hidden_size"))


def _layer(
    fields: "Fields", kv_default: "int | None", width_default: "int | None", reach: "Reach", qkv_bias: bool,
    out_bias: bool, qk_norm: bool, mlp_bias: bool = False, norms: int = 2,
) -> "list[Part]":  # fmt: skip
    hidden = fields.count("hidden_size")
    heads, kv_heads = head_counts(fields, kv_default)
    width = head_width(fields, hidden, heads, width_default)
    around = [norm(f"layer norm {number + 1}", hidden) for number in range(norms)]
    qk = (width, width) if qk_norm else None
    attention = grouped(hidden, heads, kv_heads, width, reach, qkv_bias, out_bias, qk)
    return [
        around[0],
        *attention,
        around[1],
        *gated(hidden, fields.count("intermediate_size"), mlp_bias),
        *around[2:],
    ]
