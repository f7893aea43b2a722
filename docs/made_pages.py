"""Pages that are not written by hand: the games', from their rule sheets, and the notebooks with their outputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

import nbformat
from nbclient import NotebookClient

import solitaire_widget
from solitaire_widget import ALL_RULES, Rules
from solitaire_widget.picture import svg_board
from solitaire_widget.teach.examples import Example
from solitaire_widget.teach.sheet import SheetRow

from .reference_pages import INSIDE, inside_page

PACKAGE = Path(solitaire_widget.__file__).parent


def write_pages(docs: Path, notebooks: Path) -> None:
    """Write every page that is not written by hand."""
    write_game_pages(docs / "games", notebooks)
    write_notebooks(docs / "notebooks", notebooks)
    write(docs / "reference" / INSIDE, inside_page(docs / "reference"))


def write_game_pages(folder: Path, notebooks: Path) -> None:
    """Write a page for each game: its rule sheet with pictures, and the lesson where there is one."""
    folder.mkdir(exist_ok=True)
    for rules in ALL_RULES:
        lessons = [path.stem for path in sorted(notebooks.glob(f"*{rules.id}*.ipynb"))]
        write(folder / f"{rules.id}.md", "\n".join(game_page(rules, lessons)))


def game_page(rules: Rules, lessons: list[str]) -> Iterator[str]:
    """The lines of a game's page, in Markdown."""
    sheet = rules.sheet()
    yield from (f"# {sheet.title}", "", f"Source: {sheet.source}", "")
    if lessons:
        yield from ("```{toctree}", ":maxdepth: 1", "", *(f"../notebooks/{lesson}" for lesson in lessons), "```", "")
    yield from ("## At a glance", "")
    yield from table(("What", "How"), ((fact.name, fact.words) for fact in sheet.facts))
    yield from (*figures([sheet.opening]), "", "## Options", "")
    yield from (f"- {option}" for option in sheet.options)
    for section in sheet.sections:
        # The options above have the first heading of that name; the rows that allow them follow it.
        yield from ("", f"## {section.heading}" if section.heading != "Options" else "## Rows on options", "")
        yield from table(("Rule", "What it says"), ((anchored(row.id), said(row)) for row in section.rows))
    yield from ("", "## Examples", "", *figures(sheet.examples))


def anchored(id: str) -> str:
    """A row's id, to be linked to."""
    return f"[{id}]{{#{id}}}"


def said(row: SheetRow) -> str:
    """A row's sentence, with what is remarked on it."""
    return f"{row.sentence} *({row.remark})*" if row.remark else row.sentence


def table(heads: tuple[str, str], rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The lines of a table of two columns."""
    for left, right in (heads, ("---", "---"), *rows):
        yield f"| {left} | {right} |".replace("\n", " ")


def figures(examples: Iterable[Example]) -> Iterator[str]:
    """Pictures of positions with what is seen there."""
    yield from ("```{raw} html", '<div class="examples">')
    for example in examples:
        picture = svg_board(example.position, marks=example.marks.notes(example.position))
        cited = f" [{', '.join(example.rules)}]" if example.rules else ""
        yield f"<figure>{picture}<figcaption>{escape(example.caption + cited)}</figcaption></figure>"
    yield from ("</div>", "```")


def write_notebooks(folder: Path, notebooks: Path) -> None:
    """Run the notebooks that have changed since, or that run on code that has, and keep them with their outputs."""
    folder.mkdir(exist_ok=True)
    code = max(path.stat().st_mtime for path in PACKAGE.rglob("*.py"))
    for path in sorted(notebooks.glob("*.ipynb")):
        run = folder / path.name
        if run.is_file() and run.stat().st_mtime > max(code, path.stat().st_mtime):
            continue
        notebook = nbformat.read(path, as_version=4)
        # A widget's state is of no use without a kernel, and ten times as long as the page.
        NotebookClient(notebook, timeout=300, kernel_name="python3", store_widget_state=False).execute()
        nbformat.write(notebook, run)
    for gone in set(folder.glob("*.ipynb")) - {folder / path.name for path in notebooks.glob("*.ipynb")}:
        gone.unlink()


def write(path: Path, text: str) -> None:
    """Write a page where it has changed, so that no other is built again."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
