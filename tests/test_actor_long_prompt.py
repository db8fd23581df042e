"""A prompt that is read, words that are written, the notes of each token, and the room for them."""

import pytest
from actorcraft import end_of
from stagecraft import show as show_of

from viz.actors import kv_room, read_write
from viz.physics.rig import parse_rig
from viz.picture.camera_at import world_area
from viz.stage.amounts import ABSENT, HERE, NOW
from viz.stage.look import Look
from viz.stage.marks import Field, Label
from viz.stage.style import kit_of
from viz.timeline.compile import compile_scene
from viz.timeline.take import Take, Turn

READS, WRITES, WRITTEN, NOTES, LONG, ROOM, USERS = 2, 4, 5, 6, 7, 8, 9


def show(**look):
    return show_of("long_prompt", **look)


def by_key(opened, t):
    return {mark.key: mark for mark in opened.frame(t).all if mark.key}


def inside(opened, beat, share):
    span = opened.timeline.beats[beat - 1]
    return span.start + (span.end - span.start) * share


def shown(opened, t, state):
    """How many cells of each field have a state."""
    marks = opened.frame(t).all
    return {m.key: m.cells.count(state) for m in marks if isinstance(m, Field) and m.key}


def test_while_it_reads_all_cores_work_and_every_token_is_drawn():
    opened = show()
    t = inside(opened, READS, 0.4)
    here = shown(opened, t, HERE)
    assert here["left/die/cores"] == 132
    assert here["prompt/tokens"] == 1024
    assert by_key(opened, t)["left/die/cores"].shades[HERE].fill == "#009E73"


def test_while_it_writes_at_most_one_core_works():
    opened = show()
    counts = {
        shown(opened, inside(opened, WRITES, share), NOW)["left/die/cores"]
        for share in (0.1, 0.2, 0.35, 0.5, 0.7, 0.9)
    }
    assert counts == {0, 1}


def test_the_prompt_is_read_as_its_beat_ends_and_four_words_are_written_as_theirs_does():
    opened = show()
    run = opened.timeline.settings[0].left
    hw = opened.timeline.lens.hw(opened.timeline.beats[READS - 1].end)
    assert hw == pytest.approx(run.prompt)
    assert run.read(hw) == 1.0
    assert run.steps(hw * 0.999) == 0.0  # no word before the prompt is read
    hw = opened.timeline.lens.hw(opened.timeline.beats[WRITES - 1].end)
    assert run.steps(hw) == pytest.approx(4.0)


def test_reading_and_writing_stand_on_one_scale():
    opened = show()
    marks = by_key(opened, end_of(opened, WRITES))
    run = opened.timeline.settings[0].left
    read = marks["bar/meet"].x + marks["bar/meet"].w - marks["bar/prompt"].x
    word = marks["bar/word:1"].x - marks["bar/word:0"].x
    assert word / read == pytest.approx(run.step.seconds / run.prompt, rel=0.01)


def test_four_words_stand_when_they_are_written_and_no_core_works():
    opened = show()
    t = inside(opened, WRITTEN, 0.7)
    marks = by_key(opened, t)
    assert [f"left/word:{i}/token" in marks for i in range(5)] == [True] * 4 + [False]
    assert shown(opened, t, NOW)["left/die/cores"] == 0
    assert "left/door/flow" not in marks
    rulers = [marks[f"bar/ruler/{key}"].points for key in ("read", "written")]
    long = [points[2][0] - points[1][0] for points in rulers]
    assert long[0] == pytest.approx(long[1])  # four words are as long, and a little longer
    assert marks["bar/now"].points[0][0] > rulers[1][2][0]


def test_a_knob_that_is_turned_while_the_prompt_is_read_keeps_what_is_read():
    opened = show()
    start = opened.timeline.beats[READS - 1].start + 5.0
    turned = compile_scene(opened.scene, Take((Turn(start, "prompt", 4096.0),)))
    hw = turned.lens.hw(start)
    before, after = (setting.left for setting in turned.settings[:2])
    assert after.prompt > 2 * before.prompt
    assert after.read(hw) == pytest.approx(before.read(hw))


def test_a_token_leaves_two_cards_in_each_layer_that_it_has_passed():
    opened = show()
    for share in (0.3, 0.6, 0.95):
        t = inside(opened, NOTES, share)
        marks = by_key(opened, t)
        left = [marks[f"notes/new/{what}"].cells for what in ("key", "value")]
        label = marks["notes/told/count:0"].text
        assert left[0] == left[1]
        assert label.startswith(f"{left[0].count(HERE)} layers")
        assert left[0].count(HERE) + left[0].count(ABSENT) == 80


def test_a_token_of_llama_70b_leaves_328_kilobytes():
    # 80 layers, 8 heads of 128 values, a key and a value, 2 bytes each
    opened = show()
    t = end_of(opened, NOTES)
    texts = [m.text for m in opened.frame(t).all if isinstance(m, Label)]
    assert 80 * 8 * 128 * 2 * 2 == 327_680
    assert "324 kB" in texts  # 79 layers are left behind, the last is under way: 79 x 4,096 B


def test_a_memory_holds_as_many_squares_as_gigabytes():
    opened = show()
    scene = opened.timeline.setting(inside(opened, LONG, 0.5)).scene
    # 70.55 billion weights of 2 bytes; 131,072 tokens of 327,680 bytes
    assert kv_room.amounts_of(scene, scene.left) == (141, 43)
    t = inside(opened, ROOM, 0.6)
    frame = by_key(opened, t)
    filled = [
        sum(cell != kv_room.EMPTY for cell in frame[f"left/memory:{i}/places"].cells)
        for i in range(8)
    ]
    assert sum(filled) == 141 + 43
    assert max(filled) - min(filled) <= 1


def test_four_wafers_are_full_and_what_does_not_fit_lies_outside():
    opened = show()
    t = inside(opened, ROOM, 0.6)
    frame = by_key(opened, t)
    rig = parse_rig("4 x wse-3", opened.scene.catalog)
    assert rig.count * rig.chip.capacity.value == 4 * 44e9
    inner = sum(
        sum(cell != kv_room.EMPTY for cell in frame[f"right/memory:{i}/places"].cells)
        for i in range(4)
    )
    beyond = sum(frame[f"right/memory:{i}/beyond"].cells.count(kv_room.NOTE + 1) for i in range(4))
    assert (inner, beyond) == (4 * 44, 141 + 43 - 4 * 44)
    # (176 GB - 141.1 GB) / 327,680 B
    assert frame["right/room:0"].text == "106,506"


def test_ten_users_fill_eight_gpus():
    opened = show()
    scene = opened.timeline.setting(end_of(opened, USERS)).scene
    weights, notes = kv_room.amounts_of(scene, scene.left)
    assert weights + notes == 141 + 429  # and 10 x 42.95 GB, of 8 x 72
    assert 570 + 43 > 8 * 72 >= 570  # an eleventh has no room


def test_parts_stand_where_they_are_in_every_form():
    for size in ((1920, 1080), (1440, 1080), (1080, 1080), (1080, 1920)):
        kit = kit_of(Look(*size))
        made = read_write.plan(world_area(kit), kit)
        parts = (made.memory, made.door, made.before, made.die, made.after, made.bar)
        for i, part in enumerate(parts):
            assert not any(part.inset(1).meets(other) for other in parts[i + 1 :])
        assert len(made.slots) == 4
