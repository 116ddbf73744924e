# SPDX-License-Identifier: Apache-2.0
"""Live streams, threads, forks and logs that go away."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import pickle
import shutil
import threading
from time import sleep

import numpy as np
import pytest

import gaitway


@pytest.fixture(scope="module")
def ride(datasets):
    return gaitway.read(datasets / "run")


def chunks(ride, cuts):
    """All sensors' samples between two times, piece by piece."""
    edges = [-np.inf, *cuts, np.inf]
    for first, last in itertools.pairwise(edges):
        part = {}
        for name, samples in ride.sensors.items():
            rows = (samples.time >= first) & (samples.time < last)
            part[name] = (samples.time[rows], samples.values[rows])
        time, acceleration = part.pop("acceleration")
        yield time, acceleration, part


def run(ride, cuts=(), **options):
    recognizer = gaitway.Recognizer(origin=ride.origin, **options)
    reports = []
    for time, acceleration, others in chunks(ride, cuts):
        reports += recognizer.append(time, acceleration, **others)
    return reports + recognizer.finish(), recognizer


@pytest.mark.parametrize("seed", range(4))
def test_any_chunks_give_the_same(ride, seed):
    random = np.random.default_rng(seed)
    whole, first = run(ride, every_window=True)
    cuts = np.sort(random.uniform(0, ride.end, [2, 9, 60, 500][seed]))
    parts, second = run(ride, cuts, every_window=True)
    assert parts == whole
    assert first.windows == second.windows == len(whole) > 50


def test_reports_are_the_rows_of_classify(ride):
    reports, recognizer = run(ride)
    table = gaitway.classify(ride, rows="changes", smoothing="causal")
    assert [report.activity for report in reports] == table["activity"].tolist()
    assert [report.elapsed for report in reports] == table["elapsed"].tolist()
    assert [report.start for report in reports] == table["start"].tolist()
    for report, probability in zip(reports, table["probabilities.running"], strict=True):
        assert (report.probabilities or {"running": np.nan})["running"] == pytest.approx(
            probability, abs=0, nan_ok=True
        )
    assert recognizer.why_unknown is None


@pytest.mark.parametrize("name", ["run", "commute"])
def test_first_answers_are_those_of_the_command(datasets, command, tmp_path, name):
    ride = gaitway.read(datasets / name)
    reports, _ = run(ride, provisional=True)
    first = reports[0]
    assert first.is_provisional
    assert first.confidence != "high"
    assert 2.56 < first.delivered < 3.4
    done = command("classify", str(datasets / name), "--format", "ndjson", "--live")
    (tmp_path / "live.ndjson").write_text(done.stdout)
    table = gaitway.read_stream(tmp_path / "live.ndjson")
    assert [report.is_provisional for report in reports] == table["provisional"].tolist()
    assert [report.activity for report in reports] == table["activity"].tolist()
    assert gaitway.to_stream(table) == done.stdout
    usual, _ = run(ride)
    assert [report for report in reports if not report.is_provisional] == usual


def test_reports_come_as_soon_as_they_can(ride):
    recognizer = gaitway.Recognizer(every_window=True)
    counts = [
        len(recognizer.append(time, acceleration, **others))
        for time, acceleration, others in chunks(ride, np.arange(1, ride.end))
    ]
    assert max(counts) == 1
    assert sum(counts) > 50


def test_why_a_recording_is_unknown():
    recognizer = gaitway.Recognizer(every_window=True)
    time = np.arange(400) / 5
    recognizer.append(time, np.random.default_rng(1).normal([0, 0, 9.81], 0.5, (400, 3)))
    recognizer.finish()
    assert "fewer samples a second" in (recognizer.why_unknown or "")
    assert sum(recognizer.unknown.values()) == recognizer.windows > 0


def test_after_the_end():
    recognizer = gaitway.Recognizer()
    recognizer.append([0.0, 0.02], [[0, 0, 9.81]] * 2)
    recognizer.finish()
    with pytest.raises(gaitway.StateError, match="finish"):
        recognizer.append([0.04], [[0, 0, 9.81]])
    with pytest.raises(gaitway.StateError, match="finish"):
        recognizer.finish()


def test_times_that_run_backwards_between_calls():
    recognizer = gaitway.Recognizer()
    recognizer.append([0.0, 0.02, 0.04], [[0, 0, 9.81]] * 3)
    with pytest.raises(gaitway.InputError) as caught:
        recognizer.append([0.03, 0.05], [[0, 0, 9.81]] * 2)
    assert caught.value.code == "order"
    # Nothing of that was taken: what comes next is in order.
    recognizer.append([0.06], [[0, 0, 9.81]])
    recognizer.finish()


def test_two_threads_at_one_recognizer():
    """One of both is told, and what the other gave is taken whole."""
    count = 400_000
    time, motion = np.arange(count) / 100, np.zeros((count, 3)) + [0, 0, 9.81]
    expected = len(gaitway.classify(motion, time=time, rows="windows"))
    for _ in range(5):
        recognizer = gaitway.Recognizer(every_window=True)
        outcomes: list[object] = []
        barrier = threading.Barrier(2)

        def work(recognizer=recognizer, barrier=barrier, outcomes=outcomes):
            barrier.wait()
            try:
                outcomes.append(len(recognizer.append(time, motion)))
            except gaitway.GaitwayError as error:
                outcomes.append(error)

        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        errors = [one for one in outcomes if isinstance(one, Exception)]
        assert len(errors) == 1
        # The second came meanwhile, or after it, with times that are past.
        assert isinstance(errors[0], gaitway.StateError | gaitway.InputError)
        if isinstance(errors[0], gaitway.StateError):
            assert "thread" in str(errors[0])
        recognizer.finish()
        assert recognizer.windows == expected


def test_threads_with_a_recognizer_each(datasets):
    """The interpreter's lock is let go: threads classify side by side, with the answers of one."""
    path = datasets / "commute"
    expected = gaitway.to_stream(gaitway.classify(path, rows="windows"))
    texts: list[str] = []
    threads = [
        threading.Thread(target=lambda: texts.append(gaitway.to_stream(gaitway.classify(path, rows="windows"))))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == [expected] * 8


def test_the_lock_is_let_go_during_a_call():
    """While one thread is within a call, another goes on."""
    windows = np.random.default_rng(1).normal([0, 0, 9.81], 1, (30_000, 128, 3)).astype(np.float32)
    thread = threading.Thread(target=gaitway.features, args=(windows,), kwargs={"as_": "numpy"})
    steps = 0
    thread.start()
    while thread.is_alive():
        steps += 1
        sleep(0.001)
    # The call takes some 200 ms; with the lock held, this thread would have got a step or two.
    assert steps > 20


def classified(path):
    return gaitway.to_stream(gaitway.classify(path, rows="windows"))


def answers_of(path):
    return gaitway.to_stream(gaitway.classify(path, rows="windows", model=MODEL))


MODEL: gaitway.Model | None = None


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes(datasets, method):
    """Children classify, also with a model that their parent has used, and give what the parent gives."""
    global MODEL
    paths = [
        str(datasets / "labelled" / name)
        for name in ("ann-walking.csv", "ben-cycling.csv", "cleo-running.csv", "dan-stationary.csv")
    ]
    MODEL = gaitway.Model()
    expected = [answers_of(path) for path in paths]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(classified, paths) == expected
        assert pool.map(answers_of, paths) == expected


def test_a_recognizer_after_a_fork():
    recognizer = gaitway.Recognizer()
    recognizer.append([0.0], [[0, 0, 9.81]])
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            recognizer.append([0.02], [[0, 0, 9.81]])
            text = "nothing was wrong"
        except gaitway.StateError as error:
            text = str(error)
        except BaseException as error:
            text = repr(error)
        os.write(write, text.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    assert os.waitpid(child, 0)[1] == 0
    assert "fork" in text or "process" in text
    assert "nothing was wrong" not in text
    # The parent's goes on.
    recognizer.append([0.02], [[0, 0, 9.81]])
    recognizer.finish()


def test_what_cannot_be_pickled_says_so():
    with pytest.raises(gaitway.StateError, match="belongs to the process that made it"):
        pickle.dumps(gaitway.Recognizer())
    assert pickle.loads(pickle.dumps(gaitway.Model())).name == gaitway.Model().name


def test_errors_cross_processes():
    error = gaitway.InputError("the row is empty", "leave it out", source="a.csv", line=3, code="malformed")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) == "a.csv:3: the row is empty; leave it out"
    assert (again.source, again.line, again.code, again.remedy) == ("a.csv", 3, "malformed", "leave it out")


@pytest.mark.parametrize("how", ["remove", "truncate", "replace"])
def test_a_log_that_goes_away_while_it_is_read(datasets, tmp_path, how):
    """The rows that came before are there; then it ends, or an error tells."""
    from gaitway._recording import open_log

    path = tmp_path / "ride.csv"
    shutil.copy(datasets / "day" / "motion.csv", path)
    whole = gaitway.read(path).acceleration
    log = open_log(path)
    batches = log.batches()
    first = next(batches)
    times = [list(first.times[: first.count])]
    if how == "remove":
        path.unlink()
    elif how == "truncate":
        os.truncate(path, 1000)
    else:
        path.unlink()
        path.write_text("something else\n")
    try:
        for batch in batches:
            times.append(list(batch.times[: batch.count]))
    except gaitway.InputError as error:
        assert "ride.csv" in str(error)
    taken = [time for part in times for time in part]
    known = set(whole.nanoseconds.tolist())
    assert set(taken) <= known
    if how != "truncate":
        assert len(taken) == len(whole)


def test_a_log_that_is_not_there(tmp_path, command):
    path = tmp_path / "none.csv"
    with pytest.raises(gaitway.InputError) as caught:
        gaitway.classify(path)
    done = command("classify", path)
    assert done.returncode == 3
    assert f"gaitway: {caught.value}" in done.stderr.splitlines()
    assert (caught.value.source, caught.value.code) == (str(path), "unreadable")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("empty.csv", ""),
        ("words.csv", "these are\nno numbers\n"),
        ("no-units.csv", "time,x,y,z\n" + "".join(f"{i * 0.02},{100 + i % 7},2,3\n" for i in range(3000))),
        ("not-a.zip", "PK\x03\x04 and nothing else"),
    ],
)
def test_logs_that_cannot_be_used(tmp_path, command, name, text):
    path = tmp_path / name
    path.write_text(text)
    for use in (gaitway.classify, gaitway.read, gaitway.windows):
        with pytest.raises(gaitway.InputError) as caught:
            use(path)
        done = command("classify", path, "--format", "ndjson")
        assert done.returncode == 3
        assert f"gaitway: {caught.value}" in done.stderr.splitlines()
        assert caught.value.source is not None


def test_a_log_named_in_bytes_that_are_no_text(datasets, tmp_path):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/ride-\xff.csv")
    shutil.copy(datasets / "labelled" / "ann-walking.csv", path)
    with pytest.raises(gaitway.UsageError, match="UTF-8"):
        gaitway.read(path)
    with pytest.raises(gaitway.UsageError, match="NUL"):
        gaitway.read("a\0b.csv")
