"""From "8 x h100" to the machine it names."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from viz.catalog.names import find
from viz.catalog.types import Catalog
from viz.errors import Fault, VizError
from viz.physics.step import group
from viz.physics.types import Rig

MOST_CHIPS: Final = 100_000
_FORM: Final = re.compile(
    r"\s*(?:([+-]?[0-9][0-9.,_eE+-]*)\s*[xX×*]?\s+|([0-9]+)\s*[xX×*]\s*)?(\S.*?)\s*"
)
_BRACKET: Final = re.compile(r"(.*?)\s*[(]([^()]*)[)]\s*")
_DETAIL: Final = re.compile(r"(?:([0-9]{1,6})\s*)?(box(?:es)?|tp|pp|dp|ep)\s*([0-9]{1,6})?")
_HOW: Final = "'16 x h100 (2 boxes)', or with tp 8, pp 2, dp 2 or ep inside the brackets"
_NO_COUNT: Final = re.compile(r"\s*(\S+)\s+[xX×*]\s+(\S+.*)")


def parse_rig(text: str, catalog: Catalog, stack: str | None = None) -> Rig:
    """The machine of a text like "8 x h100", "16 x h100 (2 boxes)" or "wse-3"; `stack` if not
    the chip's own.

    In brackets stand boxes, and how the model is cut: tp (tensor), pp (pipeline), dp (data) with
    their numbers, ep (experts dealt out whole). Raises VizError: an unknown name with the
    nearest, a count that is none, a stack for another kind of chip, a cut that does not divide,
    several chips without a link.
    """
    found = _BRACKET.fullmatch(text)
    rig = _bare(found[1] if found else text, catalog, stack)
    if found:
        rig = _detailed(rig, found[2])
    if rig.count > 1 and rig.chip.link is None:
        what = f"{rig.chip.title} has no link in the catalog, and {rig.count} of them must meet"
        raise VizError(Fault(what, write=f"'{rig.chip.name}', or link: 64 GB/s in the chip"))
    return rig


def _detailed(rig: Rig, text: str) -> Rig:
    """The rig with what stands in its brackets."""
    put: dict[str, int] = {}
    for word in filter(None, (part.strip().casefold() for part in re.split(r"[,;]", text))):
        match = _DETAIL.fullmatch(word)
        number = match and (match[1] or match[3])
        if match is None or (match[2] != "ep" and not number) or (number and int(number) < 1):
            raise VizError(Fault(f"'{word}' says nothing about a machine", write=_HOW))
        put[match[2][:2]] = int(number or 1)
    boxes, wide, deep, copies = (put.get(name, 0) for name in ("bo", "tp", "pp", "dp"))
    cut = max(1, wide) * max(1, deep) * max(1, copies)
    for name, number in (("boxes", boxes), ("tp x pp x dp", cut)):
        if number and (rig.count % number or number > rig.count):
            fit = max(
                one for one in range(1, rig.count + 1) if rig.count % one == 0 and one <= number
            )
            what = f"{rig.count} chips cannot be cut by {number} ({name})"
            raise VizError(Fault(what, write=f"{fit}, which divides {rig.count}"))
    if wide and cut != rig.count:
        if deep and copies:
            raise VizError(Fault(f"tp {wide} x pp {deep} x dp {copies} are not {rig.count} chips"))
        rest = rig.count // (wide * max(1, deep) * max(1, copies))
        deep, copies = (deep or rest, copies) if copies else (deep, rest)
    domain = rig.chip.domain.value if rig.chip.domain else rig.count
    if boxes and rig.count / boxes > domain:
        what = f"a box of {rig.chip.title} has {domain:g} cards, not {rig.count // boxes}"
        raise VizError(Fault(what, write=f"({-(-rig.count // int(domain))} boxes)"))
    made = replace(
        rig, boxes=boxes, tensor=wide, pipeline=deep, data=max(1, copies), expert="ep" in put
    )
    if deep and not wide and made.chip.joins != "tensor" and group(made)[0] < 1:
        raise VizError(Fault(f"pp {deep} needs {deep} chips", write=_HOW))
    return made


def _bare(text: str, catalog: Catalog, stack: str | None) -> Rig:
    match = _FORM.fullmatch(text)
    if match is None:
        raise VizError(Fault("a machine is wanted, and nothing is written", write="'8 x h100'"))
    written = match[1] or match[2] or "1"
    name = match[3]
    if (wrong := _NO_COUNT.fullmatch(text)) and not match[1]:
        written, name = wrong[1], wrong[2]
    if not written.isdecimal() or not 1 <= int(written) <= MOST_CHIPS:
        raise VizError(
            Fault(
                f"'{text}': {written} is no number of chips",
                write=f"1 to {MOST_CHIPS}, as '8 x {name}'",
            )
        )
    chip = find(catalog.chips, name, "chip")
    chosen = find(catalog.stacks, stack or chip.stack, "stack")
    if chosen.kind != chip.kind:
        others = [name for name in catalog.stacks if catalog.stacks[name].kind == chip.kind]
        raise VizError(
            Fault(
                f"the stack '{chosen.name}' is for a {chosen.kind}, and {chip.title} is a {chip.kind}",
                write="one of " + ", ".join(others),
            )
        )
    return Rig(chip, int(written), chosen)
