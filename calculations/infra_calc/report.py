"""What a subcommand answers: one JSON document, and the same figures as tables for reading."""

from infra_calc.jsontext import write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Table:
    """Rows under headings; a cell is text, a whole number, a fraction, a float or None (empty)."""

    def __init__(self, title: str, columns: list[str], rows: "list[list[Any]]") -> None:
        """`title` stands above the table in Markdown; CSV leaves it out."""
        self.title = title
        self.columns = columns
        self.rows = rows


class Report:
    """The document is printed by --format json, the tables and notes by md, the first table by csv."""

    def __init__(self, document: "dict[str, Any]", tables: list[Table], notes: "list[str] | None" = None) -> None:
        """`document` has stable keys and holds what `json` can write, and fractions."""
        self.document = document
        self.tables = tables
        self.notes = notes or []


def render(report: Report, format: str) -> str:
    """The text of the report in `md`, `json` or `csv`."""
    if format == "json":
        return write(report.document) + "\n"
    if format == "csv":
        return _csv(report.tables[0])
    parts = [_markdown(table) for table in report.tables]
    if report.notes:
        parts.append("".join(f"- {note}\n" for note in report.notes))
    return "\n".join(parts)


def figure(value: "Any") -> str:
    """A cell as people read it: whole numbers in groups of three, others with six significant digits."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, str):
        return value
    if value == int(value):
        return f"{int(value):,}"
    return f"{float(value):,.6g}"


def _plain(value: "Any") -> "int | float":
    """A Fraction as JSON has it: whole if it is whole."""
    return int(value) if value == int(value) else float(value)


def _markdown(table: Table) -> str:
    cells = [[figure(cell).replace("|", "\\|") for cell in row] for row in table.rows]
    widths = [max([len(head), 3, *(len(row[i]) for row in cells)]) for i, head in enumerate(table.columns)]
    right = [all(not isinstance(row[i], str) for row in table.rows) for i in range(len(widths))]
    lines = [
        "| " + " | ".join(_pad(head, widths[i], right[i]) for i, head in enumerate(table.columns)) + " |",
        "|" + "|".join("-" * (width + 1) + (":" if right[i] else "-") for i, width in enumerate(widths)) + "|",
    ]
    lines += ["| " + " | ".join(_pad(cell, widths[i], right[i]) for i, cell in enumerate(row)) + " |" for row in cells]
    head = f"**{table.title}**\n\n" if table.title else ""
    return head + "\n".join(lines) + "\n"


def _pad(cell: str, width: int, right: bool) -> str:
    return cell.rjust(width) if right else cell.ljust(width)


def _csv(table: Table) -> str:
    lines = [table.columns, *([_raw(cell) for cell in row] for row in table.rows)]
    return "".join(",".join(_quoted(cell) for cell in line) + "\n" for line in lines)


def _raw(value: "Any") -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return str(_plain(value)) if not isinstance(value, bool) else figure(value)


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if any(mark in cell for mark in ',"\n\r') else cell
