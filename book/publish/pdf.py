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
SECONDS = 600
"""For one run of XeLaTeX; a book of 1 MB takes ten."""
STAND_INS = re.compile(r"\\bookstandin([A-Z]) ")


@dataclass(frozen=True)
class Source:
    """All that XeLaTeX needs."""

    preamble: str
    body: str
    """The numbered chapters and what follows them."""
    opening: str
    """Title page, imprint and the chapters before the first numbered one."""
    contents: str
    """Contents and lists, which need the pages of all the rest."""
    files: Mapping[str, bytes]
    """Pictures by name."""

    def text(self) -> str:
        """book.tex."""
        front = f"\\bookfront\n{self.opening}\n\\bookreadpages{{contents}}\n{self.contents}\n\\cleardoublepage\n" if self.opening else ""
        return f"{self.preamble}\n\\begin{{document}}\n\\mainmatter\n{self.body}\n{front}\\end{{document}}\n"


@dataclass(frozen=True)
class Pdf:
    """A finished PDF and what its making said."""

    data: bytes
    pages: int
    runs: int
    seconds: float
    report: LogReport
    page_of: Mapping[str, int]
    """Physical page in the finished book, from 1, by the label's key."""
    front: int
    """Pages before the first numbered one. TeX sets them last, `finish` puts them first."""


def has_xelatex() -> bool:
    """Whether this machine can make PDFs."""
    return shutil.which("xelatex") is not None and shutil.which("xdvipdfmx") is not None


def typeset(source: Source, folder: Path, stamp: Stamp) -> Pdf:
    """Run XeLaTeX once: the contents are set after all that they name, so that no page number has to be guessed.

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
            pages = _run(work, stamp, text)
        finally:
            for kept in ("book.tex", "book.log"):
                if (work / kept).is_file():
                    shutil.copyfile(work / kept, folder / kept)
        report = read_log((work / "book.log").read_text(errors="replace"), text)
        data = (work / "book.pdf").read_bytes()
    shipped = {key: int(absolute) for key, absolute in re.findall(r"\\bookpagenumber\{([^}]*)\}\{[^}]*\}\{(\d+)\}", pages)}
    body = shipped.pop("body", report.pages)
    front = report.pages - body
    page_of = {key: page + front if page <= body else page - body for key, page in shipped.items()}
    return Pdf(data, report.pages, 1, time.monotonic() - started, report, page_of, front)


INSTALL = ("XeLaTeX is missing, so no PDF can be made: run `make setup` as root, or install texlive-xetex, texlive-lang-chinese and "
           "texlive-latex-extra (Debian), texlive-scheme-medium and texlive-ctex (Fedora), MacTeX (macOS)")


def _run(work: Path, stamp: Stamp, text: str) -> str:
    """One run, with xdvipdfmx beside it; returns where all labels stand, in the order in which TeX shipped them."""
    done = _tool(["xelatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "book.tex"], work, stamp)
    if done.returncode:
        log = (work / "book.log").read_text(errors="replace") if (work / "book.log").is_file() else done.stdout.decode(errors="replace")
        raise BadInput(fatal_fault(log, text))
    return "".join(path.read_text(encoding="utf-8") for path in sorted(work.glob("pages-*.tex")))


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


def finish(data: bytes, front: int, headings: Sequence[tuple[int, str, str]], metadata: Mapping[str, str], path: Path) -> list[Fault]:
    """Write the PDF to `path` with the last `front` pages first, with outline, page labels, language and metadata; returns the links that lead nowhere."""
    import pikepdf

    from book.proof.pdf import broken_links

    with pikepdf.open(io.BytesIO(data)) as pdf:
        if front:
            pages = list(pdf.pages)
            del pdf.pages[:]
            pdf.pages.extend([*pages[-front:], *pages[:-front]])
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
