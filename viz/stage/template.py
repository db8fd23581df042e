"""Words of a scene with numbers in them: "a reply of {value:tokens} tokens", as the knobs stand."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from viz.catalog.types import Text
from viz.scene.quantities import resolved
from viz.scene.types import Scene
from viz.stage.i18n import said
from viz.stage.style import Kit
from viz.stage.view import StageView
from viz.units import UnitError

_REF: Final = re.compile(r"\{([^{}]+)\}")


def filled(stage: StageView, text: Text) -> str:
    """A text in the stage's language; what stands in braces is replaced by its number.

    Tokens are written as a plain number, for the words say what they are. What comes to nothing
    stays as it is written, so that it can be seen.
    """
    return _filled(stage.scene, stage.kit, said(text, stage.kit.look.lang))


def reference_in(text: Text) -> str:
    """The reference of the one number that is put into a text; "" where there are none or several."""
    found = {name for one in text.values() for name in _REF.findall(one)}
    return found.pop() if len(found) == 1 else ""


def filled_in(scene: Scene, kit: Kit, text: Text) -> str:
    """The same for a scene with its knobs as they stand."""
    return _filled(scene, kit, said(text, kit.look.lang))


@lru_cache(maxsize=512)
def _filled(scene: Scene, kit: Kit, text: str) -> str:
    def number(match: re.Match[str]) -> str:
        try:
            found = resolved(scene, match[1])
        except UnitError:
            return match[0]
        if found.dimension == "tokens":
            return f"{found.value:,.0f}"
        if found.dimension == "tokens/second":
            return f"{found.value:.3g} {kit.word('speed_unit')}"
        return found.text

    return _REF.sub(number, text)
