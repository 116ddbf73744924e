"""Gaitway for Python: what a person did, by the log of a phone's motion sensors.

``read`` gives a log's samples as arrays, ``classify`` a table of activities, ``windows`` and ``features`` what models learn from,
``Recognizer`` serves live streams, ``evaluate``, ``trips`` and ``simulate`` are those of the command. The scikit-learn estimators
`GaitwayFeatures` and `ActivityClassifier` are loaded when they are first named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._classify import classify, to_arrow
from ._cutting import windows
from ._errors import GaitwayError, InputError, LibraryError, StateError, UsageError
from ._evaluation import Evaluation, evaluate
from ._model import Model
from ._parquet import classify_to_parquet, features_to_parquet, stream_to_parquet
from ._recognizer import Recognizer, Report
from ._recording import Recording, Samples, read
from ._simulation import Simulation, simulate
from ._stream import ACTIVITIES, CLASSES, read_stream, to_stream
from ._trips import Timeline, trips
from ._windows import WINDOW_RATE, WINDOW_SAMPLES, RecordingWindows, feature_names, feature_units, features

if TYPE_CHECKING:
    from ._estimators import ActivityClassifier, GaitwayFeatures

    #: The version of Gaitway, as the library tells it.
    __version__: str

__all__ = [
    "ACTIVITIES",
    "CLASSES",
    "WINDOW_RATE",
    "WINDOW_SAMPLES",
    "ActivityClassifier",
    "Evaluation",
    "GaitwayError",
    "GaitwayFeatures",
    "InputError",
    "LibraryError",
    "Model",
    "Recognizer",
    "Recording",
    "RecordingWindows",
    "Report",
    "Samples",
    "Simulation",
    "StateError",
    "Timeline",
    "UsageError",
    "classify",
    "classify_to_parquet",
    "evaluate",
    "feature_names",
    "feature_units",
    "features",
    "features_to_parquet",
    "read",
    "read_stream",
    "simulate",
    "stream_to_parquet",
    "to_arrow",
    "to_stream",
    "trips",
    "windows",
]


def __getattr__(name: str) -> Any:
    # scikit-learn takes a second to import, and most programs do without it.
    if name in ("ActivityClassifier", "GaitwayFeatures"):
        from . import _estimators

        return getattr(_estimators, name)
    if name == "__version__":
        from ._library import library

        return library().gaitway_version().decode()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
