# SPDX-License-Identifier: Apache-2.0
"""What a notebook shows: pages of the command, drawings, and texts of one line."""

from __future__ import annotations

import datetime
import html
import re
import shutil
import subprocess
import sys

import matplotlib.colors
import numpy as np
import pandas as pd
import pytest
from IPython.core.formatters import DisplayFormatter
from matplotlib import pyplot

import gaitway


@pytest.fixture
def day(datasets):
    return gaitway.trips(datasets / "day" / "day.gpx", time_zone="Europe/Berlin")


@pytest.fixture(scope="module")
def evaluation(datasets):
    return gaitway.evaluate(datasets / "labelled" / "manifest.csv")


@pytest.fixture
def simulation(datasets):
    return gaitway.simulate(datasets / "day" / "day.gpx", datasets / "day" / "places.csv", time_zone="Etc/UTC")


@pytest.fixture(autouse=True)
def figures_are_closed():
    yield
    pyplot.close("all")


def framed(shown) -> str:
    """The page in a notebook's frame."""
    text = shown._repr_html_()
    assert text.count("<iframe") == 1
    assert 'sandbox="allow-scripts' in text
    page = html.unescape(re.search(r'srcdoc="([^"]*)"', text)[1])
    assert page.count('<base href="about:srcdoc"/>') == 1
    return page.replace('\n<base href="about:srcdoc"/>', "")


def data_of(page: str) -> str:
    return page.partition('id="page-data">')[2].partition("</script>")[0]


def test_a_log_has_the_commands_page(datasets, command, tmp_path):
    expected = command("classify", datasets / "commute", "--report", "-").stdout
    page = gaitway.page(datasets / "commute", height=300)
    assert page.html == expected
    assert framed(page) == expected
    assert "height:300px" in page._repr_html_()
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == expected
    with pytest.raises(gaitway.UsageError, match="force"):
        page.save(tmp_path / "page.html")
    page.save(tmp_path / "page.html", force=True)


@pytest.mark.parametrize("log", ["commute", "bike", "day/motion.csv"])
def test_a_recording_has_the_page_of_its_log(log, datasets, command):
    """The samples go to the command as a folder, and give the same answers at the same times."""
    recording = gaitway.read(datasets / log)
    expected = data_of(command("classify", datasets / log, "--report", "-").stdout)
    data = data_of(framed(recording))
    assert len(data) > 1000
    for name in ("stretches", "activities", "spans"):
        pattern = rf'"{name}":\[.*?\]'
        if re.search(pattern, expected):
            assert re.search(pattern, data)[0] == re.search(pattern, expected)[0]


def test_a_recording_of_arrays_has_a_page():
    time = np.arange(0, 60, 0.02)
    recording = gaitway.Recording.from_arrays(
        time, np.zeros((len(time), 3)) + [0, 0, 9.81], source="a/table <i>one", origin="2026-05-01T08:00Z"
    )
    page = recording.page(time_zone="Etc/UTC")
    assert "2026" in page.html
    assert "08:00" in page.html
    assert "table &lt;i>one" in page.html or "table &lt;i&gt;one" in page.html
    assert "<i>one" not in page.html


def test_a_table_has_the_page_of_its_log(datasets):
    table = gaitway.classify(datasets / "run")
    assert gaitway.page(table).html == gaitway.page(datasets / "run").html
    table.attrs["source"] = "nowhere"
    with pytest.raises(gaitway.UsageError, match="nowhere"):
        gaitway.page(table)


def test_timelines_evaluations_and_runs_have_pages(day, evaluation, simulation, datasets, command, tmp_path):
    assert "Timeline of Monday, 4 May 2026" in framed(day)
    written = tmp_path / "figures.html"
    command("evaluate", datasets / "labelled" / "manifest.csv", "--report", written)
    assert data_of(framed(evaluation)) == data_of(written.read_text())
    run = tmp_path / "run.html"
    places = datasets / "day" / "places.csv"
    command(
        "simulate",
        "--track",
        datasets / "day" / "day.gpx",
        "--places",
        places,
        "--report",
        run,
        "--time-zone",
        "Etc/UTC",
    )
    assert data_of(framed(simulation)) == data_of(run.read_text())
    assert gaitway.page(simulation).html == simulation.page().html


def test_pictures(day, evaluation, simulation, datasets, command, tmp_path):
    expected = tmp_path / "expected.svg"
    command("classify", datasets / "commute", "--picture", expected, "--theme", "dark", "--time-zone", "Etc/UTC")
    path = tmp_path / "commute.svg"
    gaitway.picture(datasets / "commute", path, theme="dark", time_zone="Etc/UTC")
    assert path.read_text() == expected.read_text()
    with pytest.raises(gaitway.GaitwayError, match="force"):
        gaitway.picture(datasets / "commute", path)
    gaitway.picture(gaitway.classify(datasets / "commute"), path, theme="dark", time_zone="Etc/UTC", force=True)
    assert path.read_text() == expected.read_text()
    gaitway.picture(gaitway.read(datasets / "commute"), path, force=True)
    assert "automotive" in path.read_text()
    gaitway.picture(day, tmp_path / "day.svg")
    assert "4 May 2026" in (tmp_path / "day.svg").read_text()
    store = gaitway.Store(tmp_path / "life.sqlite", time_zone="Europe/Berlin")
    store.add(datasets / "day" / "day.gpx")
    gaitway.picture(store, tmp_path / "store.svg")
    assert "4 May 2026" in (tmp_path / "store.svg").read_text()
    png = tmp_path / "day.png"
    if shutil.which("rsvg-convert"):
        gaitway.picture(day, png)
        assert png.read_bytes().startswith(b"\x89PNG")
    else:
        with pytest.raises(gaitway.InputError, match="rsvg-convert"):
            gaitway.picture(day, png)
    for shown in (evaluation, simulation, 3):
        with pytest.raises(gaitway.UsageError, match="has no picture"):
            gaitway.picture(shown, tmp_path / "none.svg")
    with pytest.raises(gaitway.UsageError, match="time_zone"):
        gaitway.picture(day, tmp_path / "none.svg", time_zone="Etc/UTC")
    with pytest.raises(gaitway.UsageError, match=r"\.svg or \.png"):
        gaitway.picture(day, tmp_path / "none.jpg")


def test_a_report_is_written_and_kept(datasets, tmp_path):
    path = tmp_path / "figures.html"
    evaluation = gaitway.evaluate(datasets / "labelled" / "manifest.csv", report=path)
    assert evaluation.page().html == path.read_text()
    with pytest.raises(gaitway.GaitwayError):
        gaitway.evaluate(datasets / "labelled" / "manifest.csv", report=path)


def test_what_has_no_page(evaluation, simulation):
    """A notebook then shows the line of text."""
    for shown in (gaitway.Evaluation(evaluation.figures), gaitway.Simulation(simulation.decisions, {})):
        assert shown._repr_html_() is None
        with pytest.raises(gaitway.UsageError, match="call"):
            shown.page()
    with pytest.raises(gaitway.UsageError, match="int has no page"):
        gaitway.page(3)
    with pytest.raises(gaitway.UsageError, match="time_zone"):
        gaitway.page(simulation, time_zone="Etc/UTC")


def test_ipython_takes_the_frames(day, evaluation, simulation, datasets):
    """IPython asks each object for its forms, as a notebook does."""
    formats = DisplayFormatter().format
    for shown in (day, evaluation, simulation, gaitway.page(datasets / "run"), gaitway.read(datasets / "run")):
        data, _ = formats(shown)
        assert set(data) == {"text/plain", "text/html"}
        assert data["text/plain"] == repr(shown)
        assert "about:srcdoc" in data["text/html"]
    data, _ = formats(gaitway.Evaluation(evaluation.figures))
    assert set(data) == {"text/plain"}


def test_without_the_command_a_notebook_shows_text(datasets, monkeypatch):
    recording = gaitway.read(datasets / "run")
    monkeypatch.setenv("GAITWAY_COMMAND", "/nowhere/gaitway")
    assert recording._repr_html_() is None
    with pytest.raises(gaitway.LibraryError):
        recording.page()


def test_texts_have_one_line(day, evaluation, simulation, datasets):
    recording = gaitway.read(datasets / "commute")
    shown = [
        recording,
        recording.acceleration,
        day,
        evaluation,
        simulation,
        gaitway.windows(datasets / "run"),
        gaitway.page(datasets / "run"),
        gaitway.run("places", "check", datasets / "day" / "places.csv"),
        gaitway.Model(),
        gaitway.Store("life.sqlite"),
    ]
    for one in shown:
        assert "\n" not in repr(one)
        assert len(repr(one)) < 200
        assert repr(one).startswith(type(one).__name__ + "(")
    assert "330.3 s: acceleration 100 Hz" in repr(recording)
    assert "5 visits, 4 moves, 0 gaps" in repr(day)
    assert "macro-F1 0.99" in repr(evaluation)
    assert "17 entries" in repr(simulation)
    assert repr(gaitway.Timeline({"items": []})) == "Timeline(0 visits, 0 moves, 0 gaps)"


def test_colours_are_those_of_the_pages(datasets):
    from gaitway._plots import COLOURS

    page = gaitway.page(datasets / "run").html
    for name in (*gaitway.CLASSES,):
        assert f"--{name}: {COLOURS[name]};" in page
    assert f"--bar: {COLOURS['visit']}" in page


def colours(bars) -> list[str]:
    return [matplotlib.colors.to_hex(colour) for colour in bars.get_facecolor()]


@pytest.mark.parametrize("rows", ["stretches", "windows", "changes"])
def test_a_stream_is_drawn(rows, datasets):
    from gaitway._plots import COLOURS

    table = gaitway.classify(datasets / "commute", rows=rows)
    ax = gaitway.plot(table)
    bars = ax.collections[-1]
    drawn = [
        (path.get_extents().x0, path.get_extents().x1, colour)
        for path, colour in zip(bars.get_paths(), colours(bars), strict=True)
        if path.get_extents().width > 0
    ]
    # The bands of each kind of table cover the log, and change where the stretches do.
    assert drawn[0][0] == 0
    assert drawn[-1][1] == pytest.approx(table.attrs["end"])
    changes = [one for one, before in zip(drawn[1:], drawn, strict=False) if one[2] != before[2]]
    # The table of stretches folds the moment in which a hand takes the phone.
    expected = {51.2: "automotive", 227.84: "unknown", 230.4: "walking", 281.6: "stationary"}
    if rows == "stretches":
        del expected[227.84]
    assert [start for start, *_ in changes] == pytest.approx([*expected])
    assert [colour for *_, colour in changes] == [COLOURS[name] for name in expected.values()]
    assert ax.get_ylabel() == ("probability" if rows == "windows" else "")
    assert len(ax.collections) == (7 if rows == "windows" else 1)
    named = {text.get_text() for text in ax.get_legend().get_texts()}
    # Each class has a share of a window, if only a small one.
    classes = gaitway.CLASSES if rows == "windows" else ()
    assert named == {*classes, *table["activity"]}


def test_a_recording_is_drawn(datasets):
    recording = gaitway.read(datasets / "commute")
    _, axes = pyplot.subplots(2)
    assert recording.plot(ax=axes[0]) is axes[0]
    gaitway.plot(recording, sensor="pressure", ax=axes[1])
    lines = axes[0].get_lines()
    assert [line.get_label() for line in lines] == ["x", "y", "z"]
    assert np.array_equal(lines[2].get_ydata(), recording.acceleration.values[:, 2])
    assert axes[1].get_ylabel() == "pressure (hPa)"
    with pytest.raises(gaitway.UsageError, match="there is no speed"):
        recording.plot("speed")


def test_a_timeline_is_drawn(day):
    ax = gaitway.plot(day)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Mon 2026-05-04"]
    extents = [path.get_extents() for path in ax.collections[0].get_paths()]
    assert len(extents) == 11
    assert extents[0].x0 == pytest.approx(9)
    on_map = day.plot(on="map")
    assert len(on_map.get_lines()) >= 9
    assert day.plot(ax=on_map) is on_map
    with pytest.raises(gaitway.UsageError, match="'map'"):
        day.plot(on="moon")  # type: ignore[arg-type]


def test_lanes_have_clock_times(datasets):
    """A span over two midnights and a change of clocks: three lanes, each by the clock."""
    document = {
        "time_zone": "Europe/Berlin",
        "items": [{"kind": "gap", "start": "2026-03-28T20:00:00.000Z", "end": "2026-03-30T10:00:00.000Z"}],
    }
    ax = gaitway.Timeline(document).plot()
    extents = [path.get_extents() for lane in ax.collections for path in lane.get_paths()]
    assert [(one.x0, one.x1) for one in extents] == [(21, 24), (0, 24), (0, 12)]
    assert [label.get_text()[:3] for label in ax.get_yticklabels()] == ["Sat", "Sun", "Mon"]


def test_evaluations_and_runs_are_drawn(evaluation, simulation):
    ax = evaluation.plot()
    shares = ax.get_images()[0].get_array()
    counts = evaluation.confusion.to_numpy(float)
    assert np.allclose(shares.sum(axis=1)[counts.sum(axis=1) > 0], 1)
    assert sum(int(text.get_text().split("\n")[1]) for text in ax.texts) == counts.sum()
    # The page has the same figures, row by row.
    cells = re.findall(r"<b>([^<]*%)</b><small>([\d,]+)</small>", evaluation.page().html)
    assert [text.get_text() for text in ax.texts] == [f"{share}\n{count.replace(',', '')}" for share, count in cells]
    assert f"{evaluation.macro_f1:.3f}" in ax.get_title()
    assert f"{evaluation.macro_f1:.3f}" in evaluation.page().html
    ax = simulation.plot()
    drawn = {line.get_label(): len(line.get_xdata()) for line in ax.get_lines()}
    assert drawn == simulation.decisions["decision"].value_counts().to_dict()
    empty = gaitway.Simulation(pd.DataFrame(), {})
    assert not empty.plot().get_lines()


def test_what_is_not_drawn(datasets):
    for shown, message in [
        (datetime.date(2026, 5, 4), "date has no drawing"),
        (pd.DataFrame({"a": [1]}), "no columns elapsed"),
    ]:
        with pytest.raises(gaitway.UsageError, match=message):
            gaitway.plot(shown)
    with pytest.raises(gaitway.UsageError, match="sensor"):
        gaitway.plot(gaitway.classify(datasets / "run"), sensor="pressure")


def test_without_matplotlib(tmp_path, datasets):
    (tmp_path / "matplotlib.py").write_text("raise ModuleNotFoundError('none', name='matplotlib')\n")
    code = f"""
import sys; sys.path.insert(0, {str(tmp_path)!r})
import gaitway
recording = gaitway.read({str(datasets / "run")!r})
try: recording.plot()
except gaitway.MissingPackageError as error: print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "matplotlib is not installed; run: pip install 'gaitway[plot]'" in done.stdout
