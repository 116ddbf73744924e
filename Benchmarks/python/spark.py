# SPDX-License-Identifier: Apache-2.0
"""spark.py [--rides N] [--streams N]: what Gaitway on Spark does in a second of a core, and how many bytes move.

Run by the Python of an environment with the wheel and pyspark, as .build/spark/venv after `make spark`. The rides are
copies of the sample rides. A second is one of CPU, of Spark's Java machine and Python's workers together, so that a
cluster's figure is this times its cores; each figure is that of a second run.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"

import gaitway
import gaitway.spark
import numpy as np
import pandas as pd
from pyspark.sql import SparkSession

DATASETS = Path(__file__).resolve().parents[2] / "Datasets"
ORIGIN = 1_760_000_000_000_000_000


def used() -> float:
    """The CPU seconds of this process, of Spark's Java machine and of its Python workers."""
    parents: dict[int, int] = {}
    times: dict[int, float] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
            times[int(entry.name)] = sum(int(one) for one in fields[11:15]) / os.sysconf("SC_CLK_TCK")

    def is_ours(process: int) -> bool:
        while process > 1:
            if process == os.getpid():
                return True
            process = parents.get(process, 0)
        return False

    return sum(time for process, time in times.items() if is_ours(process))


def seconds(work: Callable[[], object]) -> float:
    """The CPU seconds of a second run."""
    work()
    start = used()
    work()
    return used() - start


def batches(spark: SparkSession, count: int) -> None:
    """Rides to stretches, windows and features, beside one Python process without Spark."""
    files = sorted(path for path in (DATASETS / "labelled").glob("*.csv") if path.name != "manifest.csv")
    paths = [str(files[number % len(files)]) for number in range(count)]
    size = sum(Path(path).stat().st_size for path in paths)
    hours = sum(gaitway.read(path).duration for path in files) / len(files) * count / 3600
    print(f"{count} rides, {hours:.1f} h, {size / 1e6:.1f} MB of CSV")
    alone = seconds(lambda: [gaitway.classify(path) for path in paths])
    print(f"one process: {count / alone:.0f} rides/s, {hours / alone:.2f} h/s")
    frame = spark.createDataFrame([(path,) for path in paths], "path string").repartition(4).persist()
    frame.count()
    data = (
        spark.createDataFrame([(path, Path(path).read_bytes()) for path in paths], "path string, content binary")
        .repartition(4)
        .persist()
    )
    data.count()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        for name, work in (
            ("classify, paths", lambda: gaitway.spark.classify(frame)),
            ("classify, bytes", lambda: gaitway.spark.classify(data)),
            ("classify, windows", lambda: gaitway.spark.classify(frame, rows="windows")),
            ("features", lambda: gaitway.spark.features(frame)),
        ):
            taken = seconds(lambda work=work: work().write.mode("overwrite").parquet(str(out)))  # type: ignore[misc]
            written = sum(one.stat().st_size for one in out.glob("*.parquet"))
            print(
                f"{name}: {count / taken:.0f} rides/s a core, {hours / taken:.2f} h/s, {alone / taken:.0%} of one "
                "process; "
                f"{written / hours / 1e3:.1f} kB of Parquet an hour"
            )


def packets_of(ride: gaitway.Recording) -> Iterator[tuple[int, dict[str, object]]]:
    """The packets of one second of both motion sensors, with their seconds."""
    for sensor in ("acceleration", "rotation_rate"):
        own = ride.sensors[sensor]
        bounds = np.searchsorted(own.nanoseconds, np.arange(int(ride.duration) + 2) * 10**9)
        for second, (begin, end) in enumerate(itertools.pairwise(bounds)):
            if begin < end:
                x, y, z = own.values[begin:end].astype(np.float32).T
                yield second, {"sensor": sensor, "time": own.nanoseconds[begin:end] + ORIGIN, "x": x, "y": y, "z": z}


def samples(spark: SparkSession, devices: int) -> None:
    """A table of samples, a row each, beside the same samples in packets of one second."""
    ride = gaitway.read(DATASETS / "commute")
    packets = pd.DataFrame([packet for _, packet in packets_of(ride)])
    kinds = {"time": np.int64, "x": np.float32, "y": np.float32, "z": np.float32}
    row = packets.explode([*kinds]).astype(kinds).sort_values("time")
    count = len(row) * devices
    with tempfile.TemporaryDirectory() as folder:
        for name, table in (("rows of one sample", row), ("packets of a second", packets)):
            for device in range(devices):
                path = Path(folder, name, f"{device}.parquet")
                path.parent.mkdir(exist_ok=True)
                table.assign(device=device).to_parquet(path)
            frame = spark.read.parquet(str(Path(folder, name))).repartition(4).persist()
            frame.count()
            taken = seconds(lambda frame=frame: gaitway.spark.classify_samples(frame).count())  # type: ignore[misc]
            print(f"{name}: {taken / count * 1e6:.2f} us a sample, of {count}")


def streams(spark: SparkSession, devices: int) -> None:
    """A micro-batch of ten seconds of many phones at 50 Hz, in packets of one second."""
    ride = gaitway.read(DATASETS / "commute")
    rows: list[list[dict[str, object]]] = [[] for _ in range(6)]
    for second, packet in packets_of(ride):
        if second < 60:
            rows[second // 10].append(packet)
    schema = "device bigint, sensor string, time array<bigint>, x array<float>, y array<float>, z array<float>"
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "in")
        made.mkdir()
        for number, part in enumerate(rows):
            pd.DataFrame([{"device": device, **row} for device in range(devices) for row in part]).to_parquet(
                made / f"{number}.parquet"
            )
            os.utime(made / f"{number}.parquet", (1_700_000_000 + number,) * 2)
        moved = sum(one.stat().st_size for one in made.glob("*.parquet")) / devices / 60
        source = spark.readStream.schema(schema).option("maxFilesPerTrigger", 1).parquet(str(made))
        done = gaitway.spark.classify_stream(source, timeout=None)
        writer = done.writeStream.format("parquet").option("checkpointLocation", str(Path(folder, "checkpoint")))
        # The first two of six micro-batches warm up; the clock stops before the last, which may have a turn without
        # data behind it.
        query = writer.trigger(availableNow=True).start(str(Path(folder, "out")))
        marks: dict[int, float] = {}
        while query.isActive:
            marks.setdefault(len(query.recentProgress), used())
            time.sleep(0.2)
        took = (marks[5] - marks[2]) / 3
        state = query.recentProgress[-1]["stateOperators"][0]
        print(
            f"{devices} phones at {ride.acceleration.rate:.0f} Hz with gyroscope: a micro-batch of 10 s takes "
            f"{took:.2f} s, "
            f"so a core serves {10 * devices / took:.0f} phones; "
            f"{state['memoryUsedBytes'] / devices / 1e3:.1f} kB of state a phone; {moved / 1e3:.2f} kB/s of packets a "
            "phone as Parquet"
        )
    recognizer = gaitway.Recognizer()
    own = ride.acceleration.time < 60
    turning = ride.sensors["rotation_rate"]
    recognizer.append(
        ride.acceleration.time[own],
        ride.acceleration.values[own],
        rotation_rate=(turning.time[turning.time < 60], turning.values[turning.time < 60]),
    )
    cost = seconds(lambda: [gaitway.Recognizer.restore(recognizer.save()) for _ in range(200)]) / 200
    print(
        f"a recogniser's state is {len(recognizer.save()) / 1e3:.1f} kB; to save and restore it takes {cost * 1e3:.2f} "
        "ms"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rides", type=int, default=1000)
    parser.add_argument("--streams", type=int, default=500)
    options = parser.parse_args()
    spark = (
        SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.sql.shuffle.partition"
            "s", "1")
        .config("spark.driver.memory", "3g").getOrCreate()
    )  # fmt: skip
    spark.sparkContext.setLogLevel("OFF")
    batches(spark, options.rides)
    samples(spark, 20)
    streams(spark, options.streams)
    spark.stop()


if __name__ == "__main__":
    main()
