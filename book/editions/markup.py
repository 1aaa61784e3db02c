"""The running text inside Markdown: what a conversion may touch, and what it must leave as it is."""

from __future__ import annotations

import re
from collections.abc import Callable

KEPT = re.compile(r"""
      \A---[ \t]*\n.*?^(?:---|\.\.\.)[ \t]*$                      # front matter
    | ^[ \t>]*(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^[ \t>]*(?P=fence)[`~]*[ \t]*$|\Z)   # listings
    | (?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)            # code
    | (?<!\\)\$\$.+?\$\$ | (?<![\\$])\$(?=\S)[^$\n]+?(?<=\S)\$(?!\d)   # formulas
    | <!--.*?--> | <https?://[^>\s]+> | </?[A-Za-z][^<>\n]*>      # comments, addresses, HTML
    | \]\((?:<[^>\n]*>|(?:[^()\s\\]|\\.|\([^()\n]*\))*) | \]\[[^\]\n]*\]   # a link's target
    | \[\^[^\]\n]+\]:? | ^[ ]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S+    # footnote names, link definitions
    | \{[#.][^}\n]*\} | ^[ \t>]*:{3,}[^\n]*$                      # attributes, box fences
    | https?://[^\s<>）」』，。；]+ | \\[^\w\s]                     # addresses, escapes
    """, re.X | re.S | re.M)
LANG = re.compile(r"(?m)^lang:[ \t]*\S+[ \t]*$")
TITLE = re.compile(r"(?m)^(?P<key>title|subtitle|description):(?P<value>[^\n]*)$")


def convert_markdown(markdown: str, convert: Callable[[str], str]) -> str:
    """`markdown` with its running text converted; code, formulas, targets, labels and names of footnotes stay."""
    parts, at = [], 0
    for match in KEPT.finditer(markdown):
        parts += [convert(markdown[at:match.start()]), match[0]]
        at = match.end()
    return "".join([*parts, convert(markdown[at:])])


def convert_front_matter(text: str, convert: Callable[[str], str], language: str) -> str:
    """Front matter with its titles converted and its language changed."""
    return TITLE.sub(lambda match: f"{match['key']}:{convert(match['value'])}", LANG.sub(f"lang: {language}", text))
