"""Rule: a part of a whole as a percentage (`Of 640 requests 72 (11.25%)`, `256 位中选 8 位，占 3.125%`), a share of an amount."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from book.checks.claim import Claim
from book.checks.compare import claim, exact
from book.checks.sentence import Sentence, template
from book.numbers.scan import Mention

_PART_OF_WHOLE = {
    "en": [r"<N:b>\s?(?:[a-z]+\s)?(?:out of|of)\s(?:the\s|all\s|our\s)*<N:a>[^;.,()\ue000-\uf8ff]{0,30}?"
           r",\s(?:about\s|or\s)?<P:c>\sof\s(?:the|all|them|our)\b",
           r"\b(?:[Oo]ut of|[Oo]f)\s(?:the\s|all\s|these\s|our\s|"
           r"a total of\s)*<N:a>[^;.\ue000-\uf8ff]{0,40}?<N:b>[^;.,()\ue000-\uf8ff]{0,22}?(?:\s?\((?:about\s|or\s|"
           r"i\.e\.,?\s)?|,\s(?:or|that is,?|i\.e\.,?|about|a share of)\s(?:about\s)?|\s?=\s?)<P:c>",
           r"<N:b>\s?(?:[a-z]+\s)?(?:out of|of)\s(?:the\s|all\s|these\s|our\s|"
           r"a total of\s)*<N:a>[^;.,()\ue000-\uf8ff]{0,30}?(?:\s?\((?:about\s|or\s|i\.e\.,?\s)?|,\s(?:or|that is,?|"
           r"i\.e\.,?|about|a share of)\s(?:about\s)?|\s?=\s?|\s(?:is|are|makes)\s(?:about\s)?)<P:c>"],
    "zh": [r"<N:a><~14>(?:里|中|内|之中|里面|当中|之内)(?:有|的|，|，?每次|选|出|共|，有|只|仅|"
           r"激活){0,3}<~12><N:b><~16>(?:占|率[为是约]*|占比[为是约]*|"
           r"比例[为是约]*|即|也就是|（|\(|，约|，)(?:了?其中的|总数的|全部的|约|大约|大概|的)?<P:c>",
           r"<N:a><~20>(?:每次|每个[^，。；\ue000-\uf8ff]{0,6}|每步|只|仅|其中)(?:选|激活|使用|用|有|取|挑|动用|"
           r"路由到)<~6><N:b><~12>(?:占|即|也就是|"
           r"只?动用其中的|（|只占|占全部的|，约)(?:约|大约)?<P:c>",
           r"<N:b><~10>(?:整|总|全|共|合计|全部|一共)<~6><N:a><~8>(?:占比?|约|即|前者占后?者?的?)(?:了|约|大约)?<P:c>"],
    "ru": [r"[Ии]з\s(?:всех\s|общих\s)?<N:a><~30><N:b><~20>(?:\(|,?\sто есть\s|\s—\s|,\s)(?:это\s|примерно\s|около\s|"
           r"или\s)?<P:c>",
           r"<N:b><~14>из\s(?:всех\s|общих\s)?<N:a><~24>(?:\(|,?\sто есть\s|\s—\s|,\s)(?:это\s|примерно\s|около\s|"
           r"или\s)?<P:c>"],
}
_PERCENT_OF = {
    "en": [r"<PF:p>\s(?:utili[sz]ation|efficiency|MFU|occupancy|load)\b[^;.\ue000-\uf8ff]{0,20}?\b(?:the|an?|its|that|this|"
           r"our|of)\s<N:a>[^;.,\ue000-\uf8ff]{0,30}?\b(?:delivers?|gives?|is|are|yields?|reaches|makes|achieves?|means|"
           r"sustains?|leaves)\s(?:about\s|roughly\s|only\s|just\s|exactly\s)?<N:b>",
           r"<PF:p>\sof\s(?:the\s|a\s|its\s|that\s|this\s|all\s)?<N:a>[^;.,\ue000-\uf8ff]{0,24}?(?:\b(?:is|are|makes?|"
           r"gives?|equals?|means|comes to)\s|,\s(?:that is,?\s|i\.e\.,?\s|or\s)?|\s?=\s?|\s\()(?:about\s|roughly\s|only\s|"
           r"just\s|exactly\s)?<N:b>",
           r"<N:a>[^;.\ue000-\uf8ff]{0,30}?[,;]\s(?:of which\s)?<F:p>(?:\sof (?:them|it|that))?,\s(?:that is,?\s|"
           r"i\.e\.,?\s|or\s|about\s)?<N:b>"],
    "zh": [r"<N:a><~12>[，,]?(?:抽样|抽取|采样|抽|取|留出|取出|利用率|只用|使用率|命中率|其中)(?:率|了|为|是|约|的|"
           r"[^，。；\ue000-\uf8ff]{0,3})?<PF:p><~8>[，,]?(?:得到|得|即|就是|[是为]|约|合|也就是|等于|实际(?:上|只有)?|"
           r"折合|每张卡实际|可得|有|共)(?:约|大约|的|"
           r"[^，。；\ue000-\uf8ff]{0,4})?<N:b>",
           r"<N:a>[^，。；\ue000-\uf8ff]{0,6}的<PF:p>(?:，?(?:就?是|即|为|等于|约为?|也就是|合|，)|（)(?:约|大约)?<N:b>",
           r"<P:p>[^，。；\ue000-\uf8ff]{0,4}[，,]?(?:折合|相当于|即|"
           r"合)(?:约)?<N:b>[^，。；\ue000-\uf8ff]{0,4}[（(](?:[^，。；\ue000-\uf8ff]{0,8})<N:a>[^，。；\ue000-\uf8ff]{0,4}[）)]",
           r"<N:a><~16>[，；]<F:p>[，,（(]?(?:即|也就是|约|合|，)<N:b>"],
    "ru": [r"<N:a><~30>[,;:]\s(?:из них\s|из которых\s)?<PF:p>(?:\s(?:из них|от них|этого))?(?:,\s|\s—\s|\s\()(?:то есть\s|"
           r"это\s|или\s|около\s)?<N:b>",
           r"<PF:p>\s(?:от|из)\s(?:этих\s|общих\s)?<N:a><~20>(?:\s—\s(?:это\s)?|,\sто есть\s|,\sили\s|составля\w+\s|дают\s|"
           r"даёт\s|\s=\s|равны\s)(?:примерно\s|около\s)?<N:b>",
           r"[Пп]ри\s(?:загрузке|утилизации|использовании|эффективности|"
           r"КПД)[^;.\ue000-\uf8ff]{0,6}<P:p><~24><N:a><~24>(?:даёт|выдаёт|дают|составляет|это|равна|—)\s(?:примерно\s|"
           r"около\s)?<N:b>",
           r"[Пп]ри\s(?:загрузке|утилизации|использовании|эффективности|КПД)\s(?:в\s|на\s)?<P:p><~30>\s<N:a><~30>\s(?:даёт|"
           r"выдаёт|выдаст|обеспечивает|достигает)\s<N:b>"],
}


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """Shares of counts or quantities, and percentages of quantities."""
    for pattern in _PART_OF_WHOLE[sentence.family]:
        for match in template(pattern).finditer(sentence.skeleton):
            whole, part, stated = sentence.mention(match["a"]), sentence.mention(match["b"]), sentence.mention(match["c"])
            if _fits(part, whole) and exact(part).low <= exact(whole).low and stated.literal.value <= 100:
                yield from claim(sentence, stated, [part, whole], [lambda v: v[0] / v[1]], "the part over the whole")
    for pattern in _PERCENT_OF[sentence.family]:
        for match in template(pattern).finditer(sentence.skeleton):
            share, whole, stated = sentence.mention(match["p"]), sentence.mention(match["a"]), sentence.mention(match["b"])
            if _fits(stated, whole) and share.literal.value <= 100 and _comparable(stated, whole):
                yield from claim(sentence, stated, [share, whole], [lambda v: v[0] * v[1]], "the share of the whole")


def _fits(part: Mention, whole: Mention) -> bool:
    """Whether one can be part of the other."""
    if part.dims != whole.dims:
        return False
    return exact(whole).low > 0 and exact(part).low > Fraction(0)


def _comparable(stated: Mention, whole: Mention) -> bool:
    """Bare small counts beside percentages are mostly something else."""
    return bool(stated.dims) or exact(whole).low >= 100

