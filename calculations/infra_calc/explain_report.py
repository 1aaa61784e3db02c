"""`calc.py explain`: a formula with its units, source and worked example; with inputs, its value."""

from infra_calc import explain
from infra_calc.command import Command, Option, text
from infra_calc.errors import UsageError, unknown
from infra_calc.report import Report, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def explain_report(name: "str | None" = None, inputs: "str | None" = None) -> Report:
    """One formula, or the list of all."""
    if name is None:
        if inputs is not None:
            raise UsageError("--inputs needs the NAME of a formula before it")
        told = [explain.describe(each) for each in explain.names()]
        rows = [[each["name"], each["meaning"], each["source"]] for each in told]
        return Report({"formulas": told}, [Table("Formulas", ["name", "meaning", "source"], rows)])
    told_one = explain.describe(name)
    example = told_one["example"]
    sign = "=" if example["exact"] else "≈"
    symbols = [[f"${each['symbol']}$", each["name"], each["unit"], each["meaning"]] for each in told_one["symbols"]]
    result = told_one["result"]
    symbols.append([f"${result['symbol']}$", "result", result["unit"], told_one["meaning"]])
    notes = [
        f"formula: ${told_one['formula']}$",
        f"source: {told_one['source']}",
        f"example: {example['call']} {sign} {example['result']} {result['unit']}",
    ]
    notes[1:1] = [told_one["conditions"]] if told_one["conditions"] else []
    document = dict(told_one)
    if inputs is not None:
        document["inputs"], document["value"] = inputs, _value(told_one, inputs)
        symbols[-1][3] = f"= {float(document['value']):.12g} for {inputs}"
    return Report(document, [Table(told_one["name"], ["symbol", "name", "unit", "meaning"], symbols)], notes)


def _value(told: "dict[str, Any]", inputs: str) -> "Any":
    """The formula at inputs such as `data=70e9,bandwidth=h100-sxm.memory.bandwidth`."""
    from infra_calc import hardware
    from infra_calc.amount import amount

    wanted = {each["name"]: each["unit"] for each in told["symbols"]}
    values: dict[str, Any] = {}
    figures: dict[str, dict[str, Any]] = {}
    for pair in inputs.split(","):
        word, equals, written = (part.strip() for part in pair.partition("="))
        if word not in wanted:
            raise unknown(f"input of {told['name']}", word, list(wanted))
        if not equals or word in values:
            raise UsageError(f"--inputs: write each of {', '.join(wanted)} once, as {word}=NUMBER")
        if written[:1].isalpha() or written.partition(".")[0] in hardware.names():
            figures[word] = hardware.figure(written)
            values[word] = hardware.in_unit(figures[word], wanted[word])
        else:
            values[word] = 0 if written == "0" else _number(word, written, amount)
    missing = [word for word in wanted if word not in values]
    if missing:
        raise UsageError(f"--inputs lacks {', '.join(missing)}")
    hardware.check_arguments(figures)
    try:
        return explain.function(told["name"])(**values)
    except (ZeroDivisionError, ValueError, OverflowError, TypeError):
        raise UsageError(f"{told['name']} has no value for {inputs}; its conditions: calc.py explain {told['name']}") from None


def _number(word: str, written: str, read: "Any") -> "Any":
    try:
        return read(written)
    except ValueError as error:
        raise UsageError(f"--inputs {word}: {error}") from None


COMMANDS = [
    Command(
        "explain",
        explain_report,
        "a formula with its units, source and worked example",
        [
            Option("NAME", text, "a formula, as budget.transfer_time; without one, all are listed"),
            Option("--inputs", text, "compute it: WORD=NUMBER or WORD=FIGURE of `calc.py hardware`, with commas"),
        ],
        "explain transfer_time --inputs data=70e9,bandwidth=h100-sxm.memory.bandwidth",
    )
]
