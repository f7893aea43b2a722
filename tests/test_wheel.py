"""The sdist and the wheel hold what they should, and the wheel plays where there is no repository."""

import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import build_front_end

pytestmark = pytest.mark.browser  # not for a browser: for the fresh environment, half a minute

PLAY = """
import json, random, sys
from importlib.metadata import version
from pathlib import Path

import solitaire_widget
from solitaire_widget import Adela, Arabella, AuldLangSyne

assert "site-packages" in Path(solitaire_widget.__file__).parts, solitaire_widget.__file__
assert version("solitaire-widget") == sys.argv[1]
for made in (Arabella, AuldLangSyne, Adela):
    widget = made(deal=2026)
    for _ in range(10):
        widget.game.play(random.choice(list(widget.game.legal_moves)))
    assert widget.state["undo"] == 10, widget.state
    assert "render" in widget._esm
    assert widget.game.position.to_svg().rstrip().endswith("</svg>")
    assert not {"numpy", "pandas", "jupyterlab"} & set(sys.modules)
print("played")
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sdist, unpack it, and build the wheel from what it holds."""
    folder = tmp_path_factory.mktemp("dist")
    build(build_front_end.ROOT, "--sdist", folder)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as sdist:
        sdist.extractall(folder, filter="data")
    build(unpacked(folder), "--wheel", folder)
    return folder


def build(source: Path, kind: str, folder: Path) -> None:
    run([sys.executable, "-m", "build", kind, "--no-isolation", "--outdir", str(folder), str(source)], folder)


def unpacked(folder: Path) -> Path:
    return folder / f"solitaire_widget-{build_front_end.release()}"


def test_wheel_from_the_sdist_needs_no_node(built: Path) -> None:
    assert build_front_end.is_current(unpacked(built))


def test_wheel_is_pure_and_holds_what_the_sources_hold(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    package = build_front_end.ROOT / "solitaire_widget"
    kept = {
        path.relative_to(package.parent).as_posix()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert held == kept
    assert {"solitaire_widget/py.typed", *(f"solitaire_widget/static/{name}" for name in build_front_end.MADE)} <= held


def test_wheel_plays_in_a_clean_environment(built: Path, tmp_path: Path) -> None:
    python = environment_with(built, tmp_path)
    played = run([python, "-c", PLAY, build_front_end.release()], tmp_path)
    assert played == "played\n"


def environment_with(built: Path, folder: Path) -> str:
    """Make a clean environment that holds the wheel, and give its Python."""
    (wheel,) = built.glob("*.whl")
    venv.create(folder / "clean", with_pip=True)
    python = str(Path(sysconfig.get_path("scripts", "venv", vars={"base": str(folder / "clean")})) / "python")
    run([python, "-m", "pip", "install", "--quiet", str(wheel)], folder)
    return python


def run(command: list[str], folder: Path) -> str:
    """Run a command to its end and give what it said."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
