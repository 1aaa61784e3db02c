"""The formulas as data: what each docstring says, read so that a person, a test and a checker see the same.

A docstring holds, in this order: the meaning, the formula between `$$`, a line for each symbol and for the result,
conditions if any, `Source:` and `Example:`, whose `=` is exact and whose `≈` is rounded to twelve digits.
"""

import re
import sys

from infra_calc.errors import Unsupported, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SUBJECTS = (
    "budget",
    "memory",
    "architecture",
    "routing",
    "workload",
    "accelerator",
    "operators",
    "supernode",
    "network",
    "serving",
    "distributed",
    "training",
    "scheduling",
    "edge",
)
_SYMBOL = re.compile(r"- \$(.+?)\$ (\w+) \(([^()]+)\)(?:: (.+))?")
_EXAMPLE = re.compile(r"(\w+)\((.*)\) ([=≈]) (\S+)")


def names() -> list[str]:
    """Every formula as `subject.function`, in the order of the book."""
    return [f"{subject}.{name}" for subject in SUBJECTS for name in _public(_module(subject))]


def function(name: str) -> "Callable[..., Any]":
    """The function `subject.function`; the subject may be left out where one only has that name."""
    known = names()
    matches = [each for each in known if name in (each, each.split(".")[1])]
    if len(matches) > 1:
        raise Unsupported(f"{name!r} is the name of several formulas; say {' or '.join(matches)}")
    if not matches:
        raise unknown("formula", name, known if "." in name else [each.split(".")[1] for each in known])
    subject, _, short = matches[0].partition(".")
    found: Callable[..., Any] = _module(subject).__dict__[short]
    return found


def describe(name: str) -> "dict[str, Any]":
    """The formula's docstring taken apart; keys as in `calc.py explain NAME --format json`."""
    found = function(name)
    if not found.__doc__:
        raise Unsupported("explanations are docstrings: start Python without -OO")
    parts = [" ".join(part.split()) for part in found.__doc__.split("\n\n")]
    latex = next(part.strip("$ ") for part in parts if part.startswith("$$"))
    symbols = [
        {"symbol": symbol, "name": word, "unit": unit, "meaning": meaning or ""}
        for symbol, word, unit, meaning in _symbols(found.__doc__)
    ]
    source, _, example = parts[-1].partition(" Example: ")
    at = next(i for i, part in enumerate(parts) if part.startswith("- $"))
    return {
        "name": f"{found.__module__.rpartition('.')[2]}.{found.__name__}",
        "meaning": parts[0],
        "formula": latex,
        "symbols": symbols[:-1],
        "result": symbols[-1],
        "conditions": " ".join(parts[at + 1 : -1]),
        "source": source.partition("Source: ")[2],
        "example": _example(example),
    }


def _symbols(text: str) -> list[tuple[str, str, str, str]]:
    return [match.groups() for match in map(_SYMBOL.match, map(str.strip, text.split("\n"))) if match]  # type: ignore[misc]


def _example(text: str) -> "dict[str, Any]":
    match = _EXAMPLE.fullmatch(text)
    if match is None:
        raise ValueError(f"not an example: {text!r}")
    given = dict(pair.split("=") for pair in match[2].split(", "))
    return {"call": f"{match[1]}({match[2]})", "inputs": given, "exact": match[3] == "=", "result": match[4]}


def _module(subject: str) -> "Any":
    __import__(f"infra_calc.{subject}")
    return sys.modules[f"infra_calc.{subject}"]


def _public(module: "Any") -> list[str]:
    return [
        name
        for name, value in module.__dict__.items()
        if callable(value) and not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    ]
