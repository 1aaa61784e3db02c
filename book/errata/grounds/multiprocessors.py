"""The witness about multiprocessors: how many a named device has stands in the registry, in the derivations of its peaks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from book.errata.constants import devices_in
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.rivals import Told, on_rivals

_COUNTED = re.compile(
    r"[\s\u00a0]*(?:[个個]\s?)?(?:streaming[\s-])?(?:multiprocessors?|SMs?(?![A-Za-z])|流(?:式)?多?处理器|流處理器|流式多處理器|(?:потоковы\w+\s)?мультипроцессор\w*)",
    re.IGNORECASE,
)
_DERIVED = re.compile(r"(?P<count>\d{1,3}) SM\*")


@on_rivals
def multiprocessors(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """A doubted number of multiprocessors against that of the device that the sentence names."""
    scene = dispute.scene
    figure = dispute.targets[0]
    if not _COUNTED.match(scene.reading.text, figure.core):
        return
    records = devices_in(scene.text_of(scene.sentence))
    counts = {int(match["count"]) for record in records for match in _DERIVED.finditer(str(record.get("figures", "")))}
    if len(counts) != 1 or len({str(record["name"]).split("-")[0] for record in records}) != 1:
        return
    right = counts.pop()
    shown = {"device": str(records[0]["title"]), "value": str(right), "printed": printed.text, "proposed": wanted.text}
    if printed.literal.value == right:
        yield Evidence.of("constant", For.TEXT, "multiprocessors-printed", **shown)
    elif wanted.literal.value == right:
        yield Evidence.of("constant", For.PROPOSAL, "multiprocessors", **shown)
    else:
        yield Evidence.of("constant", For.OTHER, "multiprocessors-neither", **shown)
