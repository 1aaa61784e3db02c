"""Placing work on a cluster (chapter 11): sandboxes, gangs, shares, preemption, priorities, prices."""

import math

from infra_calc.units import (
    Bytes,
    BytesPerSecond,
    Count,
    Devices,
    DollarsPerByteSecond,
    DollarsPerHour,
    DollarsPerSecond,
    Flop,
    FlopPerSecond,
    Ratio,
    RequestsPerSecond,
    Seconds,
)


def sandbox_pool(arrival_rate: RequestsPerSecond, time: Seconds, safety: Ratio) -> Count:
    r"""Warm sandboxes that cover the mean demand and its spread.

    $$ n = \lambda t + z \sqrt{\lambda t} $$

    - $\lambda$ arrival_rate (request/second)
    - $t$ time (second): life of a sandbox
    - $z$ safety (1): standard deviations of reserve
    - $n$ result (1)

    Not exact: a square root.

    Source: derived (Poisson, normal approximation)
    Example: sandbox_pool(arrival_rate=4, time=90, safety=2.33) ≈ 404.208641689
    """
    return arrival_rate * time + safety * math.sqrt(arrival_rate * time)


def host_density(host_memory: Bytes, memory: Bytes, host_cores: Count, overcommit: Ratio, cores: Count) -> Count:
    r"""Sandboxes that fit on a host.

    $$ n = \min\left(\left\lfloor \frac{M}{m} \right\rfloor, \left\lfloor \frac{C o}{c} \right\rfloor\right)
    $$

    - $M$ host_memory (byte)
    - $m$ memory (byte): of one sandbox
    - $C$ host_cores (1)
    - $o$ overcommit (1): cores promised over cores present
    - $c$ cores (1): of one sandbox
    - $n$ result (1)

    Source: definition
    Example: host_density(host_memory=1099511627776, memory=536870912, host_cores=192, overcommit=4, cores=1)
        = 768
    """
    return min(host_memory // memory, host_cores * overcommit // cores)


def snapshot_restore(fixed_time: Seconds, data: Bytes, bandwidth: BytesPerSecond, faults: Count, fault_time: Seconds) -> Seconds:
    r"""Time to restore a sandbox: fixed work, pages loaded at once, later faults.

    $$ t = t_0 + \frac{w}{B} + f t_f $$

    - $t_0$ fixed_time (second)
    - $w$ data (byte): loaded at once
    - $B$ bandwidth (byte/second): of the storage
    - $f$ faults (1): pages loaded later
    - $t_f$ fault_time (second): of one fault
    - $t$ result (second)

    Source: derived
    Example: snapshot_restore(fixed_time=0.005, data=67108864, bandwidth=3e9, faults=2000, fault_time=3e-5)
        ≈ 0.0873696213333
    """
    return fixed_time + data / bandwidth + faults * fault_time


def kv_hold(
    operations: Flop,
    utilization: Ratio,
    peak: FlopPerSecond,
    device_price: DollarsPerSecond,
    data: Bytes,
    memory_price: DollarsPerByteSecond,
) -> Seconds:
    r"""Longest wait over which keeping a KV cache is cheaper than computing it again.

    $$ T^* = \frac{F}{u \Pi} \frac{r_g}{M r_m} $$

    - $F$ operations (FLOP): to compute it again
    - $u$ utilization (1): share of the peak that is reached
    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $r_g$ device_price (dollar/second)
    - $M$ data (byte): KV
    - $r_m$ memory_price (dollar/byte/second)
    - $T^*$ result (second)

    Source: derived
    Example: kv_hold(operations=581651796852736, utilization=0.5, peak=989.4e12,
        device_price=0.0005555555555555556, data=2147483648, memory_price=3.940110323089047e-15)
        ≈ 77.1987753239
    """
    return operations / (utilization * peak) * device_price / (data * memory_price)


def gang_prob(availability: Ratio, nodes: Count) -> Ratio:
    """Probability that all nodes of a gang are up at once.

    $$ P = a^n $$

    - $a$ availability (1): of one node
    - $n$ nodes (1)
    - $P$ result (1)

    Source: nodes fail independently
    Example: gang_prob(availability=0.99, nodes=128) ≈ 0.276251667699
    """
    return availability**nodes


def frag(stranded: Devices, nodes: Count, devices_per_node: Devices) -> Ratio:
    r"""Share of a cluster's devices that no waiting job can use.

    $$ \phi = \frac{s}{n g} $$

    - $s$ stranded (device)
    - $n$ nodes (1)
    - $g$ devices_per_node (device)
    - $\phi$ result (1)

    Source: definition
    Example: frag(stranded=96, nodes=256, devices_per_node=8) = 0.046875
    """
    return stranded / (nodes * devices_per_node)


def drf(cores: Count, total_cores: Count, devices: Devices, total_devices: Devices, memory: Bytes, total_memory: Bytes) -> Ratio:
    r"""Dominant share of a user: the largest of its shares of cores, devices and memory.

    $$ s = \max\left(\frac{c}{C}, \frac{g}{G}, \frac{m}{M}\right) $$

    - $c$ cores (1)
    - $C$ total_cores (1)
    - $g$ devices (device)
    - $G$ total_devices (device)
    - $m$ memory (byte)
    - $M$ total_memory (byte)
    - $s$ result (1)

    Source: Ghodsi et al. 2011, sec. 4
    Example: drf(cores=64, total_cores=12288, devices=8, total_devices=1024, memory=512e9,
        total_memory=128e12) = 0.0078125
    """
    return max(cores / total_cores, devices / total_devices, memory / total_memory)


def gpu_util_loop(model_time: Seconds, tool_time: Seconds, control_time: Seconds) -> Ratio:
    r"""Share of an agent's loop in which its device works.

    $$ u = \frac{t_m}{t_m + t_t + c} $$

    - $t_m$ model_time (second): of a step
    - $t_t$ tool_time (second): of a step
    - $c$ control_time (second): of a step
    - $u$ result (1)

    Source: definition; the number of steps cancels
    Example: gpu_util_loop(model_time=3.1567, tool_time=2.7283, control_time=0.0183) ≈ 0.534734809344
    """
    return model_time / (model_time + tool_time + control_time)


def sessions_per_gpu(tool_time: Seconds, model_time: Seconds) -> Ratio:
    r"""Agent sessions that one device slot can interleave at best.

    $$ n = 1 + \frac{t_t}{t_m} $$

    - $t_t$ tool_time (second): of a step
    - $t_m$ model_time (second): of a step
    - $n$ result (1)

    Source: derived: asymptotic bound of the machine-repair model
    Example: sessions_per_gpu(tool_time=2.7283, model_time=3.1567) ≈ 1.86428865587
    """
    return 1 + tool_time / model_time


def preempt_cost(operations: Flop, utilization: Ratio, peak: FlopPerSecond, data: Bytes, bandwidth: BytesPerSecond) -> Seconds:
    r"""Cost of a preemption: computing the KV again, or moving it out and in, whichever is shorter.

    $$ t = \min\left(\frac{F}{u \Pi}, \frac{2 M}{B}\right) $$

    - $F$ operations (FLOP): to compute it again
    - $u$ utilization (1): share of the peak that is reached
    - $\Pi$ peak (FLOP/second): dense peak at the precision of the inputs
    - $M$ data (byte): KV
    - $B$ bandwidth (byte/second): of the path, in one direction
    - $t$ result (second)

    Source: derived
    Example: preempt_cost(operations=133.594e12, utilization=0.5, peak=989.4e12, data=1207959552,
        bandwidth=55e9) ≈ 0.0439258018909
    """
    return min(operations / (utilization * peak), 2 * data / bandwidth)


def priority_wait(residual_time: Seconds, high_load: Ratio) -> Seconds:
    r"""Mean wait of the first class under non-preemptive priority; needs a load below 1.

    $$ W_1 = \frac{W_0}{1 - \rho_1} $$

    - $W_0$ residual_time (second): mean rest of the service in progress
    - $\rho_1$ high_load (1): load of the first class
    - $W_1$ result (second)

    Source: Cobham 1954
    Example: priority_wait(residual_time=0.4, high_load=0.3) ≈ 0.571428571429
    """
    return residual_time / (1 - high_load)


def priority_wait_low(residual_time: Seconds, high_load: Ratio, low_load: Ratio) -> Seconds:
    r"""Mean wait of the second class under non-preemptive priority; needs a load below 1.

    $$ W_2 = \frac{W_0}{(1 - \rho_1)(1 - \rho_1 - \rho_2)} $$

    - $W_0$ residual_time (second): mean rest of the service in progress
    - $\rho_1$ high_load (1): load of the first class
    - $\rho_2$ low_load (1): load of the second class
    - $W_2$ result (second)

    Source: Cobham 1954
    Example: priority_wait_low(residual_time=0.4, high_load=0.3, low_load=0.5) ≈ 2.85714285714
    """
    return residual_time / ((1 - high_load) * (1 - high_load - low_load))


def reserved_breakeven(reserved_price: DollarsPerHour, demand_price: DollarsPerHour) -> Ratio:
    r"""Share of the hours in use above which reserving is cheaper than paying on demand.

    $$ u^* = \frac{p_r}{p_o} $$

    - $p_r$ reserved_price (dollar/hour)
    - $p_o$ demand_price (dollar/hour)
    - $u^*$ result (1)

    Source: definition
    Example: reserved_breakeven(reserved_price=1.3, demand_price=2) = 0.65
    """
    return reserved_price / demand_price
