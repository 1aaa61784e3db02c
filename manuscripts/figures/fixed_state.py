"""A fixed state pays from 1,056 tokens on; the cache that is left passes it at 3,168."""

from __future__ import annotations

from collections.abc import Mapping

import look
import structures as model
from infra_calc import architecture
from matplotlib.figure import Figure

WORDS = {
    "zh": {
        "x": "上下文（token）",
        "y": "一个请求（MiB）",
        "fixed": "30 层的固定状态 {m} MiB",
        "replaced": "这 30 层若用注意力",
        "rest": "另外 10 层的 KV 缓存",
        "tokens": "{s} 个 token",
    },
    "en": {
        "x": "Context (tokens)",
        "y": "One request (MiB)",
        "fixed": "fixed state of 30 layers, {m} MiB",
        "replaced": "these 30 layers with attention",
        "rest": "KV cache of the other 10 layers",
        "tokens": "{s} tokens",
    },
    "zh-tw": {
        "x": "上下文（token）",
        "y": "一個請求（MiB）",
        "fixed": "30 層的固定狀態 {m} MiB",
        "replaced": "這 30 層若用注意力",
        "rest": "另外 10 層的 KV 快取",
        "tokens": "{s} 個 token",
    },
    "ru": {
        "x": "Контекст, токенов",
        "y": "Один запрос, МиБ",
        "fixed": "состояние 30 слоёв, {m} МиБ",
        "replaced": "те же 30 слоёв с вниманием",
        "rest": "KV-кэш остальных 10 слоёв",
        "tokens": "{s} токенов",
    },
}


def draw(words: Mapping[str, str], number: look.NumberStyle) -> Figure:
    """A level, and two lines that cross it."""
    figure, axes = look.canvas(62)
    fixed = model.HYBRID_STATE / 2**20
    right = 4000
    axes.plot([0, right], [fixed, fixed], color=look.INK, linewidth=1.6)
    axes.plot([0, right], [0, model.HYBRID_REPLACED * right / 2**20], color=look.MEMORY, linewidth=1.6, linestyle=(0, (5, 2)))
    axes.plot([0, right], [0, model.HYBRID_KV * right / 2**20], color=look.MEMORY, linewidth=1.6)
    for rate, across, dx in ((model.HYBRID_REPLACED, "right", -5), (model.HYBRID_KV, "left", -8)):
        cross = architecture.hybrid_crossover(model.HYBRID_STATE, rate)
        look.flip(axes, cross, fixed)
        named = words["tokens"].format(s=number(cross, 0))
        look.say(axes, cross, fixed, named, dx=dx, dy=10 if across == "right" else -11, across=across)
    look.say(axes, 1560, fixed, words["fixed"].format(m=number(fixed, 3)), dy=7)
    axes.set(xlim=(0, right), ylim=(0, 140))
    look.plain_ticks(axes, number, x=[0, 1000, 2000, 3000, 4000], y=[0, 25, 50, 75, 100, 125])
    look.name_axes(axes, words["x"], words["y"])
    figure.draw_without_rendering()
    at = [(place, model.HYBRID_REPLACED * place / 2**20) for place in (1320, 2300)]
    look.along(axes, at[0], at[1], words["replaced"], color=look.MEMORY)
    at = [(place, model.HYBRID_KV * place / 2**20) for place in (700, 2400)]
    look.along(axes, at[0], at[1], words["rest"], color=look.MEMORY, below=True)
    return figure
