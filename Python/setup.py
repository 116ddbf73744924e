"""Marks the wheel as one for this machine: it holds a library and a command, and no module that Python compiled."""

from setuptools import Distribution, setup

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70.1
    from wheel.bdist_wheel import bdist_wheel


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


setup(distclass=BinaryDistribution, cmdclass={"bdist_wheel": PlatformWheel})
