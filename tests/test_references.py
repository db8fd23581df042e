"""A number carries its name: what a click explains is read from the marks, and it is that number."""

import ast
import contextlib
import re
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import pytest
from actorcraft import scene_of
from stagecraft import FRAME, LANGS, SCENES, SIZES, labels, show

import viz
from viz.lint.readable import seen_words
from viz.picture.camera_at import camera_at, window, world_area
from viz.picture.casting import areas, cast
from viz.picture.casting import on_stage as on_stage_in
from viz.picture.explain_number import renamed, told
from viz.picture.frame import focus_at, stage_view
from viz.picture.hit_test import at, targets
from viz.picture.provenance import references
from viz.stage import text_metrics
from viz.stage.i18n import words
from viz.stage.marks import COUNT, SCALE, UNASKED, Box, Clip, Label
from viz.stage.quantity import parse, reckoned, resolved
from viz.stage.style import kit_of
from viz.stage.view import ScreenView
from viz.units import UnitError, parse_any

DIGITS = re.compile(r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?")
HOURS = re.compile(r"([0-9]+) ?(?:h|小时) ?([0-9]+) ?(?:min|分)")
SIGNS = {"%": 0.01, "T": 1e12, "B": 1e9, "万": 1e4, "万亿": 1e12, "亿": 1e8}
SIGNS |= {"million": 1e6, "days": 86400.0, "天": 86400.0}

# What a click cannot tell as one number, each with its reason.
LIVE = ("left.moved", "right.moved")  # a counter: the explanation says how it grows
ARRIVING = ("right.busy", "right.speed", "right.speed_total")  # while users still enter the pipe


def amounts(text):
    """The numbers of a text, each bare and, as far as its unit is written beside it, in SI units;
    with half of its last digit."""
    if match := HOURS.search(text):
        return [(int(match[1]) * 3600.0 + int(match[2]) * 60.0, 30.0)]
    found = []
    text = text.replace("词元/秒", "tok/s").replace("词元", "tok").replace("µs", "us")
    for match in DIGITS.finditer(text):
        plain = match[0].replace(",", "")
        half = 0.51 * 10.0 ** -len(plain.partition(".")[2])
        rest = text[match.end() :].strip()
        unit = rest.split(" ")[0].strip("()+,;:，；。").replace("mm²", "mm2")
        scales = [1.0, *(by for sign, by in SIGNS.items() if rest.startswith(sign))]
        with contextlib.suppress(UnitError):
            scales.append(parse_any(f"1 {unit}").value)
        found += [(float(plain) * by, half * by) for by in scales]
    return found


def same(shown, explained):
    """Whether two texts say one number, to as many digits as the stage shows; an explanation has
    three."""
    return any(
        abs(a - b) <= max(half, 0.006 * abs(b)) + 1e-15
        for a, half in amounts(shown)
        for b, _ in amounts(explained)
    )


def on_stage(opened, t):
    """What actors write at a moment and a viewer sees: (label, middle of it)."""
    kit, timeline = kit_of(opened.look), opened.timeline
    screen = ScreenView(timeline, t, timeline.lens.hw(t), kit, focus_at(timeline, t))
    own = {mark for mark in drawn(screen) if isinstance(mark, Label)}
    for word in seen_words(opened.frame(t)):
        before = timeline.scene.framed and bool(word.label.ref)  # before the lens of a world
        if (
            (before or word.label in own)
            and word.label.alpha > 0.5
            and DIGITS.search(word.label.text)
        ):
            yield word.label, text_metrics.middle(word.label)


def drawn(screen):
    """What the actors of a scene draw, in a framed one what they fasten before the lens."""
    timeline, kit, stage = screen.timeline, screen.kit, stage_view(screen)
    if not timeline.scene.framed:
        roles = cast(timeline.scene)
        places = zip(roles, areas(roles, kit), strict=True)
        return [mark for role, place in places for mark in role.draw(stage, place, role.parameters)]
    index = timeline.span(screen.t).index
    lens, _ = camera_at(timeline, screen.t, kit)
    stage = replace(stage, lens=lens, window=window(kit, timeline, index))
    world = [role for role in on_stage_in(timeline.scene, index) if role.over]
    return [mark for one in world for mark in one.over(stage, world_area(kit), one.parameters)]


def unit_after(label, frame):
    """The unit of the last number on the line that a label is a part of."""
    line = [one for one in labels(frame) if (one.y, one.of) == (label.y, label.of)]
    return max(line, key=lambda one: one.x).text.partition(" ")[2]


def written(thing):
    """Every text that people wrote into a scene, its catalog and the words of the stage: names."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for one in thing.values():
            yield from written(one)
    elif isinstance(thing, tuple | list):
        for one in thing:
            yield from written(one)
    elif is_dataclass(thing):
        for one in fields(thing):
            yield from written(getattr(thing, one.name))


def names_of(scene, lang):
    chips = scene.catalog.chips.values()
    titles = {part for chip in chips for part in (chip.title, chip.memory_kind, chip.core_name)}
    known = {text for text in (*written(scene.show), *titles, *written(words(lang))) if text}
    return sorted((one for one in known if DIGITS.search(one)), key=len, reverse=True)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", SCENES)
def test_each_number_on_stage_is_clicked_and_explained_as_itself(name, lang):
    asked = 0
    for size in (SIZES[0], SIZES[3]):
        opened = show(name, *size, lang=lang)
        names = names_of(opened.timeline.scene, lang)
        for span in opened.timeline.beats:
            t = span.end - FRAME
            frame, scene = opened.frame(t), opened.timeline.setting(t).scene
            for label, middle in on_stage(opened, t):
                ref = label.ref
                if not ref:  # words of the scene, and names: "NVIDIA H100", "Article 000"
                    rest = label.text
                    for one in names:
                        rest = rest.replace(one, "")
                    assert not DIGITS.search(rest), f"'{label.text}' shows a number without a name"
                    continue
                if ref in UNASKED:
                    assert at(frame, *middle) not in UNASKED
                    continue
                asked += 1
                assert at(frame, *middle) == ref, label.text
                found = told(scene, ref, lang)
                assert found, f"'{label.text}': nothing explains {ref}"
                if ref in ("clock", *LIVE) or (name == "fill_the_pipe" and ref in ARRIVING):
                    continue
                text = label.text
                plain = [one.replace(".", "").isdigit() for one in (text, found.result)]
                if plain == [True, False]:  # the unit may stand once: 0.99 → 15.6 PFLOP/s
                    text += f" {unit_after(label, frame)}"
                assert same(text, found.result), (text, found.result, ref)
    assert asked, "no number of this scene can be asked"


def clicked(name, text, t=0.5):
    opened = show(name)
    kit = kit_of(opened.look)
    middle = next(spot for one, spot in on_stage(opened, t) if one.text == text)
    frame = opened.frame(t)
    ref = at(frame, *middle)
    assert ref in {one.name for one in targets(frame, opened.scene, kit)}
    return told(opened.scene, ref, "en")


def test_in_too_big_the_announced_speed_explains_the_time_of_a_word():
    """A word at the vendor's 750 tokens a second lasts 1.33 ms."""
    opened = show("too_big")
    t = opened.seconds - 0.1
    shown = [one.text for one, _ in on_stage(opened, t) if "announced" in one.text]
    found = clicked("too_big", shown[0], t)
    assert found.result == "1.33 ms"
    assert any("750" in line.text and line.says == "vendor" for line in found.lines)


def test_in_to_scale_the_15_times_are_of_memory_on_the_same_area():
    """880 squares on 56.8 times the area."""
    opened = show("to_scale")
    found = clicked("to_scale", "15.5×", opened.timeline.beats[5].end - 0.1)
    assert (found.result, found.says) == ("15.5×", "derived")
    assert "sram" in found.formula


def things(frame):
    """What is drawn, without its words, by the names that it is asked by."""
    return {mark.ref for mark in frame.all if not isinstance(mark, Label)}


def test_things_are_asked_by_the_marks_that_draw_them():
    """In the hall stacks and squares are weights, a bus is reading, cores are computing."""
    frame = show("weights_stay").frame(0.5)
    left = {f"left.{one}" for one in ("weights", "reading", "computing", "token")}
    right = {f"right.{one}" for one in ("weights", "links", "token")}
    assert left | right <= things(frame)
    bus = next(m for m in frame.all if isinstance(m, Box) and m.ref == "left.reading")
    assert at(frame, bus.x + bus.w / 2, bus.y + bus.h / 2) == "left.reading"


def test_things_of_machines_side_by_side_are_asked_by_the_marks_that_draw_them(tmp_path):
    """A stack of HBM is its capacity, a bus is reading, cores are computing, a wafer's squares too."""
    machines = "model: llama-3.1-70b\nleft: 8 x h100\nright: 4 x wse-3"
    frame = scene_of(tmp_path, machines, "4 ms").frame(2.0)
    left = {"chip:h100.capacity", "left.reading", "left.computing", "left.token"}
    assert left | {"right.reading", "right.links", "right.token"} <= things(frame)
    bus = next(m for m in frame.all if isinstance(m, Box) and m.ref == "left.reading")
    assert at(frame, bus.x + bus.w / 2, bus.y + bus.h / 2) == "left.reading"


def test_marks_inside_a_clip_are_asked_as_others_and_have_its_name_if_they_have_none():
    frame = show("weights_stay").frame(9.0)
    inside = (
        Label("7 GB", 300, 300, 40, "#FFFFFF", ref="= 7 GB"),
        Box(500, 280, 60, 60, "#FFFFFF"),
    )
    lens = frame.plus((Clip(200, 200, 400, 200, inside, ref="= 8 GB"),))
    assert at(lens, 320, 290) == "= 7 GB"
    assert at(lens, 530, 310) == "= 8 GB"
    assert {"= 7 GB", "= 8 GB"} <= set(references(lens.marks))


def closing():
    """The flagship's last picture, in which both speeds stand."""
    opened = show("weights_stay")
    return opened.frame(opened.timeline.beats[-1].end - FRAME)


def test_what_a_card_covers_cannot_be_asked():
    frame = closing()
    kit, scene = kit_of(show("weights_stay").look), show("weights_stay").scene
    speed = next(label for label in labels(frame) if label.ref == "left.speed")
    x, y = text_metrics.middle(speed)
    assert at(frame, x, y) == "left.speed"
    card = frame.plus((Box(0, 0, 1920, 1080, "#000000", ref="question"),))
    assert at(card, x, y) == "question"
    assert told(scene, "question", "en") is None
    assert targets(card, scene, kit) == ()


def test_what_is_no_quantity_is_never_asked():
    frame = show("weights_stay").frame(9.0)
    for ref in (SCALE, COUNT):
        top = frame.plus((Label("40", 960, 1040, 40, "#FFFFFF", ref=ref),))
        assert at(top, 970, 1030) == at(frame, 970, 1030)
        assert ref not in references(top.marks)


def test_an_actor_s_arithmetic_is_read_again_as_it_was_meant():
    """Half of a sum is not the sum of a half: 5 s, and not 9 s."""
    scene = show("race").scene
    assert resolved(scene, reckoned("{} / {}", "= 8 s + 2 s", "2")).value == 5.0
    assert (
        parse(reckoned("{} * {}", "= 1 + 2", "= 3 + 4")).tree == parse("= (1 + 2) * (3 + 4)").tree
    )


def test_what_an_old_take_has_asked_is_still_explained():
    """Version 0.1 named numbers by the parameter of an actor."""
    scene = show("to_scale").scene
    both = "silicon.large_reading/small_reading"
    assert renamed(scene, both) == "= chip:wse-3.bandwidth / value:hbm"
    assert renamed(scene, "silicon.large") == "chip:wse-3.area"
    for name in ("left.speed", "clock", "silicon", "silicon.large.99", "gone.values.1"):
        assert renamed(scene, name) == name


def test_a_number_that_is_no_more_is_neither_asked_nor_a_fault():
    scene = show("race").scene
    for name in ("race.speeds.1", "value:gone", "middle.speed", "", "= 1 /", SCALE):
        assert told(scene, name, "en") is None


# Patterns that read what people and sources write; none reads a text of the stage.
PATTERNS = {
    "stage/template.py": "braces in the words of a scene",
    "stage/picture_sizes.py": "a size that somebody typed",
    "stage/i18n.py": "units and sources, into the words of a language",
    "picture/provenance.py": "the catalog's sources",
    "picture/furniture/explanation_panel.py": "where a line of arithmetic may be broken",
}


def test_nothing_reads_the_text_of_the_stage_by_a_pattern():
    root = Path(viz.__file__).parent
    found = set()
    for floor in ("stage", "actors", "picture", "desk"):
        for file in (root / floor).rglob("*.py"):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Import) and any(one.name == "re" for one in node.names):
                    found.add(file.relative_to(root).as_posix())
    assert found == set(PATTERNS)


@pytest.mark.parametrize("module", ["hit_test", "provenance", "explain_number"])
def test_what_a_mark_says_is_not_guessed_from_its_text_or_its_colour(module):
    """Of marks these modules know places, names and types: no word, no ink."""
    file = Path(viz.__file__).parent / "picture" / f"{module}.py"
    tree = ast.parse(file.read_text(encoding="utf-8"))
    asked = {
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in ("text", "fill", "palette", "edge")
    }
    assert not {one for one in asked if one.startswith(("mark.", "label.", "frame.", "kit."))}


def test_every_label_of_a_unit_has_the_name_of_its_number():
    """In the flagship the unit beside a speed is part of what a click on it tells."""
    units = [label for label in labels(closing()) if "tok/s" in label.text]
    assert {label.ref for label in units} == {"left.speed", "right.speed"}


def test_a_measured_speed_is_explained_as_it_was_measured_with_what_the_model_leaves_over():
    """445 tok/s are 2.25 ms: 80 layers of 17 µs are 1.36 ms, reading and hops are not half of it."""
    scene = show("weights_stay").scene
    speed, token = (told(scene, f"right.{one}", "en") for one in ("speed", "token"))
    assert (speed.result, speed.says) == ("445 tok/s", "measured")
    assert (token.result, token.says) == ("2.25 ms", "measured")
    assert "unexplained" in token.formula
    assert resolved(scene, parse("right.speed")).says == "measured"
    assert told(scene, "left.speed", "en").says == "derived"


def test_the_small_print_calls_a_measured_wafer_measured_and_a_modelled_one_by_its_band():
    opened = show("weights_stay")
    assert "wafer: as measured" in " ".join(label.text for label in labels(opened.frame(0.5)))
    chinese = show("weights_stay", lang="zh")
    assert "晶圆：按实测" in " ".join(label.text for label in labels(chinese.frame(0.5)))
    more = opened.turn(0.0, wafers=8)  # nobody has published eight
    text = " ".join(label.text for label in labels(more.frame(0.5)))
    assert "as measured" not in text
    assert "wafer ×" in text
