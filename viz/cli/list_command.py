"""viz list: what there is to name on a command line or in a scene."""

from __future__ import annotations

import argparse
import ast
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from viz.errors import Fault, VizError, nearest
from viz.units import write

if TYPE_CHECKING:
    from viz.catalog.types import Stack

KINDS: Final = (
    "chips",
    "models",
    "stacks",
    "precisions",
    "scenes",
    "programs",
    "actors",
    "formats",
    "presets",
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", nargs="?", metavar="KIND", help=" | ".join(KINDS))
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    wanted: tuple[str, ...] = KINDS
    if args.kind is not None:
        if args.kind not in KINDS:
            meant = nearest(args.kind, KINDS)
            write_one = "" if meant else "one of " + ", ".join(KINDS)
            raise VizError(Fault(f"there is no list of '{args.kind}'", None, meant, write_one))
        wanted = (args.kind,)
    lists = {kind: entries(kind) for kind in wanted}
    if args.json:
        full = {kind: _with_parameters(found, kind) for kind, found in lists.items()}
        whole: object = full if args.kind is None else full[args.kind]
        print(json.dumps(whole, ensure_ascii=False, indent=2))
        return 0
    for kind, found in lists.items():
        if args.kind is None:
            print(f"{kind}:")
        if kind == "actors" and args.kind is not None:
            _print_actors(found)
        else:
            _print(found, "  " if args.kind is None else "")
    return 0


def _with_parameters(found: list[dict[str, str]], kind: str) -> list[dict[str, object]]:
    """The same; actors with their parameters."""
    if kind != "actors":
        return [dict(entry) for entry in found]
    keys = ("name", "kind", "use", "default")
    return [
        {
            **entry,
            "parameters": [dict(zip(keys, row, strict=True)) for row in _parameters(entry["name"])],
        }
        for entry in found
    ]


def _parameters(actor: str) -> list[tuple[str, str, str, str]]:
    """Name, kind, use and default of each parameter of an actor."""
    from viz.picture.casting import parameters_of
    from viz.stage.parameters import default_of, described

    form = parameters_of(actor)
    return [(*row, default_of(form, row[0])) for row in described(form)]


def _print_actors(found: list[dict[str, str]]) -> None:
    """Each actor, and under it what a scene may write for it."""
    for i, entry in enumerate(found):
        if i:
            print()
        print(f"{entry['name']}: {entry['title']}")
        rows = _parameters(entry["name"])
        name_w = max((len(name) for name, *_ in rows), default=0)
        kind_w = min(28, max((len(kind) for _, kind, *_ in rows), default=0))
        for name, kind, use, default in rows:
            more = f" ({default})" if default else ""
            print(f"  {name:<{name_w}}  {kind:<{kind_w}}  {use}{more}")


def entries(kind: str) -> list[dict[str, str]]:
    """Name, title and what is worth knowing of everything of that kind."""
    if kind == "scenes":
        return _scenes()
    if kind == "programs":
        return _programs()
    if kind == "presets":
        return _presets()
    if kind in {"actors", "formats"}:
        return _modules("actors" if kind == "actors" else "film/formats")
    return _catalog(kind)


def _catalog(kind: str) -> list[dict[str, str]]:
    from viz.catalog.load_catalog import load_catalog

    catalog = load_catalog()
    if kind == "chips":
        return [
            {
                "name": chip.name,
                "title": chip.title,
                "memory": f"{write(chip.capacity.value, 'bytes')} {chip.memory_kind}",
                "bandwidth": write(chip.bandwidth.value, "bytes/second"),
                "arithmetic": f"{write(chip.flops[0][1].value, 'flop/second')} at 16 bit",
                "stack": chip.stack,
            }
            for chip in catalog.chips.values()
        ]
    if kind == "models":
        return [
            {
                "name": model.name,
                "title": model.title,
                "parameters": write(model.parameters.value, "number", 4),
                "active": f"{write(model.active.value, 'number', 4)} active",
                "layers": f"{model.layers.value:g} layers",
            }
            for model in catalog.models.values()
        ]
    if kind == "precisions":
        return [
            {
                "name": one.name,
                "title": one.title,
                "bits": f"{one.dense:g} bit (attention {one.attention:g}, experts {one.experts:g})",
                "arithmetic": f"multiplied in {one.arithmetic} bit",
            }
            for one in catalog.precisions.values()
        ]
    return [
        {
            "name": stack.name,
            "title": stack.title,
            "fixed": _fixed(stack),
            "band": f"within x{stack.band.value:g}" if stack.validated else "not validated",
        }
        for stack in catalog.stacks.values()
    ]


def _fixed(stack: Stack) -> str:
    """The fixed time of a stack: of a layer on wafers, of a kernel elsewhere."""
    if stack.tau is not None:
        return f"{write(stack.tau.value, 'seconds')} a layer"
    return f"{write(stack.kernel.value, 'seconds')} a kernel" if stack.kernel else ""


def _scenes() -> list[dict[str, str]]:
    from viz.assets_path import data_folder

    files = sorted(data_folder("scenes").glob("*.yaml"))
    return [{"name": file.stem, "title": _title(file)} for file in files]


def _presets() -> list[dict[str, str]]:
    from viz.film.presets import PRESETS

    return [
        {
            "name": name,
            "title": one.about,
            "size": f"{one.size[0]}x{one.size[1]}",
            "fps": str(one.fps),
            "format": one.format,
        }
        for name, one in PRESETS.items()
    ]


def _programs() -> list[dict[str, str]]:
    from viz.scene.program import find_program, program_names

    found = []
    for name in program_names():
        try:
            program = find_program(name)
        except VizError as error:
            about = {"title": f"cannot be read: {error.faults[0]}", "scenes": ""}
        else:
            scenes = [entry.scene for entry in program.entries] if program else []
            title = program.title["en"] if program else ""
            about = {"title": title, "scenes": ", ".join(scenes)}
        found.append({"name": name, **about})
    return found


def _title(file: Path) -> str:
    from viz.reading.nodes import Mapping, Scalar
    from viz.reading.yaml12 import read

    try:
        node = read(file)
    except VizError as error:
        return f"cannot be read: {error.faults[0]}"
    title = node.get("title") if isinstance(node, Mapping) else None
    if isinstance(title, Mapping):
        title = title.get("en") or next((text for _, text in title.entries), None)
    return title.text if isinstance(title, Scalar) else ""


def _modules(folder: str) -> list[dict[str, str]]:
    """The file name is the name; the docstring's first line is the title. Nothing is imported."""
    found = []
    root = Path(__file__).parent.parent / folder
    for file in sorted([*root.glob("[!_]*.py"), *root.glob("*/__init__.py")]):
        name = file.parent.name if file.stem == "__init__" else file.stem
        doc = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        found.append({"name": name, "title": doc.partition("\n")[0]})
    return found


def _print(found: list[dict[str, str]], margin: str) -> None:
    if not found:
        print(f"{margin}none")
        return
    keys = list(found[0])
    widths = {key: max(len(entry[key]) for entry in found) for key in keys}
    for entry in found:
        cells = [entry[key].ljust(widths[key]) for key in keys]
        print((margin + "  ".join(cells)).rstrip())
