"""check.json: what `make check` found, for which commit and which files, so that a release can tell whether it still holds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from book.cache import write_atomically
from book.errors import Fault
from book.proof.gates import Result
from book.release.artefacts import CHECK

GATES = ("check", "numbers", "parity", "build", "two builds", "pdf", "epub", "looks")
"""What every edition must pass."""
TOOLCHAIN = "toolchain"
"""The row of what is checked once for all editions."""

Table = Mapping[str, Mapping[str, Result]]
"""Results by edition and gate."""


@dataclass(frozen=True)
class Proof:
    """The outcome of `make check`."""

    commit: str
    """Empty outside of version control."""
    modified: bool
    """Whether anything differed from the commit."""
    files: Mapping[str, str]
    """SHA-256 of the artefacts that were looked at."""
    gates: Table
    seconds: Mapping[str, float]
    """By step."""

    def failures(self) -> Iterator[tuple[str, str, str]]:
        """Edition, gate and what is wrong, for each gate that did not pass."""
        for row, results in self.gates.items():
            for gate, result in results.items():
                if result.state != "ok":
                    yield row, gate, result.reason or "; ".join(str(fault) for fault in result.faults[:3])

    def write(self, dist: Path) -> None:
        """Keep it beside the artefacts."""
        document = {"commit": self.commit, "modified": self.modified, "files": dict(self.files), "seconds": dict(self.seconds),
                    "gates": {row: {gate: result.as_json() for gate, result in results.items()} for row, results in self.gates.items()}}
        write_atomically(dist / CHECK, (json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode())


def read_proof(dist: Path) -> Proof | None:
    """The last proof; None if there is none, or none that can be read."""
    try:
        found = json.loads((dist / CHECK).read_bytes())
        gates = {row: {gate: _result(gate, each) for gate, each in results.items()} for row, results in found["gates"].items()}
        return Proof(str(found["commit"]), bool(found["modified"]), dict(found["files"]), gates, dict(found["seconds"]))
    except (OSError, ValueError, TypeError, LookupError, AttributeError):
        return None


def _result(gate: str, found: Mapping[str, Any]) -> Result:
    faults = tuple(Fault(str(each["path"]), int(each["line"]), 0, str(each["message"]), str(each["code"])) for each in found.get("faults", ()))
    reason = str(found.get("reason", ""))
    if found["state"] != "ok" and not faults and not reason:
        reason = f"is `{found['state']}`"
    return Result(gate, faults, reason)
