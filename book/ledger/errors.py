"""What the ledger can refuse.

    LedgerProblem
    ├── UnknownNumber     an id that no ledger has
    └── Incompatible      amounts that cannot be added or have no value
"""

from __future__ import annotations


class LedgerProblem(ValueError):
    """Base of the refusals inside an entry; the message says what is wrong, whoever catches it adds the place."""


class UnknownNumber(LedgerProblem):
    """No entry has this id."""


class Incompatible(LedgerProblem):
    """A sum of unlike things, a division by zero, an input in the wrong unit."""
