"""A second token is worth 1.17 times the speed alone, almost nothing at 4 requests, and 1.82 times in a large batch."""

from __future__ import annotations

from collections.abc import Mapping

import look
import structures as model
from infra_calc import serving
from matplotlib.figure import Figure

WORDS = {
    "zh": {
        "x": "批大小",
        "y": "解码加速（倍）",
        "most": "接受率的上限 {a}",
        "printed": "公开的 {p}",
        "low": "批为 4：{v}",
    },
    "en": {
        "x": "Batch size",
        "y": "Decode speedup",
        "most": "limit set by acceptance {a}",
        "printed": "published {p}",
        "low": "batch of 4: {v}",
    },
    "zh-tw": {
        "x": "批次大小",
        "y": "解碼加速（倍）",
        "most": "接受率的上限 {a}",
        "printed": "公開的 {p}",
        "low": "批次為 4：{v}",
    },
    "ru": {
        "x": "Размер пакета",
        "y": "Ускорение декодирования, раз",
        "most": "предел по доле принятых {a}",
        "printed": "опубликовано {p}",
        "low": "пакет 4: {v}",
    },
}

ACCEPTANCE, PUBLISHED = 0.85, 1.8
"""DeepSeek-V3 technical report, sec. 5.4.3."""


def draw(words: Mapping[str, str], number: look.NumberStyle) -> Figure:
    """Speed-up over the batch, with its limit."""
    figure, axes = look.canvas(60)
    most = serving.spec_tokens(ACCEPTANCE, 1)
    batches = [2 ** (place / 8) for place in range(73)]
    gains = [most * model.latent_step(batch, 1) / model.latent_step(batch, 2) for batch in batches]
    axes.plot(batches, gains, color=look.MEMORY, linewidth=1.8)
    look.limit_across(axes, most)
    look.say(axes, 1.1, most, words["most"].format(a=number(most, 2)), dy=6)
    axes.axhline(PUBLISHED, color=look.QUIET, linewidth=1.0, linestyle=(0, (2, 2)))
    look.say(axes, 1.1, PUBLISHED, words["printed"].format(p=number(PUBLISHED, 1)), dy=-7)
    axes.axhline(1, color=look.QUIET, linewidth=0.6)
    low = most * model.latent_step(4, 1) / model.latent_step(4, 2)
    look.flip(axes, 4, low)
    look.say(axes, 4, low, words["low"].format(v=number(low, 2)), dy=15, across="center")
    axes.set_xscale("log")
    axes.set(xlim=(1, 512), ylim=(0.9, 2.0))
    look.plain_ticks(axes, number, x=[1, 4, 16, 64, 256], y=[1.0, 1.2, 1.4, 1.6, 1.8])
    look.name_axes(axes, words["x"], words["y"])
    return figure
