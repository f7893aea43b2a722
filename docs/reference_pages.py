"""The reference: which page has which name, the page of what no other has, and where the names in sentences lead."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any

from sphinx.ext.napoleon.docstring import NumpyDocstring
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import inspect
from sphinx.util.nodes import make_refnode

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
    kinds = (FunctionType, MethodType, property, cached_property, type)
    return True if not isinstance(member, kinds) or not member.__doc__ else None


def prepare(app: Any, what: str, name: str, member: object, options: Any, lines: list[str]) -> None:
    """Write a docstring so that napoleon reads all of it.

    Of several errors on one line it keeps the first, and what stands before a property's first colon it takes for
    a type.
    """
    lines[:] = errors_one_by_one(lines)
    if what in ("property", "attribute", "data") and lines:
        lines[:] = ["", *NumpyDocstring(lines, app.config, app, "method", name, member, options).lines()]


def errors_one_by_one(lines: list[str]) -> Iterator[str]:
    """Give each error that is raised an entry of its own, with what is said of all of them."""
    start = next((place + 2 for place, line in enumerate(lines) if line == "Raises"), len(lines))
    yield from lines[:start]
    rest = lines[start:]
    while rest:
        said = 1 + next((place for place, line in enumerate(rest[1:]) if not line.startswith(" ")), len(rest) - 1)
        several = re.fullmatch(r"\w+(, \w+)+", rest[0])
        for error in rest[0].split(", ") if several else rest[:1]:
            yield from (error, *rest[1:said])
        rest = rest[said:]


def signature_of(_app: Any, what: str, _name: str, member: Any, _options: Any, signature: str, returned: Any) -> Any:
    """Give the arguments of a class whose own kind hides them."""
    if what != "class" or signature != "(*args, **kwargs)":
        return None
    arguments = inspect.signature(member.__init__, bound_method=True)
    return inspect.stringify_signature(arguments, show_annotation=False), returned


def link_by_last_words(app: Any, env: Any, node: Any, content: Any) -> Any:
    """Lead from ``Position.of`` to ``solitaire_widget.position.Position.of``, where only one name ends so."""
    if node.get("refdomain") != "py" or not (target := node.get("reftarget")):
        return None
    objects = env.domains["py"].objects
    last = target.rpartition(".")[2] if target.startswith("solitaire_widget.") else target
    found = [name for name in objects if name.endswith(f".{last}")]
    if len(found) != 1:
        return None
    entry = objects[found[0]]
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, content, found[0])
