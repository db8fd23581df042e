"""viz estimate: time of one token on a machine, in parts, with its error and its sources."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from viz.errors import Fault, VizError, nearest
from viz.units import UnitError, parse_any, write

if TYPE_CHECKING:
    from viz.catalog.types import Model
    from viz.physics.types import Basis, Fit, Input, Load, Rig, StepTime

BASES: Final[tuple[Basis, ...]] = ("published", "limit")
BAR: Final = 32  # cells
Ink = Callable[[str], str]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("machine", metavar="MACHINE", help='such as "8 x h100" or "4 x wse-3"')
    parser.add_argument("model", metavar="MODEL", help="such as llama-3.1-70b ('viz list models')")
    parser.add_argument("--batch", default="1", help="streams served at once (1)")
    parser.add_argument("--context", default="1024", help="tokens of context of each (1024)")
    parser.add_argument("--bits", default="16", help="bits of a weight (16)")
    parser.add_argument("--stack", help="software ('viz list stacks'); the chip's own if not given")
    parser.add_argument("--basis", default="published", help="published (default) or limit")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    from viz.catalog.load import find, load_catalog
    from viz.physics.capacity import demand_fit
    from viz.physics.decode import decode_step
    from viz.physics.rig import parse_rig
    from viz.physics.types import Load

    load, basis = _asked(args, Load)
    catalog = load_catalog()
    rig = parse_rig(args.machine, catalog, args.stack)
    model = find(catalog.models, args.model, "model")
    fit = demand_fit(rig, model, load)
    step = decode_step(rig, model, load, basis)
    if args.json:
        print(json.dumps(_plain(rig, model, load, step, fit), ensure_ascii=False, indent=2))
    else:
        print("\n".join(_lines(rig, model, load, step, fit)))
    return 0


def count(text: str, what: str, low: float, high: float, form: str) -> float:
    """A plain number between two bounds. Raises VizError with the valid range."""
    try:
        found = parse_any(text.removesuffix("bit") if what == "--bits" else text)
    except UnitError as error:
        raise VizError(Fault(f"{what}: {error.what}", None, error.meant, form)) from None
    whole = what == "--bits" or found.value == int(found.value)
    if found.dimension not in {"number", "tokens"} or not (low <= found.value <= high and whole):
        kind = "a number" if what == "--bits" else "a whole number"
        raise VizError(
            Fault(
                f"{what} is '{text}'", write=f"{kind} from {low:g} to {high:,.0f}, such as {form}"
            )
        )
    return found.value


def _asked(args: argparse.Namespace, make: type[Load]) -> tuple[Load, Basis]:
    faults: list[Fault] = []
    values = []
    for what, text, low, high, form in (
        ("--batch", args.batch, 1, 1e6, "32"),
        ("--context", args.context, 1, 1e8, "8192"),
        ("--bits", args.bits, 1, 32, "8"),
    ):
        try:
            values.append(count(text, what, low, high, form))
        except VizError as error:
            faults.extend(error.faults)
    if args.basis not in BASES:
        faults.append(
            Fault(
                f"--basis is '{args.basis}'", None, nearest(args.basis, BASES), "published or limit"
            )
        )
    if faults:
        raise VizError(faults)
    return make(batch=values[0], context=values[1], bits=values[2]), args.basis


def _sources(rig: Rig, model: Model, load: Load, basis: Basis) -> list[Input]:
    from viz.physics.explain import explain, taken

    found: dict[str, Input] = {}
    for what in ("token", "speed"):
        for given in explain(rig, model, load, basis, what).inputs:
            if given.source != "the choice of this scene or command":
                found.setdefault(given.symbol, given)
    found.setdefault("C", taken("C", rig.chip.capacity))
    if basis == "published":
        found["band"] = taken("band", rig.stack.band)
    else:
        for fitted in ("A", "eta", "eta_c", "tau", "sigma"):
            found.pop(fitted, None)
    return list(found.values())


def _plain(rig: Rig, model: Model, load: Load, step: StepTime, fit: Fit) -> dict[str, object]:
    return {
        "machine": f"{rig.count} x {rig.chip.name}",
        "model": model.name,
        "stack": rig.stack.name,
        "basis": step.basis,
        "batch": load.batch,
        "context": load.context,
        "bits": load.bits,
        "step_seconds": step.seconds,
        "tokens_per_second_per_user": step.speed,
        "tokens_per_second_total": step.speed_total,
        "band": step.band,
        "validated": rig.stack.validated,
        "fits": fit.fits,
        "needed_bytes": fit.needed_bytes,
        "held_bytes": fit.held_bytes,
        "most_batch": fit.most_batch,
        "parts": [
            {
                "name": part.name,
                "seconds": part.seconds,
                "limited_by": part.limited_by,
                "bytes": part.bytes,
            }
            for part in step.parts
        ],
        "sources": [
            {
                "symbol": given.symbol,
                "value": given.text,
                "says": given.says,
                "source": given.source,
                "note": given.note,
            }
            for given in _sources(rig, model, load, step.basis)
        ],
    }


def _lines(rig: Rig, model: Model, load: Load, step: StepTime, fit: Fit) -> list[str]:
    strong, faint = _ink()
    title = f"{rig.count} x {rig.chip.title}, {model.title} at {load.bits:g} bit"
    title += f", batch {load.batch:g}, context {load.context:g}"
    basis = "as published" if step.basis == "published" else "at the limit"
    what = "one token through all wafers" if rig.chip.kind == "wafer" else "one step"
    lines = [
        strong(title),
        faint(f"{basis}; stack: {rig.stack.title} ({rig.stack.name})"),
        "",
        strong(f"{what} takes {write(step.seconds, 'seconds')}"),
        *_speeds(step),
        *([] if rig.stack.validated else ["not validated: no published row decides this stack"]),
        "",
        *_parts(step, faint),
        "",
        _memory(fit),
        "",
        "sources (--json has them in full)",
    ]
    width = shutil.get_terminal_size((120, 40)).columns
    given = _sources(rig, model, load, step.basis)
    return lines + [faint(_cut(_source_line(one), width)) for one in given]


def _memory(fit: Fit) -> str:
    held = f"{write(fit.needed_bytes, 'bytes')} of {write(fit.held_bytes, 'bytes')}"
    return f"memory     {held}: fits, up to batch {fit.most_batch:,} at this context"


def _speeds(step: StepTime) -> list[str]:
    low, high = step.speed / step.band, step.speed * step.band
    rate = "tokens/second"
    lines = [f"per user   {write(step.speed, rate)}"]
    if step.basis == "published":
        lines[0] += f"   ({write(low, rate)} to {write(high, rate)}: within x{step.band:g})"
    else:
        lines[0] += "   (bandwidth and arithmetic alone: no machine reaches it)"
    if step.batch > 1:
        lines.append(f"in total   {write(step.speed_total, rate)}, {step.batch:g} users together")
    return lines


def _parts(step: StepTime, faint: Ink) -> list[str]:
    full, empty = ("█", "·") if _can_print("█·") else ("#", ".")
    lines = []
    for part in step.parts:
        about = part.limited_by
        if part.bytes:
            about = f"{write(part.bytes, 'bytes')}; {about}"
        if part.work > part.seconds * 1.0001:
            about += f" ({write(part.work, 'seconds')} of work)"
        start = f"{part.name:<10} {write(part.seconds, 'seconds'):>8}  "
        if not part.seconds:
            lines.append(start + faint(about))
            continue
        share = part.seconds / step.seconds
        cells = round(share * BAR)
        lines.append(f"{start}{full * cells}{faint(empty * (BAR - cells))} {share:>4.0%}")
        lines.append(faint(f"{'':<21}{about}"))
    return lines


def _source_line(given: Input) -> str:
    mark = "  not verified" if "not verified" in given.note else ""
    others = (
        "  (others print " + given.note.split("others print ")[1] + ")"
        if "others p" in given.note
        else ""
    )
    return f"{given.symbol:<9} {given.text:<14} {given.says}{mark}{others}: {given.source}"


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else line[: width - 3] + "..."


def _can_print(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _ink() -> tuple[Ink, Ink]:
    """How to make a text strong and faint: on a terminal only."""
    if not sys.stdout.isatty():
        return str, str
    return (lambda text: f"\x1b[1m{text}\x1b[0m"), (lambda text: f"\x1b[2m{text}\x1b[0m")
