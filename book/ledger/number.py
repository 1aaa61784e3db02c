"""A number of the ledger with its value and its derivation: formula, inputs, sources, and the command that recomputes it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

from book.ledger.amount import Amount
from book.ledger.entry import Entry, Kind
from book.ledger.units import Unit


@dataclass(frozen=True)
class Input:
    """What a number is made from."""

    name: str
    """The parameter, or the id in an expression."""
    text: str
    """As the ledger writes it."""
    id: str
    """The full id of the number that it is; empty for one typed in the ledger."""
    amount: Amount
    unit: Unit
    """In which it is told."""

    def shown(self) -> str:
        """Its value with its unit."""
        return shown(self.amount, self.unit)


@dataclass(frozen=True)
class Number:
    """One number, evaluated."""

    entry: Entry
    amount: Amount
    unit: Unit
    """The unit of the function, the figure or the entry."""
    formula: str
    """As text: `budget.transfer_time(data = 70 GB, bandwidth = h100-bandwidth)`, `weights / kv-token`."""
    latex: str
    """The formula of the function; empty for other kinds."""
    inputs: tuple[Input, ...]
    sources: tuple[str, ...]
    """Own source first, then those of the inputs."""
    command: str

    @property
    def id(self) -> str:
        """Unique in the book."""
        return self.entry.id

    @property
    def value(self) -> Fraction:
        """In `unit`."""
        return self.amount.value / self.unit.scale

    def shown(self) -> str:
        """The value with its unit."""
        return shown(self.amount, self.unit)


def shown(amount: Amount, unit: Unit) -> str:
    """`20.8955 ms` and the like: the value in a unit, with a power of a thousand that makes it readable."""
    value = amount.value / unit.scale
    text = "" if unit.text == "1" else f" {unit.text}"
    return decimal_text(value, 6) + text


def decimal_text(value: Fraction, digits: int) -> str:
    """Exact if whole and not too long, else so many significant digits."""
    if value.denominator == 1 and abs(value.numerator) < 10**18:
        return f"{value.numerator:,}"
    context = Context(prec=digits)
    decimal = context.divide(Decimal(value.numerator), Decimal(value.denominator)).normalize(context)
    power = decimal.adjusted()
    return f"{decimal:,f}" if -5 < power < 15 else str(decimal)


def typed(value: Fraction) -> str:
    """A value for a command line: exact if its decimals end within 30 digits, else seventeen digits."""
    context = Context(prec=30)
    decimal = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    if Fraction(decimal) != value:
        decimal = Context(prec=17).divide(Decimal(value.numerator), Decimal(value.denominator))
    normal = decimal.normalize(context)
    return f"{normal:f}" if -7 < normal.adjusted() < 20 else str(normal)


def command_of(entry: Entry, inputs: tuple[Input, ...]) -> str:
    """The line that recomputes a number without the book where the calculator can, else with it."""
    if entry.kind is Kind.CALC:
        values = [(each.name, each.amount.value / each.unit.scale) for each in inputs]
        if all(0 <= value <= 10**30 for _, value in values):
            pairs = ",".join(f"{name}={typed(value)}" for name, value in values)
            return f"python3 calculations/calc.py explain {entry.text} --inputs {pairs}"
    if entry.kind is Kind.RESULT and "/results/" in entry.text:
        return f"python3 {entry.text.partition('/results/')[0]}/verify.py"
    return f"book number {entry.id}"
