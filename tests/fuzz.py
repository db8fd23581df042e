"""Inputs that nobody wrote, by the million: `make fuzz`, and a few of each kind in every test run.

Each kind makes an input from random numbers and hands it to the product. Four outcomes are
allowed: it is taken, or refused with a reason (and a place where there is one), or refused for its
size, all of it within seconds. Anything else is a finding, and is kept with its seed, so that
`python tests/fuzz.py KIND --seed N` shows it again.
"""

import argparse
import contextlib
import importlib
import io
import json
import math
import os
import random
import re
import sys
import tempfile
import time
import traceback
from pathlib import Path

from viz.cli import COMMANDS, main
from viz.errors import VizError
from viz.film.sidecar import read_sidecar
from viz.film.verify import verify_film
from viz.live import state
from viz.physics.published import NUMBERS, TEXTS, read_rows
from viz.picture.casting import cast
from viz.picture.frame import frame_at
from viz.scene.form import json_schema
from viz.scene.load_scene import scene_from_text
from viz.stage.look import Look
from viz.timeline import take_file
from viz.timeline.compile import compile_scene

SLOWEST = 2.0  # s of a processor in which an input is refused
SLOWEST_COMMAND = 20.0
ROOT = Path(__file__).resolve().parent.parent
TINY = """\
title: {en: Tiny, zh: 小}
model: llama-3.1-8b
left: 1 x h100
right: 1 x wse-3
beats:
  - {say: {en: One card., zh: 一张卡}, for: 1 s}
  - {say: {en: Two cards., zh: 两张卡}, for: 1 s, pace: 5 ms per second}
"""
# What breaks programs: ends of ranges, half-written things, other alphabets, other syntaxes.
WORDS = (
    *("", " ", "0", "-1", "1e308", "1e999", "9" * 400, "nan", ".nan", "-.inf", "0x10", "1_000"),
    *("true", "null", "~", "12:30", "2026-08-13", "1,152", "1 s", "4 s", "1 ms per second", "8k"),
    *("8 x h100", "4 x wse-3", "0 x h100", "1e9 x h100", "llama-3.1-70b", "left.bar", "h100"),
    *("权重", "שלום", "e\u0301", "\u202e", "\x00", "\ud800", "\U0001f680", "x" * 501, "{what}"),
    *("%s", "#", "- ", "&a b", "*a", "!!int 3", "'", '"', "{", "[", "<<", "../../x", "/dev/zero"),
    *("C:\\x", "con.yaml", "-", "--", "a;b", "$(id)", "x=y", "left.speed * 2", "1 / 0", "2 ** 99"),
)


class Finding(Exception):  # noqa: N818  what was looked for
    """An outcome that is not allowed."""


def word(rng):
    """A text of few letters, often one that is known to break programs."""
    if rng.random() < 0.6:
        return rng.choice(WORDS)
    letters = [chr(rng.choice((rng.randrange(32, 127), rng.randrange(0x3000)))) for _ in range(6)]
    return "".join(letters[: rng.randrange(7)])


def cut(rng, text, paste=word):
    """A text with up to three places changed: cut, doubled, or something pasted in."""
    for _ in range(rng.randrange(1, 4)):
        at, length = rng.randrange(len(text) + 1), rng.randrange(12)
        piece = rng.choice(("", paste(rng), text[at : at + length] * 2))
        text = text[:at] + piece + text[at + length :]
    return text


def must_refuse(work, *, place=False, limit=SLOWEST):
    """Do it; a refusal has a reason, and a place if there is a text to show it in."""
    start = time.process_time()
    found = None
    try:
        found = work()
    except VizError as error:
        if not error.faults or not all(fault.what for fault in error.faults):
            raise Finding("refused without a reason") from error
        if place and not all(fault.place for fault in error.faults):
            raise Finding(f"refused without a place: {error}") from error
    if time.process_time() - start > limit:
        raise Finding(f"it took {time.process_time() - start:.1f} s")
    return found


# Scenes, from the schema.


def by_schema(rng, schema, root, depth=0):
    """A value that the schema of scenes allows, or now and then one that it does not."""
    if depth > 6 or rng.random() < 0.03:
        return word(rng)
    if "$ref" in schema:
        return by_schema(rng, root["$defs"][schema["$ref"].rpartition("/")[2]], root, depth)
    if "anyOf" in schema:
        return by_schema(rng, rng.choice(schema["anyOf"]), root, depth)
    if "enum" in schema:
        return rng.choice(schema["enum"])
    kinds = schema.get("type", "string")
    kind = rng.choice(kinds) if isinstance(kinds, list) else kinds
    if kind == "object":
        known = schema.get("properties", {})
        names = [name for name in known if name in schema.get("required", ()) or rng.random() < 0.3]
        made = {name: by_schema(rng, known[name], root, depth + 1) for name in names}
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and rng.random() < 0.5:
            made[rng.choice(("bandwidth", "wafers", "fast", "x"))] = by_schema(
                rng, more, root, depth + 1
            )
        return made
    if kind == "array":
        least = schema.get("minItems", 0)
        count = rng.randrange(least, max(least, 3) + 1)
        return [by_schema(rng, schema.get("items", {}), root, depth + 1) for _ in range(count)]
    if kind in ("number", "integer"):
        return rng.choice((0, 1, 2, -1, 1e6, 0.5, 1e300))
    if kind == "boolean":
        return rng.random() < 0.5
    examples = schema.get("examples")
    return rng.choice(examples) if examples and rng.random() < 0.7 else word(rng)


def scene_text(rng):
    """A scene in YAML (JSON is YAML): from the schema, or a good one with something changed."""
    if rng.random() < 0.4:
        return cut(rng, rng.choice(scenes()))
    schema = json_schema()
    made = by_schema(rng, {**schema, "$defs": {}}, schema)
    if isinstance(made, dict) and rng.random() < 0.8:  # enough of it is right for the rest to count
        made |= {"title": "T", "model": "llama-3.1-8b", "left": "1 x h100", "right": "1 x wse-3"}
        made.setdefault("beats", [{"say": "One.", "for": "1 s"}])
    return json.dumps(made, ensure_ascii=rng.random() < 0.1, indent=rng.choice((None, 1)))


def scenes():
    """The scenes of the project, and a tiny one."""
    return (TINY, *(file.read_text("utf-8") for file in sorted((ROOT / "scenes").glob("*.yaml"))))


def scene(rng, _folder):
    """A scene is loaded and drawn, or refused with places."""
    text = scene_text(rng)
    found = must_refuse(lambda: scene_from_text(text, "x.yaml"), place=True)
    if found is None:
        return text

    def draw():
        cast(found)
        timeline = compile_scene(found)
        if not 0 < timeline.seconds < math.inf:
            raise Finding(f"it lasts {timeline.seconds} s")
        for share in (0.0, rng.random(), 1.0):
            frame_at(
                timeline, timeline.seconds * share, Look(640, 360, lang=rng.choice(("en", "zh")))
            )

    must_refuse(draw, limit=10.0)
    return text


# What the program wrote itself, changed.


def take(rng, _folder):
    """The text of a take."""
    text = cut(rng, TAKE)
    must_refuse(lambda: take_file.from_text(text, "x.yaml"), place=True)
    return text


def talk(rng, _folder):
    """The state of a talk."""
    told = json.loads(state.to_text(state.State("talk", "race", 1, 2.0, 3.0)))
    told[rng.choice(list(told))] = rng.choice(
        (None, True, [], {}, [[]], -1, 1e99, word(rng), [1, 2])
    )
    text = json.dumps(told) if rng.random() < 0.6 else cut(rng, json.dumps(told))
    with contextlib.suppress(state.BadStateError):
        state.from_text(text)
    return text


def sidecar(rng, folder):
    """The sidecar of a film."""
    film = folder / "a.mp4"
    film.write_bytes(rng.randbytes(rng.randrange(64)))
    told = {"viz_film": 1, "file": "a.mp4", "sha256": "00", "frames": 1, "scenes": []}
    told[rng.choice(list(told))] = rng.choice((None, [], {}, [{}], [1], -1, 1e99, word(rng)))
    text = json.dumps(told) if rng.random() < 0.6 else cut(rng, json.dumps(told))
    (folder / "a.mp4.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    must_refuse(lambda: read_sidecar(film))
    must_refuse(lambda: verify_film(film))
    return text


def table(rng, folder):
    """A table of published speeds."""
    names = [*TEXTS, *NUMBERS]
    lines = (ROOT / "assets" / "published.csv").read_text("utf-8").splitlines()
    rows = [lines[0], *(rng.choice(lines[1:]) for _ in range(rng.randrange(4)))]
    if rng.random() < 0.2:
        rows[0] = ",".join(rng.sample(names, rng.randrange(len(names))))
    text = cut(rng, "\n".join(rows)).replace(",", rng.choice(",,,;\t|"))
    data = text.encode(
        rng.choice(("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32")), "replace"
    )
    if rng.random() < 0.2:
        data = rng.randbytes(rng.randrange(200))
    (folder / "x.csv").write_bytes(data)
    must_refuse(lambda: read_rows(folder / "x.csv"), place=True)
    return data


# Command lines, by the types of their options.

HEAVY = ("bench", "fit", "play", "present", "sandbox", "sheet", "site")  # long, or a display
MENTIONS = re.compile(r"(?<![\w'-])--[a-z][a-z-]+")


def parser_of(command):
    """A command's parser."""
    made = argparse.ArgumentParser(prog=f"viz {command}", exit_on_error=False)
    importlib.import_module(f"viz.cli.{command}_command").configure(made)
    return made


def value_of(rng, action):
    """A value for an option: what its kind takes, or what it does not."""
    known = {
        "scene": ("s.yaml", "t.yaml", "nosuch", "photos", "x.csv", "weights_stay"),
        "files": ("s.yaml", "t.yaml", "photos", "."),
        "films": ("a.mp4", "photos", "s.yaml"),
        "output": ("a.mp4", "s.yaml", "photos", "b.gif", "c.png", "-", "no/such", "d.svg", "x"),
        "at": ("0", "1", "1:00", "9"),
        "machine": ("h100", "8 x h100", "4 x wse-3"),
        "model": ("llama-3.1-8b", "llama-3.1-70b"),
        "size": ("64x36", "1080p", "0x0", "1x1"),
        "sweep": ("batch=1..64", "context=1k..8k", "batch=9..1", "wafers=1..9:3"),
        "csv": ("-", "x.csv", "y.csv"),
        "take": ("take.yaml", "s.yaml", "photos"),
        "what": ("chips", "models", "scenes", "formats"),
    }
    if rng.random() < 0.75 and action.dest in known:
        return rng.choice(known[action.dest])
    if action.choices:
        return rng.choice(list(action.choices))
    return rng.choice((word(rng), str(rng.randrange(-2, 99)), "s.yaml", "1", "en", "zh,en", "dark"))


def command_line(rng):
    """Words of one command."""
    command = rng.choice([name for name, _ in COMMANDS if name not in HEAVY])
    words = [command]
    for action in parser_of(command)._actions:
        if action.option_strings:
            if rng.random() < 0.85 or action.dest in ("help", "dask", "jobs"):
                continue
            words.append(rng.choice(action.option_strings))
            if action.nargs == 0:
                continue
        elif action.nargs in ("?", "*") and rng.random() < 0.5:
            continue
        words.append(value_of(rng, action))
    if command == "film":  # a few pictures, so that many films can be tried
        words += ["--size", "64x36", "--fps", "2", "--to", "1"]
    if rng.random() < 0.1:
        words.insert(rng.randrange(len(words)), word(rng))
    return [one.replace("\x00", "").replace("\ud800", "") for one in words]


def command(rng, folder):
    """A command in a folder of files, in this process."""
    for name in list(folder.iterdir()):
        if name.is_file():
            name.unlink()
    for name in ("s.yaml", "t.yaml"):
        (folder / name).write_text(TINY, encoding="utf-8")
    (folder / "take.yaml").write_text(TAKE, encoding="utf-8")
    (folder / "x.csv").write_text("name,mark\nAda,1\n", encoding="utf-8")
    (folder / "photos").mkdir(exist_ok=True)
    words = command_line(rng)
    mine = {
        name: (folder / name).read_bytes() for name in ("s.yaml", "t.yaml", "take.yaml", "x.csv")
    }
    before, start = Path.cwd(), time.process_time()
    out, err = io.StringIO(), io.StringIO()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = main(words)
            except SystemExit as error:
                code = error.code
    finally:
        os.chdir(before)
    told = err.getvalue()
    if code not in (0, 2, 3, 5, 6):
        raise Finding(f"{words}: exit {code}: {told[:300]}")
    if "Traceback" in told or (code and not told.strip() and not out.getvalue().strip()):
        raise Finding(f"{words}: exit {code}, and told: {told[:300]!r}")
    for name, data in mine.items():
        forced = "--force" in words or "--overwrite" in words
        if not (folder / name).is_file() or ((folder / name).read_bytes() != data and not forced):
            raise Finding(f"{words}: {name} is moved or changed")
    demand_own_options(words, code, told)
    if time.process_time() - start > SLOWEST_COMMAND:
        raise Finding(f"{words}: it took {time.process_time() - start:.0f} s")
    return words


def demand_own_options(words, code, told):
    """A hint names no option that the command does not have."""
    if words[0] not in dict(COMMANDS) or "usage:" in told:
        return  # argparse speaks of what was given
    has = {name for action in parser_of(words[0])._actions for name in action.option_strings}
    for option in MENTIONS.findall(re.sub(r"'[^']*'", "", told)):
        if option not in has and option not in words:
            raise Finding(f"{words}: {option} is named, and the command has none: {told[:300]}")


TAKE = """\
take: 1
scene: "s.yaml"
seconds: 2
steps:
  - {run: 0, at: 0, speed: 1.0}
  - {run: 1, at: 1, speed: 0.0}
turns:
  - {run: 0.5, at: 0.5, knob: "bandwidth", value: "2.2 TB/s"}
votes:
  - {run: 1, beat: 2, counts: [4, 19, 7]}
sights:
  - {run: 1, knobs: true, asked: "left.speed"}
"""
KINDS = {one.__name__: one for one in (scene, take, talk, sidecar, table, command)}


def one_case(kind, seed, folder):
    """Try one input. Raises Finding, or what the product raised."""
    os.environ["VIZ_TRACEBACK"] = "1"
    return KINDS[kind](random.Random(f"{kind} {seed}"), folder)


def run(kinds, seconds, first=0, most=10**9):
    """Cases of each kind in turn until the time is over: how many there were, and the findings."""
    end, counts, findings = time.monotonic() + seconds, dict.fromkeys(kinds, 0), []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["XDG_STATE_HOME"] = str(folder / "state")
        for seed in range(first, first + most):
            if time.monotonic() > end:
                break
            for kind in kinds:
                try:
                    one_case(kind, seed, folder)
                except Exception as error:  # noqa: BLE001  that is what is looked for
                    last = traceback.extract_tb(error.__traceback__)[-1]
                    where = f"{Path(last.filename).name}:{last.lineno}"
                    findings.append((kind, seed, f"{type(error).__name__}: {error} ({where})"))
                counts[kind] += 1
    return counts, findings


def main_of_fuzz():
    """`python tests/fuzz.py [KIND ...] --minutes N --seed N`."""
    parser = argparse.ArgumentParser(description="try inputs that nobody wrote")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, help="this case alone, with its traceback")
    parser.add_argument("--first", type=int, default=random.randrange(10**9))
    args = parser.parse_args()
    kinds = args.kinds or list(KINDS)
    if args.seed is not None:
        with tempfile.TemporaryDirectory() as name:
            for kind in kinds:
                print(kind, one_case(kind, args.seed, Path(name)))
        return 0
    counts, findings = run(kinds, 60 * args.minutes, args.first)
    for kind, seed, what in findings:
        print(f"{kind} --seed {seed}: {what}")
    print(", ".join(f"{count:,} {kind}" for kind, count in counts.items()), "tried")
    print(f"{len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main_of_fuzz())
