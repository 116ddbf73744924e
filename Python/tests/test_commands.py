# SPDX-License-Identifier: Apache-2.0
"""What runs the command: evaluate, trips, simulate, and the script itself."""

from __future__ import annotations

import json
import subprocess
import sys

import pandas as pd
import pytest

import gaitway


def test_evaluate_gives_the_commands_figures(datasets, command):
    manifest = datasets / "labelled" / "manifest.csv"
    expected = json.loads(command("evaluate", manifest, "--json", "-").stdout)
    evaluation = gaitway.evaluate(manifest)
    assert evaluation.figures == expected
    assert evaluation.macro_f1 == expected["macro_f1"]
    confusion = evaluation.confusion
    assert confusion.loc["walking", "walking"] == expected["confusion"]["counts"][1][1]
    assert confusion.to_numpy().sum() == evaluation.classes["windows"].sum()


def test_evaluate_chooses_rows(datasets):
    manifest = datasets / "labelled" / "manifest.csv"
    both = gaitway.evaluate(manifest, where={"user": ["ann", "ben"]})
    assert 0 < both.confusion.to_numpy().sum() < gaitway.evaluate(manifest).confusion.to_numpy().sum()


def test_evaluate_of_what_is_not_there(command):
    with pytest.raises(gaitway.InputError) as caught:
        gaitway.evaluate("no such manifest.csv")
    assert f"gaitway: {caught.value}\n" == command("evaluate", "no such manifest.csv").stderr
    assert caught.value.source == "no such manifest.csv"
    assert caught.value.remedy == "check the path and its permissions"


def test_options_that_do_not_go_together(datasets):
    with pytest.raises(gaitway.UsageError, match="cross_validate") as caught:
        gaitway.evaluate(datasets / "labelled" / "manifest.csv", judge={"user": "ann"})
    assert "--" not in str(caught.value)


def test_remedies_name_keyword_arguments(tmp_path, command):
    (tmp_path / "ride.csv").write_text("nothing\n")
    manifest = tmp_path / "manifest.csv"
    manifest.write_text("recording,activity\nride.csv,walking\n")
    assert "--allow-skipped" in command("evaluate", manifest, options=True).stderr
    with pytest.raises(gaitway.InputError) as caught:
        gaitway.evaluate(manifest)
    texts = "\n".join([str(caught.value), *getattr(caught.value, "__notes__", [])])
    assert "set allow_skipped" in texts
    assert "--" not in texts


def test_trips(datasets, command):
    track = datasets / "day" / "day.gpx"
    timeline = gaitway.trips(track, time_zone="Etc/UTC")
    assert timeline.document == json.loads(
        command("trips", "--track", track, "--format", "json", "--time-zone", "Etc/UTC").stdout
    )
    items = timeline.items
    assert (items["end"][:-1].to_numpy() == items["start"][1:].to_numpy()).all()
    assert set(timeline.sections["item"]) == set(items.index[items["kind"] == "move"])


def test_trips_with_what_classify_found(datasets, command, tmp_path):
    ride = datasets / "commute"
    stream = tmp_path / "stream.ndjson"
    stream.write_text(command("classify", ride, "--format", "ndjson").stdout)
    expected = json.loads(command("trips", "--track", ride, "--activities", stream, "--format", "json").stdout)
    table = gaitway.classify(ride, rows="changes")
    assert gaitway.trips(ride, activities=table).document == expected
    assert gaitway.trips(ride, activities=stream).document == expected


def test_simulate(datasets, command):
    track, places = datasets / "day" / "day.gpx", datasets / "day" / "places.csv"
    lines = command("simulate", "--track", track, "--places", places, "--format", "ndjson").stdout.splitlines()
    simulation = gaitway.simulate(track, places)
    assert len(simulation.decisions) == len(lines) - 1
    assert simulation.decisions["decision"].tolist() == [json.loads(line)["decision"] for line in lines[:-1]]
    assert simulation.summary == json.loads(lines[-1])
    late = gaitway.simulate(track, places, delay=240, seed=3, strategy="nearest", profile="here")
    assert late.summary["policy"] == "here"
    assert late.summary["median_delay"] > 0


def test_simulate_without_places(datasets):
    with pytest.raises(gaitway.InputError, match=r"none.csv"):
        gaitway.simulate(datasets / "day" / "day.gpx", "none.csv")


def test_a_table_that_is_no_stream(datasets):
    with pytest.raises(gaitway.UsageError, match="no column"):
        gaitway.trips(datasets / "commute", activities=pd.DataFrame({"a": [1]}))


def test_streams_are_read_back(datasets, command, tmp_path):
    path = tmp_path / "stream.ndjson"
    text = command("classify", datasets / "bike", "--format", "ndjson").stdout
    path.write_text(text)
    assert gaitway.to_stream(gaitway.read_stream(path)) == text
    path.write_text(text[: len(text) // 2])
    assert "end" not in gaitway.read_stream(path).attrs
    for broken, message in [
        ("", "nothing in it"),
        ("{}\n", "no header"),
        ("x\n", "not JSON"),
        (text + text, "second stream"),
    ]:
        path.write_text(broken)
        with pytest.raises(gaitway.InputError, match=message):
            gaitway.read_stream(path)
    with pytest.raises(gaitway.InputError, match="cannot be read"):
        gaitway.read_stream(tmp_path / "none")


def test_the_script_is_the_command(command):
    done = subprocess.run([sys.executable, "-m", "gaitway", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == command("--version").stdout
    assert done.stdout.split()[-1] == gaitway.__version__
    missing = subprocess.run(
        [sys.executable, "-m", "gaitway", "classify", "none.csv"], capture_output=True, text=True, check=False
    )
    assert missing.returncode == 3


def test_no_command(monkeypatch, datasets):
    monkeypatch.setenv("GAITWAY_COMMAND", "/nowhere/gaitway")
    with pytest.raises(gaitway.LibraryError, match="/nowhere/gaitway"):
        gaitway.evaluate(datasets / "labelled" / "manifest.csv")


def test_any_subcommand(datasets, command, tmp_path):
    places = datasets / "day" / "places.csv"
    assert gaitway.run("places", "check", places).text == command("places", "check", places).stdout
    log = (datasets / "labelled" / "ann-walking.csv").read_text()
    piped = gaitway.run("classify", "-", standard_input=log, format="ndjson").json()
    assert piped[0]["gaitway"] == "activity-stream"
    with pytest.raises(gaitway.InputError) as caught:
        gaitway.run("places", "check", tmp_path / "none.csv")
    assert caught.value.source == str(tmp_path / "none.csv")
    with pytest.raises(gaitway.UsageError):
        gaitway.run("places", "nothing")
    store = tmp_path / "days.sqlite"
    gaitway.run("trips", track=datasets / "day" / "day.gpx", store=store, time_zone="Etc/UTC", format="json")
    stats = gaitway.run("trips", "stats", store=store, time_zone="Etc/UTC")
    assert stats.text == command("trips", "stats", "--store", store, "--time-zone", "Etc/UTC").stdout != ""


def test_a_failed_check_has_its_output(tmp_path):
    scenario = tmp_path / "wrong.txt"
    scenario.write_text("nothing of a scenario\n")
    with pytest.raises(gaitway.GaitwayError):
        gaitway.run("gate", "check", scenario)


def test_inspect_and_manifest(datasets, command, tmp_path):
    rides = [datasets / "walk", datasets / "run"]
    expected = command("inspect", "--json", *rides).stdout.splitlines()
    assert gaitway.inspect(rides) == [json.loads(line) for line in expected]
    table = gaitway.manifest(rides[0], activity="walking")
    table.to_csv(tmp_path / "manifest.csv", index=False)
    assert (tmp_path / "manifest.csv").read_text() == command("manifest", rides[0], "--activity", "walking").stdout
    with pytest.raises(gaitway.InputError):
        gaitway.inspect(tmp_path / "none")


def test_export(tmp_path, command):
    gaitway.Model().export(tmp_path / "a.c", format="c")
    command("model", "export", "default", "--format", "c", "--output", tmp_path / "b.c")
    assert (tmp_path / "a.c").read_bytes() == (tmp_path / "b.c").read_bytes()
    with pytest.raises(gaitway.GaitwayError):
        gaitway.Model().export(tmp_path / "a.c", format="c")
