"""The pages that other languages have: `-D language=de` builds those that `languages/de/pages.po` names, and no others.

They stand in a folder of the site and lead to the English pages for the rest. Each names its other languages above its
heading, as soon as the catalogue of a language is complete.
"""

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

ENGLISH = "en"
FILE = "pages.po"
CATALOGUES = Path(__file__).with_name("languages")


def pages(language: str) -> set[str]:
    """The files of the pages that a catalogue has words for."""
    return {*re.findall(r"docs/(\S+)", (CATALOGUES / language / FILE).read_text(encoding="utf-8"))}


@cache
def complete() -> dict[str, set[str]]:
    """The languages that have words for all of their pages, English first, with the names of these pages."""
    files = sorted(
        file for file in CATALOGUES.glob(f"*/{FILE}") if "X-Complete: yes" in file.read_text(encoding="utf-8")
    )
    others = {file.parent.name: {Path(page).stem for page in pages(file.parent.name)} for file in files}
    return {ENGLISH: set().union(*others.values())} | others


def in_language(app: Any, config: Any) -> None:
    if config.language == ENGLISH:
        return
    compiled = Path(app.doctreedir) / "words"
    folder = compiled / config.language / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    with (CATALOGUES / config.language / FILE).open("rb") as words, (folder / "pages.mo").open("wb") as made:
        write_mo(made, read_po(words, config.language))
    config.locale_dirs, config.gettext_compact = [str(compiled)], "pages"
    config.html_use_index = False
    config.include_patterns = sorted(pages(config.language))
    config.suppress_warnings = [*config.suppress_warnings, "toc.not_readable"]  # the index names all pages


class ToEnglish(SphinxPostTransform):
    """Links to pages that this language does not have lead to the English ones."""

    default_priority = 8  # before the links are looked up

    def run(self, **_: Any) -> None:
        for link in list(self.document.findall(addnodes.pending_xref)):
            if link["refdomain"] == "doc" and link["reftarget"] not in self.env.found_docs:
                place = f"#{link['reftargetid']}" if link.get("reftargetid") else ""
                target = f"../{link['reftarget']}.html{place}"
                link.replace_self(nodes.reference("", "", *link.children, refuri=target, hreflang=ENGLISH))


def with_languages(app: Any, page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """Name the languages of a page above its heading."""
    of_page = [each for each, names in complete().items() if page in names]
    if "body" not in context or len(of_page) < 2:
        return
    here, links = app.config.language, []
    for each in of_page:
        name = escape(Locale(each).get_display_name().capitalize())
        target = f"{'' if here == ENGLISH else '../'}{'' if each == ENGLISH else f'{each}/'}{page}.html"
        link = f'<a href="{target}" hreflang="{each}" lang="{each}">{name}</a>'
        links.append(f"<strong>{name}</strong>" if each == here else link)
    context["body"] = f'<p class="languages">{" · ".join(links)}</p>{context["body"]}'


def setup(app: Any) -> None:
    app.connect("config-inited", in_language)
    app.connect("html-page-context", with_languages)
    app.add_post_transform(ToEnglish)
