"""Rule: a number of things announced, and another number listed (`three kinds: a, b, c and d`; `分为三步：` and four items)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from book.checks.claim import Claim
from book.checks.listing import leading
from book.checks.passage import Reading
from book.findings import Code
from book.numbers.literal import in_words
from book.numbers.scan import family
from book.numbers.words import simplify

_NOUNS_EN = ("kinds?|types?|sorts?|ways?|steps?|parts?|stages?|phases?|reasons?|factors?|things?|items?|cases?|options?|"
             "modes?|methods?|approaches|rules?|principles?|components?|elements?|categories|"
             "classes|groups?|levels?|layers?|questions?|points?|tasks?|goals?|advantages|disadvantages|drawbacks|"
             "problems?|challenges|ideas?|aspects?|examples?|properties|variants?|strategies|sources|"
             "conditions|terms|files|sections|forms|families|roles|operations|pieces|ingredients|limits|assumptions|"
             "requirements|metrics|dimensions|regimes|scenarios|states|formats|fields|choices|techniques|"
             "resources|quantities|numbers|axes|costs|tools|changes|differences|lessons|models|emotions|colors|colours|"
             "directions|patterns|criteria|lanes|tables|columns|regions|settings|configurations|setups|systems|baselines|engines|backends|policies|formats|signals|"
             "queues|pools|workloads|datasets|benchmarks|algorithms|parameters|knobs|indicators|dimensions|topics|pillars|workers")
_NOUNS_RU = ("вид\\w*|тип\\w*|способ\\w*|шаг\\w*|част\\w+|этап\\w*|стади\\w+|причин\\w*|фактор\\w*|пункт\\w*|случа\\w+|"
             "вариант\\w*|режим\\w*|метод\\w*|подход\\w*|правил\\w*|принцип\\w*|компонент\\w*|"
             "элемент\\w*|категори\\w+|класс\\w*|групп\\w*|уровн\\w+|вопрос\\w*|задач\\w*|цел\\w+|преимуществ\\w*|"
             "недостатк\\w+|проблем\\w*|иде\\w+|аспект\\w*|пример\\w*|свойств\\w*|стратеги\\w+|источник\\w*|"
             "услови\\w+|раздел\\w*|глав\\w*|форм\\w*|операци\\w+|требовани\\w+|метрик\\w*|состояни\\w+|пол\\w+|ресурс\\w*|"
             "величин\\w*|слагаем\\w*|направлени\\w+|веш\\w+|вещ\\w+|признак\\w*|тем\\w*|настро\\w+|параметр\\w*|стат(?:ь\\w+|ей)|прибор\\w*|сервер\\w*|узл\\w+|эффект\\w*|библиотек\\w*|сервис\\w*|город\\w*|"
             "датчик\\w*|тест\\w*|эксперимент\\w*|устройств\\w*|язык\\w*|систем\\w*|механизм\\w*|алгоритм\\w*|протокол\\w*|набор\\w*|очеред\\w+")
_ANNOUNCED = {
    "en": re.compile(rf"(?<![\w.])(?P<n>two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[2-9]|"
                     rf"1[0-2])\s(?:[a-z-]+\s){{0,3}}?(?:(?P<noun>{_NOUNS_EN})\b(?P<rest>[^:.;?!\n]{{0,60}})|(?P<noun2>[a-z]{{3,}}[a-rt-z]s)\b(?P<rest2>[^:.,;?!\n]{{0,20}})):|"
                     rf"(?:there (?:are|were)|(?:are|were|come to|have)) (?:just|only|exactly|precisely)?\s?(?P<n2>two|three|four|five|six|seven|[2-7])(?:\sof them|\sin all)?:", re.IGNORECASE),
    "zh": re.compile(r"(?<![第每\d.一二三四五六七八九十百千万前后几近约])(?P<n>[两二三四五六七八九十]|十[一二]|[2-9]|"
                     r"1[0-2])\s?(?P<noun>大?(?:种|类|步|项|个|点|条|"
                     r"件|部分|方面|阶段|层(?!面上)|级(?!别)|组(?!件|织)|段(?!落)|步骤|要素|因素|原因|要点|问题|大类|环节|档|路|章|节|道|份|类型|方式|"
                     r"方法|模式|缺点|优点|关(?!键|系|于)|家|款|位|名|套|样|座|台))"
                     r"(?P<rest>[^：:。；;！？\n]{0,24})[：:]"),
    "ru": re.compile(rf"(?<![\w-])(?P<n>два|две|двух|двумя|три|трёх|трех|тремя|четыре|четырёх|четырех|пять|пяти|шесть|"
                     rf"шести|семь|семи|восемь|восьми|девять|девяти|десять|десяти|[2-9]|"
                     rf"1[0-2])\s(?:[а-яё-]+\s){{0,3}}?(?:(?P<noun>{_NOUNS_RU})(?!\w)(?P<rest>[^:.;?!\n]{{0,60}})|(?P<noun2>[а-яё]{{3,}}(?:[аыия]|ов|ев|ей|[а-яё]))(?!\w)(?P<rest2>[^:.,;?!\n]{{0,20}})):|"
                     rf"(?:всего|ровно|только|лишь|их|есть)\s(?P<n2>два|две|три|четыре|пять|шесть|семь|[2-7]):", re.IGNORECASE),
}
_SAMPLE = re.compile(r"\b(?:such as|including|include|e\.g\.|for example|among|like|especially|at least|"
                     r"following (?:lines?|commands?))\b|等(?![待于级价效式候同分比距号高宽长])|例如|比如|"
                     r"包括但|其中|至少|например|в частности|среди|и т\. ?д\.|"
                     r"и др\.", re.IGNORECASE)
_OPEN_END = re.compile(r"\betc\b|and so on|等等?[。.]?$|…|\.\.\.|и т\. ?д|и др|и прочее|и так далее", re.IGNORECASE)


def claims_of(reading: Reading) -> Iterator[Claim]:
    """Announced and listed numbers of a passage: a list after it, or an enumeration after the colon."""
    lang = family(reading.language)
    text = reading.narrow
    text = simplify(text) if lang == "zh" else text
    found = list(_ANNOUNCED[lang].finditer(text))
    for i, match in enumerate(found):
        stated = _value(_number(match), lang)
        if stated is None or _SAMPLE.search(_rest(match)) or _other_number(text, match, lang) or not _announces(text, match, lang):
            continue
        tail = text[match.end():]
        if not tail.strip():
            after = reading.listed
            if after.number >= 2 and i == len(found) - 1 and (after.least <= stated or _heads(match, lang)):
                number = stated if after.fits(stated) else after.number
                yield _claim(reading, _start(match), _noun_end(match), stated, (number, number), open_noun=_open(match))
            continue
        marks = _marked(tail)
        if marks:
            yield _claim(reading, _start(match), _noun_end(match), stated, (marks, marks), open_noun=_open(match))
            continue
        sentence = re.split(r"[。!?！？](?!\s?[和与及、])|[.;；](?:\s|$)", tail)[0]
        added = _added(sentence, match, lang)
        if added:
            total = sum(added)
            yield _claim(reading, _start(match), match.end() + len(sentence), stated, (total, total), how=" + ".join(map(str, added)))
            continue
        counts = _counted(sentence, lang)
        if counts is not None:
            yield _claim(reading, _start(match), match.end() + len(sentence), stated, counts, open_noun=_open(match))


def _rest(match: re.Match[str]) -> str:
    """The words between the noun and the colon."""
    return match.groupdict().get("rest2") or match["rest"] or ""


def _number(match: re.Match[str]) -> str:
    """The announced number, beside a noun or at the end: `there are just two:`."""
    return match["n"] or str(match.groupdict().get("n2"))


def _start(match: re.Match[str]) -> int:
    """Where the number stands."""
    return match.start("n") if match["n"] else match.start("n2")


def _open(match: re.Match[str]) -> bool:
    """Whether the noun is any plural, not one of those that announce a list."""
    return bool(match.groupdict().get("noun2"))


def _noun_end(match: re.Match[str]) -> int:
    """Where the noun ends."""
    return max(match.end(name) for name in ("noun", "noun2", "n2") if name in match.re.groupindex)


_CUES = re.compile(r"(?:有|分为?|分成|共|以下|下列|下面|如下|包括|包含|存在|支持|支援|提供|列出?|给出|区分|由|是|需要?|要|"
                   r"定义|采用|确认|满足|介绍|讨论|考虑|为|做|做到|经过|经历|涉及|"
                   r"归纳为|总结为|总结出|主要|常见|常用的?|即|成|^|[，,。：（\s])[^，,。；：\d]{0,4}$")
_BACK = re.compile(r"(?:这|那|上述|该|此|以上|前|后|每|某|任|these|those|both|all|the last|эти|этих|оба|обоих)\s?$", re.IGNORECASE)


_ASIDE = re.compile(r"第\s?$|(?:\band|(?<!\w)и|和|(?<!参)与|(?<!涉)及)\s?$|(?:上面|前面|刚才)的?\s?$|"
                    r"^\s*(?:(?:the|an?|our|this)\s)?[^\W\d]{3,20}\s(?:for|with|для)\s$", re.IGNORECASE)
"""An ordinal counts nothing; after `and` the number counts the last of several things; `An example with two threads:` lists its lines."""
_OF = re.compile(r"\w{1,6} of the (?:following|above)\b", re.IGNORECASE)
"""Some of those that are listed."""
_TOLD_BEFORE = re.compile(r"\b(?:above|earlier|mentioned)\b|上述|上面|前面|前述|(?<!\w)(?:выше|ранее)", re.IGNORECASE)


_COMMENT = re.compile(r"\s*(?:/\*|//|<!--)")
"""A passage that is a comment in code."""
_GOES_ON = re.compile(r"^\s(?:and|or|и|или)\s", re.IGNORECASE)
"""Another thing right after the counted ones: it is that which is listed."""
_ELSE = re.compile(r"\s(?:and|or|и|или)\s(?:[^:]{0,40}(?:following|следующ)|[а-яё]{2,20}(?:[еиёую]т|[ая]т|[еи]тся|[уюая]тся)(?!\w))", re.IGNORECASE)
"""Another sentence about them, or another announcement."""
_DONE_WITH = re.compile(r"的(?:调用|详解|解释|说明|介绍|定义|实现|执行|运行|对比|比较|总结|分析|推导|计算|配置|算法|含义|使用|状态|输出|结果|效果)$")
"""What is done with the counted things, or comes of them, is listed, not they."""
_MEANS = re.compile(r"[来以](?:表示|存储|记录|描述|标记|保存|区分)|\sto\s|(?<!\w)(?:чтобы|для)\s", re.IGNORECASE)
"""The counted things are the means, and what they are for is listed."""


def _heads(match: re.Match[str], lang: str) -> bool:
    """Whether the counted noun is what the list lists, so that more items than announced are too many."""
    rest = _rest(match)
    known = not _open(match) if lang != "zh" else match["noun"] not in ("个", "条", "项", "件", "位", "座", "台")
    return not _DONE_WITH.search(rest) and (known or not _MEANS.search(rest))


_MARKS = re.compile(r"(?<![\d.,])(?:[(（]\s?)?(?P<n>\d{1,2})\s?(?P<mark>[、)）．]|\.\s)|(?P<ring>[①-⑳])")


def _marked(tail: str) -> int:
    """The number of items of an enumeration that numbers them (`1、… 2、…`); 0 if it does not."""
    count, style = 0, ""
    for match in _MARKS.finditer(tail):
        value, mark = (ord(match["ring"]) - ord("①") + 1, "①") if match["ring"] else (int(match["n"]), match["mark"].strip())
        if not count and (tail[:match.start()].strip() or value != 1):
            return 0
        if value == count + 1 and (not style or mark == style):
            count, style = value, mark
    return count if count >= 2 else 0


def _announces(text: str, match: re.Match[str], lang: str) -> bool:
    """Whether the number announces what follows, and does not point back or count something else."""
    before = text[max(0, match.start() - 32):match.start()]
    if _COMMENT.match(text) or (_number(match).isdigit() and str(match["noun"])[:1].isupper()):
        return False  # a comment in code; a title: `DSPy in 8 Steps: a guide`
    if _ASIDE.search(before) or _OF.match(text, match.start()) or _TOLD_BEFORE.search(_rest(match)):
        return False
    if _GOES_ON.search(_rest(match)) or _ELSE.search(text, match.start(), match.end()):
        return False
    if _BACK.search(before) or (lang == "zh" and re.search(r"[A-Za-z]\s?$", before)):
        return False
    if lang != "zh":
        return not re.search(r"[()]", _rest(match))
    short = 0 < len(_rest(match)) <= 8 and re.match(r"[^。；]*、[^。；]*、", text[match.end():])
    return bool(_CUES.search(before) or short) and (_rest(match) == "步骤" or not re.search(r"[，,、（(）)]|(?:过程|结果|流程|步骤|关系|示例|代码|公式|输出|"
                                                        r"命令|表现|时间|情况下|难度)(?:如下|"
                                                        r"上|下|中)?$|epoch|(?:难度|方面|维度|层面|程度|基础|"
                                                        r"前提)[上下中]", _rest(match)))


def _value(word: str, lang: str) -> int | None:
    """The announced number."""
    if word.isdigit():
        return int(word)
    value = in_words(word.lower(), lang)
    return int(value) if value is not None else None


def _other_number(text: str, match: re.Match[str], lang: str) -> bool:
    """Whether another announced number stands in the same clause: then it is unclear which one counts the list."""
    return bool(re.search(r"\d|" + ("[两三四五六七八九]" if lang == "zh" else r"\b(?:two|three|four|five)\b|(?<!\w)(?:дв[аеу]\w*|тр[иёе]х?\w{0,2}|"
                                                                      r"четыр\w+|пять|пяти)(?!\w)"), _rest(match)))


_WORDS_IN_ITEM = {"en": 6, "ru": 6, "zh": 14}


def _counted(sentence: str, lang: str) -> tuple[int, int] | None:
    """The least and the largest number of items that the enumeration can have; None if it is none."""
    if _OPEN_END.search(sentence.strip()) or _SAMPLE.search(sentence) or re.search(r"[:：\uf8fe]", sentence):
        return None
    sentence = re.sub(r"[（(][^（）()]{0,60}[)）]", "", sentence).strip()
    sentence = re.sub(r"[\[【「『“][^\[\]【】「」『』“”]{0,80}[\]】」』”]", "x", sentence)
    if lang == "zh":
        return _counted_chinese(sentence)
    joint = r"\s(?:and|or)\s" if lang == "en" else r"\s(?:и|или|либо)\s"
    pieces = [piece.strip() for piece in sentence.split(",") if piece.strip()]
    if len(pieces) < 2 and not re.search(joint, " " + sentence):
        return None
    last = re.split(joint, " " + pieces[-1])
    inner = sum(len(re.split(joint, " " + piece)) - 1 for piece in pieces[:-1])
    listed = len(last) >= 2 or re.match(joint.strip(r"\s") + r"\s", pieces[-1] + " ")
    plain = len(pieces) >= 3 and all(len(piece.split()) <= 2 for piece in pieces) and not inner
    if not (listed or plain) or inner or any(len(piece.split()) > _WORDS_IN_ITEM[lang] for piece in pieces[:-1] + last):
        return None
    if _TOLD.search(sentence):
        return None
    items = [piece for piece in [*pieces[:-1], *last] if piece.strip()]
    told = [_LEADING.match(piece) for piece in items]
    if sum(map(bool, told)) > 1:
        ones = all(match and match["n"].strip().lower() in _ONE for match in told)
        return (len(told), len(told)) if ones else None
    more = sum((leading(piece) or 1) - 1 for piece in items)
    first = [part for part in last if part.strip()]
    led = len(pieces) > 1 and re.match(joint.strip(r"\s") + r"\s", pieces[-1] + " ")
    return len(pieces) - 1 + (2 if len(first) >= 2 and not led else 1), len(pieces) - 1 + max(1, len(first)) + more


def _added(sentence: str, match: re.Match[str], lang: str) -> tuple[int, ...]:
    """The numbers of items that each tell how many of the announced things they are: `5 tasks: 3 log tasks and a sleep task`."""
    if lang == "zh":
        return ()
    pieces = [piece for piece in re.split(r",\s?(?:(?:and|и)\s)?|\s(?:and|и)\s", sentence.strip()) if piece.strip()]
    numbers = [leading(piece) for piece in pieces]
    noun = str(match["noun"] or match["noun2"] or "").lower()
    stem = noun[:max(3, len(noun) - 2)]
    same = bool(stem) and all(any(word.startswith(stem) for word in piece.lower().split()) for piece in pieces)
    return tuple(number or 0 for number in numbers) if len(pieces) > 1 and all(numbers) and same and set(numbers) != {1} else ()


_TOLD = re.compile(r"\b(?:is|are|was|were|which|that|who|we|you|it|they|when|if|because|how|why|what|whose|where|first(?!-)|then)\b|"
                   r"(?<!\w)(?:если|что|котор\w+|это|откуда|каким|какой|как|где|чем|зачем|почему|кто|куда|сначала|сперва|затем|кажд\w+|"
                   r"следует|нужно|можно|долж\w+)(?!\w)", re.IGNORECASE)
"""Words of a sentence that tells something and lists nothing."""
_ONE = frozenset({"one", "один", "одна", "одно"})
_LEADING = re.compile(r"\s?(?:and |и )?(?P<n>\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|один|одна|одно|два|две|три|четыре|пять|шесть|"
                      r"семь|восемь|девять|десять)\s)", re.IGNORECASE)
"""An item that tells a number itself: the announced number is their sum."""


_PAIR = re.compile("前后|左右|上下|内外|首尾|东西|南北|宽高|长宽|收发|读写|增删|进出|正反|正负|横纵|起止|软硬|男女|冷热")
"""A word for two things."""


def _counted_chinese(sentence: str) -> tuple[int, int] | None:
    """Items between 、 with 和/与/以及/及 before the last; or short clauses between ，."""
    if "、" in sentence:
        sentence = re.sub(r"，(?=或|以及|和|及)", "、", sentence)
    mark = "、" if "、" in sentence else "，" if "，" in sentence else ""
    if not mark:
        return None
    if mark == "、" and "，" in sentence:
        head = sentence.split("，")[0]
        if head.count("、") < 1 or "、" in sentence[len(head):]:
            return None
        sentence = head
    pieces = [piece for piece in re.split(mark, sentence) if piece.strip()]
    joints = [len(re.findall(r"(?:以及|和|与|及|或|跟)", piece)) for piece in pieces]
    if any(len(piece) > _WORDS_IN_ITEM["zh"] for piece in pieces) or len(pieces) < 2:
        return None
    if mark == "，" and (len(pieces) < 3 or any(len(piece) > 8 for piece in pieces) or re.search(
        r"[是有为要可能会应都也]", sentence)):
        return None
    leading = bool(re.match(r"(?:以及|和|与|及|或)", pieces[-1]))
    most = len(pieces) + sum(joints) - leading + sum(len(_PAIR.findall(piece)) for piece in pieces)
    last = [part for part in re.split(r"以及|和|与|及", pieces[-1]) if part]
    lengths = [len(part.strip()) for part in pieces[:-1] + last]
    joined = sum(joints) == 1 and len(last) == 2 and joints[-1] == 1
    alike = joined and min(lengths[-2:]) >= 2 and max(lengths[-2:]) <= max([6, *(n + 1 for n in lengths[:-2])])
    return (most if alike else len(pieces)), most


def _claim(reading: Reading, start: int, end: int, stated: int, counts: tuple[int, int], *, open_noun: bool = False,
           how: str = "the items were counted") -> Claim:
    """The claim that the announced number is the listed one; after a noun of no known kind only a slip by one is believed."""
    low, high = counts
    if low <= stated <= high or (open_noun and not low - 1 <= stated <= high + 1):
        return Claim(start, end, None)
    return Claim(start, min(end, len(reading.text)), Code.COUNT_MISMATCH, str(stated), str(low if stated < low else high),
                 how)
