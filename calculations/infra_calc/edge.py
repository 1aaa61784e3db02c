"""Models beside the user (chapter 12): decode on small devices, uplinks, batteries, cascades."""

import math

from infra_calc.units import (
    Bits,
    BitsPerSecond,
    Bytes,
    BytesPerSecond,
    BytesPerToken,
    Count,
    Dollars,
    DollarsPerKilowattHour,
    DollarsPerMillionTokens,
    Hertz,
    JoulesPerToken,
    MillionTokens,
    Ratio,
    Seconds,
    Tokens,
    TokensPerSecond,
    WattHours,
    Watts,
)


def edge_decode(bandwidth: BytesPerSecond, utilization: Ratio, bytes_per_token: BytesPerToken) -> TokensPerSecond:
    r"""Decode rate of one request at a share of the memory bandwidth.

    $$ r = \frac{u \beta}{Q} $$

    - $\beta$ bandwidth (byte/second): of the memory
    - $u$ utilization (1): share of the bandwidth that is reached (MBU)
    - $Q$ bytes_per_token (byte/token): bytes read for a token
    - $r$ result (token/second)

    Source: derived (roofline)
    Example: edge_decode(bandwidth=76.8e9, utilization=0.6, bytes_per_token=1970000000) ≈ 23.3908629442
    """
    return bandwidth * utilization / bytes_per_token


def uplink(data: Bytes, bit_rate: BitsPerSecond, round_trip: Seconds) -> Seconds:
    r"""Time to upload and hear back.

    $$ t = \frac{8 V}{r} + t_r $$

    - $V$ data (byte)
    - $r$ bit_rate (bit/second)
    - $t_r$ round_trip (second)
    - $t$ result (second)

    Source: definition
    Example: uplink(data=300000, bit_rate=20e6, round_trip=0.04) = 0.16
    """
    return 8 * data / bit_rate + round_trip


def offload_latency(
    prompt: Tokens,
    prefill_rate: TokensPerSecond,
    output: Tokens,
    decode_rate: TokensPerSecond,
    round_trip: Seconds,
    data: Bytes,
    bit_rate: BitsPerSecond,
    cloud_prefill_time: Seconds,
    cloud_decode_rate: TokensPerSecond,
) -> Seconds:
    r"""Latency on the device minus latency in the cloud; positive if the cloud is faster.

    $$ \Delta = \frac{P}{r_p} + \frac{G}{r_g} - t_r - \frac{8 V}{r} - T_q - \frac{G}{r_c} $$

    - $P$ prompt (token)
    - $r_p$ prefill_rate (token/second): of the device
    - $G$ output (token)
    - $r_g$ decode_rate (token/second): of the device
    - $t_r$ round_trip (second)
    - $V$ data (byte): uploaded
    - $r$ bit_rate (bit/second)
    - $T_q$ cloud_prefill_time (second): queue and prefill in the cloud
    - $r_c$ cloud_decode_rate (token/second)
    - $\Delta$ result (second)

    Source: derived
    Example: offload_latency(prompt=512, prefill_rate=300, output=128, decode_rate=20, round_trip=0.05,
        data=4096, bit_rate=20e6, cloud_prefill_time=0.4, cloud_decode_rate=60) ≈ 5.52169493333
    """
    device = prompt / prefill_rate + output / decode_rate
    return device - round_trip - 8 * data / bit_rate - cloud_prefill_time - output / cloud_decode_rate


def battery_tokens(share: Ratio, battery: WattHours, energy_per_token: JoulesPerToken) -> Tokens:
    r"""Tokens that a share of the battery pays for.

    $$ n = \frac{3600 s W}{e} $$

    - $s$ share (1): of the battery
    - $W$ battery (Wh)
    - $e$ energy_per_token (joule/token)
    - $n$ result (token)

    Source: definition
    Example: battery_tokens(share=0.1, battery=19, energy_per_token=0.25) = 27360
    """
    return 3600 * share * battery / energy_per_token


def cascade_cost(edge_cost: Dollars, share: Ratio, cloud_cost: Dollars) -> Dollars:
    """Mean cost of a request that escalates to the cloud when the device is not sure.

    $$ c = c_e + p c_c $$

    - $c_e$ edge_cost (dollar)
    - $p$ share (1): share of requests that escalate
    - $c_c$ cloud_cost (dollar)
    - $c$ result (dollar)

    Source: Chen, Zaharia, Zou 2023 (FrugalGPT, arXiv 2305.05176) (recalled)
    Example: cascade_cost(edge_cost=0.0001, share=0.3, cloud_cost=0.004) = 0.0013
    """
    return edge_cost + share * cloud_cost


def cascade_quality(share: Ratio, kept_accuracy: Ratio, cloud_accuracy: Ratio) -> Ratio:
    """Accuracy of the cascade.

    $$ q = (1 - p) q_k + p q_c $$

    - $p$ share (1): share of requests that escalate
    - $q_k$ kept_accuracy (1): accuracy on the requests that stay
    - $q_c$ cloud_accuracy (1): accuracy of the cloud on those that escalate
    - $q$ result (1)

    Source: law of total probability
    Example: cascade_quality(share=0.3, kept_accuracy=0.93, cloud_accuracy=0.85) = 0.906
    """
    return (1 - share) * kept_accuracy + share * cloud_accuracy


def cascade_latency(edge_time: Seconds, share: Ratio, network_time: Seconds, cloud_time: Seconds) -> Seconds:
    """Mean latency of the cascade.

    $$ t = t_e + p (t_n + t_c) $$

    - $t_e$ edge_time (second)
    - $p$ share (1): share of requests that escalate
    - $t_n$ network_time (second)
    - $t_c$ cloud_time (second)
    - $t$ result (second)

    Source: definition
    Example: cascade_latency(edge_time=0.8, share=0.3, network_time=0.06, cloud_time=1.5) = 1.268
    """
    return edge_time + share * (network_time + cloud_time)


def privacy_bytes(data: Bytes, share: Ratio) -> Bytes:
    """Bytes that never leave the device.

    $$ V_l = V (1 - p) $$

    - $V$ data (byte)
    - $p$ share (1): share that is sent
    - $V_l$ result (byte)

    Source: definition
    Example: privacy_bytes(data=1e9, share=0.05) = 950000000
    """
    return data * (1 - share)


def breakeven_volume(capex: Dollars, cloud_price: DollarsPerMillionTokens, energy_price: DollarsPerMillionTokens) -> MillionTokens:
    r"""Tokens, in millions, after which a local device has paid for itself.

    $$ n = \frac{C}{c_c - c_e} $$

    - $C$ capex (dollar): purchase price
    - $c_c$ cloud_price (dollar/Mtoken)
    - $c_e$ energy_price (dollar/Mtoken): electricity of the local device
    - $n$ result (Mtoken)

    Source: derived
    Example: breakeven_volume(capex=2000, cloud_price=0.6, energy_price=0.0625) ≈ 3720.93023256
    """
    return capex / (cloud_price - energy_price)


def electricity_per_mtok(power: Watts, throughput: TokensPerSecond, electricity: DollarsPerKilowattHour) -> DollarsPerMillionTokens:
    r"""Electricity for a million tokens.

    $$ c_e = \frac{P}{r} \frac{10^6}{3.6 \cdot 10^6} e $$

    - $P$ power (watt)
    - $r$ throughput (token/second)
    - $e$ electricity (dollar/kWh)
    - $c_e$ result (dollar/Mtoken)

    Source: definition
    Example: electricity_per_mtok(power=60, throughput=40, electricity=0.15) = 0.0625
    """
    return power / throughput * 10**6 / 3600000 * electricity


def quant_noise(step_size: Ratio) -> Ratio:
    r"""Root mean square error of rounding to uniform steps.

    $$ \sigma = \frac{\Delta}{\sqrt{12}} $$

    - $\Delta$ step_size (1)
    - $\sigma$ result (1)

    Not exact: a square root.

    Source: Bennett 1948
    Example: quant_noise(step_size=0.01) ≈ 0.00288675134595
    """
    return step_size / math.sqrt(12)


def audio_rate(sample_rate: Hertz, channels: Count, sample_bits: Bits) -> BytesPerSecond:
    r"""Bytes a second of uncompressed sound.

    $$ r = \frac{f_s n_c w}{8} $$

    - $f_s$ sample_rate (1/second)
    - $n_c$ channels (1)
    - $w$ sample_bits (bit): of one sample
    - $r$ result (byte/second)

    Source: definition
    Example: audio_rate(sample_rate=16000, channels=1, sample_bits=16) = 32000
    """
    return sample_rate * channels * sample_bits / 8


def thermal_duty(sustained_power: Watts, peak_power: Watts) -> Ratio:
    r"""Share of the time at peak power that cooling permits.

    $$ \phi = \frac{P_s}{P_p} $$

    - $P_s$ sustained_power (watt)
    - $P_p$ peak_power (watt)
    - $\phi$ result (1)

    Source: definition
    Example: thermal_duty(sustained_power=5, peak_power=9) ≈ 0.555555555556
    """
    return sustained_power / peak_power
