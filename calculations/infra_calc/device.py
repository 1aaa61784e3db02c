"""One device as formulas take it: peak, bandwidth and capacity as fractions, with the figures that they come from."""

from fractions import Fraction

from infra_calc.command import Option, text
from infra_calc.errors import Unsupported
from infra_calc.hardware import check_arguments, dense_peak, expanded, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HARDWARE = Option("--hardware", text, "a device of `calc.py hardware`", required=True)
INPUTS = Option("--inputs", text, "precision of the inputs, as bf16, fp8 (default: bf16 if the device has it)", "")


class Device:
    """Dense peak for some inputs, memory and power; raises UnknownName, Unsupported or TagClash."""

    def __init__(self, name: str, inputs: str = "") -> None:
        """The device called `name`; without `inputs`, its peak for bf16."""
        found = record(name)
        self.name: str = found["name"]
        self.figures = {"peak": dense_peak(name, inputs)}
        for word in ("bandwidth", "capacity"):
            if f"memory.{word}" not in found["figures"]:
                raise Unsupported(f"{self.name} is no device with a memory; see calc.py hardware {self.name}")
            self.figures[word] = expanded(found, f"memory.{word}")
        check_arguments(self.figures)
        self.peak = Fraction(*self.figures["peak"]["exact"])
        self.bandwidth = Fraction(*self.figures["bandwidth"]["exact"])
        self.capacity = Fraction(*self.figures["capacity"]["exact"])
        self.power: int | None = expanded(found, "power")["value"] if "power" in found["figures"] else None

    def document(self) -> "dict[str, Any]":
        """The device's part of a JSON document."""
        return {"hardware": self.name, **{word: figure["value"] for word, figure in self.figures.items()}}

    def notes(self) -> list[str]:
        """What a reader must know before printing a figure of this device."""
        recalled = [figure["name"] for figure in self.figures.values() if figure["confidence"] == "recalled"]
        return [f"recalled, look it up before printing: {', '.join(recalled)}"] if recalled else []
