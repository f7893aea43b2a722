"""What the documents say is run."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]


def test_the_readmes_python_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})


def test_the_readme_links_to_files_that_are_there() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text(encoding="utf-8")):
        assert (ROOT / link).is_file(), link


def test_the_readme_has_every_table_that_it_promises() -> None:
    assert not re.findall(r"[A-Z]+_TABLE", (ROOT / "README.md").read_text(encoding="utf-8"))


def test_the_readmes_table_of_hosts_names_each_file_of_host_tests_once() -> None:
    linked = re.findall(r"\]\((tests/hosts/test_\w+\.py)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    there = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / "hosts").glob("test_*.py")]
    assert sorted(linked) == sorted(there)


@pytest.mark.browser
@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.name)
def test_a_notebook_runs_from_top_to_bottom(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
