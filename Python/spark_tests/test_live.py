# SPDX-License-Identifier: Apache-2.0
"""Streams by device: any micro-batches, any order within the delay and any restart give what one process gives."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from pyspark.sql import SparkSession

import gaitway
import gaitway.spark

SCHEMA = "device string, sensor string, time bigint, x float, y float, z float"
ORIGIN = 1_760_000_000_000_000_000


def samples_of(device: str, ride: gaitway.Recording) -> pd.DataFrame:
    """A ride as rows, a sample each."""
    parts = []
    for sensor, samples in ride.sensors.items():
        values = (
            samples.values
            if samples.values.ndim == 2
            else np.stack([samples.values] + [np.full(len(samples), np.nan)] * 2, 1)
        )
        part = pd.DataFrame(values, columns=list("xyz"), dtype=np.float32)
        parts.append(part.assign(device=device, sensor=sensor, time=samples.nanoseconds + ORIGIN))
    return pd.concat(parts).sort_values(["time", "sensor"], kind="stable")[["device", "sensor", "time", *"xyz"]]


def end_of(device: str, rows: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "device": [device],
            "sensor": ["end"],
            "time": [int(rows["time"].max())],
            "x": [None],
            "y": [None],
            "z": [None],
        }
    )


def expected(table: pd.DataFrame, **options: Any) -> pd.DataFrame:
    """The reports of one process for the same samples."""
    ordered = table.sort_values(["time", "sensor"], kind="stable")
    start = int(ordered.loc[ordered["sensor"] == "acceleration", "time"].iloc[0])
    given = {}
    for sensor in ("acceleration", "rotation_rate", "pressure"):
        own = ordered[ordered["sensor"] == sensor]
        if len(own):
            values = own[["x", "y", "z"]].to_numpy(np.float32)
            given[sensor] = (own["time"].to_numpy() - start, values[:, 0] if sensor == "pressure" else values)
    time, acceleration = given.pop("acceleration")
    return gaitway.classify(
        acceleration,
        time=time,
        origin=pd.Timestamp(start, unit="ns", tz="UTC"),
        **{"rows": "changes", "smoothing": "causal", **given, **options},
    )


class Stream:
    """A folder that a query reads, and one that it writes."""

    def __init__(self, spark: SparkSession, folder: Path, schema: str = SCHEMA, **options: Any) -> None:
        self.spark, self.folder, self.schema, self.options = spark, folder, schema, options
        self.count = 0
        for name in ("in", "out"):
            (folder / name).mkdir()

    def add(self, rows: pd.DataFrame) -> None:
        # Spark takes files in the order of their times.
        file = self.folder / "in" / f"{self.count:05}.json"
        rows.to_json(file, orient="records", lines=True, double_precision=15)
        import os

        os.utime(file, (1_700_000_000 + self.count, 1_700_000_000 + self.count))
        self.count += 1

    def run(self) -> pd.DataFrame:
        """Start the query from its checkpoint, let it take what there is, and stop it."""
        source = self.spark.readStream.schema(self.schema).option("maxFilesPerTrigger", 1).json(str(self.folder / "in"))
        done = gaitway.spark.classify_stream(source, **{"timeout": None, **self.options})
        query = (
            done.writeStream.format("parquet").option("checkpointLocation", str(self.folder / "checkpoint"))
            .outputMode("append")
        )  # fmt: skip
        if self.options.get("timeout") is None:
            query.trigger(availableNow=True).start(str(self.folder / "out")).awaitTermination()
        else:
            running = query.trigger(processingTime="200 milliseconds").start(str(self.folder / "out"))
            # A query with timeouts is never at its end: it looks at its clock in one micro-batch after the other.
            limit = time.monotonic() + 120
            while not self.spark.read.schema("ended boolean").parquet(str(self.folder / "out")).where("ended").count():
                assert time.monotonic() < limit, "no recording ended"
                time.sleep(1)
            running.stop()
        return self.spark.read.parquet(str(self.folder / "out")).toPandas()


def assert_same(table: pd.DataFrame, device: str, wanted: pd.DataFrame) -> None:
    own = table[(table["device"] == device) & ~table["ended"] & table["error"].isna()].sort_values(
        ["delivered", "elapsed"]
    )
    assert len(own) == len(wanted) > 1
    for name in wanted.columns.drop("start"):
        left, right = own[name].to_numpy(object), wanted[name].to_numpy(object)
        assert all(one == other or (pd.isna(one) and pd.isna(other)) for one, other in zip(left, right, strict=True)), (
            name
        )
    # Spark gives moments to pandas in the session's time zone, without saying so.
    moments = own["start"].dt.tz_localize("Europe/Berlin").dt.tz_convert(None).to_numpy("datetime64[us]")
    np.testing.assert_array_equal(moments, wanted["start"].dt.tz_convert(None).to_numpy("datetime64[us]"))


@pytest.fixture(scope="module")
def walk(datasets: Path) -> pd.DataFrame:
    return samples_of("a", gaitway.read(datasets / "commute")).query("time < @ORIGIN + 200_000_000_000")


@pytest.fixture(params=["HDFSBacked", "RocksDB"])
def store(request: pytest.FixtureRequest, spark: SparkSession) -> Iterator[None]:
    """Each store of states; the second one brings `transformWithStateInPandas`."""
    name = "spark.sql.streaming.stateStore.providerClass"
    spark.conf.set(name, f"org.apache.spark.sql.execution.streaming.state.{request.param}StateStoreProvider")
    yield
    spark.conf.unset(name)


@pytest.mark.usefixtures("store")
def test_shuffled_rows_and_a_restart_give_what_one_process_gives(
    spark: SparkSession, datasets: Path, walk: pd.DataFrame, tmp_path: Path
) -> None:
    other = samples_of("b", gaitway.read(datasets / "labelled/ben-cycling.csv"))
    both = pd.concat([walk, other])
    # Each row arrives up to four seconds late.
    random = np.random.default_rng(1)
    arrival = both["time"] + random.integers(0, 4_000_000_000, len(both))
    both = both.iloc[np.argsort(arrival.to_numpy(), kind="stable")]
    stream = Stream(spark, tmp_path, delay=5.0)
    parts = np.array_split(np.arange(len(both)), 6)
    for part in parts[:3]:
        stream.add(both.iloc[part].sample(frac=1, random_state=2))
    first = stream.run()
    assert not first["ended"].any()
    for part in parts[3:]:
        stream.add(both.iloc[part].sample(frac=1, random_state=3))
    stream.add(pd.concat([end_of("a", walk), end_of("b", other)]))
    table = stream.run()
    assert table["error"].isna().all()
    assert_same(table, "a", expected(walk))
    assert_same(table, "b", expected(other))
    assert table[table["ended"]].set_index("device")["late"].to_dict() == {"a": 0, "b": 0}


def test_what_comes_too_late_is_counted_and_told(spark: SparkSession, walk: pd.DataFrame, tmp_path: Path) -> None:
    walk = walk.query("time < @ORIGIN + 60_000_000_000")
    late = walk.query("time > @ORIGIN + 10_000_000_000 and time < @ORIGIN + 12_000_000_000")
    rest = walk.drop(late.index) if walk.index.is_unique else walk[~walk["time"].isin(late["time"])]
    stream = Stream(spark, tmp_path, delay=5.0, every_window=True)
    stream.add(rest.query("time < @ORIGIN + 30_000_000_000"))
    stream.add(late)
    stream.add(pd.concat([rest.query("time >= @ORIGIN + 30_000_000_000"), end_of("a", rest)]))
    table = stream.run()
    told = table[table["error"].notna()]
    assert told["error"].str.contains(f"{len(late)} samples came more than 5 s later").all()
    assert len(told) == 1
    assert table[table["ended"]]["late"].item() == len(late)
    assert_same(table, "a", expected(rest, rows="windows"))


def test_packets_and_rows_that_cannot_be_used(spark: SparkSession, datasets: Path, tmp_path: Path) -> None:
    ride = samples_of("p", gaitway.read(datasets / "labelled/cleo-walking.csv"))
    packets = []
    for (_, sensor), own in ride.groupby([(ride["time"] - ORIGIN) // 3_000_000_000, "sensor"]):
        packets.append({"device": "p", "sensor": sensor, **{name: own[name].tolist() for name in ("time", *"xyz")}})
    bad = [
        {"device": "p", "sensor": "smell", "time": [ORIGIN], "x": [1.0], "y": [1.0], "z": [1.0]},
        {"device": "p", "sensor": None, "time": [ORIGIN], "x": [1.0], "y": [1.0], "z": [1.0]},
        {"device": "p", "sensor": "acceleration", "time": [ORIGIN], "x": [1.0, 2.0], "y": [1.0], "z": [1.0]},
        {"device": "p", "sensor": "acceleration", "time": [ORIGIN + 1], "x": [None], "y": [1.0], "z": [1.0]},
    ]
    end = {"device": "p", "sensor": "end", "time": [int(ride["time"].max())], "x": [], "y": [], "z": []}
    schema = "device string, sensor string, time array<bigint>, x array<float>, y array<float>, z array<float>"
    stream = Stream(spark, tmp_path, schema)
    stream.add(pd.DataFrame([*packets, *bad, end]))
    table = stream.run()
    texts = " | ".join(table["error"].dropna())
    for part in ("'smell' is not a sensor", "1 rows have no sensor", "another number of x", "1 samples have a value"):
        assert part in texts
    assert_same(table, "p", expected(ride))


@pytest.mark.usefixtures("store")
def test_a_device_that_falls_silent_ends_its_recording(spark: SparkSession, datasets: Path, tmp_path: Path) -> None:
    ride = samples_of("s", gaitway.read(datasets / "labelled/cleo-walking.csv"))
    stream = Stream(spark, tmp_path, timeout=1.0)
    stream.add(ride)
    table = stream.run()
    assert_same(table, "s", expected(ride))
    assert table["ended"].sum() == 1


def test_a_table_of_samples(spark: SparkSession, datasets: Path, walk: pd.DataFrame) -> None:
    """Rows of one sample in any order, and packets, give what one process gives for each recording."""
    other = samples_of("b", gaitway.read(datasets / "labelled/ben-cycling.csv"))
    rows = pd.concat([walk, other]).sample(frac=1, random_state=1).astype({"device": object, "sensor": object})
    table = gaitway.spark.classify_samples(spark.createDataFrame(rows, SCHEMA), every_window=True).toPandas()
    assert table["error"].isna().all()
    for device, own in (("a", walk), ("b", other)):
        assert_same(table, device, expected(own, rows="windows", smoothing="viterbi"))
    assert table["ended"].sum() == 2
    packets = [
        {"device": device, "sensor": sensor, **{name: own[name].tolist() for name in ("time", *"xyz")}}
        for (device, sensor), own in rows.groupby(["device", "sensor"])
    ]
    schema = "device string, sensor string, time array<bigint>, x array<float>, y array<float>, z array<float>"
    same = gaitway.spark.classify_samples(spark.createDataFrame(packets, schema), smoothing="causal").toPandas()
    assert_same(same, "a", expected(walk))
    with pytest.raises(gaitway.UsageError, match="no column 'sensor'"):
        gaitway.spark.classify_samples(spark.createDataFrame([], "device string, time bigint"))
    with pytest.raises(gaitway.UsageError, match="smoothing"):
        gaitway.spark.classify_samples(spark.createDataFrame([], SCHEMA), smoothing="much")  # type: ignore[arg-type]


def test_rows_that_cannot_be_used_and_two_recordings(spark: SparkSession, datasets: Path) -> None:
    ride = samples_of("r", gaitway.read(datasets / "labelled/cleo-walking.csv"))
    later = ride.assign(time=ride["time"] + 3_600_000_000_000)
    bad = pd.DataFrame(
        [
            ["r", "smell", ORIGIN, 1.0, 1.0, 1.0],
            ["r", None, ORIGIN, 1.0, 1.0, 1.0],
            ["r", "acceleration", None, 1.0, 1.0, 1.0],
            ["r", "acceleration", ORIGIN, None, 1.0, 1.0],
            ["r", "acceleration", ORIGIN, float("nan"), 1.0, 1.0],
            ["r", "acceleration", ORIGIN, 1.0, float("inf"), 1.0],
            ["r", "rotation_rate", ORIGIN, 1.0, 1.0, float("-inf")],
            ["r", "pressure", ORIGIN, float("nan"), None, None],
            ["r", "acceleration", ORIGIN, 1e30, 1.0, 1.0],
            ["r", "acceleration", 2**63 - 1, 1.0, 1.0, 1.0],
            ["r", "acceleration", -(2**63), 1.0, 1.0, 1.0],
            ["r", "end", 2**63 - 1, None, None, None],
        ],
        columns=ride.columns,
        dtype=object,
    )
    parts = [ride, end_of("r", ride), later, end_of("r", later), bad]
    rows = [row for part in parts for row in part.astype(object).itertuples(index=False, name=None)]
    table = gaitway.spark.classify_samples(spark.createDataFrame(rows, SCHEMA), smoothing="causal").toPandas()
    texts = " | ".join(table["error"].dropna())
    for part in ("'smell' is not a sensor", "2 rows have no sensor", "6 samples have a value", "3 times are outside"):
        assert part in texts
    assert table["ended"].sum() == 2
    for own, hour in ((ride, 10), (later, 11)):
        assert_same(table[(table["start"].dt.hour == hour) | table["ended"]], "r", expected(own))


def test_columns_are_checked_before_the_query(spark: SparkSession) -> None:
    def frame(schema: str) -> Any:
        return spark.createDataFrame([], schema)

    with pytest.raises(gaitway.UsageError, match="no column 'sensor'"):
        gaitway.spark.classify_stream(frame("device string, time bigint, x float, y float, z float"))
    with pytest.raises(gaitway.UsageError, match="'time' is string"):
        gaitway.spark.classify_stream(frame(SCHEMA.replace("bigint", "string")))
    with pytest.raises(gaitway.UsageError, match="'device' is struct"):
        gaitway.spark.classify_stream(frame(SCHEMA.replace("device string", "device struct<name:string>")))
    with pytest.raises(gaitway.UsageError, match="'x' is float"):
        gaitway.spark.classify_stream(frame(SCHEMA.replace("bigint", "array<bigint>")))
    with pytest.raises(gaitway.UsageError, match="delay is -1"):
        gaitway.spark.classify_stream(frame(SCHEMA), delay=-1)


def test_a_recogniser_travels(datasets: Path) -> None:
    """Saved and restored between any two packets, it says what it would have said; what is damaged is refused."""
    ride = gaitway.read(datasets / "commute")
    time, values = ride.acceleration.nanoseconds, ride.acceleration.values
    for smoothing in ("causal", "lag", "viterbi", "none"):
        whole = gaitway.Recognizer(smoothing=smoothing)
        wanted = whole.append(time, values) + whole.finish()
        recognizer, reports = gaitway.Recognizer(smoothing=smoothing), []
        for begin in range(0, len(time), 997):
            reports += recognizer.append(time[begin : begin + 997], values[begin : begin + 997])
            recognizer = gaitway.Recognizer.restore(recognizer.save())
        assert reports + recognizer.finish() == wanted
        state = recognizer
        with pytest.raises(gaitway.StateError):
            state.save()
    saved = gaitway.Recognizer().save()
    for damaged in (b"", saved[:-1], saved[:20], saved[:40] + b"?" + saved[41:], b"{}"):
        with pytest.raises(gaitway.InputError):
            gaitway.Recognizer.restore(damaged)
    with pytest.raises(gaitway.UsageError):
        gaitway.Recognizer.restore("text")  # type: ignore[arg-type]
