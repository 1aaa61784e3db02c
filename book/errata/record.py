"""errata.yaml, the record of accepted errata; apart from the judge, so that a build reads it without loading one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from book.errors import WrongUse
from book.project import Project
from book.yamlfile import parse_yaml

FILE = "errata.yaml"
HEAD = "# Accepted errata, the newest last: place, was, is, since (the release that first has the fault), credit if wanted.\n"


def entries(project: Project) -> list[dict[str, Any]]:
    """The entries of errata.yaml in order; none if there is no file."""
    path = project.root / FILE
    if not path.is_file():
        return []
    data = read_errata(path)
    for number, entry in enumerate(data, start=1):
        lacking = [key for key in ("place", "was", "is", "since") if not isinstance(entry.get(key), str)]
        if lacking:
            raise WrongUse(f"{FILE}: entry {number} lacks {', '.join(lacking)}; write it as text")
    return data


def read_errata(path: Path) -> list[dict[str, Any]]:
    """The list in an errata file."""
    data = parse_yaml(path.read_text(encoding="utf-8"), FILE)
    if data is None:
        return []
    if not isinstance(data, list) or not all(isinstance(entry, dict) for entry in data):
        raise WrongUse(f"{FILE} must be a list of entries (`- place: …`)")
    return data
