"""Once compiled, the gap between the measurement and the read bound stays near 3 ms."""

from __future__ import annotations

from collections.abc import Mapping

import look
import measured
from infra_calc import budget, hardware
from matplotlib.figure import Figure

WORDS = {
    "zh": {
        "x": "每 token 的时间（ms）",
        "eager": "未编译 BF16",
        "base": "编译 BF16",
        "int8": "编译 8 比特",
        "int4": "编译 4 比特",
        "read": "按峰值带宽读",
        "rest": "其余",
    },
    "en": {
        "x": "Time per token (ms)",
        "eager": "BF16, not compiled",
        "base": "BF16, compiled",
        "int8": "8 bit, compiled",
        "int4": "4 bit, compiled",
        "read": "read at peak bandwidth",
        "rest": "the rest",
    },
    "zh-tw": {
        "x": "每 token 的時間（ms）",
        "eager": "未編譯 BF16",
        "base": "編譯 BF16",
        "int8": "編譯 8 位元",
        "int4": "編譯 4 位元",
        "read": "按峰值頻寬讀",
        "rest": "其餘",
    },
    "ru": {
        "x": "Время на токен, мс",
        "eager": "BF16 без компиляции",
        "base": "BF16 с компиляцией",
        "int8": "8 бит с компиляцией",
        "int4": "4 бита с компиляцией",
        "read": "чтение на пиковой скорости",
        "rest": "остальное",
    },
}

BANDWIDTH = hardware.figure("a100-sxm-80.memory.bandwidth")["value"]
READ_WITH = (("eager", "base"), ("base", "base"), ("int8", "int8"), ("int4", "int4"))
"""A version, and the one whose bytes a token were measured: not compiled, the same weights are read."""
MEASURED = [(version, measured.value(f"first-look/gf-{version}-rate"), measured.value(f"first-look/gf-{read}-bytes", 10**9))
            for version, read in READ_WITH]
"""Token/s and GB a token: gpt-fast README, Llama-2-7B on an A100; the first rate from the PyTorch article of 2023-11-30."""


def draw(words: Mapping[str, str], number: look.NumberStyle) -> Figure:
    """One bar a version: the read, and what is left."""
    figure, axes = look.canvas(56)
    for place, (_, rate, gigabytes) in enumerate(MEASURED):
        read, whole = 1e3 * budget.transfer_time(gigabytes * 1e9, BANDWIDTH), 1e3 / rate
        axes.barh(place, read, height=0.56, facecolor=look.MEMORY, edgecolor=look.MEMORY, linewidth=0.8)
        axes.barh(
            place,
            whole - read,
            left=read,
            height=0.56,
            facecolor=look.WAITING_LIGHT,
            edgecolor=look.WAITING,
            hatch=look.HATCH[look.WAITING],
            linewidth=0.8,
        )
        look.say(axes, whole, place, f"{number(read, 2)} + {number(whole - read, 1 if whole > 30 else 2)}", dx=4)
    read = 1e3 * budget.transfer_time(MEASURED[0][2] * 1e9, BANDWIDTH)
    look.say(axes, 0, -0.28, words["read"], dy=9, color=look.MEMORY, size=look.TEXT)
    look.say(axes, (read + 39.2) / 2 + 6, -0.28, words["rest"], dy=9, color=look.QUIET, across="center", size=look.TEXT)
    axes.set(xlim=(0, 48), ylim=(3.45, -0.85))
    axes.set_yticks(range(4), [words[name] for name, _, _ in MEASURED], fontsize=look.TEXT)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    look.plain_ticks(axes, number, x=[0, 10, 20, 30, 40])
    look.name_axes(axes, words["x"], "")
    return figure
