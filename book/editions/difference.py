"""What a translator has to look at: for each block that is not fresh, the source before and now, and the translation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from book.cache import Cache
from book.editions.block import Block
from book.editions.chapters import read_text
from book.editions.history import History
from book.editions.state import Pair
from book.editions.status import chapter_pairs, sync_of
from book.editions.wording import changes, marked
from book.project import Edition, Project


@dataclass(frozen=True)
class Difference:
    """One block that is not fresh."""

    chapter: str
    """File name."""
    pair: Pair
    path: str
    source_path: str
    old: str | None
    """The source that the translation was made from; None where nothing is known of it."""
    new: str
    """The source as it stands; empty for an orphan."""
    translation: str

    def as_json(self) -> dict[str, Any]:
        """For scripts."""
        steps = [{"old": each.old, "new": each.new} for each in changes(self.old or "", self.new) if not each.same]
        return {"chapter": self.chapter, "state": self.pair.state, "line": self.pair.line, "source_line": self.pair.source_line,
                "old": self.old, "new": self.new, "changes": steps if self.old is not None else None, "translation":
                self.translation}

    def shown(self) -> str:
        """For a person."""
        place = f"{self.path}:{self.pair.line}" if self.pair.line else self.path
        lines = [
            f"── {self.pair.state} · {place}" + (f" ← {self.source_path}:{self.pair.source_line}" if self.pair.source_line else "")
        ]
        if self.new and self.old is not None:
            lines.append(marked(self.old, self.new))
        elif self.new:
            lines.append(self.new)
            if self.pair.state == "stale":
                lines.append("   (its earlier source is not in git: read all of it)")
        if self.translation:
            lines += ["   ↓", self.translation]
        return "\n".join([*lines, ""])


def differences(project: Project, edition: Edition, cache: Cache, names: Sequence[str]) -> list[Difference]:
    """The blocks of these chapters that are not fresh, in the order of the source."""
    sync = sync_of(project, edition)
    found: list[Difference] = []
    for name in names:
        source, target = read_text(project, project.source, name, cache), read_text(project, edition, name, cache)
        history = History(project, cache, name)
        for pair in chapter_pairs(project, edition, name, source, target, sync):
            if pair.state != "fresh":
                found.append(
                    Difference(
                        name,
                        pair,
                        target.path,
                        source.path,
                        _old(pair, history),
                        _joined(pair.source, source.source),
                        _joined(pair.target, target.source),
                    )
                )
    return found


def _old(pair: Pair, history: History) -> str | None:
    texts = [history.text(hash_) for hash_ in pair.old]
    return "\n\n".join(text for text in texts if text) if texts and all(texts) else None


def _joined(blocks: Sequence[Block], source: str) -> str:
    return "\n\n".join(block.text(source) for block in blocks)
