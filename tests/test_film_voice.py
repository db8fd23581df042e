"""A voice stretches pauses and nothing else, is as loud as asked for, and stays in time."""

import json
import wave
from fractions import Fraction

import av
import numpy as np
import pytest

from viz.cli import main
from viz.errors import EXIT_USAGE, Place, VizError
from viz.film.job import FilmJob
from viz.film.loudness import PEAK, RATE, measure, set_to
from viz.film.sidecar import sidecar_path
from viz.film.sound import Sound
from viz.film.voice import Voice, coded, read_times, read_voice, sound_for
from viz.scene.find import scene_names
from viz.scene.load_scene import scene_from_text
from viz.scene.voice_timing import Moment, voiced
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import compile_scene
from viz.timeline.take import Step, Take
from viz.timeline.take_file import to_text

SCENE = """
title: Two steps
model: llama-3.1-70b
left: 8 x h100
beats:
  - {say: First, for: 2 s}
  - {say: It runs, for: 3 s, pace: 1 ms per second, mark: runs}
  - {say: It stands, tell: Here it stands., for: 4 s, mark: stands}
  - {say: Again, for: 2 s}
  - {say: It runs on, for: 3 s, pace: 2 ms per second, mark: again}
"""


@pytest.fixture
def scene():
    return scene_from_text(SCENE)


def lengths(scene):
    return [(beat.seconds, beat.pace) for beat in scene.beats]


def at(**times):
    return {name: Moment(seconds) for name, seconds in times.items()}


def test_pauses_are_stretched_to_the_voice_and_running_beats_keep_their_length(scene):
    # The pause of 2 s lasts 5 s; 4 s and 2 s of pause share 12 s by their length.
    found = voiced(scene, at(runs=5.0, stands=8.0, again=20.0), 23.0)
    assert lengths(found) == [(5, 0), (3, 0.001), (8, 0), (4, 0), (3, 0.002)]
    assert [span.start for span in compile_scene(found).beats] == [0, 5, 8, 16, 20]


def test_a_beat_that_runs_is_followed_by_a_pause_where_the_voice_takes_longer(scene):
    found = voiced(scene, at(stands=9.0), 0.0)
    # Before 'stands' the only pause is the first beat: 2 s become 6 s.
    assert lengths(found)[:2] == [(6, 0), (3, 0.001)]
    found = voiced(scene, at(runs=2.0, stands=9.0), 0.0)
    assert lengths(found)[:3] == [(2, 0), (3, 0.001), (4, 0)]
    assert found.beats[2].say == found.beats[1].say


def test_a_caption_stays_while_the_voice_still_speaks(scene):
    from viz.picture.frame import frame_at
    from viz.stage.look import Look

    held = compile_scene(voiced(scene, at(runs=2.0, stands=9.0), 0.0))
    look = Look(1920, 1080)
    before, after = (frame_at(held, t, look) for t in (4.99, 5.01))  # the pause begins at 5 s
    (one,), (other,) = (
        [mark for mark in frame.marks if getattr(mark, "text", "") == "It runs"]
        for frame in (before, after)
    )
    assert one.alpha == other.alpha == 1


def test_the_hardware_clock_is_the_same_however_long_a_voice_speaks(scene):
    before = compile_scene(scene)
    after = compile_scene(voiced(scene, at(runs=7.5, again=40.0), 60.0))
    assert after.lens.hw(after.seconds) == pytest.approx(before.lens.hw(before.seconds))
    paces = {beat.pace for beat in after.scene.beats}
    assert paces == {beat.pace for beat in scene.beats}


def test_pauses_give_what_they_can_spare_and_keep_a_second(scene):
    # 4 s and 2 s can spare 3 s and 1 s: of 2 s that are missing they give 1.5 s and 0.5 s.
    found = voiced(scene, at(stands=5.0, again=9.0), 0.0)
    assert lengths(found)[2:4] == [(2.5, 0), (1.5, 0)]


def test_a_stretch_that_cannot_be_so_short_is_told_with_what_it_takes(scene):
    times = {"runs": Moment(2.0), "stands": Moment(4.0, Place("t.yaml", 2)), "again": Moment(30.0)}
    with pytest.raises(VizError, match=r"t.yaml:2:1: beat 2 take.* at least 3 s, .* gives 2;"):
        voiced(scene, times, 0.0)


def test_the_film_lasts_as_long_as_the_voice(scene):
    assert compile_scene(voiced(scene, {}, 30.0)).seconds == pytest.approx(30)
    assert compile_scene(voiced(scene, {}, 3.0)).seconds == 14


def test_a_voice_that_breathes_in_first_lets_the_first_picture_stand(scene):
    found = voiced(scene, {"1": Moment(1.5)}, 0.0)
    assert lengths(found)[:2] == [(1.5, 0), (2, 0)]
    assert found.beats[0].say == {}


def test_every_wrong_time_is_told_at_once(scene):
    with pytest.raises(VizError) as caught:
        voiced(scene, at(run=1.0, stands=9.0, again=8.0), 0.0)
    told = str(caught.value).splitlines()
    assert "did you mean 'runs'" in told[0]
    assert "beat 5 begins at 8 s, not after beat 3" in told[1]


def test_two_beats_with_one_mark_are_a_fault_of_the_scene():
    with pytest.raises(VizError, match="beat 2 has the mark 'runs' already"):
        scene_from_text(SCENE.replace("mark: again", "mark: runs"))


def test_a_file_of_times_has_marks_and_screen_times(tmp_path):
    file = tmp_path / "t.yaml"
    file.write_text("runs: 2.5\nstands: 1:02.5\n", encoding="utf-8")
    assert {name: moment.seconds for name, moment in read_times(file).items()} == {
        "runs": 2.5,
        "stands": 62.5,
    }
    file.write_text("runs: soon\nstands: [1]\n", encoding="utf-8")
    with pytest.raises(VizError) as caught:
        read_times(file)
    assert len(caught.value.faults) == 2
    assert "wall: 12.5" in str(caught.value)


def tone(decibel, seconds=4.0, hertz=1000):
    """A tone in both channels; at 1 kHz its loudness in LUFS is its level in dBFS (EBU 3341)."""
    x = 10 ** (decibel / 20) * np.sin(2 * np.pi * hertz * np.arange(int(RATE * seconds)) / RATE)
    return np.stack([x, x]).astype(np.float32)


@pytest.mark.parametrize("level", [-23, -33])
def test_a_tone_of_ebu_3341_is_as_loud_as_the_standard_says(level):
    assert measure(tone(level)).loudness == pytest.approx(level, abs=0.1)


@pytest.mark.parametrize("target", [-14, -23])
def test_a_voice_is_set_to_its_loudness(target):
    _, found = set_to(tone(-40), target)
    assert found.loudness == pytest.approx(target, abs=0.3)


def test_peaks_are_held_back_without_loss_of_loudness():
    clicks = tone(-30)
    clicks[:, ::9600] = 0.9  # at -14 LUFS they would be at +15 dB
    _, found = set_to(clicks, -14)
    assert found.loudness == pytest.approx(-14, abs=0.5)
    assert found.peak <= PEAK + 0.6


def test_silence_stays_silence():
    done, found = set_to(np.zeros((2, RATE), np.float32), -14)
    assert found.loudness is None
    assert not done.any()


def recording(path, seconds, beeps, rate=44_100):
    """A file with a beep of a tenth of a second at each time."""
    x = np.zeros(int(rate * seconds))
    beep = 0.3 * np.sin(2 * np.pi * 1000 * np.arange(rate // 10) / rate)
    for start in beeps:
        x[round(start * rate) :][: len(beep)] = beep
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes((x * 32767).astype("<i2").tobytes())
    return path


def heard(file):
    """When each beep is heard in a film's sound."""
    with av.open(file) as film:
        parts = []
        for frame in film.decode(audio=0):
            assert frame.sample_rate == RATE
            parts.append(np.abs(frame.to_ndarray()[0]))
    loud = np.flatnonzero(np.concatenate(parts) > 0.05) / RATE
    return [time for before, time in zip([-9, *loud], loud, strict=False) if time - before > 0.5]


def test_a_beep_after_ten_minutes_is_heard_within_a_frame(tmp_path):
    import io

    voice = read_voice(recording(tmp_path / "v.wav", 601, (1, 300, 600)))
    sound = io.BytesIO(coded(voice.samples, "aac", "mp4"))
    assert heard(sound) == pytest.approx([1, 300, 600], abs=1 / 60)


@pytest.mark.parametrize("name", ["v.flac", "v.mp3", "v.ogg"])
def test_voices_of_other_kinds_are_read(tmp_path, name):
    source = read_voice(recording(tmp_path / "v.wav", 2, (1,)))
    codec = {"v.flac": "flac", "v.mp3": "mp3", "v.ogg": "libopus"}[name]
    with av.open(str(tmp_path / name), "w") as file:
        stream = file.add_stream(codec, rate=RATE, layout="stereo")
        kind = stream.codec_context.format.name
        frame = av.AudioFrame.from_ndarray(source.samples, format="fltp", layout="stereo")
        frame.sample_rate = RATE
        for part in av.AudioResampler(kind, "stereo", RATE, 960).resample(frame):
            file.mux(stream.encode(part))
        file.mux(stream.encode(None))
    assert read_voice(tmp_path / name).seconds == pytest.approx(2, abs=0.1)


def test_a_film_for_cutting_has_its_voice_as_pcm_of_24_bits(tmp_path, monkeypatch):
    """Cutting programs on Linux import no AAC; and not a sample of the voice is moved."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.yaml").write_text(SCENE, encoding="utf-8")
    recording(tmp_path / "v.wav", 15, (1.0, 4.25))
    words = ["film", "two.yaml", "--size", "64x36", "--fps", "20", "--voice", "v.wav"]
    assert main([*words, "-o", "a.mov"]) == 0
    with av.open("a.mov") as film:
        (sound,) = film.streams.audio
        assert (sound.codec_context.name, sound.codec_context.sample_rate) == ("pcm_s24le", RATE)
        parts = [frame.to_ndarray().reshape(-1, 2) for frame in film.decode(audio=0)]
    heard = np.abs(np.concatenate(parts)[:, 0].astype(float))
    assert len(heard) == 15 * RATE
    loud = np.flatnonzero(heard > heard.max() / 4)
    assert abs(loud[0] - RATE) <= 4
    assert any(abs(sample - 4.25 * RATE) <= 4 for sample in loud)


def test_a_film_has_its_voice_as_aac_in_stereo_and_its_sidecar_says_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.yaml").write_text(SCENE, encoding="utf-8")
    recording(tmp_path / "v.wav", 9, (0.5, 4, 8))
    (tmp_path / "v.yaml").write_text("runs: 4\n", encoding="utf-8")
    words = ["film", "two.yaml", "-o", "a.mp4", "--size", "64x36", "--fps", "24"]
    words += ["--captions", "srt"]
    assert main([*words, "--voice", "v.wav", "--loudness", "-23"]) == 0
    assert "Here it stands." in (tmp_path / "a.en.srt").read_text(encoding="utf-8")
    with av.open("a.mp4") as film:
        sound = film.streams.audio[0]
        assert (sound.codec_context.name, sound.codec_context.profile) == ("aac", "LC")
        assert (sound.codec_context.sample_rate, sound.codec_context.layout.name) == (
            RATE,
            "stereo",
        )
        assert film.streams.video[0].frames == 16 * 24  # the pause of 2 s lasts 4 s
    assert heard("a.mp4") == pytest.approx([0.5, 4, 8], abs=1 / 24)
    told = json.loads(sidecar_path(tmp_path / "a.mp4").read_text(encoding="utf-8"))
    assert told["sound"]["loudness"] == pytest.approx(-23, abs=0.3)
    assert [step["to"] for step in told["scenes"][0]["slow_motion"]] == [4, 7, 11, 13, 16]


def test_a_part_of_a_film_has_that_part_of_the_voice(tmp_path):
    import io

    voice = Voice(tone(-20), "digest")
    voice.samples[:, : 2 * RATE] = 0
    job = FilmJob(tmp_path / "a.webm", 64, 36, fps=Fraction(30), frames=90, start=Fraction(1))
    sound = sound_for(job, voice, -23)
    assert isinstance(sound, Sound)
    assert sound.seconds == 3
    assert heard(io.BytesIO(sound.file))[0] == pytest.approx(1, abs=1 / 60)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--voice", "none.wav"], "there is no recording"),
        (["--voice", "two.yaml"], "cannot be read as sound"),
        (["--voice", "v.wav", "-o", "a.gif"], "a .gif film has no sound"),
        (["--voice", "v.wav", "--loudness", "-3"], "-14 (the web), -16 (podcasts) or -23"),
        (["--times", "v.yaml"], "--voice FILE as well"),
        (["--voice", "v.wav", "--lang", "en,zh"], "in several languages"),
        (["--voice", "{lang}/{scene}.wav"], "there is no recording en/two.wav"),
    ],
)
def test_what_cannot_be_spoken_is_one_line(tmp_path, monkeypatch, capsys, words, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.yaml").write_text(SCENE, encoding="utf-8")
    recording(tmp_path / "v.wav", 1, (0.5,))
    assert main(["film", "two.yaml", "--size", "64x36", "--fps", "20", *words]) == EXIT_USAGE
    line = capsys.readouterr().err
    assert told in line
    assert line.count("\n") == 1
    assert not list(tmp_path.glob("*.mp4"))


def test_a_script_is_the_text_to_be_read_with_its_times(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.yaml").write_text(SCENE, encoding="utf-8")
    assert main(["film", "two.yaml", "--script"]) == 0
    lines = [line.split(maxsplit=4) for line in capsys.readouterr().out.splitlines()]
    assert lines[1] == ["0:00", "1", "2.0", "s", "First"]
    assert lines[2] == ["0:02", "runs", "3.0", "s", "It runs"]
    assert lines[3] == ["0:05", "stands", "4.0", "s", "Here it stands."]
    assert lines[-1] == ["0:14", "end"]
    assert [path.name for path in tmp_path.iterdir()] == ["two.yaml"]


def test_a_folder_of_voices_speaks_in_every_language(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.yaml").write_text(SCENE, encoding="utf-8")
    (tmp_path / "voices").mkdir()
    recording(tmp_path / "voices" / "two.en.wav", 9, (1, 8))
    recording(tmp_path / "voices" / "two_zh.wav", 9, (2, 7))
    (tmp_path / "voices" / "two.en.yaml").write_text("runs: 4\n", encoding="utf-8")
    words = ["film", "two.yaml", "--lang", "en,zh", "--size", "64x36", "--fps", "24"]
    assert main([*words, "-o", "a.mp4", "--voice", "voices"]) == 0
    assert heard("a.en.mp4") == pytest.approx([1, 8], abs=1 / 24)
    assert heard("a.zh.mp4") == pytest.approx([2, 7], abs=1 / 24)
    with av.open("a.en.mp4") as en, av.open("a.zh.mp4") as zh:
        frames = [film.streams.video[0].frames for film in (en, zh)]
    assert frames == [16 * 24, 14 * 24]  # only the first has times


PROGRAM = """
title: Two scenes
cards: 2 s
scenes:
  - {scene: race, chapter: The race, beats: [1]}
  - {scene: not_14x, chapter: Not so fast, beats: [1]}
"""


def test_a_program_is_spoken_to_scene_by_scene_after_each_card(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "both.yaml").write_text(PROGRAM, encoding="utf-8")
    recording(tmp_path / "race.en.wav", 20, (1, 19))
    recording(tmp_path / "not_14x.en.wav", 3, (1,))
    words = ["film", "both.yaml", "--size", "64x36", "--fps", "24", "-o", "a.mp4"]
    assert main([*words, "--voice", "{scene}.{lang}.wav", "--captions", "srt"]) == 0
    # A card of 2 s, then the race, as long as its voice; a card of 2 s, then the other.
    assert heard("a.mp4") == pytest.approx([2 + 1, 2 + 19, 2 + 20 + 2 + 1], abs=1 / 24)
    assert "00:00:24,000 --> " in (tmp_path / "a.en.srt").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["film", "both.yaml", "--script"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Two scenes"
    assert [line.split()[0] for line in lines if "The race" in line] == ["0:00"]
    assert lines[3].split()[0] == "0:02"


def test_every_recording_that_is_missing_is_told_before_a_film_is_made(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "voices").mkdir()
    recording(tmp_path / "voices" / "race.en.wav", 1, (0.5,))
    words = ["film", "all", "--lang", "en,zh", "-o", "films", "--voice", "voices"]
    assert main(words) == EXIT_USAGE
    told = capsys.readouterr().err
    assert told.count("there is no recording of") == 2 * len(scene_names()) - 1
    assert "there is no recording of race in 'zh' in voices; write voices/race.zh.wav" in told
    assert not list(tmp_path.glob("**/*.mp4"))
    (tmp_path / "both.yaml").write_text(PROGRAM, encoding="utf-8")
    assert main(["film", "both.yaml", "--voice", "voices/race.en.wav"]) == EXIT_USAGE
    assert "one recording cannot speak to several scenes" in capsys.readouterr().err


def test_a_recorded_run_takes_its_sound_as_it_is(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    recording(tmp_path / "room.wav", 8, (1, 5))
    take = Take(steps=(Step(0.0, ScreenSeconds(3.0), 0.0),), seconds=6.0)
    (tmp_path / "run.yaml").write_text(to_text("weights_stay", take), encoding="utf-8")
    words = ["film", "--take", "run.yaml", "--size", "64x36", "--fps", "20", "-o", "a.mp4"]
    assert main([*words, "--voice", "room.wav"]) == 0
    assert heard("a.mp4") == pytest.approx([1, 5], abs=1 / 20)
    (tmp_path / "room.yaml").write_text("a: 1\n", encoding="utf-8")
    words += ["--overwrite", "--voice", "room.wav", "--times", "room.yaml"]
    assert main(words) == EXIT_USAGE
    assert "a recorded run has its own times" in capsys.readouterr().err
