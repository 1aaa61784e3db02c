"""What kernels add to the roofline (chapter 5): traffic, launches, tiles, padding."""

from infra_calc.units import (
    Bits,
    BitsPerParameter,
    Bytes,
    BytesPerElement,
    BytesPerSecond,
    Count,
    Elements,
    FlopPerToken,
    Parameters,
    Ratio,
    Seconds,
    Tokens,
)


def elementwise_traffic(operators: Count, data: Bytes) -> Bytes:
    """Traffic of chained element-wise operators, each reading and writing the tensor; fused it is 2 V.

    $$ Q = 2 n V $$

    - $n$ operators (1)
    - $V$ data (byte): of the tensor
    - $Q$ result (byte)

    Source: definition
    Example: elementwise_traffic(operators=4, data=67108864) = 536870912
    """
    return 2 * operators * data


def launch_bound(kernels: Count, launch_time: Seconds, device_time: Seconds) -> Seconds:
    r"""Time of a step whose kernels run while the processor launches the next ones.

    $$ T = \max(n t_l, t_g) $$

    - $n$ kernels (1)
    - $t_l$ launch_time (second): of one kernel
    - $t_g$ device_time (second): of all kernels
    - $T$ result (second)

    Source: definition
    Example: launch_bound(kernels=400, launch_time=5e-6, device_time=0.0012) = 0.002
    """
    return max(kernels * launch_time, device_time)


def graph_gain(kernels: Count, launch_time: Seconds, device_time: Seconds, replay_time: Seconds, graph_time: Seconds) -> Ratio:
    r"""Speed-up when the kernels are replayed as one graph.

    $$ S = \frac{\max(n t_l, t_g)}{\max(n t_r + t_0, t_g)} $$

    - $n$ kernels (1)
    - $t_l$ launch_time (second): of one kernel
    - $t_g$ device_time (second): of all kernels
    - $t_r$ replay_time (second): of one kernel in the graph
    - $t_0$ graph_time (second): launch of the graph
    - $S$ result (1)

    Source: derived
    Example: graph_gain(kernels=400, launch_time=5e-6, device_time=0.0012, replay_time=1e-6, graph_time=1e-5)
        ≈ 1.66666666667
    """
    launched = max(kernels * launch_time, device_time)
    return launched / max(kernels * replay_time + graph_time, device_time)


def pipeline(load_time: Seconds, compute_time: Seconds, tiles: Count) -> Seconds:
    r"""Time of tiles that pass two stages, the next loading while one computes.

    $$ T = t_1 + t_2 + (n - 1) \max(t_1, t_2) $$

    - $t_1$ load_time (second): of one tile
    - $t_2$ compute_time (second): of one tile
    - $n$ tiles (1)
    - $T$ result (second)

    Source: Hennessy, Patterson, Computer Architecture, app. C
    Example: pipeline(load_time=2e-6, compute_time=1e-6, tiles=8) = 0.000017
    """
    return load_time + compute_time + (tiles - 1) * max(load_time, compute_time)


def flash_io(tokens: Tokens, head_dim: Elements, on_chip: Elements) -> Elements:
    r"""Elements that tiled attention moves to and from memory for one head, not causal.

    $$ Q = 2 N d + \frac{2 N^2 d^2}{M} $$

    - $N$ tokens (token)
    - $d$ head_dim (element)
    - $M$ on_chip (element): what a tile of queries may hold
    - $Q$ result (element)

    A tile of M/d queries reads all keys and values; queries are read and outputs written once.

    Source: Dao et al. 2022 (arXiv 2205.14135), theorem 2: order of growth; the constants are derived
    Example: flash_io(tokens=8192, head_dim=128, on_chip=98304) ≈ 24466773.3333
    """
    return 2 * tokens * head_dim + 2 * tokens**2 * head_dim**2 / on_chip


def naive_attn_io(tokens: Tokens, bytes_per_element: BytesPerElement, query_heads: Count) -> Bytes:
    """Traffic of the score matrix that is written, read, normalised, written and read again; not causal.

    $$ Q = 4 N^2 b h $$

    - $N$ tokens (token)
    - $b$ bytes_per_element (byte/element)
    - $h$ query_heads (1)
    - $Q$ result (byte)

    Source: derived: scores and probabilities are each written and read once
    Example: naive_attn_io(tokens=8192, bytes_per_element=2, query_heads=32) = 17179869184
    """
    return 4 * tokens**2 * bytes_per_element * query_heads


def wave_efficiency(tiles: Count, multiprocessors: Count) -> Ratio:
    r"""Share of the multiprocessors' time in use when tiles run in whole waves.

    $$ \eta = \frac{t}{\lceil t / s \rceil s} $$

    - $t$ tiles (1)
    - $s$ multiprocessors (1)
    - $\eta$ result (1)

    Source: definition
    Example: wave_efficiency(tiles=256, multiprocessors=132) ≈ 0.969696969697
    """
    return tiles / (-(-tiles // multiprocessors) * multiprocessors)


def padding_efficiency(rows: Count, tile_rows: Count) -> Ratio:
    r"""Share of the executed rows that are wanted when rows are padded to whole tiles.

    $$ \eta = \frac{m}{\lceil m / t_m \rceil t_m} $$

    - $m$ rows (1)
    - $t_m$ tile_rows (1)
    - $\eta$ result (1)

    Source: definition
    Example: padding_efficiency(rows=2, tile_rows=16) = 0.125
    """
    return rows / (-(-rows // tile_rows) * tile_rows)


def grouped_rows(experts: Count, rows: Count, tile_rows: Count) -> Count:
    r"""Rows that a grouped matrix product executes, each expert padded to whole tiles.

    $$ R = E \left\lceil \frac{r}{t_m} \right\rceil t_m $$

    - $E$ experts (1)
    - $r$ rows (1): of one expert
    - $t_m$ tile_rows (1)
    - $R$ result (1)

    Source: definition
    Example: grouped_rows(experts=256, rows=2, tile_rows=16) = 4096
    """
    return experts * -(-rows // tile_rows) * tile_rows


def occupancy_regs(registers: Count, registers_per_thread: Count) -> Count:
    r"""Threads that a multiprocessor's registers can hold, in warps of 32.

    $$ n = 32 \left\lfloor \frac{R}{32 r} \right\rfloor $$

    - $R$ registers (1): of one multiprocessor
    - $r$ registers_per_thread (1)
    - $n$ result (1)

    Source: NVIDIA CUDA C++ Programming Guide, compute capabilities
    Example: occupancy_regs(registers=65536, registers_per_thread=168) = 384
    """
    return 32 * (registers // (32 * registers_per_thread))


def unit_cycles(work: Count, operations_per_cycle: Count) -> Count:
    r"""Cycles of a unit for its work.

    $$ c = \frac{w}{r} $$

    - $w$ work (1): operations
    - $r$ operations_per_cycle (1)
    - $c$ result (1)

    Source: definition
    Example: unit_cycles(work=8388608, operations_per_cycle=8192) = 1024
    """
    return work / operations_per_cycle


def rope_flops(query_heads: Count, kv_heads: Count, head_dim: Elements) -> FlopPerToken:
    """Operations of the rotary embedding for one token and layer: six for each pair of elements.

    $$ F = 3 (n_q + n_{kv}) d_h $$

    - $n_q$ query_heads (1)
    - $n_{kv}$ kv_heads (1)
    - $d_h$ head_dim (element)
    - $F$ result (FLOP/token)

    Source: derived: 4 products and 2 sums rotate a pair
    Example: rope_flops(query_heads=32, kv_heads=8, head_dim=128) = 15360
    """
    return 3 * (query_heads + kv_heads) * head_dim


def norm_bytes(tokens: Tokens, hidden: Elements, bytes_per_element: BytesPerElement) -> Bytes:
    """Traffic of an RMS norm: the input is read, the output written, the gain read once.

    $$ Q = 2 T d b + d b $$

    - $T$ tokens (token)
    - $d$ hidden (element)
    - $b$ bytes_per_element (byte/element)
    - $Q$ result (byte)

    Source: definition
    Example: norm_bytes(tokens=2048, hidden=4096, bytes_per_element=2) = 33562624
    """
    return 2 * tokens * hidden * bytes_per_element + hidden * bytes_per_element


def dequant_gemv(
    rows: Count,
    columns: Count,
    bits_per_parameter: BitsPerParameter,
    scale_bits: Bits,
    group_size: Parameters,
    bandwidth: BytesPerSecond,
) -> Seconds:
    r"""Time in which a group-quantised matrix is read once: a lower bound of its product with a vector.

    $$ t = \frac{n k \left(w + \frac{s}{g}\right)}{8 \beta} $$

    - $n$ rows (1)
    - $k$ columns (1)
    - $w$ bits_per_parameter (bit/parameter): bits of the weight itself
    - $s$ scale_bits (bit): scale, and zero point if any, of one group
    - $g$ group_size (parameter): weights in a group
    - $\beta$ bandwidth (byte/second): of the memory
    - $t$ result (second)

    Source: derived
    Example: dequant_gemv(rows=12288, columns=4096, bits_per_parameter=4, scale_bits=16, group_size=128,
        bandwidth=1008e9) ≈ 2.57462857143e-05
    """
    return rows * columns * (bits_per_parameter + scale_bits / group_size) / (8 * bandwidth)


def split_k_partial(splits: Count, rows: Count, columns: Count, bytes_per_element: BytesPerElement) -> Bytes:
    """Extra traffic when inner products are split: all splits but one write partial sums, one reads them.

    $$ Q = 2 (s - 1) m n b $$

    - $s$ splits (1)
    - $m$ rows (1)
    - $n$ columns (1)
    - $b$ bytes_per_element (byte/element): of a partial sum
    - $Q$ result (byte)

    A separate kernel that adds the parts moves 2 s m n b.

    Source: derived
    Example: split_k_partial(splits=8, rows=16, columns=4096, bytes_per_element=4) = 3670016
    """
    return 2 * (splits - 1) * rows * columns * bytes_per_element


def autotune(tuning_time: Seconds, time_before: Seconds, time_after: Seconds) -> Count:
    r"""Calls after which a search for a faster kernel has paid for itself.

    $$ n = \frac{c}{t_0 - t_1} $$

    - $c$ tuning_time (second)
    - $t_0$ time_before (second): of one call
    - $t_1$ time_after (second): of one call
    - $n$ result (1)

    Source: derived
    Example: autotune(tuning_time=120, time_before=4e-5, time_after=2.8e-5) = 10000000
    """
    return tuning_time / (time_before - time_after)
