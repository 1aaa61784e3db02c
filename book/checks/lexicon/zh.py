"""Chinese, simplified: traditional text is simplified character by character before it is looked at, and spaces are dropped."""

from __future__ import annotations

import re

from book.checks.lexicon.words import Lexicon

_ABOUT = r"(?:约|大约|大概|近|将近|差不多|正好|恰好|刚好|只|仅|就|足足|了|到|出|掉|着|过){0,3}"
_LINK = r"即|也就是说?|就是|也即|亦即|等于说?|相当于|合|折合|折算|换算|可得|得到?|因此|所以|于是|那么|故"
_VERBS = (r"共计?|合计|总计|总共|一共|累计|是|为|有|要|需要?|花费?|花掉|用|耗费?|耗电|消耗|耗时|用时|实得|费时|占用?|读取?|写入?|传输?|搬运?|存储?|放|装|"
          r"产生|处理|发送?|等于|得|达到?|装下|容纳|承载|提供|输出|生成|攒下|累积|积累|结束|完成|跑完|收费?|账单|帐单|电费|费用|成本|支出|付|算下来|"
          r"下来|写满|读完|传完|转发|吞吐|分到|拿到|负责|=|≈|能|可")
_NOT = r"[^；：。（）\ue000-\uf8ff]"

LEXICON = Lexicon(
    total_before=re.compile(
        rf"(?:(?:一共|总共|共计|合计|总计|累计|加起来|合起来|相加|之和|总和|总[^，。；\ue000-\uf8ff]{{1,6}}?|合在一起|全部|整个|共|全程|前后|"
        rf"算下来|下来)[^，；：。（）\ue000-\uf8ff]{{0,8}}|(?:，|。|；)(?:因此|所以|于是|那么|故|则)"
        rf"{_NOT}{{0,14}}(?:{_VERBS}){_ABOUT})$"),
    total_after=re.compile(r"[^，。；：\ue000-\uf8ff]{0,6}?(?:之和|合计|总共)"),
    result_before=re.compile(rf"(?:(?:{_VERBS}){_ABOUT}|(?:{_LINK}){_NOT}{{0,10}}{_ABOUT}|(?:{_VERBS}){_NOT}{{0,6}}|[=≈：—]{_ABOUT})$"),
    result_after=re.compile(r"[^，。；：\ue000-\uf8ff]{0,3}?(?:写满|读完|传完|跑完|做完|处理完|填满|装满|就够|足够|即可|就能|才能|耗尽|用完)"),
    left_before=re.compile(r"(?:剩余?下?|余下?|尚?余|还有|空闲|空出|富余|腾出|留给|可用|只剩|还差|还缺|结余|剩给)[^，。；：\ue000-\uf8ff]{0,10}$"),
    left_after=re.compile(r"[^，。；：\ue000-\uf8ff]{0,4}?(?:可用|空闲|富余|未用|没用|剩余)"),
    rest_after=re.compile(r"(?:给|用于|留给)?(?:其余|其他|剩余)"),
    mean_before=re.compile(r"(?:平均|均值|平均值|均)[^，。；：\ue000-\uf8ff]{0,8}$"),
    mean_after=re.compile(r"（平均）"),
    each_before=re.compile(
        r"(?:单价|每(?P<noun>[^，。；：\ue000-\uf8ff]{0,8}?)|单(?P<noun2>[台张块卡个机节点柜层次颗]{1,3})|一(?P<noun3>[台张块个层次颗柜条批页]{1,2})"
        r"[^，。；：\ue000-\uf8ff]{0,3}?|人均|各(?:自)?)(?:要|需要?|有|是|为|占|用|约|大约|配|带|装|含|放|存|写入?|读取?|收|耗电?|消耗|花费?|分到|"
        r"拿到|负责|提供|的[^，。；：\ue000-\uf8ff]{1,6}|上有?|里有?|内有?|处理|产生|贡献|"
        r"跑|得|平均){0,3}$"),
    each_after=re.compile(r"[^，。；：\ue000-\uf8ff]{0,4}?(?:一(?P<noun>[台张块个层次颗柜条批页步组年月天])|/(?P<noun2>[台张块个层次颗柜条批页步组年月天卡人]))"),
    each_of=re.compile(r"(?!)"),
    joint=re.compile(r"[^，。；：\ue000-\uf8ff]{0,5}?[，、]?(?:×|x|X|乘以?|各|按)$"),
    noun=re.compile(r"(?P<noun>[^，。；：、（）\ue000-\uf8ff]{1,6})"),
    split=re.compile(r"平均|均分|均摊|分摊|平摊|分到|分给|分成|切成|切分|拆成|拆分|划分|折旧|摊销|一组|一批|一页|分布在|分配|除以|分为|"
                     r"每[^，。；：\ue000-\uf8ff]{0,2}[个张台块条]?一?组|为一组|切|拆"),
    versus=re.compile(r"新|相比|相较|对比|比起|较之|前者|后者|旧|原先|原来|此前|之前|以前|而|对|与|和|比|另一|基线|改前|优化前|替代|代替|不再是"),
    more=re.compile(r"快|慢|大|小|长|短|高|低|多|少|倍|贵|便宜|宽|窄|加速|提速|相差|差距|之比|比值|前者|后者|提升|增|减|缩|降|省"),
    increase=re.compile(r"快|大|长|高|多|增|提|涨|宽|贵|加"),
    ratio=re.compile(r"(?:之比|比值|压缩比|加速比|倍率)(?:约|为|是|达)?$"),
    near=6,
    span=re.compile(r"(?:一|每|整)个?(?P<time>天|周|小时|星期)"),
    share_of=re.compile(r"(?!)"),
    share_to=re.compile(r"(?!)"),
    share_after=re.compile(r"[上里中](?:增加|增|减少|减|抽取|抽|取|留)?了?$"),
    added=re.compile(r"新增|加上|再加|另加|又加"),
    single=re.compile(r"一[个台张块条份枚颗]?(?P<noun>[^，。；：\ue000-\uf8ff]{1,8}?)(?:的[^，。；：\ue000-\uf8ff]{0,8}?)?(?:为|是|占|要|需|用|有|存|装|共){1,2}$"),
    halving=re.compile(r"一半|减半|对半"),
    doubling=re.compile(r"翻倍|加倍|翻一番"),
    part=re.compile(r"[^，。；：\ue000-\uf8ff]{0,4}?/$|(?!)"),
    share=re.compile(r"率|占比?|比例|比重|份额|即|也就是|约|合|为|（|，|："),
    rest=re.compile(r"其余|剩|余|未|没|不|空闲|浪费|丢|失败|另外|其他"),
    instead=re.compile(r"而不是|而非|代替|替代|相比|比(?!特|例)|不是|从|由"),
    factor=re.compile(r"(?:系数|倍率|因子|PUE)[^，；\ue000-\uf8ff]{0,4}$"),
    by=re.compile(r"(?:减少|降低|下降|缩短|节省|节约|省下?|少|短|增加|提高|提升|增长|上升|多|长|高|低|涨|跌|降|快|慢|缩小|压缩|腾出|释放|便宜|贵|差|"
                  r"扩大|差距|相差)(?:了|出|掉)?(?:约|整整|足足|近|为|是)?$"),
    more_after=re.compile(r"(?!)"),
    rate=re.compile(r"(?:率|占比|比例|比重|份额)(?:仅|只|约|为|是|达|有)?$"),
    carrier=re.compile(r"(?!)"),
    turn=re.compile(r"而|但|同时|另|每|其中|比|对|与|和|若|如果|当|因为|其他|另外|再|然后|之前|以后|还要|从|由|却|只能"),
    aside=re.compile(r"不是|并非|延迟(?!约|为|是)|开销|启动|间隔|超时|另|以及|再加|额外|实测|测得|实际|理论|上限|以外|不含|不算|除去|预热|余量"),
)
