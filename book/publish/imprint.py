"""What the imprint of every format says: whose book it is, from which commit, how a translation stands, and how to report an error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from book.errata.link import report_link
from book.project import Edition, Project
from book.publish.stamp import Stamp
from book.publish.standing import Standing

STATES = "states"
"""The anchor of what the marks of states mean."""


@dataclass(frozen=True)
class Line:
    """A line of the imprint."""

    text: str
    address: str = ""
    """Where it leads."""
    anchor: str = ""
    only: str = ""
    """The one format that says so; empty for all."""


def imprint(project: Project, edition: Edition, stamp: Stamp, standing: Standing, source: str) -> Iterator[Line]:
    """The lines in their order; `source` is the commit of the source that a translation was made from, empty if unknown."""
    strings = edition.language.strings
    stop = "：" if edition.language.cjk else ". "
    yield Line(f"{edition.title}{stop}{edition.subtitle}" if edition.subtitle else edition.title)
    if edition.authors:
        yield Line(", ".join(edition.authors))
    if stamp.version:
        yield Line(f"{strings['version']} {stamp.version}")
    state = f" ({strings['modified']})" if stamp.modified else ""
    yield Line(f"{strings['commit']} {stamp.commit}{state}" if stamp.commit else strings["unpublished"])
    if stamp.commit:
        yield Line(f"{strings['date']} {stamp.date}")
    if not edition.is_source:
        yield from _translation(strings, standing, source)
    if project.licence:
        yield Line(f"{strings['licence']} {project.licence}")
    if project.repository:
        yield Line(project.repository, project.repository)
        yield Line(strings["report"], report_link(project.repository, edition=edition.id, build=stamp.commit))
    else:
        yield Line(strings["report_by_word"])
    yield Line(strings["accessible"], only="pdf")


def _translation(strings: Mapping[str, str], standing: Standing, source: str) -> Iterator[Line]:
    """How much of a translation follows the source as it is, and what the marks in it mean."""
    if not standing.tracked:
        yield Line(strings["untracked"])
        return
    percent = standing.count.shown_percent.replace("%", "\u202f%" if strings.get("decimal") == "," else "%")
    yield Line(strings["follows"].replace("{percent}", percent))
    if source:
        yield Line(f"{strings['source_commit']} {source}")
    if standing.count.total > standing.count.units["fresh"] or standing.count.units["orphan"]:
        yield Line(strings["states_bar"], only="pdf", anchor=STATES)
        yield Line(strings["states_words"], only="epub", anchor=STATES)
