"""CSV as people have it: saved by a spreadsheet, in any encoding that tells itself, with commas,
semicolons or tabs, with a decimal comma or with commas between thousands.

What can be read without doubt is read; for the rest one line tells the cause and the remedy.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from viz.errors import Fault, Place, VizError
from viz.file_kinds import EMPTY, UNKNOWN, kind_of
from viz.reading.user_file import read_bytes

MOST_BYTES: Final = 16 << 20
_SEPARATORS: Final = ",;\t|"
_FORM: Final = "a table saved as CSV in UTF-8, with commas between its cells"
_OTHERS: Final = (
    "a workbook, a PPTX or another ZIP file",
    "a PDF",
    "an HTML page",
    "a PNG picture",
)
_SEP: Final = re.compile(r"""["']?sep=(.)["']?[ \t]*\r?\n""", re.IGNORECASE)
# The longer marks first: that of UTF-16 is how that of UTF-32 begins.
_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_THOUSANDS: Final = re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")
_POINTS: Final = re.compile(r"[+-]?[0-9]{1,3}(\.[0-9]{3})+(,[0-9]+)")
_COMMA: Final = re.compile(r"[+-]?[0-9]*,[0-9]+([eE][+-]?[0-9]+)?")
_POINT: Final = re.compile(r"[+-]?[0-9]*\.[0-9]+([eE][+-]?[0-9]+)?")
Line = tuple[int, list[str]]


def read_lines(path: Path | str) -> Iterator[Line | Fault]:
    """Each line of a table that is not empty, with its number from 1, numbers written with a point
    for decimals and nothing between thousands; a line that is no CSV is a Fault.

    Raises VizError where nothing can be read: with one line, cause and remedy.
    """
    file = str(path)
    data = read_bytes(path, MOST_BYTES)
    _demand_table(path, data, file)
    text = _decoded(data, file)
    first = _SEP.match(text)
    if first:
        text = text[first.end() :]
    separator = first[1] if first else _separator(text)
    skipped = 1 if first else 0
    lines = list(_cells(text, separator, skipped, file))
    decimal = _decimal_comma([cells for _, cells in _good(lines)], separator)
    for line in lines:
        if isinstance(line, Fault):
            yield line
        else:
            number, cells = line
            yield number, [_number(cell, Place(file, number), decimal) for cell in cells]


def _good(lines: list[Line | Fault]) -> Iterator[Line]:
    return (line for line in lines if not isinstance(line, Fault))


def _demand_table(path: Path | str, data: bytes, file: str) -> None:
    if len(data) > MOST_BYTES:
        what = f"the file has more than {MOST_BYTES >> 20} MB"
        raise VizError(Fault(what, Place(file), write="several smaller files"))
    if not data.strip(b"\0 \t\r\n"):
        raise VizError(Fault("the file is empty", Place(file), write=_FORM))
    kind = kind_of(Path(path))
    marked = data.startswith(tuple(mark for mark, _ in _MARKS))
    if b"\0" in data[:4096] and not marked and not _wide(data):
        what = f"this is {kind}" if kind not in (EMPTY, UNKNOWN) else "this is no text"
    elif kind in _OTHERS:
        what = f"this is {kind}"
    else:
        return
    raise VizError(Fault(f"{what}, and no table", Place(file), write=_FORM))


def _wide(data: bytes) -> str:
    """The encoding of a text of two bytes a letter that has no mark, or ""."""
    head = data[:512]
    for name, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
        others = head[0::2] if name == "utf-16-le" else head[1::2]
        if len(head) > 3 and zeros.count(0) > 0.9 * len(zeros) and 0 not in others:
            return name
    return ""


def _decoded(data: bytes, file: str) -> str:
    name = next((name for mark, name in _MARKS if data.startswith(mark)), "") or _wide(data)
    if not name:
        # A letter of another encoding is told where it stands.
        return data.decode("utf-8", errors="surrogateescape")
    try:
        return data.decode(name)
    except UnicodeDecodeError:
        what = f"the file says that it is {name.upper().removesuffix('-SIG')}, and is cut or broken"
        raise VizError(Fault(what, Place(file), write=_FORM)) from None


def _separator(text: str) -> str:
    """What parts the cells: that which parts the first line into most."""
    head = re.sub(r'"[^"]*"', "", text.lstrip("\r\n").split("\n", 1)[0])
    return max(_SEPARATORS, key=head.count)


def _cells(text: str, separator: str, skipped: int, file: str) -> Iterator[Line | Fault]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            place = Place(file, reader.line_num + skipped)
            yield Fault(f"this line is no CSV: {error}", place)
            continue
        if any(cell.strip() for cell in cells):
            yield reader.line_num + skipped, cells


def _decimal_comma(rows: list[list[str]], separator: str) -> bool | None:
    """Whether a comma parts the decimals in this file: as its other numbers show. None where
    nothing shows it."""
    comma = point = thousands = False
    for cells in rows:
        for cell in cells:
            word = cell.strip()
            if _POINTS.fullmatch(word) or (_COMMA.fullmatch(word) and not _grouped(word)):
                comma = True
            elif _POINT.fullmatch(word) or (
                _grouped(word) and ("." in word or word.count(",") > 1)
            ):
                point = True
            elif _grouped(word):
                thousands = True
    if comma != point:
        return comma
    if comma:
        return None
    # Where commas part the cells, a number with a comma is one of a writer of points.
    return False if separator == "," or not thousands else None


def _grouped(word: str) -> bool:
    return bool(_THOUSANDS.fullmatch(word)) and not word.startswith(("0,", "+0,", "-0,"))


def _number(cell: str, place: Place, decimal: bool | None) -> str:
    """A cell, a number in it as Python has it. Raises VizError where it could be two."""
    word = cell.strip()
    if "," not in word:
        return cell
    if _POINTS.fullmatch(word):
        return word.replace(".", "").replace(",", ".")
    if _COMMA.fullmatch(word) and not _grouped(word):
        return word.replace(",", ".")
    if not _grouped(word):
        return cell
    if decimal is None:
        plain, point = word.replace(",", ""), word.replace(",", ".")
        what = f"'{word}' may be {plain} or {point}"
        raise VizError(Fault(what, place, write=f"{plain}, or {point} with a point"))
    return word.replace(",", ".") if decimal and word.count(",") == 1 else word.replace(",", "")
