# SPDX-License-Identifier: Apache-2.0
"""Drawings of results with matplotlib, in the colours of the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ._errors import UsageError
from ._extras import package
from ._lazy import pd
from ._stream import CLASSES, fixed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "COLOURS",
    "plot",
    "plot_confusion",
    "plot_decisions",
    "plot_differences",
    "plot_samples",
    "plot_stream",
    "plot_timeline",
]

#: The colour of each answer, as on a light page.
COLOURS = {
    "stationary": "#2384e6",
    "walking": "#175c16",
    "running": "#f26d62",
    "cycling": "#dd9f27",
    "automotive": "#8a4790",
    "none": "#b7bdc3",
    "unknown": "#f1f2f1",
    "visit": "#cfd6dc",
    "gap": "#ffffff",
}
_UNITS = {"rotation_rate": "rad/s", "pressure": "hPa", "speed": "m/s"}
#: The marker and colour of each decision.
_DECISIONS = {
    "deliver": ("o", "#175c16"),
    "defer": (".", "#dd9f27"),
    "skip": ("x", "#f26d62"),
    "drop": ("x", "#56606b"),
}


def _axes(ax: Axes | None, height: float = 3.0) -> Any:
    pyplot = package("matplotlib.pyplot", "plot")
    return pyplot.subplots(figsize=(10, height), layout="constrained")[1] if ax is None else ax


def _legend(ax: Any, names: list[str]) -> None:
    patches = package("matplotlib.patches", "plot")
    handles = [patches.Patch(facecolor=COLOURS[name], edgecolor="#56606b", linewidth=0.5, label=name) for name in names]
    if handles:
        ax.legend(handles=handles, loc="upper left", bbox_to_anchor=(1, 1), frameon=False)


def plot_samples(frame: pd.DataFrame, sensor: str, title: str, ax: Axes | None) -> Axes:
    """The samples of a sensor, from the table of `Recording.frame`."""
    ax = _axes(ax)
    for name in frame.columns[1:]:
        ax.plot(frame["time"], frame[name], linewidth=0.6, label=name)
    if len(frame.columns) > 2:
        ax.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    ax.set(xlabel="time (s)", ylabel=f"{sensor.replace('_', ' ')} ({_UNITS.get(sensor, 'm/s²')})", title=title)
    ax.margins(x=0)
    return ax


def plot_stream(table: pd.DataFrame, ax: Axes | None) -> Axes:
    """A table of `classify`: bands of activities, under stacked probabilities if a row is a window."""
    ax = _axes(ax)
    starts = table["elapsed"].to_numpy(float)
    of_windows = "window.from" in table and table["window.from"].notna().any()
    if of_windows:
        # The bands have the smoothed answer; these are the windows' own probabilities.
        shares = table[[f"probabilities.{name}" for name in CLASSES]].to_numpy(float)
        shares = np.where(np.isnan(shares).any(axis=1, keepdims=True), 0, shares)
        times = table["window.from"].to_numpy(float)
        ax.stackplot(times, shares.T, colors=[COLOURS[name] for name in CLASSES], step="post", linewidth=0)
        ax.set(ylim=(-0.15, 1), ylabel="probability", yticks=[0, 0.5, 1])
    else:
        ax.set(ylim=(-0.15, 0), yticks=[])
    if "end" in table:
        ends = table["end"].to_numpy(float)
    else:
        ends = np.append(starts[1:], float(table.attrs.get("end", starts[-1] if len(starts) else 0)))
    names = [name if isinstance(name, str) else "unknown" for name in table["activity"]]
    ax.broken_barh(
        list(zip(starts, np.maximum(ends - starts, 0), strict=True)),
        (-0.13, 0.11),
        facecolors=[COLOURS[name] for name in names],
    )
    if of_windows:
        # Each class has a share, if only a small one.
        names.extend(CLASSES)
    _legend(ax, [name for name in COLOURS if name in names])
    ax.set(xlabel="time (s)", title=str(table.attrs.get("source", "")))
    ax.margins(x=0)
    return ax


def _spans(document: dict[str, Any]) -> list[tuple[pd.Timestamp, pd.Timestamp, str]]:
    """Visits, gaps and sections in order, each with the name of its colour."""
    spans = []
    for item in document["items"]:
        for part in item.get("sections", [item]):
            name = part["activity"] if item["kind"] == "move" else item["kind"]
            spans.append((pd.Timestamp(part["start"]), pd.Timestamp(part["end"]), name))
    return spans


def plot_timeline(document: dict[str, Any], on: Literal["days", "map"], ax: Axes | None) -> Axes:
    """The document of a timeline as a lane for each day, or as paths and places."""
    if on == "map":
        return _plot_map(document, ax)
    if on != "days":
        raise UsageError(f"on is {on!r}; give 'days' or 'map'")
    zone = document.get("time_zone", "UTC")
    lanes: dict[Any, list[tuple[float, float, str]]] = {}
    for start, end, name in _spans(document):
        local, last = start.tz_convert(zone), end.tz_convert(zone)
        while local < last:
            midnight = local.normalize()
            until = min(last, (midnight + pd.Timedelta(hours=36)).normalize())
            # Clock times, so that a lane has 24 hours on days on which clocks change, too.
            begin, stop = (local.tz_localize(None) - midnight.tz_localize(None)), until.tz_localize(None)
            hours = (stop - local.tz_localize(None)) / pd.Timedelta(hours=1)
            lanes.setdefault(midnight.date(), []).append((begin / pd.Timedelta(hours=1), max(hours, 0), name))
            local = until
    ax = _axes(ax, max(1.6, 0.9 + 0.35 * len(lanes)))
    for row, parts in enumerate(lanes.values()):
        ax.broken_barh(
            [(begin, hours) for begin, hours, _ in parts],
            (row - 0.4, 0.8),
            facecolors=[COLOURS[name] for *_, name in parts],
        )
    ax.set(xlim=(0, 24), xticks=range(0, 25, 3), xlabel=f"hour ({zone})", yticks=range(len(lanes)))
    ax.set_yticklabels([day.strftime("%a %Y-%m-%d") for day in lanes])
    ax.set_ylim(len(lanes) - 0.4, -0.6)
    used = {name for parts in lanes.values() for *_, name in parts}
    _legend(ax, [name for name in COLOURS if name in used])
    return ax


def _plot_map(document: dict[str, Any], ax: Axes | None) -> Axes:
    ax = _axes(ax, 7.0)
    used, latitudes = set(), []
    for item in document["items"]:
        for section in item.get("sections", []):
            for piece in section.get("path") or []:
                ax.plot([fix[0] for fix in piece], [fix[1] for fix in piece], color=COLOURS[section["activity"]])
                latitudes += [fix[1] for fix in piece]
                used.add(section["activity"])
    for place in document.get("places", []):
        ax.plot(place["longitude"], place["latitude"], "o", color=COLOURS["visit"], markeredgecolor="#1b1f24")
        if place.get("name"):
            ax.annotate(place["name"], (place["longitude"], place["latitude"]), (4, 4), textcoords="offset points")
        latitudes.append(place["latitude"])
    if latitudes:
        ax.set_aspect(1 / max(np.cos(np.radians(np.mean(latitudes))), 0.01))
    _legend(ax, [name for name in COLOURS if name in used])
    ax.ticklabel_format(useOffset=False)
    ax.set(xlabel="longitude (°)", ylabel="latitude (°)")
    return ax


def plot_confusion(table: pd.DataFrame, shares: pd.DataFrame, macro_f1: float, ax: Axes | None) -> Axes:
    """The confusion matrix: the share of each truth's windows by weight, as on the page, and their number."""
    counts, values = table.to_numpy(float), shares.to_numpy(float)
    ax = _axes(ax, 5.0)
    ax.imshow(np.nan_to_num(values), cmap="Blues", vmin=0, vmax=1, aspect="auto")
    for (row, column), share in np.ndenumerate(values):
        if counts[row, column]:
            text = f"{percent(share)}\n{counts[row, column]:.0f}"
            ax.text(column, row, text, ha="center", va="center", color="white" if share > 0.5 else "black")
    ax.set(xlabel="answer", ylabel="truth", title=f"macro-F1, one window: {macro_f1:.3f}")
    ax.set_xticks(range(len(table.columns)), table.columns)
    ax.set_yticks(range(len(table.index)), table.index)
    return ax


def plot_differences(table: pd.DataFrame, interval: int, ax: Axes | None) -> Axes:
    """The differences of models from the first, in macro-F1 and in F1 of each activity, with their intervals."""
    first, *others = table["model"].unique()
    rows = ["all", *(name for name in table["activity"].unique() if name != "all")]
    ax = _axes(ax, 1.2 + 0.4 * len(rows))
    ax.axvline(0, color="#56606b", linewidth=1)
    for number, name in enumerate(others):
        own = table[table["model"] == name].set_index("activity").reindex(rows)
        value = own["f1_difference"].to_numpy(float)
        reach = np.abs(own[["difference_lower", "difference_upper"]].to_numpy(float).T - value)
        # Models stand below each other in the row of an activity.
        places = np.arange(len(rows)) + (number - (len(others) - 1) / 2) * 0.6 / len(others)
        known = ~np.isnan(reach).any(axis=0)
        line = ax.plot(value, places, "o", label=name)[0]
        ax.errorbar(value[known], places[known], xerr=reach[:, known], fmt="none", ecolor=line.get_color(), capsize=3)
    ax.set_yticks(range(len(rows)), ["macro-F1", *(f"F1 of {name}" for name in rows[1:])])
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set(xlabel=f"difference from {first}", title=f"{interval} % intervals")
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return ax


def percent(share: float) -> str:
    """A share as the pages show it: above 99 % and below 100 % with a decimal, so that it does not read as perfect."""
    return f"{fixed(100 * share, 1 if 0.99 < share < 1 else 0)}\N{NARROW NO-BREAK SPACE}%"


def plot_decisions(table: pd.DataFrame, ax: Axes | None) -> Axes:
    """The decisions along time, a row for each place."""
    places = list(dict.fromkeys(table["place"])) if len(table) else []
    ax = _axes(ax, 1.2 + 0.3 * len(places))
    for decision, (marker, colour) in _DECISIONS.items():
        some = table[table["decision"] == decision] if len(table) else table
        if len(some):
            rows = [places.index(place) for place in some["place"]]
            ax.plot(some["time"], rows, marker, color=colour, linestyle="none", label=decision)
    ax.set_yticks(range(len(places)), places)
    ax.set_ylim(max(len(places), 1) - 0.5, -0.5)
    ax.grid(axis="y", color="#dcdfe2", linewidth=0.5)
    ax.set_axisbelow(True)
    if places:
        dates = package("matplotlib.dates", "plot")
        locator = dates.AutoDateLocator()
        ax.xaxis.set_major_locator(locator)
        ax.xaxis.set_major_formatter(dates.ConciseDateFormatter(locator))
    ax.set(xlabel="time (UTC)")
    if places:
        ax.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return ax


def plot(shown: Any, *, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw a result with matplotlib, which the extra ``gaitway[plot]`` installs.

    Parameters
    ----------
    shown
        A table of `classify`, which becomes bands of activities, under probabilities if it has a row for each window.
        Or a `Recording`, a `Timeline`, a `Store`, an `Evaluation`, a `Comparison` or a `Simulation`.
    ax
        The axes to draw in. The default is a figure of its own.
    options
        Those of the value's own method ``plot``: ``sensor`` of a recording, ``on`` of a timeline.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    Raises
    ------
    UsageError
        If such a value has no drawing.
    MissingPackageError
        If matplotlib is not installed.

    Examples
    --------
    >>> gaitway.plot(gaitway.classify("Datasets/commute", rows="windows")).get_ylabel()
    'probability'
    """
    if isinstance(shown, pd.DataFrame):
        if options:
            raise UsageError(f"{next(iter(options))} does not apply to a table; leave it out")
        if not {"elapsed", "activity"} <= set(shown.columns):
            raise UsageError("the table has no columns elapsed and activity; give a table of classify for one log")
        return plot_stream(shown, ax)
    if type(shown).__module__.partition(".")[0] != "gaitway" or not hasattr(shown, "plot"):
        raise UsageError(
            f"{type(shown).__name__} has no drawing; give a table of classify, a Recording, a Timeline, a Store, an "
            "Evaluation, a Comparison or a Simulation"
        )
    drawn: Axes = shown.plot(ax=ax, **options)
    return drawn
