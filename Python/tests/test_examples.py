# SPDX-License-Identifier: Apache-2.0
"""The examples of docstrings run, beside the sample rides."""

from __future__ import annotations

import doctest

import numpy as np
import pytest

import gaitway

DOCUMENTED = [name for name in gaitway.__all__ if callable(getattr(gaitway, name))]


@pytest.mark.parametrize("name", DOCUMENTED)
def test_examples(name, datasets, tmp_path, monkeypatch):
    names = {one: getattr(gaitway, one) for one in gaitway.__all__}
    finder = doctest.DocTestFinder(exclude_empty=True)
    for number, test in enumerate(
        finder.find(getattr(gaitway, name), name, module=False, globs={"gaitway": gaitway, "np": np, **names})
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "Datasets").symlink_to(datasets)
        monkeypatch.chdir(folder)
        result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
        assert result.failed == 0, test.name


@pytest.mark.parametrize("name", DOCUMENTED)
def test_there_is_an_example(name):
    """The page of the interface has one for each name."""
    assert "\n    >>> " in getattr(gaitway, name).__doc__
