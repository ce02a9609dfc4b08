"""The pages say what mapkit does: their examples run, their tables are those of the code, and their links lead
somewhere.

With MAPKIT_UPDATE_GOLDEN=1 the tests write what the code says now into the pages; read the difference before you
keep it. A file that a page shows stands below a line with only its name and a colon; `...` stands for lines left
out. The folder of saved games is `games`.
"""

import ast
import inspect
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import chdir
from functools import cache
from pathlib import Path
from pydoc import locate
from socket import socket
from typing import Any, NamedTuple, get_args

import pytest
from markdown_it import MarkdownIt
from typer.main import get_group
from typer.testing import CliRunner

import mapkit
from mapkit.cli import main
from mapkit.games.kit import claims
from mapkit.games.shelf import GAMES
from mapkit.model import packages, rule
from mapkit.model.game import table_of
from mapkit.model.rule import Claim
from mapkit.model.settings import Choice, settings
from mapkit.paper.game_sheets import paper_of
from mapkit.studio import server
from mapkit.table.history import CONCLUDED
from mapkit.table.log import BeginEntry, DirectiveEntry, UndoEntry
from tests.packages import install

ROOT = Path(__file__).parents[1]
UPDATE = bool(os.environ.get("MAPKIT_UPDATE_GOLDEN"))
README = ROOT / "README.md"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
RUN = [page for page in PAGES if re.search(r"\n\$ (mapkit|python) ", page.read_text(encoding="utf-8"))]


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


# Examples

BLOCK = re.compile(r"(?:^`(?P<name>[\w./-]+)`:\n+)?^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
SITE = "site"
"""Where pages install packages."""
DATE = re.compile(r"\b20\d\d-\d\d-\d\d \d\d:\d\d\b")
COMMAND = re.compile(r"^\$ (?P<words>.*)\n(?P<said>(?:(?!\$ ).*\n)*)", re.MULTILINE)


class Step(NamedTuple):
    """A file that a page shows, or a command with what it says; and the place in the page."""

    name: str
    words: str
    text: str
    start: int


def steps(page: str) -> Iterator[Step]:
    for block in BLOCK.finditer(page):
        if block["name"]:
            yield Step(block["name"], "", block["body"], block.start("body"))
        elif block["kind"] == "console":
            for command in COMMAND.finditer(block["body"]):
                yield Step("", command["words"], command["said"], block.start("body") + command.start("said"))


def run(words: str, folder: Path) -> str:
    """What a command says on a terminal: stdout and stderr together."""
    words, _, typed = words.partition(" < ")
    program, *rest = shlex.split(words)
    if program == "cat":
        return "".join(text_of(path) if (path := folder / name).exists() else f"no {name}\n" for name in rest)
    assert program in ("mapkit", "python"), f"pages run mapkit, python and cat, not {program}"
    if rest[:3] == ["-m", "pip", "install"]:
        install(folder / rest[-1], folder / SITE)
        return ""
    plain = {"PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1", "MAPKIT_GAMES": "games"}
    lines = text_of(folder / typed) if typed else ""
    if program == "mapkit":  # in this process: a hundred starts would take a minute and a half
        with chdir(folder):
            return CliRunner(env=plain).invoke(main.app, rest, lines, catch_exceptions=False, prog_name="mapkit").output
    around = {**os.environ, **plain, "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder / SITE)])}
    done = subprocess.run(
        [sys.executable, *rest],
        cwd=folder,
        env=around,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        input=lines,
        encoding="utf-8",
        check=False,
    )
    return done.stdout


def agrees(shown: str, said: str) -> bool:
    shown, said = (DATE.sub("today", text) for text in (shown, said))
    lines = (".*" if line == "..." else re.escape(line) for line in shown.splitlines())
    return re.fullmatch("\n".join(lines), said.rstrip("\n"), re.DOTALL) is not None


def played(page: Path, folder: Path) -> None:
    """Carry out a page's steps in their order, and check that each says what the page shows."""
    text = new = text_of(page)
    wrong: list[str] = []
    for shown, said in reversed(list(followed(text, folder))):
        if not agrees(shown.text, said):
            wrong.append(f"$ {shown.words}\n{said}")
            assert not UPDATE or "..." not in shown.text.splitlines(), f"mend by hand: $ {shown.words}"
            new = new[: shown.start] + said + new[shown.start + len(shown.text) :]
    if UPDATE and wrong:
        page.write_text(new, encoding="utf-8")
    assert UPDATE or not wrong, "\n".join(["the page shows something else than:", *reversed(wrong)])


def followed(text: str, folder: Path) -> Iterator[tuple[Step, str]]:
    """Write each file of the page and run each command, in their order."""
    for step in steps(text):
        if step.name:
            path = folder / step.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, encoding="utf-8")
        else:
            yield step, run(step.words, folder)


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.name)
def test_the_examples_of_a_page_say_what_it_shows(page: Path, tmp_path: Path, site: Path) -> None:
    for photo in (ROOT / "docs" / "pictures" / "photos").glob("*.jpg"):
        shutil.copy(photo, tmp_path)
    played(page, tmp_path)


ADDING = ROOT / "docs" / "adding-a-game.md"


def test_the_pages_quotes_of_lanterns_are_in_its_files() -> None:
    """Quotes stand at the left margin."""
    files = "".join(text_of(path) for path in sorted((ROOT / "templates" / "new-game").rglob("*.py")))
    lines = re.sub(r"(?m)^ +", "", files)
    quoted = [block["body"].strip() for block in BLOCK.finditer(text_of(ADDING)) if block["kind"] == "python"]
    assert quoted
    assert [part for part in quoted if re.sub(r"(?m)^ +", "", part) not in lines] == []


def test_a_page_that_shows_something_else_is_found_out() -> None:
    assert agrees("one\n...\nfour\n", "one\ntwo\nthree\nfour\n")
    assert not agrees("one\n", "two\n")
    assert not agrees("", "one\n")
    said = list(steps("`a.toml`:\n\n```toml\nx = 1\n```\n\n```console\n$ mapkit a\nb\n$ mapkit c\n```\n"))
    assert [step[:3] for step in said] == [("a.toml", "", "x = 1\n"), ("", "mapkit a", "b\n"), ("", "mapkit c", "")]


# Tables

FROM_CODE = re.compile(r"^```\{from-code\} (\w+) ([\w-]+)$", re.MULTILINE)


def test_the_pages_have_every_table_of_the_code_once() -> None:
    """`docs/from_code.py` makes them when the site is built."""
    shown = [found for page in PAGES for found in FROM_CODE.findall(text_of(page))]
    of_games = [(kind, game) for kind in ("settings", "presets", "options") for game in GAMES]
    commands = [("command", name) for name in get_group(main.app).commands]
    legends = {name: game.design.legend(game.design.params()) for name, game in GAMES.items()}
    symbols = [("symbols", name) for name, legend in legends.items() if legend.cells]
    headed = {name for name, game in GAMES.items() if any(each.header for each in settings(game.design.params))}
    keys = [("keys", name) for name, legend in legends.items() if name in headed or legend.listings]
    others = [("code", "labyrinth"), ("contacts", "mapkit")]
    assert sorted(shown) == sorted([*of_games, *commands, *symbols, *keys, *others])


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_names_its_sheets(game: str) -> None:
    page = text_of(ROOT / "docs" / f"{game}.md")
    for name in (*paper_of(GAMES[game]).secret, *paper_of(GAMES[game]).open, *paper_of(GAMES[game]).public):
        assert f"| `{name}` |" in page, f"docs/{game}.md has no row for the sheet {name}"


# Completeness


def test_every_command_is_shown_at_work() -> None:
    shown = "".join(map(text_of, PAGES))
    assert [name for name in get_group(main.app).commands if f"\n$ mapkit {name}" not in shown] == []


def test_every_command_leads_to_the_page_that_shows_it() -> None:
    page = text_of(ROOT / "docs" / "commands.md")
    told = re.findall(r"^### `mapkit ([\w-]+)`\n\nHow to: \[[^\]]+\]\(", page, re.MULTILINE)
    assert sorted(told) == sorted(get_group(main.app).commands)


def test_the_first_commands_of_the_readme_do_what_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served = list[object]()

    def serve(desk: object, listening: socket, *_: object) -> None:
        served.append(desk)
        listening.close()

    monkeypatch.setattr(server, "serve", serve)
    first = text_of(README).partition("## Your first success")[2].partition("\n## ")[0]
    told = [words for words in re.findall(r"`mapkit ([^`]+)`", first) if " " in words]
    assert len(told) >= 5
    (tmp_path / "drawing.txt").write_text("+---+---+\n| T   ? \n+   +   +\n| .   . |\n+---+---+\n", encoding="utf-8")
    for words in told:
        with chdir(tmp_path):
            here = CliRunner(env={"MAPKIT_GAMES": str(tmp_path)})
            done = here.invoke(main.app, words.split(), "", catch_exceptions=False, prog_name="mapkit")
        assert done.exit_code == (words.startswith("check")), done.stderr  # a blank cell is a fault
    assert len(served) == sum(words.startswith("studio") for words in told)


def test_the_readme_is_read_on_one_screen() -> None:
    assert len(text_of(README).splitlines()) <= 60


def test_every_game_on_the_shelf_is_called_ready_in_the_readme() -> None:
    ready = set(re.findall(r"^\| `(\w+)` \| ready", text_of(README), re.MULTILINE))
    assert ready == set(GAMES)


def test_every_kind_of_claim_has_its_paragraph() -> None:
    headings = re.findall(r"^## `(\w+)`$", text_of(ROOT / "docs" / "claims.md"), re.MULTILINE)
    assert headings == [kind.__name__ for kind in get_args(Claim)]


def signature(made: Any) -> str:
    """A class or a function with its arguments, below the first sentence of its docstring if it has one."""
    takes = inspect.signature(made)
    told = [argument(parameter) for parameter in takes.parameters.values()]
    back = "" if isinstance(made, type) else f" -> {takes.return_annotation}"
    line = f"{made.__name__}({', '.join(told)}){back}\n"
    if len(line) > 120:
        line = f"{made.__name__}(\n{''.join(f'    {option},' + chr(10) for option in told)}){back}\n"
    told_of = inspect.getdoc(made)
    return f"# {told_of.splitlines()[0]}\n{line}" if told_of else line


def argument(each: inspect.Parameter) -> str:
    """The name of an argument with its type and its default; a default that is a function is left out as `...`."""
    star = "*" if each.kind is each.VAR_POSITIONAL else ""
    default = "" if each.default is each.empty else " = ..." if callable(each.default) else f" = {each.default!r}"
    return f"{star}{each.name}: {getattr(each.annotation, '__forward_arg__', each.annotation)}{default}"


def test_the_page_of_the_claims_has_the_signature_of_everything_in_claims() -> None:
    """These are the kinds of claims and their parts, the short forms in `rule`, and all of `claims`."""
    parts = (rule.has, rule.wall, rule.flows, rule.Amount, rule.Way, rule.Endpoint, rule.Link)
    short = (rule.exactly, rule.none, rule.within, rule.count_rule, rule.settings_rule)
    shared = [value for value in vars(claims).values() if getattr(value, "__module__", "") == claims.__name__]
    known = [signature(part) for part in (*parts, *get_args(Claim), *short, *shared)]
    page, start, end = ROOT / "docs" / "claims.md", "## All signatures\n\n```python\n", "```\n"
    before, _, after = text_of(page).partition(start)
    written, _, rest = after.partition(end)
    if UPDATE:
        page.write_text(f"{before}{start}{''.join(known)}{end}{rest}", encoding="utf-8")
    assert UPDATE or written == "".join(known)


def test_the_page_of_all_names_has_all_names() -> None:
    listed = re.findall(r"^\.\. auto\w+:: (\w+)$", text_of(ROOT / "docs" / "api.rst"), re.MULTILINE)
    assert sorted(listed) == getattr(mapkit, "__all__")  # noqa: B009 (type checkers see the names themselves)


def test_the_decisions_are_numbered() -> None:
    numbers = re.findall(r"^\*\*(\d+)\.", text_of(ROOT / "docs" / "decisions.md"), re.MULTILINE)
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]


def test_the_changelog_names_this_version() -> None:
    assert f"\n## {mapkit.__version__}" in text_of(ROOT / "CHANGELOG.md")


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.name)
def test_a_page_is_short(page: Path) -> None:
    """At most 400 lines; `index.rst` has every page."""
    assert len(text_of(page).splitlines()) <= 400


def sentences(page: str) -> Iterator[str]:
    """What paragraphs, lists and tables say; code is one word, and a colon ends a sentence, too."""
    said = {"code_inline": "code", "image": ". ", "softbreak": " ", "hardbreak": ". "}
    for block in MarkdownIt().enable("table").parse(page):
        text = "".join(said.get(part.type, part.content) for part in block.children or ())
        yield from re.split(r"[.?!:][\"')]*\s", text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_sentence_has_more_than_thirty_words(page: Path) -> None:
    assert [long for long in sentences(text_of(page)) if len(re.findall(r"\w[\w.'’-]*", long)) > 30] == []


def test_a_long_sentence_is_found_wherever_it_stands() -> None:
    page = "# One two\n\n* three `mapkit a b` four: *five\n  six.* (Seven!) Eight\n\n| nine | ten 3.5 |\n|---|---|\n"
    assert [*filter(None, sentences(page))] == [
        "One two",
        "three code four",
        "five six",
        "(Seven",
        "Eight",
        "nine",
        "ten 3.5",
    ]


def leads(page: Path, link: str) -> bool:
    """Whether a link of a page leads to a file, and to a heading in it where it names one."""
    name, sharp, heading = link.partition("#")
    path = page.parent / name if name else page
    return path.exists() and (not sharp or heading in headings(text_of(path)))


def headings(page: str) -> set[str]:
    """The headings of a page, as links name them."""
    found = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", option.lower()).replace(" ", "-") for option in found}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    prose = BLOCK.sub("", text_of(page))
    links = [*re.findall(r"\]\(([^)\s]+)", prose), *re.findall(r'<img src="([^"]+)"', prose)]
    assert [link for link in links if "://" not in link and not leads(page, link)] == []


def test_a_link_to_a_heading_that_is_not_there_is_found_out() -> None:
    assert leads(README, "docs/table.md#the-game-masters-screen")
    assert not leads(README, "docs/table.md#the-game-masters-sceen")
    assert not leads(README, "docs/tables.md")


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_starts_with_a_game_of_five_minutes(name: str) -> None:
    first = next(line for line in text_of(ROOT / "docs" / f"{name}.md").splitlines() if line.startswith("## "))
    assert first == "## Play it in five minutes"


def test_no_page_installs_the_mapkit_of_other_people() -> None:
    told = [*PAGES, ROOT / "Makefile"]
    assert [
        page.name for page in told if re.search(r"(?:pipx?|tool) install [^\n]*\bmapkit(?![-_\w])", text_of(page))
    ] == []


def test_a_whole_game_has_thirty_turns_and_somebody_wins() -> None:
    game = text_of(ROOT / "docs" / "whole-game.md")
    assert 'rules = "CLASSIC-X"' in game
    assert len(re.findall(r"^It is \w+'s turn\.$", game, re.MULTILINE)) >= 30
    assert "Bob leaves with all treasures and wins." in game


def test_the_page_of_the_table_tells_all_its_words() -> None:
    page = text_of(ROOT / "docs" / "table.md")
    words = page.partition("## Words of the table")[2].partition("\n## ")[0]
    told = re.findall(r"^\| (.*?) \|", words, re.MULTILINE)
    known = re.findall(r'^            "(.+)": self\._', text_of(ROOT / "mapkit" / "table" / "host.py"), re.MULTILINE)
    assert "undo" in known
    asides = [word for game in GAMES.values() if game.table for word in table_of(game).screen.asides]
    assert set(re.findall(r"`([a-z?]+)`", " ".join(told))) == {*known, *asides}


def test_the_page_of_the_table_tells_every_field_of_a_log() -> None:
    page = text_of(ROOT / "docs" / "log.md")
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    told = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    written = [*BeginEntry._fields, *DirectiveEntry._fields, *UndoEntry._fields, "n", "kind", "sum", "mapkit"]
    assert set(told) | {"events"} == set(written)
    assert "one field, `events`" in page


# Nothing of the machine that it was made on

MADE_ON = re.compile(
    r"(?<![\w.:/])/(?:home|root|work|Users|mnt)/\w|[A-Z]:\\Users|co-authored[-]by|language[ ]model", re.IGNORECASE
)
FOLDERS = ("mapkit", "templates", "tests", "benchmarks", "docs", ".ci")
TEXTS = {".py", ".md", ".toml", ".txt", ".jsonl", ".svg", ""}


def test_no_file_tells_of_the_machine_that_it_was_made_on() -> None:
    files = [*ROOT.glob("*.*"), ROOT / "Makefile", *(p for name in FOLDERS for p in (ROOT / name).rglob("*"))]
    texts = [path for path in files if path.is_file() and path.suffix in TEXTS and path.name != ".git"]
    assert len(texts) > 30
    told = {str(path.relative_to(ROOT)): MADE_ON.search(text_of(path)) for path in texts}
    assert {name: found[0] for name, found in told.items() if found} == {}
    assert [name for name in told if str(ROOT) in text_of(ROOT / name)] == []


# What is advised works

WORDS = ("templates/cards", "templates/phrases", "templates/messages")
ADVICE = [*PAGES, *(path for top in ("docs/rules", "mapkit", *WORDS) for path in sorted((ROOT / top).rglob("*")))]
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def advised(pattern: str) -> list[tuple[str, ...]]:
    """What the groups of a pattern find in pages, templates and code, each with its file."""
    files = [path for path in ADVICE if path.suffix in {".md", ".toml", ".po", ".py"}]
    found = ((str(path.relative_to(ROOT)), hit) for path in files for hit in re.finditer(pattern, text_of(path)))
    return [(file, *hit.groups("")) for file, hit in found]


def test_every_name_of_the_library_that_a_page_names_is_there() -> None:
    named = [(file, name) for file, name in advised(r"(?<![\w./-])(mapkit(?:\.\w+)+)") if file.endswith(".md")]
    files = re.compile(r"\.(?:toml|po|jsonl?|svg|pdf|py)$")
    assert len(named) > 80
    others = [name for name in named if name[1] != packages.PACKS and not files.search(name[1])]
    assert [name for name in others if locate(name[1]) is None] == []


def test_every_option_that_is_advised_is_there() -> None:
    """Where its command is named, it is one of that command."""
    commands = get_group(main.app).commands
    known = {name: {"--help", *(option for each in of.params for option in each.opts)} for name, of in commands.items()}
    every = {"--version", "--install-completion", "--show-completion", *(each for of in known.values() for each in of)}
    lines = advised(r"(?<!-m )\bmapkit ([a-z]+)((?: +(?:\"[^\"\n]*\"|[^\s`|\"]+))*)")
    said = [(file, name, option) for file, name, rest in lines if name in known for option in OPTION.findall(rest)]
    assert len(said) > 200
    assert [line for line in said if line[2] not in known[line[1]]] == []
    others = re.compile("python -m|uv pip")
    named = [(file, line) for file, line in advised("(.+)") if not others.search(line)]
    assert [(file, option) for file, line in named for option in OPTION.findall(line) if option not in every] == []


def test_every_setting_that_is_advised_is_one_of_its_game() -> None:
    """A setting, a key of a head or an option of the table; on a page of a game, one of that game, with its value."""
    of_game = {name: {each.name: each for each in settings(game.design.params)} for name, game in GAMES.items()}
    known: dict[str, set[str]] = {
        "": {"game", "preset", "says", "line", "anyway", "crop"}
    }  # of map files, presets and `print_map`
    for name, game in GAMES.items():
        seating, listings = table_of(game).seating, game.design.legend(game.design.params()).listings
        starts = (start.partition("=")[0] for start in seating.starts)
        known[name] = {*of_game[name], *seating.options, *starts, *CONCLUDED, *(listing.key for listing in listings)}
    pairs = r"`([a-z][a-z_-]+) ?= ?\"?([\w-]+)[^`\n]*`|(?:[Oo]ptions?|[Ss]ettings?) `([a-z][a-z_-]+)`"
    found = [each for each in advised(pairs) if not each[0].endswith(".py")]
    assert len(found) > 120
    wrong = []
    for file, pair, value, alone in found:
        game_named, name = Path(file).stem.replace("expansions", "treasures"), pair or alone
        kind = getattr(of_game.get(game_named, {}).get(name), "value_kind", None)
        those = known[game_named] | known[""] if game_named in of_game else set().union(*known.values())
        if name not in those or (value and isinstance(kind, Choice) and value not in kind.words):
            wrong.append((file, name, value))
    assert wrong == []


WORDS_OF_PEOPLE = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", text_of(ROOT / "docs" / "glossary.md"), re.MULTILINE)
WORDS_OF_CODE = re.findall(
    r"^\| ([^|]+) \|(?: [^|]+ \|)? ([^|]+) \|$", text_of(ROOT / "docs" / "code-glossary.md"), re.MULTILINE
)
HEADS = ("term", "word", "---")


def stands(where: str) -> bool:
    """Whether a path is there, or a module of mapkit, or a name that the module itself defines."""
    if "/" in where:
        return any((top / name).exists() for top in (ROOT, ROOT / "mapkit") for name in (where, f"{where}.py"))
    parts = where.split(".")
    for cut in range(len(parts), 0, -1):
        path = ROOT.joinpath("mapkit", *parts[:cut])
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if file.exists():
            return defines(lines_of(file), parts[cut:])
    return False


@cache
def lines_of(file: Path) -> list[ast.stmt]:
    return ast.parse(text_of(file)).body


def defines(body: Sequence[ast.stmt], parts: Sequence[str]) -> bool:
    """Whether these lines define a name, and it the next one; names that are imported or inherited do not count."""
    if not parts:
        return True
    for each in body:
        targets = (
            each.targets if isinstance(each, ast.Assign) else [each.target] if isinstance(each, ast.AnnAssign) else ()
        )
        if parts[0] in (getattr(each, "name", ""), *(target.id for target in targets if isinstance(target, ast.Name))):
            return defines(getattr(each, "body", ()), parts[1:])
    return False


def test_a_stale_place_in_the_glossary_is_found_out() -> None:
    assert stands("model.design.Design.advice")
    assert stands("tests/cases/")
    assert stands("games/minoqaur/sheets")
    for stale in (
        *("model.design.Design.counsel", "model.game.Seat", "model.map.Map.name", "game.Map", "advice"),
        "templates/preset/",
    ):
        assert not stands(stale), stale


def test_every_term_of_the_glossary_stands_once_and_where_it_says() -> None:
    terms = {term: where for term, where in WORDS_OF_CODE if term not in HEADS}
    assert len(terms) == len([term for term, _ in WORDS_OF_CODE if term not in HEADS]) > 90
    assert [where for where in terms.values() if not re.fullmatch(r"`[^`]+`(?:, `[^`]+`)*", where)] == []
    assert [place for where in terms.values() for place in re.findall(r"`([^`]+)`", where) if not stands(place)] == []
    words = [word for word in WORDS_OF_PEOPLE if word not in HEADS]
    assert len({*words}) == len(words) > 60
    last = text_of(ROOT / "docs" / "code-glossary.md").partition("## Words of the glossary\n")[2]
    assert {*words} & {*terms} == {term for term in terms if f"\n| {term} |" in last}


def test_every_term_of_the_glossary_is_in_use() -> None:
    """In another page, or in a sentence of the code."""
    pages = [page for page in PAGES if page.name not in ("glossary.md", "code-glossary.md", "CHANGELOG.md")]
    text = re.sub(r"\s+", " ", " ".join(map(text_of, [*pages, *sorted((ROOT / "mapkit").rglob("*.py"))]))).casefold()
    terms = {*WORDS_OF_PEOPLE, *(term for term, _ in WORDS_OF_CODE)} - {*HEADS}
    named = [word for term in terms for word in term.casefold().split(", ")]
    assert [word for word in named if not re.search(rf"\b{word}(?:s|es)?\b", text)] == []
