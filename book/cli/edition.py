"""`book edition`: what translators need. Status, diff, accept; drafts; a new language; PO files for other tools."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from book.cache import Cache
from book.errors import WrongUse
from book.project import Edition, Project, load_project

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from book.editions.accept import Accepted
    from book.editions.state import Pair
    from book.editions.status import Count, Status
    from book.findings import Finding


@click.group(name="edition")
def command() -> None:
    """Translate the book block by block.

    A block is a heading, a paragraph, a list item, a table, a figure or a footnote. Each block of a translation is tied to the
    source text
    that it was made from (sync.yaml in the edition's folder), so that an edit of the source makes exactly its block stale.

    \b
    A translator's day:
      book edition status ru             what is stale, missing or a draft
      book edition diff ru first-look    what changed in the source, beside the translation
      (edit book-ru/01-first-look.md)
      book check --edition ru            numbers, structure, terms, typography
      book edition accept ru first-look:120    the block at line 120 follows the source again
    """


def _open() -> tuple[Project, Cache]:
    project = load_project(Path.cwd())
    return project, Cache(project.root / "build" / "cache")


def _translation(project: Project, edition_id: str) -> Edition:
    edition = project.pick((edition_id,))[0]
    if edition.is_source:
        raise WrongUse(
            f"{edition_id} is the source; name a translation: {', '.join(list(project.editions)[1:]) or 'there is none yet'}"
        )
    return edition


def _chapter(project: Project, wanted: str) -> str:
    """The chapter's file by its file name, its slug or its number in the list of chapters."""
    from book.manuscript.reader import slug_of

    for name in project.chapters:
        if wanted in (name, Path(name).stem, slug_of(name), name.split("-")[0]):
            return name
    raise WrongUse(f"there is no chapter {wanted!r}; the book has {', '.join(slug_of(name) for name in project.chapters)}")


def _print_json(document: object) -> None:
    click.echo(json.dumps(document, ensure_ascii=False, indent=1))


# status

@command.command()
@click.argument("editions", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Every block with its state and lines.")
@click.option("--markdown", is_flag=True, help="A table for a README.")
def status(editions: tuple[str, ...], *, as_json: bool, markdown: bool) -> None:
    """How far the EDITIONS are, all of them for none: blocks by state, and words of the source that are translated."""
    from book.editions.status import status as status_of

    project, cache = _open()
    found = status_of(project, cache, project.pick(editions))
    if as_json:
        click.echo(found.json_text)
    elif markdown:
        from book.editions.status import as_markdown

        click.echo(as_markdown(project, found), nl=False)
    else:
        _print_status(project, found)


def _print_status(project: Project, found: Status) -> None:
    width = max((len(slug) for chapters in found.counts.values() for slug in chapters), default=7)
    head = f"{'':{width}}   fresh  stale  missing  orphan  copy  draft   done        words"
    for edition_id, chapters in found.counts.items():
        edition = project.editions[edition_id]
        click.echo(f"{edition_id} · {edition.title}" + (" · the source" if edition.is_source else ""))
        click.echo(head)
        for slug, count in (*chapters.items(), ("all", found.total(edition_id))):
            click.echo(f"{slug:{width}}  {_row(count)}")
        click.echo()


def _row(count: Count) -> str:
    units, words = count.units, count.words
    everything = sum(words.values()) - words["orphan"]
    return (f"{units['fresh']:6} {units['stale']:6} {units['missing']:8} {units['orphan']:7} {units['copy']:5} {units['draft']:6}"
            f" {count.shown_percent:>6}  {words['fresh']:,}/{everything:,}")


# diff

@command.command()
@click.argument("edition")
@click.argument("chapter", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def diff(edition: str, chapter: str | None, *, as_json: bool) -> None:
    """What changed in the source since the blocks of EDITION were translated, word by word, each beside its translation."""
    from book.editions.difference import differences

    project, cache = _open()
    names = (_chapter(project, chapter),) if chapter else project.chapters
    found = differences(project, _translation(project, edition), cache, names)
    if as_json:
        _print_json({"edition": edition, "blocks": [each.as_json() for each in found]})
        return
    for each in found:
        click.echo(each.shown())
    click.echo(f"{len(found)} blocks differ" if found else "nothing differs")


# accept

@command.command()
@click.argument("edition")
@click.argument("place", metavar="CHAPTER[:LINE]", required=False)
@click.option("--all", "everything", is_flag=True, help="All chapters: for the first time that a translation comes under sync.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def accept(edition: str, place: str | None, *, everything: bool, as_json: bool) -> int:
    """Mark blocks of EDITION as made from the source as it stands: one at a LINE of the translation, or a whole CHAPTER.

    A block that is still in the source's language is accepted only by its line: then it is meant so. What is missing stays missing.
    A block whose numbers are not those of its source is accepted with a warning: `book check` will call it an error.
    """
    from book.checks.translation import disagreements
    from book.editions.accept import accept as enter
    from book.editions.accept import pick
    from book.editions.status import edition_pairs, sync_of
    from book.editions.sync import write_sync

    project, cache = _open()
    chosen = _translation(project, edition)
    if (place is None) != everything:
        raise WrongUse("name a chapter or a block, `accept ED CHAPTER[:LINE]`, or say --all")
    name, line = _place(project, place) if place else ("", 0)
    sync = sync_of(project, chosen)
    done: dict[str, Accepted] = {}
    doubts: list[Finding] = []
    for file_name, pairs in edition_pairs(project, chosen, cache, (name,) if name else ()).items():
        picked = pick(pairs, line, f"{project.relative(chosen.folder / file_name)}:{line}") if line else pairs
        done[file_name] = enter(sync, file_name, pairs, picked, same=bool(line))
        if (chosen.folder / file_name).is_file():
            doubts += disagreements(project, chosen, file_name, cache, sync, picked)
    write_sync(chosen.folder, sync, project.chapters)
    _tell_accepted(done, doubts, as_json=as_json)
    return 1 if line and any(result.left for result in done.values()) else 0


def _place(project: Project, place: str) -> tuple[str, int]:
    chapter, _, line = place.rpartition(":") if ":" in place else (place, "", "")
    if line and not line.isdigit():
        raise WrongUse(f"{place!r}: the line must be a number, as in first-look:120")
    return _chapter(project, chapter), int(line or 0)


def _tell_accepted(done: Mapping[str, Accepted], doubts: Sequence[Finding], *, as_json: bool) -> None:
    for doubt in doubts:
        click.echo(f"warning: {doubt.path}:{doubt.line}:{doubt.column}: {doubt.message}", err=True)
    if as_json:
        _print_json({"accepted": [{"chapter": name, "line": pair.line, "source_line": pair.source_line}
                                  for name, result in done.items() for pair in result.units],
                     "left": [{"chapter": name, "state": pair.state, "line": pair.line, "source_line": pair.source_line}
                              for name, result in done.items() for pair in result.left],
                     "warnings": [doubt.as_json() for doubt in doubts]})
        return
    for name, result in done.items():
        click.echo(f"{name}: {len(result.units)} blocks are fresh now" + _left(result.left))


def _left(left: Sequence[Pair]) -> str:
    counts = {state: sum(pair.state == state for pair in left) for state in ("missing", "orphan", "copy")}
    shown = ", ".join(f"{count} {state}" for state, count in counts.items() if count)
    return f"; left as they are: {shown}" if shown else ""


# drafts

@command.command()
@click.argument("edition")
@click.argument("chapter", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def draft(edition: str, chapter: str | None, *, as_json: bool) -> int:
    """Let a program write what is missing or stale in EDITION (Taiwan's Chinese, by OpenCC and the glossary).

    What people changed stays; words that both changed stay as people wrote them and are listed. A draft is a draft until it is
    accepted.
    """
    from book.editions.draft import draft as make

    project, cache = _open()
    names = (_chapter(project, chapter),) if chapter else project.chapters
    done = make(project, _translation(project, edition), cache, names)
    if as_json:
        _print_json(
            {
                "chapters": [
                    {
                        "chapter": each.chapter,
                        "written": each.written,
                        "merged": each.merged,
                        "unknown": each.unknown,
                        "conflicts": [{"line": line, "kept": mine, "draft": other} for line, mine, other in each.conflicts],
                    }
                    for each in done
                ]
            }
        )
    else:
        for each in done:
            click.echo(f"{each.chapter}: {each.written} blocks written, {each.merged} merged")
            for line, mine, other in each.conflicts:
                click.echo(f"  line {line}: people wrote “{mine}”, the draft has “{other}”; decide, then accept")
            for line in each.unknown:
                click.echo(f"  line {line}: stale, written by a person, and its earlier source is not in git; left alone")
    return 1 if any(each.conflicts for each in done) else 0


# a new language

@command.command()
@click.argument("language")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def new(language: str, *, as_json: bool) -> None:
    """Begin an edition in LANGUAGE (de, pt-BR …): a folder with the strings to translate, a glossary and a checklist."""
    from book.editions.scaffold import new_edition
    from book.editions.status import status as status_of

    project, cache = _open()
    made = new_edition(project, language)
    project = load_project(project.root)
    count = status_of(project, cache, [project.editions[made.id]]).total(made.id)
    if as_json:
        _print_json(
            {
                "edition": made.id,
                "folder": project.relative(made.folder),
                "files": [project.relative(path) for path in made.files],
                "open_strings": made.open_strings,
                "status": count.units,
            }
        )
        return
    click.echo(f"{project.relative(made.folder)}/ is begun: {made.open_strings} strings to translate in edition.yaml, "
               f"{count.units['missing']} blocks ({count.words['missing']:,} words) in the chapters")
    click.echo(f"next: {project.relative(made.folder)}/CHECKLIST.md")


# other tools

@command.command()
@click.argument("edition")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), default=None, help="The file; default: the screen.")
def export(edition: str, out: Path | None) -> None:
    """Write EDITION as a gettext PO file for Weblate, Poedit and other tools."""
    from book.editions.exchange import export_po

    project, cache = _open()
    text = export_po(project, _translation(project, edition), cache)
    if out:
        from book.cache import write_atomically

        write_atomically(out.resolve(), text.encode())
    else:
        click.echo(text, nl=False)


@command.command(name="import")
@click.argument("edition")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def import_(edition: str, file: Path, *, as_json: bool) -> int:
    """Bring the translations of a PO FILE into EDITION. Fuzzy entries are written and stay stale or drafts."""
    from book.editions.exchange import import_po
    from book.manuscript.reader import read_source

    project, cache = _open()
    if not file.is_file():
        raise WrongUse(f"{file} does not exist; `book edition export {edition} --out {file.name}` writes one")
    result = import_po(project, _translation(project, edition), cache, read_source(file, file.name), file.name)
    if as_json:
        _print_json({"written": result.written, "accepted": result.accepted, "unknown": result.unknown})
    else:
        click.echo(f"{result.written} blocks written, {result.accepted} follow the source now")
        for line in result.unknown:
            click.echo(f"  {file.name}:{line}: its source text is nowhere in the book any more; export again")
    return 1 if result.unknown else 0
