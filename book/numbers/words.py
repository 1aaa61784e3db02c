"""Numbers told in words: English, Russian (in all cases) and Chinese numerals, and the scale words beside digits."""

from __future__ import annotations

import re
from fractions import Fraction

from book.numbers.fold import folding

_ENGLISH_UNITS = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "  # noqa: SIM905
                  "sixteen seventeen eighteen nineteen").split()
_ENGLISH_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ENGLISH_SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
ENGLISH = {word: value for value, word in enumerate(_ENGLISH_UNITS)}
ENGLISH |= {word: 20 + 10 * i for i, word in enumerate(_ENGLISH_TENS)} | {"dozen": 12}

_RUSSIAN_FORMS = {
    1: "один одного одному одним одном одна одной одну одно", 2: "два двух двум двумя две двое", 3:
        "три трёх трех трём трем тремя трое",
    4: "четыре четырёх четырех четырём четырем четырьмя", 5: "пять пяти пятью", 6: "шесть шести шестью",
    7: "семь семи семью", 8: "восемь восьми восемью восьмью", 9: "девять девяти девятью", 10: "десять десяти десятью",
    11: "одиннадцать одиннадцати", 12: "двенадцать двенадцати двенадцатью", 13: "тринадцать тринадцати", 14:
        "четырнадцать четырнадцати",
    15: "пятнадцать пятнадцати", 16: "шестнадцать шестнадцати", 17: "семнадцать семнадцати",
    18: "восемнадцать восемнадцати", 19: "девятнадцать девятнадцати", 20: "двадцать двадцати двадцатью",
    30: "тридцать тридцати", 40: "сорок сорока", 50: "пятьдесят пятидесяти", 60: "шестьдесят шестидесяти",
    70: "семьдесят семидесяти", 80: "восемьдесят восьмидесяти", 90: "девяносто девяноста", 100: "сто ста сотня сотни",
    200: "двести двухсот", 300: "триста трёхсот трехсот", 400: "четыреста", 500: "пятьсот пятисот",
}
RUSSIAN = {form: value for value, forms in _RUSSIAN_FORMS.items() for form in forms.split()}

_RUSSIAN_ORDINALS = {3: "трет", 4: "четвёрт", 5: "пят", 6: "шест", 7: "седьм", 8: "восьм", 9: "девят", 10: "десят",
                     11: "одиннадцат", 12: "двенадцат", 13: "тринадцат", 14: "четырнадцат", 15: "пятнадцат",
                     16: "шестнадцат", 17: "семнадцат", 18: "восемнадцат", 19: "девятнадцат", 20: "двадцат",
                     30: "тридцат", 40: "сороков", 50: "пятидесят", 100: "сот"}
RUSSIAN_ORDINAL = re.compile(r"(?:(двадцать|тридцать|сорок|пятьдесят|шестьдесят)\s)?("
                             + "|".join(sorted(_RUSSIAN_ORDINALS.values(), key=len, reverse=True))
                             + "|перв|втор)(?:ый|ая|ое|ой|ого|ую|ом|ий|ья|ье|ьего)$")
ENGLISH_ORDINALS = {"third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
                    "tenth": 10, "twelfth": 12, "sixteenth": 16, "twentieth": 20, "hundredth": 100}

FRACTIONS = {"half": Fraction(1, 2), "a half": Fraction(1, 2), "a third": Fraction(1, 3), "one third": Fraction(1, 3),
             "two thirds": Fraction(2, 3), "a quarter": Fraction(1, 4), "one quarter": Fraction(1, 4),
             "three quarters": Fraction(3, 4), "a fifth": Fraction(1, 5), "one fifth": Fraction(1, 5),
             "an eighth": Fraction(1, 8), "one eighth": Fraction(1, 8), "a tenth": Fraction(1, 10),
             "one tenth": Fraction(1, 10), "половина": Fraction(1, 2), "половину": Fraction(1, 2),
             "половины": Fraction(1, 2), "треть": Fraction(1, 3), "трети": Fraction(1, 3),
             "две трети": Fraction(2, 3), "четверть": Fraction(1, 4), "четверти": Fraction(1, 4),
             "три четверти": Fraction(3, 4), "третья часть": Fraction(1, 3), "четвёртая часть": Fraction(1, 4), "пятая часть": Fraction(1, 5), "шестая часть": Fraction(1, 6),
             "седьмая часть": Fraction(1, 7), "восьмая часть": Fraction(1, 8), "девятая часть": Fraction(1, 9), "двадцатая часть": Fraction(1, 20),
             "сотая часть": Fraction(1, 100), "тысячная часть": Fraction(1, 1000),
             "десятая часть": Fraction(1, 10), "полтора": Fraction(3, 2), "полторы": Fraction(3, 2),
             "полутора": Fraction(3, 2), "半数": Fraction(1, 2), "一半": Fraction(1, 2)}
"""Parts told in words, as `thing` or `of a thing`."""

SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12, "тысяч": 3, "тысячи": 3, "тысяча": 3, "тысячу": 3,
          "тыс.": 3, "тыс": 3, "миллион": 6, "миллиона": 6, "миллионов": 6, "миллиону": 6, "млн": 6, "млн.": 6,
          "миллиард": 9, "миллиарда": 9, "миллиардов": 9, "млрд": 9, "млрд.": 9, "триллион": 12, "триллиона": 12,
          "триллионов": 12, "трлн": 12, "трлн.": 12,
          "十万": 5, "百万": 6, "千万": 7, "十亿": 9, "百亿": 10, "千亿": 11, "万亿": 12, "千": 3, "万": 4, "亿": 8, "兆": 12}
"""Power of ten of a scale word written beside digits."""
RUSSIAN_SCALES = {stem + end: power for stem, power in (("миллион", 6), ("миллиард", 9), ("триллион", 12))
                  for end in ("", "а", "у", "ом", "е", "ов", "ам", "ами", "ах", "ы")} | {
                      "тысяч" + end: 3 for end in ("", "а", "и", "у", "е", "ам", "ами", "ах", "ью", "ей")}
"""The Russian ones in all cases, as they stand in numerals."""
SCALES |= RUSSIAN_SCALES

_TRADITIONAL = ("萬億兩點個張臺塊顆種類條項層組倍數參據儲滿節點單機卡頁條隊寫讀傳輸時間鐘週歲體頻寬運載鏈路區別階總計佔從變為"
                "減增長縮較縱與約達換後這樣當於從還須費貴賣買錢幣圓餘剩實際測權衡內側邊網連線請問題過濾歷漲僅隻雙對應說話覺來")
_SIMPLIFIED = ("万亿两点个张台块颗种类条项层组倍数参据储满节点单机卡页条队写读传输时间钟周岁体频宽运载链路区别阶总计占从变为"
               "减增长缩较纵与约达换后这样当于从还须费贵卖买钱币圆余剩实际测权衡内侧边网连线请问题过滤历涨仅只双对应说话觉来")
_TRADITIONAL += ("丟爲義會況劃則剛卻釐啓啟圖夠將盡峯帶歸錄攤攢舊晝顯殺櫃檔歐沒熱獻現盤著碼礎確積織"
                 "紹經給慮裝見説認討論該調貢敗賬輪採釋鍾銷閒難預額驟滾續報幀")
_SIMPLIFIED += ("丢为义会况划则刚却厘启启图够将尽峰带归录摊攒旧昼显杀柜档欧没热献现盘着码础确积织"
                "绍经给虑装见说认讨论该调贡败账轮采释钟销闲难预额骤滚续报帧")
_MORE = {"鍵": "键", "報": "报", "幀": "帧", "個": "个", "裡": "里", "裏": "里", "筆": "笔", "幫": "帮", "轉": "转", "並": "并", "發": "发", "標": "标", "優": "优",
         "點": "点", "聯": "联", "開": "开", "關": "关", "處": "处", "軟": "软", "硬": "硬", "結": "结", "構": "构", "檢": "检",
         "查": "查", "領": "领", "務": "务", "責": "责", "級": "级", "選": "选", "擇": "择", "動": "动", "態": "态", "價": "价",
         "環": "环", "績": "绩", "產": "产", "擴": "扩", "記": "记", "憶": "忆", "訓": "训", "練": "练", "詞": "词", "納": "纳",
         "貳": "二", "參": "参", "幾": "几", "車": "车", "員": "员", "帳": "帐", "號": "号", "麼": "么", "圍": "围", "徑": "径",
         "缺": "缺", "陷": "陷", "導": "导", "損": "损", "壓": "压", "誤": "误", "頭": "头", "維": "维", "專": "专", "門": "门",
         "漸": "渐", "遲": "迟", "負": "负", "證": "证", "驗": "验", "徵": "征", "臨": "临", "觀": "观", "樓": "楼", "條": "条",
         "贏": "赢", "獲": "获", "補": "补", "併": "并", "耗": "耗", "電": "电", "瓩": "瓩", "異": "异", "棄": "弃", "進": "进",
         "場": "场", "稅": "税", "傭": "佣", "棟": "栋", "錯": "错", "輛": "辆", "讓": "让", "勢": "势", "設": "设", "備": "备", "術": "术", "適": "适", "藝": "艺", "語": "语", "譯": "译", "騰": "腾",
         "刪": "删", "執": "执", "東": "东", "橫": "横", "狀": "状", "詳": "详", "順": "顺", "緩": "缓", "諧": "谐", "飽": "饱"}
SIMPLE = {**dict(zip(_TRADITIONAL, _SIMPLIFIED, strict=True)), **_MORE}
simplify = folding(SIMPLE)
"""One character for one character, so that positions stay: traditional forms that the rules' words use."""

_CHINESE_DIGITS = dict(zip("零〇一二三四五六七八九两", [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2], strict=True))
_CHINESE_PLACES = {"十": 10, "百": 100, "千": 1000}
_CHINESE_MYRIADS = {"万": 10**4, "亿": 10**8, "兆": 10**12}


def chinese(text: str) -> Fraction | None:
    """Value of a Chinese numeral (三千二百万, 两亿五千万, 十二); None if it is none."""
    total = section = digit = 0
    if not text or not any(c in _CHINESE_DIGITS or c in _CHINESE_PLACES for c in text):
        return None
    for char in text:
        if char in _CHINESE_DIGITS:
            digit = digit * 10 + _CHINESE_DIGITS[char] if digit and char != "零" else _CHINESE_DIGITS[char]
        elif char in _CHINESE_PLACES:
            section += (digit or 1) * _CHINESE_PLACES[char]
            digit = 0
        elif char in _CHINESE_MYRIADS:
            if not section + digit:
                total *= _CHINESE_MYRIADS[char]
            else:
                total += (section + digit) * _CHINESE_MYRIADS[char]
            section = digit = 0
        else:
            return None
        if total > 10**30 or digit > 10**12:
            return None
    return Fraction(total + section + digit)


def english(text: str) -> Fraction | None:
    """Value of an English numeral (twenty-four, two hundred and fifty, three million); None if it is none."""
    total = section = 0
    for word in re.split(r"[\s-]+", text.lower()):
        if word in ENGLISH:
            section += ENGLISH[word]
        elif word == "hundred":
            section = (section or 1) * 100
        elif word in _ENGLISH_SCALES:
            total += (section or 1) * _ENGLISH_SCALES[word]
            section = 0
        elif word not in ("and", "a"):
            return None
    return Fraction(total + section)


def russian(text: str) -> Fraction | None:
    """Value of a Russian numeral in any case (двадцать четыре, двенадцати, три миллиарда); None if it is none."""
    total = section = Fraction(0)
    whole, half, _ = text.lower().partition(" с половиной")
    if half:
        value = russian(whole)
        return None if value is None else value + Fraction(1, 2)
    for word in text.lower().split():
        if word in RUSSIAN_SCALES:
            total += (section or 1) * 10 ** RUSSIAN_SCALES[word]
            section = Fraction(0)
        elif word in RUSSIAN:
            section += RUSSIAN[word]
        elif word in ("полтора", "полторы", "полутора"):
            section += Fraction(3, 2)
        else:
            return None
    return total + section


def russian_ordinal(text: str) -> int | None:
    """Value of a Russian ordinal (двенадцатый); None if it is none."""
    match = RUSSIAN_ORDINAL.match(text.lower())
    if match is None:
        return None
    tens = RUSSIAN.get(match[1] or "", 0)
    ones = {"перв": 1, "втор": 2} | {stem: value for value, stem in _RUSSIAN_ORDINALS.items()}
    return tens + ones[match[2]]
