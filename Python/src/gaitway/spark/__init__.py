# SPDX-License-Identifier: Apache-2.0
"""Gaitway on Spark: many logs, live streams by device, and training.

``classify`` and ``features`` take a DataFrame of paths or bytes, ``classify_samples`` a table and ``classify_stream`` a
stream of samples, ``training_windows`` and ``train`` labelled rides. The package has to be installed where the
executors' Python runs.
"""

from __future__ import annotations

from .._extras import package

package("pyspark", "spark")
package("pyarrow", "spark")

from ._batches import classify, features  # noqa: E402
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
    "features",
    "train",
    "training_windows",
]
