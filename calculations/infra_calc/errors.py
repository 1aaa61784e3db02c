"""What the calculator refuses, and how it says so: one sentence, exit code 2.

    CalculatorError
    ├── UsageError          a command line that makes no sense
    ├── UnknownName         no such model, device, formula, …; names what is close
    └── Unsupported         a configuration, field or combination that cannot be computed exactly
"""


class CalculatorError(ValueError):
    """The base: its text is one line that says what is wrong and what to do."""


class UsageError(CalculatorError):
    """A missing, unknown or unreadable option."""


class Unsupported(CalculatorError):
    """Input that has no exact answer here; the text names the field."""


class UnknownName(CalculatorError):
    """A name that no list contains."""


def unknown(kind: str, name: str, known: list[str]) -> UnknownName:
    """The refusal of `name` among the `known` names of a `kind`, with the closest ones proposed."""
    from difflib import get_close_matches  # only on the way out: it costs a millisecond

    shown = name if len(name) <= 60 else name[:57] + "..."
    lower = {each.lower(): each for each in known}
    close = [lower[each] for each in get_close_matches(shown.lower(), list(lower), 3, 0.5)]
    if not close:
        close = [each for each in known if shown.lower() in each.lower()][:3]
    hint = f"did you mean {' or '.join(close)}?" if close else f"known: {', '.join(known[:12])}"
    return UnknownName(f"unknown {kind} {shown!r}; {hint}")
