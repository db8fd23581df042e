"""What runs Python in a page: Pyodide, from the package that carries it, and this package.

Pyodide's files are those of one version, told by their hashes, wherever they lie. They are found
in the environment (the extra `site`); nothing is fetched. A page gets them as scripts: base64 of
compressed bytes, because a page that was opened from a disk may load scripts and nothing else.
"""

from __future__ import annotations

import base64
import gzip
import re
import sysconfig
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from viz.assets_path import data_folder
from viz.errors import Fault, VizError
from viz.extras import missing

VERSION: Final = "314.0.7"
CARRIED_BY: Final = ("flet_web", "web/pyodide")  # a package of the extra, and the folder in it
HASHES: Final = {
    "pyodide.js": "3141b814715a72e59b51b1b18b9ceae5bf19f7c852417e431bb0a34feadf825c",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
EPOCH: Final = (1980, 1, 1, 0, 0, 0)  # the same files give the same bytes
# Of Python's own library, what no scene needs.
UNUSED: Final = re.compile(
    r"(?:ensurepip|idlelib|lib2to3|pydoc_data|test|tkinter|turtledemo|unittest|venv|sqlite3|curses"
    r"|dbm|multiprocessing|xml|xmlrpc|wsgiref|asyncio/windows|email/mime|http/server"
    r"|_pyrepl|pydoc|turtle|pdb|doctest|cProfile|profile|pstats|imaplib|ftplib|poplib|smtplib"
    r"|mailbox|tarfile|webbrowser|antigravity|this|pickletools|zipapp|optparse|tomllib|sre_)[/.]"
)
# Of this package, what a page has no use for: windows, films, commands, and paint in pixels.
WITHOUT: Final = ("live", "film", "cli", "lint", "paint/surface", "__pycache__")


def pyodide() -> dict[str, bytes]:
    """The files of the runtime by name. Raises VizError where they are missing, or others."""
    spec = find_spec(CARRIED_BY[0])
    if spec is None or spec.origin is None:
        raise missing("site", "pages that play", "Pyodide (in flet-web)")
    folder = Path(spec.origin).parent / CARRIED_BY[1]
    found: dict[str, bytes] = {}
    for name, digest in HASHES.items():
        try:
            data = (folder / name).read_bytes()
        except OSError:
            data = b""
        if sha256(data).hexdigest() != digest:
            what = f"{folder / name} is not of Pyodide {VERSION}, which this site is made with"
            raise VizError(Fault(what, write=missing("site", "it", "").faults[0].write))
        found[name] = data
    return found


def runtime() -> dict[str, str]:
    """What any page needs: `loader` (the scripts of Pyodide), `wasm`, `library`; base64."""
    files = pyodide()
    # In a worker that is made from a text there is no module to import: one script does both.
    module = files["pyodide.asm.mjs"].decode("utf-8")
    script = module.replace("export default _createPyodideModule;", "").replace(
        "import.meta.url", "self.location.href"
    )
    # Pyodide takes a worker that can load scripts for one of a page that is too old.
    loader = f"self.importScripts = undefined;\n{script}\n{files['pyodide.js'].decode('utf-8')}\n{part('worker.js')}"
    return {
        "loader": _packed(loader.encode("utf-8")),
        "wasm": _packed(files["pyodide.asm.wasm"]),
        "library": _plain(_library(files["python_stdlib.zip"])),
    }


def engine() -> str:
    """This package, its assets and the reader of YAML as one archive; base64."""
    package = Path(__file__).resolve().parent.parent
    members: dict[str, bytes] = {"pyproject.toml": b""}  # assets lie beside the package
    for file in sorted(package.rglob("*.py")):
        name = file.relative_to(package).as_posix()
        if not name.startswith(WITHOUT):
            members[f"viz/{name}"] = file.read_bytes()
    assets = data_folder("assets")
    for file in sorted(assets.rglob("*")):
        name = file.relative_to(assets).as_posix()
        if file.is_file() and not name.startswith("pictures/"):
            members[f"assets/{name}"] = file.read_bytes()
    reader = Path(sysconfig.get_path("purelib")) / "yaml"
    spec = find_spec("yaml")
    if spec is not None and spec.origin is not None:
        reader = Path(spec.origin).parent
    for file in sorted(reader.glob("*.py")):
        members[f"yaml/{file.name}"] = file.read_bytes()
    return _plain(archive(members))


def archive(members: dict[str, bytes]) -> bytes:
    """A .zip with these members; the same bytes each time."""
    to = BytesIO()
    with ZipFile(to, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for name, data in sorted(members.items()):
            info = ZipInfo(name, EPOCH)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            packed.writestr(info, data)
    return to.getvalue()


def _library(data: bytes) -> bytes:
    with ZipFile(BytesIO(data)) as whole:
        names = [name for name in whole.namelist() if not UNUSED.match(name)]
        return archive({name: whole.read(name) for name in names if not name.endswith("/")})


def _packed(data: bytes) -> str:
    return _plain(gzip.compress(data, 9, mtime=0))


def _plain(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def part(name: str) -> str:
    """A file that lies beside this one: a script, a style, a page to be filled."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")
