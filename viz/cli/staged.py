"""A show made ready for a window: its talk, its state, what records it. For `play` and `present`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from viz.cli import takes
from viz.errors import EXIT_LOCKED, Fault, VizError

if TYPE_CHECKING:
    from viz.cli.reload import Source
    from viz.desk.playhead import Playhead
    from viz.desk.talk import Talk
    from viz.live.autosave import Keeper
    from viz.live.record import Recorder
    from viz.live.state import State
    from viz.live.talk_record import Recording
    from viz.picture.playlist import Playable, Reel
    from viz.timeline.compile import Timeline


@dataclass(frozen=True, slots=True)
class Opened:
    """A show as it begins, and how it is gone on with, where there is something to go on with."""

    talk: Talk
    reel: Reel
    keeper: Keeper | None
    offer: Callable[[], tuple[Talk, Reel]] | None = None


def add_access(parser: argparse.ArgumentParser) -> None:
    """`--reduced-motion --large`."""
    parser.add_argument(
        "--reduced-motion",
        action="store_true",
        help="stills instead of motion; also where the system asks for it",
    )
    parser.add_argument("--large", action="store_true", help="larger type")


def add_state(parser: argparse.ArgumentParser) -> None:
    """`--resume --state`."""
    parser.add_argument(
        "--resume", action="store_true", help="go on where the show was when it ended"
    )
    parser.add_argument("--state", type=Path, metavar="FILE", help="where that is kept")
    parser.add_argument(
        "--hands", type=Path, metavar="FILE", help="write the hands counted into FILE (.csv)"
    )
    parser.add_argument(
        "--from", dest="first", metavar="SCENE", help="begin a program with this scene"
    )
    parser.add_argument("--to", dest="last", metavar="SCENE", help="end a program with this scene")


def talk_of(head: Playhead, args: argparse.Namespace, *, full: bool, total: float = 0.0) -> Talk:
    """A show in hand at its beginning, in the look that the arguments ask for."""
    from viz.desk.talk import Talk
    from viz.desk.timer import Timer
    from viz.live.reduced_motion import reduced_motion
    from viz.stage.i18n import languages
    from viz.timeline.take import Sight

    calm = getattr(args, "reduced_motion", False) or reduced_motion()
    return Talk(
        head,
        timer=Timer(total),
        theme=args.theme,
        lang=args.lang,
        languages=languages(),
        full=full,
        sight=Sight(calm=calm, large=getattr(args, "large", False)),
    )


@contextmanager
def kept(source: Source, talk: Talk, args: argparse.Namespace, command: str) -> Iterator[Opened]:
    """The show with its state: gone on with, where that is asked for. Within the block no other talk
    writes the same state: two talks would write over each other (VizError, exit code 6)."""
    from viz.live.autosave import Keeper, alone, others, resume
    from viz.live.state import begun, file_of, load
    from viz.scene.find import looks_like_path

    own = Path(args.scene) if looks_like_path(args.scene) else None
    path = args.state or file_of(source.reel.name, own)
    with alone(path) as free:
        if not free:
            if not talk.waits and args.state is None and not args.resume:
                yield Opened(talk, source.reel, None)  # watched twice at once: one keeps its place
                return
            what = f"another show keeps its place in {path}"
            raise VizError(Fault(what, write="--state FILE, or end the other"), EXIT_LOCKED)
        state, told = load(path) if args.resume or path.exists() else (None, "")
        if told and args.resume:
            print(f"viz {command}: {told}", file=sys.stderr)
        if args.resume and state is not None and state.show != source.reel.name:
            what = f"{path} is the state of '{state.show}', not of '{source.reel.name}'"
            write = f"'viz {command} {state.show} --resume', or another file for --state"
            raise VizError(Fault(what, write=write))

        def again(state: State, talk: Talk) -> tuple[Talk, Reel]:
            from viz.cli.reload import turned, turns_of

            turns = (*state.turns, *turns_of(source.reel, args))
            reel = turned(source.reel, turns, state.votes)
            return resume(talk, state, reel), reel

        if state is None or state.show != source.reel.name or not begun(state):
            yield Opened(talk, source.reel, Keeper(path))
        elif args.resume:
            talk, reel = again(state, talk)
            yield Opened(talk, reel, Keeper(path, touched=True, others=others(state, reel)))
        else:
            there, _ = again(state, talk)
            before = path.with_name(f"{path.stem}.before{path.suffix}")
            keeper = Keeper(path, before, others=others(state, source.reel))
            told = there.deck.numbered(there.step)
            offered = replace(talk, offered=told) if talk.waits else talk

            def offer() -> tuple[Talk, Reel]:
                keeper.touched = True
                return again(state, replace(talk, offered=""))

            yield Opened(offered, source.reel, keeper, offer)


def free_table(args: argparse.Namespace) -> str:
    """Make sure that `args.hands` may be written; a table that is there stays. What was done about it,
    in words. Raises VizError where nothing could be written there."""
    from viz.file_kinds import HANDS, kind_of
    from viz.saving import demand_writable, unused

    file = args.hands
    if file is None:
        return ""
    if not file.is_file() or kind_of(file) != HANDS:
        demand_writable(file)
        return ""
    args.hands = unused(file)
    return f"{file.name} is there already; the hands are kept in {args.hands.name}"


def free_take(args: argparse.Namespace) -> str:
    """Make sure that `args.take` may be written: a take that is there is never written over, and
    never stops a show; the new one gets a name beside it. What was done about it, in words. Raises
    VizError for what is no take."""
    from viz.file_kinds import TAKE, kind_of
    from viz.live.record import free
    from viz.saving import unused

    if args.take is None:
        return ""
    try:
        return free(args.take)
    except VizError:
        if not args.take.is_file() or kind_of(args.take) != TAKE:
            raise
        asked, args.take = args.take, unused(args.take)
        return f"{asked.name} is there already; this one is kept as {args.take.name}"


def recording(args: argparse.Namespace, worth: float) -> Recording | None:
    """What records each stay in a scene that is longer than `worth` seconds."""
    from viz.live.talk_record import Recording

    if args.no_take:
        return None

    def make(timeline: Timeline, part: int) -> Recorder:
        name = timeline.scene.name
        file = takes.beside(args.take, name, part) if args.take else None
        return takes.recorder(args, timeline, file)

    return Recording(make, worth)


def keep_of(keeper: Keeper | None) -> Callable[[Talk, Playable], bool]:
    """What writes the state; nothing where another show has it."""
    from viz.live.windows import nothing_kept

    return keeper.keep if keeper else nothing_kept
