# SPDX-License-Identifier: Apache-2.0
"""Timelines as tables of other packages: against the document, and in the packages where they are installed."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import gaitway


@pytest.fixture(scope="module")
def day(datasets):
    return gaitway.trips(datasets / "day" / "day.gpx", time_zone="Europe/Berlin")


@pytest.fixture
def two_pieces():
    """A move with a silence in its path and an altitude, a gap, and a move without a path."""
    path = [
        [[8.0, 47.0, "2026-05-04T08:00:00.000Z", 450.5], [8.01, 47.0, "2026-05-04T08:05:00.000Z"]],
        [[8.02, 47.0, "2026-05-04T08:20:00.000Z"], [8.03, 47.0, "2026-05-04T08:25:00.000Z"]],
    ]
    times = ["2026-05-04T08:00:00.000Z", "2026-05-04T08:25:00.000Z", "2026-05-04T09:00:00Z", "2026-05-04T09:10:00.000Z"]
    section = {"activity": "automotive", "vehicle": "bus", "start": times[0], "end": times[1], "path": path}
    walk = {"activity": "walking", "start": times[2], "end": times[3], "path": []}
    return gaitway.Timeline(
        {
            "items": [
                {"kind": "move", "start": times[0], "end": times[1], "sections": [section]},
                {"kind": "gap", "start": times[1], "end": times[2]},
                {"kind": "move", "start": times[2], "end": times[3], "sections": [walk]},
            ]
        }
    )


def test_geopandas(day, two_pieces):
    pytest.importorskip("geopandas")
    frame = day.to_geodataframe()
    assert frame.crs.to_epsg() == 4326
    assert frame["kind"].value_counts().to_dict() == {"move": 6, "visit": 5}
    moves = frame[frame["kind"] == "move"]
    assert (moves.geometry.geom_type == "LineString").all()
    # The lengths that the timeline has are along the same paths.
    assert np.allclose(moves.to_crs(frame.estimate_utm_crs()).length, moves["distance"], rtol=2e-3)
    visit = frame.iloc[0]
    assert (visit.geometry.x, visit.geometry.y) == (7.9998099, 47.0000465)
    assert (frame["start"].iloc[1:].to_numpy() == frame["end"].iloc[:-1].to_numpy()).all()
    bus, gap, walk = two_pieces.to_geodataframe().itertuples()
    assert (bus.geometry.geom_type, bus.vehicle, len(bus.geometry.geoms)) == ("MultiLineString", "bus", 2)
    assert (gap.kind, gap.geometry, walk.geometry) == ("gap", None, None)
    assert len(gaitway.Timeline({"items": []}).to_geodataframe()) == 0


def test_trackintel_columns(day, two_pieces):
    pytest.importorskip("geopandas")
    tables = day.to_trackintel(user="ann")
    assert "5 staypoints, 6 triplegs, 3 locations" in repr(tables)
    fixes = tables.positionfixes
    paths = [section.get("path") or [] for item in day.document["items"] for section in item.get("sections", [])]
    assert len(fixes) == sum(len(piece) for path in paths for piece in path)
    assert set(fixes["user_id"]) == {"ann"}
    assert fixes["tracked_at"].is_monotonic_increasing
    assert tables.triplegs["mode"].tolist() == ["walk", "car", "walk", "walk", "walk", "bicycle"]
    counts = fixes.groupby("tripleg_id").size()
    assert [len(leg.coords) for leg in tables.triplegs.geometry] == counts.tolist()
    assert tables.staypoints["location_id"].tolist() == [0, 1, 2, 1, 0]
    tables = two_pieces.to_trackintel()
    assert tables.triplegs["mode"].tolist() == ["bus"]
    assert tables.positionfixes["elevation"].tolist()[:1] == [450.5]
    assert tables.positionfixes["elevation"].isna().sum() == 3


def test_trackintel_takes_them(day):
    trackintel = pytest.importorskip("trackintel")
    tables = day.to_trackintel()
    trackintel.Positionfixes(tables.positionfixes)
    trackintel.Locations(tables.locations)
    stays = trackintel.Staypoints(tables.staypoints)
    legs = trackintel.Triplegs(tables.triplegs)
    split = legs.calculate_modal_split(metric="duration", norm=True)
    assert split.loc[:, "bicycle"].iloc[0] == pytest.approx(933 / (594 + 933 + 540))
    _, _, trips = trackintel.preprocessing.generate_trips(stays, legs, gap_threshold=15)
    assert len(trips) == 4


def test_scikit_mobility_columns(day, two_pieces):
    frame = day.to_skmob("ann")
    assert frame.columns.tolist() == ["lat", "lng", "datetime", "uid"]
    assert frame["datetime"].is_monotonic_increasing
    assert frame["datetime"].dt.tz is None
    assert frame["datetime"].iloc[0] == pd.Timestamp("2026-05-04 07:00:00")
    assert frame["lat"].between(46.99, 47.01).all()
    assert set(frame["uid"]) == {"ann"}
    assert two_pieces.to_skmob()["lng"].tolist() == [8.0, 8.01, 8.02, 8.03]
    assert len(gaitway.Timeline({"items": []}).to_skmob()) == 0


def test_scikit_mobility_takes_them(day):
    skmob = pytest.importorskip("skmob")
    from skmob.measures.individual import jump_lengths

    frame = skmob.TrajDataFrame(day.to_skmob())
    distances = jump_lengths(frame, show_progress=False)["jump_lengths"].iloc[0]
    assert sum(distances) * 1000 == pytest.approx(day.items["distance"].sum(), rel=0.05)


def test_aeons_layout(datasets):
    ride = datasets / "walk"
    plain, series = gaitway.windows(ride), gaitway.windows(ride, layout="aeon")
    assert series.samples.shape == (len(plain), 6, 128)
    assert series.samples.flags.c_contiguous
    assert np.array_equal(series.samples.transpose(0, 2, 1), plain.samples, equal_nan=True)
    assert gaitway.windows(ride, layout="aeon", history=True).samples.shape == (len(plain), 6, 192)
    with pytest.raises(gaitway.UsageError, match="'aeon'"):
        gaitway.windows(ride, layout="keras")  # type: ignore[arg-type]


def test_aeon_takes_them(datasets):
    minirocket = pytest.importorskip("aeon.classification.convolution_based").MiniRocketClassifier
    manifest = pd.read_csv(datasets / "labelled" / "manifest.csv")
    parts = [gaitway.windows(datasets / "labelled" / name, layout="aeon").samples for name in manifest["recording"]]
    motion = np.concatenate(parts)[:, :3]
    truth = manifest["activity"].repeat([len(part) for part in parts]).to_numpy()
    learns = (manifest["user"] != "cleo").repeat([len(part) for part in parts]).to_numpy()
    model = minirocket(n_kernels=200, random_state=0).fit(motion[learns], truth[learns])
    assert (model.predict(motion[~learns]) == truth[~learns]).mean() > 0.8


def test_without_geopandas(tmp_path):
    for name in ("geopandas", "shapely"):
        (tmp_path / f"{name}.py").write_text(f"raise ModuleNotFoundError('none', name={name!r})\n")
    code = f"""
import sys; sys.path.insert(0, {str(tmp_path)!r})
import gaitway
try: gaitway.Timeline({{"items": []}}).to_geodataframe()
except gaitway.MissingPackageError as error: print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "geopandas is not installed; run: pip install 'gaitway[geo]'" in done.stdout
