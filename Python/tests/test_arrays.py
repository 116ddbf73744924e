# SPDX-License-Identifier: Apache-2.0
"""Arrays of every kind: right answers, or an error that says what is wrong."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pandas as pd
import pytest

import gaitway

RATE = 50.0


@pytest.fixture(scope="module")
def walk():
    """A minute of a walk that was made up: times, acceleration and rotation rate."""
    random = np.random.default_rng(5)
    time = np.arange(3000) / RATE
    step = 2 * np.pi * 1.9 * time
    motion = np.stack([1.5 * np.sin(step / 2), 0.8 * np.sin(step), 9.81 + 3 * np.sin(step) + np.sin(2 * step)], 1)
    turn = np.stack([0.6 * np.sin(step / 2), 0.4 * np.cos(step / 2), 0.1 * np.sin(step)], 1)
    return time, motion + random.normal(0, 0.2, motion.shape), turn + random.normal(0, 0.05, turn.shape)


def windows_of(time, motion, turn, **more):
    return gaitway.classify(motion, time=time, rotation_rate=turn, rows="windows", **more)


def strided(array):
    spread = np.full((2 * len(array), 5), np.nan, array.dtype)
    spread[::2, 1:4] = array
    return spread[::2, 1:4]


def backwards(array):
    return array[::-1].copy()[::-1]


LAYOUTS = {
    "C": np.ascontiguousarray,
    "Fortran": np.asfortranarray,
    "strided": strided,
    "negative strides": backwards,
    "swapped bytes": lambda array: array.astype(array.dtype.newbyteorder(">")),
    "read only": lambda array: (lambda copy: (copy.setflags(write=False), copy)[1])(array.copy()),
    "list": lambda array: array.tolist(),
    "table": lambda array: pd.DataFrame(array, columns=list("xyz")),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_give_the_same(walk, layout):
    time, motion, turn = walk
    expected = windows_of(time, motion, turn)
    assert len(expected) > 15
    pd.testing.assert_frame_equal(
        windows_of(time, LAYOUTS[layout](motion), LAYOUTS[layout](turn)), expected, check_exact=True
    )


def test_unaligned_arrays_give_the_same(walk):
    time, motion, turn = walk
    memory = np.zeros(motion.nbytes + 1, np.uint8)
    unaligned = memory[1:].view(np.float64).reshape(motion.shape)
    unaligned[:] = motion
    assert not unaligned.flags.aligned
    pd.testing.assert_frame_equal(windows_of(time, unaligned, turn), windows_of(time, motion, turn), check_exact=True)


def test_floats_are_what_doubles_are_rounded_to(walk):
    time, motion, turn = walk
    single = windows_of(time, motion.astype(np.float32), turn.astype(np.float32))
    pd.testing.assert_frame_equal(single, windows_of(time, motion, turn), check_exact=True)


def test_times_in_nanoseconds_and_as_durations(walk):
    time, motion, turn = walk
    nanoseconds = np.rint(time * 1e9).astype(np.int64)
    expected = windows_of(time, motion, turn)
    pd.testing.assert_frame_equal(windows_of(nanoseconds, motion, turn), expected, check_exact=True)
    pd.testing.assert_frame_equal(
        windows_of(nanoseconds.astype("timedelta64[ns]"), motion, turn), expected, check_exact=True
    )
    pd.testing.assert_frame_equal(windows_of(None, motion, (time, turn), rate=RATE), expected, check_exact=True)


def test_sensors_with_times_of_their_own(walk):
    time, motion, turn = walk
    every_other = (time[::2], turn[::2])
    given, whole, without = (windows_of(time, motion, one) for one in (every_other, turn, None))
    assert (given["activity"] == whole["activity"]).mean() > 0.8
    assert (given["probabilities.walking"] != without["probabilities.walking"]).all()


@pytest.mark.parametrize(
    ("motion", "text"),
    [
        (
            np.zeros((3, 100)),
            r"acceleration has the shape \(3, 100\); give x, y and z of each sample, \(n, 3\); transpose it",
        ),
        (np.zeros(100), r"acceleration has the shape \(100,\)"),
        (np.zeros((100, 4)), r"acceleration has the shape \(100, 4\)"),
        (np.zeros((100, 3), bool), "acceleration has the type bool; give numbers, as float32 or float64"),
        (np.zeros((100, 3), complex), "acceleration has the type complex128"),
        (np.full((100, 3), "9.81"), "acceleration has the type <U4"),
        ([[1, 2, 3], [4, 5]], "acceleration is not an array"),
        (np.zeros((90, 3)), "acceleration has 90 samples and 100 times; give one time for each"),
    ],
)
def test_wrong_arrays(motion, text):
    with pytest.raises(gaitway.UsageError, match=text):
        gaitway.classify(motion, time=np.arange(100) / RATE)


@pytest.mark.parametrize(
    ("time", "text"),
    [
        (
            np.arange(100, dtype=np.int32),
            "time has the type int32; give seconds as float64, nanoseconds as int64, or the unit",
        ),
        (np.zeros((100, 1)), r"time has the shape \(100, 1\)"),
        (["soon"] * 100, "time is neither numbers nor moments"),
        (np.zeros(100, complex), "time has the type complex128"),
        (np.full(100, np.datetime64("3000-01-01")), "time is outside 1678 to 2262"),
        (1.7e9 + np.arange(100, dtype=np.float32) / 50, "time has the type float32"),
        (None, "an array of acceleration has no times; give time, or rate"),
    ],
)
def test_wrong_times(time, text):
    with pytest.raises(gaitway.UsageError, match=text):
        gaitway.classify(np.zeros((100, 3)), time=time)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e9])
def test_values_that_are_none_are_left_out_and_counted(walk, value):
    time, motion, turn = walk
    broken = motion.copy()
    broken[1234, 1] = value
    table = windows_of(time, broken, turn)
    assert table.attrs["repaired"] == {"not-a-number": 1}
    whole = np.delete(np.arange(len(time)), 1234)
    expected = windows_of(time[whole], motion[whole], (time, turn))
    pd.testing.assert_frame_equal(table, expected, check_exact=True)


@pytest.mark.parametrize("value", [np.nan, np.inf, -1e300])
def test_times_that_are_none_are_left_out_and_counted(walk, value):
    time, motion, turn = walk
    broken = time.copy()
    broken[77] = value
    table = windows_of(broken, motion, turn)
    assert table.attrs["repaired"] == {"bad-row": 1}
    assert len(table) == len(windows_of(time, motion, turn))


def as_file(time, motion, turn, name="log.csv"):
    """The same numbers as a file."""
    rows = zip(time, motion, turn, strict=True)
    text = "".join(f"{at!r},{','.join(map(repr, [*a.tolist(), *g.tolist()]))}\n" for at, a, g in rows)
    return {"log": ("time (s),ax,ay,az,gx,gy,gz\n" + text).encode(), "name": name}


def test_repairs_are_those_of_a_file(walk):
    """A clock that is set back, rows out of order, repeated rows, shared times and a gap."""
    time, motion, turn = (one.copy() for one in walk)
    time[2000:] -= 3
    time[[100, 101]] = time[[101, 100]]
    time[200:205] = time[200]
    time[300], motion[300], turn[300] = time[299], motion[299], turn[299]
    motion[400, 2] = np.nan
    time[1000:] += 2
    given = gaitway.classify(motion, time=time, rotation_rate=turn, rows="windows")
    expected = gaitway.classify(**as_file(time.tolist(), motion, turn), rows="windows")
    pd.testing.assert_frame_equal(given, expected, check_exact=True)
    assert given.attrs["repaired"] == expected.attrs["repaired"]
    assert given.attrs["repaired"].keys() == {
        "clock-reset",
        "duplicate",
        "gap",
        "not-a-number",
        "out-of-order",
        "shared-time",
    }


def test_no_samples_at_all():
    table = gaitway.classify(np.empty((0, 3)), time=np.empty(0), rows="windows")
    assert len(table) == 0
    assert "probabilities.walking" in table
    assert len(gaitway.classify(np.empty((0, 3)), time=np.empty(0))) == 0


def test_with_and_without_gravity_at_once(walk):
    time, motion, _ = walk
    with pytest.raises(gaitway.UsageError, match="both acceleration and linear_acceleration"):
        gaitway.Recognizer().append(time, motion, linear_acceleration=motion)


def test_what_live_samples_may_not_be(walk):
    """A live recogniser repairs nothing."""
    time, motion, _ = walk
    broken = motion.copy()
    broken[1234, 1] = np.nan
    with pytest.raises(gaitway.InputError, match="1234") as caught:
        gaitway.Recognizer().append(time, broken)
    assert caught.value.code == "value"
    assert "acceleration" in str(caught.value)
    late = time.copy()
    late[500:] -= 3
    with pytest.raises(gaitway.InputError, match="500") as caught:
        gaitway.Recognizer().append(late, motion)
    assert caught.value.code == "order"
    late[77] = np.nan
    with pytest.raises(gaitway.InputError, match="77"):
        gaitway.Recognizer().append(late, motion)


@pytest.mark.parametrize(
    "option",
    [{"rows": "days"}, {"as_": "polars"}, {"smoothing": "much"}, {"prior": {"flying": 0.2}}, {"prior": {"walking": 7}}],
)
def test_wrong_options(walk, option):
    time, motion, _ = walk
    with pytest.raises((gaitway.UsageError, gaitway.InputError), match=r"\w"):
        gaitway.classify(motion, time=time, **option)


def peak(work) -> int:
    """The most bytes that Python and NumPy held at once on top of what they held before."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_arrays_are_read_where_they_lie(dtype):
    windows = np.zeros((2000, 128, 8), dtype)[:, :, 1:7]
    windows[:, :, 2] = 9.81
    made = peak(lambda: gaitway.features(windows, as_="numpy"))
    assert made < 2000 * len(gaitway.feature_names()) * 8 + 200_000 < windows.nbytes
    time = np.arange(300_000) / 50
    motion = np.zeros((2 * len(time), 4), dtype)[::2, 1:]
    motion[:, 2] = 9.81
    assert peak(lambda: gaitway.classify(motion, time=time)) < motion.nbytes / 2
