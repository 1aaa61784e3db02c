"""The models that are known by name."""

from infra_calc import data
from infra_calc.command import Command
from infra_calc.report import Report, Table


def models_report() -> Report:
    """Every model in models/."""
    rows = [[name] for name in data.names("models")]
    return Report({"models": [row[0] for row in rows]}, [Table("Models", ["name"], rows)])


COMMANDS = [Command("models", models_report, "the models known by name", [], example="models")]
