"""viz measure: this machine's memory bandwidth, or the tokens of a server, as a row."""

from __future__ import annotations

import argparse
import csv
import io
import json
import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.cli.estimate_command import count
from viz.errors import EXIT_OUTPUT, Fault, VizError
from viz.units import write

if TYPE_CHECKING:
    from viz.cli.measure_endpoint import Ask

WARM_UPS: Final = 2
AT_HOME: Final = "http://127.0.0.1:8000/v1"  # of this machine: another is asked if it is named
COPIED: Final = 256e6  # bytes of one array: far more than any cache


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("what", choices=("memory", "endpoint"), help="memory of this machine, or a server's tokens")
    add("--url", default=AT_HOME, help=f"an OpenAI-compatible server ({AT_HOME})")
    add("--served", default="default", metavar="NAME", help="the model as the server calls it")
    add("--prompt", default="1000", metavar="N", help="tokens of a prompt, nearly (1000)")
    add("--output", default="128", metavar="N", help="tokens of an answer (128)")
    add("--users", default="1", metavar="N", help="asked at once (1)")
    add("--repeats", default="5", metavar="N", help="measured so often, after 2 warm-ups (5)")
    add("--timeout", default="60", metavar="S", help="seconds that a token is waited for (60)")
    add("--threads", default="4", metavar="N", help="that copy memory (4)")
    add("--on", metavar="MACHINE", help='what it ran on, for the row: "8 x h100"')
    add("--model", help="what it served, for the row: 'viz list models'")
    add("--format", help="how its weights are written, for the row: 'viz list precisions'")
    add("--row", metavar="FILE.csv", help="writes the row to a new file, for viz validate")
    add("--json", action="store_true", help="for programs")


@dataclass(frozen=True, slots=True)
class Measured:
    """Repeats of one quantity: median, least, most, in SI units."""

    median: float
    least: float
    most: float
    repeats: int


def run(args: argparse.Namespace) -> int:
    if args.what == "memory":
        return _memory(args)
    return _endpoint(args)


def measured(values: list[float]) -> Measured:
    """The spread of repeats."""
    return Measured(statistics.median(values), min(values), max(values), len(values))


def _memory(args: argparse.Namespace) -> int:
    import numpy as np

    repeats, threads = (
        int(count(getattr(args, name), f"--{name}", 1, 1000, "4"))
        for name in ("repeats", "threads")
    )
    size = int(COPIED / 8 / threads)
    pairs = [(np.ones(size), np.empty(size)) for _ in range(threads)]

    def copy() -> float:
        workers = [
            threading.Thread(target=np.copyto, args=(into, out_of)) for out_of, into in pairs
        ]
        begun = time.perf_counter()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return 2 * 8 * size * threads / (time.perf_counter() - begun)

    for _ in range(WARM_UPS):
        copy()
    found = measured([copy() for _ in range(repeats)])
    conditions = f"a copy of {write(8 * size * threads, 'bytes')} by {threads} threads, both ways"
    if args.json:
        print(json.dumps({"bytes_per_second": asdict(found), "conditions": conditions}, indent=2))
        return 0
    rate = "bytes/second"
    spread = f"{write(found.least, rate)} to {write(found.most, rate)} in {found.repeats} repeats"
    print(f"memory bandwidth {write(found.median, rate)}   ({spread})")
    print(f"{conditions}; {WARM_UPS} warm-ups are left out")
    return 0


def _endpoint(args: argparse.Namespace) -> int:
    from viz.cli.measure_endpoint import Ask, ask_several

    numbers = {
        name: int(count(getattr(args, name), f"--{name}", 1, most, form))
        for name, most, form in (
            ("prompt", 1e6, "1000"),
            ("output", 1e5, "128"),
            ("users", 1024, "8"),
            ("repeats", 1000, "5"),
            ("timeout", 3600, "60"),
        )
    }
    row_of = _row_maker(args)  # what is wrong with the row is told before anything is measured
    ask = Ask(args.url, args.served, numbers["prompt"], numbers["output"], numbers["timeout"])
    for _ in range(WARM_UPS):
        ask_several(ask, numbers["users"])
    answers = [one for _ in range(numbers["repeats"]) for one in ask_several(ask, numbers["users"])]
    first = measured([one.first for one in answers])
    between = measured([one.between for one in answers])
    prompt = statistics.median(one.prompt for one in answers)
    tokens = statistics.median(one.tokens for one in answers)
    counted = all(one.counted for one in answers)
    if row_of is not None:
        _save(args.row, row_of(ask, numbers["users"], prompt, tokens, between))
    if args.json:
        told = {
            "url": args.url,
            "users": numbers["users"],
            "prompt_tokens": prompt,
            "output_tokens": tokens,
            "tokens_counted_by_server": counted,
            "first_token_seconds": asdict(first),
            "seconds_per_output_token": asdict(between),
        }
        print(json.dumps(told, indent=2))
        return 0
    print(f"first token {_spread(first)}   after {prompt:,.0f} tokens")
    print(f"between     {_spread(between)}   {1 / between.median:.3g} tok/s for each of the users")
    users = f"{numbers['users']} user{'s' * (numbers['users'] > 1)}"
    print(f"{users}, {tokens:,.0f} tokens each, {first.repeats} answers; 2 warm-ups are left out")
    if not counted:
        print("the server does not count tokens: each piece that it sent is taken for one")
    if args.row:
        print(f"the row is in {args.row}")
    return 0


def _spread(found: Measured) -> str:
    least, most = write(found.least, "seconds"), write(found.most, "seconds")
    return f"{write(found.median, 'seconds')} ({least} to {most})"


Maker = Callable[["Ask", int, float, float, "Measured"], str]


def _row_maker(args: argparse.Namespace) -> Maker | None:
    """How the row of a measurement is made; what it lacks is a fault at once."""
    from viz.catalog.load_catalog import load_catalog
    from viz.catalog.names import find
    from viz.physics.published import NUMBERS, TEXTS
    from viz.physics.rig import parse_rig
    from viz.physics.shape import held_bytes, shape_of

    if not args.row:
        return None
    if not args.on or not args.model:
        what = "a row says what it ran on, and which model"
        raise VizError(Fault(what, write='--on "8 x h100" --model llama-3.1-70b'))
    catalog = load_catalog()
    rig = parse_rig(args.on, catalog)
    model = find(catalog.models, args.model, "model")
    shape = shape_of(model)
    width = 2.0
    if args.format:
        precision = find(catalog.precisions, args.format, "format of weights")
        width = held_bytes(shape, 16, precision) / shape.held
    if Path(args.row).exists():
        raise VizError(Fault(f"{args.row} is there already", write="another name"), EXIT_OUTPUT)

    def make(ask: Ask, users: int, prompt: float, tokens: float, between: Measured) -> str:
        apple = rig.chip.title.startswith("Apple")
        cells: dict[str, object] = {
            "model": model.name,
            "hardware": rig.chip.name,
            "parallelism": "TP" if rig.chip.joins == "tensor" else "PP",
            "family": "lcpp-metal" if apple else "serving",
            "measure": "decode",
            "bytes_per_weight": f"{width:.4g}",
            "n_devices": rig.count,
            "batch": users,
            "context": f"{prompt + tokens / 2:.6g}",
            "measured_tok_s_per_user": f"{1 / between.median:.4g}",
            "input_len": f"{prompt:.6g}",
            "output_len": f"{tokens:.6g}",
            "kind": "measured",
            "source": f"viz measure endpoint {time.strftime('%Y-%m')}",
            "note": f"TPOT {between.least:.4g} to {between.most:.4g} s in {between.repeats} answers;"
            f" {WARM_UPS} warm-ups left out; served as {ask.model}",
        }
        names = [*TEXTS, *NUMBERS, "kind", "source", "speculation", "note"]
        out = io.StringIO()
        writer = csv.DictWriter(out, names, lineterminator="\n")
        writer.writeheader()
        writer.writerow({name: cells.get(name, "") for name in names})
        return out.getvalue()

    return make


def _save(file: str, text: str) -> None:
    try:
        with Path(file).open("x", encoding="utf-8", newline="") as stream:
            stream.write(text)
    except OSError as error:
        what = f"{file} cannot be written: {error.strerror}"
        raise VizError(Fault(what), EXIT_OUTPUT) from None
