# SPDX-License-Identifier: Apache-2.0
"""A fault of one device is a row of that device: the stream goes on, and so do the others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from pyspark.sql import DataFrame, SparkSession
from test_live import ORIGIN, SCHEMA, Stream, assert_same, end_of, expected, samples_of

import gaitway
import gaitway.spark

SECOND = 1_000_000_000
DAY = 86_400 * SECOND


@pytest.fixture(scope="module")
def ride(datasets: Path) -> pd.DataFrame:
    return samples_of("a", gaitway.read(datasets / "labelled/ben-walking.csv"))


def row(device: str, time: int, x: float = 1.0, sensor: str = "acceleration") -> pd.DataFrame:
    return pd.DataFrame([[device, sensor, time, x, 1.0, 9.8]], columns=["device", "sensor", "time", *"xyz"])


def before(rows: pd.DataFrame, seconds: float) -> pd.DataFrame:
    return rows[rows["time"] < rows["time"].min() + seconds * SECOND]


def between(rows: pd.DataFrame, first: float, last: float) -> pd.DataFrame:
    start = int(rows["time"].min())
    return rows[(rows["time"] >= start + first * SECOND) & (rows["time"] < start + last * SECOND)]


def codes(table: pd.DataFrame, device: str = "a") -> list[str]:
    return table[(table["device"] == device) & table["code"].notna()]["code"].tolist()


@pytest.fixture(params=["HDFSBacked", "RocksDB"])
def store(request: pytest.FixtureRequest, spark: SparkSession) -> Any:
    name = "spark.sql.streaming.stateStore.providerClass"
    spark.conf.set(name, f"org.apache.spark.sql.execution.streaming.state.{request.param}StateStoreProvider")
    yield
    spark.conf.unset(name)


@pytest.mark.usefixtures("store")
def test_nanoseconds_between_two_microseconds(spark: SparkSession, ride: pd.DataFrame, tmp_path: Path) -> None:
    """Spark counts microseconds; a recording may begin between two of them."""
    odd = pd.concat([ride.assign(device=name, time=ride["time"] + more) for name, more in (("a", 1), ("b", 999))])
    stream = Stream(spark, tmp_path)
    for second in (0, 30):
        stream.add(between(odd, second, second + 30 if second == 0 else 1e6))
    stream.add(pd.concat([end_of(name, odd) for name in "ab"]))
    table = stream.run()
    assert table["error"].isna().all()
    for name in "ab":
        assert_same(table, name, expected(odd[odd["device"] == name]))


@pytest.mark.usefixtures("store")
def test_absurd_samples_are_rows_of_their_device(spark: SparkSession, ride: pd.DataFrame, tmp_path: Path) -> None:
    other = ride.assign(device="b")
    stream = Stream(spark, tmp_path)
    absurd = [row("a", ORIGIN + SECOND, 1e5), row("a", 9_200_000_000_000_000_000), row("a", -5), row("a", 0)]
    stream.add(pd.concat([before(ride, 30), before(other, 30), *absurd]))
    first = stream.run()
    assert sorted(codes(first)) == ["clock", "time", "value"]
    stream.add(pd.concat([between(ride, 30, 1e6), between(other, 30, 1e6), end_of("a", ride), end_of("b", other)]))
    table = stream.run()
    assert_same(table, "a", expected(ride))
    assert_same(table, "b", expected(other))
    assert not codes(table, "b")
    texts = " | ".join(table["error"].dropna())
    for part in ("acceleration (100000, 1, 9.8)", "the first is 9200000000000000000 ns", "1970-01-01T00:00:00Z"):
        assert part in texts


def test_moments_that_nanoseconds_cannot_hold(spark: SparkSession, ride: pd.DataFrame) -> None:
    schema = SCHEMA.replace("time bigint", "time timestamp")
    rows = spark.createDataFrame(ride.astype({"device": object, "sensor": object}), SCHEMA)
    moments = rows.selectExpr("device", "sensor", "timestamp_micros(time div 1000) AS time", "x", "y", "z")
    far = spark.sql(
        "SELECT 'a' AS device, 'acceleration' AS sensor, timestamp'9999-01-01' AS time, "
        "CAST(1 AS FLOAT) AS x, CAST(1 AS FLOAT) AS y, CAST(9.8 AS FLOAT) AS z"
    )
    assert far.schema.simpleString() == spark.createDataFrame([], schema).schema.simpleString()
    table = gaitway.spark.classify_samples(moments.unionAll(far), smoothing="causal").toPandas()
    assert codes(table) == ["time"]
    assert table["ended"].sum() == 1
    assert table["error"].isna().sum() > 2


def test_a_stamp_a_day_ahead_does_not_silence_a_device(spark: SparkSession, ride: pd.DataFrame, tmp_path: Path) -> None:
    stream = Stream(spark, tmp_path)
    stream.add(pd.concat([before(ride, 20), row("a", ORIGIN + DAY)]))
    stream.add(between(ride, 20, 40))
    # A packet may have a wrong time, too.
    packet = between(ride, 40, 41)
    stream.add(packet.assign(time=packet["time"] + DAY))
    stream.add(between(ride, 40, 60))
    stream.add(pd.concat([between(ride, 60, 1e6), end_of("a", ride)]))
    table = stream.run()
    assert codes(table) == ["clock", "clock"]
    assert table[table["ended"]]["late"].tolist() == [1 + len(packet)]
    assert_same(table, "a", expected(ride))


@pytest.mark.usefixtures("store")
def test_a_clock_that_is_set_back_begins_a_recording(spark: SparkSession, ride: pd.DataFrame, tmp_path: Path) -> None:
    stream = Stream(spark, tmp_path)
    wrong = before(ride, 40).assign(time=before(ride, 40)["time"] + 365 * DAY)
    stream.add(wrong)
    stream.add(before(ride, 30))
    stream.add(pd.concat([between(ride, 30, 1e6), end_of("a", ride)]))
    table = stream.run()
    assert codes(table) == ["clock"]
    assert "the clock went back by" in table["error"].dropna().item()
    assert table["ended"].sum() == 2
    assert_same(table[(table["start"].dt.year == 2025) | table["ended"]], "a", expected(ride))
    assert_same(table[(table["start"].dt.year == 2026) | table["ended"]], "a", expected(wrong))


def test_a_gap_is_not_a_wrong_clock(spark: SparkSession, ride: pd.DataFrame, tmp_path: Path) -> None:
    """Two hours without samples: a gap, wherever the micro-batches are cut."""
    later = between(ride, 60, 1e6)
    later = later.assign(time=later["time"] + 7200 * SECOND)
    both = pd.concat([before(ride, 60), later])
    parts = [before(ride, 60), later.iloc[:3], later.iloc[3:20], later.iloc[20:]]
    stream = Stream(spark, tmp_path)
    for part in parts:
        stream.add(part)
    stream.add(end_of("a", both))
    table = stream.run()
    assert table["error"].isna().all()
    assert_same(table, "a", expected(both))


@pytest.mark.usefixtures("store")
def test_another_model_begins_anew(spark: SparkSession, ride: pd.DataFrame, tmp_path: Path) -> None:
    model = gaitway.Model()
    text = model.to_bytes().decode()
    renamed = gaitway.Model.from_bytes(text.replace(model.name, "other-1").encode())
    other = ride.assign(device="b")
    stream = Stream(spark, tmp_path)
    stream.add(pd.concat([before(ride, 30), before(other, 30)]))
    stream.run()
    stream.options["model"] = renamed
    rest = between(ride, 30, 1e6)
    stream.add(pd.concat([rest, rest.assign(device="b"), end_of("a", ride), end_of("b", other)]))
    table = stream.run()
    for device in "ab":
        own = table[table["device"] == device]
        assert codes(own, device) == ["state"]
        assert own["ended"].sum() == 2
        # The delay is 10 s: what waited for 20 s on is in the second recording.
        origins = (own["start"] - pd.to_timedelta(own["elapsed"], unit="s")).dt.round("ms")
        later = origins.max() - origins.min()
        assert pd.Timedelta(19.9, "s") < later < pd.Timedelta(20.1, "s")
        wanted = expected(between(ride, later.total_seconds() - 0.001, 1e6))
        assert_same(own[(origins == origins.max()) | own["ended"]], device, wanted)


def test_other_options_begin_anew(spark: SparkSession, ride: pd.DataFrame, tmp_path: Path) -> None:
    stream = Stream(spark, tmp_path)
    stream.add(before(ride, 30))
    stream.run()
    stream.options["prior"] = {"running": 0}
    stream.add(pd.concat([between(ride, 30, 1e6), end_of("a", ride)]))
    table = stream.run()
    assert codes(table) == ["state"]
    assert "other options" in table["error"].dropna().item()


def test_sensors_without_acceleration_are_rows(spark: SparkSession, datasets: Path) -> None:
    ride = before(samples_of("a", gaitway.read(datasets / "commute")), 20)
    turning = ride[ride["sensor"] == "rotation_rate"].astype({"device": object, "sensor": object})
    assert len(turning) > 100
    table = gaitway.spark.classify_samples(spark.createDataFrame(turning, SCHEMA)).toPandas()
    assert codes(table) == ["no-acceleration"]
    assert f"{len(turning)} samples have no acceleration" in table["error"].dropna().item()


def test_logs_without_a_row_have_one(spark: SparkSession, datasets: Path, tmp_path: Path) -> None:
    header, short = tmp_path / "header.csv", tmp_path / "short.csv"
    lines = (datasets / "labelled/ann-walking.csv").read_text().splitlines()
    header.write_text(lines[0] + "\n")
    short.write_text("\n".join(lines[:60]) + "\n")
    (tmp_path / "empty.csv").touch()
    paths = [str(tmp_path / f"{name}.csv") for name in ("header", "short", "empty")]
    logs = spark.createDataFrame([(path,) for path in [*paths, str(datasets / "walk")]], "path string")
    for table in (gaitway.spark.classify(logs, rows="windows"), gaitway.spark.features(logs)):
        told = table.toPandas()
        assert set(told["path"]) == {*paths, str(datasets / "walk")}
        faults = gaitway.spark.faults(table).toPandas()
        assert faults.columns.tolist() == ["path", "code", "error"]
        assert set(faults["path"]) >= {paths[0], paths[2]}
        assert set(faults["code"]) == {"empty"}
    assert set(gaitway.spark.faults(gaitway.spark.features(logs)).toPandas()["path"]) == set(paths)


def test_a_table_of_reports_and_one_of_faults(spark: SparkSession, ride: pd.DataFrame, tmp_path: Path) -> None:
    stream = Stream(spark, tmp_path)
    stream.add(pd.concat([before(ride, 30), row("a", ORIGIN, 1e5), row("b", -1)]))
    stream.add(pd.concat([between(ride, 30, 1e6), end_of("a", ride)]))
    source = spark.readStream.schema(SCHEMA).option("maxFilesPerTrigger", 1).json(str(tmp_path / "in"))
    reports, faulty = str(tmp_path / "reports"), str(tmp_path / "faults")
    write = gaitway.spark.into_tables(reports, faulty)
    rows = gaitway.spark.classify_stream(source, timeout=None)
    (
        rows.writeStream.foreachBatch(write).option("checkpointLocation", str(tmp_path / "checkpoint"))
        .trigger(availableNow=True).start().awaitTermination()
    )  # fmt: skip

    def counts() -> tuple[int, int]:
        return spark.read.parquet(reports).count(), spark.read.parquet(faulty).count()

    told = spark.read.parquet(faulty).toPandas()
    assert told.columns.tolist() == ["device", "late", "code", "error", "batch"]
    assert dict(zip(told["device"], told["code"], strict=True)) == {"a": "value", "b": "time"}
    first = counts()
    # A micro-batch that comes again replaces its own rows.
    again: DataFrame = spark.read.parquet(reports).where("batch = 0").drop("batch")
    schema = again.selectExpr("*").schema
    write(spark.createDataFrame(again.collect(), schema).selectExpr("*"), 0)
    assert counts() == first


def test_columns_of_numbers_are_checked(spark: SparkSession) -> None:
    with pytest.raises(gaitway.UsageError, match="'x' is string; give floats"):
        gaitway.spark.classify_samples(spark.createDataFrame([], SCHEMA.replace("x float", "x string")))
