"""The badge: the hardware clock, a task's clock, or a scale; and what scenes without machines rest on."""

import pytest
from actorcraft import scene_of, texts
from stagecraft import MACHINES, SIZES, look_of, show

from viz.picture.casting import cast
from viz.picture.frame import frame_at
from viz.picture.provenance import leaves, refs_of
from viz.timeline.clocks import ScreenSeconds


def test_the_hardware_clock_is_there_where_no_actor_says_otherwise():
    assert "hardware clock" in texts(show().frame(3.0))


@pytest.mark.parametrize("size", SIZES)
def test_a_task_s_clock_keeps_the_lens_of_the_scene(size):
    """The laps of the seventh beat begin 80 s into the show: 5 s later, less 0.7 s, at 4 times."""
    opened = show("agent_loop")
    t = opened.timeline.beats[6].start + 5.0
    seen = texts(frame_at(opened.timeline, ScreenSeconds(t), look_of(size)))
    assert "17.2 s" in seen
    assert any("4× fast" in text for text in seen)


@pytest.mark.parametrize("size", SIZES)
def test_a_scale_stands_on_the_badge_without_a_clock_or_a_lens(size):
    opened = show("to_scale")
    seen = texts(frame_at(opened.timeline, ScreenSeconds(17.0), look_of(size)))
    assert any(text.startswith("1 mm = ") for text in seen)
    assert not any("there" in text or "real time" in text for text in seen)


def test_numbers_rest_on_what_their_references_end_in(tmp_path):
    opened = scene_of(
        tmp_path,
        """
values:
  twice: = 2 * value:once
  once: claim:simple-baseline
show:
  - agent_laps: {slow: value:twice, fast: value:once, tokens: 1500 tok, tool: 1 s, laps: 3}
""",
    )
    found = leaves(opened.scene, refs_of(cast(opened.scene)[0].parameters))
    assert [(one.text, one.says) for one in found] == [
        ("2", "assumed"),
        ("50 tok/s", "press"),
        ("1500 tok", "assumed"),
        ("1 s", "assumed"),
        ("3", "assumed"),
    ]


def test_small_print_names_the_numbers_by_who_says_them():
    opened = show("agent_loop")
    seen = texts(opened.frame(opened.timeline.beats[7].end - 1.0))
    groups = "50 tok/s: press (preview article)", "750 tok/s: vendor (both articles)"
    assert " · ".join((*groups, "1,500 tok, 10 s: assumed")) in seen


def test_in_little_room_small_print_still_names_the_sources():
    """At 9:16 the numbers have their flags on stage; the line says where those stand that are
    shown at the moment."""

    def upright(name, at=3.0):
        size = look_of((1080, 1920))
        return texts(frame_at(show(name).timeline, ScreenSeconds(at), size))

    assert any("vendor (both articles, Cerebras)" in one for one in upright("too_big", 66.0))
    assert "2,500: press (launch article)" in upright("hle")
    assert "press (launch article) · vendor (launch article)" in upright("hle", 30.0)
    assert "GPU ±11 %, wafer ×2.7 · NVIDIA, Cerebras" in upright(MACHINES)


@pytest.mark.parametrize("name", ["weights_stay", "batch", "memory_wall", "next_door"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_how_slow_the_show_is_stands_beside_the_clock_on_a_tall_stage_too(name, lang):
    opened = show(name, 1080, 1920, lang=lang)
    for span in opened.timeline.beats[1:]:
        t = span.end - 0.1
        if 0 < opened.timeline.lens.pace(ScreenSeconds(t)) < 0.99:
            keys = {mark.key for mark in opened.frame(t).marks}
            assert "clock/time" not in keys or "clock/lens" in keys, (name, span.index + 1)
