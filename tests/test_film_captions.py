"""Captions that can be read, chapters that sites take, transcripts: by published rules."""

import re
import subprocess
import time
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import av
import pytest
import tools

from viz.cli import main
from viz.film.captions import ass, bilingual, blocks_of, captions, rule_of, srt, too_quick, vtt
from viz.film.question_text import Answered
from viz.film.script import (
    Said,
    chapters,
    ffmetadata,
    joined,
    narrated,
    told_by,
    told_by_replay,
    transcript,
    upload_text,
    within,
)
from viz.film.tracks import Chapter, Cue, Track
from viz.picture.replay import Replay
from viz.scene.find import scene_names
from viz.scene.load_scene import load_scene, scene_from_text
from viz.scene.types import Beat, Question
from viz.scene.voice_timing import Moment, voiced
from viz.show import open_show
from viz.stage.look import Look
from viz.timeline.clocks import ScreenSeconds
from viz.timeline.compile import compile_scene
from viz.timeline.take import Step, Take
from viz.timeline.take_file import to_text

LIMITS = {"en": (42, 20), "zh": (16, 9)}  # signs a line, signs a second
FPS = Fraction(60)
at = ScreenSeconds


def say(start, end, text, **more):
    return Said(Fraction(start), Fraction(end), Beat(float(end - start), say={"en": text}, **more))


def signs(text, lang):
    """Signs of a text; in Chinese those of half the width are half a sign."""
    return sum(0.5 if lang == "zh" and ord(sign) < 256 else 1 for sign in text)


@pytest.mark.parametrize("lang", LIMITS)
@pytest.mark.parametrize("name", scene_names())
def test_the_captions_of_every_scene_can_be_read(name, lang):
    show = open_show(name)
    seconds = Fraction(show.seconds)
    track = captions(told_by(show.timeline), lang, seconds, FPS)
    line, speed = LIMITS[lang]
    assert track.cues
    for cue in track.cues:
        assert len(cue.lines) <= 2
        assert all(signs(text, lang) <= line for text in cue.lines), cue
        assert Fraction(5, 6) <= cue.end - cue.start <= 7, cue
        read = sum(signs(text, lang) for text in cue.lines)
        assert read <= speed * (cue.end - cue.start), cue
    for one, other in pairwise(track.cues):
        assert other.start - one.end >= 2 / FPS
    assert track.cues[-1].end <= seconds
    assert too_quick(track) == ()


def test_no_player_takes_a_part_of_a_caption_for_a_command():
    text = "{\\an8}up <b>bold</b> --> a < b {c}"
    told = srt(Track("en", (Cue(Fraction(0), Fraction(2), (text,)),)))
    assert told.count("-->") == 1
    assert "{\\" not in told
    assert not re.search("<[/a-z]", told)
    assert text in told.replace("\u2060", "")  # and not a sign of it is lost


def test_a_voice_longer_than_its_beat_has_one_caption_that_stays():
    """The pause that is put after the beat says the same: it is no caption of its own."""
    text = "title: T\nmodel: llama-3.1-70b\nleft: 8 x h100\nbeats:\n"
    text += (
        "  - {say: It runs, for: 3 s, pace: 1 ms per second}\n  - {say: Next, for: 2 s, mark: n}\n"
    )
    scene = voiced(scene_from_text(text), {"n": Moment(6.0)}, 8.0)
    assert len(scene.beats) == 3
    told = told_by(compile_scene(scene))
    assert [(one.start, one.end) for one in told] == [(0, 6), (6, 8)]
    (first, _) = captions(told, "en", Fraction(8), FPS).cues
    assert (first.start, first.end) == (0, 6 - 2 / FPS)
    assert transcript(told, "T", "en").count("It runs") == 1


def test_a_long_text_is_parted_where_sentences_end_and_shares_its_time():
    text = (
        "The first sentence is here. "
        "A second one that is rather longer than the first, with a comma."
    )
    track = captions([say(0, 9, text)], "en", Fraction(10), FPS)
    assert [" ".join(cue.lines) for cue in track.cues] == [
        "The first sentence is here.",
        "A second one that is rather longer than the first, with a comma.",
    ]
    assert track.cues[0].start == 0
    assert track.cues[1].start == Fraction(9 * 27, 27 + 63)  # signs that are read, both lines' own


def test_no_caption_ends_with_a_single_word_of_its_own():
    text = " ".join(["word"] * 40)
    blocks = blocks_of(text, rule_of("en"))
    assert " ".join(" ".join(lines) for lines in blocks) == text
    assert min(sum(map(len, lines)) for lines in blocks) > 30


def test_chinese_is_not_parted_within_a_number_or_before_a_comma():
    text = "每生成一个词元，全部140GB权重都要从显存搬到计算核心一次，所以带宽决定速度，而不是算力"
    for lines in blocks_of(text, rule_of("zh")):
        for line in lines:
            assert signs(line, "zh") <= 16
            assert line[0] not in "，。"
            assert not re.match(r"^\d", line) or line.startswith("140GB")


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        (
            "我们用的是GPT-4.1-mini和Llama-3.1-70B-Instruct模型来回答这个问题",
            ("GPT-4.1-mini", "Llama-3.1-70B-Instruct", "模型"),
        ),
        (
            "每个词元都要从显存读取全部140 GB权重，一共需要41.8 ms才能读完一遍",
            ("140 GB", "41.8 ms", "权重"),
        ),
        ("屏幕上写着“权重不动，词元流动”这八个字，意思是什么都不用再搬", ("“权重不动，词元流动”",)),
    ],
)
def test_names_numbers_with_units_quotes_and_words_are_never_parted(text, whole):
    blocks = blocks_of(text, rule_of("zh"))
    lines = [line for block in blocks for line in block]
    assert "".join("".join(line.split()) for line in lines) == "".join(text.split())
    for word in whole:
        assert any(word in line for line in lines), (word, lines)


def test_an_english_number_keeps_its_unit_and_a_quote_its_words():
    text = "It moves 140 GB of weights for each token at 3.35 TB/s, and “weights stay” is said once more"
    for size in range(30, 43):
        rule = replace(rule_of("en"), line=size)
        lines = [line for block in blocks_of(text, rule) for line in block]
        for word in ("140 GB", "3.35 TB/s", "“weights stay”"):
            assert any(word in line for line in lines), lines


def test_a_caption_may_stand_into_silence_but_never_after_the_end():
    said = [
        say(0, Fraction(1, 2), "Short."),
        say(Fraction(1, 2), 4, ""),
        say(4, 4 + Fraction(1, 4), "End."),
    ]
    first, last = captions(said, "en", Fraction(17, 4), FPS).cues
    assert first.end - first.start == Fraction(5, 6)
    assert last.end <= Fraction(17, 4)


def test_what_is_said_too_quickly_is_told():
    track = captions(
        [say(0, 1, "This is far too much to be read within one second.")], "en", Fraction(1), FPS
    )
    assert len(too_quick(track)) == 1


def test_srt_has_commas_and_vtt_has_points_and_its_name():
    cues = (
        Cue(Fraction(0), Fraction(3, 2), ("a < b",)),
        Cue(Fraction(3725), Fraction(37251, 10), ("c",)),
    )
    track = Track("en", cues)
    assert srt(track) == (
        "1\n00:00:00,000 --> 00:00:01,500\na < b\n\n2\n01:02:05,000 --> 01:02:05,100\nc\n"
    )
    assert vtt(track) == (
        "WEBVTT\nLanguage: en\n\n00:00:00.000 --> 00:00:01.500\na &lt; b\n\n"
        "01:02:05.000 --> 01:02:05.100\nc\n"
    )


@pytest.mark.parametrize("name", scene_names())
@pytest.mark.parametrize("lang", LIMITS)
def test_the_chapters_of_every_scene_are_those_that_upload_sites_take(name, lang):
    show = open_show(name)
    found = chapters(told_by(show.timeline), lang)
    assert found[0].start == 0
    assert float(found[-1].end) == pytest.approx(show.seconds, abs=1e-9)
    for one, other in pairwise(found):
        assert one.end == other.start
    assert all(chapter.end - chapter.start >= 10 for chapter in found)
    assert all(0 < len(chapter.title) < 50 for chapter in found)


def test_fewer_than_three_chapters_give_no_text_for_an_upload():
    three = tuple(Chapter(Fraction(n * 10), Fraction(n * 10 + 10), f"Part {n}") for n in range(3))
    assert upload_text(three) == "0:00 Part 0\n0:10 Part 1\n0:20 Part 2\n"
    assert upload_text(three[:2]) == ""


def test_ffmetadata_escapes_what_ffmpeg_reads_as_its_own():
    found = (Chapter(Fraction(0), Fraction(21, 2), "a=b; #1\\"),)
    assert ffmetadata(found, "T") == (
        ";FFMETADATA1\ntitle=T\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=10500\n"
        "title=a\\=b\\; \\#1\\\\\n"
    )


def test_a_part_of_a_film_counts_its_captions_from_its_own_start():
    said = [say(0, 5, "One."), say(5, 10, "Two."), say(10, 15, "Three.")]
    part = within(said, Fraction(7), Fraction(4))
    assert [(one.start, one.end, one.words("en")) for one in part] == [
        (0, 3, "Two."),
        (3, 4, "Three."),
    ]


ASK = Question({"en": "Which?"}, ({"en": "this"}, {"en": "that"}), answer=1)


def test_a_transcript_numbers_the_choices_as_the_screen_does_and_says_when_the_answer_comes():
    asked = replace(say(65, 75, "", ask=ASK), answer=Answered(Fraction(71), 1))
    told = transcript([say(0, 5, "Look."), asked], "Title", "en")
    assert told == (
        "Title\n\n0:00  Look.\n1:05  Which?\n      1  this\n      2  that\n1:11  Answer: 2, that\n"
    )


def test_captions_hold_a_question_with_its_choices_and_then_the_answer():
    asked = replace(say(0, 10, "", ask=ASK), answer=Answered(Fraction(6), 1, "7 GB"))
    track = captions([asked], "en", Fraction(10), FPS)
    assert [(cue.start, cue.text.replace("\u00a0", " ")) for cue in track.cues] == [
        (0, "Which? ① this ② that"),
        (6, "Answer: 2, that (7 GB)"),
    ]


def test_a_question_with_too_little_time_borrows_of_the_answers_and_no_choice_is_parted():
    choices = ({"en": "a first choice of many words"}, {"en": "a second one as long as that is"})
    ask = Question({"en": "Which of the two would you say it is here?"}, choices, answer=0)
    # 42 signs and 30 and 33: 105 want 5.25 s and the gaps; there are 5 s.
    asked = replace(say(0, 10, "", ask=ask), answer=Answered(Fraction(5), 0))
    track = captions([asked], "en", Fraction(10), FPS)
    assert too_quick(track) == ()
    assert Fraction(5) < track.cues[-1].start <= Fraction(5) + Fraction(3, 4)
    assert track.cues[1].lines == (
        "①\u00a0a first choice of many words",
        "②\u00a0a second one as long as that is",
    )


def test_a_run_that_stops_before_the_answer_does_not_tell_it():
    scene = load_scene("weights_stay")
    span = next(one for one in compile_scene(scene).beats if one.beat.ask)
    until = float(span.start) + 0.5
    for seconds, seen in ((until, False), (float(span.end) - 0.1, True)):
        take = Take(steps=(Step(0.0, at(0.0), 1.0),), seconds=seconds)
        last = told_by_replay(Replay(scene, take, Look()))[-1]
        assert (last.answer is not None) == seen
    assert span.start < last.answer.at < span.end


def test_both_languages_have_the_same_length_and_the_same_steps():
    english, chinese = (open_show("weights_stay", lang=lang) for lang in ("en", "zh"))
    assert english.seconds == chinese.seconds
    one, other = told_by(english.timeline), told_by(chinese.timeline)
    assert [(s.start, s.end) for s in one] == [(s.start, s.end) for s in other]


def test_a_recorded_run_is_captioned_at_its_own_seconds_with_its_pauses_and_jumps():
    scene = load_scene("weights_stay")
    first, second, third, fourth = (span.beat for span in compile_scene(scene).beats[:4])
    one, two, three = first.seconds, first.seconds + second.seconds, third.seconds
    end = two + three
    take = Take(
        steps=(
            Step(0.0, at(0.0), 1.0),
            Step(1.0, at(1.0), 0.0),  # held for 10 s
            Step(11.0, at(1.0), 1.0),
            Step(11.0 + one, at(one + 1), 2.0),  # in the second beat, twice as fast
            Step(12.0 + one, at(end + 0.5), 0.0),  # dragged along the line: 0.2 s in the fourth,
            Step(12.2 + one, at(0.5), 1.0),  # and back to the first
        ),
        seconds=13.2 + one,
    )
    told = told_by_replay(Replay(scene, take, Look()))
    assert [beat.beat for beat in told] == [first, second, first]
    assert fourth not in [beat.beat for beat in told]
    starts = [float(beat.start) for beat in told]
    assert starts == pytest.approx([0.0, 10.0 + one, 12.2 + one], abs=1e-5)
    assert float(told[-1].end) == pytest.approx(13.2 + one, abs=1e-5)


def test_a_film_of_a_take_has_captions_chapters_and_a_transcript(tmp_path):
    file, film = tmp_path / "lesson.yaml", tmp_path / "lesson.mp4"
    take = Take(
        steps=(Step(0.0, at(0.0), 1.0), Step(2.0, at(2.0), 0.0), Step(20.0, at(20.0), 1.0)),
        seconds=40.0,
    )
    file.write_text(to_text("weights_stay", take), encoding="utf-8")
    words = ["film", "--take", str(file), "--size", "64x36", "--fps", "2", "-o", str(film)]
    words += ["--captions", "srt,track", "--caption-lang", "en,zh", "--chapters", "file,ffmetadata"]
    assert main([*words, "--transcript"]) == 0
    scene = load_scene("weights_stay")
    srt = (tmp_path / "lesson.en.srt").read_text(encoding="utf-8")
    assert srt.startswith("1\n00:00:00,000 --> ")
    assert scene.beats[0].say["en"] in " ".join(srt.split())
    later = compile_scene(scene).span(at(20.0))
    assert "\n00:00:20,000 --> " in srt
    assert later.beat.tell["zh"] in (tmp_path / "lesson.zh.txt").read_text(encoding="utf-8")
    assert "START=20000" in (tmp_path / "lesson.ffmetadata").read_text(encoding="utf-8")
    with av.open(str(film)) as made:
        assert [stream.language for stream in made.streams.subtitles] == ["eng", "zho"]


def test_a_narrator_is_heard_in_captions_and_transcript_and_its_pauses_are_of_its_sentence():
    told = {"en": "The sentence that a narrator says meanwhile."}
    said = [
        say(0, 4, "Short."),
        say(4, 8, "Line.", tell=told),
        say(8, 10, "Line."),
        say(10, 12, "B"),
    ]
    heard = narrated(joined(said))
    assert [(one.start, one.end, one.words("en")) for one in heard] == [
        (0, 4, "Short."),
        (4, 10, told["en"]),
        (10, 12, "B"),
    ]
    assert f"0:04  {told['en']}\n" in transcript(said, "Title", "en")
    assert [one.words("en") for one in said][1] == "Line."


def test_captions_are_written_without_filming_and_soon(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    before = time.process_time()
    assert main(["captions", "weights_stay", "-o", "x.srt", "--lang", "en,zh"]) == 0
    assert time.process_time() - before < 1
    scene = load_scene("weights_stay")
    for lang in ("en", "zh"):
        text = (tmp_path / f"x.{lang}.srt").read_text(encoding="utf-8")
        assert scene.beats[0].say[lang] in " ".join(text.split())
    assert main(["captions", "weights_stay", "-o", "x.txt"]) == 2
    assert main(["captions", "weights_stay", "-o", "x.ass", "--style", "plat"]) == 2
    assert "did you mean 'plate'" in capsys.readouterr().err


@pytest.mark.parametrize("name", scene_names())
def test_bilingual_captions_have_a_line_of_each_and_lose_no_word(name):
    show = open_show(name)
    told = told_by(show.timeline)
    track = bilingual(told, ("en", "zh"), Fraction(show.seconds), FPS)
    for one, other in pairwise(track.cues):
        assert other.start - one.end >= 2 / FPS
    for cue in track.cues:
        assert len(cue.lines) <= 2
        assert signs(cue.lines[0], "en") <= 42
        assert signs(cue.lines[-1], "zh") <= 42
    for lang in ("en", "zh"):
        said = "".join("".join(row[2]) for one in told for row in one.lines(lang))
        seen = "".join("".join(cue.lines) for cue in track.cues)
        left = "".join(sign for sign in said if not sign.isspace())
        for sign in "".join(seen.split()):  # in their order, among those of the other language
            left = left[1:] if left[:1] == sign else left
        assert left == ""


@pytest.mark.parametrize("style", ["outline", "plate", "large"])
def test_ass_is_what_ffmpeg_reads_and_takes_no_text_for_a_command(tmp_path, style):
    cues = (Cue(Fraction(1), Fraction(5, 2), ("{\\an8}a", "\\Nb {c}")),)
    file = tmp_path / "a.ass"
    file.write_text(ass(Track("en", cues), (1920, 1080), style), encoding="utf-8")
    run = subprocess.run(
        [tools.need("ffmpeg", "ffmpeg"), "-v", "error", "-i", str(file), "-f", "srt", "-"],
        capture_output=True, check=True,
    )  # fmt: skip
    told = run.stdout.decode()
    assert "00:00:01,000 --> 00:00:02,500" in told
    assert not run.stderr
    assert "｛\\an8｝a" in told.replace("\u2060", "")
    assert "\\Nb ｛c｝" in told.replace("\u2060", "")
