# SPDX-License-Identifier: Apache-2.0
"""The command's HTML pages, for notebooks and files, and its pictures."""

from __future__ import annotations

import csv
import html
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._command import PathLike, operand, option, run
from ._errors import GaitwayError, UsageError
from ._words import Theme

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["Page", "in_notebook", "page", "picture", "report_file", "samples_folder"]

#: The sensors of a recording: the file's name in an export folder, the quantity's unit, and the number of axes.
_FILES = {
    "acceleration": ("Accelerometer", "m/s^2", 3),
    "linear_acceleration": ("Linear Acceleration", "m/s^2", 3),
    "rotation_rate": ("Gyroscope", "rad/s", 3),
    "pressure": ("Barometer", "hPa", 1),
}


@dataclass(frozen=True)
class Page:
    """A page that shows a result, the same as the command's ``--report`` writes.

    A notebook shows it in a frame. It loads nothing from elsewhere, so it also works without a network.

    Attributes
    ----------
    html
        The page: one document, with its scripts, styles and data.
    height
        The height of the frame in a notebook, in pixels.

    Examples
    --------
    >>> page = gaitway.page("Datasets/commute")
    >>> page.save("commute.html")
    >>> page.title.split(",")[0]
    'Ride commute'
    """

    html: str
    height: int = field(default=640, compare=False)

    @property
    def title(self) -> str:
        """The page's title."""
        text = self.html.partition("<title>")[2].partition("</title>")[0]
        return html.unescape(text)

    def save(self, path: PathLike, *, force: bool = False) -> None:
        """Write the page to a file.

        Parameters
        ----------
        path
            The file.
        force
            Replace a file that exists.

        Raises
        ------
        UsageError
            If the file exists, and `force` is not set.

        Examples
        --------
        >>> gaitway.page("Datasets/run").save("run.html")
        """
        try:
            with Path(path).open("w" if force else "x", encoding="utf-8") as file:
                file.write(self.html)
        except FileExistsError as error:
            raise UsageError(f"{os.fspath(path)} exists; set force to replace it") from error

    def _repr_html_(self) -> str:
        # The frame's scripts run, but have no access to the notebook around it. Links to parts of the page are relative
        # to the notebook's address, unless the page has a base of its own.
        framed = self.html.replace("<head>", '<head>\n<base href="about:srcdoc"/>', 1)
        return (
            f'<iframe title="{html.escape(self.title)}" sandbox="allow-scripts allow-downloads" '
            f'style="width:100%;height:{int(self.height)}px;border:0" srcdoc="{html.escape(framed)}"></iframe>'
        )

    def __repr__(self) -> str:
        return f"Page({self.title!r})"


def in_notebook(make: Callable[[Any], Page]) -> Callable[[Any], str | None]:
    """Make a method ``_repr_html_`` of one that makes a page. Without a page, a notebook shows the `repr`."""

    @wraps(make)
    def _repr_html_(self: Any) -> str | None:
        try:
            return make(self)._repr_html_()
        except GaitwayError:
            return None

    return _repr_html_


@contextmanager
def report_file(path: PathLike | None = None) -> Iterator[Path]:
    """Give a path that the command can write a page to: the caller's, else one in a folder that is deleted."""
    if path is not None:
        yield Path(path)
        return
    with tempfile.TemporaryDirectory(prefix="gaitway-") as folder:
        yield Path(folder, "page.html")


@contextmanager
def samples_folder(
    source: str,
    sensors: dict[str, tuple[NDArray[Any], NDArray[Any]]],
    fixes: pd.DataFrame,
    origin: pd.Timestamp | None,
) -> Iterator[str]:
    """Write a recording, each sensor's times in seconds and values, as a folder of tables in phyphox's form."""
    import numpy as np

    with tempfile.TemporaryDirectory(prefix="gaitway-") as folder:
        name = Path(source or "recording").name.replace("\0", "") or "recording"
        place = Path(folder, name[:100])
        (place / "meta").mkdir(parents=True)
        for sensor, (time, values) in sensors.items():
            if sensor not in _FILES:
                continue
            file, unit, axes = _FILES[sensor]
            columns = np.column_stack([time, np.asarray(values).reshape(len(time), axes)])
            header = ",".join(f'"{text}"' for text in ["Time (s)", *(f"{axis} ({unit})" for axis in "XYZ"[:axes])])
            np.savetxt(
                place / f"{file}.csv", columns, ["%.9f", *["%.9g"] * axes], delimiter=",", header=header, comments=""
            )
        if len(fixes):
            _write_fixes(fixes, place / "Location.csv")
        if origin is not None:
            seconds = origin.as_unit("ns").value / 1e9
            (place / "meta" / "time.csv").write_text(
                f'"event","experiment time","system time"\n"START",0,{seconds:.9f}\n', encoding="utf-8"
            )
        yield str(place)


def _write_fixes(fixes: pd.DataFrame, path: Path) -> None:
    names = {
        "latitude": "Latitude (°)",
        "longitude": "Longitude (°)",
        "altitude": "Height (m)",
        "speed": "Velocity (m/s)",
        "course": "Direction (°)",
        "accuracy": "Horizontal Accuracy (m)",
    }
    kept = [name for name in names if name in fixes]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["Time (s)", *(names[name] for name in kept)])
        writer.writerows(fixes[["time", *kept]].itertuples(index=False))


def page(shown: Any, *, time_zone: str | None = None, height: int = 640) -> Page:
    """Make the page of a result, as the command's ``--report`` does.

    Parameters
    ----------
    shown
        A log's path, a `Recording`, a `Timeline`, a `Store`, an `Evaluation`, a `Comparison` or a `Simulation`. Or a
        table of `classify` whose ``attrs["source"]`` is the path of a log.
    time_zone
        For a log, a recording or a table: the zone of the times shown, as ``Europe/Berlin``. The default is the
        machine's.
    height
        The height of the frame in a notebook, in pixels.

    Returns
    -------
    Page
        The page.

    Raises
    ------
    UsageError
        If such a value has no page.
    InputError
        If the log is unusable.

    Examples
    --------
    >>> gaitway.page("Datasets/run").title.split(",")[0]
    'Ride run'
    """
    if hasattr(shown, "page") and not hasattr(shown, "_shown"):
        if time_zone is not None:
            raise UsageError(f"time_zone does not apply to {type(shown).__name__}; leave it out")
        return Page(shown.page().html, height)
    several = "a Store, an Evaluation, a Comparison or a Simulation"
    with _shown(shown, time_zone, f"page; give a log's path, a Recording, a Timeline, {several}") as words:
        return Page(run([*words, "--report", "-"])[0], height)


def picture(
    shown: Any,
    path: PathLike,
    *,
    theme: Theme | None = None,
    time_zone: str | None = None,
    force: bool = False,
) -> None:
    """Draw a result into a file, 1200 pixels wide, as the command's ``--picture`` does.

    `evaluate` has ``picture=`` for the figures of a model. `plot` draws with matplotlib instead.

    Parameters
    ----------
    shown
        A log's path, a `Recording`, a `Timeline` or a `Store`. Or a table of `classify` whose ``attrs["source"]`` is
        the path of a log.
    path
        The file. It ends in ``.svg``, or in ``.png``, which needs ``rsvg-convert`` (Debian: ``librsvg2-bin``).
    theme
        The colours. The default: an SVG follows its viewer, and a PNG is light.
    time_zone
        As `page` takes it.
    force
        Replace a file that exists.

    Raises
    ------
    UsageError
        If such a value has no picture, or the file has another ending.
    InputError
        If the log is unusable, the file exists, or a PNG cannot be drawn.

    Examples
    --------
    >>> gaitway.picture("Datasets/run", "run.svg", theme="dark")
    """
    known = "picture; give a log's path, a Recording, a Timeline or a Store, or set picture in evaluate"
    with _shown(shown, time_zone, known) as words:
        run([*words, "--picture", operand(path), *option("--theme", theme), *option("--force", force)])


@contextmanager
def _shown(shown: Any, time_zone: str | None, known: str) -> Iterator[list[str]]:
    """The command's arguments that show a value; an error says what is `known`."""
    zone = option("--time-zone", time_zone)
    if isinstance(shown, str | os.PathLike):
        yield ["classify", operand(shown), *zone]
    elif hasattr(shown, "_shown"):
        with shown._shown() as words:
            if zone and words[0] != "classify":
                raise UsageError(f"time_zone does not apply to {type(shown).__name__}; leave it out")
            yield [*words, *zone]
    elif isinstance(getattr(shown, "attrs", {}).get("source"), str):
        source = shown.attrs["source"]
        if not Path(source).exists():
            raise UsageError(
                f"{source}, the source of the table, is not the path of a log; give the path or a Recording"
            )
        yield ["classify", operand(source), *zone]
    else:
        raise UsageError(f"{type(shown).__name__} has no {known}")
