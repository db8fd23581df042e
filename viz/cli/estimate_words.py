"""How an estimate is told: to a person on one screen, to a program with every source."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from viz.units import write

if TYPE_CHECKING:
    from viz.catalog.types import Model
    from viz.physics.against import Against
    from viz.physics.predict import Prediction
    from viz.physics.types import Basis, Fit, Input, Load, Rig, StepTime

BAR: Final = 32  # cells
CHOICE: Final = "the choice of this scene or command"
Ink = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Estimate:
    """All that is known about a machine, a model and a load. `price` is in dollars an hour."""

    rig: Rig
    model: Model
    load: Load
    step: StepTime
    fit: Fit
    against: Against
    found: Prediction
    prompt: float | None = None
    price: float | None = None


def sources(rig: Rig, model: Model, load: Load, basis: Basis) -> list[Input]:
    """Every number that went into it, and who says so."""
    from viz.physics.explain import explain, taken

    found: dict[str, Input] = {}
    for what in ("token", "speed"):
        for given in explain(rig, model, load, basis, what).inputs:
            if given.source != CHOICE:
                found.setdefault(given.symbol, given)
    found.setdefault("C", taken("C", rig.chip.capacity))
    if basis == "published":
        found["band"] = taken("band", rig.stack.band)
    else:
        for fitted in ("A", "eta", "eta_c", "thin", "tau", "t0", "t_k", "meet", "wire"):
            found.pop(fitted, None)
    return list(found.values())


def plain(found: Estimate) -> dict[str, object]:
    """For programs: SI units."""
    rig, load, step, fit = found.rig, found.load, found.step, found.fit
    whole: dict[str, object] = {
        "machine": f"{rig.count} x {rig.chip.name}",
        "model": found.model.name,
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
        "accepted": step.accepted,
        "draft": load.draft,
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
                "work_seconds": part.work,
            }
            for part in step.parts
        ],
        "published": _plain_against(found.against),
        "sources": [
            {
                "symbol": given.symbol,
                "value": given.text,
                "says": given.says,
                "source": given.source,
                "note": given.note,
            }
            for given in sources(rig, found.model, load, step.basis)
        ],
    }
    whole |= _plain_more(found)
    return whole


def _plain_more(found: Estimate) -> dict[str, object]:
    from viz.physics.serving import dollars_a_million, joules_a_token
    from viz.physics.uncertainty import dominant

    rig, load, total = found.rig, found.load, found.step.speed_total
    more: dict[str, object] = {"kv_bits": load.kv_bits}
    if load.precision is not None:
        more["format"] = load.precision.name
    if found.prompt is not None:
        more |= {"prompt": found.prompt, "first_token_seconds": found.found.first}
    if load.output:
        more |= {
            "output": load.output,
            "tokens_per_second_end_to_end": found.found.end_to_end,
            "seconds_per_output_token": found.found.between,
        }
    if rig.chip.power is not None:
        more["joules_per_token_at_most"] = joules_a_token(rig.chip.power.value, rig.count, total)
    if found.price is not None:
        more["dollars_per_million_tokens"] = dollars_a_million(found.price, total)
    swing = dominant(rig, found.model, load) if found.step.basis == "published" else None
    if swing is not None:
        more["dominant_constant"] = {"name": swing.name, "moves": swing.moves}
    return more


def _plain_against(against: Against) -> dict[str, object]:
    from viz.physics.against import describe

    score = against.score
    return {
        "rows": score.rows if score else 0,
        "median_error": score.median_error if score else None,
        "p90_error": score.p90_error if score else None,
        "nearest": [describe(one) for one in against.nearest],
    }


def lines(found: Estimate) -> list[str]:
    """For a person: one screen."""
    strong, faint = ink()
    rig, load, step = found.rig, found.load, found.step
    width = load.precision.title if load.precision else f"{load.bits:g} bit"
    title = f"{rig.count} x {rig.chip.title}, {found.model.title} at {width}"
    title += f", batch {load.batch:g}, context {load.context:g}"
    basis = "as published" if step.basis == "published" else "at the limit"
    what = "one token through all wafers" if rig.chip.kind == "wafer" else "one step"
    told = [
        strong(title),
        faint(f"{basis}; stack: {rig.stack.title} ({rig.stack.name})"),
        "",
        strong(f"{what} takes {write(step.seconds, 'seconds')}"),
        *_speeds(step, validated=rig.stack.validated),
    ]
    told += _answer(found)
    told += ["", *_parts(step, faint), "", _memory(found.fit), *_costs(found)]
    if step.basis == "published":
        told += [*_against(found.against, faint), *_dominant(found)]
    told += ["", "sources (--json has them in full)"]
    columns = shutil.get_terminal_size((120, 40)).columns
    given = sources(rig, found.model, load, step.basis)
    return told + [faint(_cut(_source_line(one), columns)) for one in given]


def _answer(found: Estimate) -> list[str]:
    """The first token, and the whole answer with the prompts of others in it."""
    load, told = found.load, list[str]()
    if found.prompt is not None:
        after = f"after a prompt of {found.prompt:,.0f} tokens"
        if load.batch > 1:
            after += f" of each of {load.batch:g} users at once"
        told.append(f"first      {write(found.found.first, 'seconds')}   {after}")
    if load.output:
        whole = write(found.found.end_to_end, "tokens/second")
        told.append(f"answer     {whole} over all {load.output:,.0f} tokens, the prompt included")
    if load.output and found.prompt is not None and load.batch > 1:
        between = write(found.found.between, "seconds")
        told.append(f"between    {between} a token, while prompts of other users are read")
    return told


def _costs(found: Estimate) -> list[str]:
    from viz.physics.serving import dollars_a_million, joules_a_token

    told, power, total = list[str](), found.rig.chip.power, found.step.speed_total
    if power is not None:
        joules = joules_a_token(power.value, found.rig.count, total)
        told.append(
            f"energy     {joules:.2g} J a token at most: board power"
            f" {write(power.value, 'watts')} x {found.rig.count}"
        )
    if found.price is not None:
        dollars = dollars_a_million(found.price, total)
        told.append(f"price      ${dollars:,.2g} a million tokens at ${found.price:g} an hour")
    return told


def _dominant(found: Estimate) -> list[str]:
    from viz.physics.uncertainty import dominant

    swing = dominant(found.rig, found.model, found.load)
    if swing is None:
        return []
    told = f"band       {swing.name} decides it most: one standard error of it moves the speed"
    return [f"{told} by {swing.moves:.0%}"]


def _speeds(step: StepTime, *, validated: bool) -> list[str]:
    from viz.physics.uncertainty import digits

    low, high = step.speed / step.band, step.speed * step.band
    rate = "tokens/second"
    few = digits(step.band)
    told = [f"per user   {write(step.speed, rate, few)}"]
    if step.basis == "limit":
        told[0] += "   (bandwidth and arithmetic alone: no machine reaches it)"
    else:
        told[0] += (
            f"   ({write(low, rate, few)} to {write(high, rate, few)}: 8 of 10 within x{step.band:g})"
        )
        if not validated:
            told[0] += "   NOT VALIDATED: no published row decides this stack"
    if step.accepted != 1:
        told[0] += f"   with {step.accepted:g} tokens accepted a step"
    if step.batch > 1:
        told.append(
            f"in total   {write(step.speed_total, rate, few)}, {step.batch:g} users together"
        )
    return told


def _parts(step: StepTime, faint: Ink) -> list[str]:
    full, empty = ("█", "·") if _can_print("█·") else ("#", ".")
    told = []
    for part in step.parts:
        about = part.limited_by
        if part.bytes:
            about = f"{write(part.bytes, 'bytes')}; {about}"
        if part.work > part.seconds * 1.0001:
            about += f" ({write(part.work, 'seconds')} of work)"
        start = f"{part.name:<10} {write(part.seconds, 'seconds'):>8}  "
        if not part.seconds:
            told.append(start + faint(about))
            continue
        share = part.seconds / step.seconds
        cells = round(share * BAR)
        told.append(f"{start}{full * cells}{faint(empty * (BAR - cells))} {share:>4.0%}")
        told.append(faint(f"{'':<21}{about}"))
    return told


def _memory(fit: Fit) -> str:
    held = f"{write(fit.needed_bytes, 'bytes')} of {write(fit.held_bytes, 'bytes')}"
    return f"memory     {held}: fits, up to batch {fit.most_batch:,} at this context"


def _against(against: Against, faint: Ink) -> list[str]:
    from viz.physics.against import in_words

    head, *rows = in_words(against)
    return [f"against    {head}", *(faint(f"{'':<11}{row}") for row in rows)]


def _source_line(given: Input) -> str:
    _, found, others = given.note.partition("others print ")
    also = f" (others print {others})" if found else ""
    return f"{given.symbol:<9} {given.text:<14} {given.says}{also}: {given.source}"


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else line[: width - 3] + "..."


def _can_print(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def ink() -> tuple[Ink, Ink]:
    """How to make a text strong and faint: on a terminal only."""
    if not sys.stdout.isatty():
        return str, str
    return (lambda text: f"\x1b[1m{text}\x1b[0m"), (lambda text: f"\x1b[2m{text}\x1b[0m")
