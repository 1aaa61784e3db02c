"""Only latent attention brings decode near the machine's balance."""

from __future__ import annotations

from collections.abc import Mapping

import look
import structures as model
from infra_calc import architecture
from matplotlib.figure import Figure

WORDS = {
    "zh": {
        "x": "注意力每读 1 字节缓存的运算（FLOP/B，对数刻度）",
        "mha": "各头自存（32 : 32）",
        "gqa": "分组，Qwen3-8B（32 : 8）",
        "gqa32": "分组，Qwen3-32B（64 : 8）",
        "mqa": "全部共用（32 : 1）",
        "mla": "潜变量，DeepSeek-V3",
        "h200": "H200\n{b}",
        "h100": "H100\n{b}",
    },
    "en": {
        "x": "Operations per byte of cache read (FLOP/B, log scale)",
        "mha": "one per query head (32 : 32)",
        "gqa": "groups, Qwen3-8B (32 : 8)",
        "gqa32": "groups, Qwen3-32B (64 : 8)",
        "mqa": "one for all (32 : 1)",
        "mla": "latent, DeepSeek-V3",
        "h200": "H200\n{b}",
        "h100": "H100\n{b}",
    },
    "zh-tw": {
        "x": "注意力每讀 1 位元組快取的運算（FLOP/B，對數刻度）",
        "mha": "各頭自存（32 : 32）",
        "gqa": "分組，Qwen3-8B（32 : 8）",
        "gqa32": "分組，Qwen3-32B（64 : 8）",
        "mqa": "全部共用（32 : 1）",
        "mla": "潛在變數，DeepSeek-V3",
        "h200": "H200\n{b}",
        "h100": "H100\n{b}",
    },
    "ru": {
        "x": "Операций на байт кэша (флоп/Б, лог. шкала)",
        "mha": "своя пара (32 : 32)",
        "gqa": "группы, Qwen3-8B (32 : 8)",
        "gqa32": "группы, Qwen3-32B (64 : 8)",
        "mqa": "одна на всех (32 : 1)",
        "mla": "латентное, DeepSeek-V3",
        "h200": "H200\n{b}",
        "h100": "H100\n{b}",
    },
}


def draw(words: Mapping[str, str], number: look.NumberStyle) -> Figure:
    """One bar an arrangement, two lines for two machines."""
    figure, axes = look.canvas(58)
    rows = [
        ("mha", architecture.gqa_intensity(32, 32, model.BF16)),
        ("gqa", architecture.gqa_intensity(32, 8, model.BF16)),
        ("gqa32", architecture.gqa_intensity(64, 8, model.BF16)),
        ("mqa", architecture.gqa_intensity(32, 1, model.BF16)),
        ("mla", model.LATENT_INTENSITY),
    ]
    for place, (_, value) in enumerate(rows):
        axes.barh(place, value - 0.5, left=0.5, height=0.56, color=look.MEMORY)
        inside = value > 100
        look.say(
            axes,
            min(value, model.BALANCE),
            place,
            number(value, 1 if inside else 0),
            dx=-5 if inside else 4,
            across="right" if inside else "left",
            color="white" if inside else look.INK,
            size=look.TEXT,
        )
    look.limit_up(axes, model.BALANCE)
    look.limit_up(axes, model.H100_BALANCE)
    look.say(axes, model.BALANCE, -0.95, words["h200"].format(b=number(model.BALANCE, 1)), dx=-3, across="right")
    look.say(axes, model.H100_BALANCE, -0.95, words["h100"].format(b=number(model.H100_BALANCE, 1)), dx=3)
    axes.set_xscale("log")
    axes.set(xlim=(0.5, 700), ylim=(4.5, -1.4))
    axes.set_yticks(range(len(rows)), [words[name] for name, _ in rows], fontsize=look.SMALL)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    look.plain_ticks(axes, number, x=[1, 10, 100])
    look.name_axes(axes, words["x"], "")
    axes.xaxis.label.set_fontsize(look.SMALL)
    return figure
