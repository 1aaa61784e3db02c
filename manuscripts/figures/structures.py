"""The models of chapter 2 as its figures need them: shapes from their published configurations, bytes from the calculator."""

from __future__ import annotations

from typing import Any

from infra_calc import architecture, data, hardware, memory, routing

CONTEXT, BF16 = 4096, 2
BANDWIDTH, PEAK = (hardware.figure(f"h200-sxm.{name}")["value"] for name in ("memory.bandwidth", "peaks.bf16"))
BALANCE = PEAK / BANDWIDTH
H100_BALANCE = hardware.figure("h100-sxm.peaks.bf16")["value"] / hardware.figure("h100-sxm.memory.bandwidth")["value"]


def config(name: str) -> dict[str, Any]:
    """The published configuration, of the language model where there are several."""
    read: dict[str, Any] = data.read("models", name)["config"]
    text: dict[str, Any] = read.get("text_config", read)
    return text


_SMALL, _MIXTURE, _HYBRID, _V3, _V4 = (
    config(name) for name in ("qwen3-8b", "qwen3-30b-a3b", "qwen3.5-35b-a3b", "deepseek-v3", "deepseek-v4-flash")
)

SMALL_LAYERS, SMALL_HEADS, HEAD_DIM = _SMALL["num_hidden_layers"], _SMALL["num_attention_heads"], _SMALL["head_dim"]
SMALL_MATRICES = SMALL_LAYERS * (
    architecture.attn_proj_params(_SMALL["hidden_size"], SMALL_HEADS, HEAD_DIM, _SMALL["num_key_value_heads"])
    + architecture.ffn_params(_SMALL["hidden_size"], _SMALL["intermediate_size"])
)
SMALL_EMBEDDING = _SMALL["vocab_size"] * _SMALL["hidden_size"]
SMALL_NORMS = SMALL_LAYERS * 2 * (_SMALL["hidden_size"] + HEAD_DIM) + _SMALL["hidden_size"]
SMALL_READ = BF16 * (SMALL_MATRICES + SMALL_EMBEDDING + SMALL_NORMS)
SMALL_KV = memory.kv_bytes_per_token(SMALL_LAYERS, _SMALL["num_key_value_heads"], HEAD_DIM, BF16)

EXPERTS, CHOSEN = _MIXTURE["num_experts"], _MIXTURE["num_experts_per_tok"]
MIXTURE_KV = memory.kv_bytes_per_token(_MIXTURE["num_hidden_layers"], _MIXTURE["num_key_value_heads"], HEAD_DIM, BF16)
_MIXTURE_EXPERT = (_MIXTURE["num_hidden_layers"], _MIXTURE["hidden_size"], _MIXTURE["moe_intermediate_size"])
_MIXTURE_ATTENTION = architecture.attn_proj_params(
    _MIXTURE["hidden_size"], _MIXTURE["num_attention_heads"], HEAD_DIM, _MIXTURE["num_key_value_heads"]
)
_MIXTURE_REST = _MIXTURE["num_hidden_layers"] * (
    _MIXTURE_ATTENTION + _MIXTURE["hidden_size"] * (EXPERTS + 2) + 2 * HEAD_DIM
) + _MIXTURE["hidden_size"] * (_MIXTURE["vocab_size"] + 1)
"""Attention, router, norms and head: read in each step whatever the routing."""

HYBRID_FULL = _HYBRID["num_hidden_layers"] // _HYBRID["full_attention_interval"]
HYBRID_LINEAR = _HYBRID["num_hidden_layers"] - HYBRID_FULL
_KEYS, _VALUES = (_HYBRID[f"linear_num_{kind}_heads"] for kind in ("key", "value"))
HYBRID_STATE = architecture.linear_state_bytes(
    HYBRID_LINEAR, _VALUES, _HYBRID["linear_key_head_dim"], _HYBRID["linear_value_head_dim"], 4
) + architecture.conv_state_bytes(
    HYBRID_LINEAR, (2 * _KEYS + _VALUES) * _HYBRID["linear_key_head_dim"], _HYBRID["linear_conv_kernel_dim"], BF16
)
HYBRID_KV, HYBRID_REPLACED = (
    memory.kv_bytes_per_token(layers, _HYBRID["num_key_value_heads"], _HYBRID["head_dim"], BF16)
    for layers in (HYBRID_FULL, HYBRID_LINEAR)
)

LATENT_KV = architecture.mla_kv_bytes_per_token(_V3["num_hidden_layers"], _V3["kv_lora_rank"], _V3["qk_rope_head_dim"], BF16)
LATENT_INTENSITY = architecture.mla_intensity(_V3["num_attention_heads"], _V3["kv_lora_rank"], _V3["qk_rope_head_dim"], BF16)


def mixture_read(requests: float) -> float:
    """Weights that a step of Qwen3-30B-A3B is expected to read."""
    touched = routing.expert_coverage(EXPERTS, CHOSEN, requests)
    layers, hidden, width = _MIXTURE_EXPERT
    return float(BF16 * _MIXTURE_REST + routing.expert_bytes(layers, touched, hidden, width, BF16))


def compressed_state(context: int) -> float:
    """State of DeepSeek-V4-Flash: windows everywhere, one entry in 4 with an indexer, one in 128."""
    ratios = _V4["compress_ratios"][: _V4["num_hidden_layers"]]
    entry, index = BF16 * _V4["head_dim"], BF16 * _V4["index_head_dim"]
    window = _V4["num_hidden_layers"] * min(context, _V4["sliding_window"]) * entry
    return float(window + ratios.count(4) * context / 4 * (entry + index) + ratios.count(128) * context / 128 * entry)


def window_state(context: int) -> float:
    """State of gpt-oss-120b: every second layer keeps 128 tokens only."""
    model = config("gpt-oss-120b")
    half = model["num_hidden_layers"] // 2
    return float(
        architecture.swa_kv_bytes(
            model["num_key_value_heads"], model["head_dim"], BF16, half, context, half, model["sliding_window"]
        )
    )


def latent_step(requests: float, tokens: int) -> float:
    """Bytes of weights in a step of DeepSeek-V3 in FP8 with so many tokens of each request; the draft module with more than one."""
    hidden, layers = _V3["hidden_size"], _V3["num_hidden_layers"]
    heads, rope, nope = _V3["num_attention_heads"], _V3["qk_rope_head_dim"], _V3["qk_nope_head_dim"]
    attention = (
        hidden * _V3["q_lora_rank"]
        + _V3["q_lora_rank"] * heads * (nope + rope)
        + hidden * (_V3["kv_lora_rank"] + rope)
        + _V3["kv_lora_rank"] * heads * (nope + _V3["v_head_dim"])
        + heads * _V3["v_head_dim"] * hidden
    )
    router, head = hidden * _V3["n_routed_experts"], hidden * _V3["vocab_size"]
    norms = layers * (2 * hidden + _V3["q_lora_rank"] + _V3["kv_lora_rank"]) + hidden
    dense = _V3["first_k_dense_replace"]
    fixed = layers * attention + (layers - dense) * router + dense * architecture.ffn_params(hidden, _V3["intermediate_size"])

    def experts(count: int, spread: float) -> float:
        touched = routing.expert_coverage(_V3["n_routed_experts"], _V3["num_experts_per_tok"], spread) + 1
        return float(routing.expert_bytes(count, touched, hidden, _V3["moe_intermediate_size"], 1))

    whole = fixed + norms + head + experts(layers - dense, requests * tokens)
    draft = attention + router + 2 * hidden * hidden + head + experts(1, requests)
    return float(whole + (draft if tokens > 1 else 0))
