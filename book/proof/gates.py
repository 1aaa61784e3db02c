"""What a thorough check of an artefact says: one result for each gate, where `not checked` is no pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from book.errors import BookError, Fault, ToolMissing


@dataclass(frozen=True)
class Result:
    """One gate of one artefact."""

    gate: str
    faults: tuple[Fault, ...] = ()
    reason: str = ""
    """Why it was not checked; empty if it was."""

    @property
    def state(self) -> str:
        """`ok`, `failed` or `not checked`."""
        return "not checked" if self.reason else "failed" if self.faults else "ok"

    def as_json(self) -> dict[str, Any]:
        """The object of proof.json."""
        return {
            "state": self.state,
            **({"reason": self.reason} if self.reason else {}),
            **(
                {"faults": [{"path": f.path, "line": f.line, "message": f.message, "code": f.code} for f in self.faults]}
                if self.faults
                else {}
            ),
        }


def pass_through(gate: str, check: Callable[[], Iterable[Fault]]) -> Result:
    """Run one check; a tool that is missing or that cannot do its work leaves the gate unchecked."""
    try:
        return Result(gate, tuple(check()))
    except ToolMissing as error:
        return Result(gate, reason=str(error))
    except BookError as error:
        return Result(gate, reason=f"failed to run: {error}")
