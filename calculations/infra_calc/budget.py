"""The first budget of a generation (chapter 1): bytes, operations, times, and what a token costs."""

from infra_calc.units import (
    Bytes,
    BytesPerParameter,
    BytesPerSecond,
    BytesPerToken,
    Count,
    Devices,
    DollarsPerHour,
    DollarsPerMillionTokens,
    Elements,
    Flop,
    FlopPerSecond,
    FlopPerToken,
    JoulesPerToken,
    Parameters,
    Ratio,
    Requests,
    Seconds,
    SecondsPerToken,
    Tokens,
    TokensPerSecond,
    Watts,
)


def flops_per_token(parameters: Parameters) -> FlopPerToken:
    """Operations of the matrix products for one token, attention scores left out; a multiply-add is 2.

    $$ F = 2 P $$

    - $P$ parameters (parameter): of the matrices that the token passes through
    - $F$ result (FLOP/token)

    Source: Kaplan et al. 2020 (arXiv 2001.08361), sec. 2.1
    Example: flops_per_token(parameters=31983534080) = 63967068160
    """
    return 2 * parameters


def compute_time(operations: Flop, peak: FlopPerSecond) -> Seconds:
    r"""Time in which the arithmetic units do the operations at their peak: a lower bound.

    $$ t_c = \frac{F}{\Pi} $$

    - $F$ operations (FLOP)
    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $t_c$ result (second)

    Source: Williams, Waterman, Patterson 2009 (roofline)
    Example: compute_time(operations=63967068160, peak=989.4e12) ≈ 6.46523834243e-05
    """
    return operations / peak


def transfer_time(data: Bytes, bandwidth: BytesPerSecond) -> Seconds:
    r"""Time in which a path moves the data once at its bandwidth: a lower bound.

    $$ t_m = \frac{Q}{\beta} $$

    - $Q$ data (byte)
    - $\beta$ bandwidth (byte/second): of the path, in one direction
    - $t_m$ result (second)

    Source: Williams, Waterman, Patterson 2009 (roofline)
    Example: transfer_time(data=63968421888, bandwidth=4.8e12) = 0.01332675456
    """
    return data / bandwidth


def step_time(operations: Flop, peak: FlopPerSecond, data: Bytes, bandwidth: BytesPerSecond) -> Seconds:
    r"""Lower bound of a step in which arithmetic and reading overlap fully.

    $$ t = \max\left(\frac{F}{\Pi}, \frac{Q}{\beta}\right) $$

    - $F$ operations (FLOP)
    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $Q$ data (byte)
    - $\beta$ bandwidth (byte/second): of the memory
    - $t$ result (second)

    Source: Williams, Waterman, Patterson 2009 (roofline)
    Example: step_time(operations=63967068160, peak=989.4e12, data=63968421888, bandwidth=4.8e12)
        = 0.01332675456
    """
    return max(operations / peak, data / bandwidth)


def utilized_time(operations: Flop, utilization: Ratio, peak: FlopPerSecond) -> Seconds:
    r"""Time of the operations at a stated utilisation of the peak (MFU).

    $$ t = \frac{F}{u \Pi} $$

    - $F$ operations (FLOP)
    - $u$ utilization (1): share of the peak that is reached
    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $t$ result (second)

    Source: definition of MFU, solved for the time
    Example: utilized_time(operations=273.234490294272e12, utilization=0.5, peak=989.4e12) ≈ 0.552323610864
    """
    return operations / (utilization * peak)


def decode_rate(
    requests: Requests, weight_reads: Bytes, context: Tokens, kv_bytes_per_token: BytesPerToken, bandwidth: BytesPerSecond
) -> TokensPerSecond:
    r"""Upper bound of the tokens a second of a batch in decode, bound by reading (serving.throughput).

    $$ r = \frac{B \beta}{Q_w + B S m_{kv}} $$

    - $B$ requests (request)
    - $Q_w$ weight_reads (byte): weights read in a step
    - $S$ context (token): tokens of one request
    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $\beta$ bandwidth (byte/second): of the memory
    - $r$ result (token/second)

    Source: derived (roofline)
    Example: decode_rate(requests=16, weight_reads=63968421888, context=4096, kv_bytes_per_token=262144,
        bandwidth=4.8e12) ≈ 946.41549422
    """
    return requests * bandwidth / (weight_reads + requests * context * kv_bytes_per_token)


def batch_for_step(
    step: Seconds, bandwidth: BytesPerSecond, weight_reads: Bytes, context: Tokens, kv_bytes_per_token: BytesPerToken
) -> Requests:
    r"""Largest batch whose decode step, bound by reading, keeps within a time; a whole batch is rounded down.

    $$ B = \frac{t \beta - Q_w}{S m_{kv}} $$

    - $t$ step (second)
    - $\beta$ bandwidth (byte/second): of the memory
    - $Q_w$ weight_reads (byte): weights read in a step
    - $S$ context (token): tokens of one request
    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $B$ result (request)

    Source: derived: decode step of serving.step_read, solved for the batch
    Example: batch_for_step(step=0.02, bandwidth=4.8e12, weight_reads=63968421888, context=4096,
        kv_bytes_per_token=262144) ≈ 29.8317317963
    """
    return (step * bandwidth - weight_reads) / (context * kv_bytes_per_token)


def batch_for_rate(
    rate: TokensPerSecond, weight_reads: Bytes, bandwidth: BytesPerSecond, context: Tokens, kv_bytes_per_token: BytesPerToken
) -> Requests:
    r"""Batch that reaches a token rate in decode, bound by reading; a whole batch is rounded up.

    $$ B = \frac{r Q_w}{\beta - r S m_{kv}} $$

    - $r$ rate (token/second): of the whole batch
    - $Q_w$ weight_reads (byte): weights read in a step
    - $\beta$ bandwidth (byte/second): of the memory
    - $S$ context (token): tokens of one request
    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $B$ result (request)

    Negative if no batch reaches the rate.

    Source: derived: decode_rate, solved for the batch
    Example: batch_for_rate(rate=833, weight_reads=63968421888, bandwidth=4.8e12, context=4096,
        kv_bytes_per_token=262144) ≈ 13.6435024018
    """
    return rate * weight_reads / (bandwidth - rate * context * kv_bytes_per_token)


def batch_balance(bytes_per_parameter: BytesPerParameter, peak: FlopPerSecond, bandwidth: BytesPerSecond) -> Requests:
    r"""Batch at which the arithmetic of a decode step takes as long as one read of the weights, KV left out.

    $$ B^* = \frac{b \Pi}{2 \beta} $$

    - $b$ bytes_per_parameter (byte/parameter)
    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $\beta$ bandwidth (byte/second): of the memory
    - $B^*$ result (request)

    Source: derived: 2 P B / peak = P b / bandwidth
    Example: batch_balance(bytes_per_parameter=1, peak=989.4e12, bandwidth=3.35e12) ≈ 147.671641791
    """
    return bytes_per_parameter * peak / (2 * bandwidth)


def batch_balance_context(
    weight_reads: Bytes,
    bandwidth: BytesPerSecond,
    parameters: Parameters,
    layers: Count,
    query_heads: Count,
    head_dim: Elements,
    context: Tokens,
    peak: FlopPerSecond,
    kv_bytes_per_token: BytesPerToken,
) -> Requests:
    r"""Batch at which arithmetic takes as long as reading weights and KV; attention counted.

    $$ B^* = \frac{Q_w / \beta}{(2 P + 4 L n_q d_h S) / \Pi - S m_{kv} / \beta} $$

    - $Q_w$ weight_reads (byte): weights read in a step
    - $\beta$ bandwidth (byte/second): of the memory
    - $P$ parameters (parameter): of the matrices that the token passes through
    - $L$ layers (1)
    - $n_q$ query_heads (1)
    - $d_h$ head_dim (element)
    - $S$ context (token): tokens of one request
    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $B^*$ result (request)

    Negative above context_limit: then no batch is bound by arithmetic.

    Source: derived
    Example: batch_balance_context(weight_reads=63968421888, bandwidth=4.8e12, parameters=31983534080,
        layers=64, query_heads=64, head_dim=128, context=646, peak=989.4e12, kv_bytes_per_token=262144)
        ≈ 433.511005633
    """
    operations = 2 * parameters + 4 * layers * query_heads * head_dim * context
    return weight_reads / bandwidth / (operations / peak - context * kv_bytes_per_token / bandwidth)


def context_limit(
    parameters: Parameters,
    peak: FlopPerSecond,
    kv_bytes_per_token: BytesPerToken,
    bandwidth: BytesPerSecond,
    layers: Count,
    query_heads: Count,
    head_dim: Elements,
) -> Tokens:
    r"""Context above which decode is bound by reading whatever the batch.

    $$ S^* = \frac{2 P / \Pi}{m_{kv} / \beta - 4 L n_q d_h / \Pi} $$

    - $P$ parameters (parameter): of the matrices that the token passes through
    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $\beta$ bandwidth (byte/second): of the memory
    - $L$ layers (1)
    - $n_q$ query_heads (1)
    - $d_h$ head_dim (element)
    - $S^*$ result (token)

    Source: derived: the denominator of batch_balance_context is zero
    Example: context_limit(parameters=31983534080, peak=989.4e12, kv_bytes_per_token=262144, bandwidth=4.8e12,
        layers=64, query_heads=64, head_dim=128) ≈ 1231.6214511
    """
    attention = 4 * layers * query_heads * head_dim / peak
    return 2 * parameters / peak / (kv_bytes_per_token / bandwidth - attention)


def amdahl(share: Ratio, speedup: Ratio) -> Ratio:
    r"""Speed-up of the whole when one part becomes faster.

    $$ S = \frac{1}{(1 - p) + \frac{p}{k}} $$

    - $p$ share (1): share of the time that the part took before
    - $k$ speedup (1): of that part
    - $S$ result (1)

    Source: Amdahl 1967
    Example: amdahl(share=0.95, speedup=64) ≈ 15.421686747
    """
    return 1 / ((1 - share) + share / speedup)


def mfu(operations: Flop, time: Seconds, peak: FlopPerSecond, devices: Devices) -> Ratio:
    r"""Model FLOP utilisation: useful operations over what the devices could have done in the time.

    $$ U = \frac{F}{t n \Pi} $$

    - $F$ operations (FLOP): useful ones, recomputation not counted
    - $t$ time (second)
    - $\Pi$ peak (FLOP/second): dense peak of one device
    - $n$ devices (device)
    - $U$ result (1)

    Source: Chowdhery et al. 2022 (PaLM, arXiv 2204.02311), app. B
    Example: mfu(operations=33472800000000, time=0.066, peak=989.4e12, devices=1) ≈ 0.512597166327
    """
    return operations / (time * devices * peak)


def mbu(data: Bytes, time: Seconds, bandwidth: BytesPerSecond) -> Ratio:
    r"""Model bandwidth utilisation: bytes that had to be read over what the memory could read in the time.

    $$ U_m = \frac{Q}{t \beta} $$

    - $Q$ data (byte)
    - $t$ time (second)
    - $\beta$ bandwidth (byte/second): of the memory
    - $U_m$ result (1)

    Source: Databricks, LLM Inference Performance Engineering, 2023 (recalled)
    Example: mbu(data=15136811008, time=0.0265, bandwidth=1792e9) ≈ 0.318750231806
    """
    return data / (time * bandwidth)


def request_latency(prefill_time: Seconds, output: Tokens, decode_time: SecondsPerToken) -> Seconds:
    """Time of a request: its prefill gives the first token, each later token takes a decode step.

    $$ T = T_p + (G - 1) T_d $$

    - $T_p$ prefill_time (second)
    - $G$ output (token): generated tokens
    - $T_d$ decode_time (second/token): one decode step
    - $T$ result (second)

    Source: definition
    Example: request_latency(prefill_time=0.4, output=512, decode_time=0.0145) = 7.8095
    """
    return prefill_time + (output - 1) * decode_time


def cost_per_mtok(price: DollarsPerHour, throughput: TokensPerSecond) -> DollarsPerMillionTokens:
    r"""Price of a million tokens on a device that is paid by the hour.

    $$ c_{Mtok} = \frac{c}{3600 r} 10^6 $$

    - $c$ price (dollar/hour): of the device
    - $r$ throughput (token/second): of that device
    - $c_{Mtok}$ result (dollar/Mtoken)

    Source: definition
    Example: cost_per_mtok(price=2, throughput=2500) ≈ 0.222222222222
    """
    return price / (3600 * throughput) * 10**6


def energy_per_token(power: Watts, throughput: TokensPerSecond) -> JoulesPerToken:
    r"""Energy of a token at constant power.

    $$ e = \frac{P}{r} $$

    - $P$ power (watt)
    - $r$ throughput (token/second)
    - $e$ result (joule/token)

    Source: definition
    Example: energy_per_token(power=700, throughput=2500) = 0.28
    """
    return power / throughput
