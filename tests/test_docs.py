"""The documentation: what its pages say runs, nothing public is left out, and the site needs no network."""

import doctest
import json
import re
import subprocess
import sys
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from types import FunctionType
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import solitaire_widget
from docs import reference_pages
from solitaire_widget import ALL_RULES, Rules

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
WRITTEN = sorted(DOCS.glob("*.md"))
REFERENCE = sorted(page for page in DOCS.glob("reference/*.md") if page.name != reference_pages.INSIDE)


def cells(name: str) -> list[dict[str, Any]]:
    return json.loads((ROOT / "notebooks" / name).read_text(encoding="utf-8"))["cells"]


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_what_a_page_shows_is_what_happens(path: Path) -> None:
    blocks = re.findall(r"```(\w+)\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    assert {kind for kind, _ in blocks} <= {"pycon"}, "only what can be run and compared"
    examples = "\n".join(block for _, block in blocks)
    test = doctest.DocTestParser().get_doctest(examples, {}, path.name, str(path), 0)
    said: list[str] = []
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert not failed, "".join(said)


def test_every_example_in_a_page_is_found() -> None:
    """The pages that show something have blocks at all, so that the test above cannot pass on nothing."""
    with_examples = {page.name for page in WRITTEN if "```pycon" in page.read_text(encoding="utf-8")}
    assert with_examples >= {"index.md", "play.md", "games.md", "teach.md", "inspect.md", "keep.md"}


def test_the_page_on_playing_lists_the_boards_own_keys() -> None:
    source = (ROOT / "js" / "src" / "keys.ts").read_text(encoding="utf-8")
    found = re.search(r"KEY_HELP[^=]*= \[(.*?)\n\];", source, re.DOTALL)
    assert found
    keys = re.findall(r'\["([^"]+)", "([^"]+)"', found[1])
    page = (DOCS / "play.md").read_text(encoding="utf-8").replace("`", "")
    assert re.findall(r"^\| (.+) \| (.+) \|$", page.partition("| Key |")[2], re.MULTILINE)[1:] == keys


def test_the_reference_has_every_public_name_once() -> None:
    pages = [*(page.read_text(encoding="utf-8") for page in REFERENCE), reference_pages.inside_page(DOCS / "reference")]
    found = [(name, id(value)) for page in pages for name, value in reference_pages.documented(page)]
    assert len(found) == len(set(found)), "a name stands there twice"
    for module in reference_pages.modules():
        for name, value in reference_pages.public(module):
            assert (name, id(value)) in found, f"{module.__name__}.{name} is on no page of the reference"


def test_every_module_says_what_is_public() -> None:
    for path in Path(solitaire_widget.__file__).parent.rglob("*.py"):
        assert "\n__all__ = [" in path.read_text(encoding="utf-8"), path.name


def test_the_reference_lists_what_the_package_itself_gives() -> None:
    text = (DOCS / "reference" / "index.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\{py:obj\}`(\w+)`", text)) == sorted(solitaire_widget.__all__)


def test_a_game_of_ones_own_takes_less_than_25_lines() -> None:
    [cell] = [cell for cell in cells("your_own_game.ipynb") if "own-game" in cell["metadata"].get("tags", ())]
    source = "".join(cell["source"])
    assert 10 < len([line for line in source.splitlines() if line.strip()]) < 25
    found: dict[str, Any] = {}
    exec(compile(source, "own-game", "exec"), found)
    assert any(isinstance(value, Rules) and value not in ALL_RULES for value in found.values())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_kept_without_outputs_and_with_ids_that_stay(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook["cells"])
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9-]{1,64}", id) for id in ids)


@pytest.mark.parametrize("path", [*NOTEBOOKS, *WRITTEN, *REFERENCE], ids=lambda path: path.name)
def test_links_lead_to_files_that_are_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#:\s]+)\)", text):
        # Notebooks are copied beside the pages when the site is built.
        target = ROOT / link if link.startswith("notebooks/") else path.parent / link
        target = ROOT / "notebooks" / target.name if target.suffix == ".ipynb" else target
        assert target.is_file(), link


class Fetched(HTMLParser):
    """What a page makes a browser fetch, and the ids that can be linked to."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.ids.add(named.get("id", ""))
        links = tag not in ("a", "area")
        self.addresses += [named[name] for name in ("href", "xlink:href") if links and name in named]
        self.addresses += [named[name] for name in ("src", "srcset", "data", "poster") if name in named]
        self.addresses += re.findall(r"url\(([^)]*)\)", named.get("style", ""))


@pytest.mark.browser
def test_the_site_is_whole_and_needs_no_network(tmp_path: Path) -> None:
    """One test, since each build writes pages into the folder that it reads."""
    site = tmp_path / "html"
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", "docs", str(site)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    every_page_is_there(site)
    every_row_is_on_its_games_page(site)
    every_public_name_is_in_the_reference(site)
    nothing_is_fetched_from_elsewhere(site)


def every_page_is_there(site: Path) -> None:
    for page in ("index", "play", "games", "teach", "inspect", "keep", "reference/index", "reference/inside"):
        assert (site / f"{page}.html").is_file(), page
    for path in NOTEBOOKS:
        assert (site / "notebooks" / f"{path.stem}.html").is_file(), path.name


def every_row_is_on_its_games_page(site: Path) -> None:
    for rules in ALL_RULES:
        text = (site / "games" / f"{rules.id}.html").read_text(encoding="utf-8")
        page = Fetched()
        page.feed(text)
        wanted = {row.id.lower() for row in rules.ledger} | {id.lower() for id in rules.sheet().rows}
        assert wanted <= page.ids, f"{rules.name} lacks {sorted(wanted - page.ids)}"
        assert text.count("<figure>") > len(rules.sheet().examples)


def every_public_name_is_in_the_reference(site: Path) -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in site.glob("reference/*.html"))
    there = set(re.findall(r'id="solitaire_widget\.([\w.]+)"', text))
    last, last_two = ({".".join(id.split(".")[-count:]) for id in there} for count in (1, 2))
    for module in reference_pages.modules():
        for name, value in reference_pages.public(module):
            assert name in last, f"{module.__name__}.{name}"
            if isinstance(value, type):
                missing = {f"{value.__name__}.{method}" for method in documented_methods(value)} - last_two
                assert not missing, f"{module.__name__}: {sorted(missing)}"


def documented_methods(kind: type) -> set[str]:
    methods = FunctionType, classmethod, staticmethod, property, cached_property
    return {
        name
        for name, value in vars(kind).items()
        if isinstance(value, methods) and value.__doc__ and not name.startswith("_")
    }


def nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        page = Fetched()
        page.feed(path.read_text(encoding="utf-8"))
        assert page.addresses
        elsewhere = [address for address in page.addresses if re.match(r"\s*['\"]?(https?:)?//", address)]
        assert not elsewhere, f"{path.name} fetches {elsewhere}"
    for path in site.rglob("*.css"):
        fetched = re.findall(r"(?:url\(|@import)\s*['\"]?((?:https?:)?//[^)'\"]*)", path.read_text(encoding="utf-8"))
        assert not fetched, f"{path.name} fetches {fetched}"
    fetching = re.compile(r"(?:import|fetch|src\s*=)\W{1,3}((?:https?:)?//[^'\"]*)")
    for path in site.rglob("*.js"):
        fetched = fetching.findall(path.read_text(encoding="utf-8"))
        assert not fetched, f"{path.name} fetches {fetched}"


NOT_IN_A_BROWSER = ("multiprocessing", "pandas", "resvg_py", "sqlite3", "subprocess")


@pytest.mark.browser
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_needs_nothing_that_a_browsers_kernel_lacks(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    lacking = f"import sys; sys.modules |= dict.fromkeys({NOT_IN_A_BROWSER})"
    notebook.cells.insert(0, nbformat.v4.new_code_cell(lacking))
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_imports_this_package_and_what_every_kernel_has(path: Path) -> None:
    for cell in cells(path.name):
        if cell["cell_type"] == "code":
            imported = re.findall(r"^\s*(?:import|from) (\w+)", "".join(cell["source"]), re.MULTILINE)
            assert set(imported) <= {"IPython", "solitaire_widget", *sys.stdlib_module_names}
