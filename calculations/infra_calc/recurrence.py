"""Layers whose memory does not grow with the context: delta nets, Mamba-2, lightning attention.

FLOPs of a recurrent step count two for each multiply-add on the state matrix; chunked kernels do more for the same result.
"""

from infra_calc.parts import State, Weight, convolution, norm, vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.parts import Part


def gated_delta(
    hidden: int, key_heads: int, value_heads: int, key_width: int, value_width: int, kernel: int
) -> "list[Part]":
    """Gated delta net (arXiv 2412.06464), as in Qwen3-Next and Qwen3.5: a key × value matrix for each value head."""
    keys, values = key_heads * key_width, value_heads * value_width
    parts: list[Part] = convolution("convolution", 2 * keys + values, kernel)
    parts += [
        Weight("recurrence", "query, key and value", hidden, 2 * keys + values),
        Weight("recurrence", "output gate", hidden, values),
        Weight("recurrence", "write strength", hidden, value_heads),
        Weight("recurrence", "decay", hidden, value_heads),
        vector("recurrence", "decay bias", value_heads),
        vector("recurrence", "decay rate", value_heads),
        _delta_state(value_heads, key_width, value_width),
        norm("recurrence norm", value_width),
        Weight("recurrence", "output", values, hidden),
    ]
    return parts


def kimi_delta(hidden: int, heads: int, width: int, kernel: int) -> "list[Part]":
    """Kimi delta attention (arXiv 2510.26692): a decay for each channel, gates of low rank."""
    wide = heads * width
    parts: list[Part] = convolution("convolution", 3 * wide, kernel)
    parts += [
        Weight("recurrence", "query", hidden, wide),
        Weight("recurrence", "key", hidden, wide),
        Weight("recurrence", "value", hidden, wide),
        Weight("recurrence", "decay down", hidden, width),
        Weight("recurrence", "decay up", width, wide),
        vector("recurrence", "decay bias", wide),
        vector("recurrence", "decay rate", heads),
        Weight("recurrence", "write strength", hidden, heads),
        Weight("recurrence", "output gate down", hidden, width),
        Weight("recurrence", "output gate up", width, wide),
        _delta_state(heads, width, width),
        norm("recurrence norm", width),
        Weight("recurrence", "output", wide, hidden),
    ]
    return parts


def mamba2(
    hidden: int, heads: int, width: int, groups: int, state: int, kernel: int, conv_bias: bool, bias: bool
) -> "list[Part]":
    """Mamba-2 (arXiv 2405.21060): a `width` × `state` matrix for each head, B and C shared in groups."""
    inner = heads * width
    channels = inner + 2 * groups * state
    parts: list[Part] = convolution("convolution", channels, kernel, conv_bias)
    parts += [
        Weight("recurrence", "input", hidden, inner + channels + heads, bias),
        vector("recurrence", "step bias", heads),
        vector("recurrence", "decay rate", heads),
        vector("recurrence", "skip", heads),
        # h ← a·h + (dt·x)Bᵀ is a multiply and a multiply-add, y = h·C a multiply-add, on each number of the state
        State("recurrent state", inner * state, flops_per_token=5 * inner * state),
        norm("recurrence norm", inner),
        Weight("recurrence", "output", inner, hidden, bias),
    ]
    return parts


def lightning(hidden: int, heads: int, width: int) -> "list[Part]":
    """Lightning attention (MiniMax-Text-01, arXiv 2501.08313): linear attention with a fixed decay for each head."""
    wide = heads * width
    return [
        Weight("recurrence", "query, key and value", hidden, 3 * wide),
        State("recurrent state", wide * width, flops_per_token=5 * wide * width),
        norm("recurrence norm", wide),
        Weight("recurrence", "output gate", hidden, wide),
        Weight("recurrence", "output", wide, hidden),
    ]


def _delta_state(heads: int, key_width: int, value_width: int) -> State:
    """S ← a·S, read Sᵀk, write k·(…)ᵀ, read Sᵀq: one multiply and three multiply-adds on each number."""
    numbers = heads * key_width * value_width
    return State("recurrent state", numbers, flops_per_token=7 * numbers)
