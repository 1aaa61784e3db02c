"""What a chip can do (chapter 4): peaks, memory, the roofline, energy, cost."""

import math

from infra_calc.units import (
    BitsPerSecond,
    Bytes,
    BytesPerElement,
    BytesPerParameter,
    BytesPerSecond,
    Count,
    Dollars,
    DollarsPerExaflop,
    DollarsPerHour,
    DollarsPerKilowattHour,
    Flop,
    FlopPerByte,
    FlopPerSecond,
    Hertz,
    Joules,
    JoulesPerByte,
    JoulesPerFlop,
    PerSquareCentimetre,
    PicojoulesPerFlop,
    Ratio,
    Requests,
    Seconds,
    SquareCentimetres,
    Watts,
    Years,
)


def ridge(peak: FlopPerSecond, bandwidth: BytesPerSecond) -> FlopPerByte:
    r"""Intensity at which arithmetic and memory take equally long.

    $$ I^* = \frac{\Pi}{\beta} $$

    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $\beta$ bandwidth (byte/second): of the memory
    - $I^*$ result (FLOP/byte)

    Source: Williams, Waterman, Patterson 2009 (roofline)
    Example: ridge(peak=989.4e12, bandwidth=3.35e12) ≈ 295.343283582
    """
    return peak / bandwidth


def roofline(peak: FlopPerSecond, intensity: FlopPerByte, bandwidth: BytesPerSecond) -> FlopPerSecond:
    r"""Attainable rate at an intensity.

    $$ P = \min(\Pi, I \beta) $$

    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $I$ intensity (FLOP/byte)
    - $\beta$ bandwidth (byte/second): of the memory
    - $P$ result (FLOP/second)

    Source: Williams, Waterman, Patterson 2009 (roofline)
    Example: roofline(peak=989.4e12, intensity=64, bandwidth=3.35e12) = 214400000000000
    """
    return min(peak, intensity * bandwidth)


def gemm_intensity(rows: Count, columns: Count, depth: Count, bytes_per_element: BytesPerElement) -> FlopPerByte:
    r"""Intensity of a matrix product that reads or writes each operand once.

    $$ I = \frac{2 m n k}{b (m k + k n + m n)} $$

    - $m$ rows (1)
    - $n$ columns (1)
    - $k$ depth (1): length of the inner products
    - $b$ bytes_per_element (byte/element)
    - $I$ result (FLOP/byte)

    Source: definition
    Example: gemm_intensity(rows=256, columns=4096, depth=4096, bytes_per_element=2) ≈ 227.555555556
    """
    data = bytes_per_element * (rows * depth + depth * columns + rows * columns)
    return 2 * rows * columns * depth / data


def peak_from_units(units: Count, clock: Hertz, fma_per_clock: Count) -> FlopPerSecond:
    r"""Peak of a chip from its units, clock and multiply-adds in a cycle.

    $$ \Pi = 2 u x f $$

    - $u$ units (1): streaming multiprocessors or the like
    - $f$ clock (1/second)
    - $x$ fma_per_clock (1): multiply-adds of one unit in a cycle
    - $\Pi$ result (FLOP/second)

    Source: NVIDIA H100 whitepaper, table of peak rates (recalled)
    Example: peak_from_units(units=132, clock=1830e6, fma_per_clock=2048) = 989429760000000
    """
    return 2 * units * fma_per_clock * clock


def systolic_peak(side: Count, clock: Hertz) -> FlopPerSecond:
    r"""Peak of a square systolic array.

    $$ \Pi = 2 n^2 f $$

    - $n$ side (1): cells along one side
    - $f$ clock (1/second)
    - $\Pi$ result (FLOP/second)

    Source: Jouppi et al. 2017 (TPU v1, arXiv 1704.04760)
    Example: systolic_peak(side=256, clock=700e6) = 91750400000000
    """
    return 2 * side**2 * clock


def systolic_efficiency(rows: Count, side: Count) -> Ratio:
    r"""Share of the peak that a weight-stationary tile reaches between filling and draining.

    $$ \eta = \frac{m}{m + 2 n - 2} $$

    - $m$ rows (1): rows that stream through
    - $n$ side (1): cells along one side
    - $\eta$ result (1)

    The weights are in place already; loading them unhidden adds n cycles.

    Source: derived: the last of m rows leaves m + 2 n - 2 cycles after the first enters
    Example: systolic_efficiency(rows=256, side=256) ≈ 0.334203655352
    """
    return rows / (rows + 2 * side - 2)


def memory_bandwidth(pin_rate: BitsPerSecond, width: Count, stacks: Count) -> BytesPerSecond:
    r"""Bandwidth from the pins of a memory.

    $$ \beta = \frac{r w s}{8} $$

    - $r$ pin_rate (bit/second): of one data pin
    - $w$ width (1): data pins of a stack or chip
    - $s$ stacks (1)
    - $\beta$ result (byte/second)

    Source: JEDEC
    Example: memory_bandwidth(pin_rate=9.6e9, width=1024, stacks=1) = 1228800000000
    """
    return pin_rate * width * stacks / 8


def pin_rate(bandwidth: BytesPerSecond, width: Count, stacks: Count) -> BitsPerSecond:
    r"""Pin rate that a printed bandwidth implies.

    $$ r = \frac{8 \beta}{w s} $$

    - $\beta$ bandwidth (byte/second)
    - $w$ width (1): data pins of a stack or chip
    - $s$ stacks (1)
    - $r$ result (bit/second)

    Source: derived
    Example: pin_rate(bandwidth=4.8e12, width=1024, stacks=6) = 6250000000
    """
    return 8 * bandwidth / (width * stacks)


def memory_parallelism(bandwidth: BytesPerSecond, latency: Seconds, transaction: Bytes) -> Count:
    r"""Transactions that must be under way to use the full bandwidth.

    $$ n = \frac{\beta \tau}{q} $$

    - $\beta$ bandwidth (byte/second)
    - $\tau$ latency (second)
    - $q$ transaction (byte)
    - $n$ result (1)

    Source: Little 1961
    Example: memory_parallelism(bandwidth=1e12, latency=5e-7, transaction=128) = 3906.25
    """
    return bandwidth * latency / transaction


def energy(data: Bytes, joules_per_byte: JoulesPerByte, operations: Flop, joules_per_flop: JoulesPerFlop) -> Joules:
    """Energy of moving the data and doing the operations.

    $$ E = Q e_b + F e_f $$

    - $Q$ data (byte)
    - $e_b$ joules_per_byte (joule/byte)
    - $F$ operations (FLOP)
    - $e_f$ joules_per_flop (joule/FLOP)
    - $E$ result (joule)

    Source: definition
    Example: energy(data=16344770560, joules_per_byte=3.176e-11, operations=19968622592,
        joules_per_flop=7.5e-13) = 0.5340863799296
    """
    return data * joules_per_byte + operations * joules_per_flop


def energy_balance_batch(
    bytes_per_parameter: BytesPerParameter, joules_per_byte: JoulesPerByte, joules_per_flop: JoulesPerFlop
) -> Requests:
    r"""Batch at which arithmetic takes as much energy as one read of the weights.

    $$ B_E = \frac{b e_b}{2 e_f} $$

    - $b$ bytes_per_parameter (byte/parameter)
    - $e_b$ joules_per_byte (joule/byte)
    - $e_f$ joules_per_flop (joule/FLOP)
    - $B_E$ result (request)

    Source: derived
    Example: energy_balance_batch(bytes_per_parameter=2, joules_per_byte=3.176e-11, joules_per_flop=7.5e-13)
        ≈ 42.3466666667
    """
    return bytes_per_parameter * joules_per_byte / (2 * joules_per_flop)


def picojoules_per_flop(power: Watts, peak: FlopPerSecond) -> PicojoulesPerFlop:
    r"""Board power over peak: the energy of an operation at full load, everything on the board counted.

    $$ e = 10^{12} \frac{P}{\Pi} $$

    - $P$ power (watt)
    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $e$ result (pJ/FLOP)

    Source: definition
    Example: picojoules_per_flop(power=700, peak=989.4e12) ≈ 0.707499494643
    """
    return 10**12 * power / peak


def dollars_per_exaflop(price: DollarsPerHour, peak: FlopPerSecond, utilization: Ratio) -> DollarsPerExaflop:
    r"""Price of 10^18 operations.

    $$ c_F = \frac{10^{18} c}{3600 \Pi u} $$

    - $c$ price (dollar/hour): of the device
    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $u$ utilization (1): share of the peak that is reached
    - $c_F$ result (dollar/EFLOP)

    Source: definition
    Example: dollars_per_exaflop(price=2, peak=989.4e12, utilization=0.4) ≈ 1.40376883858
    """
    return 10**18 * price / (3600 * peak * utilization)


def tco_hour(
    capex: Dollars, life: Years, power: Watts, pue: Ratio, electricity: DollarsPerKilowattHour, sold_share: Ratio
) -> DollarsPerHour:
    r"""Cost of an hour that is sold: purchase over the years in use, and electricity.

    $$ c = \frac{\frac{C}{8760 y} + \frac{P}{1000} K e}{u} $$

    - $C$ capex (dollar): purchase price
    - $y$ life (year)
    - $P$ power (watt)
    - $K$ pue (1): power of the site over power of the devices
    - $e$ electricity (dollar/kWh)
    - $u$ sold_share (1): share of the hours that are sold
    - $c$ result (dollar/hour)

    Source: definition
    Example: tco_hour(capex=30000, life=4, power=1000, pue=1.2, electricity=0.08, sold_share=0.7)
        ≈ 1.36023483366
    """
    return (capex / (8760 * life) + power / 1000 * pue * electricity) / sold_share


def poisson_yield(area: SquareCentimetres, defect_density: PerSquareCentimetre) -> Ratio:
    """Share of dies without a defect when defects fall independently.

    $$ Y = e^{-A D} $$

    - $A$ area (centimetre^2): of the die
    - $D$ defect_density (1/centimetre^2)
    - $Y$ result (1)

    Not exact: an exponential.

    Source: textbook (Poisson model)
    Example: poisson_yield(area=8.14, defect_density=0.1) ≈ 0.443082188082
    """
    return math.exp(-area * defect_density)


def tile_traffic(bytes_per_element: BytesPerElement, rows: Count, columns: Count, depth: Count, tile: Count) -> Bytes:
    r"""Off-chip traffic of a matrix product in square output tiles; partial sums stay on chip.

    $$ Q = b \left(\frac{2 m n k}{t} + m n\right) $$

    - $b$ bytes_per_element (byte/element)
    - $m$ rows (1)
    - $n$ columns (1)
    - $k$ depth (1): length of the inner products
    - $t$ tile (1): side of a tile
    - $Q$ result (byte)

    Source: derived
    Example: tile_traffic(bytes_per_element=2, rows=4096, columns=4096, depth=4096, tile=128) = 2181038080
    """
    return 2 * bytes_per_element * rows * columns * depth / tile + bytes_per_element * rows * columns
