# SPDX-License-Identifier: Apache-2.0
"""Builds gaitway or gaitway-command as a wheel for this machine and any Python 3, as it holds machine code."""

import re
from pathlib import Path

from setuptools import Distribution, setup

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70.1
    from wheel.bdist_wheel import bdist_wheel


def version() -> str:
    """Give Gaitway's version, which one Swift file holds: in the repository, or a copy of it beside this one."""
    here = Path(__file__).resolve().parent
    for file in (here / "ProductVersion.swift", here.parent / "Sources/GaitwayBase/MotionTypes/ProductVersion.swift"):
        if file.exists():
            return re.search(r'static let text = "(.+)"', file.read_text())[1]
    raise SystemExit(
        "ProductVersion.swift, which holds the version, is neither here nor in ../Sources/GaitwayBase/MotionTypes"
    )


class BinaryDistribution(Distribution):
    """A distribution with machine code in it."""

    def has_ext_modules(self):
        """Whether there is machine code."""
        return True


class PlatformWheel(bdist_wheel):
    """A wheel for this machine and any Python 3."""

    def get_tag(self):
        """Give the wheel's tag."""
        return ("py3", "none", super().get_tag()[2])


#: The extras of gaitway. The command has the version of the library.
EXTRAS = {
    "arrow": ["pyarrow>=14"],
    "command": [f"gaitway-command=={version()}"],
    "geo": ["geopandas>=0.13"],
    "plot": ["matplotlib>=3.8"],
    "sklearn": ["scikit-learn>=1.6", "scipy>=1.11"],
    # Training on a cluster runs the command on the executors.
    "spark": ["pyspark>=4", "protobuf>=5", "pyarrow>=15", "pandas>=2.1,<3", "gaitway[command]"],
    "all": ["gaitway[arrow,command,plot,sklearn]"],
}

here = Path(__file__).resolve().parent
setup(
    version=version(),
    distclass=BinaryDistribution,
    cmdclass={"bdist_wheel": PlatformWheel},
    **({"extras_require": EXTRAS} if (here / "src/gaitway").exists() else {}),
)
