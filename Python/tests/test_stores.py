# SPDX-License-Identifier: Apache-2.0
"""Stores with corrections, against the command; scenarios, places, adapting and tuning."""

from __future__ import annotations

import datetime
import json

import pandas as pd
import pytest

import gaitway


@pytest.fixture
def store(datasets, tmp_path):
    made = gaitway.Store(tmp_path / "life.sqlite", time_zone="Europe/Berlin")
    assert "new to the store: 1357 fixes" in made.add(datasets / "day" / "day.gpx")[0]
    return made


def test_a_store_has_the_commands_timeline(store, command):
    expected = command("trips", "--store", store.path, "--time-zone", "Europe/Berlin", "--format", "json").stdout
    assert store.timeline().document == json.loads(expected)
    assert store.timeline(day=datetime.date(2026, 5, 4)).document["items"] == json.loads(expected)["items"]
    with pytest.raises(gaitway.InputError, match="nothing from 2026-05-05 to 2026-05"):
        store.timeline(from_="2026-05-05", to="2026-05")
    assert (
        store.page().html
        == command("trips", "--store", store.path, "--time-zone", "Europe/Berlin", "--report", "-").stdout
    )
    assert "Timeline of Monday" in gaitway.page(store).title
    assert len(store.plot().get_yticklabels()) == 1


def test_adding_again_changes_nothing(store, datasets):
    before = store.timeline().document
    assert "nothing in it is new to the store" in store.add(datasets / "day" / "day.gpx")[0]
    assert store.timeline().document == before


def test_what_classify_found_goes_in(datasets, tmp_path):
    store = gaitway.Store(tmp_path / "one.sqlite", time_zone="Etc/UTC")
    store.add(datasets / "commute", activities=gaitway.classify(datasets / "commute", rows="changes"))
    assert set(store.timeline().sections["evidence"]) == {"reports"}


def test_each_kind_of_correction(store):
    """Each is kept, has its content and its row, and changes the timeline."""
    home, work, other = store.places.index
    day = "2026-05-04T"
    for kind, values, options in [
        ("name", (home, "Home"), {}),
        ("radius", ("Home", 150), {}),
        ("activity", ("running",), {"from_": day + "14:12", "to": day + "14:13"}),
        ("vehicle", ("bus",), {"from_": day + "09:48", "to": pd.Timestamp(day + "07:52", tz="UTC")}),
        ("split", (datetime.datetime(2026, 5, 4, 9, tzinfo=datetime.UTC),), {}),
        ("boundary", (day + "09:43:36", day + "09:42"), {}),
        ("stay", ("Corner café",), {"from_": day + "15:10", "to": day + "15:20", "near": (47.1, 8.2)}),
        ("gap", (), {"from_": day + "18:00", "to": day + "18:10"}),
        (
            "trip",
            ("cycling",),
            {"from_": day + "18:02", "to": day + "18:08", "along": [(47.05, 8.2), (47.06, 8.21)]},
        ),
        ("merge", ("visit",), {"from_": day + "14:15", "to": day + "15:05"}),
        ("same-place", (other, work), {}),
    ]:
        before = store.timeline().document
        made = store.correct(kind, *values, **options)
        assert made.fits
        assert made == store.corrections[-1]
        assert made.content, kind
        assert made.kind == made.content["kind"] == ("visit" if kind == "merge" else kind)
        assert "\n" not in repr(made)
        assert store.timeline().document != before, kind
    assert [one.number for one in store.corrections] == list(range(1, 12))
    assert "+02:00 to 2026-05-04 09:52:00 +02:00" in store.corrections[3].text
    assert store.corrections[6].content["place"] == {"latitude": 47.1, "longitude": 8.2, "identifier": "Corner café"}
    places = store.places
    assert set(places["name"].dropna()) == {"Home", "Corner café"}
    assert (store.timeline().sections["vehicle"] == "bus").sum() == 1


def test_withdrawing(store):
    before = store.timeline().document
    first = store.correct("name", store.places.index[0], "Home")
    second = store.correct("gap", from_="2026-05-04T18:00", to="2026-05-04T18:10")
    store.withdraw(first)
    assert store.corrections == [second]
    store.withdraw(second.number)
    assert store.corrections == []
    assert store.timeline().document == before
    with pytest.raises(gaitway.InputError):
        store.withdraw(7)


def test_corrections_move_to_another_store(store, datasets, tmp_path):
    store.correct("name", store.places.index[0], "Home")
    store.correct("vehicle", "tram", from_="2026-05-04T09:48", to="2026-05-04T09:52")
    other = gaitway.Store(tmp_path / "other.sqlite", time_zone="Europe/Berlin")
    other.add(datasets / "commute")
    waiting = other.import_corrections(store.export_corrections())
    assert [one.fits for one in waiting] == [False, False]
    assert "fits nothing" in repr(waiting[0])
    other.add(datasets / "day" / "day.gpx")
    assert other.corrections == store.corrections
    content = json.loads(store.export_corrections())
    assert other.import_corrections(content) == store.corrections
    content["corrections"][0]["kind"] = "nonsense"
    with pytest.raises(gaitway.InputError):
        other.import_corrections(content)


def test_corrections_that_are_refused(store):
    with pytest.raises(gaitway.InputError, match="nearest"):
        store.correct("boundary", "2026-05-04T03:00", "2026-05-04T04:00")
    with pytest.raises(gaitway.UsageError, match="same-place"):
        store.correct("join", "a", "b")  # type: ignore[arg-type]
    with pytest.raises(gaitway.GaitwayError):
        store.correct("activity", "flying", from_="2026-05-04T14:12", to="2026-05-04T14:13")
    assert store.corrections == []


def test_places_and_sums(store, command, tmp_path):
    words = ("--store", store.path, "--time-zone", "Europe/Berlin")
    table = pd.read_csv(
        pd.io.common.StringIO(command("trips", "stats", *words, "--by", "day", "--format", "csv").stdout)
    )
    stats = store.stats("day")
    assert stats["duration_s"].equals(table["duration_s"])
    assert stats["start_utc"].dt.tz is not None
    assert store.timeline().stats("day")["distance_m"].round().equals(stats["distance_m"].round())
    places = store.places
    visits = stats[stats["kind"] == "visit"].iloc[-1]
    assert places["visits"].sum() == visits["count"]
    assert places["duration"].sum() == visits["duration_s"]
    assert store.stats("trip", from_="2026-05", to="2026-05-04")["count"].sum() == 4


def test_forgetting(store):
    before = store.timeline().document
    assert "would forget" in store.forget(day="2026-05-04", dry_run=True)
    assert store.timeline().document == before
    store.forget(near=(47.0056, 7.9928), radius=200)
    left = store.timeline().places
    assert not ((left["latitude"] - 47.0056).abs() < 1e-3).any()
    store.forget(from_="2026-05-04T00:00", to="2026-05-05T00:00")
    with pytest.raises(gaitway.InputError, match="no timeline"):
        store.timeline()


def test_a_file_that_is_not_a_store(tmp_path):
    (tmp_path / "none.sqlite").write_text("nothing of a store, but long enough" * 10)
    with pytest.raises(gaitway.InputError):
        gaitway.Store(tmp_path / "none.sqlite").timeline()
    assert gaitway.Store(tmp_path / "none.sqlite")._repr_html_() is None


def test_scenarios(datasets, tmp_path):
    scenario = datasets / "cab-ride.txt"
    text = scenario.read_text()
    wrong = tmp_path / ("a very long name of a scenario, with spaces, that no table has room for" + ".txt")
    wrong.write_text(text)
    table = gaitway.check_scenarios([scenario, wrong])
    assert table["ok"].all()
    assert table["scenario"].tolist() == [str(scenario)] * 2 + [str(wrong)] * 2
    assert table["alerts"].tolist() == [0, 1, 0, 1]
    assert table.attrs["differences"] == []
    lines = text.splitlines()
    expected = next(number for number, line in enumerate(lines) if line == "gaitway: expect 1 alerts")
    wrong.write_text("\n".join([*lines[:expected], "gaitway: expect 2 alerts"]) + "\n")
    table = gaitway.check_scenarios([scenario, wrong])
    assert table.groupby("scenario", sort=False)["ok"].all().tolist() == [True, False]
    assert table.attrs["differences"]
    with pytest.raises(gaitway.InputError):
        gaitway.check_scenarios(datasets / "day" / "day.gpx")


def test_places_along_a_track(datasets, command, tmp_path):
    track = datasets / "day" / "day.gpx"
    made = gaitway.make_places(track, count=7, spread=200, radius=80, seed=3)
    words = ("--count", 7, "--spread", 200, "--radius", 80, "--seed", 3)
    assert made == json.loads(command("places", "make", "--track", track, *words).stdout)
    path = tmp_path / "places.geojson"
    path.write_text(json.dumps(made))
    assert gaitway.check_places(path) == []
    assert gaitway.simulate(track, path).summary["entries"] > 0
    made["features"][2]["properties"]["radius"] = -5
    made["features"][4]["geometry"]["coordinates"][1] = 95
    path.write_text(json.dumps(made))
    faults = gaitway.check_places(path)
    assert len(faults) == 2
    assert "-5" in faults[0]
    assert "95" in faults[1]
    with pytest.raises(gaitway.InputError):
        gaitway.check_places(tmp_path / "none.geojson")


def test_simulate_takes_the_phones_settings(datasets):
    track, places = datasets / "day" / "day.gpx", datasets / "day" / "places.csv"
    usual = gaitway.simulate(track, places)
    assert gaitway.simulate(track, places, settle=0).summary["entries"] > usual.summary["entries"]
    often = gaitway.simulate(track, places, strategy="nearest", change_distance=100, change_interval=10)
    rare = gaitway.simulate(track, places, strategy="nearest", change_distance=100_000, change_interval=10)
    assert often.summary["registrations"] > rare.summary["registrations"]


def test_explaining(datasets, command):
    track, places = datasets / "day" / "day.gpx", datasets / "day" / "places.csv"
    words = ("gate", "explain", "--track", track, "--places", places, "--time-zone", "Etc/UTC")
    expected = command(*words, "--place", "bridge", "--profile", "here", "--already-inside", "ignore").stdout
    told = gaitway.explain(track, places, place="bridge", profile="here", already_inside="ignore", time_zone="Etc/UTC")
    assert told == expected
    assert "policy here" in told
    decisions = gaitway.simulate(track, places).decisions
    every = gaitway.explain(track, places, time_zone="Etc/UTC")
    assert len([line for line in every.splitlines() if line.startswith("2026-")]) == len(decisions)


def test_adapting(datasets):
    manifest = datasets / "labelled" / "manifest.csv"
    quick = gaitway.adapt(manifest, where={"user": "ann"}, quick=True, name="ann-1")
    assert quick.name == "ann-1"
    assert quick.notes
    same = gaitway.train(manifest, adapt=gaitway.Model(), where={"user": "ann"}, quick=True, name="ann-1")
    assert same.document["smoothing"] == quick.document["smoothing"]
    again = gaitway.adapt(manifest, model=quick, where={"user": "ben"}, quick=True)
    assert again.name == "ann-1-adapted"


def scored_windows(rides: int = 12, windows: int = 40) -> pd.DataFrame:
    names = list(gaitway.CLASSES)
    rows = []
    for ride in range(rides):
        truth = names[ride % 5]
        for window in range(windows):
            shares = {name: 0.04 for name in names} | {truth: 0.8}
            if window % 10 == 3:
                shares = {name: 0.1 for name in names} | {names[(ride + 1) % 5]: 0.5}
            rows.append(
                {
                    "penalty": 0.01, "ride": ride, "window": window, "start": window * 2.56, "data_set": ride % 2,
                    "fold": ride % 3, "truth": truth, "refused": 0, "distance": 90.0 + window, "speed": None, **shares,
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


def test_tuning(tmp_path, command):
    table = scored_windows()
    chosen = gaitway.tune(table)
    assert chosen["penalty"] == 0.01
    table.to_csv(tmp_path / "scored.csv", index=False)
    assert gaitway.tune(tmp_path / "scored.csv") == chosen
    assert chosen == json.loads(command("model", "tune", tmp_path / "scored.csv", "--output", "-").stdout)
    assert gaitway.tune(table, stay=0.99) != chosen
    with pytest.raises(gaitway.InputError, match="truth"):
        gaitway.tune(table.drop(columns="truth"))
