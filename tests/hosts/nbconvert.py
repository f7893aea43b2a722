"""``jupyter nbconvert --to html``, with beside the page what it would otherwise ask the network for."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

from lite.build_site import npm_pack
from tests.hosts.server import Home

# The page's loader, the widgets' manager and anywidget's part of it: npm's two, and the one pip installed.
FROM_NPM = {
    "require.min.js": ("requirejs@2.3.8", "package/require.js"),
    "embed-amd.js": ("@jupyter-widgets/html-manager@1.0.15", "package/dist/embed-amd.js"),
}
ANYWIDGET = Path(sysconfig.get_path("data")) / "share" / "jupyter" / "nbextensions" / "anywidget" / "index.js"


def to_html(notebook: Path, home: Home) -> Path:
    """Run a notebook, make an offline page of it and give the page's path."""
    words = [
        *(sys.executable, "-m", "jupyter", "nbconvert", "--to", "html", "--execute", str(notebook)),
        "--HTMLExporter.require_js_url=./require.min.js",
        "--HTMLExporter.widget_renderer_url=./embed-amd.js",
        "--HTMLExporter.mathjax_url=",
    ]
    done = subprocess.run(words, env=home.environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name, (package, member) in FROM_NPM.items():
        with tarfile.open(npm_pack(package)) as tarball:
            content = tarball.extractfile(member)
            assert content
            (notebook.parent / name).write_bytes(content.read())
    (notebook.parent / "anywidget.js").write_bytes(ANYWIDGET.read_bytes())
    return notebook.with_suffix(".html")
