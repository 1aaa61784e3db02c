"""The registry: every figure is exact, tagged and sourced, and figures of different tags do not meet."""

from fractions import Fraction
from itertools import pairwise

import pytest
from infra_calc import hardware
from infra_calc.errors import UnknownName
from infra_calc.sources import fingerprint
from infra_calc.units import dimension

NAMES = hardware.names()
FIGURES = [
    figure for name in NAMES for figure in map(hardware.figure, (f"{name}.{key}" for key in hardware.record(name)["figures"]))
]


@pytest.mark.parametrize("name", NAMES)
def test_record_has_provenance_and_an_untouched_hash(name: str) -> None:
    """Whoever edits a figure must look at the source and its date, then renew the hash."""
    record = hardware.record(name)
    assert record["name"] == name
    assert record["document"]
    assert record["locator"]
    assert len(record["date"]) == len("2026-11-30")
    assert record["sha256"] == fingerprint(record["figures"])


@pytest.mark.parametrize("figure", FIGURES, ids=lambda each: each["name"])
def test_figure_is_tagged(figure: dict[str, object]) -> None:
    dimension(str(figure["unit"]))
    assert figure["confidence"] in ("seen", "recalled")
    assert figure["basis"] in ("nominal", "measured")
    scopes = {"device", "system", "port", "link", "channel", "stack", "pin", "operation", "length"}
    assert figure["scope"] in scopes
    assert isinstance(figure["exact"], list)
    name = str(figure["name"])
    if ".peaks." in name:
        assert figure["sparsity"] == ("sparse" if name.endswith("-sparse") else "dense")
        assert figure["input"]
        assert figure["accumulator"]
    if name.endswith((".per_direction", ".both")):
        assert figure["direction"] == ("both" if name.endswith(".both") else "one")


def test_values_are_exact() -> None:
    assert hardware.figure("h100-sxm.memory.bandwidth")["value"] == 3_350_000_000_000
    assert hardware.figure("h100-sxm.peaks.bf16")["exact"] == [989_400_000_000_000, 1]
    assert hardware.figure("h100-sxm.links.nvlink-4.per_direction")["value"] == 450 * 10**9
    assert hardware.figure("tpu-v4.memory.capacity")["value"] == 32 * 2**30
    assert Fraction(*hardware.figure("energy-hbm2.access")["exact"]) == Fraction(3176, 10**14)
    assert hardware.figure("hbm3e-9.6.pin_rate")["value"] == 9_600_000_000


CLASHES = [
    ("h100-sxm.peaks.bf16", "h100-sxm.peaks.bf16-sparse", "sparse peak"),
    ("h100-sxm.peaks.bf16", "h100-sxm.peaks.fp8", "fp8 inputs"),
    ("rtx-4090.peaks.fp8", "rtx-4090.peaks.fp8-fp32", "fp32 sums"),
    ("h100-sxm.links.nvlink-4.both", "h100-sxm.links.nvlink-4.per_direction", "both direction"),
    ("gb200-nvl72.system.memory.bandwidth", "gb200-nvl72.memory.bandwidth", "one system"),
    ("h100-sxm.memory.capacity", "tpu-v4.memory.capacity", "binary prefixes"),
    ("h200-sxm.memory.bandwidth", "hbm3e-9.6.bandwidth", "one stack"),
    ("h100-sxm.power", "tpu-v4.power", "measured figure"),
]


@pytest.mark.parametrize(("first", "second", "reason"), CLASHES)
def test_figures_of_different_tags_cannot_be_divided(first: str, second: str, reason: str) -> None:
    with pytest.raises(hardware.TagClash, match=reason):
        hardware.ratio(hardware.figure(first), hardware.figure(second))


def test_a_named_difference_may_be_crossed() -> None:
    fast, slow = hardware.figure("b200-sxm.peaks.fp8"), hardware.figure("b200-sxm.peaks.bf16")
    assert Fraction(*hardware.ratio(fast, slow, across=("input",))) == 2


def test_ratio_of_agreeing_figures() -> None:
    peak, bandwidth = hardware.figure("h200-sxm.peaks.bf16"), hardware.figure("h200-sxm.memory.bandwidth")
    assert Fraction(*hardware.ratio(peak, bandwidth)) == Fraction(9894, 48)


def test_formulas_take_dense_peaks_and_one_direction() -> None:
    bandwidth = hardware.figure("h100-sxm.memory.bandwidth")
    hardware.check_arguments({"peak": hardware.figure("h100-sxm.peaks.bf16"), "bandwidth": bandwidth})
    hardware.check_arguments(
        {"peak": hardware.figure("h100-sxm.peaks.bf16"), "bandwidth": hardware.figure("ib-ndr400.per_direction")}
    )
    with pytest.raises(hardware.TagClash, match=r"take h100-sxm\.peaks\.bf16$"):
        hardware.check_arguments({"peak": hardware.figure("h100-sxm.peaks.bf16-sparse"), "bandwidth": bandwidth})
    with pytest.raises(hardware.TagClash, match="one direction"):
        hardware.check_arguments({"bandwidth": hardware.figure("nvlink4.both")})
    with pytest.raises(hardware.TagClash, match="one direction"):
        hardware.check_arguments({"bandwidth": hardware.figure("trainium2.links.neuronlink.not_stated")})


def test_wrong_names_propose_right_ones() -> None:
    with pytest.raises(UnknownName, match=r"did you mean h100-sxm\.memory\.bandwidth"):
        hardware.figure("h100-sxm.memory.bandwith")
    with pytest.raises(UnknownName, match="h100-sxm"):
        hardware.figure("h10-sxm.memory.bandwidth")
    with pytest.raises(UnknownName, match="peak of h100-sxm"):
        hardware.dense_peak("h100-sxm", "fp4")


def test_without_a_word_the_dense_bf16_peak_is_meant() -> None:
    assert hardware.dense_peak("h100-sxm")["name"] == "h100-sxm.peaks.bf16"
    assert hardware.dense_peak("jetson-agx-orin-64")["name"] == "jetson-agx-orin-64.peaks.fp16"
    assert hardware.dense_peak("h100-sxm", "fp8")["value"] == 1_978_900_000_000_000


def test_a_line_rate_is_an_eighth_in_bytes() -> None:
    for name in ("ib-hdr200", "ib-ndr400", "eth100", "eth800"):
        rate, width = hardware.figure(f"{name}.rate"), hardware.figure(f"{name}.per_direction")
        assert rate["value"] == 8 * width["value"]


def test_memory_records_follow_from_pins() -> None:
    for name in (each for each in NAMES if hardware.record(each)["kind"] == "memory"):
        pins, rate = hardware.figure(f"{name}.width"), hardware.figure(f"{name}.pin_rate")
        assert Fraction(*rate["exact"]) * pins["value"] / 8 == hardware.figure(f"{name}.bandwidth")["value"]


def test_pcie_generations_double() -> None:
    rates = [hardware.figure(f"pcie{generation}-x16.raw")["value"] for generation in (3, 4, 5, 6)]
    assert all(after == 2 * before for before, after in pairwise(rates))
