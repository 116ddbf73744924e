"""Marks the wheel as one for this machine: it holds a library and a command, and no module that Python compiled."""

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
    for file in (here / "ProductVersion.swift", here.parent / "Sources/Base/MotionTypes/ProductVersion.swift"):
        if file.exists():
            return re.search(r'static let text = "(.+)"', file.read_text())[1]
    raise SystemExit(
        "ProductVersion.swift, which holds the version, is neither here nor in ../Sources/Base/MotionTypes"
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


setup(version=version(), distclass=BinaryDistribution, cmdclass={"bdist_wheel": PlatformWheel})
