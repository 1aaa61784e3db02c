#!/usr/bin/env python3
"""How long the calculator takes, and how exact it and its peers are: `python3 calculations/bench.py [start|peers]`.

start   the whole `forward` command against an empty Python of the same real interpreter, runs interleaved
peers   llm-flops, kvfit, ridgepoint and mlsysim in a throw-away environment: seven models × seven figures, and seconds

Reference figures (bench.json) are counted from the weights that transformers 5.24.0 builds, not from this calculator.
A peer has the benefit of every convention: causal pairs or the full square, the head on the last or on all positions.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FIGURES = ["parameters", "active", "state 8K", "state 128K", "prefill", "decode", "weights"]
PEERS = ["llm-flops", "kvfit", "ridgepoint", "mlsysim"]

# Each reads a config.json from stdin, as the peer's own import would fetch it, and prints what the peer answers.
LLM_FLOPS = """
from llmflops.registry import _map_hf_config
from llmflops.flops import forward_flops
from llmflops.memory import active_parameter_count, kv_cache_bytes, parameter_count, weight_memory_bytes
model = _map_hf_config("model", config)
total = parameter_count(model)["total"]
answer = {"parameters": total, "active": active_parameter_count(model), "weights": weight_memory_bytes(model, "bf16")}
answer["state 8K"], answer["state 128K"] = (kv_cache_bytes(model, 1, size, "bf16") for size in (8192, 131072))
ways = [(causal, exact) for causal in (True, False) for exact in (True, False)]
answer["prefill"] = [forward_flops(model, 1, 8192, causal=causal, count_elementwise=exact).total for causal, exact in ways]
before = [forward_flops(model, 1, 8191, causal=causal, count_elementwise=exact).total for causal, exact in ways]
answer["decode"] = [whole - part for whole, part in zip(answer["prefill"], before)] + [2 * answer["active"]]
"""
KVFIT = """
from kvfit.architectures import estimate_cache
states = [estimate_cache(config, context_tokens=size) for size in (8192, 131072)]
sizes = [getattr(each, "total_bytes", None) or getattr(each, "bytes_per_sequence", None) for each in states]
answer = dict(zip(["state 8K", "state 128K"], sizes))
"""
RIDGEPOINT = """
import ridgepoint, ridgepoint.hf as hub
def local(repo, name, revision):
    if name != "config.json": raise OSError(name)
    return config
hub._download_json, hub._safetensors_numel = local, None
answer = {}
for key, size in (("state 8K", 8192), ("state 128K", 131072)):
    found = json.loads(ridgepoint.fit("a/model", "h100-80gb", count=8, ctx=size, as_json=True))
    answer[key] = found["capacity"]["bytes_per_seq"]
"""
MLSYSIM = """
from mlsysim.models import importer
importer.fetch_hf_config = lambda *a, **k: config
model = importer.import_hf_model("a/model")
answer = {"parameters": model.parameters.magnitude, "weights": model.size_in_bytes().to("byte").magnitude}
answer["active"], answer["decode"] = answer["parameters"], model.inference_flops.to("flop").magnitude
answer["state 8K"], answer["state 128K"] = (model.get_kv_cache_size(size, 1).to("byte").magnitude for size in (8192, 131072))
"""
ADAPTERS = dict(zip(PEERS, [LLM_FLOPS, KVFIT, RIDGEPOINT, MLSYSIM], strict=True))


def real_interpreter() -> str:
    """The quickest real interpreter here: no version manager's shim, no environment that loads packages at its start."""
    found = [shutil.which(name) for name in ("python3", "python3.11", "python3.12", "python3.13", "/usr/bin/python3")]
    candidates = {os.path.realpath(each) for each in [sys.executable, *found] if each}
    return min(candidates, key=lambda each: min(_seconds([each, "-c", "pass"]) for _ in range(3)))


def _seconds(command: list[str], **settings: Any) -> float:
    began = time.perf_counter()
    failed = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, **settings).returncode
    return float("inf") if failed else time.perf_counter() - began


def start(rounds: int = 41) -> None:
    """Print the medians of interleaved runs, and their ratio."""
    python, line = real_interpreter(), ["forward", "--model", "qwen3-8b", "--tokens", "8192"]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        for copy in ("used", "fresh"):
            shutil.copytree(HERE, Path(folder) / copy, ignore=shutil.ignore_patterns("__pycache__"))
        used, fresh = (str(Path(folder) / copy / "calc.py") for copy in ("used", "fresh"))
        runs = {
            "python3 -c pass": [python, "-c", "pass"],
            "python3 -c 'import argparse, json'": [python, "-c", "import argparse, json"],
            "calc.py forward": [python, used, *line],
            "calc.py forward --json": [python, used, *line, "--json"],
            "calc.py forward, modules never compiled": [python, "-B", fresh, *line],
        }
        taken: dict[str, list[float]] = {name: [] for name in runs}
        for turn in range(rounds + 1):
            for name, command in runs.items():
                seconds = _seconds(command, env=environment)
                if turn:  # the first turn compiles
                    taken[name].append(seconds)
    empty = statistics.median(taken["python3 -c pass"])
    print(f"{python}, {rounds} interleaved runs, medians\n\n| run | ms | × empty |\n|---|---:|---:|")
    for name, seconds_of in taken.items():
        print(f"| `{name}` | {1000 * statistics.median(seconds_of):.1f} | {statistics.median(seconds_of) / empty:.2f} |")
    if empty > 0.015:
        print("\nan empty start takes more than 15 ms: this interpreter loads packages at its start, so the ratio says little")


def peers() -> None:
    """Print who has how many of the 49 figures exactly, and how long one model takes."""
    reference = json.loads((HERE / "bench.json").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        python = real_interpreter()
        subprocess.run([python, "-m", "venv", folder], check=True)
        subprocess.run([f"{folder}/bin/pip", "install", "-q", *PEERS], check=True, stderr=subprocess.DEVNULL)
        results = {"calc.py": {name: _ours(python, name) for name in reference}}
        for peer, adapter in ADAPTERS.items():
            results[peer] = {name: _theirs(f"{folder}/bin/python", adapter, name) for name in reference}
    _print_table(results, reference)


def _ours(python: str, name: str) -> tuple[dict[str, object], float]:
    """Our figures, and the mean seconds of the three commands that give them."""

    def ask(*words: str) -> dict[str, dict[str, int]]:
        done = subprocess.run([python, str(HERE / "calc.py"), *words, "--json"], capture_output=True, check=True)
        answer: dict[str, dict[str, int]] = json.loads(done.stdout)
        return answer

    began = time.perf_counter()
    model = ask("model", name)
    prefill, decode = ask("forward", name, "--tokens", "8192"), ask("forward", name, "--tokens", "1", "--history", "8192")
    taken = (time.perf_counter() - began) / 3
    figures: dict[str, object] = {"parameters": model["parameters"], "active": model["active_parameters"]}
    figures.update({"state 8K": model["state_bytes"]["8192"], "state 128K": model["state_bytes"]["131072"]})
    figures.update(prefill=prefill["totals"]["flops"], decode=decode["totals"]["flops"], weights=model["weight_bytes"])
    return figures, taken


def _theirs(python: str, adapter: str, name: str) -> tuple[dict[str, object], float]:
    """A peer's figures (none where it fails), and the seconds that it takes."""
    config = json.loads((HERE / "models" / f"{name}.json").read_text("utf-8"))["config"]
    script = f"import json, sys\nconfig = json.load(sys.stdin)\n{adapter}\nprint(json.dumps(answer, default=float))"
    began = time.perf_counter()
    done = subprocess.run([python, "-c", script], input=json.dumps(config), capture_output=True, text=True)
    taken = time.perf_counter() - began
    lines = done.stdout.strip().splitlines()
    return (json.loads(lines[-1]) if done.returncode == 0 and lines else {}), taken


def _exact(found: object, expected: object) -> bool:
    """Whether any of the answers is any of the conventions, to the last unit."""
    given = found if isinstance(found, list) else [found]
    right = list(expected.values()) if isinstance(expected, dict) else [expected]
    return any(each is not None and each == value for each in given for value in right)


def _print_table(results: dict[str, dict[str, tuple[dict[str, object], float]]], reference: dict[str, dict[str, object]]) -> None:
    print(f"| calculator | {' | '.join(FIGURES)} | exact of {len(FIGURES) * len(reference)} | ms a model |")
    print(f"|---|{'---:|' * (len(FIGURES) + 2)}")
    for peer, models in results.items():
        cells = [sum(_exact(models[name][0].get(key), reference[name][key]) for name in reference) for key in FIGURES]
        taken = statistics.median(taken for _, taken in models.values())
        print(f"| {peer} | {' | '.join(map(str, cells))} | {sum(cells)} | {1000 * taken:.0f} |")


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["start", "peers"]
    if set(wanted) - {"start", "peers"}:
        sys.exit("usage: bench.py [start] [peers]")
    for each in wanted:
        {"start": start, "peers": peers}[each]()
