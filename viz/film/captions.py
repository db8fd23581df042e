"""Captions that can be read: split and timed by the rules that subtitlers keep.

At most two lines of 42 letters (16 Chinese signs) and 20 (9) of them a second; each stands from
5/6 of a second to 7 seconds, two pictures apart. After Netflix' guides for timed text. In Chinese
a sign of half the width counts half. Names in letters, numbers with their units, what stands in
quotes, and words of two signs are not parted where a line can hold them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Final

from viz.film.question_text import NO_BREAK
from viz.film.tracks import Cue, Track

if TYPE_CHECKING:
    from viz.film.script import Said

LINES: Final = 2
SHORTEST: Final = Fraction(5, 6)
LONGEST: Final = Fraction(7)
GAP_FRAMES: Final = 2
LONGEST_GAP: Final = Fraction(1, 12)  # s: at a few pictures a second two of them are too long
BRIEFEST: Final = Fraction(1, 1000)  # s: what a file of captions can tell from nothing
LATEST: Final = Fraction(3, 4)  # s: an answer is read at most so long after it is seen
NO_JOIN: Final = "\u2060"  # a sign without width, at which nothing is parted
_NEVER_LAST: Final = "①②③④（“‘「『《("
_UNIT: Final = (
    r"(?:[kKMGTPE]i?(?:B|W|Hz|bit|FLOPS?)(?:/s)?|B(?:/s)?|FLOPS?|bits?|W|[mµn]?s|tok/s|tokens?"
    r"|%|×|x|mm²?|nm|USD|h|min|years?|hours?|seconds?|times|个|次|倍|片|层|秒|台|块|步|词|颗|年|天)"
)
# What one line keeps together: a name or number in letters, a number with its unit, a quote.
_TOGETHER: Final = re.compile(
    r"[A-Za-z0-9$€£~≈][A-Za-z0-9_.,:/%×+²µ'’·–-]*(?<![.,:])(?=[^\x00-\x7f]|\s|$)"
    rf"|[\d.,]*\d\s?{_UNIT}(?![A-Za-z])"
    r"|“[^”]*”|‘[^’]*’|「[^」]*」|『[^』]*』|《[^》]*》|（[^）]*）|\([^)]*\)"
)
# Words of our subject, and common ones, of which no line holds one half.
_WORDS: Final = re.compile(
    "上下文|注意力|流水线|为什么|模型|权重|显存|带宽|晶圆|词元|芯片|计算|核心|延迟|吞吐|缓存|激活"
    "|参数|用户|时间|速度|毫秒|微秒|专家|推理|生成|回答|机器|内存|互连|链路|每秒|没有|因为|所以"
    "|但是|如果|已经|可以|这里|那里|什么|多少|怎么|我们|它们|自己|同样|一样|只有|只要|需要|全部"
    "|每个|每次|一个|两个|读取|搬运|等待|价格|成本|问题|答案|屏幕|数据|向量|矩阵|硬件|软件|公司"
)
_NEVER_FIRST: Final = "，。、；：？！）》」』”’%…·,.;:?!)"


@dataclass(frozen=True, slots=True)
class Rule:
    """What can be read in a language: signs in a line, signs a second, and what joins words."""

    line: int
    speed: int
    space: str

    def size(self, text: str) -> float:
        """How long a text is, in signs of this language."""
        if self.space:
            return len(text)
        return sum(0.5 if sign.isascii() or sign == NO_BREAK else 1 for sign in text)


def rule_of(lang: str) -> Rule:
    """The rule of a language; that of English for those written in letters."""
    return Rule(16, 9, "") if lang == "zh" else Rule(42, 20, " ")


def captions(said: Sequence[Said], lang: str, seconds: Fraction, fps: Fraction) -> Track:
    """The captions of a film of so many seconds, in one language."""
    rule = rule_of(lang)
    gap = min(GAP_FRAMES / fps, LONGEST_GAP)
    cues: list[Cue] = []
    spoken = [
        (begins, ends, in_one_line(pieces))
        for one in said
        for begins, ends, pieces in one.lines(lang)
    ]
    later = Fraction(0)  # how much a question's choices still want of the answer's time
    for number, (begins, ends, pieces) in enumerate(spoken):
        start, end, later = begins + later, ends, Fraction(0)
        # A caption may stand on into silence, but not into what is said next.
        limit = spoken[number + 1][0] if number + 1 < len(spoken) else seconds + gap
        blocks = _packed(pieces, rule) if len(pieces) > 1 else blocks_of(pieces[0], rule)
        if len(pieces) > 1 and number + 1 < len(spoken):
            later = _lent(blocks, end - start, spoken[number + 1], rule, gap)
            end, limit = end + later, limit + later
        cues += _timed(blocks, start, min(max(end, start + SHORTEST), limit), gap, limit, rule)
    return Track(lang, tuple(cues))


def in_one_line(pieces: Sequence[str]) -> tuple[str, ...]:
    """Texts without their own line ends: an empty line would end a caption."""
    return tuple(re.sub(r"[ \t\r\n]+", " ", piece).strip() for piece in pieces)


def _lent(
    blocks: Sequence[tuple[str, ...]],
    room: Fraction,
    following: tuple[Fraction, Fraction, tuple[str, ...]],
    rule: Rule,
    gap: Fraction,
) -> Fraction:
    """The seconds by which an answer's caption may come later, so that its question is read."""
    signs = [sum(map(rule.size, block)) for block in blocks]
    wanted = _reading(sum(signs), rule) + 2 * gap * len(blocks)
    start, end, pieces = following
    spare = end - start - max(SHORTEST, _reading(sum(map(rule.size, pieces)), rule)) - gap
    return max(Fraction(0), min(wanted - room, spare, LATEST))


def _reading(signs: float, rule: Rule) -> Fraction:
    return Fraction(signs) / rule.speed


def too_quick(track: Track) -> tuple[Cue, ...]:
    """The captions that stand too short a time to be read: their steps want more seconds."""
    rule = rule_of(track.lang)
    return tuple(
        cue
        for cue in track.cues
        if sum(map(rule.size, cue.lines)) > rule.speed * (cue.end - cue.start)
        or cue.end - cue.start < SHORTEST
    )


def _timed(
    blocks: Sequence[tuple[str, ...]],
    start: Fraction,
    end: Fraction,
    gap: Fraction,
    limit: Fraction,
    rule: Rule,
) -> Iterable[Cue]:
    """Blocks one after the other, each for its share of the time."""
    signs = [Fraction(sum(map(rule.size, block))) for block in blocks]
    room, at = end - start, start
    for number, (block, count) in enumerate(zip(blocks, signs, strict=True)):
        final = number + 1 == len(blocks)
        stop = end if final else at + room * count / sum(signs)
        # Two pictures before the next caption begins this one is gone.
        latest = limit - gap if final else stop - gap
        latest = latest if latest > at else max(stop, at + BRIEFEST)
        yield Cue(at, min(max(stop, at + BRIEFEST), at + LONGEST, latest), block)
        at = stop


def blocks_of(text: str, rule: Rule) -> tuple[tuple[str, ...], ...]:
    """The text in captions of at most two lines, parted where sentences end if that is possible."""
    blocks: list[tuple[str, ...]] = []
    waiting = ""
    for sentence in _sentences(text):
        both = (waiting + rule.space + sentence).strip() if waiting else sentence
        if len(_lines(both, rule)) <= LINES:
            waiting = both
            continue
        if waiting:
            blocks.append(_lines(waiting, rule))
        waiting = sentence
        while (count := -(-len(_lines(waiting, rule)) // LINES)) > 1:
            # As even as can be: no last caption of one word.
            head, waiting = _parted(waiting, rule, count)
            blocks.append(_lines(head, rule))
    if waiting:
        blocks.append(_lines(waiting, rule))
    return tuple(blocks)


def _packed(pieces: Sequence[str], rule: Rule) -> tuple[tuple[str, ...], ...]:
    """Pieces in as few captions as hold them whole, the longest as short as can be."""
    if any(len(_lines(piece, rule)) > LINES for piece in pieces):
        return blocks_of(rule.space.join(pieces), rule)
    cuts = range(1, len(pieces))
    for count in range(len(pieces)):
        found = []
        for places in combinations(cuts, count):
            ends = (0, *places, len(pieces))
            texts = [rule.space.join(pieces[one:other]) for one, other in pairwise(ends)]
            if all(len(_lines(text, rule)) <= LINES for text in texts):
                found.append((max(map(rule.size, texts)), texts))
        if found:
            return tuple(_lines(text, rule) for text in min(found)[1])
    return blocks_of(rule.space.join(pieces), rule)


def _sentences(text: str) -> list[str]:
    text = " ".join(text.split())
    found = re.split(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])\s*(?=\S)", text)
    return [one for one in found if one]


def _parted(text: str, rule: Rule, count: int) -> tuple[str, str]:
    """A first part of about 1/count of the text that fits in two lines, and the rest."""
    best = rule.size(text) / count
    ends = [
        place
        for place in _places(text, rule)
        if len(_lines(text[:place].strip(), rule)) <= LINES and text[place:].strip()
    ]

    def cost(place: int) -> float:
        comma = text[:place].rstrip()[-1:] in "，；：,;:"
        return abs(rule.size(text[:place]) - best) - (rule.size(text) / 8 if comma else 0)

    place = min(ends, key=cost, default=rule.line)
    return text[:place].strip(), text[place:].strip()


def _places(text: str, rule: Rule) -> list[int]:
    """Where a text may be parted: at spaces, or between Chinese signs; but not within what one line
    keeps together."""
    bound: set[int] = set()
    for pattern in (_TOGETHER, _WORDS):
        for match in pattern.finditer(text):
            if rule.size(match[0]) <= rule.line:
                bound.update(range(match.start() + 1, match.end()))
    if rule.space:
        ends = [match.end() for match in re.finditer(" +", text)]
        return (
            [end for end in ends if end - 1 not in bound and end not in bound]
            or ends
            or [rule.line]
        )
    free = [
        place
        for place in range(1, len(text))
        if text[place] not in _NEVER_FIRST and text[place - 1] not in _NEVER_LAST
    ]
    return [place for place in free if place not in bound] or free


def _lines(text: str, rule: Rule) -> tuple[str, ...]:
    """A text in lines, two of about equal length where two are needed."""
    if rule.size(text) <= rule.line:
        return (text,) if text else ()
    places = _places(text, rule)
    halves = (_cut(text, place) for place in places)
    two = [
        (abs(rule.size(head) - rule.size(tail)), head, tail)
        for head, tail in halves
        if rule.size(head) <= rule.line and rule.size(tail) <= rule.line
    ]
    if two:
        return min(two)[1:]
    fitting = [place for place in places if rule.size(text[:place].strip()) <= rule.line]
    place = fitting[-1] if fitting else rule.line  # a word longer than a line is cut
    head, tail = _cut(text, place)
    return (head, *_lines(tail, rule))


def _cut(text: str, place: int) -> tuple[str, str]:
    return text[:place].strip(), text[place:].strip()


def srt(track: Track) -> str:
    """SubRip."""
    return "\n".join(
        f"{number}\n{_times(cue, ',')}\n{_plain(cue.text)}\n"
        for number, cue in enumerate(track.cues, 1)
    )


def _plain(text: str) -> str:
    """The text, so that no player takes a part of it for a command: {\\an8}, <i>, a second arrow."""
    return re.sub(r"(?<=\{)(?=\\)|(?<=<)(?=[/A-Za-z])|(?<=--)(?=>)", NO_JOIN, text)


def vtt(track: Track) -> str:
    """WebVTT."""
    cues = (f"{_times(cue, '.')}\n{_safe(cue.text)}\n" for cue in track.cues)
    return f"WEBVTT\nLanguage: {track.lang}\n\n" + "\n".join(cues)


def _safe(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _times(cue: Cue, point: str) -> str:
    """From when to when, in whole milliseconds: down, so that no caption ends after the film; but
    none ends where it begins."""
    start = int(cue.start * 1000)
    end = max(int(cue.end * 1000), start + 1)
    return f"{_time(start, point)} --> {_time(end, point)}"


def _time(milli: int, point: str) -> str:
    minutes, milli = divmod(milli, 60_000)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{milli // 1000:02d}{point}{milli % 1000:03d}"


STYLES: Final = ("outline", "plate", "large")
_ASS_STYLE: Final = (
    "Style: Default,Noto Sans SC,{size},&H00FFFFFF,&H00FFFFFF,{edge},{back},0,0,0,0,100,100,0,0,"
    "{border},{outline},{shadow},2,{margin},{margin},{bottom},1"
)


def ass(track: Track, size: tuple[int, int], style: str = "outline") -> str:
    """Advanced SubStation Alpha for a picture of so many pixels: white letters with an outline, on
    a plate, or larger."""
    width, height = size
    each = round(min(size) * (0.062 if style == "large" else 0.046))
    plate = style == "plate"
    look = _ASS_STYLE.format(
        size=each,
        edge="&H30000000" if plate else "&H00000000",
        back="&H30000000" if plate else "&H80000000",
        border=3 if plate else 1,
        outline=max(2, each // (4 if plate else 14)),
        shadow=0,
        margin=round(width * 0.05),
        bottom=round(height * 0.06),
    )
    head = (
        "[Script Info]\nScriptType: v4.00+\nWrapStyle: 2\nScaledBorderAndShadow: yes\n"
        f"PlayResX: {width}\nPlayResY: {height}\n\n[V4+ Styles]\n"
        "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, "
        "BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, "
        f"BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding\n{look}\n\n"
        "[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
    )
    return head + "".join(
        f"Dialogue: 0,{_centi(cue.start)},{_centi(cue.end)},Default,,0,0,0,,{_ass_text(cue)}\n"
        for cue in track.cues
    )


def _ass_text(cue: Cue) -> str:
    """The lines, with nothing that is taken for a command: {...} or a backslash. Not all programs
    know an escaped brace, so a wide one is written."""
    told = (
        line.replace("\\", "\\" + NO_JOIN).replace("{", "｛").replace("}", "｝")
        for line in cue.lines
    )
    return "\\N".join(told)


def _centi(seconds: Fraction) -> str:
    """Hundredths of a second, down, as no caption may end after the film."""
    centi = int(seconds * 100)
    minutes, rest = divmod(centi, 6000)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest // 100:02d}.{rest % 100:02d}"


_MOST_PARTS: Final = 24
_BOTH: Final = Rule(42, 20, " ")


def bilingual(
    said: Sequence[Said], langs: tuple[str, str], seconds: Fraction, fps: Fraction
) -> Track:
    """Captions with a line in each of two languages, which stand as long as the slower is read."""
    rules = tuple(map(rule_of, langs))
    gap = GAP_FRAMES / fps
    cues: list[Cue] = []
    rows = [pair for one in said for pair in zip(*(one.lines(lang) for lang in langs), strict=True)]
    for number, pair in enumerate(rows):
        start, end, _ = pair[0]
        limit = rows[number + 1][0][0] if number + 1 < len(rows) else seconds + gap
        texts = [rule.space.join(one[2]) for one, rule in zip(pair, rules, strict=True)]
        blocks = _abreast(texts, rules)
        stop = min(max(end, start + SHORTEST), limit)
        cues += _timed(blocks, start, stop, gap, limit, _BOTH)
    return Track("+".join(langs), tuple(cues))


def _abreast(texts: Sequence[str], rules: Sequence[Rule]) -> tuple[tuple[str, ...], ...]:
    """Two texts in as few captions as have one line of each."""
    for count in range(1, _MOST_PARTS):
        parts = [_in_parts(text, rule, count) for text, rule in zip(texts, rules, strict=True)]
        fits = (
            rule.size(part) <= rule.line
            for own, rule in zip(parts, rules, strict=True)
            for part in own
        )
        if all(fits):
            break
    return tuple(tuple(filter(None, pair)) for pair in zip(*parts, strict=True))


def _in_parts(text: str, rule: Rule, count: int) -> tuple[str, ...]:
    """A text in so many parts, about as long as each other; empty ones where it has too few words."""
    parts = []
    for left in range(count, 1, -1):
        best = rule.size(text) / left
        places = [p for p in _places(text, rule) if 0 < p < len(text)] if text else []
        place = min(places, key=lambda p: abs(rule.size(text[:p]) - best), default=len(text))
        head, text = _cut(text, place)
        parts.append(head)
    return (*parts, text)
