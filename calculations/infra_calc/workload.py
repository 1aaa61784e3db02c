"""What arrives and how long it stays (chapter 3): queues, percentiles, state lifetime, agent loops."""

import math

from infra_calc.exact import half
from infra_calc.units import (
    Bytes,
    ByteSeconds,
    Count,
    Ratio,
    Requests,
    RequestsPerSecond,
    Seconds,
    SecondsSquared,
    Tokens,
    TokensPerSecond,
)


def little(arrival_rate: RequestsPerSecond, time: Seconds) -> Requests:
    r"""Requests in the system on average (Little's law).

    $$ L = \lambda W $$

    - $\lambda$ arrival_rate (request/second)
    - $W$ time (second): time of a request in the system
    - $L$ result (request)

    Source: Little 1961
    Example: little(arrival_rate=5.5304, time=8) = 44.2432
    """
    return arrival_rate * time


def utilization(arrival_rate: RequestsPerSecond, service_time: Seconds, servers: Count) -> Ratio:
    r"""Load of a group of servers: the share of its time that a server works.

    $$ \rho = \frac{\lambda S}{c} $$

    - $\lambda$ arrival_rate (request/second)
    - $S$ service_time (second): mean
    - $c$ servers (1)
    - $\rho$ result (1)

    Source: definition
    Example: utilization(arrival_rate=5.5304, service_time=1.2, servers=8) = 0.82956
    """
    return arrival_rate * service_time / servers


def mm1_time(service_rate: RequestsPerSecond, arrival_rate: RequestsPerSecond) -> Seconds:
    r"""Mean time in an M/M/1 system, waiting and service; needs arrival_rate < service_rate.

    $$ W = \frac{1}{\mu - \lambda} $$

    - $\mu$ service_rate (request/second)
    - $\lambda$ arrival_rate (request/second)
    - $W$ result (second)

    Source: Kleinrock 1975, sec. 3.2
    Example: mm1_time(service_rate=10, arrival_rate=9) = 1
    """
    return 1 / (service_rate - arrival_rate)


def mm1_wait(service_time: Seconds, load: Ratio) -> Seconds:
    r"""Mean wait before service in an M/M/1 queue; needs load < 1.

    $$ W_q = \frac{S \rho}{1 - \rho} $$

    - $S$ service_time (second): mean
    - $\rho$ load (1)
    - $W_q$ result (second)

    Source: Kleinrock 1975, sec. 3.2
    Example: mm1_wait(service_time=1, load=0.9) = 9
    """
    return service_time * load / (1 - load)


def mm1_queue(load: Ratio) -> Requests:
    r"""Mean number of waiting requests in an M/M/1 queue; needs load < 1.

    $$ L_q = \frac{\rho^2}{1 - \rho} $$

    - $\rho$ load (1)
    - $L_q$ result (request)

    Source: Kleinrock 1975, sec. 3.2
    Example: mm1_queue(load=0.9) = 8.1
    """
    return load**2 / (1 - load)


def mg1_wait(arrival_rate: RequestsPerSecond, service_time: Seconds, service_scv: Ratio) -> Seconds:
    r"""Mean wait in an M/G/1 queue (Pollaczek-Khinchine); needs a load below 1.

    $$ W_q = \frac{\lambda S^2 (1 + c_s^2)}{2 (1 - \lambda S)} $$

    - $\lambda$ arrival_rate (request/second)
    - $S$ service_time (second): mean
    - $c_s^2$ service_scv (1): squared coefficient of variation of the service time
    - $W_q$ result (second)

    Source: Kleinrock 1975, sec. 5.6
    Example: mg1_wait(arrival_rate=0.8, service_time=1, service_scv=4) = 10
    """
    return arrival_rate * service_time**2 * (1 + service_scv) / (2 * (1 - arrival_rate * service_time))


def kingman(service_time: Seconds, load: Ratio, arrival_scv: Ratio, service_scv: Ratio) -> Seconds:
    r"""Mean wait in a G/G/1 queue, approximately; needs load < 1.

    $$ W_q = S \frac{\rho}{1 - \rho} \frac{c_a^2 + c_s^2}{2} $$

    - $S$ service_time (second): mean
    - $\rho$ load (1)
    - $c_a^2$ arrival_scv (1): squared coefficient of variation of the gaps between arrivals
    - $c_s^2$ service_scv (1): squared coefficient of variation of the service time
    - $W_q$ result (second)

    Holds for independent gaps; with a rate that drifts it is far too low.

    Source: Kingman 1961
    Example: kingman(service_time=1, load=0.8, arrival_scv=1.2, service_scv=1) = 4.4
    """
    return service_time * load / (1 - load) * (arrival_scv + service_scv) / 2


def erlang_b(offered_load: Count, servers: Count) -> Ratio:
    r"""Share of arrivals that are lost when there is no room to wait (Erlang B).

    $$ B = \frac{\frac{a^c}{c!}}{\sum_{k=0}^{c} \frac{a^k}{k!}} $$

    - $a$ offered_load (1): arrival rate times service time, erlang
    - $c$ servers (1)
    - $B$ result (1)

    Source: Erlang 1917
    Example: erlang_b(offered_load=8, servers=10) ≈ 0.121661064253
    """
    blocked = 1
    for server in range(1, int(servers) + 1):
        blocked = offered_load * blocked / (server + offered_load * blocked)
    return blocked


def erlang_c(offered_load: Count, servers: Count) -> Ratio:
    r"""Share of arrivals that must wait in an M/M/c queue (Erlang C); needs offered_load < servers.

    $$ C = \frac{\frac{a^c}{c!} \frac{c}{c - a}}{\sum_{k=0}^{c-1} \frac{a^k}{k!} + \frac{a^c}{c!} \frac{c}{c -
    a}} $$

    - $a$ offered_load (1): arrival rate times service time, erlang
    - $c$ servers (1)
    - $C$ result (1)

    Source: Erlang 1917
    Example: erlang_c(offered_load=8, servers=10) ≈ 0.409180150796
    """
    blocked = erlang_b(offered_load, servers)
    return servers * blocked / (servers - offered_load * (1 - blocked))


def mmc_wait(waiting_share: Ratio, service_time: Seconds, servers: Count, offered_load: Count) -> Seconds:
    r"""Mean wait in an M/M/c queue; needs offered_load < servers.

    $$ W_q = \frac{C S}{c - a} $$

    - $C$ waiting_share (1): share of arrivals that wait, from erlang_c
    - $S$ service_time (second): mean
    - $c$ servers (1)
    - $a$ offered_load (1): arrival rate times service time, erlang
    - $W_q$ result (second)

    Source: Erlang 1917
    Example: mmc_wait(waiting_share=0.4091801507964435, service_time=1, servers=10, offered_load=8)
        ≈ 0.204590075398
    """
    return waiting_share * service_time / (servers - offered_load)


def square_root_staffing(offered_load: Count, service_level: Ratio) -> Count:
    r"""Servers for a load with a safety margin that grows with its root.

    $$ c = \left\lceil a + \beta \sqrt{a} \right\rceil $$

    - $a$ offered_load (1): arrival rate times service time, erlang
    - $\beta$ service_level (1): 1 to 2 for few waits
    - $c$ result (1)

    Not exact: a square root.

    Source: Halfin, Whitt 1981
    Example: square_root_staffing(offered_load=100, service_level=1.5) = 115
    """
    return math.ceil(offered_load + service_level * math.sqrt(offered_load))


def fanout_tail(share: Ratio, calls: Count) -> Ratio:
    """Share of requests whose parallel calls are all fast.

    $$ P = p^n $$

    - $p$ share (1): share of single calls that are fast
    - $n$ calls (1)
    - $P$ result (1)

    Source: Dean, Barroso 2013
    Example: fanout_tail(share=0.99, calls=100) ≈ 0.366032341273
    """
    return share**calls


def fanout_quantile(share: Ratio, calls: Count) -> Ratio:
    """Share of single calls that must be fast so that a request's calls all are.

    $$ p = P^{1/n} $$

    - $P$ share (1): share of requests that must be fast
    - $n$ calls (1)
    - $p$ result (1)

    Not exact: a root.

    Source: Dean, Barroso 2013
    Example: fanout_quantile(share=0.99, calls=100) ≈ 0.999899501692
    """
    return share ** (1 / calls)


def byte_seconds(data: Bytes, time: Seconds) -> ByteSeconds:
    """What held state costs: its size times the time it stays.

    $$ R = M T $$

    - $M$ data (byte)
    - $T$ time (second)
    - $R$ result (byte*second)

    Source: definition
    Example: byte_seconds(data=1073741824, time=30) = 32212254720
    """
    return data * time


def prompt_sum_no_cache(calls: Count, prompt: Tokens, growth: Tokens) -> Tokens:
    r"""Prompt tokens of an agent loop whose prompt grows with each call, nothing reused.

    $$ \Sigma = n P_0 + g \frac{n (n - 1)}{2} $$

    - $n$ calls (1)
    - $P_0$ prompt (token): of the first call
    - $g$ growth (token): added by each call
    - $\Sigma$ result (token)

    Source: derived
    Example: prompt_sum_no_cache(calls=8, prompt=8000, growth=1500) = 106000
    """
    return calls * prompt + growth * half(calls * (calls - 1))


def prompt_sum_cached(prompt: Tokens, growth: Tokens, calls: Count) -> Tokens:
    r"""Prompt tokens of the same loop when every prefix is reused.

    $$ \Sigma_c = P_0 + g (n - 1) $$

    - $P_0$ prompt (token): of the first call
    - $g$ growth (token): added by each call
    - $n$ calls (1)
    - $\Sigma_c$ result (token)

    Source: derived
    Example: prompt_sum_cached(prompt=8000, growth=1500, calls=8) = 18500
    """
    return prompt + growth * (calls - 1)


def cache_hit_saving(hit_ratio: Ratio) -> Ratio:
    """Share of the prefill work that is left when part of the prompt tokens is cached.

    $$ r = 1 - h $$

    - $h$ hit_ratio (1): share of prompt tokens found in the cache
    - $r$ result (1)

    Source: definition
    Example: cache_hit_saving(hit_ratio=0.8567) = 0.1433
    """
    return 1 - hit_ratio


def scv(variance: SecondsSquared, mean: Seconds) -> Ratio:
    r"""Squared coefficient of variation.

    $$ c^2 = \frac{v}{\mu^2} $$

    - $v$ variance (second^2)
    - $\mu$ mean (second)
    - $c^2$ result (1)

    Source: definition
    Example: scv(variance=0.04, mean=0.1808) ≈ 1.22366669277
    """
    return variance / mean**2


def pd_ratio(prompt: Tokens, prefill_rate: TokensPerSecond, output: Tokens, decode_rate: TokensPerSecond) -> Ratio:
    r"""Device time of prefill over device time of decode for a mean request.

    $$ r = \frac{P / r_p}{G / r_d} $$

    - $P$ prompt (token)
    - $r_p$ prefill_rate (token/second): of one device
    - $G$ output (token)
    - $r_d$ decode_rate (token/second): of one device
    - $r$ result (1)

    Source: derived
    Example: pd_ratio(prompt=1154.7, prefill_rate=20000, output=211.1, decode_rate=2500) ≈ 0.683739933681
    """
    return prompt / prefill_rate / (output / decode_rate)
