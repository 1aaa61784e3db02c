"""All ledgers of a book: ids resolved across chapters, values computed exactly and once, circles refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from book.errors import BadInput, Fault
from book.ledger import arithmetic, calculator, registry
from book.ledger.amount import Amount
from book.ledger.entry import ChapterLedger, Entry, Kind
from book.ledger.errors import Incompatible, LedgerProblem, UnknownNumber
from book.ledger.number import Input, Number, command_of
from book.ledger.reader import read_ledger
from book.ledger.units import Unit, measured, parse_unit, told

FOLDER = Path("calculations") / "ledger"
MAX_CHAIN = 80
"""Numbers that may stand one upon the other."""


class Ledger:
    """The numbers of one book. Reads a chapter's file when one of its numbers is asked for."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._chapters: dict[str, ChapterLedger | None] = {}
        self._numbers: dict[str, Number] = {}
        self._open: list[str] = []

    def slugs(self) -> list[str]:
        """Chapters that have a ledger."""
        return sorted(path.stem for path in (self.root / FOLDER).glob("*.yaml"))

    def chapter(self, slug: str) -> ChapterLedger | None:
        """The ledger of a chapter; None if it has none."""
        if slug not in self._chapters:
            path = self.root / FOLDER / f"{slug}.yaml"
            known = path.is_file() and path.resolve().is_relative_to(self.root.resolve())
            self._chapters[slug] = read_ledger(path, (FOLDER / path.name).as_posix(), slug) if known else None
        return self._chapters[slug]

    def entry(self, name: str, chapter: str = "") -> Entry:
        """The entry of `decode-read` in a chapter, or of `first-look/decode-read`; UnknownNumber if there is none."""
        slug, _, short = name.rpartition("/") if "/" in name else (chapter, "", name)
        ledger = self.chapter(slug)
        if ledger is None:
            shown = (FOLDER / f"{slug[:60]}.yaml").as_posix()
            raise UnknownNumber(f"chapter `{slug[:60]}` has no ledger, so `{short[:60]}` is unknown; write {shown}")
        if short not in ledger.numbers:
            raise UnknownNumber(f"{ledger.shown} has no number `{short[:60]}`{self._near(short, ledger)}")
        return ledger.numbers[short]

    def _near(self, short: str, ledger: ChapterLedger) -> str:
        from difflib import get_close_matches

        near = get_close_matches(short, list(ledger.numbers), 1, 0.6)
        elsewhere = [slug for slug in self.slugs() if slug != ledger.slug and short in (self.chapter(slug) or ledger).numbers]
        hints = [f"{slug}/{short}" for slug in elsewhere] + near
        return f"; is it `{hints[0]}`?" if hints else "; enter it there"

    def number(self, name: str, chapter: str = "") -> Number:
        """The number with its value; UnknownNumber, or BadInput with the ledger's line where an entry is at fault."""
        entry = self.entry(name, chapter)
        if entry.id in self._numbers:
            return self._numbers[entry.id]
        if entry.id in self._open:
            circle = " → ".join([*self._open[self._open.index(entry.id):], entry.id])
            raise self._fault(entry, f"is made from itself: {circle}")
        if len(self._open) >= MAX_CHAIN:
            raise self._fault(entry, f"stands on a chain of more than {MAX_CHAIN} numbers")
        self._open.append(entry.id)
        try:
            found = self._number(entry)
        except (LedgerProblem, OverflowError) as problem:
            raise self._fault(entry, str(problem)) from None
        finally:
            self._open.pop()
        self._numbers[entry.id] = found
        return found

    def numbers(self, slug: str) -> Iterator[Number]:
        """All numbers of a chapter in the order of its ledger; BadInput with every fault at once."""
        ledger = self.chapter(slug)
        faults: list[Fault] = []
        for entry in ledger.numbers.values() if ledger else ():
            try:
                self.number(entry.id)
            except BadInput as error:
                faults += error.faults
        if faults:
            raise BadInput(faults)
        for entry in ledger.numbers.values() if ledger else ():
            yield self._numbers[entry.id]

    def _fault(self, entry: Entry, message: str) -> BadInput:
        ledger = self.chapter(entry.chapter)
        return BadInput(Fault(ledger.shown if ledger else entry.chapter, entry.line, 0, f"number `{entry.name}`: {message}"))

    # kinds

    def _number(self, entry: Entry) -> Number:
        if entry.kind is Kind.SPEC:
            figure = registry.figure(entry.text)
            unit = parse_unit(figure.unit)
            amount = Amount.of(figure.value, unit)
            plain = Number(entry, amount, unit, entry.text, "", (), (figure.source,), figure.command)
        elif entry.kind is Kind.GIVEN:
            amount, unit = arithmetic.quantity(entry.text)
            said = f"cite:{entry.source}" if entry.source else f"given in the text: {entry.says or entry.name}"
            plain = Number(entry, amount, unit, entry.text, "", (), (said,), command_of(entry, ()))
        elif entry.kind is Kind.RESULT:
            unit = parse_unit(entry.unit)
            amount = Amount.of(self._result(entry.text), unit)
            plain = Number(entry, amount, unit, entry.text, "", (), (entry.text,), command_of(entry, ()))
        elif entry.kind is Kind.EXPR:
            plain = self._expression(entry)
        else:
            plain = self._call(entry)
        return self._in_unit(entry, plain)

    def _in_unit(self, entry: Entry, found: Number) -> Number:
        """The number told in the unit that its entry names."""
        if not entry.unit:
            return found
        unit = parse_unit(entry.unit)
        if measured(found.amount.dims) != unit.measured:
            raise Incompatible(f"has the unit {entry.unit}, but its value is {told(found.amount.dims)}")
        return replace(found, unit=unit, amount=replace(found.amount, dims=unit.dims))

    def _expression(self, entry: Entry) -> Number:
        def value_of(name: str) -> Amount:
            return self.number(name, entry.chapter).amount

        amount = arithmetic.evaluate(entry.text, value_of)
        inputs = tuple(self._reference(name, name, entry.chapter) for name in arithmetic.names(entry.text))
        unit = parse_unit(entry.unit)
        return Number(entry, amount, unit, entry.text, "", inputs, self._sources("", inputs), command_of(entry, ()))

    def _reference(self, name: str, text: str, chapter: str) -> Input:
        number = self.number(text, chapter)
        return Input(name, text, number.id, number.amount, number.unit)

    def _call(self, entry: Entry) -> Number:
        called = calculator.function(entry.text)
        wanted = calculator.parameters(called)
        for name in entry.arguments:
            if name not in wanted:
                raise LedgerProblem(f"{entry.text} has no parameter `{name[:40]}`; it takes {', '.join(wanted)}")
        lacking = [name for name in wanted if name not in entry.arguments]
        if lacking:
            raise LedgerProblem(f"{entry.text} also needs {', '.join(lacking)}")
        inputs = tuple(self._argument(name, entry.arguments[name], parse_unit(one), entry.chapter) for name, one in wanted.items())
        value = _called(called, {each.name: each.amount.value / each.unit.scale for each in inputs}, entry.text)
        unit = parse_unit(calculator.result_unit(called))
        amount = Amount.of(value, unit, exact=all(each.amount.exact for each in inputs))
        formula = f"{entry.text}({', '.join(f'{each.name} = {each.text}' for each in inputs)})"
        sources = self._sources(f"{entry.text}: {calculator.source(called)}", inputs)
        return Number(entry, amount, unit, formula, calculator.latex(called), inputs, sources, command_of(entry, inputs))

    def _argument(self, name: str, text: str, unit: Unit, chapter: str) -> Input:
        """An argument in the unit of its parameter."""
        if arithmetic.is_number(text.partition(" ")[0]):
            amount, _ = arithmetic.quantity(text, unit)
            reference = ""
        else:
            number = self.number(text, chapter)
            amount, reference = number.amount, number.id
        if measured(amount.dims) != unit.measured:
            raise Incompatible(f"`{name}` takes {unit.text}, and `{text}` is {told(amount.dims)}")
        return Input(name, text, reference, amount, unit)

    def _sources(self, own: str, inputs: tuple[Input, ...]) -> tuple[str, ...]:
        found = [own] if own else []
        for each in inputs:
            found += self._numbers[each.id].sources if each.id else []
        return tuple(dict.fromkeys(found))

    def _result(self, text: str) -> Fraction:
        """A value of a results file: `experiments/ch01/01-01/results/summary.json#tpot_ms`."""
        name, _, pointer = text.partition("#")
        path = (self.root / name).resolve()
        if not path.is_relative_to(self.root.resolve()) or not path.is_file() or not pointer:
            raise LedgerProblem(f"`{text[:80]}` is no result; write FILE.json#key.key with a file of the book")
        try:
            found: Any = json.loads(path.read_text(encoding="utf-8"), parse_float=Fraction)
            for key in pointer.split("."):
                found = found[int(key)] if isinstance(found, list) else found[key]
            return Fraction(found)
        except (ValueError, TypeError, LookupError, RecursionError):
            raise LedgerProblem(f"{name} has no number at `{pointer[:60]}`") from None


def _called(called: calculator.Function, values: dict[str, Fraction], name: str) -> Any:
    """The function's value for fractions; for whole numbers where it counts."""
    try:
        return called(**values)
    except TypeError:
        whole = {key: int(value) if value.denominator == 1 else value for key, value in values.items()}
        try:
            return called(**whole)
        except (TypeError, ValueError, ArithmeticError) as error:
            raise LedgerProblem(f"{name} has no value for these inputs: {error}") from None
    except (ValueError, ArithmeticError) as error:
        raise LedgerProblem(f"{name} has no value for these inputs: {error}") from None
