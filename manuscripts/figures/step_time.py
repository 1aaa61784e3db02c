"""At 4,096 tokens of context the arithmetic of a decode step never catches up with its reads."""

from __future__ import annotations

from collections.abc import Mapping

import look
import running_case as case
from infra_calc import budget, memory
from matplotlib.figure import Figure

WORDS = {
    "zh": {
        "x": "批大小",
        "y": "一步的时间（ms）",
        "read": "读权重和缓存",
        "weights": "只读权重",
        "compute": "运算，含注意力",
        "matrices": "运算，不含注意力",
        "flip": "{b}：不计缓存时的\n平衡批大小",
        "limit": "装得下\n{n} 个",
    },
    "en": {
        "x": "Batch size",
        "y": "Time per step (ms)",
        "read": "read weights and cache",
        "weights": "read weights only",
        "compute": "compute, with attention",
        "matrices": "compute, no attention",
        "flip": "{b}: balance batch size\nwithout the cache",
        "limit": "{n} fit",
    },
    "zh-tw": {
        "x": "批次大小",
        "y": "一步的時間（ms）",
        "read": "讀權重和快取",
        "weights": "只讀權重",
        "compute": "運算，含注意力",
        "matrices": "運算，不含注意力",
        "flip": "{b}：不計快取時的\n平衡批次大小",
        "limit": "裝得下\n{n} 個",
    },
    "ru": {
        "x": "Размер пакета",
        "y": "Время шага, мс",
        "read": "чтение весов и кэша",
        "weights": "чтение весов",
        "compute": "вычисления с вниманием",
        "matrices": "вычисления без внимания",
        "flip": "{b}: равновесие\nбез учёта кэша",
        "limit": "помещается {n}",
    },
}


def draw(words: Mapping[str, str], number: look.NumberStyle) -> Figure:
    """Two reads and two computations over the batch, both scales logarithmic."""
    figure, axes = look.canvas(78)
    batches = [2 ** (power / 8) for power in range(73)]
    read = [1e3 * case.step_read(batch, case.PROMPT) for batch in batches]
    weights = [1e3 * case.step_read(0, case.PROMPT) for _ in batches]
    compute = [1e3 * budget.compute_time(case.step_flops(batch, case.PROMPT), case.PEAK) for batch in batches]
    matrices = [1e3 * budget.compute_time(case.step_flops(batch, 0, attention=False), case.PEAK) for batch in batches]
    axes.loglog(batches, read, color=look.MEMORY, linewidth=1.8, linestyle=look.DASH[look.MEMORY])
    axes.loglog(batches, weights, color=look.MEMORY, linewidth=0.9, linestyle=look.DASH[look.MEMORY])
    axes.loglog(batches, compute, color=look.COMPUTE, linewidth=1.8, linestyle=look.DASH[look.COMPUTE])
    axes.loglog(batches, matrices, color=look.COMPUTE, linewidth=0.9, linestyle=look.DASH[look.COMPUTE])
    look.say(axes, 4, read[25], words["read"], dy=9, color=look.MEMORY, across="center", size=look.TEXT)
    look.say(axes, 2.2, weights[0], words["weights"], dy=-8, color=look.MEMORY)
    balance = budget.batch_balance(2, case.PEAK, case.BANDWIDTH)
    look.flip(axes, balance, weights[0])
    look.say(axes, 84, 1.7, words["flip"].format(b=number(balance, 1)))
    look.leader(axes, (150, 2.6), (balance, weights[0]))
    most = memory.max_batch(case.CAPACITY, case.WEIGHTS, case.WORKSPACE, case.PROMPT, case.KV_TOKEN)
    look.limit_up(axes, most)
    look.say(axes, most, 0.08, words["limit"].format(n=number(most, 0)), dx=4, up="bottom")
    axes.set(xlim=(1, 512), ylim=(0.05, 200))
    look.plain_ticks(axes, number, x=[1, 4, 16, 64, 256], y=[0.1, 1, 10, 100])
    look.name_axes(axes, words["x"], words["y"])
    figure.draw_without_rendering()
    look.along(axes, (batches[6], compute[6]), (batches[40], compute[40]), words["compute"], color=look.COMPUTE)
    look.along(axes, (batches[12], matrices[12]), (batches[40], matrices[40]), words["matrices"], color=look.COMPUTE, below=True)
    return figure
