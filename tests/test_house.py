"""The house: who may know whom, and what no file of it does. Read from the source itself."""

import ast
import builtins
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# From the ground up; each floor may import its own and those before it.
FLOORS = (
    (
        "units",
        "errors",
        "assets_path",
        "checkout",
        "system",
        "file_kinds",
        "saving",
        "extras",
    ),  # checkout: standard library alone
    ("reading",),
    ("catalog",),
    ("physics",),
    ("scene",),
    ("timeline",),
    ("stage",),
    ("actors",),
    ("picture",),
    ("paint", "lint", "desk"),
    ("live", "film", "web"),
    ("show_pages",),
    ("show",),
    ("cli",),
    ("first_show",),
    ("start",),
    ("__main__",),
)
LEVEL = {name: level for level, names in enumerate(FLOORS) for name in names}
STRANGERS = ("live", "film", "web")  # who do not know each other, though on one level
HEAVY = ("pygame", "numpy", "pydantic", "yaml", "av", "scipy", "rich")
# Fitting and sweeping may use scipy and numpy: they serve the workbench, not the picture.
WORKBENCH = ("physics.fitting", "physics.validation", "physics.published", "physics.sweep")
CLOCKS = ("time", "datetime", "random", "secrets", "uuid")
ONLY_IN = {
    "pygame": ("paint.surface", "live"),
    "yaml": ("reading",),
    "pydantic": ("scene", "catalog"),
    **dict.fromkeys(
        CLOCKS,
        (
            "live",
            "film",
            "system",  # it waits a moment, and reads no clock
            "cli.bench",
            "cli.bench_command",
            "cli.bench_film",
            "cli.bench_scenes",
            "cli.bench_soak",
            "cli.measure_command",
            "cli.measure_endpoint",
        ),
    ),
}
BASES = {"NamedTuple", "Protocol", "Enum", "StrEnum", "IntEnum", "BaseModel", "TypedDict"}
BASES |= {"BaseHTTPRequestHandler"}  # how Python's own server is told what to answer
CHANGES = {"append", "extend", "insert", "pop", "popitem", "clear", "update", "setdefault", "add"}
# What may be called while a module is imported: names for types and patterns, no work.
# Names that two modules still share; none may be added.
STILL_TWICE = {"types.py"}
QUIET_CALLS = {
    "NewType", "TypeVar", "frozenset", "tuple", "re.compile", "get_args", "field", "Path",
    "dict.fromkeys", "fromkeys", "MappingProxyType", "range", "len", "Fraction", "type",
    "WithJsonSchema", "WrapValidator", "BeforeValidator", "ConfigDict", "str.maketrans",
    "maketrans", "namedtuple", "itemgetter", "attrgetter", "list", "sorted", "float", "int",
    "str", "join", "format", "split",
}  # fmt: skip


def modules():
    return sorted((ROOT / "viz").rglob("*.py"))


def name_of(file):
    """viz/stage/kit.py is "stage.kit"; a package is its folder's name; viz itself is ""."""
    parts = file.relative_to(ROOT / "viz").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(file):
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


@cache
def known():
    return frozenset(map(name_of, modules()))


@cache
def imports(file):
    """Every module that a file imports anywhere in it, with the line."""
    return tuple(_imports(file))


def _imports(file):
    package = name_of(file).split(".")
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            start = node.module or ""
            if node.level:
                inner = package if file.name == "__init__.py" else package[:-1]
                up = inner[: len(inner) - node.level + 1]
                start = ".".join(["viz", *up, *([start] if start else [])])
            for alias in node.names:
                below = f"{start}.{alias.name}"
                is_module = below.removeprefix("viz.") in known()
                yield (below if start.startswith("viz") and is_module else start), node.lineno


def within(name, places):
    return any(name == place or name.startswith(place + ".") for place in places)


def calls_dynamic(file):
    """Module names given as text to importlib: imports that no import statement shows."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in (
            "importlib.import_module",
            "import_module",
            "__import__",
        ):
            yield ast.unparse(node.args[0]), node.lineno


def test_every_package_of_the_house_has_its_floor():
    assert {name.split(".")[0] for name in known() if name} <= set(LEVEL)


def test_imports_only_go_to_floors_below():
    wrong = []
    for file in modules():
        name = name_of(file)
        if not name:
            continue
        mine = name.split(".")[0]
        for other, line in imports(file):
            if not other.startswith("viz."):
                continue
            theirs = other.split(".")[1]
            across = theirs != mine and mine in STRANGERS and theirs in STRANGERS
            if LEVEL[theirs] > LEVEL[mine] or across:
                wrong.append(f"{file.relative_to(ROOT)}:{line} imports {other}")
    assert wrong == []


def test_the_package_itself_imports_nothing_when_it_is_imported():
    """`import viz` is paid for by every command; what it offers is imported when it is asked for."""
    statements = [
        node
        for node in tree(ROOT / "viz" / "__init__.py").body
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert {node.module for node in statements} <= {"__future__", "typing"}


def test_modules_named_by_text_lie_in_one_s_own_package():
    """Formats and commands are found by their file's name: never a way around the floors."""
    wrong = []
    for file in modules():
        for text, line in calls_dynamic(file):
            own = name_of(file).split(".")[0] if name_of(file) else ""
            # An actor is found by its folder's name, by the floor just above all of them.
            actor = own == "picture" and "viz.actors." in text
            fits = actor or f"viz.{own}" in text or "__package__" in text or "__name__" in text
            heavy = text.strip("'\"").split(".")[0]
            if not fits and heavy not in HEAVY and own != "cli":
                wrong.append(f"{file.relative_to(ROOT)}:{line} imports {text}")
    assert wrong == []


@pytest.mark.parametrize("library", sorted(ONLY_IN))
def test_a_library_is_known_only_where_it_belongs(library):
    wrong = [
        f"{file.relative_to(ROOT)}:{line}"
        for file in modules()
        for other, line in imports(file)
        if other.split(".")[0] == library and not within(name_of(file), ONLY_IN[library])
    ]
    assert wrong == []


def test_plain_floors_import_nothing_heavy():
    """units, errors, physics, timeline, stage and the data classes can run inside a browser."""
    plain = (
        "units",
        "errors",
        "assets_path",
        "checkout",
        "system",
        "file_kinds",
        "saving",
        "extras",
    )
    plain += ("physics", "timeline", "stage")
    plain += ("actors", "picture", "lint")
    plain += ("catalog.types", "scene.types", "scene.turn", "desk", "paint.polylines")
    plain += ("paint.svg",)
    wrong = [
        f"{file.relative_to(ROOT)}:{line} imports {other}"
        for file in modules()
        for other, line in imports(file)
        if within(name_of(file), plain)
        and not within(name_of(file), WORKBENCH)
        and other.split(".")[0] in HEAVY
    ]
    assert wrong == []


def test_what_plain_floors_import_is_plain_as_well():
    """Followed through every import made when a module is loaded, not only its own lines."""
    loaded = _in_a_new_python(
        "import sys, viz.picture.frame, viz.timeline.compile, viz.physics.decode, viz.paint.svg\n"
        "import viz.web.session  # a page has none of them\n"
        "print(*sorted(m for m in sys.modules if '.' not in m))"
    ).split()
    assert set(loaded) & set(HEAVY) == set()


def test_classes_have_no_base_but_the_few_that_python_s_own_forms_need():
    exceptions = {
        name
        for name, value in vars(builtins).items()
        if isinstance(value, type) and issubclass(value, BaseException)
    }
    # Generic and Mapping[...] say how a container is typed; they hold no behaviour of ours.
    typing_only = {"Generic", "Mapping", "MutableMapping", "Sequence"}
    wrong = []
    for file in modules():
        forms = file.relative_to(ROOT).as_posix() == "viz/scene/form.py"
        for node in ast.walk(tree(file)):
            if not isinstance(node, ast.ClassDef):
                continue
            for base in node.bases:
                word = ast.unparse(base).split("[")[0].split(".")[-1]
                allowed = BASES | exceptions | typing_only | ({"Form"} if forms else set())
                if word not in allowed:
                    wrong.append(f"{file.relative_to(ROOT)}:{node.lineno} {node.name}({word})")
    assert wrong == []


def _top_level(file):
    """Statements of a module and of the blocks at its top level, not of functions."""
    stack = list(tree(file).body)
    while stack:
        node = stack.pop(0)
        yield node
        if isinstance(node, ast.If | ast.Try | ast.With | ast.For | ast.While):
            stack = [*node.body, *getattr(node, "orelse", []), *stack]


def _module_names(file):
    names = {}
    for node in _top_level(file):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    names[target.id] = node
    return names


def test_no_module_keeps_anything_that_changes():
    """Lists and dictionaries of a module are Final, and nobody writes into them."""
    wrong = []
    makers = {"list", "dict", "set", "defaultdict", "OrderedDict", "deque", "Counter", "bytearray"}
    displays = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
    for file in modules():
        names = _module_names(file)
        for name, node in names.items():
            made = node.value
            call = isinstance(made, ast.Call) and ast.unparse(made.func).split(".")[-1] in makers
            final = isinstance(node, ast.AnnAssign) and "Final" in ast.unparse(node.annotation)
            if (isinstance(made, displays) or call) and not final and name != "__all__":
                wrong.append(f"{file.relative_to(ROOT)}:{node.lineno} {name} is not Final")
        wrong += [
            f"{file.relative_to(ROOT)}:{line} changes {name}"
            for name, line in _changed(tree(file))
            if name in names
        ]
    assert wrong == []


def _changed(module):
    """Names that functions declare global, write into, or call a changing method of."""
    for node in ast.walk(module):
        if isinstance(node, ast.Global):
            for name in node.names:
                yield name, node.lineno
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            if isinstance(node.value, ast.Name):
                yield node.value.id, node.lineno
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in CHANGES
            and isinstance(node.func.value, ast.Name)
        ):
            yield node.func.value.id, node.lineno


def test_no_module_does_anything_when_it_is_imported():
    wrong = []
    for file in modules():
        for node in _top_level(file):
            docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            guard = isinstance(node, ast.If) and ast.unparse(node.test) in (
                "TYPE_CHECKING",
                "__name__ == '__main__'",
                "sys.platform == 'win32'",
            )
            plain = isinstance(
                node,
                ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef | ast.Assign
                | ast.AnnAssign | ast.Pass,
            )  # fmt: skip
            main = file.name == "__main__.py"
            if not (docstring or guard or plain or main):
                wrong.append(f"{file.relative_to(ROOT)}:{node.lineno} runs at import")
            if main or not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
                continue
            for call in _calls(node.value):
                word = ast.unparse(call.func)
                value = word.lstrip("_")[:1].isupper() and "." not in word  # a type that holds it
                quiet = word in QUIET_CALLS or word.split(".")[-1] in QUIET_CALLS
                if not (value or quiet or word in _own(file)):
                    wrong.append(f"{file.relative_to(ROOT)}:{call.lineno} calls {word} at import")
    assert wrong == []


def _calls(value):
    """Calls that are made when `value` is computed; those inside a lambda wait for its call."""
    if isinstance(value, ast.Lambda):
        return
    if isinstance(value, ast.Call):
        yield value
    for child in ast.iter_child_nodes(value):
        yield from _calls(child)


def _own(file):
    """Functions of the module itself: they may put tables together, and the test below sees to it
    that they open nothing."""
    return {node.name for node in _top_level(file) if isinstance(node, ast.FunctionDef)}


def test_importing_every_module_opens_no_file_of_ours_and_says_nothing():
    names = [f"viz.{name}" for name in sorted(known()) if name and name != "__main__"]
    told = _in_a_new_python(
        "import sys, importlib\n"
        "seen = []\n"
        f"root = {str(ROOT)!r}\n"
        "def watch(event, args):\n"
        "    if event == 'open' and isinstance(args[0], str):\n"
        "        inside = args[0].startswith(root) and not args[0].endswith(('.py', '.pyc'))\n"
        "        if inside and '__pycache__' not in args[0]: seen.append(args[0])\n"
        "    if event in ('socket.connect', 'subprocess.Popen', 'os.system'): seen.append(event)\n"
        "import pygame, numpy, av, yaml  # what they do is theirs\n"
        "sys.addaudithook(watch)\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "print('opened', *seen)"
    )
    assert told.splitlines()[-1] == "opened"


def test_the_command_line_starts_without_any_heavy_library():
    loaded = _in_a_new_python(
        "import sys, viz.cli\nprint(*sorted(m.split('.')[0] for m in sys.modules))"
    ).split()
    assert set(loaded) & set(HEAVY) == set()


def test_no_module_runs_text_as_code_or_reads_what_could():
    forbidden = {"eval", "exec", "compile", "__import__", "os.system", "os.popen"}
    forbidden |= {"yaml.load", "yaml.unsafe_load", "yaml.full_load", "marshal.loads"}
    wrong = []
    for file in modules():
        wrong += [
            f"{file.relative_to(ROOT)}:{node.lineno} calls {ast.unparse(node.func)}"
            for node in ast.walk(tree(file))
            if isinstance(node, ast.Call)
            and (
                ast.unparse(node.func) in forbidden
                or any(
                    word.arg == "shell" and getattr(word.value, "value", False) is not False
                    for word in node.keywords
                )
            )
        ]
        wrong += [
            f"{file.relative_to(ROOT)}:{line} imports {other}"
            for other, line in imports(file)
            if other.split(".")[0] in ("pickle", "shelve", "marshal", "dill", "cloudpickle")
            # Our own child, over a pipe that nobody else has; a page, from the files of its own site.
            and name_of(file) not in ("film.worker", "web.packed")
        ]
    assert wrong == []


def test_text_files_are_opened_with_their_encoding_named():
    """The encoding of the machine would be taken instead, and it is another one in every class."""
    wrong = []
    for file in modules():
        for node in ast.walk(tree(file)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            named = any(key.arg == "encoding" for key in node.keywords)
            if node.func.attr in ("read_text", "write_text") and not named:
                wrong.append(f"{file.relative_to(ROOT)}:{node.lineno} {node.func.attr}")
    assert wrong == []


def _tracked():
    """Files under version control; all text files of the project where there is no git."""
    if shutil.which("git") and (ROOT / ".git").exists():
        told = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
        ).stdout.decode("utf-8")
        return [ROOT / name for name in told.split("\0") if name]
    folders = ("viz", "assets", "scenes", "tests")
    return [file for folder in folders for file in (ROOT / folder).rglob("*") if file.is_file()]


# Put together here so that this file does not hold what it looks for.
HOMES = re.compile(
    "|".join(
        [
            r"(?<![\w.:/])/" + f"(?:{home})/" + r"[\w.-]+"
            for home in (
                "ho" + "me",
                "ro" + "ot",
                "wo" + "rk",
                "Us" + "ers",
                "mn" + "t",
                "tm" + "p",
            )
        ]
        + [r"[A-Z]:\\" + "Us" + r"ers\\"]
    )
)
REGISTRIES = re.compile(
    "|".join(
        [
            "py" + r"pi\.org",
            "python" + r"hosted\.org",
            r"(?:extra-)?index" + "-url",
            r"registry\." + r"[a-z]+\.",
            r"proxy\." + r"golang",
            "arti" + "factory",
            r"https?://(?!127\.0\.0\.1)(?:\d{1,3}\.){3}\d{1,3}",
            r"https?://(?!127\.0\.0\.1)[\w.-]+:\d{4,5}/",
        ]
    ),
    re.IGNORECASE,
)
COMMON_PLACES = ("/tm" + "p/.X11-unix", "/tm" + "p/.X")  # where every X server listens


@pytest.mark.parametrize("pattern", [HOMES, REGISTRIES], ids=["a machine", "a registry"])
def test_no_file_names_a_place_of(pattern):
    wrong = []
    for file in _tracked():
        if not file.is_file() or b"\0" in (data := file.read_bytes())[:4096]:
            continue
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            wrong += [
                f"{file.relative_to(ROOT)}:{number}: {found[0]}"
                for found in pattern.finditer(line)
                if not found[0].startswith(COMMON_PLACES)
            ]
    assert wrong == []


def _in_a_new_python(program):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_no_two_modules_of_the_house_have_one_name():
    """Whoever searches for a word finds one file."""
    names = [file.name for file in modules() if not file.name.startswith("__")]
    assert {name for name in names if names.count(name) > 1} <= STILL_TWICE


# Who writes files by itself: the one writer, set-up, and what fills a name that the writer gave.
WRITERS = ("saving", "checkout", "film.formats", "show_pages", "film.parts", "cli.try_here")
# A worker's files are in its own memory.
WRITERS += ("web.warm",)
WRITES = {"write_text", "write_bytes", "touch", "rename", "symlink_to", "mkstemp"}


def _writes(node):
    """Whether a call writes a file, or gives one another name."""
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    modes = [
        one.value
        for one in (*node.args, *(key.value for key in node.keywords if key.arg == "mode"))
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]
    opens = name == "open" or (isinstance(node.func, ast.Name) and node.func.id == "open")
    new = opens and any(set(mode) & set("wax") and len(mode) <= 3 for mode in modes)
    return name in WRITES or new or ast.unparse(node.func) in ("os.replace", "os.rename")


def test_files_are_written_by_the_one_writer():
    wrong = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in modules()
        for node in ast.walk(tree(file))
        if _writes(node) and not within(name_of(file), WRITERS)
    ]
    # A film in memory is "opened" to be written, and a closed stream leads nowhere.
    memory = (
        "viz/film/still.py",
        "viz/film/segments.py",
        "viz/film/voice.py",
        "viz/film/narration.py",
    )
    assert [
        one for one in wrong if not one.startswith((*memory, "viz/cli/standard_streams.py"))
    ] == []
