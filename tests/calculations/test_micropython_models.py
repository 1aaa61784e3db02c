"""Models built from parts and their forward pass, in the Python that runs inside a web page."""

import subprocess

import pytest

from tests.calculations.test_micropython import interpreter  # noqa: F401 (starts MicroPython)

MODEL = """
from infra_calc.attention import compressed, grouped, indexer, latent
from infra_calc.feedforward import experts, gated
from infra_calc.forward import Pass, operators, overtaking_batch, totals
from infra_calc.model import Model, stacked
from infra_calc.parts import Weight, norm
from infra_calc.recurrence import gated_delta, kimi_delta, lightning, mamba2
from infra_calc.state import kv_bytes, recurrent_bytes
from infra_calc.storage import Scheme, weight_bytes

def show(name, attention, block):
    order, kinds = stacked([("layer", [norm("1", 4096)] + attention + [norm("2", 4096)] + block)] * 36)
    head = Weight("head", "head", 4096, 151936, rows="last")
    outside = [Weight("embedding", "token", 151936, 4096, kind="table"), norm("last", 4096), head]
    model = Model(name, 4096, 151936, order, kinds, outside)
    print(name, model.parameters(), model.active_parameters(), kv_bytes(model, 8192), recurrent_bytes(model))
    print(totals(operators(model, Pass(8192)))["flops"], weight_bytes(model, Scheme("int8-g128")))
    print(overtaking_batch(model, Pass(1, 8192)))

dense = gated(4096, 12288)
show("qwen3-8b", grouped(4096, 32, 8, 128, qk_norm=(128, 128)), dense)
show("window", grouped(4096, 32, 8, 128, ("window", 128)), experts(4096, 1024, 64, 4))
show("latent", latent(4096, 32, 1536, 512, 128, 64, 128, reach=("top", 2048)) + indexer(4096, 1536, 64, 128), dense)
show("compressed", compressed(4096, 64, 512, 1024, 8, 1024, 128, 4, (64, 128, 512)), dense)
show("delta", gated_delta(4096, 16, 48, 128, 128, 4) + kimi_delta(4096, 32, 128, 4), dense)
show("state space", mamba2(4096, 128, 64, 8, 128, 4, True, False) + lightning(4096, 32, 128), dense)
"""


def test_models_are_the_same_in_a_web_page(
    interpreter: list[str],  # noqa: F811
    capsys: pytest.CaptureFixture[str],
) -> None:
    there = subprocess.run(interpreter, input=MODEL, capture_output=True, text=True, check=True).stdout
    exec(MODEL, {})
    here = capsys.readouterr().out
    assert there.splitlines() == here.splitlines()
    assert here.startswith("qwen3-8b 8190735360 8190735360 1207959552 0\n133594323353600 ")
