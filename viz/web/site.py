"""The site: a folder of files in which every show plays, from any server or from a disk.

`files` gives all of it as bytes by name, the same each time; nothing here writes or asks a network.
A page shows a recorded opening at once and loads the rest behind it (app.js, show.js).
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from html import escape
from typing import Any, Final

from viz.assets_path import data_folder
from viz.catalog.types import Text
from viz.desk.talk import THEMES
from viz.picture.playlist import Reel
from viz.stage.i18n import languages, said, word_of, words
from viz.stage.look import Look, Theme
from viz.stage.text_metrics import optical, strength
from viz.stage.theme import palette
from viz.web.packed import Packed, packed, reel_of, unpacked
from viz.web.runtime import engine, part, runtime
from viz.web.session import opened, step

RATE: Final = 30  # pictures a second of an opening
OPENING: Final = 8.0  # s; Python plays by then nearly everywhere
SIZE: Final = (1920, 1080)
RECORDED: Final[tuple[Theme, ...]] = ("dark", "light")
POLICY: Final = (
    "default-src 'none'; script-src {scripts} 'wasm-unsafe-eval'; worker-src blob:; "
    "style-src {styles}; img-src 'self' data: blob:; font-src 'self' data:; "
    "base-uri 'none'; form-action 'none'"
)
MACHINES: Final = '<section class="card" id="come_to"><h2 data-word="machines"></h2><ul id="machines"></ul></section>'
HASHED: Final = 10  # characters of a digest in a file's name
Parts = dict[str, str]
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Entry:
    """A show of the site. `sandbox`: a page on
    which machines are put together, with what they come to. `title` and `asks` are what the shelf says of it, `posters` PNG pictures by language and theme ("en.dark")."""

    show: Packed
    title: Text
    asks: Text
    posters: Mapping[str, bytes]
    program: bool = False
    sandbox: bool = False

    @property
    def name(self) -> str:
        return self.show.name


@dataclass(frozen=True, slots=True)
class Made:
    """What a show needs beside what all pages share: its parts, and what is told at first."""

    parts: Parts
    told: Mapping[str, Mapping[str, Any]]


def files(entries: tuple[Entry, ...], font: bytes, say: Say = print) -> dict[str, bytes]:
    """Every file of the site by its name."""
    found, names, look = _shared(font)
    for entry in entries:
        say(entry.name)
        found |= _of_show(entry, entries, names, look)
    found |= _posters(entries)
    found["index.html"] = _index(entries, look, found).encode()
    return found


def asked(entries: tuple[Entry, ...], font: bytes) -> Callable[[str], bytes | None]:
    """The same, each file made when it is first asked for: for one user who is waiting."""
    found, names, look = _shared(font)
    found |= _posters(entries)
    found["index.html"] = _index(entries, look, found).encode()
    pages = {f"{entry.name}.html": entry for entry in entries}

    def file(name: str) -> bytes | None:
        if name in pages and name not in found:
            found.update(_of_show(pages[name], entries, names, look))
        return found.get(name)

    return file


def _shared(font: bytes) -> tuple[dict[str, bytes], dict[str, str], _Linked]:
    """What all pages share: files, which part is in which of them, and how pages name them."""
    found: dict[str, bytes] = {".nojekyll": b"", "LICENCES.txt": part("LICENCES.txt").encode()}
    styled = _put(found, "font", "woff", font)
    style = _put(found, "site", "css", part("site.css").replace("{{FONT}}", styled).encode())
    app = _put(found, "app", "js", _app().encode())
    names = {
        **_scripts(found, "runtime", runtime()),
        **_scripts(found, "engine", {"engine": engine()}),
    }
    return found, names, _Linked(style, app)


def _posters(entries: tuple[Entry, ...]) -> dict[str, bytes]:
    return {
        f"{entry.name}.{name}.png": picture
        for entry in entries
        for name, picture in entry.posters.items()
    }


def _of_show(
    entry: Entry, entries: tuple[Entry, ...], shared: Mapping[str, str], look: _Linked
) -> dict[str, bytes]:
    """A show's page, and its own parts."""
    found: dict[str, bytes] = {}
    made = _made(entry.show)
    names = dict(shared)
    for name, value in made.parts.items():
        names |= _scripts(found, f"{entry.name}.{name}", {name: value})
    later = entries[entries.index(entry) + 1 :]
    plain = [one for one in later if not one.program and not one.sandbox]
    after = plain[0] if plain and not entry.program and not entry.sandbox else None
    page = _show_page(entry, made, names, look, after=after, home=True)
    found[f"{entry.name}.html"] = page.encode()
    return found


def single(entry: Entry, font: bytes) -> bytes:
    """A show as one file, with all that it needs in it."""
    made = _made(entry.show)
    inside = {**runtime(), "engine": engine(), **made.parts}
    address = "data:font/woff;base64," + base64.b64encode(font).decode("ascii")
    look = _Inside(part("site.css").replace("{{FONT}}", address), _app(), inside)
    return _show_page(entry, made, {}, look, after=None, home=False).encode()


@dataclass(frozen=True, slots=True)
class _Linked:
    """How a page of the folder gets its style and its scripts: as files beside it."""

    css: str
    app: str

    @property
    def policy(self) -> str:
        return POLICY.format(scripts="'self'", styles="'self'")

    @property
    def style(self) -> str:
        return f'<link rel="stylesheet" href="{self.css}">'

    @property
    def scripts(self) -> str:
        return f'<script src="{self.app}"></script>'


@dataclass(frozen=True, slots=True)
class _Inside:
    """How a single page has them: in itself, allowed by their digests alone."""

    css: str
    app: str
    parts: Mapping[str, str]

    @property
    def policy(self) -> str:
        return POLICY.format(scripts=_digest(self.app), styles=_digest(self.css))

    @property
    def style(self) -> str:
        return f"<style>{self.css}</style>"

    @property
    def scripts(self) -> str:
        data = (
            f'<script type="text/plain" data-part="{name}">{value}</script>'
            for name, value in self.parts.items()
        )
        return "\n".join((*data, f"<script>{self.app}</script>"))


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode('ascii')}'"


@cache
def _app() -> str:
    """The one script of all pages, with what all pages say."""
    common = {
        "words": {lang: _words(lang) for lang in languages()},
        "colours": {theme: asdict(palette(theme)) for theme in THEMES},
        "glyphs": _glyphs(),
    }
    own = "\n".join(part(name) for name in ("draw.js", "app.js", "show.js"))
    return f"self.vizCommon = {_json(common)};\n{own}"


def _words(lang: str) -> Mapping[str, str]:
    own: Mapping[str, str] = words(lang)["site"]
    return own


def _glyphs() -> dict[str, object]:
    """The font's advances as a page sets glyphs by them (viz.stage.text_metrics)."""
    file = data_folder("assets") / "fonts" / "advances.json"
    advances = json.loads(file.read_text(encoding="utf-8"))
    small = {char: optical(char) for char in advances if optical(char) != 1.0}
    small |= {char: optical(char) for char in "×±÷≈·" if optical(char) != 1.0}
    return {
        "advances": advances,
        "small": small,
        "strong": {weight: strength(weight) for weight in (400, 600, 700)},
    }


def letters(entries: Iterable[Entry]) -> str:
    """Every character that a page may show, sorted: what its font must have."""
    found = {chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))}
    found |= set("0123456789×±÷≈·−–—…“”‘’→←↑↓▾▴↺✓◐¼½▶█■")
    for folder, pattern in (
        ("assets", "*.yaml"),
        ("assets", "*.json"),
        ("assets", "*.txt"),
        ("scenes", "*.yaml"),
    ):
        for file in data_folder(folder).rglob(pattern):
            found |= set(file.read_text(encoding="utf-8"))
    for entry in entries:  # a scene of the user's own
        for text in (entry.show.title, entry.asks, *entry.show.chapters):
            found |= set("".join(text.values()))
    return "".join(sorted(char for char in found if char.isprintable()))


def _made(show: Packed) -> Made:
    data = packed(show)
    parts: Parts = {"show": _packed_text(data)}
    told: dict[str, Mapping[str, Any]] = {}
    stills: dict[str, object] = {}
    reel = reel_of(unpacked(data), Look())
    for lang in languages():
        for theme in RECORDED:
            opening, first = _recorded(reel, lang, theme, 0.0)
            told.setdefault(lang, first)
            parts[f"opening.{lang}.{theme}"] = _packed_text(_json(opening).encode())
        stills[lang] = _stills(reel, lang)
    parts["stills"] = _packed_text(_json(stills).encode())
    return Made(parts, told)


def _recorded(
    reel: Reel, lang: str, theme: Theme, start: float
) -> tuple[dict[str, object], Mapping[str, Any]]:
    """Some seconds of a show from second `start` on as changes of pictures, and what is told at
    first."""
    wish = {"lang": lang, "theme": theme, "size": list(SIZE), "playing": True, "t": start}
    session, first = step(opened(reel, wish, 0.0), (), 0.0)
    seconds = min(OPENING, session.talk.deck.seconds - start)
    changes = [first["change"]]
    for picture in range(1, int(seconds * RATE)):
        session, answer = step(session, (), picture / RATE)
        changes.append(answer["change"])
    parts: Mapping[str, Any] = first["parts"]  # type: ignore[assignment]
    return {"rate": RATE, "stage": first["stage"], "changes": changes}, parts


def _stills(reel: Reel, lang: str) -> dict[str, object]:
    """The last picture of each step, each whole, and what it says."""
    session = opened(reel, {"lang": lang, "size": list(SIZE)}, 0.0)
    changes, said_of, stage = [], [], (0.0, 0.0, "")
    for one in session.talk.deck.steps:
        at = [{"seek": one.moment(one.holds[0])}]
        _, answer = step(session, at, 0.0)
        changes.append(answer["change"])
        said_of.append(answer["parts"].get("words", ()))  # type: ignore[attr-defined]
        stage = answer["stage"]  # type: ignore[assignment]
    return {"stage": stage, "changes": changes, "words": said_of}


def _show_page(
    entry: Entry,
    made: Made,
    names: Mapping[str, str],
    look: _Linked | _Inside,
    *,
    after: Entry | None,
    home: bool,
) -> str:
    page = {
        "name": entry.name,
        "title": dict(entry.show.title),
        "told": made.told,
        "files": dict(names),
    }
    text = _json(page).replace("</", "<\\/")
    lead = f'<script type="application/json" data-part="page">{text}</script>\n'
    back = '<a href="index.html" data-word="home"></a>' if home else ""
    return _filled(
        "show.html",
        POLICY=look.policy,
        STYLE=look.style,
        TITLE=escape(said(entry.show.title, "en")),
        TITLES=_titles(entry.show.title),
        ABOUT=escape(said(entry.asks, "en")),
        HOME=back,
        NEXT=_next(after) if after else "",
        KIND=" sandbox" if entry.sandbox else "",
        MACHINES=MACHINES if entry.sandbox else "",
        SCRIPTS=lead + look.scripts,
    )


def _next(entry: Entry) -> str:
    return (
        f'<a class="card tile next" href="{entry.name}.html">{_poster(entry)}<span>'
        f'<small class="muted" data-word="next_scene"></small>'
        f'<strong data-text="{_titles(entry.show.title)}"></strong>'
        f'<span class="asks" data-text="{_titles(entry.asks)}"></span></span></a>'
    )


def _index(entries: tuple[Entry, ...], look: _Linked, found: dict[str, bytes]) -> str:
    """The shelf, on which the flagship plays by itself: of the other pages, the way to them."""
    title = {lang: word_of(lang, "live", "shelf") for lang in languages()}
    scenes = [one for one in entries if not one.program and not one.sandbox]
    programs = [one for one in entries if one.program]
    own = [one for one in entries if one.sandbox]
    first = scenes[0] if scenes else entries[0]
    starts = [_start(one, first=n == 0) for n, one in enumerate((first, *programs[:1]))]
    hero = next((one for one in scenes if said(one.show.title, "en") == title["en"]), first)
    files: dict[str, str] = {}
    reel = reel_of(hero.show, Look())
    begins = float(reel.timelines[0].beats[1].start) if len(reel.timelines[0].beats) > 1 else 0.0
    for lang in languages():
        for theme in RECORDED:
            text = _packed_text(_json(_recorded(reel, lang, theme, begins)[0]).encode())
            files |= _scripts(found, f"hero.{lang}.{theme}", {f"hero.{lang}.{theme}": text})
    names = [entry.name for entry in entries]
    page = _json({"title": title, "files": files, "names": names}).replace("</", "<\\/")
    lead = f'<script type="application/json" data-part="page">{page}</script>\n'
    flagship = (
        f'<a class="tile" href="{hero.name}.html"><canvas id="hero" width="1280" height="720"></canvas>'
        f'<span data-text="{_titles(hero.title)}"></span>'
        f'<span class="asks" data-text="{_titles(hero.asks)}"></span></a>'
    )
    return _filled(
        "index.html",
        POLICY=look.policy,
        STYLE=look.style,
        TITLE=escape(title["en"]),
        TITLES=_titles(title),
        STARTS="\n".join(starts),
        FLAGSHIP=flagship,
        ROWS="".join(
            _row(word, row)
            for word, row in (("scenes", scenes), ("programs", programs), ("sandbox", own))
            if row
        ),
        SCRIPTS=lead + look.scripts,
    )


def _start(entry: Entry, *, first: bool) -> str:
    titles = {
        lang: word_of(lang, "site", "start").format(title=said(entry.show.title, lang))
        if first
        else said(entry.title, lang)
        for lang in languages()
    }
    kind = "button first" if first else "button"
    return f'<a class="{kind}" href="{entry.name}.html" data-text="{_titles(titles)}"></a>'


def _row(word: str, entries: Iterable[Entry]) -> str:
    tiles = "\n".join(f"<li>{_tile(one)}</li>" for one in entries)
    return f'<section class="row"><h2 data-word="{word}"></h2>\n<ul class="tiles">{tiles}</ul></section>\n'


def _tile(entry: Entry) -> str:
    return (
        f'<a class="tile" href="{entry.name}.html">{_poster(entry)}'
        f'<span data-text="{_titles(entry.title)}"></span>'
        f'<span class="asks" data-text="{_titles(entry.asks)}"></span></a>'
    )


def _poster(entry: Entry) -> str:
    if not entry.posters:
        return ""
    return f'<img alt="" loading="lazy" width="342" height="256" data-name="{entry.name}">'


def _titles(text: Text) -> str:
    return escape(_json(dict(text)))


def _filled(name: str, **values: str) -> str:
    text = part(name)
    for key, value in values.items():
        text = text.replace("{{" + key + "}}", value)
    return text


def _scripts(found: dict[str, bytes], name: str, values: Mapping[str, str]) -> dict[str, str]:
    """A script that hands parts to the page; which part is in which file."""
    file = _put(found, name, "js", f"vizParts({_json(dict(values))});\n".encode())
    return dict.fromkeys(values, file)


def _put(found: dict[str, bytes], name: str, ending: str, data: bytes) -> str:
    """A file whose name changes with what is in it, so that it may be kept for a year."""
    file = f"{name}.{sha256(data).hexdigest()[:HASHED]}.{ending}"
    found[file] = data
    return file


def _packed_text(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode("ascii")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
