"""What is on stage: what must never move, what may, and where each thing is."""

import pytest
from rigs import timeline
from stagecraft import (
    FRAME,
    LANGS,
    MACHINES,
    SCENES,
    SIZES,
    THEMES,
    all_marks,
    beat_times,
    changed,
    labels,
    look_of,
    looked_times,
    show,
    spread_times,
    text_of,
)

import viz
from viz.picture.frame import frame_at
from viz.stage.i18n import words
from viz.stage.marks import Box, Dots, Label
from viz.stage.number_text import clock
from viz.stage.theme import palette
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import SETTLES

EASE = 0.3  # seconds after the start of a beat in which captions and focus may ease
KINDS = [(size, theme) for size in SIZES for theme in THEMES]


def weights_of_the_wafers(frame, opened):
    """The grids of weights that no bus carries, on the right half of the stage or below."""
    colour = palette(opened.look.theme).weight
    return [
        (m.x, m.y, m.columns, m.rows, m.pitch_x, m.pitch_y, m.size)
        for m in all_marks(frame)
        if isinstance(m, Dots) and m.fill == colour and m.clip is None and on_the_right(m, frame)
    ]


def on_the_right(mark, frame):
    side = frame.width / 2 if frame.width / frame.height >= 1.18 else None
    return mark.x > side if side else mark.y > middle_of_panels(frame)


def middle_of_panels(frame):
    """Between the two panels, where they stand above each other."""
    panels = sorted(
        mark.y for mark in frame.still if isinstance(mark, Box) and mark.edge and mark.h > 200
    )
    return panels[1]


@pytest.mark.parametrize("size", SIZES)
def test_weights_on_the_wafer_have_no_displacement_in_any_frame(size):
    opened = show(width=size[0], height=size[1])
    first = weights_of_the_wafers(opened.frame(0.0), opened)
    assert len(first) == 4, "four wafers, a grid of weights each"
    for t in (*beat_times(opened), *spread_times(opened, 200)):
        assert weights_of_the_wafers(opened.frame(t), opened) == first


def test_weights_on_the_wafer_stay_where_they_are_when_a_knob_is_turned():
    opened = show()
    turned = opened.turn(9.0, bandwidth="20 TB/s")
    first = weights_of_the_wafers(opened.frame(0.0), opened)
    for t in (0.0, 8.99, 9.0, 9.01, 20.0, 45.0):
        assert weights_of_the_wafers(turned.frame(t), turned) == first


def test_weights_in_the_gpu_s_memory_travel_while_it_reads():
    """The other side of the same lesson: between two frames squares on the bus have moved."""
    opened = show()
    beat = next(span for span in opened.timeline.beats if span.beat.look.parts == ("left.reading",))
    t = beat.start + 1.0
    before, after = (
        [m.x for m in opened.frame(at).marks if isinstance(m, Dots) and m.of == "left.bytes_moved"]
        for at in (t, t + FRAME)
    )
    assert len(before) == len(after) == 5, "a bus from each of five stacks"
    assert all(a != b for a, b in zip(before, after, strict=True))


def steady(opened):
    """Moments within beats at which no caption, focus or answer is easing."""
    for span in opened.timeline.beats:
        count = 6
        for i in range(count):
            t = span.start + EASE + (span.end - span.start - EASE - 2 * FRAME) * i / (count - 1)
            share = (t - span.start) / (span.end - span.start)
            if (
                span.beat.ask is None
                or share < 0.58
                or t > span.start + 0.75 * (span.end - span.start)
            ):
                yield t


def settling(opened, t):
    """Whether the camera glides, or what is on stage changes: the machines stand meanwhile."""
    into = t - opened.timeline.span(ScreenSeconds(t)).start
    return opened.scene.framed and (into < SETTLES or opened.frame(t).glides)


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize(("size", "lang"), [(SIZES[0], "en"), (SIZES[2], "zh"), (SIZES[3], "zh")])
def test_whatever_moves_or_changes_is_tied_to_a_quantity(name, size, lang):
    opened = show(name, *size, lang=lang)
    free = [
        (round(t, 3), mark)
        for t in steady(opened)
        if not settling(opened, t)
        for mark in changed(opened.frame(t), opened.frame(t + FRAME))
        if not mark.of
    ]
    assert free == []


@pytest.mark.parametrize("name", SCENES)
def test_nothing_that_shows_a_quantity_moves_in_a_pause(name):
    opened = show(name)
    beats = opened.timeline.beats
    pauses = [span for span in beats if span.beat.pace == 0 and not span.beat.until]
    for span in pauses:
        t = span.start + (0.6 * (span.end - span.start) if opened.scene.framed else EASE)
        moved = [
            m for m in changed(opened.frame(t), opened.frame(t + 0.5)) if m.of not in ("", "t")
        ]
        assert moved == []


def test_a_frame_depends_on_its_arguments_alone():
    opened = show()
    moments = looked_times(opened, 12)
    in_order = {t: opened.frame(t) for t in sorted(moments)}
    for t in reversed(moments):
        assert opened.frame(t) == in_order[t]


def test_a_scene_that_is_opened_again_gives_the_same_frames():
    again, opened = viz.open(MACHINES), show()
    for t in spread_times(opened, 8):
        assert again.frame(t) == opened.frame(t)


def test_looks_do_not_disturb_each_other():
    opened = show()
    moments = spread_times(opened, 6)
    alone = [opened.frame(t) for t in moments]
    for t in moments:
        for size, theme in KINDS:
            frame_at(opened.timeline, ScreenSeconds(t), look_of(size, theme, "zh"))
    assert [opened.frame(t) for t in moments] == alone


def test_what_is_still_is_one_object_from_frame_to_frame():
    opened = show()
    first = opened.frame(0.0).still
    assert all(opened.frame(t).still is first for t in spread_times(opened, 5))


def test_before_the_start_and_after_the_end_those_pictures_stand():
    opened = show()
    assert opened.frame(-4.0) == opened.frame(0.0)
    assert opened.frame(opened.seconds + 9) == opened.frame(opened.seconds)


def place_of(frame, text):
    return next((label.x, label.y) for label in labels(frame) if text in label.text)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lang", LANGS)
def test_the_gpu_stands_first_and_the_wafer_second_and_never_the_other_way(size, lang):
    opened = show(width=size[0], height=size[1], lang=lang)
    wide = size[0] / size[1] > 1.1
    for t in looked_times(opened, 6):
        frame = opened.frame(t)
        shown = {label.text for label in labels(frame)}
        assert any("H100" in text for text in shown), "a card may cover it, but it is there"
        gpu, wafer = place_of(frame, "H100"), place_of(frame, "WSE-3")
        assert gpu[0] < wafer[0] if wide else gpu[1] < wafer[1]


@pytest.mark.parametrize("size", SIZES)
def test_marks_of_a_side_stay_on_their_side(size):
    opened = show(width=size[0], height=size[1])
    for t in looked_times(opened, 6):
        frame = opened.frame(t)
        for mark in frame.marks:
            if isinstance(mark, Dots | Label) and mark.of.startswith(("left.", "right.")):
                assert on_the_right(mark, frame) == mark.of.startswith("right."), (t, mark)


@pytest.mark.parametrize(("size", "theme"), KINDS)
@pytest.mark.parametrize("lang", LANGS)
def test_the_wafer_s_odometer_is_0_b_in_every_frame(size, theme, lang):
    opened = show(width=size[0], height=size[1], theme=theme, lang=lang)
    for t in looked_times(opened, 5):
        assert text_of(opened.frame(t), "right.bytes_moved") == ["0 B"]


def test_the_gpu_s_odometer_counts_what_the_machine_moved():
    """Whatever the fitted constants say: the number on stage is the machine's own."""
    opened = show()
    t = opened.seconds
    moved = opened.timeline.left.at(opened.timeline.lens.hw(ScreenSeconds(t))).bytes_moved
    (text,) = text_of(opened.frame(t), "left.bytes_moved")
    value, unit = text.split()
    scale = {"GB": 1e9, "TB": 1e12}[unit]
    assert float(value) * scale == pytest.approx(moved, rel=5e-3)
    assert moved > 100e9, "at least one token was read for"


@pytest.mark.parametrize(("size", "theme"), KINDS)
@pytest.mark.parametrize("lang", LANGS)
def test_the_badge_always_shows_hardware_time_and_the_factor(size, theme, lang):
    opened = show(width=size[0], height=size[1], theme=theme, lang=lang)
    said = words(lang)
    for span in opened.timeline.beats:
        t = span.start + 1.0
        frame = opened.frame(t)
        hw = opened.timeline.lens.hw(ScreenSeconds(t))
        assert text_of(frame, "hw") == [clock(hw)]
        shown = " ".join(label.text for label in labels(frame))
        assert said["hardware_clock"] in shown
        if span.beat.pace == 0:
            assert said["paused"] in shown or said["paused_long"] in shown
        else:
            # 5 ms a second is 200 times slower, 4 ms 250, 2 ms 500, 1 ms a second 1,000 times.
            factor = {5e-3: "200", 4e-3: "250", 2e-3: "500", 1e-3: "1,000"}[
                round(span.beat.pace, 9)
            ]
            assert factor in shown or factor.replace(",", "") in shown


def test_the_clock_reads_the_milliseconds_that_the_lens_gives():
    """A pause of 2 s, then 3.5 s at 4 ms a second: 14 ms."""
    line = timeline((2.0, 0.0), (5.0, 4e-3))
    assert text_of(frame_at(line, ScreenSeconds(5.5), look_of((1920, 1080))), "hw") == ["14.0 ms"]


def test_the_written_text_has_one_piece_a_token():
    """At 5 ms a second and 12.9 ms a token: 3 tokens after 8 s, 40 ms."""
    line = timeline((10.0, 5e-3))
    shown = text_of(frame_at(line, ScreenSeconds(8.0), look_of((1920, 1080))), "left.tokens")
    assert shown == ["“Every weight stays”"]


def test_a_circle_stands_for_every_token_that_was_written_on_tall_stages():
    line = timeline((10.0, 5e-3))
    frame = frame_at(line, ScreenSeconds(8.0), look_of((1080, 1920)))
    discs = [m for m in frame.marks if m.of == "left.tokens" and not isinstance(m, Label)]
    assert len(discs) == 3


def test_each_side_says_what_one_token_takes_and_how_many_a_second():
    """12.8988 ms are 77.5 tok/s; 1.49903 ms are 667 tok/s."""
    frame = frame_at(timeline((5.0, 5e-3)), ScreenSeconds(1.0), look_of((1920, 1080)))
    assert text_of(frame, "left.step_seconds") == ["12.9 ms"]
    assert text_of(frame, "right.step_seconds") == ["1.50 ms"]
    assert text_of(frame, "left.speed") == ["78"]
    assert text_of(frame, "right.speed") == ["667"]


@pytest.mark.parametrize(
    "size", [(320, 240), (2560, 1080), (1366, 768), (854, 480), (600, 1300), (1000, 900), (64, 64)]
)
def test_the_stage_reflows_to_any_size(size):
    opened = show(width=size[0], height=size[1])
    for t in looked_times(opened, 4):
        frame = opened.frame(t)
        assert min(frame.width, frame.height) == 1080
        assert frame.width / frame.height == pytest.approx(size[0] / size[1])
        assert text_of(frame, "right.bytes_moved") == ["0 B"]
