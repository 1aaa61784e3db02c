"""Devices on fast links (chapter 6): collectives, tensor, expert and pipeline parallelism."""

import math

from infra_calc.exact import log2
from infra_calc.units import (
    Bytes,
    BytesPerElement,
    BytesPerSecond,
    BytesPerToken,
    Count,
    Devices,
    Elements,
    Ratio,
    Seconds,
    SecondsPerDevice,
    Tokens,
)


def alpha_beta(latency: Seconds, data: Bytes, bandwidth: BytesPerSecond) -> Seconds:
    r"""Time of one message.

    $$ t = \alpha + \frac{V}{B} $$

    - $\alpha$ latency (second)
    - $V$ data (byte)
    - $B$ bandwidth (byte/second): of the link, in one direction
    - $t$ result (second)

    Source: Hockney 1994
    Example: alpha_beta(latency=2e-6, data=2097152, bandwidth=100e9) = 0.00002297152
    """
    return latency + data / bandwidth


def half_size(latency: Seconds, bandwidth: BytesPerSecond) -> Bytes:
    r"""Message that reaches half the bandwidth.

    $$ V^* = \alpha B $$

    - $\alpha$ latency (second)
    - $B$ bandwidth (byte/second): of the link, in one direction
    - $V^*$ result (byte)

    Source: Hockney 1994
    Example: half_size(latency=2e-6, bandwidth=100e9) = 200000
    """
    return latency * bandwidth


def ring_allreduce(ranks: Count, latency: Seconds, data: Bytes, bandwidth: BytesPerSecond) -> Seconds:
    r"""Time of a ring all-reduce, additions left out.

    $$ T = 2 (n - 1) \left(\alpha + \frac{V}{n B}\right) $$

    - $n$ ranks (1)
    - $\alpha$ latency (second): of one step
    - $V$ data (byte): of the buffer on each rank
    - $B$ bandwidth (byte/second): of the link, in one direction
    - $T$ result (second)

    Source: Patarasuk, Yuan 2009; nccl-tests PERFORMANCE.md
    Example: ring_allreduce(ranks=8, latency=2e-6, data=134217728, bandwidth=450e9) ≈ 0.000549957831111
    """
    return 2 * (ranks - 1) * (latency + data / (ranks * bandwidth))


def rd_allreduce(ranks: Count, latency: Seconds, data: Bytes, bandwidth: BytesPerSecond) -> Seconds:
    r"""Time of an all-reduce by recursive doubling, additions left out; the ranks are a power of 2.

    $$ T = \log_2 n \left(\alpha + \frac{V}{B}\right) $$

    - $n$ ranks (1)
    - $\alpha$ latency (second): of one step
    - $V$ data (byte): of the buffer on each rank
    - $B$ bandwidth (byte/second): of the link, in one direction
    - $T$ result (second)

    Source: Thakur, Rabenseifner, Gropp 2005
    Example: rd_allreduce(ranks=8, latency=2e-6, data=16384, bandwidth=450e9) ≈ 6.10922666667e-06
    """
    return log2(ranks) * (latency + data / bandwidth)


def allgather(ranks: Count, latency: Seconds, data: Bytes, bandwidth: BytesPerSecond) -> Seconds:
    r"""Time of a ring all-gather, or of a reduce-scatter without its additions.

    $$ T = (n - 1) \left(\alpha + \frac{V}{n B}\right) $$

    - $n$ ranks (1)
    - $\alpha$ latency (second): of one step
    - $V$ data (byte): of the full result
    - $B$ bandwidth (byte/second): of the link, in one direction
    - $T$ result (second)

    Source: Thakur, Rabenseifner, Gropp 2005
    Example: allgather(ranks=8, latency=2e-6, data=134217728, bandwidth=450e9) ≈ 0.000274978915556
    """
    return (ranks - 1) * (latency + data / (ranks * bandwidth))


def alltoall(ranks: Count, latency: Seconds, data: Bytes, bandwidth: BytesPerSecond) -> Seconds:
    r"""Time of a pair-wise all-to-all.

    $$ T = (n - 1) \left(\alpha + \frac{V}{n B}\right) $$

    - $n$ ranks (1)
    - $\alpha$ latency (second): of one step
    - $V$ data (byte): of the send buffer of a rank, its own part included
    - $B$ bandwidth (byte/second): of the link, in one direction
    - $T$ result (second)

    Source: Thakur, Rabenseifner, Gropp 2005
    Example: alltoall(ranks=64, latency=3e-6, data=58720256, bandwidth=450e9) = 0.00031745056
    """
    return (ranks - 1) * (latency + data / (ranks * bandwidth))


def busbw(data: Bytes, time: Seconds, ranks: Count) -> BytesPerSecond:
    r"""Bus bandwidth of a measured all-reduce, comparable with the link whatever the ranks.

    $$ \beta = \frac{V}{t} \frac{2 (n - 1)}{n} $$

    - $V$ data (byte): of the buffer on each rank
    - $t$ time (second)
    - $n$ ranks (1)
    - $\beta$ result (byte/second)

    Source: nccl-tests PERFORMANCE.md
    Example: busbw(data=1073741824, time=0.005, ranks=8) = 375809638400
    """
    return 2 * (ranks - 1) * data / (ranks * time)


def tp_volume(tokens: Tokens, hidden: Elements, bytes_per_element: BytesPerElement) -> Bytes:
    """Buffer bytes of the two all-reduces of a layer's forward pass under tensor parallelism.

    $$ V = 2 T d b $$

    - $T$ tokens (token)
    - $d$ hidden (element)
    - $b$ bytes_per_element (byte/element)
    - $V$ result (byte)

    A ring sends 2 (n - 1) / n times as many over each link.

    Source: Shoeybi et al. 2019 (Megatron-LM, arXiv 1909.08053), sec. 3
    Example: tp_volume(tokens=8192, hidden=8192, bytes_per_element=2) = 268435456
    """
    return 2 * tokens * hidden * bytes_per_element


def tp_step(data: Bytes, devices: Devices, bandwidth: BytesPerSecond, layers: Count, allreduce_time: Seconds) -> Seconds:
    r"""Decode step under tensor parallelism: the reads are shared, two all-reduces a layer are added.

    $$ T = \frac{Q}{n \beta} + 2 L t_{ar} $$

    - $Q$ data (byte): read in a step, all devices together
    - $n$ devices (device)
    - $\beta$ bandwidth (byte/second): of one device's memory
    - $L$ layers (1)
    - $t_{ar}$ allreduce_time (second): of one all-reduce
    - $T$ result (second)

    Source: derived
    Example: tp_step(data=63968421888, devices=8, bandwidth=4.8e12, layers=64, allreduce_time=1e-5)
        = 0.00294584432
    """
    return data / (devices * bandwidth) + 2 * layers * allreduce_time


def tp_opt(data: Bytes, bandwidth: BytesPerSecond, layers: Count, latency_per_rank: SecondsPerDevice) -> Devices:
    r"""Devices that make tp_step shortest if the time of an all-reduce grows in proportion to them.

    $$ n^* = \sqrt{\frac{Q / \beta}{2 L a}} $$

    - $Q$ data (byte): read in a step, all devices together
    - $\beta$ bandwidth (byte/second): of one device's memory
    - $L$ layers (1)
    - $a$ latency_per_rank (second/device)
    - $n^*$ result (device)

    Not exact: a square root.

    Source: derived with t_ar = a n
    Example: tp_opt(data=63968421888, bandwidth=4.8e12, layers=64, latency_per_rank=1e-6) ≈ 10.2036890388
    """
    return math.sqrt(data / bandwidth / (2 * layers * latency_per_rank))


def ep_dispatch(
    dispatch_bytes: BytesPerElement, combine_bytes: BytesPerElement, chosen_experts: Count, hidden: Elements
) -> BytesPerToken:
    """Bytes that a token sends to its experts and back in one layer.

    $$ V = (b_1 + b_2) k d $$

    - $b_1$ dispatch_bytes (byte/element): on the way out
    - $b_2$ combine_bytes (byte/element): on the way back
    - $k$ chosen_experts (1): experts on other devices
    - $d$ hidden (element)
    - $V$ result (byte/token)

    Source: DeepSeek-AI 2025 (arXiv 2505.09343), sec. 2.3.2
    Example: ep_dispatch(dispatch_bytes=1, combine_bytes=2, chosen_experts=9, hidden=7168) = 193536
    """
    return (dispatch_bytes + combine_bytes) * chosen_experts * hidden


def ep_layer_time(
    dispatch_bytes: BytesPerElement,
    combine_bytes: BytesPerElement,
    tokens: Tokens,
    chosen_experts: Count,
    hidden: Elements,
    bandwidth: BytesPerSecond,
) -> Seconds:
    r"""Time of dispatch and combine in one layer.

    $$ t = \frac{(b_1 + b_2) T k d}{B} $$

    - $b_1$ dispatch_bytes (byte/element): on the way out
    - $b_2$ combine_bytes (byte/element): on the way back
    - $T$ tokens (token): of one device
    - $k$ chosen_experts (1): experts on other devices
    - $d$ hidden (element)
    - $B$ bandwidth (byte/second): of one device's link, in one direction
    - $t$ result (second)

    Source: DeepSeek-AI 2025 (arXiv 2505.09343), sec. 2.3.2
    Example: ep_layer_time(dispatch_bytes=1, combine_bytes=2, tokens=32, chosen_experts=9, hidden=7000,
        bandwidth=50e9) = 0.00012096
    """
    return (dispatch_bytes + combine_bytes) * tokens * chosen_experts * hidden / bandwidth


def pp_bubble(stages: Count, microbatches: Count) -> Ratio:
    r"""Share of the total time that pipeline stages idle; training.bubble_ideal relates it to the ideal time.

    $$ \phi = \frac{p - 1}{m + p - 1} $$

    - $p$ stages (1)
    - $m$ microbatches (1)
    - $\phi$ result (1)

    Source: Huang et al. 2018 (GPipe, arXiv 1811.06965), sec. 2.3
    Example: pp_bubble(stages=16, microbatches=64) ≈ 0.189873417722
    """
    return (stages - 1) / (microbatches + stages - 1)


def torus_bisection(side: Count, dimensions: Count, bandwidth: BytesPerSecond) -> BytesPerSecond:
    r"""Bandwidth across the middle of a torus with an even number of nodes on a side, one way.

    $$ \beta_b = 2 k^{n - 1} B $$

    - $k$ side (1): nodes along one side
    - $n$ dimensions (1)
    - $B$ bandwidth (byte/second): of a link, in one direction
    - $\beta_b$ result (byte/second)

    Source: Dally, Towles, Principles and Practices of Interconnection Networks
    Example: torus_bisection(side=16, dimensions=2, bandwidth=50e9) = 1600000000000
    """
    return 2 * side ** (dimensions - 1) * bandwidth


def hier_allreduce(
    ranks_per_node: Count, data: Bytes, inner_bandwidth: BytesPerSecond, nodes: Count, outer_bandwidth: BytesPerSecond
) -> Seconds:
    r"""Time of an all-reduce inside the nodes and, on 1/g of the data, between them; latency left out.

    $$ T = \frac{2 (g - 1)}{g} \frac{V}{B_i} + \frac{2 (m - 1)}{m} \frac{V / g}{B_o} $$

    - $g$ ranks_per_node (1)
    - $V$ data (byte): of the buffer on each rank
    - $B_i$ inner_bandwidth (byte/second): of a rank inside the node, in one direction
    - $m$ nodes (1)
    - $B_o$ outer_bandwidth (byte/second): of a rank between nodes, in one direction
    - $T$ result (second)

    Source: derived
    Example: hier_allreduce(ranks_per_node=8, data=1073741824, inner_bandwidth=450e9, nodes=16,
        outer_bandwidth=50e9) ≈ 0.00920882744889
    """
    inside = 2 * (ranks_per_node - 1) * data / (ranks_per_node * inner_bandwidth)
    between = 2 * (nodes - 1) * data / (nodes * ranks_per_node * outer_bandwidth)
    return inside + between
