"""Gaitway on Spark: many logs, live streams by device, and training.

``classify`` and ``features`` take a DataFrame of paths or bytes, ``classify_stream`` a stream of samples, ``training_windows`` and
``train`` labelled rides. The package has to be installed where the executors' Python runs.
"""

from __future__ import annotations

from ._batches import classify, features
from ._live import classify_stream
from ._training import Fit, train
from ._windows import training_windows

__all__ = ["Fit", "classify", "classify_stream", "features", "train", "training_windows"]
