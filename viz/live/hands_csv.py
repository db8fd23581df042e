"""The hands that were counted, as a table for a spreadsheet: one row a choice and a round."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Final

from viz.desk.steps import deck_of
from viz.errors import VizError
from viz.file_kinds import EMPTY, HANDS
from viz.picture.playlist import Reel
from viz.saving import write_text
from viz.scene.answers import answer_in
from viz.scene.types import Question, Scene
from viz.stage.i18n import said
from viz.units import UnitError

HEAD: Final = ("step", "scene", "question", "round", "choice", "text", "right", "hands", "per_cent")
MARK: Final = "\ufeff"  # what a spreadsheet knows UTF-8 by
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")  # a cell that begins so would be reckoned


def to_csv(reel: Reel, lang: str) -> str:
    """Every round of every question in which hands were counted."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(HEAD)
    deck = deck_of(reel)
    for number, step in enumerate(deck.steps):
        timeline = reel.timelines[step.scene]
        asked = timeline.scene.beats[step.beat].ask
        if asked is None:
            continue
        right = _right(timeline.setting(timeline.beats[step.beat].start).scene, asked)
        words = (said(timeline.scene.title, lang), said(asked.question, lang))
        for vote in timeline.take.rounds(step.beat):
            for i, (choice, count) in enumerate(zip(asked.choices, vote.counts, strict=False)):
                share = f"{100 * count / vote.total:.1f}"
                place = (vote.round, i + 1, said(choice, lang))
                answer = "yes" if i == right else "no"
                row = (deck.numbered(number), *words, *place, answer, count, share)
                writer.writerow([_guarded(cell) for cell in row])
    return MARK + text.getvalue()


def save(file: Path, reel: Reel, lang: str) -> bool:
    """Write the table whole; False where the disk does not take it."""
    try:
        write_text(file, to_csv(reel, lang), (HANDS, EMPTY), lasting=False)
    except VizError:
        return False
    return True


def _right(scene: Scene, asked: Question) -> int:
    try:
        return answer_in(scene, asked).index
    except UnitError:
        return asked.answer


def _guarded(cell: object) -> object:
    """A text that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
