"""A heading as plain text, for outlines and contents that show no formulas: simple TeX in letters that everybody can read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from book.manuscript.tree import Node, rebuild, string, stringify

GREEK = ("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon phi chi psi omega")
LETTERS = {name: chr(0x3B1 + index) for index, name in enumerate(GREEK.split())}
SIGNS = LETTERS | {name.capitalize(): letter.upper() for name, letter in LETTERS.items()} | {
    "times": "×", "cdot": "·", "div": "÷", "pm": "±", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "sim": "∼",
    "infty": "∞", "sum": "∑", "prod": "∏", "sqrt": "√", "to": "→", "rightarrow": "→", "log": "log", "max": "max", "min": "min", "ldots": "…", "cdots": "⋯",
    "varepsilon": "ε", "varphi": "φ", "ell": "ℓ", "quad": " ", "left": "", "right": "", "%": "%", "_": "_", "{": "{", "}": "}", ",": "\u2009", ";": " ",
    " ": " ", "!": "", ":": " "}
UPPER = dict(zip("0123456789+-=()n" "i", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ" "ⁱ", strict=True))
LOWER = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
WORDS = re.compile(r"([_^]?)\s*\\(?:mathrm|mathbb|mathbf|mathit|mathsf|mathtt|mathcal|boldsymbol|text\w*|operatorname\*?|mbox)\s*\{([^{}]*)\}")
ROOT = re.compile(r"\\sqrt\s*\{([^{}]*)\}")
FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
SCRIPT = re.compile(r"([_^])\s*(?:\{([^{}]*)\}|(\\[A-Za-z]+|[^\\\s{}(]))")
COMMAND = re.compile(r"\\([A-Za-z]+|.)")


def title_text(inlines: Sequence[Node]) -> str:
    """The words of a heading, formulas in Unicode as far as it goes."""
    return stringify(rebuild(inlines, lambda node: [string(formula_text(node["c"][1]))] if node["t"] == "Math" else None))


def formula_text(tex: str) -> str:
    """A formula without commands; what has no letter of its own stays as it is written.

    >>> formula_text(r"T_p = \\frac{R}{\\beta}")
    'Tₚ = R/β'
    """
    text, before = tex.strip(), ""
    while text != before:  # from the inside out
        before = text
        text = WORDS.sub(lambda match: f"{match[1]}{{{match[2]}}}" if match[1] else match[2], text)
        text = ROOT.sub(lambda match: f"√{_grouped(match[1])}", text)
        text = FRACTION.sub(lambda match: f"{_grouped(match[1])}/{_grouped(match[2])}", text)
        text = SCRIPT.sub(_script, text)
    text = COMMAND.sub(lambda match: SIGNS.get(match[1], match[0]), text)
    return " ".join(re.sub(r"(?<!\\)[{}]", "", text).split(" "))


def _grouped(part: str) -> str:
    return f"({part})" if re.search(r"[+\-/ ]", part.strip()) else part


def _script(match: re.Match[str]) -> str:
    inner = match[2] if match[2] is not None else match[3]
    letters = UPPER if match[1] == "^" else LOWER
    inner = COMMAND.sub(lambda sign: SIGNS.get(sign[1], sign[0]), inner).strip()
    if all(letter in letters for letter in inner):
        return "".join(letters[letter] for letter in inner)
    return f"{match[1]}{inner}" if len(inner) == 1 else f"{match[1]}({inner})" if match[1] == "^" else f"_{inner}"
