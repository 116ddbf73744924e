# SPDX-License-Identifier: Apache-2.0
"""The page's code and the notebook run."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

HERE = Path(__file__).parents[1]


def test_the_code_of_the_page(datasets, tmp_path, monkeypatch, capsys):
    """All of it in order, as a reader would run it beside the sample rides."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Datasets").symlink_to(datasets)
    scripts = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{scripts}{os.pathsep}{os.environ['PATH']}")
    code = re.findall(
        r"^```python\n(.*?)^```", (HERE / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(code) >= 8
    names: dict[str, object] = {"__name__": "page"}
    for block in code:
        exec(compile(block, "README.md", "exec"), names)
    printed = capsys.readouterr().out
    assert "automotive" in printed
    assert float(re.search(r"macro-F1 on people left out: (\d\.\d+)", printed)[1]) > 0.9  # type: ignore[index]
    assert "no-such-ride | " in printed


@pytest.mark.parametrize("path", sorted((HERE / "notebooks").glob("*.ipynb")), ids=lambda path: path.name)
def test_notebooks(path, datasets, tmp_path, monkeypatch):
    """A notebook runs in an empty folder, and is kept without what it printed."""
    monkeypatch.setenv("GAITWAY_DATASETS", str(datasets))
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert not cell.outputs
            assert cell.execution_count is None
    done = NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    outputs = [output for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    text = "".join(output.get("text", "") for output in outputs)
    assert float(re.search(r"macro-F1 on people left out: (\d\.\d+)", text)[1]) > 0.9  # type: ignore[index]
