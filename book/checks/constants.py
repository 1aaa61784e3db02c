"""Rule: a figure beside a device's or a model's name is none of its published ones (`the H100 SXM reads 2.0 TB/s from memory`).

A registry holds subjects with tagged figures; the calculator's records are one source, a test's dictionary another.
A figure is judged only where the words say which kind it is (memory bandwidth, dense BF16 peak, capacity, power,
parameters, layers), and it passes if any variant of the subject that the text does not exclude has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from book.checks.claim import Claim
from book.checks.compare import exact
from book.checks.sentence import Sentence
from book.findings import Code
from book.numbers.interval import Interval
from book.numbers.scan import Hedge, Mention, What, scan
from book.numbers.units import Dimension


@dataclass(frozen=True)
class Figure:
    """A published figure."""

    kind: str
    """bandwidth, peak, capacity, power, link, parameters or layers."""
    value: Interval
    """In base units, with the precision of the source."""
    dims: Dimension
    printed: str
    tags: frozenset[str] = frozenset()
    """What it holds for: bf16, fp8, dense, sparse, one, both …"""


@dataclass(frozen=True)
class Subject:
    """A device or a model."""

    name: str
    """As in the registry: `h100-sxm`, `qwen3-8b`."""
    family: str
    """The first word of the name, by which texts call it: `h100`."""
    qualifiers: frozenset[str]
    """The other words: sxm, pcie, 80."""
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Registry:
    """All subjects, and the pattern of their names in a text."""

    subjects: tuple[Subject, ...]
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, subjects: Iterable[Subject]) -> Registry:
        """A registry of subjects."""
        known = tuple(subjects)
        names = sorted({s.family for s in known} | {s.name for s in known}, key=len, reverse=True)
        alternatives = "|".join(re.escape(name).replace(r"\-", r"[-\s]?") for name in names) or r"(?!)"
        more = r"(?:[-\s](?:SXM\d?|PCIe|NVL\d*|OAM|HGX|\d{2,3}\s?GB|[a-z]?\d{2,3}GB)){0,3}"
        pattern = rf"(?<![\w-])(?P<name>{alternatives})(?P<more>{more})(?![\w-])"
        return cls(known, re.compile(pattern, re.IGNORECASE))

    def called(self, match: re.Match[str]) -> tuple[Subject, ...]:
        """The subjects that a name in a text may mean: those that its qualifiers do not exclude."""
        name = re.sub(r"\s", "-", match["name"].lower())
        said = set(re.findall(r"sxm|pcie|nvl|oam|\d+(?=\s?gb)", match["more"].lower()))
        family = tuple(s for s in self.subjects if s.name == name or s.family == name)
        for word in said:
            family = tuple(s for s in family if word in s.qualifiers) or family
        return family


def device(record: Mapping[str, Any]) -> Subject:
    """A subject from a record of the calculator (`name`, `figures` with `printed` and tags)."""
    figures = []
    for key, entry in record["figures"].items():
        found = [m for m in scan(entry["printed"], "en") if m.what is What.QUANTITY and m.unit is not None]
        kind = _KINDS.get(key.split(".")[0] if key.split(".")[0] != "memory" else key)
        if kind is None or len(found) != 1 or entry.get("basis") == "measured":
            continue
        tags = {str(entry[tag]).lower() for tag in ("sparsity", "input", "direction") if tag in entry}
        mention = found[0]
        width = mention.literal.rounded() * Interval.exact(mention.unit.factor if mention.unit else 1)
        figures.append(Figure(kind, width, mention.dims, entry["printed"], frozenset(tags)))
    return _subject(record["name"], figures)


def model(record: Mapping[str, Any]) -> Subject:
    """A subject from a model's record: its parameter count and layers."""
    name = str(record["name"]).rsplit("/", 1)[-1].lower()
    figures = []
    if count := re.match(r"(\d{6,})\sparameters", str(record.get("checked", ""))):
        figures.append(Figure("parameters", Interval.exact(int(count[1])), (), count[1]))
    layers = record.get("config", {}).get("num_hidden_layers")
    if isinstance(layers, int):
        figures.append(Figure("layers", Interval.exact(layers), (), str(layers)))
    return Subject(name, name, frozenset(), tuple(figures))


def _subject(name: str, figures: Iterable[Figure]) -> Subject:
    """A subject whose family is the first word of its name."""
    first, *rest = name.lower().split("-")
    return Subject(name.lower(), first, frozenset(rest), tuple(figures))


_KINDS = {"memory.bandwidth": "bandwidth", "memory.capacity": "capacity", "peaks": "peak", "power": "power", "links": "link"}
_SAYS = {
    "bandwidth": re.compile(r"memory bandwidth|HBM bandwidth|bandwidth of (?:its|the) (?:memory|HBM)|显存带宽|内存带宽|"
                            r"HBM 带宽|記憶體頻寬|пропускн\w+ способност\w+ (?:памяти|HBM)", re.IGNORECASE),
    "peak": re.compile(r"\bpeak\b|dense|TFLOPS|稠密|算力|峰值|пик\w*|плотн", re.IGNORECASE),
    "capacity": re.compile(r"\bcapacity|显存容量|内存容量|記憶體容量|объ[её]м\w* памяти", re.IGNORECASE),
    "power": re.compile(r"\bTDP\b|\bboard power|功耗上限|热设计功耗|теплопакет", re.IGNORECASE),
    "parameters": re.compile(r"parameters|参数|參數|параметр", re.IGNORECASE),
    "layers": re.compile(r"\blayers\b|层(?!级|面)|層|сло[её]в", re.IGNORECASE),
}
_DIMS = {"bandwidth": {("byte", 1), ("second", -1)}, "peak": {("flop", 1), ("second", -1)}, "capacity": {("byte", 1)},
         "power": {("joule", 1), ("second", -1)}, "parameters": set(), "layers": set()}
_ELSEWHERE = re.compile(r"measured|achiev|sustain|effective|utili|reach|实测|实际|有效|利用|達到|达到|измер|достига|"
                        r"эффектив|half|twice|一半|两倍|вдвое|per\s(?:layer|expert)"
                        r"|total|合计|总共|всего|\d\s?(?:×|x|张|块|卡|GPUs)|each|embedding|active|激活|启用|активн|"
                        r"attention|expert|专家|\bmore\b|\bless\b|extra|additional|\badds?\b|多|少|增加|больше|меньше|добав", re.IGNORECASE)
"""Words after which a figure is another one than the subject's own: measured, of a part, of several, a difference."""
_LINKED = re.compile(r"\bICI\b|NVLink|InfiniBand|PCIe|interconnect|互[连連]|межсоедин", re.IGNORECASE)
"""Right after a bandwidth: it is not the memory's."""
_OTHER_PEAK = re.compile(r"FP32|FP64|vector|scalar|CUDA core|compared|versus|vs\.|against|than|相比|сравн|против", re.IGNORECASE)
_TAGS = {"bf16": r"BF16|bfloat16|FP16|半精度|half precision", "fp8": r"FP8", "int8": r"INT8", "tf32": r"TF32", "fp4": r"FP4"}


def claims_of(sentence: Sentence, registry: Registry) -> Iterator[Claim]:
    """Figures between a name and the next name of a sentence."""
    text = sentence.reading.masked[sentence.start:sentence.end]
    names = list(registry.pattern.finditer(text))
    for i, match in enumerate(names):
        stop = names[i + 1].start() if i + 1 < len(names) else len(text)
        subjects = registry.called(match)
        start = sentence.start + match.end()
        for mention in sentence.mentions:
            if start <= mention.start < sentence.start + min(stop, match.end() + 90) and mention.what is What.QUANTITY:
                yield from _judged(sentence, subjects, sentence.start + match.start(), mention, text)


def _judged(sentence: Sentence, subjects: tuple[Subject, ...], start: int, mention: Mention, text: str) -> Iterator[Claim]:
    """The claim about one figure, if the words say what it is."""
    masked = sentence.reading.masked
    words = masked[start:mention.end] + re.split(r"[,，;；。]", masked[mention.end:mention.end + 16])[0]
    clause = re.split(r"[,，;；。]\s?(?!\d)", words[:mention.start - start])[-1] + words[mention.start - start:]
    kind = _kind(mention, clause)
    before = masked[max(sentence.start, start - 24):start]
    if kind is None or mention.hedge is Hedge.BOUND or _LINKED.search(masked[mention.end:mention.end + 24]) or _ELSEWHERE.search(words) or re.search(
        r"\d\s?(?:×|x|张|块|卡)?\s?$", before):
        return
    if kind == "peak" and (_OTHER_PEAK.search(words) or not re.search("|".join(_TAGS.values()), words + before, re.IGNORECASE)):
        return
    said = {tag for tag, pattern in _TAGS.items() if re.search(pattern, words + before, re.IGNORECASE)}
    sparse = bool(re.search(r"spars|稀疏|разреж", words, re.IGNORECASE))
    figures = [f for s in subjects for f in s.figures if f.kind == kind and (kind != "peak" or _tagged(f, said, sparse))]
    if not figures:
        return
    if any(_admits(mention, f) or _near(mention, f) for f in figures):
        yield Claim(start, mention.end, None)
        return
    known = "; ".join(dict.fromkeys(f.printed for f in figures))
    names = ", ".join(dict.fromkeys(s.name for s in subjects))
    yield Claim(start, mention.end, Code.CONSTANT_MISMATCH, sentence.reading.text[mention.start:mention.end], known,
        f"the figures of {names}", mention.start)


def _kind(mention: Mention, clause: str) -> str | None:
    """The kind of figure that the words before or right after it name, if its dimension agrees."""
    for kind, pattern in _SAYS.items():
        if set(mention.dims) == _DIMS[kind] and pattern.search(clause):
            if kind == "parameters" and (mention.literal.value < 10**6 or (mention.literal.integer and not mention.literal.step)):
                continue
            if kind == "layers" and (not mention.literal.integer or mention.literal.value > 300 or mention.unit is not None):
                continue
            return kind
    return None


def _tagged(figure: Figure, said: set[str], sparse: bool) -> bool:
    """Whether a peak is of the precision and sparsity that the text names; unnamed ones exclude nothing."""
    if said and not (figure.tags & said or ("fp16" in figure.tags and "bf16" in said)):
        return False
    return not sparse or "sparse" in figure.tags


def _admits(mention: Mention, figure: Figure) -> bool:
    """Whether the published figure can have been printed like this."""
    factors = {mention.unit.factor, mention.unit.binary_factor} if mention.unit else {Fraction(1)}
    loose = mention.hedge is Hedge.ABOUT
    return any(mention.literal.admits(figure.value / Interval.exact(factor), loose=loose) for factor in factors)


def _near(mention: Mention, figure: Figure) -> bool:
    """Whether both differ only by rounding (989 for 989.4, 2.0 for 2.039) or by less than one per cent."""
    stated, known = exact(mention).low, figure.value.middle
    return abs(stated - known) * 100 <= abs(known)

