"""Figures of the registries: `h100-sxm.memory.bandwidth` of hardware/, `qwen3-32b.config.hidden_size` of models/."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from infra_calc import data, hardware
from infra_calc.errors import CalculatorError, unknown

from book.ledger.errors import LedgerProblem

_UNITS = {"parameters": "parameter", "active_parameters": "parameter", "language_model_parameters": "parameter",
          "components": "parameter", "weight_bytes": "byte", "kv_bytes_per_token": "byte/token", "recurrent_bytes": "byte",
          "state_bytes": "byte", "layers": "1"}
"""What the calculator says about a model, and in which unit."""


@dataclass(frozen=True)
class Figure:
    """A published figure, or one that follows from a published configuration."""

    value: Fraction
    unit: str
    source: str
    """Document, locator and date."""
    command: str
    """The calculator's line that shows it."""
    tags: str = ""
    """What a reader must know: dense or sparse, one direction, …"""


@cache
def figure(path: str) -> Figure:
    """The figure at a path; LedgerProblem names what is close when there is none."""
    try:
        model = _model(path)
        return _of_model(model, path[len(model) + 1:]) if model else _of_hardware(path)
    except CalculatorError as error:
        raise LedgerProblem(str(error)) from None


@cache
def _names(folder: str) -> frozenset[str]:
    return frozenset(data.names(folder))


def _model(path: str) -> str:
    """The model's name at the start of a path (it may hold dots); empty for a device."""
    parts = path.split(".")
    heads = [".".join(parts[:count]) for count in range(len(parts) - 1, 0, -1)]
    return next((head for head in heads if head in _names("models")), "")


def _of_hardware(path: str) -> Figure:
    parts = path.split(".")
    if not any(".".join(parts[:count]) in _names("hardware") for count in (1, 2)):
        raise unknown("device or model", parts[0], [*_names("hardware"), *_names("models")])
    found = hardware.figure(path)
    tags = ", ".join(str(found[tag]) for tag in ("sparsity", "input", "accumulator", "link", "scope", "basis") if tag in found)
    source = f"{found['source']}: {found['locator']}" if found.get("locator") else str(found["source"])
    record = next(name for name in (".".join(parts[:count]) for count in (2, 1)) if name in _names("hardware"))
    return Figure(Fraction(*found["exact"]), str(found["unit"]), f"{source}; printed {found['printed']}",
                  f"python3 calculations/calc.py hardware {record}", tags)


def _of_model(name: str, path: str) -> Figure:
    record = data.read("models", name)
    source = "; ".join(str(record[key]) for key in ("repository", "document", "date") if key in record)
    head, _, rest = path.partition(".")
    if head == "config":
        value = _nested(record["config"], rest, f"{name}.config")
        return Figure(_fraction(value, f"{name}.{path}"), "1", source, f"python3 calculations/calc.py model {name}")
    if head not in _UNITS:
        raise unknown(f"figure of {name}", path, ["config.…", *_UNITS])
    value = _nested(_told(name), path, name)
    command = f"python3 calculations/calc.py model {name} --format json"
    return Figure(_fraction(value, f"{name}.{path}"), _UNITS[head], source, command)


@cache
def _told(name: str) -> dict[str, Any]:
    """The calculator's document about a model."""
    from infra_calc.model_report import model_report

    document: dict[str, Any] = model_report(name).document
    return document


def _nested(found: Any, path: str, what: str) -> Any:
    for key in path.split("."):
        if not isinstance(found, dict | list) or (isinstance(found, dict) and key not in found):
            raise unknown(f"field of {what}", key, list(found) if isinstance(found, dict) else [])
        if isinstance(found, list):
            if not key.isdigit() or int(key) >= len(found):
                raise unknown(f"item of {what}", key, [f"0 … {len(found) - 1}"])
            found = found[int(key)]
        else:
            found = found[key]
    return found


def _fraction(value: Any, what: str) -> Fraction:
    """An exact number; floats of a JSON file are taken as printed."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise LedgerProblem(f"{what} is no number but {str(value)[:40]!r}")
    return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
