"""Twice the bandwidth saves almost half of the request, twice the arithmetic almost nothing."""

from __future__ import annotations

from collections.abc import Mapping

import look
import running_case as case
from infra_calc import budget
from matplotlib.figure import Figure

WORDS = {
    "zh": {
        "x": "时间（s）",
        "now": "现状",
        "bandwidth": "带宽翻倍",
        "compute": "算力翻倍",
        "prefill": "预填充",
        "decode": "解码 {steps} 步",
        "s": "{t} s",
    },
    "en": {
        "x": "Time (s)",
        "now": "As it is",
        "bandwidth": "Bandwidth × 2",
        "compute": "Compute × 2",
        "prefill": "Prefill",
        "decode": "Decode, {steps} steps",
        "s": "{t} s",
    },
    "zh-tw": {
        "x": "時間（s）",
        "now": "現況",
        "bandwidth": "頻寬加倍",
        "compute": "算力加倍",
        "prefill": "預填充",
        "decode": "解碼 {steps} 步",
        "s": "{t} s",
    },
    "ru": {
        "x": "Время, с",
        "now": "Как есть",
        "bandwidth": "Память × 2",
        "compute": "Вычисления × 2",
        "prefill": "Предзаполнение",
        "decode": "Декодирование, {steps} шагов",
        "s": "{t} с",
    },
}


def draw(words: Mapping[str, str], number: look.NumberStyle) -> Figure:
    """One bar a machine."""
    figure, axes = look.canvas(48)
    step = case.step_read(1, case.PROMPT + case.OUTPUT / 2)
    rows = [("now", case.prefill(), step), ("bandwidth", case.prefill(), step / 2), ("compute", case.prefill(2), step)]
    for place, (_, first, each) in enumerate(rows):
        total = budget.request_latency(first, case.OUTPUT, each)
        axes.barh(
            place,
            first,
            height=0.56,
            facecolor=look.COMPUTE_LIGHT,
            edgecolor=look.COMPUTE,
            hatch=look.HATCH[look.COMPUTE],
            linewidth=0.8,
        )
        axes.barh(place, total - first, left=first, height=0.56, facecolor=look.MEMORY, edgecolor=look.MEMORY, linewidth=0.8)
        axes.text(
            (first + total) / 2,
            place,
            words["s"].format(t=number(total - first, 2)),
            color="white",
            ha="center",
            va="center",
            fontsize=look.TEXT,
        )
        look.say(axes, total, place, words["s"].format(t=number(total, 2)), dx=4, size=look.TEXT)
    first = case.prefill()
    look.say(axes, first / 2, -0.28, f"{words['prefill']} {words['s'].format(t=number(first, 3))}", dx=-4, dy=9, color=look.COMPUTE)
    look.say(axes, 5.2, -0.28, words["decode"].format(steps=number(case.OUTPUT - 1, 0)), dy=9, color=look.MEMORY, across="center")
    axes.set(xlim=(0, 8.4), ylim=(2.45, -0.85))
    axes.set_yticks(range(3), [words[name] for name, _, _ in rows], fontsize=look.TEXT)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    look.plain_ticks(axes, number, x=[0, 1, 2, 3, 4, 5, 6, 7, 8])
    look.name_axes(axes, words["x"], "")
    return figure
