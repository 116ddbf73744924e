"""Gaitway for Python: activities from the logs of a phone's motion sensors.

``read`` returns a log's samples as arrays, ``classify`` a table of activities, ``windows`` and ``features`` the input
of models. ``Recognizer`` serves live streams. ``evaluate``, ``trips`` and ``simulate`` run the command. The
scikit-learn estimators `GaitwayFeatures` and `ActivityClassifier` are loaded on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._classify import classify, to_arrow
from ._cutting import windows
from ._errors import GaitwayError, GaitwayWarning, InputError, LibraryError, MissingPackageError, StateError, UsageError
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

    #: The version of Gaitway that the library reports.
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
    "GaitwayWarning",
    "InputError",
    "LibraryError",
    "MissingPackageError",
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
    # scikit-learn takes a second to import, and most programs do not need it.
    if name in ("ActivityClassifier", "GaitwayFeatures"):
        from ._extras import package

        package("sklearn", "sklearn")
        package("scipy", "sklearn")
        from . import _estimators

        return getattr(_estimators, name)
    if name == "__version__":
        from ._library import library

        return library().gaitway_version().decode()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
