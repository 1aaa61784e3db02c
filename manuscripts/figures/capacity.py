"""The cache catches up with the weights, then meets the capacity."""

from __future__ import annotations

from collections.abc import Mapping

import look
import running_case as case
from infra_calc import memory
from matplotlib.figure import Figure

WORDS = {
    "zh": {
        "x": "同时服务的请求（各 {context} 个 token）",
        "y": "显存占用（GB）",
        "weights": "权重",
        "workspace": "工作区",
        "kv": "KV 缓存",
        "limit": "H200 容量 {capacity} GB",
        "equal": "缓存与权重一样大：\n{equal} 个请求",
        "most": "最多 {most} 个",
    },
    "en": {
        "x": "Requests served at once ({context} tokens each)",
        "y": "Memory in use (GB)",
        "weights": "Weights",
        "workspace": "Workspace",
        "kv": "KV cache",
        "limit": "H200 capacity {capacity} GB",
        "equal": "Cache as large as weights:\n{equal} requests",
        "most": "{most} at most",
    },
    "zh-tw": {
        "x": "同時服務的請求（各 {context} 個 token）",
        "y": "GPU 記憶體用量（GB）",
        "weights": "權重",
        "workspace": "工作區",
        "kv": "KV 快取",
        "limit": "H200 容量 {capacity} GB",
        "equal": "快取與權重一樣大：\n{equal} 個請求",
        "most": "最多 {most} 個",
    },
    "ru": {
        "x": "Одновременные запросы (по {context} токенов)",
        "y": "Занято памяти, ГБ",
        "weights": "Веса",
        "workspace": "Рабочая область",
        "kv": "KV-кэш",
        "limit": "Ёмкость H200: {capacity} ГБ",
        "equal": "Кэш сравнялся с весами:\n{equal} запроса",
        "most": "не больше {most}",
    },
}


def draw(words: Mapping[str, str], number: look.NumberStyle) -> Figure:
    """Stacked areas over the number of requests."""
    figure, axes = look.canvas(68)
    context = case.PROMPT + case.OUTPUT
    most = memory.max_batch(case.CAPACITY, case.WEIGHTS, case.WORKSPACE, context, case.KV_TOKEN)
    equal = case.WEIGHTS / (context * case.KV_TOKEN)
    base, floor, right = case.WEIGHTS / 1e9, (case.WEIGHTS + case.WORKSPACE) / 1e9, 72
    top = [floor, floor + memory.kv_bytes_batch(right, context, case.KV_TOKEN) / 1e9]
    axes.fill_between([0, right], [0, 0], [base, base], color=look.MEMORY)
    axes.fill_between([0, right], [base, base], [floor, floor], color=look.WAITING)
    axes.fill_between([0, right], [floor, floor], top, facecolor=look.MEMORY_LIGHT, hatch="...", edgecolor="white", linewidth=0)
    axes.plot([0, right], top, color=look.MEMORY, linewidth=1.2)
    look.limit_across(axes, case.CAPACITY / 1e9)
    axes.text(3, base / 2, words["weights"], color="white", fontsize=look.TEXT, va="center")
    look.say(axes, 2, 98, words["workspace"])
    look.leader(axes, (3, 93), (3, (base + floor) / 2))
    look.say(axes, 36, 84, words["kv"], across="center", size=look.TEXT, boxed=True)
    look.say(axes, 1, case.CAPACITY / 1e9, words["limit"].format(capacity=number(case.CAPACITY / 1e9, 0)), dy=7)
    height = floor + base
    axes.annotate("", (equal, floor), (equal, height), arrowprops={"arrowstyle": "<->", "color": look.INK, "linewidth": 0.9})
    look.say(axes, 33, 126, words["equal"].format(equal=number(equal, 1)), across="right")
    look.leader(axes, (33.5, 126), (equal, 120))
    edge = (case.CAPACITY - case.WEIGHTS - case.WORKSPACE) / (context * case.KV_TOKEN)
    axes.vlines(edge, 0, case.CAPACITY / 1e9, color=look.INK, linewidth=0.8, linestyle=(0, (2, 2)))
    look.flip(axes, edge, case.CAPACITY / 1e9)
    look.say(axes, edge, case.CAPACITY / 1e9, words["most"].format(most=number(most, 0)), dx=-3, dy=9, across="right")
    axes.set(xlim=(0, right), ylim=(0, 165))
    look.plain_ticks(axes, number, x=[0, 10, 20, 30, 40, 50, 60, 70], y=[0, 50, 100, 150])
    look.name_axes(axes, words["x"].format(context=number(context, 0)), words["y"])
    return figure
