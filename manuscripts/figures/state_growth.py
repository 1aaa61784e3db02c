"""At 8,192 tokens the states of six models lie 19 times apart."""

from __future__ import annotations

from collections.abc import Mapping

import look
import structures as model
from matplotlib.figure import Figure

WORDS = {
    "zh": {"x": "上下文（token）", "y": "一个请求的状态（MiB）"},
    "en": {"x": "Context (tokens)", "y": "State of one request (MiB)"},
    "zh-tw": {"x": "上下文（token）", "y": "一個請求的狀態（MiB）"},
    "ru": {"x": "Контекст, токенов", "y": "Состояние одного запроса, МиБ"},
}

_SHADES = ["#0072B2", "#3B8FC4", "#5A5A5A", "#0072B2", "#5A5A5A", "#1A1A1A"]
_DASHES = ["-", (0, (6, 2)), (0, (4, 1, 1, 1)), (0, (1, 1)), (0, (2, 2)), "-"]


def draw(words: Mapping[str, str], number: look.NumberStyle) -> Figure:
    """One line a model, both scales logarithmic."""
    figure, axes = look.canvas(84)
    contexts = [256 * 2**power for power in range(10)]
    lines = [
        ("Qwen3-8B", [model.SMALL_KV * context for context in contexts], 4),
        ("Qwen3-30B-A3B", [model.MIXTURE_KV * context for context in contexts], 4),
        ("DeepSeek-V3", [model.LATENT_KV * context for context in contexts], 1),
        ("gpt-oss-120b", [model.window_state(context) for context in contexts], -4),
        ("Qwen3.5-35B-A3B", [model.HYBRID_STATE + model.HYBRID_KV * context for context in contexts], -7),
        ("DeepSeek-V4-Flash", [model.compressed_state(context) for context in contexts], -2),
    ]
    for (name, values, shift), shade, dash in zip(lines, _SHADES, _DASHES, strict=True):
        sizes = [value / 2**20 for value in values]
        axes.loglog(contexts, sizes, color=shade, linewidth=1.5, linestyle=dash)
        look.say(axes, contexts[-1], sizes[-1], name, dx=4, dy=shift, color=shade)
    axes.axvline(8192, color=look.INK, linewidth=0.8, linestyle=(0, (2, 2)))
    for value, shift in ((model.SMALL_KV * 8192 / 2**20, 7), (model.compressed_state(8192) / 2**20, -7)):
        look.flip(axes, 8192, value)
        look.say(axes, 8192, value, number(value, 0 if value > 100 else 1), dx=5 if shift < 0 else -5, dy=shift,
                 across="left" if shift < 0 else "right")  # fmt: skip
    axes.set(xlim=(256, 131072), ylim=(5, 30000))
    look.plain_ticks(axes, number, x=[256, 1024, 4096, 16384, 65536], y=[10, 100, 1000, 10000])
    look.name_axes(axes, words["x"], words["y"])
    return figure
