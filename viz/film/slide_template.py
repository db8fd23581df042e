"""The empty deck: 16:9 or as wide as the stage, our fonts and colours, and nothing of others.

What python-pptx starts from is a deck of 4:3 with its maker's name and year. Here its masters are
laid out anew, unused layouts are left out, and the properties are ours.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from typing import Any, Final, get_args

from viz import __version__

TITLE_ONLY: Final = "Title Only"  # the layout with a title and nothing else
LATIN: Final = "Noto Sans"
EAST_ASIAN: Final = "Noto Sans SC"
LANGUAGES: Final = {"en": "en-GB", "zh": "zh-CN"}
_DATE: Final = (1980, 1, 1, 0, 0, 0)  # of the files within: the same deck, the same bytes
_A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_REFUSED: Final = ("printerSettings", "thumbnail")
_COLOURS: Final = {  # the theme's names, and ours by meaning
    "dk1": "ink", "lt1": "ground", "dk2": "muted", "lt2": "panel",
    "accent1": "weight", "accent2": "token", "accent3": "computing", "accent4": "link",
    "accent5": "clock_text", "accent6": "warn", "hlink": "token_text", "folHlink": "link_text",
}  # fmt: skip


def empty_deck(width: int, height: int, title: str, lang: str, ground: str) -> Any:
    """A deck without slides: sides in English metric units, in the colours whose ground this is."""
    from pptx import Presentation

    deck: Any = Presentation()
    share_x, share_y = width / deck.slide_width, height / deck.slide_height
    deck.slide_width, deck.slide_height = width, height
    for layout in list(deck.slide_layouts):
        if layout.name != TITLE_ONLY:
            deck.slide_layouts.remove(layout)
    for master in (deck.slide_master, *deck.slide_layouts):
        _stretch(master, share_x, share_y)
        _speak(master._element, lang)  # noqa: SLF001  languages have no other way
    for part in deck.part.package.iter_parts():
        if part.partname.endswith("/theme1.xml"):
            part._blob = _themed(part.blob, ground)  # noqa: SLF001  nor has the theme
        if part.partname == "/docProps/app.xml":
            part._blob = _application()  # noqa: SLF001
    _drop(deck.part, deck.part.package)
    _own(deck.core_properties, title, lang)
    return deck


def _stretch(master: Any, share_x: float, share_y: float) -> None:
    """The places of a master, laid out on a slide of another size."""
    for shape in master.placeholders:
        if shape._element.spPr.find(f"{_A}xfrm") is None:  # noqa: SLF001  as the master has it
            continue
        left, top, wide, high = shape.left, shape.top, shape.width, shape.height
        shape.left, shape.top = round(left * share_x), round(top * share_y)
        shape.width, shape.height = round(wide * share_x), round(high * share_y)


def speak(shape: Any, lang: str) -> None:
    """Tell in which language the words of a shape are, for who reads them aloud."""
    _speak(shape._element, lang)  # noqa: SLF001


def _speak(element: Any, lang: str) -> None:
    for paragraph in element.iter(f"{_A}p"):
        for run in paragraph.iter(f"{_A}r"):
            run.get_or_add_rPr()
        for end in paragraph.iter(f"{_A}endParaRPr", f"{_A}rPr"):
            end.set("lang", LANGUAGES[lang])
    for default in element.iter(f"{_A}defRPr"):
        default.set("lang", LANGUAGES[lang])


def _themed(blob: bytes, ground: str) -> bytes:
    from lxml import etree

    from viz.stage.look import Theme
    from viz.stage.theme import palette

    every = [palette(name) for name in get_args(Theme)]
    ours = next((one for one in every if one.ground == ground), every[0])
    root = etree.fromstring(blob)
    root.set("name", "Weights stay")
    scheme = root.find(f".//{_A}clrScheme")
    scheme.set("name", "Weights stay")
    for entry in scheme:
        colour = getattr(ours, _COLOURS[etree.QName(entry).localname])
        for old in list(entry):
            entry.remove(old)
        etree.SubElement(entry, f"{_A}srgbClr").set("val", colour.removeprefix("#"))
    fonts = root.find(f".//{_A}fontScheme")
    fonts.set("name", "Weights stay")
    for group in fonts.iter(f"{_A}majorFont", f"{_A}minorFont"):
        group.find(f"{_A}latin").set("typeface", LATIN)
        group.find(f"{_A}ea").set("typeface", EAST_ASIAN)
        for font in group.findall(f"{_A}font"):
            if font.get("script") in ("Hans", "Hant"):
                font.set("typeface", EAST_ASIAN)
    told: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return told


def _drop(*sources: Any) -> None:
    """Leave out what belongs to the printer and the picture of whoever made the template."""
    for source in sources:
        rels = source._rels if hasattr(source, "_rels") else source.rels  # noqa: SLF001
        for key, rel in list(rels.items()):
            if any(rel.reltype.endswith(f"/{name}") for name in _REFUSED):
                rels.pop(key)


def _own(properties: Any, title: str, lang: str) -> None:
    properties.title, properties.author, properties.language = title, "", LANGUAGES[lang]
    properties.last_modified_by = properties.comments = properties.keywords = ""
    properties.subject = properties.category = ""
    for element in list(properties._element):  # noqa: SLF001  a year that is not this deck's
        if element.tag.endswith(("}created", "}modified", "}lastPrinted", "}revision")):
            properties._element.remove(element)  # noqa: SLF001


def _application() -> bytes:
    """Which program made the deck."""
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
    told = f'<Properties xmlns="{kind}"><Application>viz {__version__}</Application></Properties>'
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{told}'.encode()


def deck_bytes(deck: Any) -> bytes:
    """The deck as a file; the same deck, the same bytes."""
    made, out = io.BytesIO(), io.BytesIO()
    deck.save(made)
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in _in_order(old.infolist()):
            told = zipfile.ZipInfo(entry.filename, _DATE)
            # Films and pictures are packed already.
            packed = entry.filename.endswith((".mp4", ".png", ".jpg"))
            told.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            new.writestr(told, old.read(entry))
    return out.getvalue()


def _in_order(entries: Iterable[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    """What says of which kind the parts are comes first."""
    return sorted(entries, key=lambda one: (not one.filename.startswith("["), one.filename))
