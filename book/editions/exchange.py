"""An edition out to a PO file and in again: translations come back into the Markdown, block by block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from book.cache import Cache, write_atomically
from book.editions.accept import entries_of, rewrite
from book.editions.block import Block
from book.editions.chapters import Text, blocks_of, read_text
from book.editions.history import History
from book.editions.po import Message, read_po, write_po
from book.editions.reading import digest_of, numbers_as
from book.editions.state import Pair
from book.editions.status import chapter_pairs, sync_of
from book.editions.sync import write_sync
from book.project import Edition, Project


@dataclass
class Imported:
    """What came in."""

    written: int = 0
    """Blocks with a new text."""
    accepted: int = 0
    """Blocks that follow the source now."""
    unknown: list[int] = field(default_factory=list)
    """Lines of entries whose source text stands nowhere in the book: it has changed since the export."""


def export_po(project: Project, edition: Edition, cache: Cache) -> str:
    """The PO text of an edition, chapter by chapter."""
    sync = sync_of(project, edition)
    messages: list[Message] = []
    for name in project.chapters:
        source, target = read_text(project, project.source, name, cache), read_text(project, edition, name, cache)
        history = History(project, cache, name)
        pairs = chapter_pairs(project, edition, name, source, target, sync)
        names = contexts(source)
        messages += [_message(pair, source, target, names, history) for pair in pairs if pair.source]
    header = {
        "Project-Id-Version": f"{project.name} {project.version}".strip(),
        "Language": edition.language.tag,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "X-Source-Language": project.source.language.tag,
    }
    return write_po(messages, header)


def contexts(text: Text) -> dict[int, str]:
    """For each block (by its start) a name that tells equal texts apart: chapter, section, number in the section."""
    counts: dict[str, int] = {}
    found = {}
    for block in text.blocks:
        counts[block.section] = counts.get(block.section, 0) + 1
        found[block.start] = f"{text.slug} {block.section or '-'} {counts[block.section]}"
    return found


def _message(pair: Pair, source: Text, target: Text, names: Mapping[int, str], history: History) -> Message:
    fuzzy = pair.state in ("stale", "draft")
    previous = next((text for hash_ in pair.old if (text := history.text(hash_))), "") if pair.state == "stale" else ""
    translation = "" if pair.state == "copy" else "\n\n".join(block.text(target.source) for block in pair.target)
    return Message(
        names[pair.source[0].start],
        "\n\n".join(block.text(source.source) for block in pair.source),
        translation,
        f"{source.path}:{pair.source_line}",
        fuzzy,
        previous,
        "a draft made by a program" if pair.state == "draft" else "",
    )


def import_po(project: Project, edition: Edition, cache: Cache, text: str, name: str) -> Imported:
    """Write the translations of a PO file into the edition; fuzzy ones are written but not accepted."""
    messages = [message for message in read_po(text, name) if message.translation.strip()]
    sync = sync_of(project, edition)
    result = Imported()
    used: set[int] = set()
    for file_name in project.chapters:
        source, target = read_text(project, project.source, file_name, cache), read_text(project, edition, file_name, cache)
        pairs = chapter_pairs(project, edition, file_name, source, target, sync)
        found = dict(_matched(pairs, source, messages, used))
        if not found:
            continue
        new, written = _rewritten(source, target, pairs, found)
        result.written += written
        write_atomically(edition.folder / file_name, new.encode())
        path = project.relative(edition.folder / file_name)
        after = Text(path, target.slug, new, blocks_of(new, path, project.dialect, numbers_as(edition.language), cache))
        ready = {
            block.hash for pair, message in ((pairs[i], m) for i, m in found.items()) if not message.fuzzy for block in pair.source
        }
        fresh = chapter_pairs(project, edition, file_name, source, after, sync)
        rewrite(sync, file_name, fresh, lambda pair, ready=ready: entries_of(pair) if pair.target and pair.source and all(  # type: ignore[misc]
            block.hash in ready for block in pair.source) else None)
        result.accepted += sum(all(block.hash in ready for block in pair.source) for pair in fresh if pair.source and pair.target)
    write_sync(edition.folder, sync, project.chapters)
    result.unknown = [message.line for message in messages if message.line not in used]
    return result


def _matched(pairs: Sequence[Pair], source: Text, messages: Sequence[Message], used: set[int]) -> Iterator[tuple[int, Message]]:
    """The message for each unit: the same source text, and of several the one with its context."""
    names = contexts(source)
    by_text: dict[str, list[Message]] = {}
    for message in messages:
        by_text.setdefault(digest_of(message.source), []).append(message)
    for index, pair in enumerate(pairs):
        if not pair.source:
            continue
        wanted = digest_of("\n\n".join(block.text(source.source) for block in pair.source))
        found = by_text.get(wanted, [])
        here = names[pair.source[0].start]
        best = next((m for m in found if m.context == here), None) or next((m for m in found if m.line not in used), None)
        if best:
            used.add(best.line)
            yield index, best


def _rewritten(source: Text, target: Text, pairs: Sequence[Pair], found: Mapping[int, Message]) -> tuple[str, int]:
    """The chapter with the new texts; where the edition lacks it, the source's own frame around them."""
    if target.missing:
        parts, at, count = [], 0, 0
        for index, pair in enumerate(pairs):
            first, last = pair.source[0], pair.source[-1]
            text = found[index].translation if index in found else source.source[first.start:last.end]
            count += index in found
            parts += [source.source[at:first.start], text]
            at = last.end
        return "".join([*parts, source.source[at:]]), count
    edits: list[tuple[int, int, str]] = []
    before: Block | None = None
    for index, pair in enumerate(pairs):
        if index in found and pair.target:
            if "\n\n".join(block.text(target.source) for block in pair.target) != found[index].translation:
                edits.append((pair.target[0].start, pair.target[-1].end, found[index].translation))
        elif index in found:
            at = before.end if before else 0
            edits.append((at, at, ("\n\n" if before else "") + found[index].translation + ("" if before else "\n\n")))
        if pair.source and pair.target:
            before = pair.target[-1]
    parts, at = [], 0
    for start, end, text in sorted(edits, key=lambda edit: edit[0]):
        parts += [target.source[at:start], text]
        at = end
    return "".join([*parts, target.source[at:]]), len(edits)
