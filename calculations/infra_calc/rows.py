"""A formula applied, as a row of a table: what, how much, in which unit, by which formula, from which source."""

from infra_calc import explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

COLUMNS = ["quantity", "value", "unit", "formula", "source"]


def apply(label: str, name: str, **inputs: "Any") -> "list[Any]":
    """The row of `chapter.function` called with these inputs."""
    told = explain.describe(name)
    value = explain.function(name)(**inputs)
    return [label, value, told["result"]["unit"], f"${told['formula']}$", f"{told['name']}: {told['source']}"]


def given(figure: "dict[str, Any]") -> "list[Any]":
    """The row of a figure of the hardware registry."""
    recalled = ", recalled" if figure["confidence"] == "recalled" else ""
    return [figure["name"], figure["value"], figure["unit"], figure["printed"], f"{figure['source']}{recalled}"]
