"""The bound holds at both ends; in the middle it has left out one pass over the matrix."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import look
import measured
from infra_calc import budget
from matplotlib.figure import Figure

WORDS = {
    "zh": {
        "x": "列数（批大小）",
        "y": "时间（ms）",
        "bound": "下界",
        "measured": "实测",
        "model": "固定的一趟加每列的运算",
        "flip": "{b} 列",
    },
    "en": {
        "x": "Columns (batch size)",
        "y": "Time (ms)",
        "bound": "bound",
        "measured": "measured",
        "model": "one fixed pass plus each column",
        "flip": "{b} columns",
    },
    "zh-tw": {
        "x": "行數（批次大小）",
        "y": "時間（ms）",
        "bound": "下界",
        "measured": "實測",
        "model": "固定的一趟加每行的運算",
        "flip": "{b} 行",
    },
    "ru": {
        "x": "Столбцы (размер пакета)",
        "y": "Время, мс",
        "bound": "нижняя граница",
        "measured": "измерено",
        "model": "один проход и работа на столбец",
        "flip": "{b} столбца",
    },
}

MILLISECOND = Fraction(1, 1000)
DATA, COLUMN = measured.value("first-look/exp-bytes"), measured.value("first-look/exp-column-flops")
BANDWIDTH, PEAK = measured.value("first-look/exp-bandwidth"), measured.value("first-look/exp-peak")
MEASURED = {2**power: measured.value(f"first-look/exp-time-{2**power}", MILLISECOND) for power in range(9)}
"""Milliseconds by columns, experiment 01-01."""


def draw(words: Mapping[str, str], number: look.NumberStyle) -> Figure:
    """Bound, measurement and the bound with the missing pass."""
    figure, axes = look.canvas(70)
    columns = [2 ** (power / 8) for power in range(65)]
    bound = [1e3 * budget.step_time(COLUMN * count, PEAK, DATA, BANDWIDTH) for count in columns]
    slope = (MEASURED[256] - MEASURED[16]) / 240
    start = MEASURED[16] - 16 * slope
    later = [count for count in columns if count >= 2]
    axes.loglog(columns, bound, color=look.MEMORY, linewidth=1.8)
    axes.loglog(
        later, [start + slope * count for count in later], color=look.COMPUTE, linewidth=1.2, linestyle=look.DASH[look.COMPUTE]
    )
    axes.loglog(list(MEASURED), list(MEASURED.values()), linestyle="", marker="o", markersize=4.2, color=look.INK, zorder=5)
    balance = budget.batch_balance(4, PEAK, BANDWIDTH)
    look.flip(axes, balance, bound[0])
    look.say(axes, balance, bound[0], words["flip"].format(b=number(balance, 1)), dx=5, dy=-9)
    look.say(axes, 2.4, bound[0], words["bound"], dy=-8, color=look.MEMORY, size=look.TEXT)
    look.say(axes, 8, MEASURED[8], words["measured"], dx=-4, dy=10, across="right", size=look.TEXT)
    look.say(axes, 40, start + slope * 40, words["model"], dx=-10, dy=22, color=look.COMPUTE, across="right")
    axes.set(xlim=(0.9, 300), ylim=(25, 800))
    look.plain_ticks(axes, number, x=[1, 2, 4, 8, 16, 32, 64, 128, 256], y=[30, 100, 300])
    look.name_axes(axes, words["x"], words["y"])
    return figure
