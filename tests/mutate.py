"""What `book check` catches: `make mutate`, or `python -m tests.mutate [--seed N] [--count N] [--edition ID]`.

Digits, units, exponents, signs and factors of the book's text and formulas are changed, one at a time, in every edition. A chapter is
parsed once; the mutated blocks alone are read again, many in one call of pandoc, and judged by the rules, the ledger and the comparison
of editions that `book check` uses. Each block is also read as it stands: what is found there is not counted. Survivors are listed.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from rich.console import Console
from rich.table import Table as Shown

from book.cache import Cache
from book.checks import coverage, parity, translation, typography
from book.checks.chapter import pieces
from book.checks.edition import Text, check_pieces, texts_of, tree_of, values_of
from book.checks.passage import Table
from book.checks.run import check
from book.editions.block import Block, cut
from book.editions.reading import numbers_as
from book.editions.state import Pair
from book.editions.status import sync_of
from book.findings import Finding, Severity
from book.ledger.lookup import Ledger
from book.manuscript.blocks import shape
from book.manuscript.positions import Lines
from book.manuscript.reader import Chapter, chapter_of, parse, read_source
from book.manuscript.tree import Node
from book.project import Edition, Project, load_project
from tests.mutation import CHANGES, PLACES, Mutation, mutations_of, spans_of

ROOT = Path(__file__).resolve().parents[1]
BATCH = 60_000
"""Characters of mutated blocks in one call of pandoc."""
HEADING = "mutant-"
NOTE = re.compile(r"\[\^([^\]\n]+)\]")
REQUIRED = ("bound number", "labelled formula", "verified chain")
"""Places where nearly every change must be caught."""
LIMIT = 0.99


@dataclass(frozen=True)
class Part:
    """A block of a chapter with what belongs to it: a list with the words before it, a note with its paragraph."""

    edition: str
    name: str
    """The chapter's file."""
    start: int
    end: int


class Original:
    """A chapter as it stands, parsed once."""

    def __init__(self, project: Project, edition: Edition, name: str, store: Cache) -> None:
        path = edition.folder / name
        shown = project.relative(path)
        source = read_source(path, shown)
        text = Text(path, shown, edition.language.tag, edition.id)
        self.edition, self.name, self.language = edition, name, edition.language.tag
        self.chapter: Chapter = chapter_of(tree_of(project, text, source, store), source, shown)
        self.pieces = list(pieces(self.chapter.blocks, self.language))
        self.values = values_of(self.chapter, self.pieces, _ledger())

    def parts(self) -> list[Part]:
        """The chapter in parts that can be read alone."""
        starts: list[int] = []
        last = ""
        for node in self.chapter.blocks:
            if not (node["t"] in ("BulletList", "OrderedList") and last == "Para"):
                starts.append(node["p"])
            last = node["t"]
        return [Part(self.edition.id, self.name, start, end)
                for start, end in zip(starts, [*starts[1:], len(self.chapter.source)], strict=True)]

    def places(self) -> dict[str, list[tuple[int, int]]]:
        """Where claims that hold and quantities stand in the source, as the checks see it."""
        report = check([piece.block for piece in self.pieces], self.chapter.source)
        chains = []
        for piece, sound in zip(self.pieces, report.sound, strict=True):
            for start, end in sound:
                inside = isinstance(piece.block, Table)
                chains.append((start, end) if inside else (piece.reading.source_offset(start), piece.reading.source_offset(end - 1) + 1))
        if self.values is None:
            return {"verified chain": chains}
        found = coverage.quantities_of(self.pieces, report.sound, self.values, self.language)
        return {"verified chain": chains, "other quantity": [(each.at, each.at + len(each.text)) for each in found]}


@cache
def _project() -> Project:
    return load_project(ROOT)


@cache
def _ledger() -> Ledger:
    return Ledger(ROOT)


@cache
def _original(edition: str, name: str) -> Original:
    project = _project()
    return Original(project, project.editions[edition], name, Cache(ROOT / "build" / "cache"))


@cache
def _pairs(edition: str, name: str) -> parity.Both:
    """The chapter of a translation beside its source."""
    project, store = _project(), Cache(ROOT / "build" / "cache")
    return translation.both_of(project, project.editions[edition], name, store, sync_of(project, project.editions[edition]))


# where to change what

def mutations(edition: str, name: str, rng: random.Random) -> list[tuple[Part, Mutation]]:
    """Every change of a chapter that can be made."""
    original = _original(edition, name)
    source = original.chapter.source
    parts = original.parts()
    starts = [part.start for part in parts]
    spans = spans_of(source) | original.places()
    return [(parts[bisect_right(starts, each.at) - 1], each)
            for each in mutations_of(source, spans, original.language, rng) if each.at >= starts[0]]


# how a change is judged

Judged = tuple[Part, Mutation, frozenset[str]]
"""A change, and the codes that caught it; none for a survivor."""


def judged(job: tuple[str, str, list[tuple[Part, Mutation]]]) -> list[Judged]:
    """The mutations of a chapter, each judged."""
    edition, name, wanted = job
    original = _original(edition, name)
    source = original.chapter.source
    parts = list(dict.fromkeys(part for part, _ in wanted))
    texts = [source[part.start:part.end] for part in parts]
    texts += [source[part.start:each.at] + each.new + source[each.at + len(each.old):part.end] for part, each in wanted]
    owners = [*parts, *(part for part, _ in wanted)]
    before: dict[Part, Counter[tuple[str, str, str]]] = {}
    result: list[Judged] = []
    for i, chapter in enumerate(_read(original, texts)):
        found = [f for f in _findings(original, owners[i], chapter) if f.severity is Severity.ERROR]
        keys = Counter((f.id, f.stated, f.computed) for f in found)
        if i < len(parts):
            before[owners[i]] = keys
            continue
        result.append((*wanted[i - len(parts)], frozenset(code for code, _, _ in keys - before[owners[i]])))
    return result


def _read(original: Original, texts: Sequence[str]) -> Iterator[Chapter]:
    """Each text as a chapter of its own, parsed many at a time."""
    batch: list[str] = []
    size = 0
    for number, text in enumerate(texts):
        own_notes = NOTE.sub(rf"[^\1-{number}]", text).strip()
        batch.append(f"# M {{#{HEADING}{number}}}\n\n{own_notes}\n\n")
        size += len(text)
        if size > BATCH or number == len(texts) - 1:
            yield from _parsed(original, batch)
            batch, size = [], 0


def _parsed(original: Original, batch: Sequence[str]) -> Iterator[Chapter]:
    text = "".join(batch)
    blocks = shape(parse(text, _project().dialect, original.chapter.path)["blocks"])
    heads = [i for i, node in enumerate(blocks) if node["t"] == "Header" and node["c"][1][0].startswith(HEADING)]
    if len(heads) != len(batch):
        sys.exit(f"mutate: {original.chapter.path}: a change has swallowed the next block; {len(batch)} blocks went in, {len(heads)} came out")
    for i, head in enumerate(heads):
        inside: list[Node] = blocks[head + 1:heads[i + 1] if i + 1 < len(heads) else len(blocks)]
        end = blocks[heads[i + 1]]["p"] if i + 1 < len(heads) else len(text)
        start = blocks[head]["p"]
        own = " " * start + text[start:end]
        yield replace(original.chapter, source=own, blocks=inside, lines=Lines(own))


def _findings(original: Original, part: Part, chapter: Chapter) -> Iterator[Finding]:
    """What `book check` says of a part: the rules and the ledger, typography, and the comparison with the other editions."""
    found = list(pieces(chapter.blocks, original.language))
    yield from check_pieces(chapter, found, original.language, _ledger(), Cache(ROOT / "build" / "cache"), original.values).findings
    yield from typography.findings_of(chapter, chapter.blocks, original.language)
    blocks = cut(chapter, numbers_as(original.edition.language))
    source = original.edition.is_source
    others = [each.id for each in _project().editions.values() if not each.is_source] if source else [original.edition.id]
    for other in others:
        if (_project().editions[other].folder / original.name).is_file():
            yield from parity.findings_of(_compared(_pairs(other, original.name), part, chapter, blocks, source=source))


def _compared(both: parity.Both, part: Part, chapter: Chapter, blocks: Sequence[Block], *, source: bool) -> parity.Both:
    """A pair of chapters cut down to the units of a part, with the part's new blocks in the place of the old ones."""
    def of(pair: Pair) -> tuple[Block, ...]:
        return pair.source if source else pair.target

    old = sorted({block.start: block for pair in both.pairs for block in of(pair) if part.start <= block.start < part.end}.values(),
                 key=lambda block: block.start)
    if len(old) != len(blocks):
        return replace(both, pairs=[])
    new = {before.start: after for before, after in zip(old, blocks, strict=True)}
    touched = [(pair, tuple(new.get(block.start, block) for block in of(pair))) for pair in both.pairs
               if any(block.start in new for block in of(pair))]
    if source:
        return replace(both, source=replace(both.source, chapter=chapter), pairs=[replace(pair, source=own) for pair, own in touched])
    return replace(both, target=replace(both.target, chapter=chapter), pairs=[replace(pair, target=own) for pair, own in touched])


# the whole

def run(seed: int, count: int, only: str) -> list[Judged]:
    """A sample of all changes, judged."""
    rng = random.Random(seed)
    project = _project()
    editions = project.pick((only,) if only else ())
    every = [each for edition in editions for text in texts_of(project, [edition]) for each in mutations(edition.id, text.path.name, rng)]
    chosen = rng.sample(every, min(count, len(every)))
    print(f"{len(chosen):,} of {len(every):,} possible changes, seed {seed}", flush=True)
    jobs: dict[tuple[str, str], list[tuple[Part, Mutation]]] = defaultdict(list)
    for part, each in chosen:
        jobs[part.edition, part.name].append((part, each))
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        results = pool.map(judged, [(edition, name, wanted) for (edition, name), wanted in jobs.items()])
        return [each for result in results for each in result]


def table(results: Iterable[Judged]) -> Shown:
    """Caught of all, by place and kind of change; `alone` is what an edition's own text tells, without the others."""
    counts: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for _, each, codes in results:
        for key in ((each.place, each.change), (each.place, "all")):
            counts[key].append(bool(codes))
        counts[each.place, "alone"].append(any(not code.startswith("parity.") for code in codes))
    shown = Shown(title="Changes that `book check` catches")
    shown.add_column("place")
    for name in (*CHANGES, "all", "share", "alone"):
        shown.add_column(name, justify="right")
    for place in PLACES:
        cells = [f"{sum(got)}/{len(got)}" if (got := counts[place, change]) else "" for change in (*CHANGES, "all")]
        shown.add_row(place, *cells, *(f"{100 * sum(got) / len(got):.1f}%" if (got := counts[place, column]) else "" for column in ("all", "alone")))
    return shown


def survivors(results: Iterable[Judged]) -> Iterator[str]:
    """The changes that nobody noticed, each with its place."""
    for part, each, codes in sorted(results, key=lambda r: (PLACES.index(r[1].place), r[0].edition, r[0].name, r[1].at)):
        if not codes:
            original = _original(part.edition, part.name)
            source = original.chapter.source
            line, column = original.chapter.lines.place(each.at)
            around = f"{source[max(0, each.at - 30):each.at]}⟦{each.old} → {each.new}⟧{source[each.at + len(each.old):each.at + 25]}"
            yield f"{each.place}, {each.change}: {original.chapter.path}:{line}:{column}: {' '.join(around.split())}"


def main(arguments: Sequence[str]) -> int:
    """Print the table and the survivors; 1 if too many of the places that matter survive."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--edition", default="")
    options = parser.parse_args(arguments)
    results = run(options.seed, options.count, options.edition)
    Console(width=150).print(table(results))
    for line in survivors(results):
        print(line)
    required = [bool(codes) for _, each, codes in results if each.place in REQUIRED]
    share = sum(required) / len(required) if required else 1.0
    print(f"bound numbers, labelled formulas, verified chains: {sum(required)} of {len(required)} caught, {100 * share:.2f}%")
    return 0 if share >= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
