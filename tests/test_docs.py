"""The documentation: what its pages say runs, nothing public is left out, and the site needs no network."""

import doctest
import importlib.util
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import solitaire_widget
from solitaire_widget import ALL_RULES, Rules

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
WRITTEN = sorted(DOCS.glob("*.md"))

spec = importlib.util.spec_from_file_location("reference_pages", DOCS / "reference_pages.py")
assert spec
assert spec.loader
reference_pages: Any = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reference_pages)


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


def test_the_reference_has_every_public_name_once() -> None:
    by_hand = [page.read_text(encoding="utf-8") for page in DOCS.glob("reference/*.md") if page.name != "inside.md"]
    pages = [*by_hand, reference_pages.inside_page(DOCS / "reference")]
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


@pytest.mark.parametrize("path", [*NOTEBOOKS, *WRITTEN, *DOCS.glob("reference/*.md")], ids=lambda path: path.name)
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


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation as its command builds it; warnings are errors."""
    folder = tmp_path_factory.mktemp("docs")
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", "docs", str(folder / "html")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "html"


@pytest.mark.browser
def test_the_site_has_every_page_and_every_row(site: Path) -> None:
    for page in ("index", "play", "games", "teach", "inspect", "keep", "reference/index", "reference/inside"):
        assert (site / f"{page}.html").is_file(), page
    for path in NOTEBOOKS:
        assert (site / "notebooks" / f"{path.stem}.html").is_file(), path.name
    for rules in ALL_RULES:
        page = Fetched()
        page.feed((site / "games" / f"{rules.id}.html").read_text(encoding="utf-8"))
        wanted = {row.id.lower() for row in rules.ledger} | {id.lower() for id in rules.sheet().rows}
        assert wanted <= page.ids, f"{rules.name} lacks {sorted(wanted - page.ids)}"
        assert "<svg" in (site / "games" / f"{rules.id}.html").read_text(encoding="utf-8")


@pytest.mark.browser
def test_the_site_has_every_public_name(site: Path) -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in site.glob("reference/*.html"))
    for module in reference_pages.modules():
        for name in module.__all__:
            assert re.search(rf'id="solitaire_widget\.[\w.]*\b{name}"', pages), f"{module.__name__}.{name}"


@pytest.mark.browser
def test_the_site_fetches_nothing_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 15
    for path in pages:
        page = Fetched()
        page.feed(path.read_text(encoding="utf-8"))
        elsewhere = [address for address in page.addresses if re.match(r"\s*['\"]?(https?:)?//", address)]
        assert not elsewhere, f"{path.name} fetches {elsewhere}"
    for path in site.rglob("*.css"):
        fetched = re.findall(r"(?:url\(|@import)\s*['\"]?((?:https?:)?//[^)'\"]*)", path.read_text(encoding="utf-8"))
        assert not fetched, f"{path.name} fetches {fetched}"
    for path in site.rglob("*.js"):
        fetched = re.findall(r"(?:import|fetch|src\s*=)\W{1,3}((?:https?:)?//[^'\"]*)", path.read_text(encoding="utf-8"))
        assert not fetched, f"{path.name} fetches {fetched}"
