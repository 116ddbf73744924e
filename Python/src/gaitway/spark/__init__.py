# SPDX-License-Identifier: Apache-2.0
"""Gaitway on Spark: many logs, live streams by device, and training.

``classify`` and ``features`` take a DataFrame of paths or bytes, ``classify_samples`` a table and ``classify_stream`` a
stream of samples, ``training_windows`` and ``train`` labelled rides. ``faults`` selects the rows with faults of their
results, and ``into_tables`` writes those of a stream apart. The package has to be installed where the executors' Python
runs. All work over Spark Connect, too.
"""

from __future__ import annotations

from .._extras import package

package("pyspark", "spark")
package("pyarrow", "spark")

from ._batches import classify, features  # noqa: E402
from ._faults import faults, into_tables  # noqa: E402
from ._live import classify_samples, classify_stream  # noqa: E402
from ._pipeline import LogTransformer  # noqa: E402
from ._training import Fit, train  # noqa: E402
from ._windows import training_windows  # noqa: E402

__all__ = [
    "Fit",
    "LogTransformer",
    "classify",
    "classify_samples",
    "classify_stream",
    "faults",
    "features",
    "into_tables",
    "train",
    "training_windows",
]
