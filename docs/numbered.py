"""The numbered rules on the site: each is a place that can be pointed at, with its reasons and an example folded away.

Each number in a page leads there. A rule without a place is a warning, which `make docs` takes for an error.
"""

import re
from html import escape
from posixpath import relpath
from typing import Any

from sphinx.util import logging

from mapkit.model.ledger import CITED, entries
from mapkit.study.rule_examples import explained

RULE = re.compile(r"<li><p><strong>([A-Z]{2}-[^<]+)</strong>(.*?)</p>", re.DOTALL)
REASONS = re.compile(r' <code class="docutils literal notranslate"><span class="pre">\[| — |\s<em>Why:</em>')
PARTS = re.compile(rf"<a\b.*?</a>|<[^>]*>|{CITED.pattern}", re.DOTALL)


def rule(found: re.Match[str]) -> str:
    number, text = found.groups()
    cut = REASONS.search(text)
    said, reasons = (text[: cut.start()], text[cut.start() :]) if cut else (text, "")
    shown = "\n\n".join("\n".join(lines) for lines in explained(number).shown())
    parts = {
        "why" if "<em>Why:</em>" in reasons else "source": f"<p>{reasons.strip(' —')}</p>" if reasons else "",
        "example": f"<pre>{escape(shown)}</pre>" if shown else "",
    }
    inside = {word: part for word, part in parts.items() if part}
    folded = f"<details><summary>{', '.join(inside)}</summary>{''.join(inside.values())}</details>" if inside else ""
    return f'<li id="{number}" class="rule"><p><a href="#{number}"><strong>{number}</strong></a>{said}</p>{folded}'


def with_rules(app: Any, page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """Fold the reasons of rules, and let each number in the text of a page lead to its rule."""
    top = "" if app.config.language == "en" else "../"  # the rules are in English

    def linked(part: re.Match[str]) -> str:
        entry = entries().get(part[0])
        if entry is None:
            return part[0]
        away = "" if page == f"rules/{entry.page}" else relpath(f"{top}rules/{entry.page}.html", f"{page}/..")
        return f'<a class="reference internal" href="{away}#{entry.number}">{entry.number}</a>'

    if body := context.get("body"):
        body = RULE.sub(rule, body) if page.startswith("rules/") else body
        context["body"] = PARTS.sub(linked, body)
        here = {entry.number for entry in entries().values() if page == f"rules/{entry.page}"}
        if lost := sorted(here - {*re.findall('<li id="([^"]+)"', body)}):
            logging.getLogger(__name__).warning("no place to point at: %s", ", ".join(lost))


def setup(app: Any) -> None:
    app.connect("html-page-context", with_rules)
