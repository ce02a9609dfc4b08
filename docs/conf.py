"""The site of these pages: `make docs` builds it into build/site, where a browser opens it without a server."""

import re
from posixpath import relpath
from typing import Any

from sphinx.util import logging

from mapkit.model.ledger import CITED, entries
from mapkit.model.version import __version__

project = "Mapkit"
copyright = "the mapkit authors; under the MIT licence"  # noqa: A001 - Sphinx names it so
version = release = __version__

extensions = [
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
html_title = "Mapkit"
html_copy_source = html_show_sourcelink = False
html_last_updated_fmt = None
html_static_path, html_css_files = ["static"], ["rules.css"]

# The numbered rules: each is a place that can be pointed at, with its reasons folded away, and each number leads there
RULE = re.compile(r"<li><p><strong>([A-Z]{2}-[^<]+)</strong>(.*?)</p>", re.DOTALL)
REASONS = re.compile(r' <code class="docutils literal notranslate"><span class="pre">\[| — |\s<em>Why:</em>')
PARTS = re.compile(rf"<a\b.*?</a>|<[^>]*>|{CITED.pattern}", re.DOTALL)


def rule(found: re.Match[str]) -> str:
    number, text = found.groups()
    cut = REASONS.search(text)
    said, reasons = (text[: cut.start()], text[cut.start() :]) if cut else (text, "")
    why = "why" if "<em>Why:</em>" in reasons else "source"
    folded = f"<details><summary>{why}</summary><p>{reasons.strip(' —')}</p></details>" if reasons else ""
    return f'<li id="{number}" class="rule"><p><a href="#{number}"><strong>{number}</strong></a>{said}</p>{folded}'


def with_rules(_app: Any, page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """Fold the reasons of rules, and let each number in the text of a page lead to its rule."""

    def linked(part: re.Match[str]) -> str:
        entry = entries().get(part[0])
        if entry is None:
            return part[0]
        away = "" if page == f"rules/{entry.page}" else relpath(f"rules/{entry.page}.html", f"{page}/..")
        return f'<a class="reference internal" href="{away}#{entry.number}">{entry.number}</a>'

    if body := context.get("body"):
        body = RULE.sub(rule, body) if page.startswith("rules/") else body
        context["body"] = PARTS.sub(linked, body)
        here = {entry.number for entry in entries().values() if page == f"rules/{entry.page}"}
        if lost := sorted(here - {*re.findall('<li id="([^"]+)"', body)}):
            logging.getLogger(__name__).warning("no place to point at: %s", ", ".join(lost))


def setup(app: Any) -> None:
    app.connect("html-page-context", with_rules)
