"""Machines with constants that stay as they are, so that times can be worked out by hand.

The catalog's constants are fitted anew now and then; what a test expects must not move with them.
"""

from dataclasses import replace

from viz.catalog.load_catalog import load_catalog
from viz.catalog.types import Sourced, Stack
from viz.physics.decode import decode_step
from viz.physics.types import Load, Rig
from viz.scene.types import Beat, Scene
from viz.timeline.clocks import HwSeconds
from viz.timeline.compile import Take, compile_scene
from viz.timeline.machine import Run, machine_of


def number(value, unit=""):
    return Sourced(value, unit, "assumed", "worked out by hand in a test", "2026-01")


def hand_stack(kind, **more):
    constants = {
        "eta": number(0.8) if kind == "gpu" else None,
        "eta_c": number(0.6),
        "tau": None if kind == "gpu" else number(17e-6, "s"),
        "kernel": number(5e-6, "s") if kind == "gpu" else None,
        "meet": number(15e-6, "s") if kind == "gpu" else None,
        "hop": number(2e-6, "s") if kind == "wafer" else None,
        "accepted": number(1.0),
        "band": number(1.2),
    }
    return Stack(name="by-hand", title="By hand", kind=kind, **{**constants, **more})


def gpus(count=8, **more):
    """H100 with 3.35 TB/s and 989 TFLOP/s each, joined to split every layer."""
    chip = load_catalog().chips["h100"]
    chip = replace(
        chip,
        bandwidth=replace(chip.bandwidth, value=3.35e12),
        flops=((16, number(989e12, "FLOP/s")),),
        link=None,  # bytes on the way cost nothing: meeting does
        clock=None,
    )
    return Rig(chip, count, hand_stack("gpu", **more))


def wafers(count=4, **more):
    """WSE-3 with 21 PB/s and 1.2 Tb/s between them."""
    chip = load_catalog().chips["wse-3"]
    chip = replace(
        chip,
        bandwidth=replace(chip.bandwidth, value=21e15),
        flops=((16, number(15.6e15, "FLOP/s")),),
        link=number(150e9, "B/s"),
    )
    return Rig(chip, count, hand_stack("wafer", **more))


def llama(parameters=70.55e9, layers=80):
    """Llama 3.1 70B: 80 layers, 8192 wide, 128256 words, 8 heads of keys and values of 128."""
    model = load_catalog().models["llama-3.1-70b"]
    return replace(
        model, parameters=number(parameters), active=number(parameters), layers=number(layers)
    )


def machine(rig, model=None, load=None):
    """The machine of one rig, from the start of the show on."""
    step = decode_step(rig, model or llama(), load or Load(batch=1, context=1024, bits=16))
    return machine_of((Run(HwSeconds(0.0), rig, step),))


def scene(*beats, left=None, right=None, knobs=(), model=None):
    """A scene with both machines; beats are (seconds, pace) or Beats."""
    return Scene(
        name="by_hand",
        file="by_hand.yaml",
        title={"en": "By hand"},
        asks={"en": "Where does the time go?"},
        model=model or llama(),
        left=left or gpus(),
        right=right or wafers(),
        beats=tuple(beat if isinstance(beat, Beat) else Beat(*beat) for beat in beats),
        knobs=tuple(knobs),
        show=(),
        catalog=load_catalog(),
    )


def timeline(*beats, turns=(), **more):
    return compile_scene(scene(*beats, **more), Take(tuple(turns)))
