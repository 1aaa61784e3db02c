"""Above 47,103 tokens of prompt, pairs cost more than matrices."""

from __future__ import annotations

from collections.abc import Mapping

import look
import structures as model
from infra_calc import architecture
from matplotlib.figure import Figure

WORDS = {
    "zh": {
        "x": "提示词（token）",
        "y": "预填充的运算（TFLOP）",
        "linear": "线性",
        "pair": "成对",
        "cross": "{s} 个 token",
        "limit": "位置上限 {n}",
    },
    "en": {
        "x": "Prompt (tokens)",
        "y": "Work of the prefill (TFLOP)",
        "linear": "linear",
        "pair": "pairwise",
        "cross": "{s} tokens",
        "limit": "position limit {n}",
    },
    "zh-tw": {
        "x": "提示詞（token）",
        "y": "預填充的運算（TFLOP）",
        "linear": "線性",
        "pair": "成對",
        "cross": "{s} 個 token",
        "limit": "位置上限 {n}",
    },
    "ru": {
        "x": "Промпт, токенов",
        "y": "Вычисления предзаполнения, Тфлоп",
        "linear": "линейные",
        "pair": "попарные",
        "cross": "{s} токена",
        "limit": "предел позиций {n}",
    },
}


def draw(words: Mapping[str, str], number: look.NumberStyle) -> Figure:
    """Two kinds of work over the length of the prompt."""
    figure, axes = look.canvas(66)
    shape = (model.SMALL_LAYERS, model.SMALL_HEADS, model.HEAD_DIM)
    prompts = [1024 * 2 ** (place / 8) for place in range(57)]
    linear = [2 * (model.SMALL_MATRICES * prompt + model.SMALL_EMBEDDING) / 1e12 for prompt in prompts]
    pairs = [architecture.attn_flops(*shape, architecture.attn_pairs_causal(1, prompt, 0)) / 1e12 for prompt in prompts]
    axes.loglog(prompts, linear, color=look.COMPUTE, linewidth=1.8)
    axes.loglog(prompts, pairs, color=look.COMPUTE, linewidth=1.8, linestyle=look.DASH[look.COMPUTE])
    cross = architecture.pairwise_crossover(model.SMALL_MATRICES, *shape)
    height = 2 * model.SMALL_MATRICES * cross / 1e12
    look.flip(axes, cross, height)
    look.say(axes, cross, height, words["cross"].format(s=number(cross, 0)), dx=7, dy=-8)
    limit = model.config("qwen3-8b")["max_position_embeddings"]
    look.limit_up(axes, limit)
    look.say(axes, limit, 0.45, words["limit"].format(n=number(limit, 0)), dx=-3, across="right", up="bottom")
    axes.set(xlim=(1024, 131072), ylim=(0.3, 8000))
    look.plain_ticks(axes, number, x=[1024, 4096, 16384, 65536], y=[1, 10, 100, 1000])
    look.name_axes(axes, words["x"], words["y"])
    figure.draw_without_rendering()
    look.along(axes, (prompts[6], linear[6]), (prompts[24], linear[24]), words["linear"], color=look.COMPUTE, size=look.TEXT)
    start, end = ((prompts[place], pairs[place]) for place in (14, 30))
    look.along(axes, start, end, words["pair"], color=look.COMPUTE, below=True, size=look.TEXT)
    return figure
