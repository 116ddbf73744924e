# SPDX-License-Identifier: Apache-2.0
"""A resampler and a cutter of windows that were written from ``Models/EXPORT.md`` alone, with the ONNX model.

The rides are those of ``test_samples``; GAITWAY_SAMPLE_RIDES says how many.
"""

from __future__ import annotations

import pathlib
import subprocess
import unittest

import numpy as np

import resampler
import test_models
import test_samples
import windows

# m/s^2, rad/s and hPa: what single precision leaves where samples are sparse.
TOLERANCE = 1e-3


def cut(path: pathlib.Path) -> list[resampler.Window]:
    """The windows of the samples that WindowWriter wrote."""
    samples = np.fromfile(path, test_samples.SAMPLE)
    own = [samples[samples["sensor"] == sensor] for sensor in range(3)]
    times = [one["nanoseconds"] for one in own]
    pressure = own[2]["value"][:, 0].astype(np.float64)
    return list(
        resampler.windows((times[0], own[0]["value"]), (times[1], own[1]["value"]), (times[2], pressure))
    )


class Page(unittest.TestCase):
    """The windows of the page."""

    folder: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        folder = windows.temporary()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)

    def test_windows_and_answers(self) -> None:
        """The same windows with the same sensors, and no other answer."""
        session = test_models.ONNX(windows.export("onnx", self.folder))
        tally = test_models.Tally("ONNX on windows from the page alone")
        turning = pressed = 0
        path = self.folder / "samples.bin"
        for log in test_samples.rides():
            try:
                found = windows.written([log], self.folder)
                subprocess.run([windows.WRITER, path, "samples", log], check=True, capture_output=True)
            except subprocess.CalledProcessError:
                continue
            if not len(found.records):
                continue
            own = cut(path)
            self.assertEqual(len(own), len(found.records), log)
            np.testing.assert_array_equal([one.starts_segment for one in own], found.records["starts_segment"] > 0)
            feed = {}
            for name in ("acceleration", "rotation_rate", "pressure_spread"):
                feed[name] = np.array([getattr(one, name) for one in own], np.float32)
                np.testing.assert_allclose(
                    feed[name], found.records[name], rtol=1e-4, atol=TOLERANCE, equal_nan=True, err_msg=f"{name} {log}"
                )
            turning += int((~np.isnan(feed["rotation_rate"]).any(axis=(1, 2))).sum())
            pressed += int((~np.isnan(feed["pressure_spread"]).any(axis=1)).sum())
            none = np.full((len(own), 3), np.nan, np.float32)
            gravity = session.run({**feed, "gravity_before": none})["gravity"]
            results = session.run({**feed, "gravity_before": found.gravity_before(gravity)})
            answers = test_models.unknown_or_class(results["probabilities"], results["unknown"])
            tally.add(found, results["probabilities"], answers)
        print(f"{tally}; {turning} windows with a gyroscope, {pressed} with a barometer")
        self.assertGreater(tally.windows, 300)
        self.assertGreater(turning, 100)
        self.assertEqual(tally.other, 0)
        # A last bit of a resampled value may move a sample to the next quantum of a kernel, where the phone is still.
        self.assertLess(tally.largest, 0.02)


if __name__ == "__main__":
    unittest.main()
