"""All checks of a book's chapters, or of anybody's Markdown: findings with their places, and what was read, cached by content."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, field, fields, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from book.cache import Cache, digest, toolchain_digest
from book.errors import BadInput, Fault
from book.findings import Code, Finding
from book.language import canonical
from book.ledger import CALCULATOR
from book.ledger.lookup import FOLDER, Ledger
from book.manuscript.pandoc import pandoc_version
from book.manuscript.reader import Chapter, chapter_of, parse, read_source, without_collector
from book.project import CONFIG, Edition, Project, front_matter_language, language_of

if TYPE_CHECKING:
    from book.checks.chapter import Piece
    from book.checks.constants import Registry
    from book.checks.coverage import Values

BESIDE = ("sync.yaml", "glossary.yaml", "edition.yaml")
"""Files of an edition that the rules on translations read."""
WORTH = 60_000
"""Characters from which on processes of their own are worth their start."""
SHARE = 400
"""Pieces of a long chapter that a process checks at a time: some take longer than others."""


@dataclass(frozen=True)
class Text:
    """One file that is to be checked."""

    path: Path
    shown: str
    """As messages print it."""
    language: str
    edition: str
    """Id; empty for a file that is no chapter."""


@dataclass(frozen=True)
class Outcome:
    """What the checks of one file found."""

    findings: tuple[Finding, ...] = ()
    quantities: int = 0
    claims: int = 0
    unread: int = 0
    coverage: Mapping[str, int] = field(default_factory=dict)
    """By standing; empty where no ledger says what a number must be."""


def texts_of(project: Project, editions: Sequence[Edition]) -> list[Text]:
    """The chapters of these editions that exist."""
    return [Text(path, project.relative(path), _language(project, edition, path), edition.id)
            for edition in editions for name in project.chapters if (path := edition.folder / name).is_file()]


def _language(project: Project, edition: Edition, path: Path) -> str:
    """A chapter is in its edition's language unless its front matter says otherwise; in somebody's folder each file speaks for itself."""
    tag = edition.language.tag
    if (project.root / CONFIG).is_file() or not edition.is_source:
        own = front_matter_language(path)
        return canonical(own) if own else tag
    return language_of(path, tag)


def check_texts(project: Project, texts: Sequence[Text], cache: Cache) -> list[Outcome]:
    """The outcome of each text; several that nobody has checked before are checked on all cores.

    Raises BadInput where a file or a ledger cannot be read.
    """
    outcomes, faults = check_readable(project, texts, cache)
    if faults:
        raise BadInput(faults)
    return outcomes


def check_readable(project: Project, texts: Sequence[Text], cache: Cache) -> tuple[list[Outcome], list[Fault]]:
    """The outcomes of the texts that can be read, and why the others cannot. Raises BadInput where a ledger cannot be read."""
    ledger = Ledger(project.root)
    stamp = digest(toolchain_digest("checks", "numbers", "ledger", "manuscript", "findings.py"), pandoc_version(), project.dialect,
                   _data_digest(project, ledger))
    readable: list[tuple[Text, str]] = []
    faults: list[Fault] = []
    for text in texts:
        try:
            readable.append((text, read_source(text.path, text.shown)))
        except BadInput as error:
            faults += error.faults
    keys = [digest("check", stamp, source, text.shown, text.language) for text, source in readable]
    stored = [cache.get(key) for key in keys]
    outcomes = [None if found is None else _from_json(json.loads(found)) for found in stored]
    lacking = [i for i, found in enumerate(outcomes) if found is None]
    for slug in ledger.slugs() if lacking else ():
        list(ledger.numbers(slug))  # a ledger at fault is told before the work begins
    for i, made in zip(lacking, _checked([(project, *readable[i], cache) for i in lacking]), strict=True):
        if isinstance(made, Outcome):
            outcomes[i] = made
            cache.put(keys[i], json.dumps(_as_json(made), ensure_ascii=False).encode())
        else:
            faults += made
    return [outcome for outcome in outcomes if outcome is not None], faults


Job = tuple[Project, Text, str, Cache]


def _checked(jobs: Sequence[Job]) -> Iterable[Outcome | list[Fault]]:
    """The outcomes of texts; in processes of their own where that is worth it."""
    cores = os.cpu_count() or 1
    if cores < 2 or sum(len(source) for _, _, source, _ in jobs) < WORTH:
        return map(_check_one, jobs)
    with ProcessPoolExecutor(max_workers=cores) as crew:
        if len(jobs) > 1:
            return list(crew.map(_check_one, jobs))
        for _ in range(cores):
            crew.submit(_get_ready)  # while pandoc reads
        return [_check_one(jobs[0], crew)]


def _check_one(job: Job, crew: Executor | None = None) -> Outcome | list[Fault]:
    """Read and check one text; the faults where it cannot be read."""
    project, text, source, cache = job
    try:
        with without_collector():
            chapter = chapter_of(tree_of(project, text, source, cache), source, text.shown)
            return check_chapter(chapter, text, Ledger(project.root), cache, crew)
    except BadInput as error:
        return error.faults


def _data_digest(project: Project, ledger: Ledger) -> str:
    """Of all that a ledger's values depend on."""
    if not ledger.slugs():
        return ""
    ours = [CALCULATOR / name for name in ("infra_calc", "models", "hardware")]
    folders = [folder for folder in (project.root / FOLDER, project.root / "experiments", *ours) if folder.is_dir()]
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".json", ".yaml"))
    return digest(*(part for path in files for part in (path.name, path.read_bytes())))


def tree_of(project: Project, text: Text, source: str, cache: Cache) -> dict[str, Any]:
    """The parsed and shaped tree of a source, under the key that the build uses as well; what no build reads is not kept."""
    from book.manuscript.blocks import shape

    def make() -> dict[str, Any]:
        tree = parse(source, project.dialect, text.shown)
        return {**tree, "blocks": shape(tree["blocks"])}

    key = digest("chapter", source, project.dialect, pandoc_version(), toolchain_digest("manuscript"))
    with without_collector():
        found: dict[str, Any] = cache.json_of(key, make) if text.edition and _built(project) else make()
    return found


def _built(project: Project) -> bool:
    """Whether this is a book: somebody's folder is only checked."""
    return (project.root / CONFIG).is_file() or len(project.editions) > 1


def check_chapter(chapter: Chapter, text: Text, ledger: Ledger, cache: Cache | None, crew: Executor | None = None) -> Outcome:
    """All checks of one chapter; a crew of processes shares its pieces."""
    from book.checks.chapter import pieces

    parts = list(pieces(chapter.blocks, text.language))
    values = values_of(chapter, parts, ledger)
    if crew is None:
        return check_pieces(chapter, parts, text.language, ledger, cache, values)
    bare = replace(chapter, blocks=[])  # nothing to send: the equations are checked here, below
    check_some = partial(_check_share, bare, language=text.language, ledger=ledger, cache=cache, values=values)
    some = crew.map(check_some, (parts[i:i + SHARE] for i in range(0, len(parts), SHARE)))
    return _together([check_pieces(chapter, [], text.language, ledger, cache, None), *some])


def _get_ready() -> None:
    """Import what checking needs."""
    from book.checks import bound, coverage, formulas, run  # noqa: F401

    _registry()


def _check_share(chapter: Chapter, parts: list[Piece], language: str, ledger: Ledger, cache: Cache | None, values: Values | None) -> Outcome:
    with without_collector():
        return check_pieces(chapter, parts, language, ledger, cache, values)


def _together(outcomes: Sequence[Outcome]) -> Outcome:
    """The outcome of a chapter from those of its parts."""
    counts: Counter[str] = Counter()
    for each in outcomes:
        counts.update(each.coverage)
    return Outcome(tuple(sorted(finding for each in outcomes for finding in each.findings)), sum(each.quantities for each in outcomes),
                   sum(each.claims for each in outcomes), sum(each.unread for each in outcomes), counts)


def values_of(chapter: Chapter, parts: list[Piece], ledger: Ledger) -> Values | None:
    """What the ledger knows for the quantities of a chapter; None where it has nothing to do with it."""
    from book.checks import bound, coverage

    named = [each.id.partition("/")[0] for each in bound.bound_in(chapter, parts)]
    known = [slug for slug in dict.fromkeys([chapter.slug, *named]) if ledger.chapter(slug)]
    return coverage.Values(ledger, known, parts) if known or named else None


def check_pieces(chapter: Chapter, parts: list[Piece], language: str, ledger: Ledger, cache: Cache | None,
                 values: Values | None) -> Outcome:
    """All checks of a chapter, or of a part of one."""
    from book.checks import bound, coverage, formulas
    from book.checks.run import check

    plain = check([part.block for part in parts], chapter.source, chapter.path, hints=True, registry=_registry())
    numbers = list(bound.bound_in(chapter, parts))
    faults = {each: list(bound.findings_of(each, ledger, language)) for each in numbers}
    proven = [each for each, found in faults.items() if not found]  # of proven numbers, rounded parts need not add up
    findings = [each for each in plain.findings if not any(each.line == one.line and each.stated in one.text for one in proven)]
    findings += [each for found in faults.values() for each in found]
    own = ledger.chapter(chapter.slug)
    if own and chapter.blocks:
        equations = formulas.equations_of(chapter, chapter.blocks, own, cache)
        findings += formulas.findings_of(chapter, equations, own)
    counts: dict[str, int] = {}
    if values is not None:
        quantities = list(coverage.quantities_of(parts, plain.sound, values, language))
        counts = coverage.counted(quantities)
        findings += coverage.findings_of(chapter, quantities)
    return Outcome(tuple(sorted(findings)), plain.quantities, plain.claims, plain.unread, counts)


@cache
def _registry() -> Registry:
    """The devices and models of the calculator."""
    from book.checks import constants

    def records(folder: str) -> Iterable[dict[str, Any]]:
        return (json.loads(path.read_text(encoding="utf-8")) for path in sorted((CALCULATOR / folder).glob("*.json")))

    return constants.Registry.of([*map(constants.device, records("hardware")), *map(constants.model, records("models"))])


def _as_json(outcome: Outcome) -> dict[str, Any]:
    return {"findings": [_fields(each) for each in outcome.findings], "quantities": outcome.quantities,
            "claims": outcome.claims, "unread": outcome.unread, "coverage": dict(outcome.coverage)}


def _fields(finding: Finding) -> list[Any]:
    """The fields of a finding in their order."""
    return [getattr(finding, name) for name in _FINDING]


_FINDING = tuple(field.name for field in fields(Finding))


def _from_json(stored: Mapping[str, Any]) -> Outcome:
    findings = tuple(Finding(*fields) for fields in stored["findings"])
    return Outcome(findings, stored["quantities"], stored["claims"], stored["unread"], stored["coverage"])


def reader_findings(project: Project, editions: Sequence[Edition], cache: Cache) -> list[Finding]:
    """What the reader says about whole editions: labels, references, citations, markup that means something else.

    A folder without book.yaml is somebody else's text and promises none of that.
    """
    found: list[Finding] = []
    for edition in editions if (project.root / CONFIG).is_file() else ():
        sources = [read_source(text.path, text.shown) for text in texts_of(project, [edition])]
        works = project.bibliography.read_bytes() if project.bibliography else b""
        settings = (project.root / CONFIG).read_bytes()
        key = digest("reader", toolchain_digest("manuscript", "edition_text.py"), edition.id, settings, works, *sources)
        found += [Finding(*fields) for fields in cache.json_of(key, partial(_read, project, edition, cache))]
    return found


def _read(project: Project, edition: Edition, cache: Cache) -> list[list[Any]]:
    from book.edition_text import read_edition

    known = {code.id for code in Code}
    try:
        read_edition(project, edition, cache)
        return []
    except BadInput as error:
        codes = [fault.code if fault.code in known else Code.TEXT_REFUSED.id for fault in error.faults]
        return [[fault.path, fault.line, fault.column, code, "", "", "", fault.message]
                for fault, code in zip(error.faults, codes, strict=True)]


def translation_findings(project: Project, editions: Sequence[Edition], cache: Cache) -> list[Finding]:
    """What the rules on whole editions find; where nothing is new, they are not even imported."""
    folders = dict.fromkeys([project.source.folder, *(edition.folder for edition in editions)])
    files = [project.root / CONFIG, *(folder / name for folder in folders for name in (*project.chapters, *BESIDE))]
    parts = [part for path in files for part in (project.relative(path), path.read_bytes() if path.is_file() else b"-")]
    key = digest("translations", toolchain_digest(), pandoc_version(), *(edition.id for edition in editions), *parts)

    def make() -> list[list[Any]]:
        from book.checks.translation import edition_findings

        return [_fields(finding) for finding in edition_findings(project, editions, cache)]

    return [Finding(*fields) for fields in cache.json_of(key, make)]


def coverage_of(project: Project) -> dict[str, dict[str, int]]:
    """By edition, how many quantities have each standing."""
    cache = Cache(project.root / "build" / "cache")
    result: dict[str, dict[str, int]] = {}
    for edition in project.editions.values():
        total: dict[str, int] = {}
        for outcome in check_texts(project, texts_of(project, [edition]), cache):
            for standing, count in outcome.coverage.items():
                total[standing] = total.get(standing, 0) + count
        result[edition.id] = total
    return result
