# SPDX-License-Identifier: Apache-2.0
"""Features of windows, and windows of recordings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import gaitway


@pytest.fixture(scope="module")
def cut(datasets):
    """The windows of a synthetic commute."""
    return gaitway.windows(datasets / "commute")


def test_names_and_units():
    names = gaitway.feature_names()
    assert len(names) == len(set(names)) > 100
    assert set(gaitway.feature_units()) == set(names)


def test_windows_are_those_that_are_classified(cut, datasets):
    reports = gaitway.classify(datasets / "commute", rows="windows")
    assert np.array_equal(cut.table["from"], reports["window.from"])
    assert np.array_equal(cut.table["to"], reports["window.to"])
    assert cut.samples.shape == (len(cut), gaitway.WINDOW_SAMPLES, 6)


def test_features_of_the_samples_are_those_of_the_recording(cut):
    spread = cut.table[["pressure_spread_30", "pressure_spread_60"]].to_numpy()
    again = gaitway.features(cut.samples, follows=True, pressure_spread=spread)
    assert list(again.columns) == gaitway.feature_names()
    assert np.array_equal(again.to_numpy(), cut.features.to_numpy(), equal_nan=True)


def test_a_window_alone_has_the_features_that_it_has_in_a_block(cut):
    block = gaitway.features(cut.samples, as_="numpy")
    alone = np.concatenate([gaitway.features(window[None], as_="numpy") for window in cut.samples])
    assert np.array_equal(block, alone, equal_nan=True)


def strided(samples):
    spread = np.full((len(samples) * 3, 128, 8), np.nan, samples.dtype)
    spread[::3, :, 2:] = samples
    return spread[::3, :, 2:]


@pytest.mark.parametrize(
    "layout",
    [
        np.asfortranarray,
        strided,
        lambda samples: np.ascontiguousarray(samples.transpose(2, 0, 1)).transpose(1, 2, 0),
        lambda samples: samples[::-1].copy()[::-1],
        lambda samples: samples.astype(np.float64),
        lambda samples: samples.astype(">f4"),
    ],
    ids=["Fortran", "strided", "channels first", "negative strides", "doubles", "swapped bytes"],
)
def test_layouts_give_the_same(cut, layout):
    expected = gaitway.features(cut.samples, as_="numpy")
    assert np.array_equal(gaitway.features(layout(cut.samples), as_="numpy"), expected, equal_nan=True)


def test_what_is_missing_is_nan(cut):
    motion = cut.samples[:, :, :3]
    both, alone = gaitway.features(cut.samples), gaitway.features(motion)
    missing = alone.isna().all() & both.notna().any()
    assert missing.any()
    rest = ~missing
    assert np.array_equal(both.loc[:, rest], alone.loc[:, rest], equal_nan=True)
    assert gaitway.features(motion, linear=True).isna().all().sum() > alone.isna().all().sum()


def test_windows_without_a_gyroscope_stand_among_others(cut):
    mixed = cut.samples[~np.isnan(cut.samples).any(axis=(1, 2))]
    mixed[::3, :, 3:] = np.nan
    made = gaitway.features(mixed, as_="numpy")
    assert np.array_equal(made[::3], gaitway.features(mixed[::3, :, :3], as_="numpy"), equal_nan=True)
    assert np.array_equal(made[1::3], gaitway.features(mixed[1::3], as_="numpy"), equal_nan=True)
    model = gaitway.Model()
    pd.testing.assert_frame_equal(
        model.estimate(mixed).iloc[::3].reset_index(drop=True), model.estimate(mixed[::3, :, :3]), check_exact=True
    )
    mixed[3, 100, 4] = 0
    with pytest.raises(gaitway.InputError, match="rotation rate 0 of window 3"):
        gaitway.features(mixed)


def test_a_turned_phone_has_the_same_features(cut):
    turn, _ = np.linalg.qr(np.random.default_rng(2).normal(size=(3, 3)))
    turn *= np.sign(np.linalg.det(turn))
    samples = cut.samples.astype(np.float64)
    turned = np.concatenate([samples[:, :, :3] @ turn, samples[:, :, 3:] @ turn], 2)
    np.testing.assert_allclose(
        gaitway.features(turned, as_="numpy"), gaitway.features(samples, as_="numpy"), rtol=2e-3, atol=2e-3
    )


def test_power_is_what_numpy_says():
    """One feature against its definition: the power of |a| on a band, of a sine whose power is known."""
    time = np.arange(gaitway.WINDOW_SAMPLES) / gaitway.WINDOW_RATE
    quiet, loud = (np.zeros((1, gaitway.WINDOW_SAMPLES, 3)) for _ in range(2))
    for window, amplitude in ((quiet, 1.0), (loud, 2.0)):
        window[0, :, 2] = 9.81 + amplitude * np.sin(2 * np.pi * 1.8 * time)
    names = [name for name in gaitway.feature_names() if "power" in name and "1.6-2.0" in name and "vertical" in name]
    assert names
    difference = gaitway.features(loud)[names[0]] - gaitway.features(quiet)[names[0]]
    # Features of power are logarithms: twice the amplitude is four times the power.
    assert difference[0] == pytest.approx(np.log(4), abs=1e-3)


def test_numpys_features_are_the_same(cut):
    """The definitions, written once more in NumPy."""
    import importlib.util

    here = Path(__file__).parents[1]
    path = next(
        place / "features_numpy.py"
        for place in (here, here.parent / "Benchmarks" / "python")
        if (place / "features_numpy.py").exists()
    )
    specification = importlib.util.spec_from_file_location("features_numpy", path)
    assert specification
    assert specification.loader
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    assert module.names() == gaitway.feature_names()
    samples = cut.samples[~np.isnan(cut.samples).any(axis=(1, 2))]
    assert len(samples) > 100
    np.testing.assert_allclose(module.features(samples), gaitway.features(samples, as_="numpy"), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("shape", [(128, 3), (5, 3, 128), (5, 100, 3), (5, 128, 4), (5,), (2, 5, 128, 3)])
def test_wrong_shapes(shape):
    with pytest.raises(gaitway.UsageError, match=r"windows has the shape \(" + ", ".join(map(str, shape))):
        gaitway.features(np.zeros(shape))


def test_wrong_types_and_values(cut):
    with pytest.raises(gaitway.UsageError, match="windows has the type"):
        gaitway.features(np.zeros((2, 128, 3), complex))
    broken = cut.samples.copy()
    broken[7, 100, 2] = np.nan
    with pytest.raises(gaitway.InputError, match="7") as caught:
        gaitway.features(broken)
    assert caught.value.code == "value"
    with pytest.raises(gaitway.UsageError, match=r"pressure_spread has the shape \(3, 2\)"):
        gaitway.features(cut.samples, pressure_spread=np.zeros((3, 2)))


def test_no_windows():
    assert gaitway.features(np.empty((0, 128, 6))).shape == (0, len(gaitway.feature_names()))


def test_a_model_estimates_windows(cut, datasets):
    model = gaitway.Model()
    spread = cut.table[["pressure_spread_30", "pressure_spread_60"]].to_numpy()
    estimates = model.estimate(cut.samples, follows=True, pressure_spread=spread)
    reports = gaitway.classify(datasets / "commute", rows="windows", smoothing="none")
    told = estimates["reason"].isna()
    assert (estimates["reason"][~told] == reports["reason"][~told]).all()
    probabilities = estimates.loc[told, list(gaitway.CLASSES)]
    assert len(probabilities) > 100
    assert np.allclose(probabilities.sum(axis=1), 1)
    assert (probabilities.idxmax(axis=1) == reports["activity"][told]).all()


def test_a_model_of_another_version(tmp_path):
    import json
    import os
    from pathlib import Path

    default = Path(os.environ.get("GAITWAY_MODELS", Path(__file__).parents[2] / "Models")) / "default.json"
    text = default.read_text()
    given = tmp_path / "given.json"
    given.write_text(text)
    assert gaitway.Model(given).name == gaitway.Model().name
    document = json.loads(text)
    document["version"] = 999
    given.write_text(json.dumps(document))
    with pytest.raises(gaitway.InputError, match="999") as caught:
        gaitway.Model(given)
    assert caught.value.code == "unsupported"
    assert str(given) in str(caught.value)
    given.write_text(text[: len(text) // 2])
    with pytest.raises(gaitway.InputError):
        gaitway.Model(given)
    with pytest.raises(gaitway.InputError, match="cannot be read") as caught:
        gaitway.Model(tmp_path / "none.json")
    assert caught.value.code == "unreadable"
