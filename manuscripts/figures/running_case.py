"""The running case of chapter 1 as the figures need it: Qwen3-32B in BF16 on one H200, 4,096 tokens in, 512 out."""

from __future__ import annotations

from infra_calc import architecture, budget, data, hardware, memory

PROMPT, OUTPUT, WORKSPACE = 4096, 512, 2 * 2**30
PREFILL_UTILIZATION, RENT, PRICE = 0.5, 3, 1

_CONFIG = data.read("models", "qwen3-32b")["config"]
LAYERS, QUERY_HEADS, KV_HEADS = (_CONFIG[f"num_{name}"] for name in ("hidden_layers", "attention_heads", "key_value_heads"))
HEAD_DIM, HIDDEN, VOCABULARY = _CONFIG["head_dim"], _CONFIG["hidden_size"], _CONFIG["vocab_size"]
CAPACITY, BANDWIDTH, PEAK = (
    hardware.figure(f"h200-sxm.{name}")["value"] for name in ("memory.capacity", "memory.bandwidth", "peaks.bf16")
)

EMBEDDING = VOCABULARY * HIDDEN
LAYER_MATRICES = LAYERS * (
    architecture.attn_proj_params(HIDDEN, QUERY_HEADS, HEAD_DIM, KV_HEADS)
    + architecture.ffn_params(HIDDEN, _CONFIG["intermediate_size"])
)
NORMS = LAYERS * (2 * HIDDEN + 2 * HEAD_DIM) + HIDDEN
MATRICES = LAYER_MATRICES + EMBEDDING
WEIGHTS = memory.weights_bytes(MATRICES + EMBEDDING + NORMS, 2)
STEP_WEIGHTS = memory.weights_bytes(MATRICES + NORMS, 2)
KV_TOKEN = memory.kv_bytes_per_token(LAYERS, KV_HEADS, HEAD_DIM, 2)


def step_flops(requests: float, context: float, *, attention: bool = True) -> float:
    """Operations of a decode step."""
    scores = architecture.attn_flops(LAYERS, QUERY_HEADS, HEAD_DIM, context) if attention else 0
    return float(requests * (budget.flops_per_token(MATRICES) + scores))


def step_read(requests: float, context: float) -> float:
    """Seconds to read the weights once and each request's cache."""
    return float(budget.transfer_time(STEP_WEIGHTS + memory.kv_bytes_batch(requests, context, KV_TOKEN), BANDWIDTH))


def prefill(speed: float = 1) -> float:
    """Seconds of the prefill on a device whose peak is `speed` times as high."""
    work = architecture.prefill_flops(LAYER_MATRICES, PROMPT, VOCABULARY, HIDDEN, LAYERS, QUERY_HEADS, HEAD_DIM)
    return float(budget.utilized_time(work, PREFILL_UTILIZATION, PEAK * speed))
