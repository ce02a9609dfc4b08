"""The ledgers: each rule is one item with one number, and every number that is cited is there."""

import re
from pathlib import Path

import pytest

from mapkit.model import ledger, version
from mapkit.model.ledger import CITED, entries, number_typed

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))


def test_each_rule_is_one_item_of_a_list_with_a_sentence_of_its_own() -> None:
    numbers = [number for page in PAGES for number in re.findall(r"\*\*([A-Z]{2}-[^*]*\d[^*]*)\*\*", page.read_text())]
    assert numbers == [*entries()]
    assert len(numbers) == len(set(numbers)) > 1200
    assert {each.number for each in entries().values() if not each.text or each.text[0] in "….,"} == set()
    assert {each.number for each in entries().values() if each.rule not in entries()} == set()
    assert {each.title for each in entries().values()} == {
        page.read_text().split(": ", 1)[1].split("\n")[0] for page in PAGES
    }


def test_the_parts_of_a_rule() -> None:
    rule, question = entries()["TL-7"], entries()["TL-27.a"]
    assert (rule.page, rule.tags, rule.question, rule.why) == ("treasures", ("win",), "", "")
    assert rule.text == "The aim is to leave the labyrinth with a treasure and not injured."
    assert rule.source[0] == rule.source[-1] == '"'
    assert (question.rule, question.question) == ("TL-27", "What can be reached?")
    assert question.text.startswith("From every start tile")
    assert question.why.startswith("the program only tests walls")


@pytest.mark.parametrize("place", [ROOT / "docs", ROOT / "mapkit", ROOT / "templates"], ids=lambda place: place.name)
def test_every_number_that_is_cited_is_that_of_a_rule(place: Path) -> None:
    begins = {number.partition("-")[0] for number in entries()}
    files = [path for path in place.rglob("*") if path.suffix in {".md", ".rst", ".py", ".toml", ".po"}]
    texts = {path.name: re.sub(r" to [A-Z]{2}-\d+", "", path.read_text(encoding="utf-8")) for path in files}
    cited = {(number, name) for name, text in texts.items() for number in CITED.findall(text)}
    assert {each for each in cited if each[0].partition("-")[0] in begins and each[0] not in entries()} == set()


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("tl-27.A", "TL-27.a"),
        ("[MP-g-3]", "MP-G-3"),
        ("tx-d2", "TX-D2"),
        ("TL-27a", "TL-27.a"),
        ("TL-99x", "TL-99.x"),
        ("map-1.toml", ""),
        ("treasures", ""),
        ("maze-2.toml", ""),
        ("-", ""),
    ],
)
def test_a_number_is_known_however_it_is_typed(typed: str, number: str) -> None:
    assert number_typed(typed) == number


def test_no_address_is_made_up_and_that_of_a_packager_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert version.PAGES == ""
    told = "a.toml:1:1: fault[TL-27.a] b2: so (MX-3), TL-999, TL-7."
    assert ledger.linked(told) == told
    assert ledger.about("TL-27.a") == "mapkit rules TL-27.a"
    monkeypatch.setattr(ledger, "PAGES", "https://example.org/mapkit/")
    address = "https://example.org/mapkit/rules/treasures.html#TL-27.a"
    assert ledger.about("TL-27.a") == address
    linked = ledger.linked(told)
    assert linked.startswith(f"a.toml:1:1: fault[\x1b]8;;{address}\x1b\\TL-27.a\x1b]8;;\x1b\\] b2")
    assert linked.count("\x1b]8;;https://") == 3, "no rule has the number TL-999"
    assert re.sub(r"\x1b]8;;.*?\x1b\\", "", linked) == told


def test_a_ruling_is_shown_where_a_case_has_the_number() -> None:
    assert ledger.case_of("TL-7").startswith("A player who leaves with a treasure wins")
    assert ledger.case_of("TL-1") == ledger.case_of("ZZ-1") == ""
