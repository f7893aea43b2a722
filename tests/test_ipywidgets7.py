"""The wire and the widget's life with the ipywidgets of Colab, which is a major version older."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from build_front_end import ROOT

TESTS = ["tests/test_wire.py", "tests/test_life_cycle.py"]
CHECK = "import ipywidgets; assert ipywidgets.__version__.startswith('7.7'), ipywidgets.__version__"


@pytest.mark.browser  # for the packages that it fetches, and the tests that it runs once more
def test_with_ipywidgets_7(tmp_path: Path) -> None:
    packages = ["ipywidgets==7.7.*", "ipython_genutils"]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(tmp_path)]
    subprocess.run([*pip, *packages], check=True)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    subprocess.run([sys.executable, "-c", CHECK], check=True, env=environment, cwd=ROOT)
    # Its own folders and no workers, for this run is inside another; ipywidgets 7 uses what traitlets advises against.
    options = [
        "-q",
        "--numprocesses=0",
        "-p",
        "no:cacheprovider",
        "-W",
        "ignore:Deprecated in traitlets",
        f"--output={tmp_path / 'failures'}",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *TESTS],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
