"""From "8 x h100" to the machine it names."""

from __future__ import annotations

import re
from typing import Final

from viz.catalog.names import find
from viz.catalog.types import Catalog
from viz.errors import Fault, VizError
from viz.physics.types import Rig

MOST_CHIPS: Final = 100_000
_FORM: Final = re.compile(
    r"\s*(?:([+-]?[0-9][0-9.,_eE+-]*)\s*[xX×*]?\s+|([0-9]+)\s*[xX×*]\s*)?(\S.*?)\s*"
)
_NO_COUNT: Final = re.compile(r"\s*(\S+)\s+[xX×*]\s+(\S+.*)")


def parse_rig(text: str, catalog: Catalog, stack: str | None = None) -> Rig:
    """The machine of a text like "8 x h100" or "wse-3"; `stack` if not the chip's own.

    Raises VizError: an unknown name with the nearest, a count that is none, a stack for
    another kind of chip.
    """
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
