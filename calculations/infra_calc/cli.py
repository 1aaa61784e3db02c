"""From the words of a command line to the text on stdout, or one line on stderr and exit code 2."""

import sys

from infra_calc.command import Command, read_options
from infra_calc.commands import MODULES
from infra_calc.errors import CalculatorError, UsageError, unknown
from infra_calc.report import render

FORMATS = ["md", "json", "csv"]


def main(words: list[str]) -> int:
    """Run one command line; 0, or 2 after one line on stderr."""
    try:
        output = answer(words)
    except CalculatorError as error:
        line = " ".join(str(error).split())
        sys.stderr.write(f"calc.py: {line}\n")
        return 2
    try:
        sys.stdout.buffer.write(output.encode("utf-8", "backslashreplace"))
        sys.stdout.flush()
    except BrokenPipeError:  # `calc.py … | head`
        sys.stderr.close()
    return 0


def answer(words: list[str]) -> str:
    """What the command line prints."""
    if not words or words[0] in ("--help", "-h", "help"):
        return overview()
    command = find(words[0])
    words = words[1:]
    if "--help" in words or "-h" in words:
        return command_help(command)
    format, words = _take_format(words)
    return render(command.run(**read_options(command, words)), format)


def find(name: str) -> Command:
    """The subcommand of that name; imports the module that declares it and no other."""
    module = MODULES.get(name)
    if module is None:
        raise unknown("command", name, list(MODULES))
    return next(each for each in _declared(module) if each.name == name)


def overview() -> str:
    """The text of `calc.py --help`."""
    lines = ["usage: calc.py COMMAND [OPTIONS] [--format md|json|csv]", "", "Exact figures for AI infrastructure.", ""]
    lines += [f"  {name:<12} {find(name).does}" for name in MODULES]
    example = find(next(iter(MODULES))).example
    return "\n".join([*lines, "", "calc.py COMMAND --help shows its options.", f"example: calc.py {example}", ""])


def command_help(command: Command) -> str:
    """The text of `calc.py COMMAND --help`."""
    lines = [f"{command.name}: {command.does}", ""]
    for option in [*command.options]:
        shown = option.name if option.read is None or option.positional else f"{option.name} {_placeholder(option.read)}"
        default = "" if option.default in (None, False) else f" (default: {option.default})"
        lines.append(f"  {shown:<28} {option.help}{default}")
    lines.append(f"  {'--format md|json|csv':<28} table for a document, JSON or CSV (--json is --format json)")
    return "\n".join([*lines, "", f"example: calc.py {command.example}", ""])


def _placeholder(read: object) -> str:
    name = getattr(read, "__name__", "value")
    return str(name) if "|" in name else str(name).upper()


def _declared(module: str) -> list[Command]:
    __import__(module)
    commands: list[Command] = sys.modules[module].COMMANDS
    return commands


def _take_format(words: list[str]) -> tuple[str, list[str]]:
    """The output format, and the words without it."""
    format, rest, given = "md", [], list(words)
    while given:
        word = given.pop(0)
        if word == "--json":
            format = "json"
        elif word == "--format" or word.startswith("--format="):
            format = word[9:] if "=" in word else (given.pop(0) if given else "")
            if format not in FORMATS:
                raise UsageError(f"--format {format!r}: must be one of {', '.join(FORMATS)}")
        else:
            rest.append(word)
    return format, rest
