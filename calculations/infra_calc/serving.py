"""One server for many requests (chapter 8): batching, paging, prefixes, speculation, goodput."""

from infra_calc.exact import half
from infra_calc.units import (
    BitsPerParameter,
    Bytes,
    BytesPerParameter,
    BytesPerSecond,
    BytesPerToken,
    Count,
    Elements,
    Flop,
    FlopPerSecond,
    Parameters,
    Ratio,
    Requests,
    RequestsPerSecond,
    Seconds,
    Tokens,
    TokensPerSecond,
)


def step_read(
    weight_reads: Bytes, requests: Requests, context: Tokens, kv_bytes_per_token: BytesPerToken, bandwidth: BytesPerSecond
) -> Seconds:
    r"""Lower bound of a decode step that reads the weights once and every request's KV.

    $$ T_d = \frac{Q_w + B S m_{kv}}{\beta} $$

    - $Q_w$ weight_reads (byte): weights read in a step
    - $B$ requests (request)
    - $S$ context (token): tokens of one request
    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $\beta$ bandwidth (byte/second): of the memory
    - $T_d$ result (second)

    Source: derived (roofline)
    Example: step_read(weight_reads=15136811008, requests=16, context=2048, kv_bytes_per_token=147456,
        bandwidth=1792e9) ≈ 0.0111432194286
    """
    return (weight_reads + requests * context * kv_bytes_per_token) / bandwidth


def throughput(
    requests: Requests, bandwidth: BytesPerSecond, weight_reads: Bytes, context: Tokens, kv_bytes_per_token: BytesPerToken
) -> TokensPerSecond:
    r"""Upper bound of the tokens a second of a batch in decode.

    $$ X = \frac{B \beta}{Q_w + B S m_{kv}} $$

    - $B$ requests (request)
    - $\beta$ bandwidth (byte/second): of the memory
    - $Q_w$ weight_reads (byte): weights read in a step
    - $S$ context (token): tokens of one request
    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $X$ result (token/second)

    Source: derived (roofline)
    Example: throughput(requests=16, bandwidth=1792e9, weight_reads=15136811008, context=2048,
        kv_bytes_per_token=147456) ≈ 1435.85075234
    """
    return requests * bandwidth / (weight_reads + requests * context * kv_bytes_per_token)


def throughput_limit(bandwidth: BytesPerSecond, context: Tokens, kv_bytes_per_token: BytesPerToken) -> TokensPerSecond:
    r"""Tokens a second that no batch exceeds: the bandwidth spent on KV alone.

    $$ X_{\infty} = \frac{\beta}{S m_{kv}} $$

    - $\beta$ bandwidth (byte/second): of the memory
    - $S$ context (token): tokens of one request
    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $X_{\infty}$ result (token/second)

    Source: derived: limit of throughput for a large batch
    Example: throughput_limit(bandwidth=1792e9, context=2048, kv_bytes_per_token=147456) ≈ 5933.97352431
    """
    return bandwidth / (context * kv_bytes_per_token)


def paged_waste(page_size: Tokens) -> Tokens:
    r"""Slots of a request's last page that stay empty on average.

    $$ w = \frac{p - 1}{2} $$

    - $p$ page_size (token)
    - $w$ result (token)

    Source: derived: the last page is filled to any degree with equal probability
    Example: paged_waste(page_size=16) = 7.5
    """
    return half(page_size - 1)


def pages(context: Tokens, page_size: Tokens) -> Count:
    r"""Pages that a request occupies.

    $$ n = \left\lceil \frac{S}{p} \right\rceil $$

    - $S$ context (token): tokens of the request
    - $p$ page_size (token)
    - $n$ result (1)

    Source: Kwon et al. 2023 (PagedAttention, arXiv 2309.06180), sec. 4
    Example: pages(context=2304, page_size=16) = 144
    """
    return -(-context // page_size)


def prefix_share(kv_bytes_per_token: BytesPerToken, prefix: Tokens, requests: Requests, context: Tokens) -> Bytes:
    """KV of requests that share a prefix, which is kept once.

    $$ M = m_{kv} (P + n (S - P)) $$

    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $P$ prefix (token): shared tokens
    - $n$ requests (request)
    - $S$ context (token): tokens of one request, the prefix included
    - $M$ result (byte)

    Source: definition
    Example: prefix_share(kv_bytes_per_token=147456, prefix=6144, requests=16, context=8448) = 6341787648
    """
    return kv_bytes_per_token * (prefix + requests * (context - prefix))


def spec_tokens(acceptance: Ratio, draft: Tokens) -> Tokens:
    r"""Expected tokens of one verification under speculative decoding; needs acceptance < 1.

    $$ E = \frac{1 - \alpha^{\gamma + 1}}{1 - \alpha} $$

    - $\alpha$ acceptance (1): share of draft tokens that are accepted, independently
    - $\gamma$ draft (token): tokens drafted for a verification
    - $E$ result (token)

    Source: Leviathan et al. 2022 (arXiv 2211.17192), eq. 1
    Example: spec_tokens(acceptance=0.8, draft=4) = 3.3616
    """
    return (1 - acceptance ** (draft + 1)) / (1 - acceptance)


def spec_speedup(acceptance: Ratio, draft: Tokens, draft_cost: Ratio) -> Ratio:
    r"""Speed-up of speculative decoding when a verification takes as long as one plain step.

    $$ S = \frac{1 - \alpha^{\gamma + 1}}{(1 - \alpha)(\gamma c + 1)} $$

    - $\alpha$ acceptance (1): share of draft tokens that are accepted, independently
    - $\gamma$ draft (token): tokens drafted for a verification
    - $c$ draft_cost (1): time of a draft step over time of a plain step
    - $S$ result (1)

    Source: Leviathan et al. 2022 (arXiv 2211.17192), theorem 3.8
    Example: spec_speedup(acceptance=0.8, draft=4, draft_cost=0.05) ≈ 2.80133333333
    """
    return (1 - acceptance ** (draft + 1)) / ((1 - acceptance) * (draft * draft_cost + 1))


def prefix_value(operations: Flop, peak: FlopPerSecond, utilization: Ratio, data: Bytes, bandwidth: BytesPerSecond) -> Seconds:
    r"""Time saved by loading the KV of a prefix in place of computing it; negative if loading is slower.

    $$ \Delta = \frac{F}{u \Pi} - \frac{M}{B} $$

    - $F$ operations (FLOP): of the prefix
    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $u$ utilization (1): share of the peak that is reached
    - $M$ data (byte): KV of the prefix
    - $B$ bandwidth (byte/second): of the path, in one direction
    - $\Delta$ result (second)

    Source: derived
    Example: prefix_value(operations=96.5e12, peak=503.8e12, utilization=0.62, data=905969664, bandwidth=64e9)
        ≈ 0.29478658464
    """
    return operations / (utilization * peak) - data / bandwidth


def codec_breakeven(bandwidth: BytesPerSecond, compression: Ratio) -> BytesPerSecond:
    r"""Rate, in uncompressed bytes, above which a codec in front of a link saves time.

    $$ R = \frac{B}{1 - r} $$

    - $B$ bandwidth (byte/second): of the link, in one direction
    - $r$ compression (1): compressed size over original size
    - $R$ result (byte/second)

    Coding and sending do not overlap.

    Source: derived: r V / B + V / R < V / B
    Example: codec_breakeven(bandwidth=64e9, compression=0.25) ≈ 85333333333.3
    """
    return bandwidth / (1 - compression)


def chunk_pairs(tokens: Tokens, history: Tokens) -> Count:
    r"""Query-key pairs of one chunk of a prefill.

    $$ N_{pair} = c h + \frac{c (c + 1)}{2} $$

    - $c$ tokens (token): of the chunk
    - $h$ history (token): tokens already in the cache
    - $N_{pair}$ result (1)

    Source: definition
    Example: chunk_pairs(tokens=512, history=7680) = 4063488
    """
    return tokens * history + half(tokens * (tokens + 1))


def lora_bytes(
    layers: Count,
    rank: Count,
    hidden: Elements,
    query_width: Elements,
    value_width: Elements,
    bytes_per_parameter: BytesPerParameter,
) -> Bytes:
    """Bytes of a low-rank adapter on the query and value matrices.

    $$ M = L r ((d + d_q) + (d + d_v)) b $$

    - $L$ layers (1)
    - $r$ rank (1)
    - $d$ hidden (element)
    - $d_q$ query_width (element): outputs of the query matrix
    - $d_v$ value_width (element): outputs of the value matrix
    - $b$ bytes_per_parameter (byte/parameter)
    - $M$ result (byte)

    Source: Hu et al. 2021 (LoRA, arXiv 2106.09685), sec. 4
    Example: lora_bytes(layers=36, rank=16, hidden=4096, query_width=4096, value_width=1024,
        bytes_per_parameter=2) = 15335424
    """
    return layers * rank * (hidden + query_width + (hidden + value_width)) * bytes_per_parameter


def offload_time(data: Bytes, bandwidth: BytesPerSecond) -> Seconds:
    r"""Time in which a step's offloaded bytes cross the link.

    $$ t = \frac{M}{B} $$

    - $M$ data (byte): brought in for a step
    - $B$ bandwidth (byte/second): of the link, in one direction
    - $t$ result (second)

    Source: definition
    Example: offload_time(data=2717908992, bandwidth=64e9) = 0.042467328
    """
    return data / bandwidth


def ttft_interference(prompt: Tokens, layer_parameters: Parameters, utilization: Ratio, peak: FlopPerSecond) -> Seconds:
    r"""Pause of running decodes while a prefill runs unsplit; attention left out.

    $$ t = \frac{2 P P_l}{u \Pi} $$

    - $P$ prompt (token)
    - $P_l$ layer_parameters (parameter): matrices of the layers, head and embedding left out
    - $u$ utilization (1): share of the peak that is reached
    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $t$ result (second)

    Source: derived
    Example: ttft_interference(prompt=8192, layer_parameters=6945767424, utilization=0.5, peak=503.8e12)
        ≈ 0.451764404426
    """
    return 2 * prompt * layer_parameters / (utilization * peak)


def quant_speedup(weight_reads: Bytes, kv_reads: Bytes, bits_per_parameter: BitsPerParameter) -> Ratio:
    r"""Speed-up of a read-bound decode step when 16-bit weights are quantised and the KV is not.

    $$ S = \frac{Q_w + K}{\frac{Q_w w}{16} + K} $$

    - $Q_w$ weight_reads (byte): weights read in a step, in 16 bits
    - $K$ kv_reads (byte): KV read in a step
    - $w$ bits_per_parameter (bit/parameter): effective bits, scales included
    - $S$ result (1)

    Source: derived
    Example: quant_speedup(weight_reads=15136811008, kv_reads=4831838208, bits_per_parameter=4.25)
        ≈ 2.25569367282
    """
    return (weight_reads + kv_reads) / (weight_reads * bits_per_parameter / 16 + kv_reads)


def goodput(request_rate: RequestsPerSecond, share: Ratio) -> RequestsPerSecond:
    """Requests a second that meet the service level objective.

    $$ G = X a $$

    - $X$ request_rate (request/second)
    - $a$ share (1): share of requests that meet it
    - $G$ result (request/second)

    DistServe (arXiv 2401.09670) calls the highest rate that still meets the objective goodput.

    Source: definition
    Example: goodput(request_rate=12, share=0.92) = 11.04
    """
    return request_rate * share
