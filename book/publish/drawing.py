"""Draws figures in a process of its own: `draw(words, number)` of each script, saved as SVG whose text is outlines."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any


def number_style(decimal: str, thousands: str) -> Callable[[float, int], str]:
    """How the edition prints a number with so many decimals."""

    def number(value: float, digits: int = 0) -> str:
        return f"{value:,.{digits}f}".replace(",", "\0").replace(".", decimal).replace("\0", thousands)

    return number


def set_fonts(fonts: Mapping[str, list[str]], *, cjk: bool) -> None:
    """The edition's sans family, with its Chinese one behind it, for all text of a figure."""
    import matplotlib

    families = [*fonts["sans"], *fonts["cjk_sans"]] if not cjk else [*fonts["cjk_sans"], *fonts["sans"]]
    matplotlib.rcParams.update({"font.family": families, "svg.fonttype": "path", "svg.hashsalt": "book", "mathtext.fontset": "stix",
                                "axes.unicode_minus": True, "font.size": 8})


def load(script: Path) -> Any:
    """A figure's module from its file."""
    spec = importlib.util.spec_from_file_location(f"figure_{script.stem}", script)
    if spec is None or spec.loader is None:
        raise ImportError(f"{script.name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """Read the order from stdin; on a failure the last line of stderr is the target, a tab and the reason."""
    order = json.load(sys.stdin)
    sys.path[:0] = order["path"]
    set_fonts(order["fonts"], cjk=order["cjk"])
    number = number_style(order["decimal"], "\u202f" if order["decimal"] == "," else ",")
    for target, (script, out) in order["jobs"].items():
        try:
            module = load(Path(script))
            words = module.WORDS.get(order["edition"]) or module.WORDS.get(order["language"]) or module.WORDS["en"]
            figure = module.draw(words, number)
            figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
        except Exception as error:  # a script is the author's code: whatever it raises is told in one line
            sys.stderr.write(f"\n{target}\t{type(error).__name__}: {error}\n")
            sys.exit(1)


if __name__ == "__main__":
    main()
