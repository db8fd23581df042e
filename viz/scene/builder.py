"""What building a scene keeps as it goes: the nodes for places, the catalog, the faults."""

from __future__ import annotations

from dataclasses import dataclass, field

from viz.catalog.types import Catalog, Text
from viz.errors import Fault, Place, VizError
from viz.reading.nodes import Node, place_at
from viz.scene.form_faults import name_of


@dataclass(slots=True)
class Builder:
    """One pass over a form. `broken` names top-level keys that have a fault already."""

    root: Node
    catalog: Catalog
    broken: set[str]
    faults: list[Fault] = field(default_factory=list)

    def fault(
        self,
        path: tuple[str | int, ...],
        what: str,
        meant: tuple[str, ...] = (),
        write: str = "",
        *,
        key: bool = False,
    ) -> None:
        place = place_at(self.root, path, key=key)
        self.faults.append(Fault(f"{name_of(path)}: {what}", place, meant, write))

    def take(self, error: VizError, place: Place) -> None:
        """Faults of a floor below, which may know no place."""
        for fault in error.faults:
            self.faults.append(Fault(fault.what, fault.place or place, fault.meant, fault.write))


def text_in(words: dict[str, str] | None) -> Text:
    """With "en" always there: a scene in one language is shown in that one everywhere."""
    if not words:
        return {}
    return {"en": next(iter(words.values())), **words}
