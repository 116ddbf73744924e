"""The examples of docstrings run, beside the sample rides."""

from __future__ import annotations

import doctest

import pytest

import gaitway

DOCUMENTED = [name for name in gaitway.__all__ if callable(getattr(gaitway, name))]


@pytest.mark.parametrize("name", DOCUMENTED)
def test_examples(name, datasets, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Datasets").symlink_to(datasets)
    names = {one: getattr(gaitway, one) for one in gaitway.__all__}
    finder = doctest.DocTestFinder(exclude_empty=True)
    for test in finder.find(getattr(gaitway, name), name, module=False, globs={"gaitway": gaitway, **names}):
        result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
        assert result.failed == 0, test.name
