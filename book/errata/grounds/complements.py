"""The witness about complements: at a hit rate of 90%, 500 of 5,000 lookups miss, and 4,500 hit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.rivals import Told, on_rivals
from book.errata.working import fits
from book.numbers.chain import show
from book.numbers.interval import Interval
from book.numbers.scan import What

_HIT_RATE = re.compile(r"\bhit rat(?:e|io)|\b(?:success|acceptance) rate|(?<!未)命中率|成功率|接受率|дол\w+ (?:попаданий|успешных|принятых)", re.IGNORECASE)
_MISS_RATE = re.compile(r"\bmiss rat(?:e|io)|\b(?:failure|error|rejection) rate|未命中率|失[败敗]率|[错錯][误誤]率|дол\w+ (?:промахов|ошибок|отказов)", re.IGNORECASE)
_MISS = re.compile(r"\bmiss(?:es|ed)?\b|\bfail(?:s|ed|ures?)?\b|\brejected\b|未命中|失[败敗]|被拒|промах\w*|мимо|ошиб\w+|отклон\w+|неудач\w+", re.IGNORECASE)
_HIT = re.compile(r"(?<!not )\bhits?\b|\bsucceed\w*|\baccepted\b|(?<!未)命中(?!率)|成功(?!率)|被接受|попада\w+|успешн\w+|принят\w*", re.IGNORECASE)
REACH = 24


@on_rivals
def complements(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """So many of a number, by the one rate of the sentence and the word behind the doubted number."""
    scene = dispute.scene
    if printed.what is not What.QUANTITY:
        return
    (first, last), target = scene.sentence, dispute.targets[0]
    near = [f for f in dispute.others if first <= f.start < last]
    shares = [f for f in near if f.what is What.PERCENT]
    wholes = [f for f in near if f.literal.integer and f.what is What.QUANTITY and f.literal.value > max(printed.amount, wanted.amount)]
    text = scene.text_of((first, last))
    rates = [bool(pattern.search(text)) for pattern in (_HIT_RATE, _MISS_RATE)]
    after = scene.reading.text[target.core : min(last, target.core + REACH)]
    words = [bool(pattern.search(after)) for pattern in (_HIT, _MISS)]
    if len(shares) != 1 or len(wholes) != 1 or sum(rates) != 1 or sum(words) != 1:
        return
    share = shares[0].amount if rates == words else 1 - shares[0].amount
    right = Interval.exact(share * wholes[0].literal.value)
    mine, theirs = fits(printed, right), fits(wanted, right)
    shown = {"computed": show(right.middle), "printed": printed.text, "proposed": wanted.text}
    if mine and not theirs:
        yield Evidence.of("definition", For.TEXT, "complement-holds", **shown)
    elif theirs and not mine:
        yield Evidence.of("definition", For.PROPOSAL, "complement", **shown)
