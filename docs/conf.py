"""The site of these pages: `make docs` builds it into build/site, where a browser opens it without a server."""

import sys
from pathlib import Path

from mapkit.model.version import __version__

sys.path.insert(0, str(Path(__file__).parent))

project = "Mapkit"
copyright = "the mapkit authors; under the MIT licence"  # noqa: A001 - Sphinx names it so
version = release = __version__

extensions = [
    "from_code",  # tables of settings, presets and commands
    "numbered",  # numbers of rules lead to the rules
    "languages",  # pages in other languages
    "myst_parser",  # pages are Markdown, as a repository shows them
    "sphinx.ext.autodoc",  # the library page has the docstrings of the library
]

# Pages
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 4  # as a repository names headings, so that a link works here and there
pygments_style = "friendly"
suppress_warnings = ["misc.highlighting_failure"]  # a drawing of a map inside TOML is fine as it is

# The library
default_role = "literal"
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
maximum_signature_line_length = 100
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"

# The site; nothing in it is loaded from elsewhere
html_theme = "furo"
html_static_path, html_css_files = ["style"], ["site.css"]
html_search_scorer = str(Path(__file__).with_name("style") / "search.js")
html_title = "Mapkit"
html_copy_source = html_show_sourcelink = False
html_last_updated_fmt = None
