"""The doctor sees what is missing, says what to do, and never falls ill itself."""

import json
from importlib import metadata

import pytest

from viz.cli import doctor_command, main
from viz.cli.doctor_command import examine, satisfies


def findings():
    return {finding.what: finding for finding in examine()}


def test_a_healthy_installation_has_no_fault(capsys):
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert "All that is needed works." in told
    assert "fault" not in told


def test_json_is_nothing_but_json(capsys):
    assert main(["doctor", "--json"]) == 0
    found = {one["what"]: one for one in json.loads(capsys.readouterr().out)}
    assert found["av"]["found"] == metadata.version("av")
    assert found["encoder libx264"]["state"] == "ok"
    assert len(found["font"]["found"].rpartition("SHA-256 ")[2]) == 16


def test_two_pygames_are_a_fault_with_the_cure(monkeypatch, capsys):
    true_version = metadata.version
    monkeypatch.setattr(
        metadata, "version", lambda name: "2.6.1" if name == "pygame" else true_version(name)
    )
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert "both are installed (pygame 2.6.1)" in told
    assert "pip uninstall -y pygame pygame-ce && pip install pygame-ce" in told


def test_a_missing_encoder_is_a_fault_and_the_others_are_still_looked_at(monkeypatch):
    monkeypatch.setattr(doctor_command, "has_encoder", lambda name: name != "libx264")
    found = findings()
    assert found["encoder libx264"].state == "fault"
    assert "pip install" in found["encoder libx264"].advice
    assert found["encoder png"].state == "ok"
    assert "scenes" in found


def test_a_font_that_is_not_the_one_of_its_wheel_is_a_fault(monkeypatch, tmp_path):
    import viz.paint.surface

    path = tmp_path / viz.paint.surface.font_path().name
    path.write_bytes(b"not a font")
    monkeypatch.setattr(viz.paint.surface, "font_path", lambda: path)
    found = findings()["font"]
    assert found.state == "fault"
    assert "not the file of its wheel" in found.found


def test_an_old_package_is_a_fault_that_names_what_is_needed(monkeypatch):
    true_version = metadata.version
    monkeypatch.setattr(
        metadata, "version", lambda name: "6.0.3" if name == "pyyaml" else true_version(name)
    )
    found = findings()["pyyaml"]
    assert found.state == "fault"
    assert found.found == "6.0.3, but >=6.0.4 is needed"
    assert found.advice == "pip install 'pyyaml>=6.0.4'"


def test_no_display_is_a_note_and_no_fault(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    found = findings()["display"]
    assert found.state == "note"
    assert "viz film" in found.advice


def test_a_look_that_fails_is_a_finding_and_not_a_traceback(monkeypatch):
    def broken(_name):
        raise OSError("the disk is gone")

    monkeypatch.setattr(doctor_command, "has_encoder", broken)
    found = findings()
    assert found["encoders"].state == "fault"
    assert "the disk is gone" in found["encoders"].found


@pytest.mark.parametrize(
    ("version", "wanted", "good"),
    [
        ("2.5.8", ">=2.5.8,<2.6", True),
        ("2.6.0", ">=2.5.8,<2.6", False),
        ("2.5.10", ">=2.5.8", True),
        ("6.0.3", ">=6.0.4", False),
        ("18.1.0", ">=18", True),
        ("2.0", "==2", True),
        ("3.0rc1", ">=3", True),
        ("1", "", True),
    ],
)
def test_versions_are_compared_by_their_numbers(version, wanted, good):
    assert satisfies(version, wanted) is good


def test_the_folder_of_takes_and_talks_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr("viz.live.state.folder", lambda: tmp_path / "new" / "viz")
    (finding,) = doctor_command.state()
    assert (finding.state, finding.found) == ("ok", str(tmp_path / "new" / "viz"))
