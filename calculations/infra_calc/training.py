"""Training (chapter 10): state, operations, parallel schemes, failures, scaling laws."""

import math

from infra_calc.units import (
    Bytes,
    BytesPerParameter,
    Count,
    Days,
    Devices,
    Elements,
    Flop,
    FlopPerSecond,
    Parameters,
    Ratio,
    Requests,
    Seconds,
    Tokens,
    TokensPerSecond,
)


def adam_state(parameters: Parameters) -> Bytes:
    """Weights, gradients and optimiser state of mixed-precision Adam: 2 + 2 + 12 bytes a parameter.

    $$ M = 16 N $$

    - $N$ parameters (parameter)
    - $M$ result (byte)

    Source: Rajbhandari et al. 2019 (ZeRO, arXiv 1910.02054), sec. 3.1
    Example: adam_state(parameters=8190735360) = 131051765760
    """
    return 16 * parameters


def zero1(parameters: Parameters, ranks: Count) -> Bytes:
    r"""The same on each rank when the optimiser state is shared out (ZeRO-1).

    $$ M = 4 N + \frac{12 N}{n} $$

    - $N$ parameters (parameter)
    - $n$ ranks (1)
    - $M$ result (byte)

    Source: Rajbhandari et al. 2019 (ZeRO, arXiv 1910.02054), fig. 1
    Example: zero1(parameters=7.5e9, ranks=64) = 31406250000
    """
    return 4 * parameters + 12 * parameters / ranks


def zero2(parameters: Parameters, ranks: Count) -> Bytes:
    r"""The same on each rank when gradients are shared out too (ZeRO-2).

    $$ M = 2 N + \frac{14 N}{n} $$

    - $N$ parameters (parameter)
    - $n$ ranks (1)
    - $M$ result (byte)

    Source: Rajbhandari et al. 2019 (ZeRO, arXiv 1910.02054), fig. 1
    Example: zero2(parameters=7.5e9, ranks=64) = 16640625000
    """
    return 2 * parameters + 14 * parameters / ranks


def zero3(parameters: Parameters, ranks: Count) -> Bytes:
    r"""The same on each rank when everything is shared out (ZeRO-3).

    $$ M = \frac{16 N}{n} $$

    - $N$ parameters (parameter)
    - $n$ ranks (1)
    - $M$ result (byte)

    Source: Rajbhandari et al. 2019 (ZeRO, arXiv 1910.02054), fig. 1
    Example: zero3(parameters=7.5e9, ranks=64) = 1875000000
    """
    return 16 * parameters / ranks


def activations(sequence: Tokens, microbatch: Requests, hidden: Elements, query_heads: Count) -> Bytes:
    r"""Activation bytes that a layer keeps for its backward pass: 16 bits, nothing recomputed or shared.

    $$ M = s b h \left(34 + 5 \frac{a s}{h}\right) $$

    - $s$ sequence (token)
    - $b$ microbatch (request): sequences in a micro-batch
    - $h$ hidden (element)
    - $a$ query_heads (1)
    - $M$ result (byte)

    Source: Korthikanti et al. 2022 (arXiv 2205.05198), eq. 1
    Example: activations(sequence=2048, microbatch=1, hidden=12288, query_heads=96) = 2868903936
    """
    return sequence * microbatch * hidden * (34 + 5 * query_heads * sequence / hidden)


def train_flops(parameters: Parameters, tokens: Tokens) -> Flop:
    """Operations of training: forward 2, backward 4 for each parameter and token; attention left out.

    $$ F = 6 N D $$

    - $N$ parameters (parameter): active ones
    - $D$ tokens (token)
    - $F$ result (FLOP)

    Source: Kaplan et al. 2020 (arXiv 2001.08361), sec. 2.1
    Example: train_flops(parameters=405e9, tokens=15.6e12) = 37908000000000000000000000
    """
    return 6 * parameters * tokens


def train_days(tokens: Tokens, parameters: Parameters, devices: Devices, achieved: FlopPerSecond) -> Days:
    r"""Days of training when activations are recomputed: 8 operations for each parameter and token.

    $$ T = \frac{8 D N}{86400 n X} $$

    - $D$ tokens (token)
    - $N$ parameters (parameter)
    - $n$ devices (device)
    - $X$ achieved (FLOP/second): of one device, recomputation counted
    - $T$ result (day)

    Source: Narayanan et al. 2021 (arXiv 2104.04473), eq. 4
    Example: train_days(tokens=300e9, parameters=175e9, devices=1024, achieved=140e12) ≈ 33.9084201389
    """
    return 8 * tokens * parameters / (86400 * devices * achieved)


def palm_mfu(
    throughput: TokensPerSecond,
    parameters: Parameters,
    layers: Count,
    query_heads: Count,
    head_dim: Elements,
    sequence: Tokens,
    devices: Devices,
    peak: FlopPerSecond,
) -> Ratio:
    r"""Model FLOP utilisation of a training run, attention counted.

    $$ U = \frac{R (6 N + 12 L H Q T)}{n P} $$

    - $R$ throughput (token/second)
    - $N$ parameters (parameter)
    - $L$ layers (1)
    - $H$ query_heads (1)
    - $Q$ head_dim (element)
    - $T$ sequence (token)
    - $n$ devices (device)
    - $P$ peak (FLOP/second): dense peak of one device
    - $U$ result (1)

    Source: Chowdhery et al. 2022 (PaLM, arXiv 2204.02311), app. B
    Example: palm_mfu(throughput=238.3e3, parameters=540.35e9, layers=118, query_heads=48, head_dim=256,
        sequence=2048, devices=6144, peak=275e12) ≈ 0.462289420251
    """
    operations = 6 * parameters + 12 * layers * query_heads * head_dim * sequence
    return throughput * operations / (devices * peak)


def bubble_ideal(stages: Count, chunks: Count, microbatches: Count) -> Ratio:
    r"""Idle time of an interleaved pipeline over the ideal time; supernode.pp_bubble relates it to the total.

    $$ \phi = \frac{p - 1}{v m} $$

    - $p$ stages (1)
    - $v$ chunks (1): model chunks of each device
    - $m$ microbatches (1)
    - $\phi$ result (1)

    Source: Narayanan et al. 2021 (arXiv 2104.04473), sec. 2.2
    Example: bubble_ideal(stages=16, chunks=4, microbatches=64) = 0.05859375
    """
    return (stages - 1) / (chunks * microbatches)


def young(checkpoint_time: Seconds, mtbf: Seconds) -> Seconds:
    r"""Interval between checkpoints that loses least time, to first order.

    $$ \tau = \sqrt{2 \delta M} $$

    - $\delta$ checkpoint_time (second)
    - $M$ mtbf (second): of the whole job
    - $\tau$ result (second)

    Not exact: a square root.

    Source: Young 1974
    Example: young(checkpoint_time=60, mtbf=11160) ≈ 1157.23809132
    """
    return math.sqrt(2 * checkpoint_time * mtbf)


def daly(checkpoint_time: Seconds, mtbf: Seconds) -> Seconds:
    r"""Interval between checkpoints that loses least time, to higher order; needs checkpoint_time < 2 mtbf.

    $$ \tau = \sqrt{2 \delta M} \left(1 + \frac{1}{3} \sqrt{\frac{\delta}{2 M}} + \frac{1}{9} \frac{\delta}{2
    M}\right) - \delta $$

    - $\delta$ checkpoint_time (second)
    - $M$ mtbf (second): of the whole job
    - $\tau$ result (second)

    Not exact: square roots.

    Source: Daly 2006
    Example: daly(checkpoint_time=60, mtbf=11160) ≈ 1117.58374188
    """
    ratio = checkpoint_time / (2 * mtbf)
    series = 1 + math.sqrt(ratio) / 3 + ratio / 9
    return math.sqrt(2 * checkpoint_time * mtbf) * series - checkpoint_time


def lost_time(checkpoint_time: Seconds, interval: Seconds, mtbf: Seconds, restart_time: Seconds) -> Ratio:
    r"""Time lost to checkpoints, repeated work and restarts over useful time, to first order.

    $$ x = \frac{\delta}{\tau} + \frac{\tau}{2 M} + \frac{r}{M} $$

    - $\delta$ checkpoint_time (second)
    - $\tau$ interval (second): between checkpoints
    - $M$ mtbf (second): of the whole job
    - $r$ restart_time (second)
    - $x$ result (1)

    As a share of the wall time it is x / (1 + x); valid while x is small.

    Source: derived; Young 1974
    Example: lost_time(checkpoint_time=60, interval=1157.2, mtbf=11160, restart_time=600) ≈ 0.157458610389
    """
    return checkpoint_time / interval + interval / (2 * mtbf) + restart_time / mtbf


def chinchilla_loss(
    irreducible: Ratio,
    parameter_coefficient: Ratio,
    parameters: Parameters,
    parameter_exponent: Ratio,
    token_coefficient: Ratio,
    tokens: Tokens,
    token_exponent: Ratio,
) -> Ratio:
    r"""Loss in nats that a compute-optimal study predicts for a model size and a number of tokens.

    $$ L = E + \frac{A}{N^{\alpha}} + \frac{B}{D^{\beta}} $$

    - $E$ irreducible (1): loss that no model undercuts
    - $A$ parameter_coefficient (1)
    - $N$ parameters (parameter)
    - $\alpha$ parameter_exponent (1)
    - $B$ token_coefficient (1)
    - $D$ tokens (token)
    - $\beta$ token_exponent (1)
    - $L$ result (1)

    Not exact: real powers.

    Source: Hoffmann et al. 2022 (arXiv 2203.15556), eq. 10
    Example: chinchilla_loss(irreducible=1.69, parameter_coefficient=406.4, parameters=70e9,
        parameter_exponent=0.34, token_coefficient=410.7, tokens=1.4e12, token_exponent=0.28) ≈ 1.93664547056
    """
    capacity = parameter_coefficient / parameters**parameter_exponent
    data = token_coefficient / tokens**token_exponent
    return irreducible + capacity + data


def critical_batch(minimum_steps: Count, noise_scale: Tokens, batch: Tokens) -> Count:
    r"""Optimiser steps at a batch size.

    $$ S = S_{min} \left(1 + \frac{B_n}{B}\right) $$

    - $S_{min}$ minimum_steps (1): with a very large batch
    - $B_n$ noise_scale (token)
    - $B$ batch (token)
    - $S$ result (1)

    Source: McCandlish et al. 2018 (arXiv 1812.06162)
    Example: critical_batch(minimum_steps=19434, noise_scale=2e6, batch=3145728) ≈ 31789.8044434
    """
    return minimum_steps * (1 + noise_scale / batch)


def zero3_traffic(parameters: Parameters, bytes_per_parameter: BytesPerParameter, ranks: Count, microbatches: Count) -> Bytes:
    r"""Bytes that a rank receives in a step under ZeRO-3: two gathers of the weights, one reduction.

    $$ V = 3 N b \frac{n - 1}{n} g $$

    - $N$ parameters (parameter)
    - $b$ bytes_per_parameter (byte/parameter)
    - $n$ ranks (1)
    - $g$ microbatches (1): micro-batches that each gather anew, 1 if gathered once
    - $V$ result (byte)

    Source: Rajbhandari et al. 2019 (ZeRO, arXiv 1910.02054), sec. 7
    Example: zero3_traffic(parameters=8190735360, bytes_per_parameter=2, ranks=48, microbatches=8)
        = 384964561920
    """
    return 3 * parameters * bytes_per_parameter * (ranks - 1) / ranks * microbatches


def straggler(ranks: Count, euler: Ratio) -> Ratio:
    r"""Expected slowest of many ranks with normal step times, in standard deviations above the mean.

    $$ m = \sqrt{2 \ln n} - \frac{\ln \ln n + \ln(4 \pi) - 2 \gamma}{2 \sqrt{2 \ln n}} $$

    - $n$ ranks (1)
    - $\gamma$ euler (1): Euler's constant, 0.5772156649015329
    - $m$ result (1)

    Not exact: logarithms. An asymptotic form; for 1,024 ranks the integral gives 3.25.

    Source: extreme value theory (Gumbel limit)
    Example: straggler(ranks=1024, euler=0.5772156649015329) ≈ 3.27844104802
    """
    root = math.sqrt(2 * math.log(ranks))
    return root - (math.log(math.log(ranks)) + math.log(4 * math.pi) - 2 * euler) / (2 * root)


def recompute_overhead(sequence: Tokens, hidden: Elements) -> Ratio:
    r"""Extra operations of selective recomputation as the paper prints them (2.7 % for GPT-3).

    $$ \phi = \frac{s}{6 h + s} $$

    - $s$ sequence (token)
    - $h$ hidden (element)
    - $\phi$ result (1)

    The paper charges forward and backward of the attention scores again; recompute_forward charges what runs.

    Source: Korthikanti et al. 2022 (arXiv 2205.05198), sec. 5 (recalled)
    Example: recompute_overhead(sequence=2048, hidden=12288) ≈ 0.027027027027
    """
    return sequence / (6 * hidden + sequence)


def recompute_forward(sequence: Tokens, hidden: Elements) -> Ratio:
    r"""Extra operations of selective recomputation: one more forward pass of the scores and weighted values.

    $$ \phi = \frac{s}{18 h + 3 s} $$

    - $s$ sequence (token)
    - $h$ hidden (element)
    - $\phi$ result (1)

    Source: derived: 4 B s^2 h over 72 B s h^2 + 12 B s^2 h in each layer
    Example: recompute_forward(sequence=2048, hidden=12288) ≈ 0.00900900900901
    """
    return sequence / (18 * hidden + 3 * sequence)
