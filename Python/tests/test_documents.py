# SPDX-License-Identifier: Apache-2.0
"""The code of the pages and the notebook run."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

HERE = Path(__file__).parents[1]


#: What the code of each page prints, among others.
PRINTED = {
    "README.md": ["automotive", "no-such-ride | "],
    "pages/logs.md": ["phyphox 330 s {}", "no-such-ride", "activity-stream"],
    "pages/arrays.md": ["cleo-running  running", "order | sort the rows by time"],
    "pages/training.md": ["precision", "['running'"],
    "pages/timelines.md": ["visit", "deliver", "Home"],
}


@pytest.mark.parametrize("page", PRINTED)
def test_the_code_of_the_page(page, datasets, tmp_path, monkeypatch, capsys):
    """All of it in order, as a reader would run it beside the sample rides."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Datasets").symlink_to(datasets)
    scripts = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{scripts}{os.pathsep}{os.environ['PATH']}")
    code = re.findall(r"^```python\n(.*?)^```", (HERE / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert len(code) >= 2
    names: dict[str, object] = {"__name__": "page"}
    for block in code:
        exec(compile(block, page, "exec"), names)
    printed = capsys.readouterr().out
    for text in PRINTED[page]:
        assert text in printed
    for score in re.findall(r"macro-F1 on people left out: (\d\.\d+)", printed):
        assert float(score) > 0.9


def test_every_page_is_run():
    assert {f"pages/{page.name}" for page in (HERE / "pages").glob("*.md")} - {"pages/features.md"} <= set(PRINTED)


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
