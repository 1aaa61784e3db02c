"""Recompute what experiment 01-01 prints from its recorded values; exit 1 where a printed number differs.

Printed numbers are those linked to `calc:exp-…` in this folder's README and in chapter 1; only the standard library and
the calculator are needed. `python3 verify.py [SUMMARY.json]`
"""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "calculations"))

from infra_calc import budget  # noqa: E402  (the calculator lies beside, not in site-packages)

README = HERE / "README.md"
PRINTED_IN = (README, ROOT / "manuscripts" / "01-first-look.md")
BOUND = re.compile(r"\[([^\[\]]*)\]\(calc:(?:first-look/)?(exp-[a-z0-9-]+)\)")
SETTING = re.compile(r"^\| `(\w+)` \| \[?([^|\]]+?)(?:\]\([^)]*\))? \|", re.M)
NUMBER = re.compile(r"\d[\d,]*(?:\.(\d+))?")
SCALES = (("GB/s", 10**9), ("GFLOP/s", 10**9), ("MB", 10**6), ("ms", Fraction(1, 1000)), ("%", Fraction(1, 100)))
"""Units that these numbers are printed in; any other is a plain number."""
TOLD = ("date", "machine", "numpy", "openblas", "threads", "side", "peak_columns", "tile", "runs")
"""What the README's table of settings must repeat."""


def derived(summary: dict[str, Any]) -> dict[str, Fraction]:
    """Each printed number by its id, exactly, in bytes, seconds and operations."""
    side = summary["side"]
    data, column = 4 * side * side, 2 * side * side
    bandwidth, peak = summary["bandwidth_gb_per_s"] * 10**9, summary["peak_gflop_per_s"] * 10**9
    times = {int(batch): Fraction(value) / 1000 for batch, value in summary["time_ms"].items()}
    slope = (times[256] - times[16]) / 240
    start = times[16] - 16 * slope
    found = {
        "exp-bytes": Fraction(data),
        "exp-bandwidth": Fraction(bandwidth),
        "exp-peak": Fraction(peak),
        "exp-balance": budget.batch_balance(4, peak, bandwidth),
        "exp-read": budget.transfer_time(data, bandwidth),
        "exp-column": slope,
        "exp-pass": start,
        "exp-runs": Fraction(summary["runs"]),
        "exp-copy": Fraction(summary["tile_copy_ms"]) / 1000,
        "exp-growth": times[16] / times[2] - 1,
        "exp-worst": max(abs(1 - (start + batch * slope) / time) for batch, time in times.items() if batch not in (1, 16, 256)),
    }
    for batch, time in times.items():
        bound = budget.step_time(batch * column, peak, data, bandwidth)
        found |= {f"exp-bound-{batch}": bound, f"exp-time-{batch}": time, f"exp-ratio-{batch}": time / bound}
        found[f"exp-model-{batch}"] = start + batch * slope
    return found


def differs(printed: str, value: Fraction) -> bool:
    """Whether a printed number is not the value rounded to its digits."""
    match = NUMBER.search(printed)
    if match is None:
        return True
    scale = next((Fraction(size) for unit, size in SCALES if printed.endswith(unit)), Fraction(1))
    step = Fraction(1, 10 ** len(match[1] or ""))
    return abs(Fraction(match[0].replace(",", "")) - value / scale) * 2 > step


def faults_of(summary: dict[str, Any]) -> list[str]:
    """What does not agree, one sentence each."""
    values = derived(summary)
    faults = [f"the bound of {name[10:]} columns is above the measured time" for name in values
              if name.startswith("exp-ratio-") and values[name] < 1]
    settings = dict(SETTING.findall(README.read_text(encoding="utf-8")))
    faults += [f"README.md has {settings.get(key, 'nothing')} for `{key}`, and the record has {summary[key]}" for key in TOLD
               if settings.get(key, "").replace(",", "") != str(summary[key])]
    return faults + [fault for file in PRINTED_IN for fault in misprints_of(file, values)]


def misprints_of(file: Path, values: dict[str, Fraction]) -> list[str]:
    """Printed numbers of a text that are not those of the record."""
    faults = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        for printed, name in BOUND.findall(line):
            place = f"{file.name}:{number}"
            if name not in values:
                faults.append(f"{place}: `{name}` is not a number of this experiment")
            elif differs(printed, values[name]):
                faults.append(f"{place}: prints {printed} for `{name}`, and the record gives {float(values[name]):.6g}")
    return faults


def main(arguments: list[str]) -> int:
    """0 if all agrees, 1 if not, 2 if there is nothing to compare."""
    path = Path(arguments[0]) if arguments else HERE / "results" / "summary.json"
    try:
        faults = faults_of(json.loads(path.read_text(encoding="utf-8"), parse_float=Fraction))
    except OSError as error:
        print(f"{error.filename} cannot be read: {error.strerror}", file=sys.stderr)
        return 2
    except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError):
        print(f"{path} is not a summary of run.py; run it with --out {path} --force", file=sys.stderr)
        return 2
    if faults:
        print("\n".join(faults))
    else:
        count = sum(len(BOUND.findall(file.read_text(encoding="utf-8"))) for file in PRINTED_IN)
        print(f"{count} printed numbers agree with the record")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
