"""The words of the GPU that reads and writes, before the lens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viz.actors import read_write as picture
from viz.actors.read_write.read_write_places import SLOTS, Plan
from viz.stage.i18n import said
from viz.stage.marks import COUNT, Mark, Marks
from viz.stage.name_tag import tag
from viz.stage.number_text import duration
from viz.stage.prompt_reading import SOON, Progress
from viz.stage.words_line import Words, placed, room_for
from viz.units import write

if TYPE_CHECKING:
    from viz.actors.read_write import Parameters
    from viz.catalog.types import Text
    from viz.stage.view import MachineView, StageView


def draw(stage: StageView, view: MachineView, now: Progress, made: Plan, p: Parameters) -> Marks:
    """The lines, those that matter most first; one that finds no room is left out."""
    kit, lens = stage.kit, stage.lens
    label = kit.layout.sizes.label
    top = lens.area(made.memory.around(made.before)).y
    x = max(kit.layout.safe[0], lens.area(made.before.around(made.memory)).x)
    lines = [tag(stage.scene, view, (x, top - 0.7 * label), kit.word("read_one_of"))]
    writes = p.part == "writing"
    lines += _written(stage, now, made, p.text) if writes else []
    if not writes or now.word > SOON:
        lines += _tokens(stage, now, made, writes=writes)
    lines += _cores(stage, view, made) if 0.0 < now.read < now.busy else []
    lines += _weights(stage, now, made, writes=writes)
    lines += _times(stage, now, made)
    marks: list[Mark] = []
    for line in placed(lines, room_for(kit, stage.window), []):
        marks += line.marks(kit)
    return tuple(marks)


def _two(
    stage: StageView,
    at: tuple[float, float],
    number: str,
    rest: str,
    colour: str,
    key: str,
    ref: str,
    anchor: str = "start",
    of: str = "",
) -> Words:
    kit, label = stage.kit, stage.kit.layout.sizes.label
    parts = ((number, label * 1.6, colour, 700), (f" {rest}", label * 1.1, kit.palette.ink, 400))
    return Words(*at, parts, anchor, key, plate=True, refs=(ref, ""), of=of)


def _tokens(stage: StageView, now: Progress, made: Plan, *, writes: bool) -> list[Words]:
    """How many tokens go in."""
    kit, label = stage.kit, stage.kit.layout.sizes.label
    dots, each = picture.dots_of(stage.scene.context)
    area = stage.lens.area(picture.block(made, dots)[0])
    at = (area.right + label, area.cy) if made.down else (area.x, area.y - 0.9 * label)
    colour = kit.palette.token_text
    if writes:
        area = stage.lens.area(made.before)
        at = (area.cx + 5 * label, area.cy) if made.down else (area.x, area.cy - 3 * label)
        return [
            _two(stage, at, "1", kit.word("read_token_at_a_time"), colour, "prompt/count", COUNT)
        ]
    found = [
        _two(
            stage,
            at,
            f"{stage.scene.context:,.0f}",
            kit.word("read_tokens"),
            colour,
            "prompt/count",
            "context",
        )
    ]
    if each > 1:
        more = ((kit.word("read_dot", count=each), label, kit.palette.muted, 400),)
        found.append(Words(at[0], at[1] + 1.4 * label, more, key="prompt/each", refs=(COUNT,)))
    return found if now.read < 1.0 else []


def _cores(stage: StageView, view: MachineView, made: Plan) -> list[Words]:
    """All cores compute."""
    kit, label = stage.kit, stage.kit.layout.sizes.label
    chip = view.run.rig.chip
    cores = f"{chip.cores.value:,.0f}" if chip.cores else "1"
    after, die = stage.lens.area(made.after), stage.lens.area(made.die)
    block = stage.lens.area(picture.block(made, 1)[0])
    at = (block.right + label, after.cy) if made.down else (die.cx, die.bottom + 1.6 * label)
    word = kit.word("read_cores", count=cores)
    parts = ((word, label * 1.25, kit.palette.computing_text, 600),)
    anchor = "start" if made.down else "middle"
    return [Words(*at, parts, anchor, "left/cores", refs=(f"chip:{chip.name}.cores",))]


def _weights(stage: StageView, now: Progress, made: Plan, *, writes: bool) -> list[Words]:
    """What weights do meanwhile."""
    kit, label = stage.kit, stage.kit.layout.sizes.label
    memory, door = stage.lens.area(made.memory), stage.lens.area(made.door)
    found: list[Words] = []
    if not made.down:
        name = ((kit.word("read_memory"), label, kit.palette.muted, 400),)
        found.append(
            Words(memory.x - 0.6 * label, memory.cy + 0.35 * label, name, "end", "left/memory/name")
        )
    beside = (
        (memory.x, memory.y - 0.6 * label)
        if made.down
        else (memory.right + 0.7 * label, memory.cy + 0.4 * label)
    )
    colour = kit.palette.weight_text
    if writes:
        number = write(sum(p.bytes for p in now.step.parts if p.name == "reading"), "bytes", 3)
        found.append(
            _two(
                stage,
                beside,
                number,
                kit.word("read_again"),
                colour,
                "left/memory/bytes",
                "left.bytes",
            )
        )
    elif 0.0 < now.read < now.busy:
        line = ((kit.word("read_weights_wait"), label * 1.1, colour, 600),)
        at = beside if made.down else (door.right + 0.7 * label, door.cy + 0.4 * label)
        found.append(Words(*at, line, key="left/door/waits"))
    return found


def _written(stage: StageView, now: Progress, made: Plan, text: Text | None) -> list[Words]:
    """The words, each beside its token; what was written long ago is gone."""
    kit, label = stage.kit, stage.kit.layout.sizes.label
    pieces = said(text, kit.look.lang).split("|") if text else list(kit.words["story"])
    found = []
    for word in range(max(0, now.done - SLOTS), now.done):
        x, y = stage.lens.point(*picture.disc_of(made, word))
        last = word == now.done - 1
        ink = kit.palette.ink if last else kit.palette.muted
        part = ((pieces[word % len(pieces)].strip(), label * 1.7, ink, 600),)
        found.append(Words(x + 1.4 * label, y + 0.55 * label, part, key=f"left/word:{word}"))
    return found


def _times(stage: StageView, now: Progress, made: Plan) -> list[Words]:
    """How long the prompt took, and each word."""
    kit, label = stage.kit, stage.kit.layout.sizes.label
    bar, palette = stage.lens.area(made.bar), stage.kit.palette
    scale = picture.scale_of(made, now) * stage.lens.scale
    y = bar.y - 0.6 * label
    found = []
    if now.read >= 1.0:
        count = f"{stage.scene.context:,.0f}"
        parts = kit.parts(
            "read_time",
            tokens=(count, "context"),
            time=(duration(now.prompt.seconds), "left.prefill"),
        )
        found.append(_row(stage, parts, (bar.x, y), palette.computing_text, "bar/prompt/time"))
    if now.done >= 1:
        x = bar.x + now.prompt.seconds * scale + 0.5 * label
        parts = kit.parts(
            "read_word_time",
            count=(str(now.done), COUNT),
            time=(duration(now.step.seconds), "left.step"),
        )
        found.append(_row(stage, parts, (x, y), palette.weight_text, "bar/word/time"))
    return found


def _row(
    stage: StageView,
    parts: tuple[tuple[str, str], ...],
    at: tuple[float, float],
    colour: str,
    key: str,
) -> Words:
    label = stage.kit.layout.sizes.label
    pieces = tuple((text, label * 1.1, colour, 700 if ref else 400) for text, ref in parts)
    return Words(*at, pieces, key=key, refs=tuple(ref for _, ref in parts))
