"""Measurements as tools write them: llama-bench, vLLM's and SGLang's benchmarks, `viz measure`.

Each becomes rows like those of published.csv. What a tool does not write (the machine, often the
model) is asked for: it is never guessed.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from viz.catalog.names import find
from viz.catalog.types import Catalog
from viz.errors import Fault, Place, VizError, nearest
from viz.physics.published import Row
from viz.physics.types import Rig

MOST_BYTES: Final = 200_000_000
SUFFIXES: Final = (".json", ".jsonl", ".md", ".markdown", ".txt")
_LLAMA_BENCH: Final = ("avg_ts", "n_gen")
_SERVING: Final = ("mean_tpot_ms", "median_tpot_ms", "mean_itl_ms", "median_itl_ms")
_TEST: Final = re.compile(r"(tg|pp)\s*([0-9]+)(?:\s*@\s*d\s*([0-9]+))?")
_SPEED: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*(?:±|\+/-|\+-)?\s*([0-9.]+)?")
_SIZE: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]i?B|[BMK])?")
_SCALES: Final = {
    "B": 1e9, "M": 1e6, "K": 1e3, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40,
    "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the person says of a run, where its file does not."""

    machine: Rig | None = None
    model: str = ""


def is_benchmark(path: Path) -> bool:
    """Whether a file is one that a tool wrote, and not a table like published.csv."""
    if path.suffix.lower() in SUFFIXES:
        return True
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as stream:
            head = stream.readline(4096)
    except OSError:
        return False
    return all(name in head for name in _LLAMA_BENCH)


def read_benchmark(
    path: Path, catalog: Catalog, said: Conditions | None = None
) -> tuple[list[Row], list[Fault]]:
    """The rows of a file that a tool wrote, and a fault with its place for each that is none.

    Raises VizError where it is no such file at all.
    """
    said = said or Conditions()
    text = _text(path)
    rows: list[Row] = []
    faults: list[Fault] = []
    for line, told in _entries(path, text):
        place = Place(str(path), line)
        try:
            row = _row(told, place, catalog, said)
        except VizError as error:
            faults.extend(error.faults)
        else:
            if row is not None:
                rows.append(row)
    if not rows and not faults:
        what = "there is no decoding in it (no test like tg128, no time between tokens)"
        raise VizError(Fault(what, Place(str(path)), write="llama-bench with -n 128"))
    return rows, faults


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise VizError(Fault("this is too large for a benchmark", Place(str(path))))
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise VizError(Fault(f"there is no file {path}")) from None
    except UnicodeDecodeError:
        raise VizError(Fault("this is not UTF-8", Place(str(path)))) from None
    except OSError as error:
        raise VizError(Fault(f"{path} cannot be read: {error.strerror}")) from None


def _entries(path: Path, text: str) -> list[tuple[int, dict[str, Any]]]:
    """Each measurement of a file with its line."""
    if path.suffix.lower() == ".csv":
        lines = csv.DictReader(io.StringIO(text))
        return [(lines.line_num, {k: v for k, v in row.items() if k}) for row in lines]
    if not text.strip():
        raise VizError(Fault("there is nothing in it: did the run fail?", Place(str(path))))
    if text.lstrip()[:1] not in "[{":
        return _markdown(path, text)
    try:
        told = json.loads(text)
    except ValueError as error:
        return _json_lines(path, text, error)
    found = told if isinstance(told, list) else [told]
    return [(1, one) for one in found if isinstance(one, dict)]


def _json_lines(path: Path, text: str, whole: ValueError) -> list[tuple[int, dict[str, Any]]]:
    found: list[tuple[int, dict[str, Any]]] = []
    for line, part in enumerate(text.splitlines(), 1):
        if not part.strip():
            continue
        try:
            one = json.loads(part)
        except ValueError:
            if found:
                what = "this line is no JSON: half a download, or a run that was stopped?"
                raise VizError(Fault(what, Place(str(path), line))) from None
            place = Place(str(path), getattr(whole, "lineno", 1), getattr(whole, "colno", 1))
            what = f"this is no JSON (half a download?): {getattr(whole, 'msg', whole)}"
            raise VizError(Fault(what, place, write="the whole file")) from None
        if isinstance(one, dict):
            found.append((line, one))
    return found


def _markdown(path: Path, text: str) -> list[tuple[int, dict[str, Any]]]:
    """The table that llama-bench prints."""
    head: list[str] = []
    found = []
    for line, part in enumerate(text.splitlines(), 1):
        if not part.lstrip().startswith("|"):
            head = []
            continue
        cells = [cell.strip() for cell in part.strip().strip("|").split("|")]
        if not head:
            head = cells
        elif not set("".join(cells)) <= set(":- "):
            told: dict[str, Any] = dict(zip(head, cells, strict=False))
            if {"test", "t/s"} <= told.keys():
                found.append((line, told))
    if not found:
        what = "there is no table of llama-bench, and no JSON"
        raise VizError(Fault(what, Place(str(path)), write="llama-bench -o md, json or csv"))
    return found


def _row(told: Mapping[str, Any], place: Place, catalog: Catalog, said: Conditions) -> Row | None:
    if "t/s" in told:
        return _of_table(told, place, catalog, said)
    if all(name in told for name in _LLAMA_BENCH):
        return _of_llama_bench(told, place, catalog, said)
    if any(name in told for name in _SERVING):
        return _of_serving(told, place, catalog, said)
    if "avg_latency" in told:
        what = "a latency without its batch and lengths says nothing of a step"
        raise VizError(Fault(what, place, write="vllm bench serve --save-result"))
    what = "this is no result of llama-bench, vLLM or SGLang"
    raise VizError(Fault(what, place, write="a result with mean_tpot_ms, or with avg_ts and n_gen"))


def _of_table(
    told: Mapping[str, Any], place: Place, catalog: Catalog, said: Conditions
) -> Row | None:
    test = _TEST.search(str(told["test"]))
    speed = _SPEED.match(str(told["t/s"]))
    if test is None or test[1] != "tg":
        return None
    if speed is None:
        raise VizError(Fault(f"'{str(told['t/s'])[:40]}' is no speed", place, write="61.23 ± 0.40"))
    depth = int(test[3] or 0)
    size, count = _size(told.get("size")), _size(told.get("params"))
    return _llama(
        place, catalog, said, float(speed[1]), int(test[2]), depth, size, count,
        str(told.get("model") or ""), str(told.get("backend") or ""),
    )  # fmt: skip


def _of_llama_bench(
    told: Mapping[str, Any], place: Place, catalog: Catalog, said: Conditions
) -> Row | None:
    tokens = int(_number(told, "n_gen", place))
    if not tokens:
        return None
    name = str(told.get("model_filename") or told.get("model_type") or "")
    device = str(told.get("gpu_info") or told.get("cpu_info") or "")
    return _llama(
        place, catalog, said, _number(told, "avg_ts", place), tokens,
        int(_number(told, "n_depth", place, 0.0)), _number(told, "model_size", place, 0.0),
        _number(told, "model_n_params", place, 0.0), name, device,
    )  # fmt: skip


def _llama(
    place: Place,
    catalog: Catalog,
    said: Conditions,
    speed: float,
    tokens: int,
    depth: int,
    size: float,
    count: float,
    name: str,
    device: str,
) -> Row:
    if not 0 < speed < 1e7:
        raise VizError(Fault(f"a speed of {speed:g} tok/s is that of a failed run", place))
    machine, cards = _machine(device, place, catalog, said)
    apple = catalog.chips[machine].title.startswith("Apple")
    numbers = [("n_devices", float(cards)), ("context", depth + tokens / 2)]
    if size and count:
        numbers.append(("bytes_per_weight", size / count))
    return Row(
        place=place,
        model=_model(name, place, catalog, said),
        hardware=machine,
        parallelism="PP",
        family="lcpp-metal" if apple else "lcpp-cuda2",
        measure="decode",
        measured=speed,
        batch=1.0,
        numbers=tuple(numbers),
        source="llama-bench 2026",
        note=f"tg{tokens}; {name}",
    )


def _of_serving(told: Mapping[str, Any], place: Place, catalog: Catalog, said: Conditions) -> Row:
    done = _number(told, "completed", place, 1.0)
    asked = _number(told, "num_prompts", place, done)
    if done < 1 or done < 0.95 * asked:
        what = f"the run failed: {done:g} of {asked:g} requests came to an end"
        raise VizError(Fault(what, place, write="a run that all requests came through"))
    key = next((name for name in _SERVING if told.get(name)), _SERVING[0])
    between = _number(told, key, place)
    if not 1e-3 < between < 1e7:
        what = f"{key} is {between:g}: nobody waits that long, or that short, for a token"
        raise VizError(Fault(what, place, write="a time in ms above 0"))
    users = _number(told, "max_concurrency", place, 0.0) or _number(told, "concurrency", place, 0.0)
    if not users:
        what = "the run does not say how many requests were served at a time"
        raise VizError(Fault(what, place, write="--max-concurrency N when it is run"))
    if told.get("total_input_tokens") is None or told.get("total_output_tokens") is None:
        raise VizError(Fault("the run does not say how many tokens went in and came out", place))
    inside = _number(told, "total_input_tokens", place) / done
    out = _number(told, "total_output_tokens", place) / done
    device = str(told.get("gpu") or told.get("device") or "")
    machine, cards = _machine(device, place, catalog, said)
    rig = said.machine
    split = rig is None or rig.chip.joins == "tensor"
    accepted = _number(told, "accept_length", place, 0.0)
    return Row(
        place=place,
        model=_model(str(told.get("model_id") or told.get("model") or ""), place, catalog, said),
        hardware=machine,
        parallelism="TP" if split else "PP",
        family="amd-vllm" if catalog.chips[machine].title.startswith("AMD") else "serving",
        measure="decode",
        measured=1000 / between,
        batch=max(1.0, users),
        numbers=(
            ("n_devices", float(cards)),
            ("context", inside + out / 2),
            ("input_len", max(1.0, inside)),
            ("output_len", max(1.0, out)),
        ),
        source=f"{told.get('backend') or 'a benchmark'} {str(told.get('date') or '2026')[:4]}",
        speculation=f"accept {accepted:g}" if accepted > 1 else "",
        note=key.replace("_ms", "").replace("_", " ").replace("tpot", "TPOT").replace("itl", "ITL"),
    )


def _number(
    told: Mapping[str, Any], name: str, place: Place, otherwise: float | None = None
) -> float:
    value = told.get(name)
    if value in (None, "") and otherwise is not None:
        return otherwise
    try:
        found = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        found = math.nan
    if not math.isfinite(found) or found < 0 or isinstance(value, bool):
        what = f"{name} is {str(value)[:40]!r}, and a number is wanted"
        raise VizError(Fault(what, place, write="a result of a run that ended"))
    return found


def _size(text: Any) -> float:
    match = _SIZE.match(str(text or ""))
    return float(match[1]) * _SCALES.get(match[2] or "", 1.0) if match else 0.0


def _machine(device: str, place: Place, catalog: Catalog, said: Conditions) -> tuple[str, int]:
    if said.machine is not None:
        return said.machine.chip.name, said.machine.count
    plain = _plain(device)
    for name in sorted(catalog.chips, key=len, reverse=True):
        chip = catalog.chips[name]
        if any(_plain(one) and _plain(one) in plain for one in (name, chip.title, *chip.also)):
            several = max(1, device.count(",") + 1) if "," in device else 1
            return name, several
    known = f" ('{device[:60]}')" if device else ""
    what = f"the file does not say a machine that is known{known}"
    meant = nearest(plain, catalog.chips)
    raise VizError(Fault(what, place, meant, '--on "8 x h100"'))


def _model(text: str, place: Place, catalog: Catalog, said: Conditions) -> str:
    if said.model:
        found = find(catalog.models, said.model, "model")
        return found.name
    plain = _plain(Path(text).name)
    best = ""
    for name in catalog.models:
        for one in (name, *catalog.models[name].also):
            form = _plain(one)
            if form and form in plain and len(form) > len(_plain(best)):
                best = name
    if best:
        return best
    what = f"the model '{text[:60]}' is not in the catalog"
    write = "--model with one of 'viz list models'"
    raise VizError(Fault(what, place, nearest(text, catalog.models), write))


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.casefold().replace("instruct", ""))


__all__ = ["Conditions", "is_benchmark", "read_benchmark"]
