"""The documentation: ``.venv/bin/python -m sphinx -W -b html docs docs/_build/html``, from the top of the project."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
os.environ["SOLITAIRE_WIDGET_SHELF"] = "off"  # a build leaves no games behind

from docs.made_pages import write_pages  # noqa: E402
from docs.reference_pages import link_by_last_words, prepare, signature_of, skip_what_says_nothing  # noqa: E402

project = "solitaire_widget"
author = "solitaire_widget contributors"
copyright = author

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
default_role = "py:obj"

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 3

# The notebooks arrive with their outputs. What a board says for where there is no kernel is the whole of it here.
nb_execution_mode = "off"
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
nb_mime_priority_overrides = [("html", "application/vnd.jupyter.widget-view+json", None)]

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_default_options = {"undoc-members": True}
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_preprocess_types = True

html_theme = "furo"
html_title = project
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_static_path = ["static"]
html_css_files = ["site.css"]


def setup(app: Any) -> None:
    """Write what is not written by hand before the pages are read."""
    app.connect("builder-inited", lambda _app: write_pages(HERE, HERE.parent / "notebooks"))
    app.connect("autodoc-skip-member", skip_what_says_nothing)
    app.connect("autodoc-process-docstring", prepare, priority=400)  # before napoleon
    app.connect("autodoc-process-signature", signature_of)
    app.connect("missing-reference", link_by_last_words)
