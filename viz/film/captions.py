"""Captions that can be read: split and timed by the rules that subtitlers keep.

At most two lines of 42 letters (16 Chinese signs) and 20 (9) of them a second; each stands from
5/6 of a second to 7 seconds, two pictures apart. After Netflix' guides for timed text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Final

from viz.film.tracks import Cue, Track

if TYPE_CHECKING:
    from viz.film.script import Said

LINES: Final = 2
SHORTEST: Final = Fraction(5, 6)
LONGEST: Final = Fraction(7)
GAP_FRAMES: Final = 2
LATEST: Final = Fraction(3, 4)  # s: an answer is read at most so long after it is seen
NO_JOIN: Final = "\u2060"  # a sign without width, at which nothing is parted
_NEVER_LAST: Final = "①②③④（"
_NEVER_FIRST: Final = "，。、；：？！）》」』”’%…·,.;:?!)"


@dataclass(frozen=True, slots=True)
class Rule:
    """What can be read in a language: signs in a line, signs a second, and what joins words."""

    line: int
    speed: int
    space: str


def rule_of(lang: str) -> Rule:
    """The rule of a language; that of English for those written in letters."""
    return Rule(16, 9, "") if lang == "zh" else Rule(42, 20, " ")


def captions(said: Sequence[Said], lang: str, seconds: Fraction, fps: Fraction) -> Track:
    """The captions of a film of so many seconds, in one language."""
    rule = rule_of(lang)
    gap = GAP_FRAMES / fps
    cues: list[Cue] = []
    spoken = [line for one in said for line in one.lines(lang)]
    later = Fraction(0)  # how much a question's choices still want of the answer's time
    for number, (begins, ends, pieces) in enumerate(spoken):
        start, end, later = begins + later, ends, Fraction(0)
        # A caption may stand on into silence, but not into what is said next.
        limit = spoken[number + 1][0] if number + 1 < len(spoken) else seconds + gap
        blocks = _packed(pieces, rule) if len(pieces) > 1 else blocks_of(pieces[0], rule)
        if len(pieces) > 1 and number + 1 < len(spoken):
            later = _lent(blocks, end - start, spoken[number + 1], rule, gap)
            end, limit = end + later, limit + later
        cues += _timed(blocks, start, min(max(end, start + SHORTEST), limit), gap, limit)
    return Track(lang, tuple(cues))


def _lent(
    blocks: Sequence[tuple[str, ...]],
    room: Fraction,
    following: tuple[Fraction, Fraction, tuple[str, ...]],
    rule: Rule,
    gap: Fraction,
) -> Fraction:
    """The seconds by which an answer's caption may come later, so that its question is read."""
    signs = [sum(map(len, block)) for block in blocks]
    wanted = _reading(sum(signs), rule) + 2 * gap * len(blocks)
    start, end, pieces = following
    spare = end - start - max(SHORTEST, _reading(sum(map(len, pieces)), rule)) - gap
    return max(Fraction(0), min(wanted - room, spare, LATEST))


def _reading(signs: int, rule: Rule) -> Fraction:
    return Fraction(signs, rule.speed)


def too_quick(track: Track) -> tuple[Cue, ...]:
    """The captions that stand too short a time to be read: their steps want more seconds."""
    rule = rule_of(track.lang)
    return tuple(
        cue
        for cue in track.cues
        if sum(map(len, cue.lines)) > rule.speed * (cue.end - cue.start)
        or cue.end - cue.start < SHORTEST
    )


def _timed(
    blocks: Sequence[tuple[str, ...]],
    start: Fraction,
    end: Fraction,
    gap: Fraction,
    limit: Fraction,
) -> Iterable[Cue]:
    """Blocks one after the other, each for its share of the time."""
    signs = [sum(map(len, block)) for block in blocks]
    room, at = end - start, start
    for number, (block, count) in enumerate(zip(blocks, signs, strict=True)):
        final = number + 1 == len(blocks)
        stop = end if final else at + room * count / sum(signs)
        # Two pictures before the next caption begins this one is gone.
        latest = limit - gap if final else stop - gap
        yield Cue(at, max(at, min(stop, at + LONGEST, latest)), block)
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
                found.append((max(map(len, texts)), texts))
        if found:
            return tuple(_lines(text, rule) for text in min(found)[1])
    return blocks_of(rule.space.join(pieces), rule)


def _sentences(text: str) -> list[str]:
    text = " ".join(text.split())
    found = re.split(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])\s*(?=\S)", text)
    return [one for one in found if one]


def _parted(text: str, rule: Rule, count: int) -> tuple[str, str]:
    """A first part of about 1/count of the text that fits in two lines, and the rest."""
    best = len(text) / count
    ends = [
        place
        for place in _places(text, rule)
        if len(_lines(text[:place].strip(), rule)) <= LINES and text[place:].strip()
    ]

    def cost(place: int) -> float:
        comma = text[:place].rstrip()[-1:] in "，；：,;:"
        return abs(place - best) - (len(text) / 8 if comma else 0)

    place = min(ends, key=cost, default=rule.line)
    return text[:place].strip(), text[place:].strip()


def _places(text: str, rule: Rule) -> list[int]:
    """Where a text may be parted: at spaces, or between Chinese signs."""
    if rule.space:
        return [match.end() for match in re.finditer(" +", text)] or [rule.line]
    return [
        place
        for place in range(1, len(text))
        if text[place] not in _NEVER_FIRST
        and text[place - 1] not in _NEVER_LAST
        and not (_latin(text[place - 1]) and _latin(text[place]))
    ]


def _latin(sign: str) -> bool:
    """Whether a sign is part of a word or number that is not parted."""
    return sign.isascii() and (sign.isalnum() or sign in ".,/%×")


def _lines(text: str, rule: Rule) -> tuple[str, ...]:
    """A text in lines, two of about equal length where two are needed."""
    if len(text) <= rule.line:
        return (text,) if text else ()
    places = _places(text, rule)
    two = [
        (abs(2 * place - len(text)), text[:place].strip(), text[place:].strip())
        for place in places
        if len(text[:place].strip()) <= rule.line and len(text[place:].strip()) <= rule.line
    ]
    if two:
        return min(two)[1:]
    fitting = [place for place in places if len(text[:place].strip()) <= rule.line]
    place = fitting[-1] if fitting else rule.line  # a word longer than a line is cut
    return (text[:place].strip(), *_lines(text[place:].strip(), rule))


def srt(track: Track) -> str:
    """SubRip."""
    return "\n".join(
        f"{number}\n{_time(cue.start, ',')} --> {_time(cue.end, ',')}\n{_plain(cue.text)}\n"
        for number, cue in enumerate(track.cues, 1)
    )


def _plain(text: str) -> str:
    """The text, so that no player takes a part of it for a command: {\\an8}, <i>, a second arrow."""
    return re.sub(r"(?<=\{)(?=\\)|(?<=<)(?=[/A-Za-z])|(?<=--)(?=>)", NO_JOIN, text)


def vtt(track: Track) -> str:
    """WebVTT."""
    cues = (
        f"{_time(cue.start, '.')} --> {_time(cue.end, '.')}\n{_safe(cue.text)}\n"
        for cue in track.cues
    )
    return f"WEBVTT\nLanguage: {track.lang}\n\n" + "\n".join(cues)


def _safe(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _time(seconds: Fraction, point: str) -> str:
    # Down, so that no caption ends after the film.
    milli = int(seconds * 1000)
    minutes, milli = divmod(milli, 60_000)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{milli // 1000:02d}{point}{milli % 1000:03d}"
