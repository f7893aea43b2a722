"""The reference: which page has which name, the page of what no other has, and where the names in sentences lead."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from sphinx.pycode import ModuleAnalyzer

import solitaire_widget

INSIDE = "inside.md"
MODULE = re.compile(r"^\.\. automodule:: (\S+)\n +:members:(.*)$", re.MULTILINE)
DATA = re.compile(r"^\.\. autodata:: (\S+)\.(\w+)$", re.MULTILINE)


def modules() -> Iterator[ModuleType]:
    """Every module of the package that says which of its names are public."""
    for found in pkgutil.walk_packages(solitaire_widget.__path__, "solitaire_widget."):
        module = importlib.import_module(found.name)
        if hasattr(module, "__all__"):
            yield module


def public(module: ModuleType) -> Iterator[tuple[str, object]]:
    """A module's public names, and what they stand for."""
    for name in module.__all__:
        yield name, getattr(module, name)


def is_constant(module: ModuleType, name: str) -> bool:
    """Whether a name is one that the directive for modules leaves out: no class, no function, nothing said below it."""
    if isinstance(getattr(module, name), type | FunctionType):
        return False
    return ("", name) not in ModuleAnalyzer.for_module(module.__name__).find_attr_docs()


def documented(page: str) -> Iterator[tuple[str, object]]:
    """The names that a page of the reference has, and what they stand for."""
    for found, members in MODULE.findall(page):
        module, wanted = importlib.import_module(found), members.replace(",", " ").split()
        for name, value in public(module):
            if not is_constant(module, name) and (name in wanted or not wanted):
                yield name, value
    for found, name in DATA.findall(page):
        yield name, getattr(importlib.import_module(found), name)


def inside_page(reference: Path) -> str:
    """The page of every public name that no page written by hand has."""
    by_hand = [page.read_text(encoding="utf-8") for page in reference.glob("*.md") if page.name != INSIDE]
    has = {(name, id(value)) for page in by_hand for name, value in documented(page)}
    lines = ["# Inside", "", "What all the rest stands on. These names may change from one release to the next.", ""]
    for module in modules():
        left = [name for name, value in public(module) if (name, id(value)) not in has]
        has |= {(name, id(getattr(module, name))) for name in left}
        if left:
            lines += [f"## {module.__name__}", "", "```{eval-rst}", *directives(module, left), "```", ""]
    return "\n".join(lines)


def directives(module: ModuleType, names: list[str]) -> Iterator[str]:
    """What puts some names of a module on a page."""
    constants = [name for name in names if is_constant(module, name)]
    yield f".. automodule:: {module.__name__}"
    if others := [name for name in names if name not in constants]:
        yield f"   :members: {', '.join(others)}"
    for name in constants:
        yield from ("", f".. autodata:: {module.__name__}.{name}")


def skip_what_says_nothing(_app: Any, what: str, _name: str, member: object, skip: bool, _options: Any) -> bool | None:
    """Leave out what a class has besides methods and properties with a docstring: the class's own names the rest."""
    if what not in ("class", "exception"):
        return None
    kinds = (FunctionType, staticmethod, classmethod, property, cached_property, type)
    return True if not isinstance(member, kinds) or not member.__doc__ else None


def read_as_sentences(app: Any, what: str, name: str, member: object, options: Any, lines: list[str]) -> None:
    """Read a property's docstring as any other: napoleon takes what stands before its first colon for a type."""
    if what in ("property", "attribute", "data") and lines:
        from sphinx.ext.napoleon import NumpyDocstring

        lines[:] = ["", *NumpyDocstring(lines, app.config, app, "method", name, member, options).lines()]


def link_by_last_words(_app: Any, env: Any, node: Any, content: Any) -> Any:
    """Lead from ``Position.of`` to ``solitaire_widget.position.Position.of``, where only one name ends so."""
    if node.get("refdomain") != "py" or not (target := node.get("reftarget")):
        return None
    from sphinx.util.nodes import make_refnode

    objects = env.domains["py"].objects
    last = target.rpartition(".")[2] if target.startswith("solitaire_widget.") else target
    found = [name for name in objects if name.endswith(f".{last}")]
    if len(found) != 1:
        return None
    entry = objects[found[0]]
    return make_refnode(env.app.builder, node["refdoc"], entry.docname, entry.node_id, content, found[0])
