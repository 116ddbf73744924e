# SPDX-License-Identifier: Apache-2.0
"""The features in which models measure how far a window is from their training data."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["CORE", "whitening"]

#: The features whose products in pairs follow the features. The distance from the training data is measured in them.
CORE = (
    "magnitude.power",
    "vertical.power",
    "horizontal.power",
    "vertical.entropy",
    "horizontal.entropy",
    "vertical.peak.frequency",
    "horizontal.peak.frequency",
    "vertical.centroid",
    "horizontal.centroid",
    "vertical.peak.share",
    "horizontal.peak.share",
    "magnitude.asymmetry",
    "vertical.excess",
    "vertical-horizontal.power",
    "horizontal.power.0.1-0.8",
    "vertical.autocorrelation.maximum",
    "horizontal.autocorrelation.maximum",
    "vertical.autocorrelation.minimum",
    "magnitude.kurtosis",
    "vertical.quarters.range",
    "gravity.turn.halves",
    "rotation.mean",
    "rotation.power",
    "rotation-acceleration.power.1.0-8.0",
    "rotation.entropy",
    "vertical-horizontal.coherence.0.1-0.8",
    "vertical-horizontal.coherence.0.8-3.0",
    "vertical-horizontal.coherence.3.0-8.0",
)


def whitening(covariance: NDArray[np.float64]) -> NDArray[np.float64]:
    """The inverse of the Cholesky factor of a covariance, shrunk by a twentieth, as in ``gaitway model import``."""
    count = len(covariance)
    shrunk = 0.95 * covariance + (0.05 * np.trace(covariance) / count + 1e-6) * np.eye(count)
    return np.linalg.inv(np.linalg.cholesky(shrunk))
