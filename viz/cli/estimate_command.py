"""viz estimate: time of one token on a machine, in parts, with its error and its sources."""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.errors import Fault, VizError, nearest
from viz.saving import demand_apart, demand_writable, is_standard_output, write_text
from viz.units import UnitError, parse_any

if TYPE_CHECKING:
    from viz.catalog.types import Catalog
    from viz.cli.sweep_plot import Series
    from viz.physics.sweep import Sweep
    from viz.physics.types import Basis, Load

BASES: Final[tuple[Basis, ...]] = ("published", "limit")
_SPECULATE: Final = re.compile(r"([0-9]+(?:\.[0-9]*)?):([0-9]+)")


def configure(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("machine", metavar="MACHINE", help='such as "8 x h100" or "4 x wse-3"')
    add("model", metavar="MODEL", help="such as llama-3.1-70b ('viz list models')")
    add("--batch", metavar="N", help="users served at once (1)")
    add("--streams", metavar="N", help="the same, as one says of a pipeline")
    add("--context", metavar="N", help="tokens of context of each (1024, or the prompt's)")
    add("--prompt", metavar="N", help="tokens of a prompt: tells the time to the first token")
    add("--output", metavar="N", help="tokens of an answer: tells its whole time")
    add("--bits", metavar="N", help="bits of a weight, multiplied in 16 (16)")
    add("--format", metavar="NAME", help="fp8, awq, nvfp4, q4_k_m ... ('viz list precisions')")
    add("--kv-bits", metavar="N", default="16", help="bits of a value in the KV cache (16)")
    add("--alike", metavar="SHARE", default="0", help="0 to 1: users choose experts alike (0)")
    add("--speculate", metavar="A:g", help="A tokens accepted of g proposed a step, such as 2.8:3")
    add("--price", metavar="$", help="dollars an hour of the whole machine, such as 16")
    add("--stack", help="software ('viz list stacks'); the chip's own if not given")
    add("--basis", default="published", help="published (default) or limit")
    add("--sweep", metavar="NAME=A..B", help="batch, context, streams, wafers, chips or bits")
    add("--csv", nargs="?", const="-", metavar="FILE", help="the sweep as CSV, to a file if given")
    add("--plot", metavar="FILE", help="the sweep as a picture, .png, .jpg, .webp or .svg")
    add("--json", action="store_true", help="for programs")


@dataclass(frozen=True, slots=True)
class Asked:
    """The numbers of the command line, checked."""

    load: Load
    basis: Basis
    prompt: float | None
    price: float | None = None


def run(args: argparse.Namespace) -> int:
    from viz.catalog.config_json import named_model
    from viz.catalog.load_catalog import load_catalog
    from viz.physics.rig import parse_rig

    catalog = load_catalog()
    asked = _asked(args, catalog)
    rig = parse_rig(args.machine, catalog, args.stack)
    model, own = named_model(args.model, catalog)
    if own and args.bits is None and args.format is None:
        asked = replace(asked, load=replace(asked.load, precision=catalog.precisions[own]))
    if args.sweep:
        from viz.cli import estimate_sweep
        from viz.physics.sweep import parse_sweep, sweep

        name, values = parse_sweep(args.sweep)
        _demand_outputs(args)
        found = sweep(rig, model, asked.load, asked.basis, name, values)
        if args.plot:
            _plot(args.plot, estimate_sweep.as_series(found, rig, model, asked.load, asked.basis))
        return _tell_sweep(args, found)
    for option in ("csv", "plot"):
        if getattr(args, option):
            raise VizError(Fault(f"--{option} needs a sweep", write="--sweep batch=1..1024"))

    from viz.cli import estimate_words
    from viz.physics.against import against_published
    from viz.physics.capacity import demand_fit
    from viz.physics.decode import step_in_parts
    from viz.physics.predict import predict

    found_all = predict(rig, model, asked.load, asked.basis)
    told = estimate_words.Estimate(
        rig=rig,
        model=model,
        load=asked.load,
        fit=demand_fit(rig, model, asked.load),
        step=step_in_parts(rig, model, asked.load, asked.basis, found_all),
        against=against_published(rig, model, asked.load),
        found=found_all,
        prompt=asked.prompt,
        price=asked.price,
    )
    if args.json:
        print(json.dumps(estimate_words.plain(told), ensure_ascii=False, indent=2))
    else:
        print("\n".join(estimate_words.lines(told)))
    return 0


def _plot(file: str, series: Series) -> None:
    from viz.cli.sweep_plot import sweep_frame
    from viz.film.still import save_still
    from viz.stage.look import Look

    look = Look(1920, 1080)
    path = save_still(sweep_frame(series, look), (1920, 1080), Path(file), overwrite=None)
    print(f"the picture is {path}")


def _demand_outputs(args: argparse.Namespace) -> None:
    """Before a sweep is computed: its files may be written. Raises VizError."""
    files = [Path(file) for file in (args.csv, args.plot) if file]
    demand_apart(files)
    for file in files:
        if not is_standard_output(file):
            demand_writable(file)


def _tell_sweep(args: argparse.Namespace, found: Sweep) -> int:
    from viz.cli import estimate_sweep

    if args.csv and not is_standard_output(args.csv):
        write_text(Path(args.csv), estimate_sweep.as_csv(found))
        print(f"{len(found.values):,} points are in {args.csv}")
    elif args.csv:
        sys.stdout.writelines(estimate_sweep.as_csv(found))
    elif args.json:
        sys.stdout.writelines(estimate_sweep.as_json(found))
    elif not args.plot:
        print("\n".join(estimate_sweep.as_lines(found)))
    return 0


def _asked(args: argparse.Namespace, catalog: Catalog) -> Asked:
    from viz.catalog.names import find
    from viz.physics.types import Load

    faults: list[Fault] = []

    def number(what: str, text: str | None, low: float, high: float, form: str) -> float | None:
        if text is None:
            return None
        try:
            return count(text, what, low, high, form)
        except VizError as error:
            faults.extend(error.faults)
            return None

    batch = number("--batch", args.batch, 1, 1e6, "32")
    streams = number("--streams", args.streams, 1, 1e6, "32")
    context = number("--context", args.context, 1, 1e8, "8192")
    bits = number("--bits", args.bits, 1, 32, "8")
    kv_bits = number("--kv-bits", args.kv_bits, 1, 32, "8")
    prompt = number("--prompt", args.prompt, 1, 1e8, "2000")
    output = number("--output", args.output, 1, 1e8, "500")
    alike = number("--alike", args.alike, 0, 1, "0.5")
    price = _price(args.price, faults)
    precision = None
    if args.format is not None:
        try:
            precision = find(catalog.precisions, args.format, "format of weights")
        except VizError as error:
            faults.extend(error.faults)
        if args.bits is not None:
            faults.append(Fault("--bits and --format say the same", write="one of them"))
    if batch and streams and batch != streams:
        faults.append(Fault("--batch and --streams differ", write="one of them"))
    accepted, draft = _speculation(args.speculate, faults)
    if args.basis not in BASES:
        meant = nearest(args.basis, BASES)
        faults.append(Fault(f"--basis is '{args.basis}'", None, meant, "published or limit"))
    if faults:
        raise VizError(faults)
    load = Load(
        batch=batch or streams or 1,
        context=context or _context(prompt, output),
        bits=bits or 16,
        kv_bits=kv_bits or 16,
        accepted=accepted,
        draft=draft,
        alike=alike or 0,
        prompt=prompt or 0,
        output=output or 0,
        precision=precision,
    )
    return Asked(load, args.basis, prompt, price)


def _context(prompt: float | None, output: float | None) -> float:
    """Tokens of context where none are said: the prompt and, in the mean, half of the answer."""
    return (prompt or (1024 if output is None else 0)) + (output or 0) // 2 or 1


def _price(text: str | None, faults: list[Fault]) -> float | None:
    if text is None:
        return None
    try:
        found = parse_any(text.strip().removesuffix("/h"))
    except UnitError as error:
        faults.append(Fault(f"--price: {error.what}", None, error.meant, "16, dollars an hour"))
        return None
    if found.dimension not in {"number", "dollars"} or not 0 < found.value <= 1e9:
        write = "more than 0 and up to 1e9 dollars an hour of the whole machine, such as 16"
        faults.append(Fault(f"--price is '{text}'", write=write))
        return None
    return found.value


def _speculation(text: str | None, faults: list[Fault]) -> tuple[float, float]:
    if text is None:
        return 0.0, 0.0
    match = _SPECULATE.fullmatch(text.replace(" ", ""))
    form = "2.8:3, for 2.8 tokens accepted of 3 proposed and the one that is sure"
    if match is None:
        faults.append(Fault(f"--speculate is '{text}'", write=form))
        return 0.0, 0.0
    accepted, draft = float(match[1]), float(match[2])
    if not (1 <= accepted <= draft + 1 and draft <= 64):
        what = f"--speculate accepts {accepted:g} of {draft:g} proposed"
        faults.append(Fault(what, write="1 to g + 1 accepted, g up to 64, such as 2.8:3"))
    return accepted, draft


def count(text: str, what: str, low: float, high: float, form: str) -> float:
    """A plain number between two bounds. Raises VizError with the valid range."""
    free = what in {"--bits", "--kv-bits", "--alike"}
    try:
        found = parse_any(text.removesuffix("bit") if free else text)
    except UnitError as error:
        raise VizError(Fault(f"{what}: {error.what}", None, error.meant, form)) from None
    value = found.value
    right = found.dimension in {"number", "tokens"} and low <= value <= high
    if not (right and (free or value == int(value))):
        kind = "a number" if free else "a whole number"
        write = f"{kind} from {low:g} to {high:,.0f}, such as {form}"
        raise VizError(Fault(f"{what} is '{text}'", None, (), write))
    return value
