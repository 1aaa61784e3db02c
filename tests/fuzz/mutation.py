"""Mutations of a text by words and signs that mean something here: operators, units, markup, digits, pieces of other texts."""

from __future__ import annotations

import random
from collections.abc import Sequence

TOKENS = [*"=+-×/·^_{}()[]$`|%.,:;~≈<>、，。；：（）\n", "10^", "\\times", "\\frac{", "}{", "\\sqrt{", "\\begin{aligned}", "\\\\", "&", " GB",
          " GB/s", " ms", " 亿", "万", "倍", "%", " раз", " млн", "is ", "that is, ", "from ", " to ", "即", "约", "从", "到", "增加了", "в ",
          "1e999", "9**9**9", "½", "0x1F", "１２", "٣", "²", "1,024", "1 024", "3,5", "0.5", "NaN", "\u00a0", "\u200b", "\u202e", "\ufffc", "\uf8fe",
          "### ", "quote: ", "- ", "| ", "|---|", "[^1]", "](calc:x)", "{#eq:x}", ":::", "```", "<b>", "!!", "&a ", "*a"]


def mutated(text: str, others: Sequence[str], dice: random.Random) -> str:
    """`text` after one to four changes; `others` give pieces."""
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(text) + 1)
        end = min(len(text), at + dice.choice((0, 0, 1, 2, 8, 30)))
        donor = dice.choice(others)
        start = dice.randrange(len(donor) + 1)
        new = dice.choice((dice.choice(TOKENS), str(dice.randint(0, 99999)), donor[start:start + dice.choice((3, 20, 200))], "",
                           text[at:end] * dice.randint(1, 9)))
        text = text[:at] + new + text[end:]
    return text
