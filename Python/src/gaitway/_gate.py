# SPDX-License-Identifier: Apache-2.0
"""The notification gate's scenarios, and places along a track."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from typing import Any

from ._command import PathLike, operand, option, run
from ._errors import InputError, LibraryError
from ._lazy import pd
from ._words import AccelerationKind, LoggerName, Unit

__all__ = ["check_places", "check_scenarios", "make_places"]

_ROW = re.compile(r"(\S+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(yes|no)$")
_COUNTS = ("alerts", "late", "skipped", "dropped", "waiting")


def check_scenarios(scenarios: PathLike | Sequence[PathLike]) -> pd.DataFrame:
    """Play scenarios of the notification gate, and compare its decisions with those expected.

    Parameters
    ----------
    scenarios
        A scenario, or several: text files of inputs at their times, and the decisions expected of each profile.

    Returns
    -------
    pandas.DataFrame
        A row for each scenario and profile: ``scenario``, ``policy``, the numbers of ``alerts``, those that came
        ``late``, ``skipped``, ``dropped`` and ``waiting`` entries, and ``ok``. ``attrs["differences"]`` has a line for
        each decision that is not as expected.

    Raises
    ------
    InputError
        If a file is not a scenario.

    Examples
    --------
    >>> gaitway.check_scenarios("Datasets/cab-ride.txt")[["policy", "alerts", "ok"]]
        policy  alerts    ok
    0     here       0  True
    1  gaitway       1  True
    """
    given = [scenarios] if isinstance(scenarios, str) or not isinstance(scenarios, Sequence) else list(scenarios)
    rows: list[dict[str, Any]] = []
    differences: list[str] = []
    for scenario in given:
        try:
            text, _ = run(["gate", "check", operand(scenario)], wide=True)
        except LibraryError as error:
            if not isinstance(error.partial, str):
                raise
            text = error.partial
            differences += str(error).splitlines()
        for line in text.splitlines():
            match = _ROW.search(line)
            if match:
                counts = dict(zip(_COUNTS, map(int, match.groups()[1:6]), strict=True))
                rows.append({"scenario": os.fspath(scenario), "policy": match[1], **counts, "ok": match[7] == "yes"})
    table = pd.DataFrame(rows, columns=["scenario", "policy", *_COUNTS, "ok"])
    table.attrs["differences"] = differences
    return table


def make_places(
    track: PathLike,
    *,
    count: int = 100,
    spread: float = 300,
    radius: float = 100,
    seed: int = 1,
    logger: LoggerName | None = None,
    unit: Unit | None = None,
    acceleration: AccelerationKind | None = None,
    rate: float | None = None,
) -> dict[str, Any]:
    """Make places along a track, to try `simulate` with.

    Parameters
    ----------
    track
        A track file, or a logger's log.
    count
        The number of places.
    spread
        The greatest distance of a place from the track, in metres.
    radius
        Each place's radius in metres.
    seed
        The same seed gives the same places.
    logger, unit, acceleration, rate
        How to read a log; see `gaitway.read`.

    Returns
    -------
    dict
        The places as GeoJSON. Written to a file, `simulate` takes them.

    Raises
    ------
    InputError
        If the track is unusable.

    Examples
    --------
    >>> len(gaitway.make_places("Datasets/day/day.gpx", count=5)["features"])
    5
    """
    words = ["places", "make", "--track", operand(track), "--count", str(count), "--spread", repr(spread)]
    words += ["--radius", repr(radius), "--seed", str(seed), *option("--logger", logger), *option("--unit", unit)]
    output, _ = run(words + option("--acceleration", acceleration) + option("--rate", rate))
    made: dict[str, Any] = json.loads(output)
    return made


def check_places(places: PathLike) -> list[str]:
    """List the faults of a place set.

    Parameters
    ----------
    places
        The places, GeoJSON or CSV.

    Returns
    -------
    list of str
        A line for each of the first 100 faults, and one with their number; empty without faults.

    Raises
    ------
    InputError
        If the file is unreadable.

    Examples
    --------
    >>> gaitway.check_places("Datasets/day/places.csv")
    []
    """
    try:
        run(["places", "check", operand(places)])
    except InputError as error:
        if not os.path.isfile(places):
            raise
        return [*getattr(error, "__notes__", []), str(error)]
    return []
