#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run.py [MODULE...]: the tests of these modules, or of all here, two modules at once: a test mostly waits for a page.

Each module has a process of its own, so that no test sees what another module left behind.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
JOBS = min(2, os.cpu_count() or 1)


def run(module):
    """The name of a module, its exit status, what it printed, and its seconds."""
    began = time.monotonic()
    # A file, as a browser that is left behind would keep a pipe open.
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(
            [sys.executable, "-m", "unittest", "-v", module], cwd=FOLDER, check=False,
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        output.seek(0)
        return module, done.returncode, output.read().decode(errors="replace"), time.monotonic() - began


def main():
    # The largest come first: a long one that began last would run alone.
    found = sorted(FOLDER.glob("test_*.py"), key=lambda path: -path.stat().st_size)
    modules = [name.removesuffix(".py") for name in sys.argv[1:]] or [path.stem for path in found]
    count, failed = 0, []
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for ended in concurrent.futures.as_completed([pool.submit(run, module) for module in modules]):
            module, status, text, seconds = ended.result()
            print(f"== {module}: {seconds:.0f} s\n{text}", flush=True)
            ran = re.search(r"^Ran (\d+) tests? in ", text, re.MULTILINE)
            if status != 0 or ran is None or int(ran[1]) == 0:
                failed.append(module)
            count += int(ran[1]) if ran else 0
    print(f"{count} tests of {len(modules)} modules")
    if failed:
        sys.exit("failed: " + ", ".join(sorted(failed)))


if __name__ == "__main__":
    main()
