"""The functions of the calculator by name, with the units of their annotations."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from book.ledger.errors import LedgerProblem

Function = Callable[..., Any]


@cache
def function(name: str) -> Function:
    """The function `budget.transfer_time` of infra_calc; its annotations are units.

    Raises LedgerProblem for a module or a function that is not there.
    """
    module_name, _, short = name.partition(".")
    if not (module_name.isidentifier() and short.isidentifier()) or short.startswith("_"):
        raise LedgerProblem(f"`{name[:60]}` is no function; write MODULE.FUNCTION as in `budget.transfer_time`")
    try:
        module = importlib.import_module(f"infra_calc.{module_name}")
    except ModuleNotFoundError:
        raise LedgerProblem(f"the calculator has no module `{module_name[:40]}`") from None
    found = module.__dict__.get(short)
    if not callable(found) or getattr(found, "__module__", "") != module.__name__ or "return" not in found.__annotations__:
        raise LedgerProblem(_close(name, module_name, module.__dict__))
    result: Function = found
    return result


def _close(name: str, module_name: str, members: dict[str, Any]) -> str:
    """The refusal of a function that is not there, with the nearest one."""
    from difflib import get_close_matches

    known = [each for each, value in members.items() if callable(value) and not each.startswith("_")]
    near = get_close_matches(name.partition(".")[2], known, 1, 0.5)
    hint = f"; is it `{module_name}.{near[0]}`?" if near else "; `calculations/calc.py explain` lists them"
    return f"the calculator has no function `{name[:60]}`{hint}"


def parameters(called: Function) -> dict[str, str]:
    """Parameter names and their units, in order, without the result."""
    return {name: str(unit) for name, unit in called.__annotations__.items() if name != "return"}


def result_unit(called: Function) -> str:
    """The unit of a function's result."""
    return str(called.__annotations__["return"])


def source_file(called: Function) -> Path:
    """The file that holds a function."""
    return Path(sys.modules[called.__module__].__file__ or "")


def latex(called: Function) -> str:
    """The formula that a function's docstring prints between `$$`."""
    found = re.search(r"\$\$(.+?)\$\$", called.__doc__ or "", re.S)
    return " ".join(found[1].split()) if found else ""


def source(called: Function) -> str:
    """Where a function's formula is from, as its docstring says."""
    found = re.search(r"^\s*Source: (.+?)(?:\n\s*Example:|\Z)", called.__doc__ or "", re.S | re.M)
    return " ".join(found[1].split()) if found else ""
