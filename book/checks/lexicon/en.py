"""English."""

from __future__ import annotations

import re

from book.checks.lexicon.words import Lexicon

_ABOUT = r"(?:(?:about|around|roughly|nearly|almost|exactly|only|just|some|approximately|a|an|the|another|up|to|as|much|many)\s){0,3}"
_LINK = r"that is,?|i\.e\.,?|or|which (?:is|makes|means|gives)|making|giving|for|namely|meaning|in other words,?"
_VERBS = (r"makes?|made|gives?|gave|comes? to|came to|is|are|was|were|equals?|totals?|costs?|takes?|took|needs?|needed|requires?|"
          r"required|holds?|held|has|have|had|uses?|used|burns?|burned|burnt|draws?|drew|consumes?|consumed|occup(?:y|ies|ied)|"
          r"weighs?|contains?|stores?|delivers?|delivered|provides?|reach(?:es)?|amounts? to|adds? up to|adds?|added|yields?|fills?|"
          r"moves?|moved|processes|processed|reads?|writes?|wrote|sends?|sent|transfers?|produces?|produced|sees?|serves?|served|"
          r"sustains?|runs? for|lasts?|lasted|accumulates?|accumulated|generates?|generated|handles?|ends? up (?:at|with)|means?|"
          r"cover(?:s|ed)?|spans?|forwards?|spends?|spent|pays?|paid|bills?|billed|charges?|charged|bring(?:s)?|comprises?|puts?|puts|"
          r"accounts? for|finish(?:es)?(?: after| in)?|arrives? after|works? out (?:at|to)|=|≈|stands? at|receives?|gets?|got")
_NOT = r"[^;:()\ue000-\uf8ff]"

LEXICON = Lexicon(
    total_before=re.compile(
        rf"(?:\b(?:in total|in all|altogether|together|combined|overall|all told|total(?:s|ling|ed|ing)?|sum(?:s)?|sums? to|"
        rf"adds? up|added up|cumulative|aggregate|grand total|end to end|end-to-end|make it|bill|budget)\b{_NOT}{{0,24}}|"
        rf"[,;]\s(?:so|thus|hence|therefore|and so){_NOT}{{0,30}}\b(?:after|{_VERBS})\s{_ABOUT})$", re.IGNORECASE),
    total_after=re.compile(r"(?:\s[a-z-]+){0,3}?\s(?:in total|in all|altogether|all told|together|overall|combined|total)\b",
                           re.IGNORECASE),
    result_before=re.compile(
        rf"(?:\b(?:{_VERBS})\s{_ABOUT}|\b(?:{_LINK})\s{_ABOUT}|[=≈:—–]\s?{_ABOUT}|\b(?:total|sum|product|rate|cost|bill)\s(?:of|is)\s"
        rf"{_ABOUT}|\b(?:{_VERBS})\s{_NOT}{{0,20}})$", re.IGNORECASE),
    result_after=re.compile(r"(?:\s[a-z-]+){0,2}?\s(?:suffice|are (?:enough|needed|required)|is (?:enough|needed|required|consumed)|pass(?:es)?\b|"
                            r"later|to (?:fill|read|copy|send|process|finish|drain))\b", re.IGNORECASE),
    left_before=re.compile(rf"\b(?:leav(?:es?|ing)|left|remain(?:s|ing|der)?|spare|unused|free|rest|frees|short by|headroom|"
                           rf"still (?:needs|missing)|to go)\b{_NOT}{{0,24}}$", re.IGNORECASE),
    left_after=re.compile(r"(?:\s[a-z-]+){0,2}?\s(?:remain(?:s|ed)?|left|to spare|unused|free|are left|is left|still free|"
                          r"available|stay free)\b", re.IGNORECASE),
    remainder=re.compile(rf"\b(?:the (?:rest|remainder|remaining|others?)|everything else|all (?:the )?others?){_NOT}{{0,20}}$", re.IGNORECASE),
    rest_after=re.compile(r"\s(?:for|to|in|on)\s(?:the (?:rest|remainder)|everything else|other)\b", re.IGNORECASE),
    mean_before=re.compile(rf"\b(?:mean|average[sd]?|averaging)\b{_NOT}{{0,24}}$", re.IGNORECASE),
    mean_after=re.compile(r"\s(?:on average|in the mean|on the average)\b", re.IGNORECASE),
    each_before=re.compile(
        r"\bunit (?:price|cost)(?: of| is)?\s$|\b(?:each|every|per|a single|one)\s(?:of (?:them|these|the)\s)?(?P<noun>(?:[a-z-]+\s){0,3}?)[a-z]*\s?(?:(?:has|have|with|"
        r"holds?|needs?|uses?|takes?|costs?|carries|carry|draws?|reads?|gets?|of|at|is|runs?|writes?|produces?|delivers?|"
        r"receives?|contains?|stores?|provides?|serves?|sees|handles?|processes|occupies|weighs|lasts|contributes?|adds?|about|"
        r"around|on|only|for|exactly|roughly|in)\s){0,3}$", re.IGNORECASE),
    each_after=re.compile(
        r"\s?(?:(?!(?:since|because|when|while|and|as|if|where|so|that|which|but|or|for|of)\b)[a-z-]+\s){0,3}?(?:each\b(?! of)|apiece|a piece|per (?P<noun>[a-z-]+)|(?:for|on|in|to|at) (?:each|every) (?P<noun2>[a-z-]+)|"
        r"an? (?P<noun3>day|hour|second|minute|week|month|year|node|piece|step|request|[a-z]{3,12}(?=\s?[,;:])))\b", re.IGNORECASE),
    each_of=re.compile(r"\b(?:each|every one) of (?:the|its|our|these|all)\s$", re.IGNORECASE),
    joint=re.compile(r"\s?(?:[a-z-]+\s){0,3}?(?:of|at|with|times|by|holding|each)\s(?:about\s|some\s|an?\s)?$|\s?(?:×|x)\s?$",
                     re.IGNORECASE),
    noun=re.compile(r"\s?-?(?P<noun>(?:(?!(?:on|of|in|per|each|for|with|at|to|and|or|is|are|was|were|from|that|which|by|as|so|"
                    r"where|go|went|booked)\b)[a-z-]+\s?){1,4})", re.IGNORECASE),
    split=re.compile(r"\b(?:split|divided?|shared?|spread|sharded|partitioned|cut|sliced|distributed?|evenly|equally|"
                     r"amorti[sz]ed|packed|grouped|chunks?|groups? of|batches of|blocks of|pages of|pieces of|lots of)\b",
                     re.IGNORECASE),
    versus=re.compile(r"\b(?:against|vs\.?|versus|compared (?:to|with)|instead of|rather than|than|as opposed to|down from|up from|"
                      r"where the (?:old|new|other)|(?:old|previous|former|baseline|original|reference|unfused|naive|stock)"
                      r"(?: \w+){0,2}|while|whereas|used to|before|the new)\b", re.IGNORECASE),
    more=re.compile(r"(?:as (?:fast|much|many|large|long|high|big|slow|quick|good|heavy|wide|expensive|cheap)|faster|slower|"
                    r"quicker|larger|smaller|longer|shorter|higher|lower|more|less|fewer|bigger|cheaper|heavier|speed-?up|"
                    r"factor|ratio|times the|increase|growth|improvement|reduction|advantage|of (?:the|its|what) (?:old|original|previous|former|initial)|gap|difference|cheaper|wider|narrower)", re.IGNORECASE),
    increase=re.compile(r"\b(?:more|higher|larger|faster|increase|improvement|gain|growth|longer|greater|bigger|slower)\b",
                        re.IGNORECASE),
    ratio=re.compile(r"\b(?:ratio|factor|speed-?up) of\s(?:about\s|roughly\s)?$", re.IGNORECASE),
    near=12,
    span=re.compile(r"\b(?:an?|one|in an?|per|each|every|whole|full)\s(?P<time>day|hour|minute|second|week|year)\b", re.IGNORECASE),
    share_of=re.compile(r"\s?of\s(?:them|these|those|that|it|which|the total|all)\b", re.IGNORECASE),
    share_to=re.compile(r"\s(?:of|to|on)\s(?:the\s|its\s|our\s|all\s)*", re.IGNORECASE),
    share_after=re.compile(r"(?!)"),
    added=re.compile(r"\band (?:an?|one|another)\b|\b(?:adding|added|joined by|together with|plus)\b", re.IGNORECASE),
    single=re.compile(r"\b(?:an?|one)\s(?P<noun>[a-z-]+)\s(?:of (?:the\s)?[\w -]{0,24}?)?(?:takes?|has|holds?|needs?|costs?|draws?|uses?|occupies|is|"
                      r"weighs|stores|reads)\s(?:about\s|only\s|just\s)?$", re.IGNORECASE),
    halving=re.compile(r"\b(?:halving|half of|halved?|half the|half that)\b", re.IGNORECASE),
    doubling=re.compile(r"\b(?:doubling|doubled?|twice)\b", re.IGNORECASE),
    part=re.compile(r"\s?(?:[a-z-]+\s){0,3}?(?:of|out of|from|in|among)\s(?:the\s|every\s|each\s|all\s|our\s|these\s|a total of\s|its\s)*$|\s?/\s?$",
                    re.IGNORECASE),
    share=re.compile(r"\b(?:rate|share|fraction|proportion|percentage|utili[sz]ation|MFU|efficiency|occupancy|ratio|accounts? for|"
                     r"or|i\.e\.|that is|which is|makes?|equals?|represents?|amounts to|about|constitutes?)\b|[(:,]", re.IGNORECASE),
    rest=re.compile(r"\b(?:remain\w*|rest|other|others|not|un\w+|without|free|idle|left|wasted?|lost|miss\w*|fail\w*)\b",
                    re.IGNORECASE),
    instead=re.compile(r"\b(?:instead of|rather than|compared (?:to|with)|versus|vs\.?|against|than|from|not)\b", re.IGNORECASE),
    factor=re.compile(r"\b(?:factor|coefficient|multiplier|PUE|overhead factor|markup)\b[^,;\ue000-\uf8ff]{0,12}$", re.IGNORECASE),
    by=re.compile(r"(?:\b(?:by|(?:drop|fall|cut|saving|reduction|decrease|increase|rise|gain|growth|decline|jump|improvement|"
                  r"difference|gap) of|saving|saves?|saved|shaving off|down|up|gained|lost|frees?|freeing|freed)\s"
                  r"(?:about\s|exactly\s|only\s|roughly\s|some\s|a full\s|us\s|another\s)?)$", re.IGNORECASE),
    more_after=re.compile(r"\s(?:more|fewer|less|higher|lower|longer|shorter|faster|slower|saved|less)\b", re.IGNORECASE),
    rate=re.compile(r"\b(?:rate|share|fraction|proportion|utili[sz]ation|MFU|occupancy|efficiency)\b[^;,\ue000-\uf8ff]{0,16}$", re.IGNORECASE),
    carrier=re.compile(r"(?P<noun>[a-z-]+)\s(?:of|with|holding|containing)\s(?:about\s)?$", re.IGNORECASE),
    turn=re.compile(r"\b(?:and(?! (?:so|thus|hence|therefore|is|that|this))|while|whereas|but|against|versus|with|at|for(?! a)|over|"
                    r"per|when|if|because|since|although|another|other|before|then|later|after)\b", re.IGNORECASE),
    aside=re.compile(r"\b(?:not|latency|overheads?|launch|delays?|startup|warm-?up|timeout|interval|plus|additional|extra|besides|"
                     r"instead of|capacity|measured|observed|in practice|reported|limit|ideal|theoretical|peak is|"
                     r"actually|realistic(?:ally)?|in reality|excluding|including|unless|except)\b", re.IGNORECASE),
)
