"""`calc.py model`: parameters by component, weight bytes, cache and state of one model."""

from infra_calc.catalogue import CHOICE, find_model, source_link, source_note
from infra_calc.command import Command, Option, choice, text
from infra_calc.report import Report, Table
from infra_calc.state import BYTES, Layout, kv_bytes, kv_bytes_per_token, recurrent_bytes
from infra_calc.storage import PRESETS, Scheme, weight_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from infra_calc.model import Model

CONTEXTS = [2048, 8192, 32768, 131072]


def model_report(
    name: "str | None" = None, model: "str | None" = None, config: "str | None" = None, storage: str = "bf16",
    kv_dtype: str = "bf16",
) -> Report:  # fmt: skip
    """What one model weighs and keeps."""
    found = find_model(name, model, config, "model")
    layout, scheme = Layout(kv_dtype), Scheme(storage)
    contexts = {str(each): kv_bytes(found, each, layout) + recurrent_bytes(found, layout) for each in CONTEXTS}
    document = {
        "name": found.name,
        "model_type": found.model_type,
        "parameters": found.parameters(),
        "active_parameters": found.active_parameters(),
        "language_model_parameters": found.parameters(vision=False),
        "components": found.components(),
        "storage": scheme.text,
        "weight_bytes": weight_bytes(found, scheme),
        "kv_bytes_per_token": kv_bytes_per_token(found, layout),
        "recurrent_bytes": recurrent_bytes(found, layout),
        "state_bytes": contexts,
        "layers": dict(found.layer_counts()),
        "notes": found.notes,
        "source": found.source,
    }
    tables = [_summary(found, document), _weights(found), _states(document)]
    notes = [*found.notes, "a multi-token-prediction head is not counted", source_note(found)]
    if "storage" in found.source:
        published = found.source["storage"]
        size = weight_bytes(found, Scheme(published))
        notes.append(f"as published, --storage {published} ({PRESETS[published][1]}): {size:,} B")
    return Report(document, tables, notes)


def _summary(model: "Model", document: "dict[str, Any]") -> Table:
    source, kind = source_link(model), document["storage"]
    rows = [
        ["parameters", document["parameters"], "parameters", "Σ layers × copies × (inputs × outputs + biases)", source],
        ["active parameters", document["active_parameters"], "parameters", "experts used instead of all experts", source],
        ["weights", document["weight_bytes"], "B", f"Σ numbers × bytes and scales of {kind}", source],
        ["cache that a token adds", document["kv_bytes_per_token"], "B", "Σ layers × numbers of an entry × bytes", source],
        ["recurrent state", document["recurrent_bytes"], "B", "Σ layers × numbers × bytes, any context", source],
    ]
    return Table(model.name, ["quantity", "value", "unit", "formula", "source"], rows)


def _weights(model: "Model") -> Table:
    """One row for each distinct weight; parameters add up to the total."""
    sums: dict[tuple[str, str, str], list[int]] = {}
    for weight, times in model.weights():
        entry = sums.setdefault((weight.component, weight.name, _formula(weight)), [0, 0])
        entry[0] += times
        entry[1] += times * weight.parameters()
    rows: list[list[Any]] = [
        [component, name, layers, formula, number] for (component, name, formula), (layers, number) in sums.items()
    ]
    rows.append(["total", "", None, "", model.parameters()])
    return Table("Weights", ["component", "weight", "layers", "one layer", "parameters"], rows)


def _formula(weight: "Any") -> str:
    if weight.shared:
        return "shared with the embedding"
    size = str(weight.outputs) if weight.kind == "vector" else f"{weight.inputs} × {weight.outputs}"
    size = f"{size} + {weight.bias}" if weight.bias else size
    if weight.copies == 1:
        return size
    return f"{weight.copies} × ({size})" if weight.bias else f"{weight.copies} × {size}"


def _states(document: "dict[str, Any]") -> Table:
    formula = "cache entries kept × bytes of an entry + recurrent state"
    rows: list[list[Any]] = [[int(context), size, formula] for context, size in document["state_bytes"].items()]
    return Table("State of one sequence", ["context in tokens", "bytes", "formula"], rows)


COMMANDS = [
    Command(
        "model",
        model_report,
        "parameters, weight bytes, cache and state of a model",
        [
            *CHOICE,
            Option("--storage", text, "weights: bf16, fp8, int8-g128, mxfp4, … or FORMAT:component+component", "bf16"),
            Option("--kv-dtype", choice(*BYTES), "numbers in the cache", "bf16"),
        ],
        "model qwen3-8b",
    )
]
