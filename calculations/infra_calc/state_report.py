"""`calc.py state`: cache and recurrent bytes of a batch at one context."""

from infra_calc.catalogue import CHOICE, find_model, source_note
from infra_calc.command import Command, Option, choice, count
from infra_calc.forward import reach_text
from infra_calc.parts import Cache, State
from infra_calc.report import Report, Table
from infra_calc.state import BYTES, Layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from infra_calc.model import Model


def state_report(
    tokens: int, batch: int = 1, name: "str | None" = None, model: "str | None" = None, config: "str | None" = None,
    kv_dtype: str = "bf16", index_dtype: "str | None" = None, state_dtype: "str | None" = None,
    windows: str = "capped", latent: str = "latent",
) -> Report:  # fmt: skip
    """What `batch` sequences of `tokens` tokens keep between two steps."""
    found = find_model(name, model, config, "state")
    rows = _rows(found, tokens, batch, Layout(kv_dtype, index_dtype, windows, latent, state_dtype))
    kv = sum(row["bytes"] for row in rows if row["kind"] == "cache")
    recurrent = sum(row["bytes"] for row in rows if row["kind"] == "recurrent")
    document = {
        "name": found.name,
        "tokens": tokens,
        "batch": batch,
        "convention": {"kv_dtype": kv_dtype, "windows": windows, "latent": latent},
        "kv_bytes": kv,
        "recurrent_bytes": recurrent,
        "total_bytes": kv + recurrent,
        "parts": rows,
        "source": found.source,
    }
    cells: list[list[Any]] = [[row[key] for key in ("part", "layers", "reach", "bytes", "formula")] for row in rows]
    cells.append(["total", None, "", kv + recurrent, ""])
    title = f"{found.name}, {batch} × {tokens:,} tokens"
    notes = [*found.notes, f"windows {windows}, latents kept {latent}", source_note(found)]
    return Report(document, [Table(title, ["part", "layers", "reach", "bytes", "formula"], cells)], notes)


def _rows(model: "Model", tokens: int, batch: int, layout: Layout) -> "list[dict[str, Any]]":
    """A row for each cache and state; layers that keep the same stand together."""
    rows: dict[tuple[str, str, int], dict[str, Any]] = {}
    for part, times in model.counted():
        if isinstance(part, Cache):
            entries, size = layout.entries(part, tokens), layout.entry_bytes(part)
            kind, reach = "cache", reach_text(part.reach)
        elif isinstance(part, State):
            entries, size = 1, layout.state_bytes(part, model)
            kind, reach = "recurrent", "any context"
        else:
            continue
        row: dict[str, Any] = {"part": part.name, "kind": kind, "reach": reach, "layers": 0}
        row.update(entries=entries, entry_bytes=size)
        rows.setdefault((part.name, reach, size), row)["layers"] += times
    for row in rows.values():
        row["bytes"] = batch * row["layers"] * row["entries"] * row["entry_bytes"]
        kept = f"{row['entries']:,} entries × " if row["kind"] == "cache" else ""
        row["formula"] = f"{batch} × {row['layers']} × {kept}{row['entry_bytes']:,} B"
    return list(rows.values())


COMMANDS = [
    Command(
        "state",
        state_report,
        "cache and recurrent state at one context length",
        [
            *CHOICE,
            Option("--tokens", count, "context of each sequence", required=True),
            Option("--batch", count, "sequences", 1),
            Option("--kv-dtype", choice(*BYTES), "numbers in the cache", "bf16"),
            Option("--index-dtype", choice(*BYTES), "numbers in an indexer's cache (as the cache)"),
            Option("--state-dtype", choice(*BYTES), "numbers in a recurrent state (as configured, or fp32)"),
            Option("--windows", choice("capped", "reserved"), "windows hold their size, or the whole context", "capped"),
            Option("--latent", choice("latent", "expanded"), "MLA keeps the latent, or all heads' keys", "latent"),
        ],
        "state --model gpt-oss-120b --tokens 8192 --batch 32",
    )
]
