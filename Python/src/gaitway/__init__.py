# SPDX-License-Identifier: Apache-2.0
"""Gaitway for Python: activities from the logs of a phone's motion sensors.

`read` returns a log's samples as arrays, `classify` a table of activities, `windows`, `features` and
`labelled_features` the input of models. `train` and `ActivityClassifier.to_model` make models, which `classify`,
`evaluate`, `compare` and the command take. `Recognizer` serves live streams. `trips` and `simulate` turn tracks into
timelines and alerts, and `Store` keeps days with corrections. `page`, `plot` and `picture` show results; a notebook
shows pages by itself. Each name is loaded at its first use.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._classify import classify, to_arrow
    from ._comparison import Comparison, compare
    from ._corrections import Correction
    from ._cutting import windows
    from ._errors import (
        GaitwayError,
        GaitwayWarning,
        InputError,
        LibraryError,
        MissingPackageError,
        StateError,
        UsageError,
    )
    from ._estimators import ActivityClassifier, GaitwayFeatures
    from ._evaluation import Evaluation, evaluate
    from ._gate import check_places, check_scenarios, make_places
    from ._labelled import labelled_features
    from ._model import Model
    from ._pages import Page, page, picture
    from ._parquet import classify_to_parquet, features_to_parquet, stream_to_parquet
    from ._plots import plot
    from ._recognizer import Recognizer, Report
    from ._recording import Recording, Samples, read
    from ._runs import CommandOutput, inspect, manifest, run
    from ._simulation import Simulation, explain, simulate
    from ._store import Store
    from ._stream import ACTIVITIES, CLASSES, read_stream, to_stream
    from ._timeline_frames import Trackintel
    from ._train import adapt, train, tune
    from ._trips import Timeline, trips
    from ._windows import (
        WINDOW_RATE,
        WINDOW_SAMPLES,
        RecordingWindows,
        feature_formulas,
        feature_names,
        feature_units,
        features,
    )

    #: The version of Gaitway that the library reports.
    __version__: str

#: The module of each name.
_MODULES = {
    "_classify": ("classify", "to_arrow"),
    "_comparison": ("Comparison", "compare"),
    "_corrections": ("Correction",),
    "_cutting": ("windows",),
    "_errors": (
        "GaitwayError", "GaitwayWarning", "InputError", "LibraryError", "MissingPackageError", "StateError",
        "UsageError",
    ),
    "_estimators": ("ActivityClassifier", "GaitwayFeatures"),
    "_evaluation": ("Evaluation", "evaluate"),
    "_gate": ("check_places", "check_scenarios", "make_places"),
    "_labelled": ("labelled_features",),
    "_model": ("Model",),
    "_pages": ("Page", "page", "picture"),
    "_parquet": ("classify_to_parquet", "features_to_parquet", "stream_to_parquet"),
    "_plots": ("plot",),
    "_recognizer": ("Recognizer", "Report"),
    "_recording": ("Recording", "Samples", "read"),
    "_runs": ("CommandOutput", "inspect", "manifest", "run"),
    "_simulation": ("Simulation", "explain", "simulate"),
    "_store": ("Store",),
    "_stream": ("ACTIVITIES", "CLASSES", "read_stream", "to_stream"),
    "_timeline_frames": ("Trackintel",),
    "_train": ("adapt", "train", "tune"),
    "_trips": ("Timeline", "trips"),
    "_windows": (
        "WINDOW_RATE", "WINDOW_SAMPLES", "RecordingWindows", "feature_formulas", "feature_names", "feature_units",
        "features",
    ),
}  # fmt: skip
_HOMES = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "ACTIVITIES",
    "CLASSES",
    "WINDOW_RATE",
    "WINDOW_SAMPLES",
    "ActivityClassifier",
    "CommandOutput",
    "Comparison",
    "Correction",
    "Evaluation",
    "GaitwayError",
    "GaitwayFeatures",
    "GaitwayWarning",
    "InputError",
    "LibraryError",
    "MissingPackageError",
    "Model",
    "Page",
    "Recognizer",
    "Recording",
    "RecordingWindows",
    "Report",
    "Samples",
    "Simulation",
    "StateError",
    "Store",
    "Timeline",
    "Trackintel",
    "UsageError",
    "adapt",
    "check_places",
    "check_scenarios",
    "classify",
    "classify_to_parquet",
    "compare",
    "evaluate",
    "explain",
    "feature_formulas",
    "feature_names",
    "feature_units",
    "features",
    "features_to_parquet",
    "inspect",
    "labelled_features",
    "make_places",
    "manifest",
    "page",
    "picture",
    "plot",
    "read",
    "read_stream",
    "run",
    "simulate",
    "stream_to_parquet",
    "to_arrow",
    "to_stream",
    "train",
    "trips",
    "tune",
    "windows",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from ._library import library

        return library().gaitway_version().decode()
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if _HOMES[name] == "_estimators":
        from ._extras import package

        package("sklearn", "sklearn")
        package("scipy", "sklearn")
    value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__doc__", "__version__"])
