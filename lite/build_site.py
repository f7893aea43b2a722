"""Build the JupyterLite site: the notebooks, to be tried in a browser with no server or network behind it.

From the top of the project::

    .venv/bin/python -m lite.build_site
    .venv/bin/python -m http.server --directory lite/site

The site holds all it needs: JupyterLite, the Pyodide that its kernel wants, the wheels that both load, and
ours. JupyterLite lives in an environment of its own, since its extension disturbs a real JupyterLab.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import build_front_end
from build_front_end import ROOT, find_npm, npm_environment

LITE = ROOT / "lite"
CACHE = LITE / "cache"
SITE = LITE / "site"

JUPYTERLITE = "0.8.6"
PYODIDE = "314.0.6"
"""The Pyodide that this JupyterLite's kernel is made for; the build fails where the two part ways."""

TOOLS = [
    f"jupyterlite-core=={JUPYTERLITE}",
    f"jupyterlite-pyodide-kernel=={JUPYTERLITE}",
    "jupyter-server",
    "anywidget>=0.11,<0.12",
]
LOADED_BY_US = ["anywidget", "comm", "ipywidgets", "jupyterlab_widgets", "platformdirs", "psygnal"]
LOADED_BY_THE_KERNEL = ["ipython", "jedi", "micropip", "packaging", "traitlets", "typing-extensions"]
INSTALL = "%pip install -q solitaire-widget"


def build() -> Path:
    """Build the site and give its folder."""
    python = environment()
    source = CACHE / "source"
    shutil.rmtree(source, ignore_errors=True)
    shutil.rmtree(SITE, ignore_errors=True)
    source.mkdir(parents=True)
    lay_out_pyodide(python, source / "static" / "pyodide")
    lay_out_notebooks(source / "files")
    settings = {"@jupyterlite/pyodide-kernel-extension:kernel": {"disablePyPIFallback": True}}
    config = {
        "appName": "solitaire_widget",
        "exposeAppInBrowser": True,  # for the tests, which serve this very site
        "litePluginSettings": settings,
    }
    (source / "jupyter-lite.json").write_text(
        json.dumps({"jupyter-lite-schema-version": 0, "jupyter-config-data": config}), encoding="utf-8"
    )
    wheels = [option for wheel in our_wheels(python) for option in ("--piplite-wheels", str(wheel))]
    lite = [str(python), "-m", "jupyterlite_core", "build", "--no-sourcemaps", "--contents", "files"]
    run([*lite, "--lite-dir", str(source), "--output-dir", str(SITE), *wheels], cwd=source)
    return SITE


def environment() -> Path:
    """Make JupyterLite's environment, once for each list of tools, and give its Python."""
    home = CACHE / "venv"
    python = Path(sysconfig.get_path("scripts", "venv", vars={"base": str(home)})) / "python"
    made_for = home / "made_for.txt"
    if not made_for.is_file() or made_for.read_text() != "\n".join(TOOLS):
        venv.create(home, with_pip=True, clear=True)
        run([str(python), "-m", "pip", "install", "--quiet", *TOOLS])
        made_for.write_text("\n".join(TOOLS))
    return python


def our_wheels(python: Path) -> list[Path]:
    """Build our wheel and fetch those of the packages that it loads."""
    made = CACHE / "ours"
    shutil.rmtree(made, ignore_errors=True)
    run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(made), str(ROOT)])
    frozen = subprocess.run(
        [python, "-m", "pip", "list", "--format=json"], check=True, capture_output=True, text=True
    ).stdout
    # The versions whose JupyterLab extensions are in the site.
    versions = {plain(package["name"]): package["version"] for package in json.loads(frozen)}
    return [
        *made.glob("*.whl"),
        *fetch(python, (f"{name}=={versions[plain(name)]}" for name in LOADED_BY_US)),
    ]


def lay_out_pyodide(python: Path, folder: Path) -> None:
    """Unpack Pyodide and put beside it the wheels that its lock file names and the kernel loads."""
    tarball = npm_pack(f"pyodide@{PYODIDE}")
    with tarfile.open(tarball) as package:
        package.extractall(CACHE / "pyodide", filter="data")
    shutil.copytree(CACHE / "pyodide" / "package", folder)
    path = folder / "pyodide-lock.json"
    lock: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    packages = {plain(name): package for name, package in lock["packages"].items()}
    wanted: dict[str, None] = {}

    def want(name: str) -> None:
        if name not in wanted:
            wanted[name] = None
            for other in packages[name]["depends"]:
                want(plain(other))

    for name in LOADED_BY_THE_KERNEL:
        want(name)
    wheels = fetch(python, (f"{name}=={packages[name]['version']}" for name in wanted))
    for name, wheel in zip(wanted, wheels, strict=True):
        shutil.copy(wheel, folder)
        # PyPI's wheel need not be, byte for byte, the one that Pyodide's own server has.
        packages[name] |= {"file_name": wheel.name, "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest()}
    path.write_text(json.dumps(lock), encoding="utf-8")


def lay_out_notebooks(folder: Path) -> None:
    """Copy the notebooks, each with a first cell that installs what the browser's Python does not have."""
    folder.mkdir()
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        cell = {"cell_type": "code", "id": "install", "metadata": {}, "source": INSTALL}
        notebook["cells"].insert(0, {**cell, "outputs": [], "execution_count": None})
        (folder / path.name).write_text(json.dumps(notebook), encoding="utf-8")


def fetch(python: Path, packages: Iterable[str]) -> list[Path]:
    """Fetch pure wheels of exact versions, each once."""
    folder = CACHE / "wheels"
    wheels = []
    for package in packages:
        name, version = package.split("==")
        pattern = f"{name.replace('-', '_')}-{version}-*.whl"
        if not list(folder.glob(pattern)):
            options = ["--no-deps", "--only-binary=:all:", "--python-version=3.14", "--platform=any"]
            pip = [str(python), "-m", "pip", "download", "--quiet", "--dest", str(folder), *options]
            run([*pip, "--implementation=py", "--abi=none", package])
        wheels.append(next(folder.glob(pattern)))
    return wheels


def npm_pack(package: str) -> Path:
    """Fetch a package of npm's as a tarball, once."""
    folder = CACHE / "npm"
    folder.mkdir(parents=True, exist_ok=True)
    tarball = folder / f"{package.removeprefix('@').replace('/', '-').replace('@', '-')}.tgz"
    if not tarball.is_file():
        npm = find_npm()
        if npm is None:
            raise build_front_end.BuildError(f"Fetching {package} takes npm: install Node.js.")
        run([*npm, "pack", "--silent", package], cwd=folder, environment=npm_environment(npm))
    return tarball


def plain(name: str) -> str:
    """Write a package's name in the one way that names are compared."""
    return name.lower().replace("_", "-")


def run(words: list[str], cwd: Path = ROOT, environment: dict[str, str] | None = None) -> None:
    """Run a command and fail with what it said."""
    done = subprocess.run(
        words,
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)} failed:\n{done.stdout}")


if __name__ == "__main__":
    print(f"The site is in {build()}")
