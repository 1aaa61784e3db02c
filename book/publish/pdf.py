"""From chapters in TeX to a PDF: one file for XeLaTeX, as few runs as the page numbers need, then labels and metadata."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from book.errors import BadInput, BookError, Fault, ToolMissing
from book.proof.texlog import LogReport, fatal_fault, read_log
from book.publish.stamp import Stamp

CLASS = Path(__file__).parent / "templates" / "pages.cls"
MOST_RUNS = 5
SECONDS = 600
"""For one run of XeLaTeX; a book of 1 MB takes ten."""
STAND_INS = re.compile(r"\\bookstandin([A-Z]) ")


@dataclass(frozen=True)
class Source:
    """All that XeLaTeX needs."""

    preamble: str
    front: str
    """Title page, imprint, contents, chapters before the first numbered one."""
    body: str
    files: Mapping[str, bytes]
    """Pictures by name."""

    def text(self) -> str:
        """book.tex."""
        return f"{self.preamble}\n\\begin{{document}}\n{self.front}\n\\mainmatter\\bookpage{{main}}\n{self.body}\n\\end{{document}}\n"


@dataclass(frozen=True)
class Pdf:
    """A finished PDF and what its making said."""

    data: bytes
    pages: int
    runs: int
    seconds: float
    report: LogReport
    page_of: Mapping[str, int]
    """Physical page, from 1, by the label's key."""
    pages_file: bytes
    """For the next build."""


def has_xelatex() -> bool:
    """Whether this machine can make PDFs."""
    return shutil.which("xelatex") is not None and shutil.which("xdvipdfmx") is not None


def typeset(source: Source, folder: Path, known_pages: bytes, stamp: Stamp) -> Pdf:
    """Run XeLaTeX until the pages of all labels stay; `known_pages` from an earlier build saves a run.

    The work is done in a fresh folder below `folder`, where book.log and book.tex are left afterwards.
    """
    if not has_xelatex():
        raise ToolMissing(INSTALL)
    started = time.monotonic()
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.glob("tex-*"):
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix="tex-", ignore_cleanup_errors=True) as name:
        work = Path(name)
        text = source.text()
        (work / "book.tex").write_text(text, encoding="utf-8")
        shutil.copyfile(CLASS, work / "pages.cls")
        for file_name, data in source.files.items():
            (work / file_name).write_bytes(data)
        try:
            runs, pages = _run_until_stable(work, known_pages, stamp, text)
        finally:
            for kept in ("book.tex", "book.log"):
                if (work / kept).is_file():
                    shutil.copyfile(work / kept, folder / kept)
        report = read_log((work / "book.log").read_text(errors="replace"), text)
        _tool(["xdvipdfmx", "-q", "-o", "book.pdf", "book.xdv"], work, stamp)
        data = (work / "book.pdf").read_bytes()
    numbers = {key: int(absolute) for key, absolute in re.findall(r"\\bookpagenumber\{([^}]*)\}\{[^}]*\}\{(\d+)\}", pages.decode())}
    return Pdf(data, report.pages, runs, time.monotonic() - started, report, numbers, pages)


INSTALL = ("XeLaTeX is missing, so no PDF can be made: run `make setup` as root, or install texlive-xetex, texlive-lang-chinese and "
           "texlive-latex-extra (Debian), texlive-scheme-medium and texlive-ctex (Fedora), MacTeX (macOS)")


def _run_until_stable(work: Path, known_pages: bytes, stamp: Stamp, text: str) -> tuple[int, bytes]:
    before = known_pages
    for run in range(1, MOST_RUNS + 1):
        (work / "pages-in.tex").write_bytes(before)
        done = _tool(["xelatex", "-no-pdf", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "book.tex"], work, stamp)
        if done.returncode:
            log = (work / "book.log").read_text(errors="replace") if (work / "book.log").is_file() else done.stdout.decode(errors="replace")
            raise BadInput(fatal_fault(log, text))
        after = (work / "pages-out.tex").read_bytes() if (work / "pages-out.tex").is_file() else b""
        if after == before:
            return run, after
        before = after
    raise BookError(f"the pages of the contents do not settle in {MOST_RUNS} runs of XeLaTeX; look at build/…/book.log")


def tex_environment(seconds: int) -> dict[str, str]:
    """What TeX programs are told: a fixed time, no shell, no files but those beside them."""
    environment = {key: os.environ[key] for key in ("PATH", "HOME", "TMPDIR") if key in os.environ}
    return environment | {"openin_any": "p", "openout_any": "p", "shell_escape": "f", "SOURCE_DATE_EPOCH": str(seconds),
                          "FORCE_SOURCE_DATE": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC", "max_print_line": "10000", "TEXMFHOME": os.devnull,
                          "TEXINPUTS": ".:"}


def _tool(command: Sequence[str], work: Path, stamp: Stamp) -> subprocess.CompletedProcess[bytes]:
    """A TeX program that reads and writes its own folder only."""
    try:
        return subprocess.run(command, cwd=work, env=tex_environment(stamp.seconds), capture_output=True, timeout=SECONDS, check=False,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise BookError(f"{command[0]} took longer than {SECONDS} s and was stopped; look at build/…/book.log") from None


def finish(data: bytes, headings: Sequence[tuple[int, str, str]], page_of: Mapping[str, int], metadata: Mapping[str, str],
           path: Path) -> list[Fault]:
    """Write the PDF to `path` with outline, page labels, language and metadata; returns the links that lead nowhere."""
    import pikepdf

    from book.proof.pdf import broken_links

    with pikepdf.open(io.BytesIO(data)) as pdf:
        lost = broken_links(pdf, path.name)
        with pdf.open_outline() as entries:
            stack: list[tuple[int, list[pikepdf.OutlineItem]]] = [(0, entries.root)]
            for level, text, key in headings:
                while stack[-1][0] >= level:
                    stack.pop()
                item = pikepdf.OutlineItem(text, pikepdf.String(key))
                item.is_closed = level >= 1
                stack[-1][1].append(item)
                stack.append((level, item.children))
        front = max(page_of.get("main", 1) - 1, 0)
        numbers = [0, pikepdf.Dictionary(S=pikepdf.Name.r)] if front else []
        pdf.Root.PageLabels = pikepdf.Dictionary(Nums=pikepdf.Array([*numbers, front, pikepdf.Dictionary(S=pikepdf.Name.D)]))
        pdf.Root.Lang = pikepdf.String(metadata["language"])
        pdf.Root.PageMode = pikepdf.Name.UseOutlines
        pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
        if "/Info" in pdf.trailer:
            del pdf.trailer["/Info"]
        with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=True) as xmp:
            xmp["dc:title"] = metadata["title"]
            xmp["dc:creator"] = [metadata["authors"]] if metadata["authors"] else []
            xmp["dc:language"] = {metadata["language"]}
            xmp["dc:rights"] = metadata["licence"]
            xmp["xmp:CreateDate"] = metadata["moment"]
            xmp["xmp:ModifyDate"] = metadata["moment"]
            xmp["pdf:Producer"] = "XeTeX"
        pdf.save(path, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate, linearize=False)
    return lost


def fault_list(report: LogReport, path: str) -> list[Fault]:
    """Everything in TeX's log that fails an edition; `path` stands in where TeX gave no place."""
    return [Fault(fault.path or path, fault.line, 0, fault.message, fault.code) for fault in report.faults]
