"""Links and switches between nodes (chapter 7): topology, delay, loss, failures."""

import math

from infra_calc.exact import half
from infra_calc.units import BitsPerSecond, Bytes, BytesPerSecond, Count, Hours, Metres, PerSecond, Ratio, Seconds, Watts


def fat_tree_hosts(ports: Count) -> Count:
    r"""Hosts of a full three-tier fat tree.

    $$ n = \frac{k^3}{4} $$

    - $k$ ports (1): of a switch, even
    - $n$ result (1)

    Source: Al-Fares, Loukissas, Vahdat 2008
    Example: fat_tree_hosts(ports=64) = 65536
    """
    return half(half(ports**3))


def fat_tree_switches(ports: Count) -> Count:
    r"""Switches of a full three-tier fat tree.

    $$ n = \frac{5 k^2}{4} $$

    - $k$ ports (1): of a switch, even
    - $n$ result (1)

    Source: Al-Fares, Loukissas, Vahdat 2008
    Example: fat_tree_switches(ports=64) = 5120
    """
    return half(half(5 * ports**2))


def leaf_spine_hosts(ports: Count) -> Count:
    r"""Hosts of a two-tier tree that does not block.

    $$ n = \frac{k^2}{2} $$

    - $k$ ports (1): of a switch, even
    - $n$ result (1)

    Source: derived: k leaves with k/2 hosts each
    Example: leaf_spine_hosts(ports=64) = 2048
    """
    return half(ports**2)


def oversubscription(down_ports: Count, up_ports: Count) -> Ratio:
    r"""Bandwidth towards the hosts over bandwidth towards the spine.

    $$ o = \frac{d}{u} $$

    - $d$ down_ports (1)
    - $u$ up_ports (1): of the same rate
    - $o$ result (1)

    Source: definition
    Example: oversubscription(down_ports=7, up_ports=1) = 7
    """
    return down_ports / up_ports


def serialization(data: Bytes, bit_rate: BitsPerSecond) -> Seconds:
    r"""Time in which a frame leaves a port.

    $$ t = \frac{8 V}{r} $$

    - $V$ data (byte)
    - $r$ bit_rate (bit/second)
    - $t$ result (second)

    Source: definition
    Example: serialization(data=4096, bit_rate=400e9) = 0.00000008192
    """
    return 8 * data / bit_rate


def propagation(distance: Metres, group_index: Ratio) -> Seconds:
    r"""Time of light in a fibre.

    $$ t = \frac{D n_g}{299792458} $$

    - $D$ distance (metre)
    - $n_g$ group_index (1): about 1.468 for glass fibre
    - $t$ result (second)

    Source: definition of the metre: light in vacuum travels 299,792,458 m in a second
    Example: propagation(distance=1000, group_index=1.468) ≈ 4.89672091751e-06
    """
    return distance * group_index / 299792458


def bdp(bit_rate: BitsPerSecond, round_trip: Seconds) -> Bytes:
    r"""Bytes under way on a full path (bandwidth-delay product).

    $$ V = \frac{r}{8} t_r $$

    - $r$ bit_rate (bit/second)
    - $t_r$ round_trip (second)
    - $V$ result (byte)

    Source: definition
    Example: bdp(bit_rate=400e9, round_trip=1e-5) = 500000
    """
    return bit_rate / 8 * round_trip


def pfc_headroom(bit_rate: BitsPerSecond, distance: Metres, group_index: Ratio, mtu: Bytes, reaction_time: Seconds) -> Bytes:
    r"""Buffer that a port keeps for each lossless priority to catch what is under way when it says stop.

    $$ V = 2 \frac{r}{8} \frac{D n_g}{299792458} + 2 u + \frac{r}{8} t_p $$

    - $r$ bit_rate (bit/second)
    - $D$ distance (metre): length of the cable
    - $n_g$ group_index (1): about 1.468 for glass fibre
    - $u$ mtu (byte): largest frame
    - $t_p$ reaction_time (second): of the sender
    - $V$ result (byte)

    Source: IEEE 802.1Qbb, simplified (recalled)
    Example: pfc_headroom(bit_rate=400e9, distance=100, group_index=1.468, mtu=4200, reaction_time=1e-6)
        ≈ 107367.209175
    """
    cable = 2 * bit_rate / 8 * distance * group_index / 299792458
    return cable + 2 * mtu + bit_rate / 8 * reaction_time


def ecmp_no_collision(paths: Count, flows: Count) -> Ratio:
    r"""Probability that flows hashed to equal paths all take different ones.

    $$ P = \frac{m!}{(m - n)! m^n} $$

    - $m$ paths (1)
    - $n$ flows (1): not more than paths
    - $P$ result (1)

    Source: derived (birthday problem)
    Example: ecmp_no_collision(paths=8, flows=8) = 0.00240325927734375
    """
    probability = 1
    for flow in range(1, int(flows)):
        probability = probability * (paths - flow) / paths
    return probability


def ecmp_idle(paths: Count, flows: Count) -> Ratio:
    r"""Expected share of equal paths that no flow takes.

    $$ \phi = \left(1 - \frac{1}{m}\right)^n $$

    - $m$ paths (1)
    - $n$ flows (1)
    - $\phi$ result (1)

    Source: derived (balls in bins)
    Example: ecmp_idle(paths=8, flows=8) ≈ 0.343608915806
    """
    return (1 - 1 / paths) ** flows


def mathis(segment: Bytes, round_trip: Seconds, loss: Ratio) -> BitsPerSecond:
    r"""Rate of a TCP connection that random loss limits.

    $$ r = \frac{8 m}{t_r} \sqrt{\frac{1.5}{p}} $$

    - $m$ segment (byte)
    - $t_r$ round_trip (second)
    - $p$ loss (1): share of packets lost
    - $r$ result (bit/second)

    Not exact: a square root.

    Source: Mathis, Semke, Mahdavi, Ott 1997
    Example: mathis(segment=1460, round_trip=0.04, loss=0.0001) ≈ 35762550.2446
    """
    return 8 * segment / round_trip * math.sqrt(3 / (2 * loss))


def gbn_goodput(loss: Ratio, window_packets: Count) -> Ratio:
    r"""Share of a link that go-back-N uses for new data: a loss repeats the whole window_packets.

    $$ \eta = \frac{1 - p}{1 - p + p w} $$

    - $p$ loss (1): share of packets lost
    - $w$ window_packets (1): packets under way
    - $\eta$ result (1)

    Source: Bertsekas, Gallager, Data Networks, sec. 2.4
    Example: gbn_goodput(loss=0.0001, window_packets=123) ≈ 0.987848251334
    """
    return (1 - loss) / (1 - loss + loss * window_packets)


def dp_allreduce(ranks: Count, gradient: Bytes, bandwidth: BytesPerSecond) -> Seconds:
    r"""Time of the gradients' ring all-reduce, latency left out.

    $$ t = \frac{2 (n - 1)}{n} \frac{G}{B} $$

    - $n$ ranks (1)
    - $G$ gradient (byte)
    - $B$ bandwidth (byte/second): of a rank, in one direction
    - $t$ result (second)

    Source: Patarasuk, Yuan 2009
    Example: dp_allreduce(ranks=64, gradient=14e9, bandwidth=50e9) = 0.55125
    """
    return 2 * (ranks - 1) * gradient / (ranks * bandwidth)


def incast_buffer(senders: Count, burst: Bytes) -> Bytes:
    """Buffer that fills when senders burst at once towards one port of their own rate.

    $$ V = (n - 1) V_b $$

    - $n$ senders (1)
    - $V_b$ burst (byte): of one sender
    - $V$ result (byte)

    Source: derived: the port drains one burst while n arrive
    Example: incast_buffer(senders=32, burst=65536) = 2031616
    """
    return (senders - 1) * burst


def mtbf_fleet(part_mtbf: Hours, parts: Count) -> Hours:
    r"""Mean time between failures of many parts that fail independently.

    $$ M_n = \frac{M}{n} $$

    - $M$ part_mtbf (hour): of one part
    - $n$ parts (1)
    - $M_n$ result (hour)

    Source: exponential lifetimes
    Example: mtbf_fleet(part_mtbf=50000, parts=16384) = 3.0517578125
    """
    return part_mtbf / parts


def packet_rate(bit_rate: BitsPerSecond, frame: Bytes) -> PerSecond:
    r"""Frames a second on a full Ethernet link.

    $$ f = \frac{r}{8 (p + 20)} $$

    - $r$ bit_rate (bit/second)
    - $p$ frame (byte): with its check sequence
    - $f$ result (1/second)

    20 bytes of preamble and gap go with each frame.

    Source: IEEE 802.3
    Example: packet_rate(bit_rate=40e9, frame=64) ≈ 59523809.5238
    """
    return bit_rate / (8 * (frame + 20))


def power_share(modules: Count, module_power: Watts, other_power: Watts) -> Ratio:
    r"""Share of a node's power that its optical modules take.

    $$ \phi = \frac{m w}{m w + s} $$

    - $m$ modules (1)
    - $w$ module_power (watt): of one module
    - $s$ other_power (watt)
    - $\phi$ result (1)

    Source: definition
    Example: power_share(modules=6, module_power=12, other_power=700) ≈ 0.0932642487047
    """
    return modules * module_power / (modules * module_power + other_power)
