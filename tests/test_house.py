"""The order of the house: what may import what, what may stand where, what stands in no file."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from build_front_end import ROOT

PACKAGE = ROOT / "solitaire_widget"
PYTHON = sorted(PACKAGE.rglob("*.py"))

# From the ground up: a page may import those before its own line, and those beside it.
FLOORS = (
    ("cards",),
    ("deals", "moves", "record", "rules"),
    ("games", "layout", "tables"),
    ("position", "picture", "refusals"),
    ("preference",),
    ("game", "notation", "shelf"),
    ("teach", "search", "lab", "wire", "log", "hooks", "keeping"),
    ("classroom",),
    ("advice",),
    ("widget",),
    ("short_forms",),
)
FLOOR = {page: floor for floor, pages in enumerate(FLOORS) for page in pages}
# A method may hand over to a page above its own, by an import inside it: what is asked for by name on the lower page.
HAND_OVERS = {
    ("rules", "teach"),
    ("position", "notation"),
    ("game", "teach"),
}
OUT_OF_THE_WAY = {"matplotlib", "numba", "numpy", "pandas", "scipy"}
NOT_IN_A_BROWSER = {"multiprocessing", "subprocess"}

GAMES = re.compile(r"arabella|auld.?lang.?syne|adela", re.IGNORECASE)


def files() -> list[Path]:
    """List what git has, or would have after the next commit."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def texts() -> list[tuple[str, str]]:
    """Read every text file of the project."""
    found = []
    for path in files():
        content = path.read_bytes()
        if b"\0" not in content:
            found.append((path.relative_to(ROOT).as_posix(), content.decode("utf-8")))
    return found


def page_of(path: Path) -> str:
    """Name the page of the package that a file belongs to: ``games`` for ``games/adela.py``."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """List the modules that a file of the package imports, by their whole names."""
    return imported(path, ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports_while_loading(path: Path) -> set[str]:
    """List those that it needs in order to be loaded: not the ones inside functions, nor those for types alone."""
    return imported(path, ast.parse(path.read_text(encoding="utf-8")).body)


def imported(path: Path, nodes: Iterable[ast.AST]) -> set[str]:
    """List the modules that import statements name."""
    found = set()
    package = ["solitaire_widget", *path.relative_to(PACKAGE).parts[:-1]]
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_run_one_way(path: Path) -> None:
    page = page_of(path)
    if page == "__init__":
        return
    assert page in FLOOR, f"{page} has no place in FLOORS: say which pages it may import"
    used = {name.split(".")[1] for name in imports(path) if name.startswith("solitaire_widget.")} & FLOOR.keys()
    upwards = {other for other in used if FLOOR[other] > FLOOR[page]}
    handed_over = {other for below, other in HAND_OVERS if below == page}
    assert upwards <= handed_over, f"{page} imports {sorted(upwards - handed_over)}, which stand on it"
    while_loading = {name.split(".")[1] for name in imports_while_loading(path) if name.startswith("solitaire_widget.")}
    assert not while_loading & upwards, f"{page} cannot be loaded without {sorted(while_loading & upwards)}"


def test_playing_needs_no_heavy_package() -> None:
    code = "import sys, solitaire_widget as s; s.Adela(deal=1); print(*sys.modules)"
    loaded = set(
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
        ).stdout.split()
    )
    assert not loaded & OUT_OF_THE_WAY
    for path in PYTHON:
        if page_of(path) in {"teach", "search", "lab"}:
            continue
        assert not imports(path) & NOT_IN_A_BROWSER, path


def test_a_game_is_named_on_its_own_page_only() -> None:
    """A fourth game needs a page of its own and nothing else."""
    for name, text in texts():
        written_once = name.startswith(("solitaire_widget/games/", "js/test", "js/bench"))
        if not name.startswith(("solitaire_widget/", "js/")) or written_once or ".test." in name:
            continue
        if name in ("solitaire_widget/__init__.py", "solitaire_widget/short_forms.py"):
            continue
        if name.endswith(".py"):
            text = without_docstrings(text)
        elif name.endswith(".json"):
            continue  # the ledger: rows of words, no code
        named = GAMES.findall(text)
        assert not named, f"{name} names {sorted(set(named))}"


def without_docstrings(source: str) -> str:
    """Leave out what is only said: docstrings, with their examples, and comments."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [
                line for line in node.body if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
            ] or [ast.Pass()]
    return ast.unparse(tree)


# Put together here, so that this file does not hold what it looks for.
HOSTS = re.compile(
    "|".join(
        [
            r"registry\." + r"npm",
            r"npm" + r"mirror",
            r"files\.python" + r"hosted",
            r"(?<![\w.])py" + r"pi\.org",
            r"deb\." + r"debian",
            r"/opt/" + r"(?:wheels|pypi)",
            r"(?<![\w.])/(?:work|root|home)" + r"/",
        ]
    )
)
EMOJI = re.compile("[\N{HOURGLASS}\U0001f000-\U0001faff\N{VARIATION SELECTOR-16}]")


def test_no_registry_no_machine_path_no_emoji() -> None:
    for name, text in texts():
        for pattern in (HOSTS, EMOJI):
            found = pattern.findall(text)
            assert not found, f"{name} holds {found}"


def test_tests_wait_for_what_they_expect() -> None:
    napping = re.compile(r"\b(time|asyncio)\." + r"sleep\(|wait_for_" + r"timeout\(")
    for name, text in texts():
        if name.startswith("tests/"):
            assert not napping.search(text), f"{name} waits for a time instead of a condition"
