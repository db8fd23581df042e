"""The words and quantities of a scene file: each is checked as it was written, in its place.

A leaf reaches these functions as the `Scalar` of the reader, so that a number where a text
belongs is the text that was typed (`choices: [1, 20, 91]`), and a quantity keeps its unit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from viz import units
from viz.catalog.types import SAYS
from viz.errors import nearest
from viz.reading.nodes import Scalar
from viz.scene import vocabulary
from viz.scene.knob_targets import bits_of

LONGEST_BEAT: Final = 600.0  # seconds of the screen
_CLOCK: Final = re.compile(r"([0-9]{1,2}):([0-5][0-9](?:\.[0-9]{1,6})?)")
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_KEY: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31}")


def wrong(
    what: str, write: str = "", meant: tuple[str, ...] = (), at: str = ""
) -> PydanticCustomError:
    """An error that the loader turns into a Fault with the place of the leaf, or of its key `at`."""
    # Pydantic fills in {braces} of a message; what people wrote must not be filled in.
    return PydanticCustomError(
        "viz", "{what}", {"what": what, "write": write, "meant": meant, "at": at}
    )


def _scalar(value: Any, what: str, write: str) -> Scalar:
    if not isinstance(value, Scalar):
        raise wrong(f"{what} is wanted here, not a list or a mapping", write)
    if value.value is None and not value.quoted:
        raise wrong(f"{what} is wanted here, and nothing is written", write)
    return value


def _words(use: str) -> Callable[[Any], dict[str, str]]:
    form = 'a text, or {en: "...", zh: "..."}'

    def read(value: Any) -> dict[str, str]:
        if isinstance(value, dict):
            if not value:
                raise wrong("a text is wanted here, and nothing is written", form)
            known = vocabulary.languages()
            for language in value:
                if language not in known:
                    raise wrong(
                        f"'{language}' is no language that is known here",
                        f"one of {', '.join(known)}; a text that has a comma or ': ' goes in quotes",
                        at=language,
                    )
            return {language: _line(text, use) for language, text in value.items()}
        return {"en": _line(value, use)}

    return read


def _line(value: Any, use: str) -> str:
    text = _scalar(value, "a text", 'a text, or {en: "...", zh: "..."}').text.strip()
    if not text:
        raise wrong("an empty text", "a few words, or leave the key out")
    most = vocabulary.LENGTHS.get(use)
    if most is not None and vocabulary.width_of(text) > most:
        raise wrong(
            f"a text of {len(text)} characters, too long for its place",
            f"at most {most:.0f} letters, or {most / vocabulary.WIDE:.0f} Chinese ones",
        )
    return text


def _quantity(dimension: str, low: float, high: float, form: str) -> Callable[[Any], float]:
    def read(value: Any) -> float:
        text = _scalar(value, "a quantity", form).text
        try:
            return units.within(units.parse(text, dimension), dimension, low, high)
        except units.UnitError as error:
            raise wrong(error.what, error.write or form, error.meant) from None

    return read


def _seconds(value: Any) -> float:
    text = _scalar(value, "a time", "4 s or 1:02.5").text
    match = _CLOCK.fullmatch(text)
    try:
        written = 60 * int(match[1]) + float(match[2]) if match else None
        seconds = units.parse(text, "seconds") if written is None else written
        return units.within(seconds, "seconds", 0.1, LONGEST_BEAT)
    except units.UnitError as error:
        raise wrong(error.what, error.write or "4 s or 1:02.5", error.meant) from None


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        number = _scalar(value, "a whole number", str(low)).value
        if not isinstance(number, int) or isinstance(number, bool):
            raise wrong("a whole number is wanted here", f"{max(low, 1)}")
        if not low <= number <= high:
            raise wrong(f"{number} is out of range", f"a whole number from {low:,} to {high:,}")
        return number

    return read


def _bits(value: Any) -> float:
    try:
        return bits_of(_scalar(value, "a number of bits", "16 bit").text)
    except units.UnitError as error:
        raise wrong(error.what, error.write, error.meant) from None


def _one_of(what: str, known: tuple[str, ...], kind: str = "") -> Callable[[Any], str]:
    listed = ", ".join(known)

    def read(value: Any) -> str:
        word = _scalar(value, what, f"one of {listed}").text
        if word not in known:
            now = vocabulary.new_name(kind, word)
            meant = (now,) if now else nearest(word, known)
            raise wrong(f"'{word}' is no {what}", "" if meant else f"one of {listed}", meant)
        return word

    return read


def _event(value: Any) -> str:
    form = "left.word, right.word:3, left.words:2, left.prompt, right.layer:41 or right.link:2"
    word = _scalar(value, "event", form).text
    if not vocabulary.EVENT.fullmatch(word):
        raise wrong(f"'{word}' is no event of a machine", form)
    return word


def _look(value: Any) -> str:
    named = _one_of("thing to look at", (*vocabulary.LOOKS, *vocabulary.WORLD_THINGS), "look")
    if isinstance(value, Scalar) and vocabulary.is_look(value.text):
        return value.text
    return named(value)


def _yes_no(value: Any) -> bool:
    word = _scalar(value, "true or false", "true or false").value
    if not isinstance(word, bool):
        raise wrong("true or false is wanted here", "true or false")
    return word


def _name(value: Any) -> str:
    text = _scalar(value, "a name", "the name of an entry of 'viz list'").text
    if not _NAME.fullmatch(text):
        raise wrong(f"'{text[:40]}' is no name", "letters, digits, '-', '_' and '.'")
    return text


def _key(value: Any) -> str:
    if not isinstance(value, str) or not _KEY.fullmatch(value):
        raise wrong(f"'{str(value)[:40]}' is no name", "a word of letters, digits, '-' and '_'")
    return value


def _mark(value: Any) -> str:
    return _key(_scalar(value, "a mark", "mark: wall").text)


def _typed(value: Any) -> str:
    return _scalar(value, "a value", "a quantity with its unit, or a word").text.strip()


_TEXT_SCHEMA: Final[dict[str, Any]] = {
    "anyOf": [
        {"type": ["string", "number"]},
        {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": {"type": ["string", "number"]},
            "properties": {"en": {"type": "string"}, "zh": {"type": "string"}},
        },
    ],
}


_PLAIN: Final = WithJsonSchema(_TEXT_SCHEMA)


def _schema(example: str, *more: str) -> WithJsonSchema:
    return WithJsonSchema({"type": ["string", "number"], "examples": [example, *more]})


Title = Annotated[dict[str, str], BeforeValidator(_words("title")), _PLAIN]
Asks = Annotated[dict[str, str], BeforeValidator(_words("asks")), _PLAIN]
Say = Annotated[dict[str, str], BeforeValidator(_words("say")), _PLAIN]
QuestionText = Annotated[dict[str, str], BeforeValidator(_words("question")), _PLAIN]
Choice = Annotated[dict[str, str], BeforeValidator(_words("choices")), _PLAIN]
AnswerText = Annotated[dict[str, str], BeforeValidator(_words("answer")), _PLAIN]
KnobTitle = Annotated[dict[str, str], BeforeValidator(_words("knob")), _PLAIN]
Tell = Annotated[dict[str, str], BeforeValidator(_words("tell")), _PLAIN]
Notes = Annotated[dict[str, str], BeforeValidator(_words("notes")), _PLAIN]

Seconds = Annotated[float, BeforeValidator(_seconds), _schema("4 s", "1:02.5")]
Pace = Annotated[
    float,
    BeforeValidator(_quantity("pace", 1e-14, 1e7, "1 ms per second")),
    _schema("1 ms per second"),
]
Bytes = Annotated[
    float,
    BeforeValidator(_quantity("bytes", 1 / 8, 1e18, "100 MB")),
    _schema("100 MB", "10 kB"),
]
Margin = Annotated[
    float,
    BeforeValidator(_quantity("number", -0.4, 2.0, "0.1")),
    WithJsonSchema({"type": "number"}),
]
Bits = Annotated[float, BeforeValidator(_bits), _schema("16 bit", "8 bit", "4 bit")]
Batch = Annotated[
    int, BeforeValidator(_whole(1, 1_000_000)), WithJsonSchema({"type": "integer", "minimum": 1})
]
Context = Annotated[
    int, BeforeValidator(_whole(1, 100_000_000)), WithJsonSchema({"type": "integer", "minimum": 1})
]
Beats = Annotated[
    int, BeforeValidator(_whole(1, 200)), WithJsonSchema({"type": "integer", "minimum": 1})
]
Seed = Annotated[
    int, BeforeValidator(_whole(0, 2**31 - 1)), WithJsonSchema({"type": "integer", "minimum": 0})
]
Look = Annotated[
    str,
    BeforeValidator(_look),
    WithJsonSchema(vocabulary.LOOK_SCHEMA),
]
Event = Annotated[
    str,
    BeforeValidator(_event),
    WithJsonSchema({"type": "string", "pattern": vocabulary.EVENT.pattern}),
]
BasisWord = Annotated[
    str,
    BeforeValidator(_one_of("basis", ("published", "limit"))),
    WithJsonSchema({"enum": ["published", "limit"]}),
]
SaysWord = Annotated[
    str, BeforeValidator(_one_of("kind of source", SAYS)), WithJsonSchema({"enum": list(SAYS)})
]
YesNo = Annotated[bool, BeforeValidator(_yes_no), WithJsonSchema({"type": "boolean"})]
Told = Annotated[
    str,
    BeforeValidator(_one_of("way to show a machine", ("model", "measured"))),
    WithJsonSchema({"enum": ["model", "measured"]}),
]
Name = Annotated[str, BeforeValidator(_name), WithJsonSchema({"type": "string"})]
Key = Annotated[str, BeforeValidator(_key), WithJsonSchema({"type": "string"})]
Mark = Annotated[str, BeforeValidator(_mark), WithJsonSchema({"type": "string"})]
Typed = Annotated[str, BeforeValidator(_typed), _schema("20 TB/s", "8")]
