"""The catalogues of messages (`templates/messages`): `make messages` brings them up to date with the code.

A language has a file for each game, for the commands, for the studio, `page.po` for all that the pages in a browser
say, and `mapkit.po` for what several of them say, and for all else. A message that the code no longer has is taken out;
a new one has no words yet; a reworded one keeps its words, marked as fuzzy.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from json import dumps, loads
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import ENGLISH, FOLDER, entries
from mapkit.language.wording import is_in_words
from mapkit.model import resources
from mapkit.model.ledger import CITED
from tests.messages import CodeMessage, everything

SHARED = "mapkit"
COMPLETE = "X-Complete: yes"
"""The line at the head of a catalogue by which a language promises words for all messages."""


class Entry(NamedTuple):
    """A message as a catalogue has it."""

    english: str
    many: str
    places: tuple[str, ...]
    """Where the code says it, file by file."""
    is_noun: bool


def catalogue_of(place: str) -> str:
    """The catalogue of a place in the code."""
    match place.split("/"):
        case ["mapkit", "games", game, _, *_] | ["templates", "presets", game, _]:
            return game if game != "kit" else SHARED
        case ["mapkit", "studio", "page", *_]:
            return "page"
        case ["mapkit", ("cli" | "studio") as room, *_]:
            return room
    return SHARED


def by_catalogue(found: Iterable[CodeMessage]) -> Mapping[str, list[Entry]]:
    """The messages of each catalogue, in the order of the code; what stands in two catalogues is shared."""
    places, nouns = defaultdict[tuple[str, str], list[str]](list), set[str]()
    for each in found:
        places[each.english, each.many].append(each.where.partition(":")[0])
        nouns |= {each.english} if each.maker == "noun" else set()
    catalogues = defaultdict[str, list[Entry]](list)
    for (english, many), where in places.items():
        of = {catalogue_of(place) for place in where}
        catalogues["page" if "page" in of else of.pop() if len(of) == 1 else SHARED].append(
            Entry(english, many, tuple(dict.fromkeys(where)), english in nouns)
        )
    return catalogues


def shown(entry: Entry, known: Mapping[tuple[str, str], Mapping[int, str]], forms: int, old: str) -> Iterator[str]:
    """The lines of a message in a catalogue, and those of its forms as a noun."""
    said = known.get(("", entry.english)) or (known.get(("", old)) if old else None) or {}
    yield "#: " + " ".join(entry.places)
    if said and old:
        yield "#, fuzzy"
        yield f"#| msgid {dumps(old, ensure_ascii=False)}"
    yield from _texts("", entry, said, forms)
    for context in sorted(context for context, english in known if english == entry.english and context):
        yield ""
        yield from _texts(context, entry, known[context, entry.english], forms)


def _texts(context: str, entry: Entry, said: Mapping[int, str], forms: int) -> Iterator[str]:
    if context:
        yield f"msgctxt {dumps(context, ensure_ascii=False)}"
    yield f"msgid {dumps(entry.english, ensure_ascii=False)}"
    if not entry.many:
        yield f"msgstr {dumps(said.get(0, ''), ensure_ascii=False)}"
        return
    yield f"msgid_plural {dumps(entry.many, ensure_ascii=False)}"
    for number in range(forms):
        yield f"msgstr[{number}] {dumps(said.get(number, ''), ensure_ascii=False)}"


def update(folder: Path, catalogues: Mapping[str, list[Entry]]) -> None:
    """Write the catalogues of a language anew, but for those of themes."""
    files = {file.stem: file for file in sorted(folder.glob("*.po")) if "." not in file.stem}
    known, head = defaultdict[tuple[str, str], dict[int, str]](dict), ""
    for file in files.values():
        for (context, english, number), text in entries(file):
            head = text if not english else head
            known[context, english][number] = text
    forms = int(_RULE.search(head)[1])  # type: ignore[index]  # each language says so
    doubtful = [part for file in files.values() for part in file.read_text("utf-8").split("\n\n") if "#, fuzzy" in part]
    wanted = {entry.english for messages in catalogues.values() for entry in messages}
    gone = [english for _, english in known if english and english not in wanted]
    for name, messages in catalogues.items():
        lines = ['msgid ""', f"msgstr {dumps(head, ensure_ascii=False)}"]
        for entry in messages:
            new = ("", entry.english) not in known
            same = f"\nmsgid {dumps(entry.english, ensure_ascii=False)}\n"
            if new and (unseen := next((part.rstrip() for part in doubtful if same in part), "")):
                lines += ["", unseen]
                continue
            old = next(iter(get_close_matches(entry.english, gone, 1, 0.8)), "") if new else ""
            lines += ["", *shown(entry, known, forms, old)]
        (folder / f"{name}.po").write_text("\n".join(lines) + "\n", encoding="utf-8")


def wrong(folder: Path, catalogues: Mapping[str, list[Entry]]) -> Iterator[str]:
    """What is wrong with the catalogues of a language, and what they lack if they are complete, a line each."""
    head = ""
    for file in sorted(folder.glob("*.po")):
        game, _, theme = file.stem.partition(".")
        of_file = [messages for name, messages in catalogues.items() if not theme or name in (game, SHARED)]
        wanted = {entry.english: entry for messages in of_file for entry in messages}
        for (_, english, _), text in entries(file):
            here, entry = f"{folder.name}/{file.name}: {english!r}", wanted.get(english)
            if not english:
                head = head if theme else text
            elif entry is None:
                yield f"{here} is said nowhere"
            elif (_gaps(text) ^ _gaps(entry.many or english)) - ({"number"} if entry.many else set()):
                yield f"{here} has other gaps than {text!r}"
    if folder.name != ENGLISH and not _RULE.search(head):
        yield f"{folder.name}: no catalogue says Plural-Forms at its head"
    elif COMPLETE in head:
        yield from lacking(folder, catalogues)


def lacking(folder: Path, catalogues: Mapping[str, list[Entry]]) -> Iterator[str]:
    """The messages that lack words in a language, a plural form, or, as nouns, a form that others ask for."""
    said = {key: text for file in folder.glob("*.po") if "." not in file.stem for key, text in entries(file)}
    forms = int(_RULE.search(said["", "", 0])[1])  # type: ignore[index]  # each language says so
    asked = {form for text in said.values() for form in re.findall(r"{\w+:(\w+)}", text)}
    for name, messages in catalogues.items():
        for entry in filter(lambda entry: is_in_words(entry.english) and not _CODE.fullmatch(entry.english), messages):
            for context in ("", *(asked if entry.is_noun else ())):
                if any((context, entry.english, at) not in said for at in range(forms if entry.many else 1)):
                    form = context and f" in the form {context}"
                    yield f"{folder.name}/{name}.po: {entry.english!r} has no words{form}"


_CODE = re.compile("(?:`[^`]+`|[^A-Za-z{}`])+")
_RULE = re.compile(r"nplurals=([0-9]+); *plural=[^;]+;")


def _gaps(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)(?::\w+)?}", text))


def languages_of_messages() -> list[Path]:
    """The folders of the languages; English has but the words of themes."""
    return sorted(path for path in resources.path(FOLDER).iterdir() if path.is_dir())


# --- pages -------------------------------------------------------------------------------------------------------

DOCS = Path(__file__).parents[1] / "docs"
PAGES = "pages"
TRANSLATED = ("index.rst", *(f"{page}.md" for page in ("first-steps", "keeper", *GAMES)))
"""The pages that other languages have."""
_RST = re.compile(r"^(?: +:(?:alt|caption): (.+)|((?!\.\.)[^ =\n].*(?:\n[^ =\n].*)*))$", re.MULTILINE)
_KEPT = re.compile(rf"`[^`]+`|(?<=\]\()[^)]+|{CITED.pattern}")
"""What a translator leaves as it is: code, where links lead, numbers of rules."""


def of_pages() -> Mapping[str, list[Entry]]:
    """The paragraphs, headings, cells and texts of pictures, as Sphinx looks them up."""
    places = defaultdict[str, list[str]](list)
    for page in TRANSLATED:
        text = (DOCS / page).read_text(encoding="utf-8")
        for said in _rst(text) if page.endswith(".rst") else _markdown(text):
            places[said.replace("\n", " ")].append(f"docs/{page}")
    entries = (Entry(said, "", tuple(dict.fromkeys(where)), is_noun=False) for said, where in places.items())
    return {PAGES: [entry for entry in entries if re.search("[A-Za-z]", entry.english)]}


def _rst(text: str) -> Iterator[str]:
    return (option or block for option, block in _RST.findall(text))


def _markdown(text: str) -> Iterator[str]:
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type == "inline":
            yield token.content
        elif token.type == "html_block":
            yield from re.findall('alt="([^"]+)"', token.content)
        elif token.info.startswith("{from-code} presets"):
            source = (DOCS / "from_code.py").read_text(encoding="utf-8")
            yield from loads(re.findall(r"def presets_of.+?table\((\[.+?\])", source, re.DOTALL)[0])


def languages_of_pages() -> list[Path]:
    return sorted(file.parent for file in (DOCS / "languages").glob(f"*/{PAGES}.po"))


def wrong_in_pages(folder: Path) -> Iterator[str]:
    """What is wrong with the pages of a language, and what they lack if they are complete, a line each."""
    yield from wrong(folder, of_pages())
    for (_, english, _), text in entries(folder / f"{PAGES}.po"):
        was, now = ({*_KEPT.findall(each)} for each in (english, text))
        if english and (was - now or any(not added.startswith("`") for added in now - was)):
            yield f"{folder.name}/{PAGES}.po: {english!r} has {sorted(was)}, and its words {sorted(now)}"


if __name__ == "__main__":
    of_code, paragraphs = by_catalogue(everything()), of_pages()
    for language in (*languages_of_messages(), *languages_of_pages()):
        if language.name in (sys.argv[1:] or [language.name]):
            found = of_code if language.parent.name == FOLDER else paragraphs
            if language.name != ENGLISH:
                update(language, found)
                left = [*lacking(language, found)]
                sys.stdout.writelines(f"{line}\n" for line in (left if sys.argv[1:] else ()))
                what = "messages" if found is of_code else "paragraphs of pages"
                sys.stdout.write(f"{language.name}: {len(left)} {what} lack words\n")
            told = wrong(language, found) if found is of_code else wrong_in_pages(language)
            sys.stdout.writelines(f"{line}\n" for line in told)
