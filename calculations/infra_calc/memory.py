"""What fits into a memory (chapter 1): bytes of weights and of the cache, and how many requests or devices that leaves room for."""

from infra_calc.units import (
    Bits,
    BitsPerParameter,
    Bytes,
    BytesPerElement,
    BytesPerParameter,
    BytesPerToken,
    Count,
    Devices,
    Elements,
    Parameters,
    Requests,
    Tokens,
)


def weights_bytes(parameters: Parameters, bytes_per_parameter: BytesPerParameter) -> Bytes:
    """Bytes of the weights in one storage format.

    $$ M_w = N b $$

    - $N$ parameters (parameter)
    - $b$ bytes_per_parameter (byte/parameter): 2 for BF16
    - $M_w$ result (byte)

    Source: definition
    Example: weights_bytes(parameters=32762123264, bytes_per_parameter=2) = 65524246528
    """
    return parameters * bytes_per_parameter


def group_quant_bits(bits_per_parameter: BitsPerParameter, scale_bits: Bits, group_size: Parameters) -> BitsPerParameter:
    r"""Effective bits of a weight that shares its scale with a group.

    $$ \bar{w} = w + \frac{s}{g} $$

    - $w$ bits_per_parameter (bit/parameter): bits of the weight itself
    - $s$ scale_bits (bit): scale, and zero point if any, of one group
    - $g$ group_size (parameter): weights in a group
    - $\bar{w}$ result (bit/parameter)

    Source: OCP Microscaling Formats v1.0; ggml block layout
    Example: group_quant_bits(bits_per_parameter=4, scale_bits=16, group_size=128) = 4.125
    """
    return bits_per_parameter + scale_bits / group_size


def group_quant_bytes(
    quantized_parameters: Parameters,
    bits_per_parameter: BitsPerParameter,
    scale_bits: Bits,
    group_size: Parameters,
    kept_parameters: Parameters,
    bytes_per_parameter: BytesPerParameter,
) -> Bytes:
    r"""Bytes of a checkpoint with quantised matrices and parts kept in a wider format.

    $$ M = N_q \frac{w + s/g}{8} + N_k b $$

    - $N_q$ quantized_parameters (parameter)
    - $w$ bits_per_parameter (bit/parameter): bits of a quantised weight itself
    - $s$ scale_bits (bit): scale, and zero point if any, of one group
    - $g$ group_size (parameter): weights in a group
    - $N_k$ kept_parameters (parameter): embeddings, head, norms and what else stays wide
    - $b$ bytes_per_parameter (byte/parameter): of the kept parameters
    - $M$ result (byte)

    Source: definition
    Example: group_quant_bytes(quantized_parameters=68451041280, bits_per_parameter=8, scale_bits=16,
        group_size=128, kept_parameters=2102665216, bytes_per_parameter=2) = 73725919232
    """
    quantized = quantized_parameters * (bits_per_parameter + scale_bits / group_size) / 8
    return quantized + kept_parameters * bytes_per_parameter


def kv_bytes_per_token(layers: Count, kv_heads: Count, head_dim: Elements, bytes_per_element: BytesPerElement) -> BytesPerToken:
    """KV cache of one token: keys and values of every layer (MHA, GQA, MQA).

    $$ m_{kv} = 2 L n_{kv} d_h b $$

    - $L$ layers (1)
    - $n_{kv}$ kv_heads (1)
    - $d_h$ head_dim (element)
    - $b$ bytes_per_element (byte/element)
    - $m_{kv}$ result (byte/token)

    Source: definition; a model's config.json
    Example: kv_bytes_per_token(layers=64, kv_heads=8, head_dim=128, bytes_per_element=2) = 262144
    """
    return 2 * layers * kv_heads * head_dim * bytes_per_element


def kv_bytes_batch(requests: Requests, context: Tokens, kv_bytes_per_token: BytesPerToken) -> Bytes:
    """KV cache of a batch whose requests have equal contexts.

    $$ M_{kv} = B S m_{kv} $$

    - $B$ requests (request)
    - $S$ context (token): tokens of one request, prompt and output so far
    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $M_{kv}$ result (byte)

    Source: definition
    Example: kv_bytes_batch(requests=16, context=4096, kv_bytes_per_token=262144) = 17179869184
    """
    return requests * context * kv_bytes_per_token


def capacity_margin(
    capacity: Bytes, weights: Bytes, requests: Requests, context: Tokens, kv_bytes_per_token: BytesPerToken, workspace: Bytes
) -> Bytes:
    r"""Memory left beside weights, KV cache and workspace; negative if they do not fit.

    $$ \Delta = C - W - B S m_{kv} - M_{ws} $$

    - $C$ capacity (byte): of the device
    - $W$ weights (byte)
    - $B$ requests (request)
    - $S$ context (token): tokens of one request
    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $M_{ws}$ workspace (byte): activations, buffers, runtime
    - $\Delta$ result (byte)

    Source: definition
    Example: capacity_margin(capacity=141e9, weights=65524246528, requests=16, context=4096,
        kv_bytes_per_token=262144, workspace=2147483648) = 56148400640
    """
    return capacity - weights - requests * context * kv_bytes_per_token - workspace


def max_batch(capacity: Bytes, weights: Bytes, workspace: Bytes, context: Tokens, kv_bytes_per_token: BytesPerToken) -> Requests:
    r"""Largest batch whose KV cache fits beside weights and workspace; below 1 none does.

    $$ B_{max} = \left\lfloor \frac{C - W - M_{ws}}{S m_{kv}} \right\rfloor $$

    - $C$ capacity (byte): of the device
    - $W$ weights (byte)
    - $M_{ws}$ workspace (byte): activations, buffers, runtime
    - $S$ context (token): tokens of one request
    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $B_{max}$ result (request)

    Source: definition
    Example: max_batch(capacity=141e9, weights=65524246528, workspace=2147483648, context=4096,
        kv_bytes_per_token=262144) = 68
    """
    return (capacity - weights - workspace) // (context * kv_bytes_per_token)


def min_devices(weights: Bytes, capacity: Bytes) -> Devices:
    r"""Devices whose memories together hold the weights, nothing else counted.

    $$ n_{min} = \left\lceil \frac{W}{C} \right\rceil $$

    - $W$ weights (byte)
    - $C$ capacity (byte): of one device
    - $n_{min}$ result (device)

    Source: definition
    Example: min_devices(weights=73725919232, capacity=24e9) = 4
    """
    return -(-weights // capacity)
