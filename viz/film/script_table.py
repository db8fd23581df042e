"""The script for a narrator: what is said in each beat, how long there is, how long it takes.

How long it takes to say is reckoned with 150 English words a minute, the pace of audiobooks (150
to 160), and 240 Chinese characters a minute (newsreaders speak 250 to 300).
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from viz.extras import missing
from viz.film.narration import name_of
from viz.film.question_text import answer, listed
from viz.stage.i18n import said
from viz.timeline.times import clock

if TYPE_CHECKING:
    from viz.film.script import Said

A_MINUTE: Final = {"zh": 240}  # signs; of other languages words
WORDS: Final = 150
FORMS: Final = ("md", "csv", "docx")
_SIGN: Final = re.compile(r"[\u3400-\u9fff]")
_WORD: Final = re.compile(r"[^\s\u3400-\u9fff，。、；：？！（）]+")


@dataclass(frozen=True, slots=True)
class Row:
    """One beat, or the title of a chapter where there is no `mark`. `seconds` is its length,
    `words` how many there are (Chinese characters each count), `speaking` the seconds that it
    takes to say them."""

    mark: str
    number: int
    start: Fraction
    seconds: Fraction
    text: str
    words: int = 0
    speaking: float = 0.0
    choices: tuple[str, ...] = ()
    answer: str = ""
    notes: str = ""

    @property
    def over(self) -> float:
        """Seconds by which the words are longer than their beat; 0 where they fit."""
        return max(0.0, self.speaking - float(self.seconds))


def counted(text: str, lang: str) -> tuple[int, float]:
    """How many words a text has, and the seconds that it takes to say them. In Chinese each
    character is one, and so is a word or number in letters."""
    words = len(_WORD.findall(text)) + len(_SIGN.findall(text))
    return words, words * 60 / A_MINUTE.get(lang, WORDS)


def rows_of(told: Iterable[Said], lang: str) -> tuple[Row, ...]:
    """The rows of a show, from what it says and when."""
    found: list[Row] = []
    number = 0
    for one in told:
        if one.opens is not None:
            number = 0
            found.append(Row("", 0, one.start, one.end - one.start, said(one.opens, lang)))
            if not (one.beat.say or one.beat.ask or one.beat.tell):
                continue  # a card
        number += 1
        beat = one.beat
        parts = [said(beat.narration, lang), said(beat.ask.question, lang) if beat.ask else ""]
        text = " ".join(filter(None, parts))
        choices = listed(beat.ask, lang) if beat.ask else ()
        words, speaking = counted(" ".join((text, *choices)), lang)
        found.append(
            Row(
                name_of(beat, number - 1),
                number,
                one.start,
                one.end - one.start,
                text,
                words,
                speaking,
                choices,
                answer(beat.ask, one.answer, lang) if beat.ask and one.answer else "",
                said(beat.notes, lang),
            )
        )
    return tuple(found)


def as_text(rows: Sequence[Row], title: str, end: float) -> str:
    """For a terminal: a line for each beat; under it choices, answer and notes."""
    lines = [title]
    for row in rows:
        if not row.mark:
            lines += ["", f"{clock(row.start):>8}  {row.text}"]
            continue
        name = str(row.number) if row.mark == f"beat{row.number}" else row.mark
        text = row.text or "-"
        lines.append(f"{clock(row.start):>8}  {name:<12}  {float(row.seconds):4.1f} s  {text}")
        below = (*row.choices, row.answer, f"({row.notes})" if row.notes else "")
        lines += (f"{'':32}{line}" for text in below for line in text.splitlines())
    return "\n".join([*lines, f"{clock(end):>8}  end"])


def as_csv(rows: Sequence[Row], _title: str, _end: float) -> bytes:
    """For a spreadsheet."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    head = "mark start length text words speaking_seconds choices answer notes"
    table.writerow(head.split())
    for row in rows:
        told = (row.text, row.words, f"{row.speaking:.1f}", " / ".join(row.choices))
        length = f"{float(row.seconds):.2f}"
        table.writerow((row.mark, clock(row.start), length, *told, row.answer, row.notes))
    return out.getvalue().encode("utf-8-sig")


def as_markdown(rows: Sequence[Row], title: str, end: float) -> bytes:
    """For reading, printing and comments."""
    lines = [f"# {title}", "", _whole(rows, end), ""]
    for row in rows:
        if not row.mark:
            lines += [f"## {clock(row.start)} · {row.text}", ""]
            continue
        lines += [f"### {_head(row)}", "", *_measured(row)]
        lines += [f"> {row.text}", ""] if row.text else []
        lines += [f"{number}. {text}" for number, text in _numbered(row.choices)]
        lines += [""] if row.choices else []
        lines += [row.answer, ""] if row.answer else []
        lines += [f"*{line}*  " for line in row.notes.splitlines()]
        lines += [""] if row.notes else []
    return "\n".join(lines).encode()


def _head(row: Row) -> str:
    return f"{row.mark} · {clock(row.start)} · {float(row.seconds):.1f} s"


def _measured(row: Row) -> list[str]:
    if not row.words:
        return []
    over = f", {row.over:.1f} s longer than its beat" if row.over else ""
    return [f"{row.words} words, about {row.speaking:.0f} s to say{over}", ""]


def _whole(rows: Sequence[Row], end: float) -> str:
    words, speaking = sum(row.words for row in rows), sum(row.speaking for row in rows)
    return f"{clock(end)} on screen, {words} words, about {clock(round(speaking))} to say them"


def _numbered(choices: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, choice in enumerate(choices, 1):
        yield number, choice.removeprefix(f"{number}  ")


def as_docx(rows: Sequence[Row], title: str, end: float) -> bytes:
    """For Word and LibreOffice. Raises VizError where the extra 'decks' is missing."""
    try:
        import docx
    except ImportError as error:
        raise missing("decks", "a script as .docx", "python-docx") from error
    paper: Any = docx.Document()
    paper.core_properties.title, paper.core_properties.author = title, ""
    paper.core_properties.comments = ""
    paper.add_heading(title, level=0)
    paper.add_paragraph(_whole(rows, end))
    for row in rows:
        if not row.mark:
            paper.add_heading(f"{clock(row.start)} · {row.text}", level=1)
            continue
        paper.add_heading(_head(row), level=2)
        for text in _measured(row)[:1]:
            paper.add_paragraph().add_run(text).italic = True
        if row.text:
            paper.add_paragraph(row.text)
        for _, text in _numbered(row.choices):
            paper.add_paragraph(text, style="List Number")
        for text in filter(None, (row.answer, row.notes)):
            paper.add_paragraph(text, style="Intense Quote")
    out = io.BytesIO()
    paper.save(out)
    return out.getvalue()
