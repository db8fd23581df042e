"""`viz new NAME`: a small commented scene that plays, in the current folder."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from viz.errors import Fault, VizError
from viz.saving import over_own, write_text

_SCENE: Final = """\
# A scene: two machines that write with the same model, told in beats.
# Look:   viz play {file}
# Check:  viz check {file}
# Film:   viz film {file} -o {name}.mp4
# Names of chips and models: viz list chips, viz list models.
# An editor completes the keys if you run `viz schema -o scene.schema.json` once:
# yaml-language-server: $schema=scene.schema.json

title: What if memory were ten times faster?
# Text can be given in several languages: {{en: "Hello", zh: 你好}}
asks: Where does the time of one word go?

model: llama-3.1-70b
left: 8 x h100
right: 8 x dream-gpu

# Chips that nobody builds: like one of the catalog, but for what is written here.
chips:
  dream-gpu:
    like: h100
    title: Dream GPU
    memory: {{bandwidth: 33.5 TB/s}}

# What the viewer may turn while it plays.
knobs:
  bandwidth:
    turns: dream-gpu.memory.bandwidth
    from: 3.35 TB/s
    to: 33.5 TB/s

# Each beat is one step. `for` is its time on screen; `pace` is how much time passes in the
# machines for each second on screen. A beat without a pace is a pause.
beats:
  - say: Two machines. One has faster memory.
    for: 3 s

  - ask:
      question: Ten times the bandwidth. How much faster?
      choices: [not at all, less than ten times, ten times]
      answer: less than ten times
    for: 8 s

  - say: Each token waits for all the weights.
    for: 8 s
    pace: 5 ms per second
    look: left.reading   # what is highlighted; a wrong word lists the right ones

  - say: Reading shrinks. The rest stays.
    for: 8 s
    pace: 5 ms per second
    look: right.bar
    notes: Only you see this, in the presenter's window.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the scene's name; NAME.yaml is written")
    parser.add_argument("--force", action="store_true", help="write over a scene that is there")


def run(args: argparse.Namespace) -> int:
    """Write NAME.yaml here. Exit 2 for a name that is none, 5 where it cannot be written."""
    from viz.scene.find import is_name

    name = args.name.removesuffix(".yaml")
    if not is_name(name):
        what = f"'{args.name[:80]}' cannot be a scene's name"
        raise VizError(Fault(what, write="letters, digits, '_' and '-', like my_scene"))
    path = Path(f"{name}.yaml")
    over = over_own(path, overwrite=args.force)
    instead = "another name" if args.force else "another name, or --force"
    write_text(path, _SCENE.format(file=path, name=name), over, instead=instead)
    print(f"{path} is written. Play it: viz play {path}")
    return 0
