"""The link to the form, with edition, build and quote or number filled in, short enough for every browser."""

from __future__ import annotations

from urllib.parse import quote, urlencode

LIMIT = 2_000
"""Characters of an address that browsers and mail programs keep."""


def report_link(repository: str, *, edition: str, build: str, words: str = "", number: str = "", location: str = "") -> str:
    """The address of a new report in a repository (`https://…/owner/name`); the quote is cut at a character until all fits."""
    base = f"{repository.rstrip('/')}/issues/new?"
    fixed = {"template": "erratum.yml", "edition": edition, "build": build}
    if number:
        fixed["location"] = f"{location} calc:{number}".strip()
    elif location:
        fixed["location"] = location
    address = base + urlencode(fixed, quote_via=quote)
    room = LIMIT - len(address) - len("&quote=") - 1
    kept = words
    while kept and len(quote(kept)) > room:
        kept = kept[: max(0, min(len(kept) - 1, len(kept) * room // max(1, len(quote(kept)))))]
    return address + (f"&quote={quote(kept)}" if kept else "")
