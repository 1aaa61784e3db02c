"""The models that are known by name, with where each configuration comes from; and finding the model that is meant."""

from infra_calc import data
from infra_calc.command import Command, Option, text
from infra_calc.config import Fields, read_config
from infra_calc.errors import UnknownName, UsageError
from infra_calc.families import read_model
from infra_calc.report import Report, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from infra_calc.model import Model

CHOICE = [
    Option("NAME", text, "a name of `calc.py models`"),
    Option("--model", text, "the same, by option"),
    Option("--config", text, "any model's config.json"),
]


def find_model(name: "str | None", model: "str | None", config: "str | None", command: str) -> "Model":
    """The one model that the options name; UsageError for none or several."""
    given = [each for each in (name, model, config) if each is not None]
    if len(given) != 1:
        many = "only one of" if given else "either"
        raise UsageError(f"{command} needs {many} --model NAME or --config FILE; for example: --model qwen3-8b")
    if config is not None:
        fields = read_config(config)
        found = read_model(fields)
        found.name = config
        if any(isinstance(each, dict) and each.get("quantization_config") for each in (fields.values, fields.get("text_config"))):
            found.notes.append("quantization_config is not applied: weights are those of --storage")
        found.source = {"document": config}
        return found
    return named_model(given[0])


def named_model(name: str) -> "Model":
    """The model of that name in models/; the end of a name will do if it is the end of one name only."""
    try:
        record = data.read("models", name)
    except UnknownName:
        wanted = name.rsplit("/", 1)[-1].lower()
        ends = [each for each in data.names("models") if each.endswith("-" + wanted)] if "-" in wanted else []
        if len(ends) != 1:
            raise
        record = data.read("models", ends[0])
    model = read_model(Fields(record["config"], f"models/{record['name']}"))
    model.name = record["name"]
    model.source = {key: value for key, value in record.items() if isinstance(value, str)}
    return model


def source_link(model: "Model") -> str:
    """The source of a model's figures in one cell: a link, or the file that was given."""
    repository = model.source.get("repository")
    return f"[{model.name}]({repository})" if repository else model.source.get("document", "")


def source_note(model: "Model") -> str:
    """The whole provenance in one line."""
    parts = [model.source[key] for key in ("document", "date") if key in model.source]
    return f"source: {source_link(model)}, {', '.join(parts)}" if "repository" in model.source else f"source: {parts[0]}"


def models_report() -> Report:
    """Every model in models/, with its size and its source."""
    rows, listed = [], []
    for name in data.names("models"):
        model = named_model(name)
        total, active = model.parameters(), model.active_parameters()
        source = f"{model.source['repository']}: {model.source['document']}"
        rows.append([name, model.model_type, total, active, source])
        entry = {"name": name, "model_type": model.model_type, "parameters": total, "active_parameters": active}
        listed.append({**entry, "repository": model.source["repository"]})
    columns = ["name", "model_type", "parameters", "active parameters", "source"]
    notes = [
        "parameters: Σ copies × (inputs × outputs + biases) over all matrices, norms and tables; a tied head counts once",
        "active: the same with the experts that one token is routed to; embeddings included",
    ]
    return Report({"models": listed}, [Table("Models", columns, rows)], notes)


COMMANDS = [Command("models", models_report, "the models known by name, their sizes and sources", [], "models")]
