"""Without the prefill 14 users pay for the card; with it nobody does."""

from __future__ import annotations

from collections.abc import Mapping

import look
import running_case as case
from infra_calc import budget, memory
from matplotlib.figure import Figure

WORDS = {
    "zh": {
        "x": "批大小",
        "y": "每百万输出 token 的成本（美元）",
        "decode": "只算解码",
        "whole": "加上预填充",
        "price": "售价",
        "flip": "{b}",
        "limit": "装得下 {n} 个",
    },
    "en": {
        "x": "Batch size",
        "y": "Cost per million output tokens (US$)",
        "decode": "decode only",
        "whole": "with the prefill",
        "price": "selling price",
        "flip": "{b}",
        "limit": "{n} fit",
    },
    "zh-tw": {
        "x": "批次大小",
        "y": "每百萬輸出 token 的成本（美元）",
        "decode": "只算解碼",
        "whole": "加上預填充",
        "price": "售價",
        "flip": "{b}",
        "limit": "裝得下 {n} 個",
    },
    "ru": {
        "x": "Размер пакета",
        "y": "Затраты на 1 млн токенов, долл.",
        "decode": "только декодирование",
        "whole": "вместе с предзаполнением",
        "price": "цена продажи",
        "flip": "{b}",
        "limit": "помещается {n}",
    },
}


def draw(words: Mapping[str, str], number: look.NumberStyle) -> Figure:
    """Two costs over the batch, both scales logarithmic."""
    figure, axes = look.canvas(74)
    most = memory.max_batch(case.CAPACITY, case.WEIGHTS, case.WORKSPACE, case.PROMPT, case.KV_TOKEN)
    batches = [most ** (place / 60) for place in range(61)]
    rates = [budget.decode_rate(batch, case.STEP_WEIGHTS, case.PROMPT, case.KV_TOKEN, case.BANDWIDTH) for batch in batches]
    decode = [budget.cost_per_mtok(case.RENT, rate) for rate in rates]
    share = [(case.prefill() + (case.OUTPUT - 1) / rate) / case.OUTPUT for rate in rates]
    whole = [budget.cost_per_mtok(case.RENT, 1 / each) for each in share]
    axes.loglog(batches, decode, color=look.MEMORY, linewidth=1.8)
    axes.loglog(batches, whole, color=look.COMPUTE, linewidth=1.8, linestyle=look.DASH[look.COMPUTE])
    look.limit_across(axes, case.PRICE)
    wanted = case.RENT / 3600 / (case.PRICE / 1e6)
    flip = budget.batch_for_rate(wanted, case.STEP_WEIGHTS, case.BANDWIDTH, case.PROMPT, case.KV_TOKEN)
    look.flip(axes, flip, case.PRICE)
    look.say(axes, flip, case.PRICE, words["flip"].format(b=number(flip, 2)), dx=-5, dy=-9, across="right")
    look.say(axes, 1.06, case.PRICE, words["price"], dy=7)
    look.say(axes, batches[30], whole[30], words["whole"], dx=8, dy=8, color=look.COMPUTE, size=look.TEXT)
    look.limit_up(axes, most)
    look.say(axes, most, 9, words["limit"].format(n=number(most, 0)), dx=-4, across="right")
    axes.set(xlim=(1, 90), ylim=(0.25, 16))
    look.plain_ticks(axes, number, x=[1, 2, 4, 8, 16, 32, 64], y=[0.3, 1, 3, 10])
    look.name_axes(axes, words["x"], words["y"])
    figure.draw_without_rendering()
    look.along(
        axes, (batches[6], decode[6]), (batches[24], decode[24]), words["decode"], color=look.MEMORY, below=True, size=look.TEXT
    )
    return figure
