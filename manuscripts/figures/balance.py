"""Only below 646 tokens of context does a batch fit that also keeps the arithmetic busy."""

from __future__ import annotations

from collections.abc import Mapping

import look
import running_case as case
from infra_calc import architecture, budget
from matplotlib.figure import Figure

WORDS = {
    "zh": {
        "x": "上下文（token）",
        "y": "批大小",
        "balance": "平衡批大小",
        "room": "装得下的批",
        "cross": "{s} 个 token\n{b} 个请求",
        "limit": "{s} 个 token：\n平衡点消失",
        "use": "算力用得满",
    },
    "en": {
        "x": "Context (tokens)",
        "y": "Batch size",
        "balance": "balance batch size",
        "room": "batch that fits",
        "cross": "{s} tokens,\n{b} requests",
        "limit": "{s} tokens:\nno balance beyond",
        "use": "compute\nkept busy",
    },
    "zh-tw": {
        "x": "上下文（token）",
        "y": "批次大小",
        "balance": "平衡批次大小",
        "room": "裝得下的批次",
        "cross": "{s} 個 token\n{b} 個請求",
        "limit": "{s} 個 token：\n平衡點消失",
        "use": "算力用得滿",
    },
    "ru": {
        "x": "Контекст, токенов",
        "y": "Размер пакета",
        "balance": "равновесный пакет",
        "room": "пакет, который\nпомещается",
        "cross": "{s} токенов,\n{b} запроса",
        "limit": "{s} токена:\nравновесия нет",
        "use": "вычислители\nзагружены",
    },
}


def draw(words: Mapping[str, str], number: look.NumberStyle) -> Figure:
    """The balance batch and the batch that fits over the context."""
    figure, axes = look.canvas(72)
    each = budget.compute_time(budget.flops_per_token(case.MATRICES), case.PEAK)
    cache = budget.transfer_time(case.KV_TOKEN, case.BANDWIDTH)
    attention = budget.compute_time(architecture.attn_flops(case.LAYERS, case.QUERY_HEADS, case.HEAD_DIM, 1), case.PEAK)
    weights = case.step_read(0, 0)
    room = (case.CAPACITY - case.WEIGHTS - case.WORKSPACE) / case.KV_TOKEN
    shape = (case.LAYERS, case.QUERY_HEADS, case.HEAD_DIM)
    end = budget.context_limit(case.MATRICES, case.PEAK, case.KV_TOKEN, case.BANDWIDTH, *shape)
    cross = room * each / (weights + room * (cache - attention))
    contexts = [2 + 2 * place for place in range(int((end - 4) / 2))]
    balance = [
        budget.batch_balance_context(case.STEP_WEIGHTS, case.BANDWIDTH, case.MATRICES, *shape, context, case.PEAK, case.KV_TOKEN)
        for context in contexts
    ]
    axes.plot(contexts, balance, color=look.COMPUTE, linestyle=look.DASH[look.COMPUTE], linewidth=1.8)
    wide = [2 + 5 * place for place in range(320)]
    axes.plot(wide, [room / context for context in wide], color=look.MEMORY, linewidth=1.8)
    inside = [context for context in contexts if context <= cross]
    axes.fill_between(
        inside,
        balance[: len(inside)],
        [room / context for context in inside],
        facecolor=look.COMPUTE_LIGHT,
        hatch="//",
        edgecolor="white",
        linewidth=0,
        alpha=0.8,
    )
    axes.set_yscale("log")
    axes.set(xlim=(0, 1600), ylim=(100, 10000))
    look.flip(axes, cross, room / cross)
    look.say(
        axes, cross, room / cross, words["cross"].format(s=number(cross, 0), b=number(room / cross, 0)), dy=-30, across="center"
    )
    axes.axvline(end, color=look.INK, linewidth=1.0, linestyle=(0, (2, 2)))
    look.say(axes, end, 5200, words["limit"].format(s=number(end, 0)), dx=5)
    look.say(axes, 40, weights / each, words["balance"], dy=-9, color=look.COMPUTE, size=look.TEXT)
    look.say(axes, 1590, room / 1590, words["room"], dy=8, color=look.MEMORY, across="right", up="bottom", size=look.TEXT)
    look.say(axes, 182, 510, words["use"], across="center", boxed=True)
    look.plain_ticks(axes, number, x=[0, 400, 800, 1200, 1600], y=[100, 1000, 10000])
    look.name_axes(axes, words["x"], words["y"])
    return figure
