# SPDX-License-Identifier: Apache-2.0
"""The wheel as it is installed: whole, typed, and without a Swift beside it."""

from __future__ import annotations

import ast
import graphlib
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gaitway
from gaitway._command import command_path
from gaitway._library import library_path

installed = pytest.mark.skipif(
    bool(os.environ.get("GAITWAY_LIBRARY") or os.environ.get("GAITWAY_COMMAND")),
    reason="library and command are not the wheel's",
)


@installed
def test_versions():
    assert importlib.metadata.version("gaitway") == gaitway.__version__
    from gaitway._library import library

    assert library().gaitway_version().decode() == gaitway.__version__


@installed
def test_it_is_the_wheel_that_is_tested():
    home = Path(gaitway.__file__).parent
    assert "site-packages" in home.parts
    assert (home / "py.typed").exists()
    assert Path(library_path()).is_relative_to(home)
    assert Path(command_path()).is_relative_to(home.parent / "gaitway_command")
    assert sum(file.stat().st_size for file in home.rglob("*") if file.is_file()) < 27_000_000
    assert shutil.which("swift") is None
    files = [str(file) for file in importlib.metadata.files("gaitway") or []]
    for licence in ("LICENSE", "NOTICE", "Licenses/GRDB.txt", "Licenses/ICU.txt"):
        assert any(name.endswith("licenses/" + licence) for name in files), licence


@installed
def test_nothing_of_a_swift_folder_is_loaded(datasets):
    """Neither by the library nor by the command: what they need is the wheel's or the system's."""
    gaitway.classify(datasets / "run")
    mapped = {
        line.split(maxsplit=5)[5]
        for line in Path("/proc/self/maps").read_text().splitlines()
        if len(line.split(maxsplit=5)) == 6
    }
    assert any(name.rstrip().endswith("libgaitway.so") for name in mapped)
    swift = [name for name in mapped if re.search(r"/opt/swift|/swift/|libswift|libFoundation", name)]
    assert not swift
    needed = subprocess.run(["ldd", command_path()], capture_output=True, text=True, check=True).stdout
    assert "not found" not in needed
    assert "swift" not in needed.lower()


@installed
def test_a_package_without_the_command(tmp_path, datasets):
    """What needs no command works; the others name the extra."""
    (tmp_path / "gaitway_command.py").write_text("raise ModuleNotFoundError('none', name='gaitway_command')\n")
    code = f"""
import gaitway
print(len(gaitway.classify({str(datasets / "run")!r})))
try: gaitway.evaluate("manifest.csv")
except gaitway.MissingPackageError as error: print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert "gaitway-command is not installed; run: pip install 'gaitway[command]'" in done.stdout
    script = subprocess.run(
        [sys.executable, "-m", "gaitway"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert script.returncode == 1
    assert script.stderr.startswith("gaitway: gaitway-command is not installed")


@installed
def test_the_script_is_on_the_path(command):
    script = Path(sys.executable).parent / "gaitway"
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == command("--version").stdout


def test_importing_is_light(datasets):
    """Each package is loaded by what needs it alone: pandas by tables, scikit-learn by estimators."""
    packages = ("numpy", "pandas", "sklearn", "scipy", "pyarrow", "matplotlib", "geopandas")
    loaded = f"print([name for name in {packages} if name in sys.modules])"
    ride = str(datasets / "run")
    uses = [
        ("", []),
        ("dir(gaitway); gaitway.ActivityClassifier; gaitway.GaitwayFeatures", ["numpy", "pandas", "sklearn", "scipy"]),
        ("gaitway.Recognizer().append([0.0], [[0.0, 0.0, 9.8]])", ["numpy"]),
        (f"gaitway.classify({ride!r})", ["numpy", "pandas"]),
        ("gaitway.Page; gaitway.page; gaitway.plot; gaitway.Store; gaitway.Timeline({'items': []})", ["numpy"]),
    ]
    for use, expected in uses:
        done = subprocess.run(
            [sys.executable, "-c", f"import sys, gaitway\n{use}\n{loaded}"], capture_output=True, text=True, check=True
        )
        names = ast.literal_eval(done.stdout)
        # scikit-learn and pandas may load others by themselves.
        assert set(expected) - {"pandas"} <= set(names), use
        if "pandas" not in expected:
            assert names == expected, use


def test_no_module_imports_itself_by_others():
    """The modules have an order, also for the type checker alone: static_order throws for a circle."""
    folder = Path(gaitway.__file__).parent
    imported = {}
    for path in folder.rglob("*.py"):
        nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
        imported[path] = {
            path.parents[node.level - 1] / f"{node.module or '__init__'}.py" for node in nodes if node.level
        }
    order = list(graphlib.TopologicalSorter(imported).static_order())
    assert len(order) == len(imported)


def test_the_names_are_listed():
    assert set(gaitway.__all__) <= set(dir(gaitway))
    assert {name for name in dir(gaitway) if not name.startswith("_")} == set(gaitway.__all__)
    for name in gaitway.__all__:
        assert getattr(gaitway, name).__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        gaitway.nothing  # noqa: B018


def test_a_library_that_does_not_fit(tmp_path):
    """A library of another version, a file that is not a library, and a missing file."""
    other = tmp_path / "other.so"
    source = tmp_path / "other.c"
    source.write_text("unsigned gaitway_abi_version(void) { return 999; }\n")
    cases = [(tmp_path / "none.so", "cannot be loaded")]
    if shutil.which("cc"):
        subprocess.run(["cc", "-shared", "-fPIC", "-o", other, source], check=True)
        cases.append((other, "has version 999 of its interface"))
    text = tmp_path / "text.so"
    text.write_text("this is not a library")
    cases.append((text, "cannot be loaded"))
    for path, message in cases:
        code = "import gaitway\ntry: gaitway.feature_names()\nexcept gaitway.LibraryError as error: print(error)"
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "GAITWAY_LIBRARY": str(path)},
        )
        assert message in done.stdout
        assert str(path) in done.stdout
