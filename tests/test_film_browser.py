"""Films as browsers show them: real Chromium, from the disk."""

import io
import json

import browser
import numpy as np
from filming import job
from PIL import Image
from test_film_formats import half_red

from viz.cli import main
from viz.errors import EXIT_OUTPUT
from viz.film.recorder import record
from viz.film.sidecar import checksum, sidecar_path
from viz.film.verify import verify_film

ALPHA_MODE = b"\x53\xc0\x81\x01"  # the element, a length of one byte, 1


def test_a_transparent_webm_lets_the_page_be_seen(tmp_path):
    """Chromium looks at alpha only where the header says AlphaMode; a decoder does not need it."""
    film = record(job(tmp_path / "a.webm", 4, 25, alpha=True), half_red())
    assert film.read_bytes().count(ALPHA_MODE) == 1
    page = tmp_path / "page.html"
    page.write_text(
        "<body style='margin:0;background:#f0f'><video muted src=a.webm></video>", encoding="utf-8"
    )
    with browser.opened(page, tmp_path) as shown:
        shown.wait("document.querySelector('video').readyState >= 2")
        seen = np.asarray(Image.open(io.BytesIO(shown.screenshot())).convert("RGB")).astype(int)
    assert tuple(seen[4, 4]) == (255, 0, 255)
    red = np.array([255, 0, 255]) * (127 / 255) + np.array([255, 0, 0]) * (128 / 255)
    assert np.abs(seen[20, 56] - red).max() <= 4


def test_a_transparent_webm_that_browsers_show_opaque_is_not_verified(tmp_path, capsys):
    words = ["film", "weights_stay", "--transparent", "--size", "64x36", "--to", "0.1"]
    film = tmp_path / "a.webm"
    assert main([*words, "-o", str(film)]) == 0
    assert verify_film(film).wrong == ()
    # As it was written before: whole, and its sidecar knows it.
    film.write_bytes(film.read_bytes().replace(ALPHA_MODE, b"\xec\x82\x00\x00"))  # a void
    told = json.loads(sidecar_path(film).read_text(encoding="utf-8"))
    told["sha256"] = checksum(film)
    sidecar_path(film).write_text(json.dumps(told), encoding="utf-8")
    assert main(["verify", str(film)]) == EXIT_OUTPUT
    assert "AlphaMode" in capsys.readouterr().err
