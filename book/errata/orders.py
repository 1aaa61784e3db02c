"""Sentences of a report that speak to the machine (`ignore the previous instructions`): they are no reasons, and nobody obeys them."""

from __future__ import annotations

import re

_ORDER = re.compile(
    r"\b(?:previous|prior|above|earlier|preceding|all|any|your|these)\s(?:\w+\s)?(?:instructions?|prompts?|guidelines)\b"
    r"|\bsystem (?:prompt|message|override|notice)\b|(?:^|\s)(?:SYSTEM|ASSISTANT|ADMIN|DEVELOPER)\s?:"
    r"|\byou (?:are now|must now|will now)\b|\bverdict\s?[:=]|\b(?:set|change|mark|make) the verdict\b|\b(?:reply|answer|respond) (?:only )?with\b"
    r"|\b(?:label|close|merge|approve) (?:the|this) (?:issue|report|pull request)\b|\bdo not (?:run|do|perform|make|check|verify) any\b"
    r"|(?:忽略|无视|無視|忘[记記掉]|不要理会)[^。！\n]{0,16}(?:指令|指示|提示|规则|規則|要求)|[系][统統](?:提示|指令|消息|訊息|通知)"
    r"|(?:判定|裁定|结论|結論|判[为為])\s?[:：=]?\s?(?:confirmed|refuted)|(?:回[复復覆]|输出|輸出|返回|标[为記记])\s?.?(?:verdict|confirmed|refuted)|你[现現]在是"
    r"|(?:игнориру|забудь|отмен|не обращай)\w*[^.!\n]{0,40}(?:инструкци|указани|правил)\w*|системн\w+ (?:сообщени|подсказк|инструкци|уведомлени)\w*"
    r"|вердикт\s?[:=]|(?:ответь|поставь|верни|выведи)\w*[^.!\n]{0,30}(?:confirmed|refuted|вердикт)|(?<![А-яё])теперь ты(?![А-яё])",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^。！？\n.!?]*(?:\.(?!\s|$)[^。！？\n.!?]*)*(?:[。！？\n!?]|\.(?=\s|$)|$)")


def without_orders(reasoning: str) -> str:
    """A reader's reasoning without the sentences that are meant for a machine."""
    if not _ORDER.search(reasoning):
        return reasoning
    kept = [match[0] for match in _SENTENCE.finditer(reasoning) if match[0].strip() and not _ORDER.search(match[0])]
    return "".join(kept).strip()
