"""Published speeds, one row each, as read from a CSV file; good rows and what is wrong with others."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from viz.errors import Fault, Place, VizError, nearest
from viz.reading.tables import Line, read_lines

MOST_ROWS: Final = 20_000
MOST_MISSING: Final = 3  # columns that are told one by one
TEXTS: Final = ("model", "hardware", "parallelism", "family", "measure")
NUMBERS: Final = (
    "params_total_B",
    "params_active_B",
    "layers",
    "hidden",
    "kv_heads",
    "head_dim",
    "bytes_per_weight",
    "n_devices",
    "batch",
    "context",
    "measured_tok_s_per_user",
    "input_len",
    "output_len",
    "vocab",
    "tied_embed",
)
MAY_MISS: Final = ("kind", "source", "speculation", "note")
NEEDED: Final = ("hardware", "measured_tok_s_per_user", "family", "batch")
_MEASURES: Final = ("decode", "end-to-end")
_NOT_IN_AN_ID: Final = re.compile(r"(?:[^a-z0-9.]|(?<![0-9])[.]|[.](?![0-9]))+")
_YEAR: Final = re.compile(r"\b(20[2-3][0-9])(?=-[01][0-9]|\b)")
# Software that carries its year in its version.
_VERSIONS: Final = (
    (re.compile(r"arXiv:2(?:3|4)[0-9]{2}\."), 2024),
    (re.compile(r"\bvLLM v?0\.(?:[789]|1[0-9])\b", re.IGNORECASE), 2025),
    (re.compile(r"\bSGLang v?0\.(?:4|5|6)", re.IGNORECASE), 2025),
    (re.compile(r"TensorRT-LLM v?(?:0\.1[6-9]|0\.2|1\.)"), 2025),
    (re.compile(r"\bNIM\b|MTP|NVFP4|MXFP4|ROCm 6\.[3-9]|ROCm 7|InferenceX|InferenceMAX"), 2025),
)
# The largest value that is not absurd; the smallest is above zero, for counts one.
_MOST: Final = {
    "params_total_B": 1e6,
    "params_active_B": 1e6,
    "layers": 1e5,
    "hidden": 1e6,
    "kv_heads": 1e5,
    "head_dim": 1e5,
    "bytes_per_weight": 16,
    "n_devices": 1e6,
    "batch": 1e7,
    "context": 1e9,
    "measured_tok_s_per_user": 1e7,
    "input_len": 1e9,
    "output_len": 1e9,
    "vocab": 1e8,
    "tied_embed": 1,
}


@dataclass(frozen=True, slots=True)
class Row:
    """One published speed. A number that the source does not say is None."""

    place: Place
    model: str
    hardware: str
    parallelism: str
    family: str
    measure: str
    measured: float  # tokens per second for one user
    batch: float
    numbers: tuple[tuple[str, float], ...]
    source: str = ""
    speculation: str = ""
    note: str = ""

    def get(self, name: str) -> float | None:
        return dict(self.numbers).get(name)

    @property
    def id(self) -> str:
        """A name that stays while the row says the same: device, model, load, speed."""
        count = self.get("n_devices")
        several = f"{count:g}x-" if count else ""
        context = self.get("context")
        at = f"-c{context:g}" if context else ""
        bits = self.get("bytes_per_weight")
        wide = f"-w{8 * bits:.3g}" if bits else ""
        text = (
            f"{several}{self.hardware}-{self.model}{wide}-b{self.batch:g}{at}"
            f"-{self.family}-{self.measured:g}"
        )
        return _NOT_IN_AN_ID.sub("-", text.casefold()).strip("-")

    @property
    def year(self) -> int:
        """When it was measured, as its source and note tell; 0 where they do not."""
        text = f"{self.source} {self.note}"
        dates = [int(found) for found in _YEAR.findall(text)]
        if dates:
            return max(dates)
        return max((year for words, year in _VERSIONS if words.search(text)), default=0)


def read_rows(path: Path | str) -> tuple[list[Row], list[Fault]]:
    """The good rows of a file, and a fault with its place for each of the others.

    Raises VizError where no row can be read: no such file, a missing column, nothing in it.
    """
    file = str(path)
    rows: list[Row] = []
    faults: list[Fault] = []
    lines = read_lines(path)
    names = _header(lines, file)
    for line, cells in _cells(lines, faults):
        if len(rows) >= MOST_ROWS:
            what = f"more than {MOST_ROWS:,} rows; the rest is left out"
            faults.append(Fault(what, Place(file, line), write="several smaller files"))
            break
        found = _row(dict(zip(names, cells, strict=False)), names, Place(file, line), faults)
        if found is not None:
            rows.append(found)
    if not rows and not faults:
        raise VizError(Fault("there is no row in it", Place(file)))
    return rows, faults


def _header(lines: Iterator[Line | Fault], file: str) -> list[str]:
    first = next(lines, None)
    if first is None or isinstance(first, Fault):
        raise VizError(first or Fault("the file is empty", Place(file)))
    place = Place(file, first[0])
    names = [name.strip() for name in first[1]]
    missing = [name for name in (*TEXTS, *NUMBERS) if name not in names]
    if len(missing) > MOST_MISSING:
        listed = ", ".join(name[:24] for name in names[:6]) + (", ..." if len(names) > 6 else "")
        what = f"the first line has no names of columns that are known here: {listed}"
        if len(missing) < len((*TEXTS, *NUMBERS)):
            what = f"{len(missing)} columns are missing: {', '.join(missing)}"
        raise VizError(Fault(what, place, write="a first line like that of assets/published.csv"))
    faults = []
    for name in missing:
        others = [other for other in names if other not in (*TEXTS, *NUMBERS, *MAY_MISS)]
        like = nearest(name, others, most=1)
        hint = f" ('{like[0]}' is there)" if like else ""
        faults.append(Fault(f"the column '{name}' is missing{hint}", place))
    for number, name in enumerate(names, 1):
        if name in names[: number - 1]:
            faults.append(
                Fault(f"the column '{name}' is there twice", Place(file, place.line, number))
            )
    if faults:
        raise VizError(faults)
    return names


def _cells(lines: Iterator[Line | Fault], faults: list[Fault]) -> Iterator[tuple[int, list[str]]]:
    for line in lines:
        if isinstance(line, Fault):
            faults.append(line)
        else:
            yield line


def _row(cells: dict[str, str], names: list[str], place: Place, faults: list[Fault]) -> Row | None:
    before = len(faults)

    def fault(what: str, name: str, write: str = "", meant: tuple[str, ...] = ()) -> None:
        column = names.index(name) + 1 if name in names else 1
        faults.append(Fault(what, Place(place.file, place.line, column), meant, write))

    for name, cell in cells.items():
        if any("\ud800" <= letter <= "\udfff" for letter in cell):
            fault(f"{name} is not UTF-8", name, "the file again, saved as UTF-8")
    if len(cells) < len(names):
        fault(f"the line has {len(cells)} cells, and there are {len(names)} columns", names[-1])
    if len(faults) > before:
        return None
    numbers: dict[str, float] = {}
    for name in NUMBERS:
        text = cells[name].strip()
        if text:
            number = _number(text)
            low = 0.0 if name in {"tied_embed", "input_len"} else 1e-9
            if number is None:
                fault(
                    f"{name} is '{text[:40]}', and a number is wanted", name, "a number or nothing"
                )
            elif not low <= number <= _MOST[name]:
                span = f"a number above 0, up to {_MOST[name]:g}"
                fault(f"{name} is {text[:40]}", name, span)
            else:
                numbers[name] = number
    for name in NEEDED:
        if not cells[name].strip():
            fault(f"{name} is empty", name, "what was measured")
    measure = cells["measure"].strip()
    if measure not in _MEASURES:
        meant = nearest(measure, _MEASURES)
        fault(f"measure is '{measure[:40]}'", "measure", "decode or end-to-end", meant)
    elif measure == "end-to-end" and ("input_len" not in numbers or "output_len" not in numbers):
        fault("an end-to-end speed needs input_len and output_len", "input_len")
    if len(faults) > before:
        return None
    words = {name: cells.get(name, "").strip() for name in (*TEXTS, *MAY_MISS)}
    measured, batch = numbers.pop("measured_tok_s_per_user"), numbers.pop("batch")
    return Row(
        place=place,
        model=words["model"],
        hardware=words["hardware"],
        parallelism=words["parallelism"],
        family=words["family"],
        measure=words["measure"],
        measured=measured,
        batch=batch,
        numbers=tuple(numbers.items()),
        source=words["source"],
        speculation=words["speculation"],
        note=words["note"],
    )


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and "_" not in text else None
