# SPDX-License-Identifier: Apache-2.0
"""What the command writes of a timeline, opened by readers of others: CSV by pandas, Parquet by pyarrow, KML by fastkml
and its schemas."""

from __future__ import annotations

import io
import json
from pathlib import Path

import fastkml
import pandas as pd
import pytest
from lxml import etree


@pytest.fixture(scope="module")
def schema():
    """Google's extension of KML 2.2, which includes the schema of the OGC."""
    folder = Path(fastkml.__file__).parent / "schema"
    return etree.XMLSchema(etree.parse(folder / "kml22gx.xsd"))


@pytest.fixture
def written(datasets, command):
    def write(form: str, *options: object) -> str:
        track = datasets / "day" / "day.gpx"
        done = command("trips", "--track", track, "--time-zone", "Europe/Berlin", "--format", form, *options)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return write


def test_kml_is_valid(written, schema):
    document = etree.fromstring(written("kml").encode())
    assert schema.validate(document), schema.error_log
    # The schema is strict: the same elements in another order are refused.
    placemark = document.find(".//{*}Placemark")
    placemark.append(placemark[0])
    assert not schema.validate(document)


def test_kml_with_names_and_gaps_is_valid(written, schema, tmp_path):
    names = tmp_path / "names.csv"
    names.write_text('name,latitude,longitude\n"Tom & Jerry\'s <café>",47.0,8.0\n', encoding="utf-8")
    zones = tmp_path / "zones.csv"
    zones.write_text("latitude,longitude,radius\n47.0056,7.9928,60\n", encoding="utf-8")
    document = etree.fromstring(written("kml", "--places", names, "--privacy-zones", zones).encode())
    assert schema.validate(document), schema.error_log
    texts = [name.text for name in document.iter("{*}name")]
    assert "Tom & Jerry's <café>" in texts
    assert "gap" in texts


def test_kml_has_the_timeline(written):
    timeline = json.loads(written("json"))
    placemarks = list(fastkml.KML.from_string(written("kml").encode()).features[0].features)
    spans = [(part["start"], part["end"]) for item in timeline["items"] for part in item.get("sections", [item])]
    assert [(mark.begin.dt, mark.end.dt) for mark in placemarks] == [tuple(map(pd.Timestamp, span)) for span in spans]


def test_csv_has_the_timeline(written):
    table = pd.read_csv(io.StringIO(written("csv")), parse_dates=["start_utc", "end_utc"])
    timeline = json.loads(written("json"))
    visits = table[table["kind"] == "visit"]
    assert visits["place"].to_list() == [item["place"] for item in timeline["items"] if item["kind"] == "visit"]
    moves = table[table["kind"] == "move"]
    sections = [section for item in timeline["items"] for section in item.get("sections", [])]
    assert moves["distance_m"].to_list() == [section["distance"] for section in sections]
    assert moves["activity"].to_list() == [section["activity"] for section in sections]
    assert (moves["start_utc"] == pd.to_datetime([section["start"] for section in sections])).all()
    assert visits["distance_m"].isna().all()


def test_csv_becomes_parquet(written, tmp_path):
    (tmp_path / "day.csv").write_text(written("csv"), encoding="utf-8")
    table = pd.read_csv(tmp_path / "day.csv", parse_dates=["start_utc", "end_utc"])
    table.to_parquet(tmp_path / "day.parquet")
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "day.parquet"), table)
