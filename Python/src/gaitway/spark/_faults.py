# SPDX-License-Identifier: Apache-2.0
"""The rows with faults of a result, in a table of their own."""

from __future__ import annotations

from collections.abc import Callable

from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from ._batches import _require

__all__ = ["faults", "into_tables"]


def faults(df: DataFrame) -> DataFrame:
    """Select the faults of a result: a dead-letter table.

    Parameters
    ----------
    df
        A result of `classify`, `features`, `classify_samples`, `classify_stream` or `training_windows`.

    Returns
    -------
    pyspark.sql.DataFrame
        A row for each fault: the columns of the result that name the log or the device, then ``code`` and ``error``.
        Of logs, ``code`` is that of `gaitway.InputError`, or ``empty`` for a log without a row. Of samples it is:

        ================== ===========================================================================================
        ``row``            a row without sensor or time, or a packet whose arrays have different lengths
        ``sensor``         a name that is not a sensor's
        ``time``           a time before 1970 or after 2068
        ``value``          a value that is missing, not a number, or larger than any phone measures
        ``late``           samples that came later than the delay allows
        ``clock``          samples far from the device's other times, or a clock that was set back
        ``no-acceleration`` samples of other sensors without acceleration beside them
        ``state``          a saved state that does not fit the model or the options; a new recording begins
        ================== ===========================================================================================
    """
    _require(df, ["error", "code"])
    names = [name for name in df.columns if name not in ("error", "code")]
    # The columns before the first of the result itself are the caller's.
    first = min((names.index(name) for name in _FIRST if name in names), default=len(names))
    kept = [*names[:first], *(name for name in ("late",) if name in names), "code", "error"]
    return df.where("error IS NOT NULL").select(*(f"`{name}`" for name in kept))


#: The first column of each kind of result after those that name the log or the device.
_FIRST = ("elapsed", "window.from", "from", "number")


def into_tables(reports: str, faulty: str, *, format: str = "parquet") -> Callable[[DataFrame, int], None]:
    """Make a writer for ``foreachBatch`` that puts the reports of a stream into one table and its faults into another.

    Both tables have the column ``batch``, the number of the micro-batch, and a folder for each of its values. A
    micro-batch that Spark runs again after a crash replaces its own rows.

    Parameters
    ----------
    reports, faulty
        The paths of the tables.
    format
        The format of both, ``parquet`` or another with partitions.

    Returns
    -------
    callable
        The argument of ``writeStream.foreachBatch``.
    """

    def write(rows: DataFrame, batch: int) -> None:
        rows = rows.persist()
        try:
            for table, path in ((rows.where("error IS NULL"), reports), (faults(rows), faulty)):
                (
                    table.withColumn("batch", sql.lit(batch)).write.format(format).mode("overwrite")
                    .partitionBy("batch").option("partitionOverwriteMode", "dynamic").save(path)
                )  # fmt: skip
        finally:
            rows.unpersist()

    return write
