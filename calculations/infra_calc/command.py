"""A subcommand as data: the function that answers, the options that become its keywords, a tested example.

Each module lists its own in `COMMANDS`; `commands.MODULES` says which module a name is in.
"""

from infra_calc.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing is slow to import; a type checker takes this branch
    from collections.abc import Callable
    from typing import Any

LARGEST_COUNT = 10**15


class Option:
    """One option: `--tokens` is passed on as keyword `tokens`; a name without dashes is positional."""

    def __init__(
        self, name: str, read: "Callable[[str], Any] | None", help: str, default: "Any" = None, required: bool = False
    ) -> None:
        """`read` turns the text into the value and raises ValueError; None makes it a switch."""
        self.name = name
        self.read = read
        self.help = help
        self.default = False if read is None else default
        self.required = required

    @property
    def keyword(self) -> str:
        """The keyword of the command's function."""
        return self.name.lstrip("-").replace("-", "_").lower()

    @property
    def positional(self) -> bool:
        """Whether it is given without its name."""
        return not self.name.startswith("-")


class Command:
    """A subcommand: `run(**options)` returns a `report.Report`."""

    def __init__(
        self, name: str, run: "Callable[..., Any]", does: str, options: "list[Option]", example: str
    ) -> None:
        """`does` is one line for the list of commands; `example` is run by a test."""
        self.name = name
        self.run = run
        self.does = does
        self.options = options
        self.example = example


def text(value: str) -> str:
    """Any text."""
    return value


def count(value: str) -> int:
    """A whole number from 1 to 10^15."""
    number = whole(value)
    if number == 0:
        raise ValueError("must be at least 1")
    return number


def whole(value: str) -> int:
    """A whole number from 0 to 10^15; `8_192` and `8,192` are read as 8192."""
    digits = value.replace("_", "").replace(",", "")
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError("must be a whole number such as 8192")
    if len(digits) > 16 or int(digits) > LARGEST_COUNT:
        raise ValueError(f"must be at most {LARGEST_COUNT:,}")
    return int(digits)


def choice(*names: str) -> "Callable[[str], str]":
    """One of these names."""

    def read(value: str) -> str:
        if value not in names:
            raise ValueError(f"must be one of {', '.join(names)}")
        return value

    read.__name__ = "|".join(names)
    return read


def read_options(command: Command, words: list[str]) -> "dict[str, Any]":
    """The keywords for `command.run` from the words of the command line."""
    by_name = {option.name: option for option in command.options}
    places = [option for option in command.options if option.positional]
    values: dict[str, Any] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word.startswith("--"):
            name, equals, given = word.partition("=")
            option = by_name.get(name)
            if option is None:
                raise _unknown_option(command, name)
            if option.read is None and equals:
                raise UsageError(f"{name} is a switch and takes no value")
            if option.read is not None and not equals:
                if not rest:
                    raise UsageError(f"{name} needs a value; {usage(command)}")
                given = rest.pop(0)
        elif word.startswith("-") and len(word) > 1 and not word[1].isdigit():
            raise _unknown_option(command, word)
        elif places:
            option, given = places.pop(0), word
        else:
            raise UsageError(f"unexpected {_short(word)!r}; {usage(command)}")
        if option.keyword in values:
            raise UsageError(f"{option.name} is given twice")
        values[option.keyword] = True if option.read is None else _read(option, given)
    for option in command.options:
        if option.required and option.keyword not in values:
            raise UsageError(f"{command.name} needs {option.name}; {usage(command)}")
        values.setdefault(option.keyword, option.default)
    return values


def usage(command: Command) -> str:
    """The line that shows how the command is written."""
    return f"for example: calc.py {command.example}"


def _read(option: Option, given: str) -> "Any":
    assert option.read is not None
    try:
        return option.read(given)
    except UsageError:
        raise
    except ValueError as error:
        raise UsageError(f"{option.name} {_short(given)!r}: {error}") from None


def _unknown_option(command: Command, name: str) -> ValueError:
    from infra_calc.errors import unknown

    known = [option.name for option in command.options] + ["--format", "--json", "--help"]
    return UsageError(str(unknown(f"option of {command.name}:", name, known)))


def _short(word: str) -> str:
    return word if len(word) <= 60 else word[:57] + "..."
