"""The witness about numbers in another base: `0xFF00, 65,280 in decimal`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.rivals import Told, on_rivals

_LITERAL = re.compile(
    r"(?<![\w.])0[xX](?P<hex>[0-9A-Fa-f]{1,16})(?!\w)|(?<![\w.])0[bB](?P<bin>[01]{1,64})(?!\w)|(?<![\w.])0[oO](?P<oct>[0-7]{1,22})(?!\w)"
    r"|(?<![\w.])\(?(?P<digits>[0-9A-F]{1,32})\)?_\{?(?P<base>16|2|8)\}?(?!\d)"
)
_DECIMAL = re.compile(r"\bdecimal\b|\bbase (?:10|ten)\b|十[进進]制|十進位|десятичн|=|\bequals\b|\bis\b|\bthat is\b|即|等于|等於|это|равно|то есть", re.IGNORECASE)
_BASES = {"hex": 16, "bin": 2, "oct": 8}


@on_rivals
def radixes(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """The doubted number as the decimal value of the only number of the sentence that is written in another base."""
    scene = dispute.scene
    if printed.unit is not None:
        return
    text = scene.text_of(scene.sentence)
    found = {value for match in _LITERAL.finditer(text) if (value := _value(match)) is not None}
    if len(found) != 1 or not _DECIMAL.search(text):
        return
    right = found.pop()
    shown = {"computed": f"{right:,}", "printed": printed.text, "proposed": wanted.text}
    if printed.literal.value == right:
        yield Evidence.of("conversion", For.TEXT, "radix-holds", **shown)
    elif wanted.literal.value == right:
        yield Evidence.of("conversion", For.PROPOSAL, "radix", **shown)


def _value(match: re.Match[str]) -> int | None:
    for name, base in _BASES.items():
        if match[name]:
            return int(match[name], base)
    try:
        return int(match["digits"], int(match["base"]))
    except ValueError:
        return None
