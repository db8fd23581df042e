"""What lies over the stage: it tells the truth, fits one screen, and covers no words with words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from stagecraft import FLAGSHIP, MACHINES

from viz.desk import overlay
from viz.desk import playhead as ph
from viz.desk.desk_words import does
from viz.desk.keymap import help_rows
from viz.desk.playhead import Playhead
from viz.desk.steps import deck_of
from viz.desk.talk import Talk, act, pill
from viz.live.bench_window import reel_of
from viz.picture.furniture import playback
from viz.picture.furniture.all_sources import source_sheet
from viz.picture.furniture.playback import SOURCE_ROOM, motion, pill_text
from viz.picture.furniture.table_panel import Row, Sheet, clipped, panel
from viz.scene.load_scene import load_scene
from viz.stage.i18n import languages, symbol, words
from viz.stage.look import Look
from viz.stage.marks import Box, Label, Marks
from viz.stage.text_metrics import label_box, width
from viz.stage.theme import contrast, palette
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import Timeline, compile_scene

SIZES = [(1920, 1080), (1080, 1920), (1080, 1080), (1440, 1080), (320, 240), (2520, 1080)]
LOOKS = [Look(w, h, "dark", lang) for w, h in SIZES for lang in ("en", "zh")]


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return compile_scene(load_scene("weights_stay"))


def session(timeline: Timeline, at: float = 0.0) -> Talk:
    head = Playhead(deck_of(reel_of(timeline)), playing=True, waits="questions")
    return Talk(ph.seek(head, at))


def edges(label: Label) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a line of text."""
    x, y, w, h = label_box(label)
    return x, y, x + w, y + h


def check(marks: Marks, look: Look) -> None:
    """All on the stage, no line of text over another."""
    stage_w, stage_h = look.stage
    lines = [mark for mark in marks if isinstance(mark, Label)]
    for mark in marks:
        if isinstance(mark, Box):
            assert mark.x >= 0
            assert mark.y >= 0
            assert mark.x + mark.w <= stage_w
            assert mark.y + mark.h <= stage_h
    boxes = [edges(line) for line in lines]
    for i, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0, lines[i].text
        assert right <= stage_w, lines[i].text
        for j in range(i):
            other = boxes[j]
            apart = other[2] <= left or right <= other[0] or other[3] <= top or bottom <= other[1]
            assert apart, f"{lines[i].text!r} lies on {lines[j].text!r}"


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_help_fits_one_screen_with_every_key(look: Look) -> None:
    for manner in ("flows", "waits"):
        marks = overlay.help_panel(look, manner)  # type: ignore[arg-type]
        check(marks, look)
        rows = help_rows(manner)  # type: ignore[arg-type]
        said = {mark.text for mark in marks if isinstance(mark, Label)}
        assert {name for row in rows for name in row.shown} <= said
        assert {does(look.lang, row.action) for row in rows} <= said


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_sources_fit_one_screen(look: Look, timeline: Timeline) -> None:
    sheet = source_sheet(timeline, ScreenSeconds(0.0), look.lang)
    check(panel(sheet, look, SOURCE_ROOM), look)


def test_sources_name_the_bandwidths_of_both_machines_with_who_says_so(timeline: Timeline) -> None:
    rows = source_sheet(timeline, ScreenSeconds(0.0), "en").rows
    said = {row.cells[1]: row.cells[2] for row in rows if not row.head}
    says = words("en")["says"].values()
    assert said["3.35 TB/s"] in says
    assert said["21 PB/s"] in says
    assert [row.cells[0][:3] for row in rows if row.head] == ["8 ×", "4 ×"]


def test_a_source_shared_by_both_machines_is_told_once(timeline: Timeline) -> None:
    rows = [row for row in source_sheet(timeline, ScreenSeconds(0.0), "en").rows if not row.head]
    assert len(rows) == len(set(rows))


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("speed", [1 / 16, 1 / 2, 2, 8])
def test_the_pill_stays_on_the_stage(look: Look, speed: float, timeline: Timeline) -> None:
    there = session(timeline, 5.0)
    for playing in (True, False):
        moved = replace(there, head=replace(there.head, speed=speed, playing=playing))
        at = ScreenSeconds(moved.moment)
        check(playback.pill(timeline, at, pill(moved), look, runs=playing), look)


def test_nothing_is_said_while_the_show_plays_as_it_was_made(timeline: Timeline) -> None:
    there, show = session(timeline, 5.0), reel_of(timeline)
    assert overlay.hall(overlay.seen(there, show), there, Look()) == show.frame(5.0)


def told(timeline: Timeline, now: Talk, lang: str) -> str:
    runs = now.head.running or now.head.held
    return pill_text(timeline, ScreenSeconds(now.moment), pill(now), lang, runs=runs)


def test_the_pill_tells_the_slow_motion_that_is_really_seen() -> None:
    timeline = compile_scene(load_scene(MACHINES))
    span = next(span for span in timeline.beats if span.beat.pace == 0.005)  # 200 times slower
    there = session(timeline, span.start + 1.0)

    def says(*actions: str, lang: str = "en") -> str:
        now = there
        for action in actions:
            now = act(now, action, now.head.seen)  # type: ignore[arg-type]
        return told(timeline, now, lang)

    assert says("faster") == "playback 2× · in all 100× slow motion"
    assert says("slower") == "playback 1/2× · in all 400× slow motion"
    assert says("slower", lang="zh") == "播放速度 1/2× · 总计放慢 400 倍"
    assert says("play_pause") == "paused"
    assert says("play_pause", "faster") == "paused · playback 2×"
    assert says("last_step") == "the end · Space plays again"


@pytest.mark.parametrize("name", [MACHINES, FLAGSHIP])
def test_in_a_beat_whose_clock_stands_no_factor_is_claimed(name: str) -> None:
    timeline = compile_scene(load_scene(name))
    span = next(span for span in timeline.beats if timeline.lens.pace(span.start) == 0)
    there = act(session(timeline, span.start + 0.5), "faster", 0.0)
    assert told(timeline, there, "en") == "playback 2×"


@pytest.mark.parametrize(
    ("pace", "said"),
    [
        (1.0, "in all real time"),
        (0.5, "in all 2× slow motion"),
        (8.0, "in all 8× time lapse"),
        (1 / 12500, "in all 12,500× slow motion"),
    ],
)
def test_a_factor_is_written_as_people_do(pace: float, said: str) -> None:
    assert motion(pace, "en") == said


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_word_of_a_panel_can_be_read(theme: str, timeline: Timeline) -> None:
    look = Look(theme=theme)  # type: ignore[arg-type]
    surface = palette(theme).panel
    sheet = source_sheet(timeline, ScreenSeconds(0.0), "en")
    for mark in (*overlay.help_panel(look, "flows"), *panel(sheet, look)):
        if isinstance(mark, Label):
            assert contrast(mark.fill, surface) >= 4.5
    assert contrast(palette(theme).waiting, surface) >= 3


@pytest.mark.parametrize("lang", languages())
def test_every_language_has_every_word_of_the_window(lang: str) -> None:
    for group in ("live", "keys", "symbols"):
        assert set(words(lang)[group]) == set(words("en")[group])
    rows = (*help_rows("flows"), *help_rows("waits"))
    assert set(words(lang)["keys"]) == {row.action for row in rows}


def test_an_unknown_symbol_is_shown_as_it_is() -> None:
    assert symbol("en", "tau") == "fixed cost of a layer τ"
    assert symbol("zh", "Q_9") == "Q 9"


def test_a_word_that_is_no_symbol_is_told_once() -> None:
    assert symbol("en", "measured") == "measured"
    assert symbol("zh", "measured") == "实测"


def test_a_line_that_is_too_long_ends_in_an_ellipsis_within_its_room() -> None:
    short = clipped("abcdefghij" * 20, 300, 24, 400)
    assert short.endswith("…")
    assert width(short, 24, 400) <= 300
    assert clipped("abc", 300, 24, 400) == "abc"


def test_a_panel_with_too_many_rows_still_ends_on_the_stage() -> None:
    rows = tuple(Row((f"row {i}", "value")) for i in range(30))
    marks = panel(Sheet("Title", "hint", rows, (0.5, 0.5)), Look())
    check(marks, Look())


@pytest.mark.parametrize("scene", ["race", "to_scale", "not_14x", "agent_loop"])
def test_sources_of_a_scene_without_machines_are_those_of_its_actors(scene: str) -> None:
    show = compile_scene(load_scene(scene))
    for lang in ("en", "zh"):
        sheet = source_sheet(show, ScreenSeconds(show.seconds), lang)
        assert sum(not row.head for row in sheet.rows) >= 2
        for size in ((1920, 1080), (1440, 1080)):
            look = Look(*size, "dark", lang)
            check(panel(sheet, look, SOURCE_ROOM), look)
