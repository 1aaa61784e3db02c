"""Serving on many machines (chapter 9): pools, hand-off, routing, scaling, availability."""

from infra_calc.units import (
    Bytes,
    BytesPerElement,
    BytesPerSecond,
    BytesPerToken,
    Count,
    Flop,
    FlopPerSecond,
    Ratio,
    Requests,
    RequestsPerSecond,
    Seconds,
    SecondsPerToken,
    Tokens,
    TokensPerSecond,
)


def pd_pool(prompt: Tokens, decode_rate: TokensPerSecond, output: Tokens, prefill_rate: TokensPerSecond) -> Ratio:
    r"""Prefill instances for each decode instance.

    $$ r = \frac{P r_d}{G r_p} $$

    - $P$ prompt (token)
    - $r_d$ decode_rate (token/second): of one instance
    - $G$ output (token)
    - $r_p$ prefill_rate (token/second): of one instance
    - $r$ result (1)

    Source: derived: the request rate cancels
    Example: pd_pool(prompt=2048, decode_rate=3000, output=256, prefill_rate=20000) = 1.2
    """
    return prompt * decode_rate / (output * prefill_rate)


def kv_transfer(context: Tokens, kv_bytes_per_token: BytesPerToken, bandwidth: BytesPerSecond) -> Seconds:
    r"""Time in which the KV of a request moves from prefill to decode.

    $$ t = \frac{S m_{kv}}{B} $$

    - $S$ context (token)
    - $m_{kv}$ kv_bytes_per_token (byte/token)
    - $B$ bandwidth (byte/second): of the link, in one direction
    - $t$ result (second)

    Source: definition
    Example: kv_transfer(context=8192, kv_bytes_per_token=147456, bandwidth=50e9) = 0.02415919104
    """
    return context * kv_bytes_per_token / bandwidth


def kv_transfer_layered(data: Bytes, layers: Count, bandwidth: BytesPerSecond, prefill_time: Seconds) -> Seconds:
    r"""Part of the hand-off that is still to come when prefill ends, each layer sent as soon as it is ready.

    $$ t = \frac{M}{L B} + \frac{L - 1}{L} \max\left(0, \frac{M}{B} - T_p\right) $$

    - $M$ data (byte): KV of the request
    - $L$ layers (1)
    - $B$ bandwidth (byte/second): of the link, in one direction
    - $T_p$ prefill_time (second)
    - $t$ result (second)

    Source: derived: layer i is ready at i T_p / L
    Example: kv_transfer_layered(data=1207959552, layers=36, bandwidth=50e9, prefill_time=0.3) = 0.00067108864
    """
    transfer = data / bandwidth
    return (transfer + (layers - 1) * max(0, transfer - prefill_time)) / layers


def route_breakeven(hit_tokens: Tokens, seconds_per_token: SecondsPerToken) -> Seconds:
    """Longest extra wait that a cache hit on a busier replica is worth.

    $$ W = H t_p $$

    - $H$ hit_tokens (token)
    - $t_p$ seconds_per_token (second/token)
    - $W$ result (second)

    Source: derived
    Example: route_breakeven(hit_tokens=6144, seconds_per_token=5e-5) = 0.3072
    """
    return hit_tokens * seconds_per_token


def hash_move(nodes: Count) -> Ratio:
    r"""Share of keys that move when a consistent-hash ring gains a node.

    $$ \phi = \frac{1}{n + 1} $$

    - $n$ nodes (1): before
    - $\phi$ result (1)

    Source: Karger et al. 1997
    Example: hash_move(nodes=7) = 0.125
    """
    return 1 / (nodes + 1)


def coldstart(container_time: Seconds, weights: Bytes, bandwidth: BytesPerSecond, warmup_time: Seconds) -> Seconds:
    r"""Time until a new replica answers.

    $$ t = t_0 + \frac{W}{B} + t_w $$

    - $t_0$ container_time (second)
    - $W$ weights (byte)
    - $B$ bandwidth (byte/second): of the storage
    - $t_w$ warmup_time (second)
    - $t$ result (second)

    Source: definition
    Example: coldstart(container_time=8, weights=141107412992, bandwidth=7e9, warmup_time=20) = 48.158201856
    """
    return container_time + weights / bandwidth + warmup_time


def scale_backlog(arrival_rate: RequestsPerSecond, service_rate: RequestsPerSecond, time: Seconds) -> Requests:
    r"""Requests that pile up until new replicas are ready.

    $$ Q = (\lambda - \mu) T $$

    - $\lambda$ arrival_rate (request/second)
    - $\mu$ service_rate (request/second): of the replicas at work
    - $T$ time (second)
    - $Q$ result (request)

    Source: fluid model
    Example: scale_backlog(arrival_rate=14, service_rate=10, time=48) = 192
    """
    return (arrival_rate - service_rate) * time


def drain_time(backlog: Requests, service_rate: RequestsPerSecond, arrival_rate: RequestsPerSecond) -> Seconds:
    r"""Time in which a backlog empties.

    $$ T = \frac{Q}{\mu - \lambda} $$

    - $Q$ backlog (request)
    - $\mu$ service_rate (request/second): with the new replicas
    - $\lambda$ arrival_rate (request/second)
    - $T$ result (second)

    Source: fluid model
    Example: drain_time(backlog=192, service_rate=20, arrival_rate=14) = 32
    """
    return backlog / (service_rate - arrival_rate)


def spares(replicas: Count, needed: Count, availability: Ratio) -> Ratio:
    r"""Probability that enough of the replicas are up.

    $$ A = \sum_{j=k}^{n} \binom{n}{j} a^j (1 - a)^{n - j} $$

    - $n$ replicas (1)
    - $k$ needed (1)
    - $a$ availability (1): of one replica
    - $A$ result (1)

    Source: binomial distribution: replicas fail independently
    Example: spares(replicas=10, needed=9, availability=0.99) ≈ 0.995733799757
    """
    total, ways = 0, 1
    for up in range(int(replicas) + 1):
        if up >= needed:
            total = total + ways * availability**up * (1 - availability) ** (replicas - up)
        ways = ways * (int(replicas) - up) // (up + 1)
    return total


def recompute_vs_restore(
    operations: Flop, utilization: Ratio, peak: FlopPerSecond, data: Bytes, bandwidth: BytesPerSecond
) -> Ratio:
    r"""Time to compute a KV cache again over the time to load it.

    $$ r = \frac{F / (u \Pi)}{M / B} $$

    - $F$ operations (FLOP)
    - $u$ utilization (1): share of the peak that is reached
    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $M$ data (byte): KV
    - $B$ bandwidth (byte/second): of the path, in one direction
    - $r$ result (1)

    Source: derived
    Example: recompute_vs_restore(operations=133.594e12, utilization=0.5, peak=989.4e12, data=1207959552,
        bandwidth=50e9) ≈ 11.177962674
    """
    return operations / (utilization * peak) / (data / bandwidth)


def imbalance(most_tokens: Tokens, mean_tokens: Tokens) -> Ratio:
    r"""Slow-down when the fullest expert rank sets the pace.

    $$ s = \frac{t_{max}}{\bar{t}} $$

    - $t_{max}$ most_tokens (token): tokens of the fullest rank
    - $\bar{t}$ mean_tokens (token): tokens of a rank on average
    - $s$ result (1)

    Source: definition
    Example: imbalance(most_tokens=640, mean_tokens=512) = 1.25
    """
    return most_tokens / mean_tokens


def random_routing(load: Ratio) -> Ratio:
    r"""Mean response time over service time when requests pick a replica at random (M/M/1); needs load < 1.

    $$ T = \frac{1}{1 - \rho} $$

    - $\rho$ load (1)
    - $T$ result (1)

    Source: Kleinrock 1975, sec. 3.2
    Example: random_routing(load=0.9) = 10
    """
    return 1 / (1 - load)


def two_choices(load: Ratio) -> Ratio:
    r"""Mean response time over service time when requests take the shorter of two random queues of many.

    $$ T = \sum_{i=1}^{\infty} \rho^{2^i - 2} $$

    - $\rho$ load (1): below 1
    - $T$ result (1)

    Not exact: the sum ends at the first term below 10^-20.

    Source: Mitzenmacher 2001
    Example: two_choices(load=0.9) ≈ 2.61405737732
    """
    total, power = 0, 1
    while power * 10**20 > 1:
        total = total + power
        power = (power * load) ** 2
    return total


def cp_ring(bytes_per_element: BytesPerElement, peak: FlopPerSecond, bandwidth: BytesPerSecond) -> Tokens:
    r"""Tokens of a block above which ring attention hides sending keys and values behind its arithmetic.

    $$ c = \frac{b \Pi}{2 B} $$

    - $b$ bytes_per_element (byte/element)
    - $\Pi$ peak (FLOP/second): that attention reaches
    - $B$ bandwidth (byte/second): of the link, in one direction
    - $c$ result (token)

    Holds for as many KV heads as query heads; grouped queries need fewer.

    Source: derived: 4 c^2 d operations, 2 c d b bytes
    Example: cp_ring(bytes_per_element=2, peak=495e12, bandwidth=50e9) = 9900
    """
    return bytes_per_element * peak / (2 * bandwidth)
