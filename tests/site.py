"""A look at the built site in a browser, for `make docs`: `python -m tests.site build/site`.

Links lead somewhere, to another language, too. Searches find the page that a reader wants; no page is wider than a
phone; the contents of a page are in sight at 1280 dots; every picture is there and has a text for those who do not see
it.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

SEARCHES = {
    "install": ("extra", "install windows", "uninstall", "upgrade", "remove mapkit", "report a bug"),
    "table": ("undo", "saved games", "words of your own", "hints", "machine players", "wrong announcement"),
    "repair": (
        "too many walls",
        "impossible",
        "how many walls must a map have",
        "mend my map",
        "hide the map from myself",
    ),
    "printing": (
        "paper letter",
        "black ink",
        "large type",
        "booklet",
        "theme",
        "save ink",
        "german sheets",
        "print four players",
    ),
    "choose": ("seed", "same map", "which game", "how long game", "five friends and no dice"),
    "corrections": ("correct a mistake",),
    "share": ("share", "send a map by a link"),
    "phones": ("phones", "phones safe"),
    "photos": ("photo", "what photos work well", "print an empty form"),
    "environment": ("language", "environment variables"),
    "fair": ("fair", "is this map fair", "what does fair mean", "even seats", "unfair"),
    "simulate": ("simulate", "heat map"),
    "variety": ("interesting", "dull map"),
    "formats": ("tiled", "json"),
    "studio": ("mouse", "tablet", "where are my drawings kept"),
    "treasures": ("TL-27.a",),
    "house-rules": ("house rule",),
    "symbols": ("letter of a portal",),
    "codes": ("qr code",),
    "draw": ("draw",),
    "format": ("type in my map",),
    "many": ("many maps",),
    "glossary": ("period",),
    "library": ("bot", "write a bot", "exceptions"),
    "promises": ("hostile input", "untrusted input"),
    "performance": ("performance", "speed"),
    "architecture": ("run the tests",),
    "translating": ("translate", "add a language"),
    "adding-a-game": ("add a game",),
}
"""What readers look for, by the page that is to come first."""


def dead_links(site: Path) -> Iterator[str]:
    """Links from page to page: Sphinx does not know those to another language."""
    pages = {path.resolve(): path.read_text(encoding="utf-8") for path in sorted(site.rglob("*.html"))}
    for path, text in pages.items():
        for file, place in re.findall(r'href="((?!\w+:)[^"#?]+\.html)(?:#([^"]+))?"', text):
            there = pages.get((path.parent / file).resolve(), "")
            if (f'id="{place}"' if place else "<html") not in there:
                yield f"{path.relative_to(site)}: nothing is at {file}#{place}"


def faults(browser: Any, site: Path) -> Iterator[str]:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    for wanted, queries in SEARCHES.items():
        for query in queries:
            page.goto(f"{(site / 'search.html').as_uri()}?q={quote(query)}")
            page.wait_for_function(
                "document.querySelector('#search-results p.search-summary')?.textContent.includes('ound')"
            )
            found = page.eval_on_selector_all("#search-results ul.search a", "links => links.map(link => link.href)")
            first = Path(found[0].split("?")[0].split("#")[0]).stem if found else "nothing"
            if first != wanted:
                yield f"the search for {query} leads to {first}, not to {wanted}"
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site)
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(path.as_uri())
        if page.locator(".toc-tree").count() and not page.locator(".toc-tree").first.is_visible():
            yield f"{name}: its contents are out of sight at 1280"
        if bad := page.eval_on_selector_all("img", "all => all.filter(each => !each.naturalWidth || !each.alt).length"):
            yield f"{name}: {bad} pictures are missing or have no text"
        page.set_viewport_size({"width": 390, "height": 844})
        if (wide := page.evaluate("document.documentElement.scrollWidth")) > 390:
            yield f"{name}: it is {wide} wide on a phone"


def main() -> None:
    site = Path(sys.argv[1]).resolve()
    if dead := [*dead_links(site)]:
        sys.exit("\n".join(dead))
    chromium = shutil.which("chromium") if find_spec("playwright") else None
    if not chromium:
        sys.exit("there is no Chromium to look at the site" if os.environ.get("MAPKIT_CHROMIUM") else 0)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        found = list(faults(browser, site))
    sys.exit("\n".join(found) or 0)


if __name__ == "__main__":
    main()
