"""Weights stay, tokens flow. In a notebook: `show = viz.open("weights_stay")`."""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it, without its import: Ctrl-C is to be heard early
if TYPE_CHECKING:
    from viz.show import Show

__version__ = "0.1.0"
__all__ = ["__version__", "open"]


def open(scene: str, **look: object) -> Show:  # noqa: A001 - the notebook reads viz.open(...)
    """Open a scene by its name or its file. See `viz.show.Show`."""
    from viz.show import open_show

    return open_show(scene, **look)
