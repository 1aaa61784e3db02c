"""Footnotes that call footnotes: pandoc writes each out where it is called, without end when one calls itself."""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter

from book.manuscript.positions import NOTE_END

MOST = 10_000
"""Footnotes that one call may unfold to; real ones call none or one."""

_CODE = re.compile(r"^(?P<fence>[ \t>]*(?:`{3,}|~{3,}))[^\n]*\n.*?^(?P=fence)|(?P<ticks>`+)[^\n]+?(?P=ticks)", re.S | re.M)
_DEFINITION = re.compile(r"^[ \t>*+\-\d.)]*\[\^([^\]\n]+)\]:", re.M)
_CALL = re.compile(r"(?<!\\)\[\^([^\]\n]+)\]")
_INK = re.compile(r"[^\n]")


def endless(text: str) -> tuple[int, str] | None:
    """The place and the name of a footnote that calls itself, directly or through others, or unfolds to thousands; None without one."""
    if text.count("[^") < 2 or not _circle(text):
        return None
    return _circle(_CODE.sub(lambda match: _INK.sub(" ", match[0]), text))


def _circle(text: str) -> tuple[int, str] | None:
    """The same for a text in which everything is taken for a call, also in code."""
    places: dict[str, int] = {}
    calls: dict[str, list[str]] = {}
    found = list(_DEFINITION.finditer(text))
    for i, match in enumerate(found):
        following = found[i + 1].start() if i + 1 < len(found) else len(text)
        end = NOTE_END.search(text, match.end(), following)
        name = match[1].casefold()
        places.setdefault(name, match.start())
        calls.setdefault(name, []).extend(call[1].casefold() for call in
                                          _CALL.finditer(text, match.end(), end.start() if end else following))
    name = _endless(calls)
    return (places[name], name) if name else None


def _endless(calls: dict[str, list[str]]) -> str:
    """The first footnote of a circle, or one that unfolds to too many; empty if there is none."""
    order = TopologicalSorter({name: [other for other in inner if other in calls] for name, inner in calls.items()})
    sizes: dict[str, int] = {}
    try:
        for name in order.static_order():
            sizes[name] = 1 + sum(sizes.get(other, 0) for other in calls[name])
            if sizes[name] > MOST:
                return name
    except CycleError as error:
        return str(error.args[1][0])
    return ""
