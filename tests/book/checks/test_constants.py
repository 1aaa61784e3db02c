"""Figures beside names, against records in the calculator's form; arithmetic beside its result."""

from __future__ import annotations

import pytest

from book.checks.constants import Registry, device, model
from book.checks.passage import Kind, Passage, Segment
from book.checks.run import check


def _figure(printed: str, **tags: str) -> dict[str, str]:
    return {"printed": printed, "basis": "nominal", **tags}


REGISTRY = Registry.of([
    device({"name": "x9-sxm", "figures": {
        "memory.bandwidth": _figure("3350 GB/s"), "memory.capacity": _figure("80 GB"), "power": _figure("700 W"),
        "peaks.bf16": _figure("989.4 TFLOP/s", input="bf16", sparsity="dense"),
        "peaks.bf16-sparse": _figure("1979 TFLOP/s", input="bf16", sparsity="sparse"),
        "memory.reported": {"printed": "81559 MiB", "basis": "measured"}}}),
    device({"name": "x9-pcie", "figures": {"memory.bandwidth": _figure("2000 GB/s"), "power": _figure("350 W")}}),
    device({"name": "y5", "figures": {"memory.bandwidth": _figure("2039 GB/s"), "power": _figure("400 W")}}),
    model({"name": "org/Lune3-8B", "checked": "8190735360 parameters: built without weights", "config": {"num_hidden_layers": 36}}),
])
RIGHT = [
    ("en", "The X9 SXM has a memory bandwidth of 3.35 TB/s and a TDP of 700 W."),
    ("en", "The X9 has a memory bandwidth of 2.0 TB/s in its PCIe form."),
    ("en", "The Y5 has a memory bandwidth of 2.0 TB/s, the X9 SXM one of 3.35 TB/s."),
    ("en", "Eight X9 have a memory bandwidth of 26.8 TB/s in total; one X9 reaches a measured peak of 650 TFLOPS in BF16."),
    ("en", "Lune3-8B has 8.19 billion parameters in 36 layers."),
    ("zh-Hans", "Lune3-8B 在每层旁边加一个索引器，多 8.5 亿个参数。"),
    ("en", "Lune3-8B gains an indexer in each layer and has 0.85 billion more parameters."),
    ("zh-Hans", "X9 SXM 的 BF16 稠密算力为 989 TFLOPS，稀疏时为 1979 TFLOPS。"),
    ("ru", "Для плотных матриц в BF16 пиковая производительность X9 SXM равна 989 TFLOPS."),
]
WRONG = [
    ("en", "The X9 SXM has a memory bandwidth of 2.0 TB/s.", "2.0 TB/s"),
    ("en", "The Y5 has a memory bandwidth of 3.35 TB/s, the X9 SXM one of 3.35 TB/s.", "3.35 TB/s"),
    ("en", "Lune3-8B has 9.81 billion parameters.", "9.81 billion parameters"),
    ("zh-Hans", "X9 SXM 的显存带宽为 3350 GB/s，BF16 稠密算力为 312 TFLOPS。", "312 TFLOPS"),
]


def _check(language: str, text: str) -> list[tuple[str, str]]:
    return [(f.id, f.stated) for f in check([Passage((Segment(Kind.PROSE, text, 0),), language)], text, registry=REGISTRY).findings]


@pytest.mark.parametrize(("language", "text"), RIGHT)
def test_published_figures_pass(language: str, text: str) -> None:
    assert _check(language, text) == []


@pytest.mark.parametrize(("language", "text", "stated"), WRONG)
def test_other_figures_are_named(language: str, text: str, stated: str) -> None:
    assert _check(language, text) == [("constant.mismatch", stated)]


ASIDES = [
    ("en", "We record 12 clips: 4 emotions × 3 speeds × 2 styles, each short.", [("arith.mismatch", "12")]),
    ("en", "We record 24 clips: 4 emotions × 3 speeds × 2 styles, each short.", []),
    ("zh-Hans", "因此共有 61,400 个权重（784 × 100，不含偏置）。", [("arith.mismatch", "61,400")]),
    ("ru", "Всего 78 400 весов (784 × 100, без смещений).", []),
    ("en", "Of these, 1,661/3,316 (50.1%) and 1,446/3,316 (44.9%) are described.", [("arith.mismatch", "44.9%")]),
    ("en", "The image (224 × 224) is cut into patches (16 × 16); 16 devices (4 × 8 mesh) and 2 GPUs (2 × 80GB).", []),
]


@pytest.mark.parametrize(("language", "text", "found"), ASIDES)
def test_arithmetic_beside_its_result(language: str, text: str, found: list[tuple[str, str]]) -> None:
    assert _check(language, text) == found
