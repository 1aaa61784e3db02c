"""From 4 requests on, a model of 3 billion active parameters reads more weights than a dense one of 8 billion."""

from __future__ import annotations

from collections.abc import Mapping

import look
import running_case as case
import structures as model
from matplotlib.figure import Figure

WORDS = {
    "zh": {
        "x": "批大小",
        "y": "一步读的权重（GB）",
        "mixture": "Qwen3-30B-A3B",
        "small": "Qwen3-8B",
        "dense": "Qwen3-32B",
        "flip": "第 4 个请求",
        "share": "专家碰到 {p}%",
    },
    "en": {
        "x": "Batch size",
        "y": "Weights read in a step (GB)",
        "mixture": "Qwen3-30B-A3B",
        "small": "Qwen3-8B",
        "dense": "Qwen3-32B",
        "flip": "4th request",
        "share": "{p}% of experts touched",
    },
    "zh-tw": {
        "x": "批次大小",
        "y": "一步讀的權重（GB）",
        "mixture": "Qwen3-30B-A3B",
        "small": "Qwen3-8B",
        "dense": "Qwen3-32B",
        "flip": "第 4 個請求",
        "share": "專家碰到 {p}%",
    },
    "ru": {
        "x": "Размер пакета",
        "y": "Веса за шаг, ГБ",
        "mixture": "Qwen3-30B-A3B",
        "small": "Qwen3-8B",
        "dense": "Qwen3-32B",
        "flip": "4-й запрос",
        "share": "задето {p} % экспертов",
    },
}


def draw(words: Mapping[str, str], number: look.NumberStyle) -> Figure:
    """Three models over the batch."""
    figure, axes = look.canvas(66)
    batches = [2 ** (place / 16) for place in range(129)]
    axes.plot(batches, [model.mixture_read(batch) / 1e9 for batch in batches], color=look.MEMORY, linewidth=1.8)
    axes.axhline(case.STEP_WEIGHTS / 1e9, color=look.QUIET, linewidth=1.4, linestyle=(0, (5, 2)))
    axes.axhline(model.SMALL_READ / 1e9, color=look.QUIET, linewidth=1.4, linestyle=(0, (1, 1)))
    look.say(axes, 1.05, case.STEP_WEIGHTS / 1e9, words["dense"], dy=6)
    look.say(axes, 250, model.SMALL_READ / 1e9, words["small"], dy=-7, across="right")
    turn = next(batch for batch in batches if model.mixture_read(batch) > model.SMALL_READ)
    look.flip(axes, turn, model.SMALL_READ / 1e9)
    look.say(axes, turn, model.SMALL_READ / 1e9, words["flip"], dx=-4, dy=9, across="right")
    for batch, dx, dy in ((16, 6, -6), (64, 3, -12)):
        share = 100 * (1 - (1 - model.CHOSEN / model.EXPERTS) ** batch)
        look.say(axes, batch, model.mixture_read(batch) / 1e9, words["share"].format(p=number(share, 1)), dx=dx, dy=dy)
        axes.plot([batch], [model.mixture_read(batch) / 1e9], marker="o", markersize=3.6, color=look.MEMORY)
    axes.set_xscale("log")
    axes.set(xlim=(1, 256), ylim=(0, 74))
    look.plain_ticks(axes, number, x=[1, 4, 16, 64, 256], y=[0, 20, 40, 60])
    look.name_axes(axes, words["x"], words["y"])
    look.say(axes, 6, model.mixture_read(6) / 1e9, words["mixture"], dx=-5, dy=9, color=look.MEMORY, across="right", size=look.TEXT)
    return figure
