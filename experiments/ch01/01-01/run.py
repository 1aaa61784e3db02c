"""Does a batch share one read of the weights? One thread, one matrix, a growing batch: times into results/summary.json.

Needs numpy and about 1.3 GB of memory. At most 15 runs of each measurement; after a minute of measuring, at most 3.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SUMMARY = Path(__file__).resolve().parent / "results" / "summary.json"
BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
SIDE, PEAK_COLUMNS, TILE, RUNS, ENOUGH = 12288, 512, 384, 15, 3
MINUTE = 60.0
"""Seconds after which a measurement is content with `ENOUGH` runs."""

Fastest = Callable[[Callable[[], object], int], float]


def timer() -> Fastest:
    """A function that gives the shortest time of some runs, in seconds."""
    begun = time.monotonic()

    def fastest(work: Callable[[], object], runs: int) -> float:
        times: list[float] = []
        while len(times) < runs and (len(times) < ENOUGH or time.monotonic() - begun < MINUTE):
            start = time.perf_counter()
            work()
            times.append(time.perf_counter() - start)
        return min(times)

    return fastest


def measure(side: int) -> dict[str, Any]:
    """The calibrations, the copy by tiles, and the time of each batch, as the summary holds them."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"  # read once, when numpy is imported
    import numpy as np

    fastest = timer()
    weights = np.random.default_rng(1).random((side, side), np.float32)
    inputs = np.random.default_rng(2).random((side, PEAK_COLUMNS), np.float32)
    flat = weights.ravel()
    bandwidth = weights.nbytes / fastest(lambda: flat @ flat, RUNS)
    peak = 2 * side * side * PEAK_COLUMNS / fastest(lambda: weights @ inputs, ENOUGH)
    times: dict[str, float] = {}
    for batch in BATCHES:
        columns = np.ascontiguousarray(inputs[:, :batch])
        times[str(batch)] = round(1e3 * fastest(lambda columns=columns: weights @ columns, RUNS), 1)  # type: ignore[misc]
    target = np.empty_like(flat)

    def copy_by_tiles() -> None:
        at = 0
        for top in range(0, side, TILE):
            for left in range(0, side, TILE):
                tile = weights[top : top + TILE, left : left + TILE]
                target[at : at + tile.size].reshape(tile.shape)[:] = tile
                at += tile.size

    copied = fastest(copy_by_tiles, ENOUGH)
    library = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        "machine": f"{os.cpu_count()} cores, {platform.processor() or platform.machine()}, {platform.system()}",
        "numpy": np.__version__,
        "openblas": f"{library.get('name', '')} {library.get('version', '')}".strip(),
        "threads": 1,
        "side": side,
        "peak_columns": PEAK_COLUMNS,
        "tile": TILE,
        "runs": RUNS,
        "bandwidth_gb_per_s": round(bandwidth / 1e9, 2),
        "peak_gflop_per_s": round(peak / 1e9, 1),
        "tile_copy_ms": round(1e3 * copied, 1),
        "time_ms": times,
    }


def main() -> int:
    """Measure and write; 2 if that would overwrite a record, or numpy is missing."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--out", type=Path, default=SUMMARY, help="where the summary goes (default: results/summary.json)")
    parser.add_argument("--force", action="store_true", help="overwrite a summary that is there")
    parser.add_argument("--side", type=int, default=SIDE, help=f"rows and columns of the matrix (default: {SIDE})")
    wanted = parser.parse_args()
    if wanted.out.exists() and not wanted.force:
        print(f"{wanted.out} is there already; name another file with --out, or overwrite it with --force", file=sys.stderr)
        return 2
    if wanted.side < 1:
        print(f"--side must be at least 1, not {wanted.side}", file=sys.stderr)
        return 2
    try:
        found = measure(wanted.side)
        wanted.out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    except ModuleNotFoundError as error:
        print(f"{error.name} is missing; `pip install {error.name}`", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{wanted.out} cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    print(f"{found['bandwidth_gb_per_s']} GB/s, {found['peak_gflop_per_s']} GFLOP/s, tiles {found['tile_copy_ms']} ms")
    for batch, milliseconds in found["time_ms"].items():
        print(f"{batch:>4} {milliseconds:8.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
