# SPDX-License-Identifier: Apache-2.0
"""What the tests share: the sample rides, and the command that the package runs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from gaitway._command import command_path

DATASETS = Path(os.environ.get("GAITWAY_DATASETS", Path(__file__).parents[2] / "Datasets")).resolve()
RIDES = [
    "car",
    "walk",
    "commute",
    "bike",
    "run",
    "day/motion.csv",
    "labelled/ann-walking.csv",
    "labelled/ben-cycling.csv",
]


@pytest.fixture(scope="session")
def datasets() -> Path:
    return DATASETS


@pytest.fixture(scope="session")
def command() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the command without this package. Its messages name settings as this package does, or with `options` as the
    command does."""

    def run(*arguments: object, options: bool = False) -> subprocess.CompletedProcess[str]:
        environment = dict(os.environ) if options else {**os.environ, "GAITWAY_REMEDIES": "names"}
        return subprocess.run(
            [command_path(), *map(str, arguments)], capture_output=True, text=True, check=False, env=environment
        )

    return run


@pytest.fixture(params=RIDES)
def ride(request: pytest.FixtureRequest) -> str:
    return str(DATASETS / request.param)
