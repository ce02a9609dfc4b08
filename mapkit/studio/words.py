"""The pages of the studio and of phones in a language.

They speak English. What they say in another language stands in the catalogue `page.po`; each page brings it along.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path

from mapkit.language.catalogue import FOLDER, entries, plain_language
from mapkit.language.wording import translated
from mapkit.model import resources
from mapkit.model.version import contacts

PAGE = Path(__file__).with_name("page")
"""The folder of the pages' own files."""
ON_PAGE = re.compile(r"(?<=>)[^<>]*[A-Za-z]{2}[^<>]*(?=<)|(?<=aria-label=\")[^\"]+|(?<=title=\")[^\"]+")
"""The words of HTML: its texts, its labels and its hints."""
_SHEET = '<dialog id="shortcuts" aria-label="Shortcuts">'
_PHRASES = '<script type="application/json" id="phrases">'


def page(language: str, name: str = "studio.html") -> str:
    english = (PAGE / name).read_text(encoding="utf-8").replace('lang="en"', f'lang="{plain_language(language)}"')
    told = "".join(f"<p>{escape(translated(line, language))}</p>" for line in contacts())
    english = english.replace(_SHEET, _SHEET + told)
    known = phrases(language, resources.own_folder())
    html = ON_PAGE.sub(lambda text: text[0].replace(said := text[0].strip(), str(known.get(said, said))), english)
    return html.replace(f"{_PHRASES}{{}}", _PHRASES + json.dumps(known, ensure_ascii=False).replace("<", "\\u003c"))


@cache
def phrases(language: str, own: Path | None = None) -> Mapping[str, str | list[str]]:
    """What the pages say, by its English; a list has the forms beside a number. A person's own words go before."""
    found = defaultdict[str, dict[int, str]](dict)
    for folder in (resources.path(FOLDER), *([own / FOLDER] if own else [])):
        for file in (folder / plain_language(language)).glob("page.po"):
            for (context, english, number), text in entries(file):
                if english and not context:
                    found[english][number] = text
    return {english: [*forms.values()] if len(forms) > 1 else min(forms.values()) for english, forms in found.items()}
