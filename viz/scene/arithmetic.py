"""References and arithmetic as a scene writes them, read into a small tree. Nothing is ever run.

    30 s    claim:sol-ultrafast-speed    chip:h100.area    left.speed    value:tool_time
    = claim:standard-gpu-speed / 30 tok        = ceil(model:llama-3.1-70b.parameters * 1 B / 44 GB)

A quantity, a reference, or, after '=', arithmetic of them with + - * / and a few functions.
Signs between numbers have spaces around them, so that 'tok/s' and 'wse-3' stay whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from viz import units
from viz.errors import nearest
from viz.units import UnitError

LONGEST: Final = 300  # characters
DEEPEST: Final = 24  # brackets within brackets
KINDS: Final = ("claim", "chip", "model", "stack", "value")
FUNCTIONS: Final = {
    "ceil": 1,
    "floor": 1,
    "min": 2,
    "max": 2,
    "speed_up": 2,
    "generation_share": 2,
}
FORM: Final = "'30 s', 'claim:NAME', 'chip:h100.area', 'left.speed', 'value:NAME' or '= a / b'"

_SPACE: Final = re.compile(r"\s+")
_REFERENCE: Final = re.compile(r"([A-Za-z]+):\s?([A-Za-z0-9][A-Za-z0-9_.-]*)")
_MACHINE: Final = re.compile(r"(left|right)\.([A-Za-z_]+)")
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_LITERAL: Final = re.compile(
    r"\$?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
    r"(?:\s?(?:thousand|million|billion|trillion)\b)?"
    r"(?:\s?(?:%|[A-Za-zµμ×]+[23²]?(?:/[A-Za-z]+)?))?"
)
_NEUTRAL: Final = re.compile(r"\$?1(?:\.0+)?(?:\s+million|\s+billion)?(?![0-9.eE])")
LOADS: Final = ("batch", "context", "bits")


@dataclass(frozen=True, slots=True)
class Literal:
    """A quantity that the scene writes: assumed, but for "1 tok", "1 mm2", which only convert."""

    value: float
    dimension: str
    text: str
    neutral: bool = False


@dataclass(frozen=True, slots=True)
class Reference:
    """Something that is known elsewhere: kind "claim" ... "value", "left", "right" or "scene"."""

    kind: str
    name: str

    @property
    def text(self) -> str:
        """As a scene writes it."""
        if self.kind == "scene":
            return self.name
        return f"{self.kind}{'.' if self.kind in ('left', 'right') else ':'}{self.name}"


@dataclass(frozen=True, slots=True)
class Call:
    """A sign or a function, and what it is applied to."""

    function: str
    arguments: tuple[Tree, ...]


Tree = Literal | Reference | Call


@dataclass(frozen=True, slots=True)
class Ref:
    """A text of a scene, read: what an actor's parameter of the kind "ref" holds."""

    text: str
    tree: Tree


@lru_cache(maxsize=4096)
def parse(text: str) -> Ref:
    """Reads a quantity, a reference or '= arithmetic'. Raises UnitError with the right form."""
    stripped = text.strip()
    if not stripped:
        raise UnitError("a quantity is wanted, and nothing is written", FORM)
    if len(stripped) > LONGEST:
        raise UnitError(f"'{stripped[:20]}...' is too long", "fewer terms, or a name under values:")
    if stripped.startswith("="):
        reader = _Reader(_tokens(stripped[1:]), stripped)
        tree = reader.sum(0)
        reader.end()
        return Ref(stripped, tree)
    tokens = _tokens(stripped)
    if len(tokens) == 1 and isinstance(tokens[0], Reference):
        return Ref(stripped, tokens[0])
    if any(isinstance(token, Reference) for token in tokens):
        raise UnitError(f"'{stripped}' is arithmetic without a '='", f"'= {stripped}'")
    quantity = units.parse_any(stripped)  # tells what is wrong with a number and its unit
    return Ref(stripped, Literal(quantity.value, quantity.dimension, stripped))


Token = Literal | Reference | str


def _tokens(text: str) -> list[Token]:
    found: list[Token] = []
    at = 0
    while at < len(text):
        if match := _SPACE.match(text, at):
            at = match.end()
            continue
        token, at = _token(text, at)
        found.append(token)
    return found


def _token(text: str, at: int) -> tuple[Token, int]:
    if match := _MACHINE.match(text, at):
        return Reference(match[1], match[2]), match.end()
    if match := _REFERENCE.match(text, at):
        if match[1] not in KINDS:
            meant = tuple(f"{kind}:" for kind in nearest(match[1], KINDS))
            write = "" if meant else "one of " + ", ".join(f"{kind}:" for kind in KINDS)
            raise UnitError(f"there is no reference '{match[1]}:'", write, meant)
        name = match[2].rstrip(".-")
        if ":" in text[match.end() : match.end() + 1]:
            raise UnitError(f"'{text.strip()}' needs spaces", "spaces around + - * /")
        return Reference(match[1], name), match.start(2) + len(name)
    if match := _LITERAL.match(text, at):
        written = match[0].strip()
        quantity = units.parse_any(written)
        neutral = _NEUTRAL.match(written) is not None and not written.endswith("%")
        return Literal(quantity.value, quantity.dimension, written, neutral), match.end()
    if match := _WORD.match(text, at):
        return _word(match[0], text, match.end())
    if text[at] in "+-*/(),":
        return text[at], at + 1
    raise UnitError(f"'{text[at]}' has no place in '{text.strip()[:60]}'", FORM)


def _word(word: str, text: str, end: int) -> tuple[Token, int]:
    if text[end:].lstrip().startswith("(") or word in FUNCTIONS:
        if word not in FUNCTIONS:
            meant = nearest(word, FUNCTIONS)
            write = "" if meant else "one of " + ", ".join(FUNCTIONS)
            raise UnitError(f"there is no function '{word}'", write, meant)
        return word, end
    if word in LOADS:
        return Reference("scene", word), end
    root, _, rest = word.partition(".")
    if root in ("values", "value") and rest:
        raise UnitError(f"'{word}' is how a knob turns it", f"'value:{rest}'")
    known = (*LOADS, "left.speed", "right.speed")
    meant = nearest(word, known)
    raise UnitError(f"'{word}' is no quantity and no reference", "" if meant else FORM, meant)


@dataclass(slots=True)
class _Reader:
    """Reads tokens from left to right: products before sums, as everybody does."""

    tokens: list[Token]
    text: str
    at: int = 0

    def peek(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, wanted: str = "") -> Token:
        token = self.peek()
        if token is None or (wanted and token != wanted):
            what = f"'{self.text}' ends too early" if token is None else f"'{wanted}' is missing"
            raise UnitError(f"{what} in '{self.text}'" if token else what, "'= claim:a / claim:b'")
        self.at += 1
        return token

    def end(self) -> None:
        token = self.peek()
        if token is not None:
            word = token if isinstance(token, str) else token.text
            raise UnitError(
                f"'{word}' stands where a sign is wanted in '{self.text}'", "+ - * or /"
            )

    def sum(self, depth: int) -> Tree:
        tree = self.product(depth)
        while (sign := self.peek()) in ("+", "-"):
            self.take()
            tree = Call(str(sign), (tree, self.product(depth)))
        return tree

    def product(self, depth: int) -> Tree:
        tree = self.one(depth)
        while (sign := self.peek()) in ("*", "/"):
            self.take()
            tree = Call(str(sign), (tree, self.one(depth)))
        return tree

    def one(self, depth: int) -> Tree:
        if depth > DEEPEST:
            raise UnitError("there are too many brackets", "a name under values: for a part of it")
        token = self.take()
        if not isinstance(token, str):
            return token
        if token == "-":
            return Call("negative", (self.one(depth + 1),))
        if token == "(":
            tree = self.sum(depth + 1)
            self.take(")")
            return tree
        if token in FUNCTIONS:
            return self.call(token, depth)
        raise UnitError(f"'{token}' stands where a number is wanted in '{self.text}'", FORM)

    def call(self, name: str, depth: int) -> Tree:
        self.take("(")
        arguments = [self.sum(depth + 1)]
        while self.peek() == ",":
            self.take()
            arguments.append(self.sum(depth + 1))
        self.take(")")
        if len(arguments) != FUNCTIONS[name]:
            count = FUNCTIONS[name]
            raise UnitError(f"{name} has {len(arguments)} numbers", f"{name} of {count}")
        return Call(name, tuple(arguments))
