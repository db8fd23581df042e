"""viz film, viz still and viz sheet, from the command line to the files they write."""

from pathlib import Path

import av
import numpy as np
import pytest

from viz.cli import main
from viz.errors import EXIT_OUTPUT, EXIT_USAGE

SMALL = ["--size", "160x90"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def first_line(capsys):
    told = capsys.readouterr().err
    assert told.count("\n") == 1, told
    return told


def test_a_part_of_a_scene_becomes_a_film_with_its_exact_frames(folder, capsys):
    words = ["film", "weights_stay", "-o", "a.mp4", *SMALL, "--from", "4", "--to", "4.5 s"]
    assert main([*words, "--fps", "24"]) == 0
    assert names(folder) == ["a.mp4", "a.mp4.json"]
    with av.open("a.mp4") as film:
        stream = film.streams.video[0]
        assert (stream.frames, stream.width, stream.height) == (12, 160, 90)
        assert stream.average_rate == 24
    assert "12 frames at 24 per second, 160x90" in capsys.readouterr().out


def test_without_a_name_the_film_is_called_as_its_scene(folder):
    assert main(["film", "weights_stay", *SMALL, "--to", "0.1"]) == 0
    assert names(folder) == ["weights_stay.mp4", "weights_stay.mp4.json"]


def test_odd_sides_are_rounded_up_and_that_is_said(folder, capsys):
    assert main(["film", "weights_stay", "--size", "161x91", "--to", "0.05"]) == 0
    assert "161x91 is rounded up" in capsys.readouterr().err
    with av.open("weights_stay.mp4") as film:
        assert (film.streams.video[0].width, film.streams.video[0].height) == (162, 92)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-o", "a.avi"], ".mp4"),
        (["-o", "film"], "has no ending"),
        (["--to", "2:00"], "the scene ends at"),
        (["--from", "3", "--to", "2"], "nothing lies between"),
        (["--from", "soon"], "1:02.5"),
        (["--fps", "0"], "1 to 240"),
        (["--size", "0x0"], "16 to 7680"),
        (["--lang", "klingon"], "en or zh"),
        (["--theme", "pink"], "light or contrast"),
        (["--set", "bandwidth"], "KNOB=VALUE"),
        (["--set", "no_such_knob=3"], "no_such_knob"),
    ],
)
def test_wrong_words_are_one_line_with_the_right_form_and_no_file(folder, capsys, words, told):
    assert main(["film", "weights_stay", *words]) == EXIT_USAGE
    assert told in first_line(capsys)
    assert names(folder) == []


def test_an_unknown_scene_is_one_line_with_the_nearest_name(folder, capsys):
    assert main(["film", "weight_stays", "-o", "a.mp4"]) == EXIT_USAGE
    assert "weights_stay" in first_line(capsys)


def test_a_film_that_exists_is_kept_and_exits_with_five(folder, capsys):
    (folder / "a.mp4").write_text("mine")
    assert main(["film", "weights_stay", "-o", "a.mp4", *SMALL, "--to", "1"]) == EXIT_OUTPUT
    assert "--overwrite" in first_line(capsys)
    assert (folder / "a.mp4").read_text() == "mine"


def test_a_still_is_a_picture_of_the_size_asked_for(folder, capsys):
    assert main(["still", "weights_stay", "--at", "8", "-o", "a.png", *SMALL]) == 0
    with av.open("a.png") as file:
        picture = next(file.decode(video=0))
    assert (picture.width, picture.height) == (160, 90)
    assert picture.to_ndarray(format="rgb24").std() > 5  # there is something on it
    assert "at 0:08, 160x90" in capsys.readouterr().out


def test_a_still_may_be_a_drawing(folder):
    assert main(["still", "weights_stay", "--at", "8", "-o", "a.svg"]) == 0
    text = (folder / "a.svg").read_text(encoding="utf-8")
    assert text.lstrip().startswith(("<svg", "<?xml"))


@pytest.mark.parametrize(("ending", "off"), [("png", 0), ("webp", 0), ("jpg", 16)])
def test_a_still_of_each_kind_is_the_painted_picture(folder, ending, off):
    from PIL import Image

    from viz.film.pixels import array_of
    from viz.paint.surface import Painter
    from viz.show import open_show

    assert main(["still", "weights_stay", "--at", "8", "-o", f"a.{ending}", *SMALL]) == 0
    frame = open_show("weights_stay", width=160, height=90).frame(8.0)
    painted = array_of(Painter(160, 90).paint(frame))[:, :, 2::-1].astype(int)
    found = np.asarray(Image.open(f"a.{ending}").convert("RGB")).astype(int)
    assert np.abs(found - painted).max() <= off
    assert (b"sRGB" in (folder / f"a.{ending}").read_bytes()) == (ending == "png")


@pytest.mark.parametrize("ending", ["png", "webp"])
def test_a_transparent_still_laid_over_the_ground_is_the_opaque_one(folder, ending):
    from PIL import Image

    scene = Path(__file__).parent / "data" / "two_machines.yaml"  # no veil over a near picture
    words = ["still", str(scene), "--at", "8", *SMALL, "-o"]
    assert main([*words, f"clear.{ending}", "--transparent"]) == 0
    clear = np.asarray(Image.open(f"clear.{ending}")).astype(float)
    assert clear[2, 2, 3] == 0
    assert main([*words, "a.svg", "--transparent"]) == 0
    assert '<rect width="1920" height="1080"' not in (folder / "a.svg").read_text("utf-8")
    assert main([*words, "opaque.png"]) == 0
    opaque = np.asarray(Image.open("opaque.png").convert("RGB")).astype(float)
    ground = opaque[2, 2]
    share = clear[:, :, 3:] / 255
    laid = clear[:, :, :3] * share + ground * (1 - share)
    # Plates under the words are a little darker than what they hide; machines are as they were.
    assert np.abs(laid - opaque)[20:70].max() <= 3


def test_a_still_of_a_program_is_taken_at_the_second_of_the_whole(folder, capsys):
    assert main(["still", "short", "--at", "3", "-o", "a.png"]) == 0
    assert "short at 0:03" in capsys.readouterr().out


def test_a_part_of_a_film_goes_from_a_beat_to_the_end_of_a_beat(folder, capsys):
    (folder / "steps.yaml").write_text(
        """title: Steps
model: llama-3.1-70b
left: 8 x h100
beats:
  - {say: One, for: 1 s}
  - {say: Two, for: 2 s, mark: wall}
  - {say: Three, for: 4 s}
""",
        encoding="utf-8",
    )
    words = ["film", "steps.yaml", *SMALL, "--fps", "10", "-o"]
    for name, part, frames in (
        ("a", ["--from", "wall", "--to", "beat3"], 60),
        ("b", ["--from", "Beat2", "--to", "wall"], 20),
        ("c", ["--from", "0.5", "--to", "beat1"], 5),
    ):
        assert main([*words, f"{name}.mp4", *part]) == 0
        with av.open(f"{name}.mp4") as film:
            assert film.streams.video[0].frames == frames
    capsys.readouterr()
    assert main([*words, "d.mp4", "--from", "wal", "--to", "beat9"]) == EXIT_USAGE
    told = capsys.readouterr().err
    assert "no beat is called 'wal'; did you mean 'wall'" in told
    assert "no beat is called 'beat9'" in told


def test_films_of_several_languages_go_to_a_folder_that_is_made(folder):
    words = ["film", "weights_stay", "--lang", "en,zh", *SMALL, "--to", "0.1", "-o", "both"]
    assert main(words) == 0
    films = ["weights_stay.en.mp4", "weights_stay.zh.mp4"]
    assert [name for name in names(folder / "both") if name.endswith("mp4")] == films


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--at", "8", "-o", "a.bmp"], "FILE.png, FILE.jpg, FILE.jpeg, FILE.webp or FILE.svg"),
        (["--at", "8", "-o", "a.jpg", "--transparent"], "cannot be transparent"),
        (["--at", "1:40"], "the scene ends at"),
        (["--at", "8 ms"], "1:02.5"),
    ],
)
def test_a_wrong_still_is_one_line_and_no_file(folder, capsys, words, told):
    assert main(["still", "weights_stay", *words]) == EXIT_USAGE
    assert told in first_line(capsys)
    assert names(folder) == []


def test_a_sheet_shows_every_beat_in_each_language_and_form(folder, capsys, monkeypatch):
    from viz.cli import sheet_command

    forms = (("16x9", (64, 36), 3, (32, 18)), ("9x16", (36, 64), 5, (18, 32)))
    monkeypatch.setattr(sheet_command, "FORMS", forms)
    assert main(["sheet", "weights_stay", "-o", "out"]) == 0
    wanted = [
        f"weights_stay_{lang}_{form}.png" for form in ("16x9", "9x16") for lang in ("en", "zh")
    ]
    assert names(folder / "out") == sorted([*wanted, "weights_stay_overview.png"])
    assert len(capsys.readouterr().out.split()) == 5
    assert main(["sheet", "weights_stay", "-o", "out"]) == EXIT_OUTPUT


def test_a_sheet_of_an_unknown_scene_does_not_stop_the_others(folder, capsys, monkeypatch):
    from viz.cli import sheet_command

    monkeypatch.setattr(sheet_command, "FORMS", (("16x9", (64, 36), 3, (32, 18)),))
    assert main(["sheet", "no_such_scene", "weights_stay", "-o", "out"]) == EXIT_USAGE
    assert "weights_stay_overview.png" in names(folder / "out")
    assert "no_such_scene" in capsys.readouterr().err
