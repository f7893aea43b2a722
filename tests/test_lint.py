"""What .pre-commit-config.yaml runs before a commit, and the front end's own unit tests."""

import subprocess
import sys

import pytest

from build_front_end import ROOT, find_npm, npm_environment


@pytest.mark.parametrize(
    "words",
    [("mypy",), ("ruff", "check"), ("ruff", "format", "--check")],
    ids=" ".join,
)
def test_python(words: tuple[str, ...]) -> None:
    run([sys.executable, "-m", *words])


@pytest.mark.parametrize("words", [("run", "check"), ("test",)], ids=" ".join)
def test_front_end(words: tuple[str, ...]) -> None:
    npm = find_npm()
    assert npm is not None, "the front end's tests take Node.js with npm"
    run([*npm, "--prefix", "js", *words], npm_environment(npm))


def run(command: list[str], environment: dict[str, str] | None = None) -> None:
    """Run a linter from the top of the project and fail with what it says."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
