"""Begins a game: puts a copy of Lanterns under another name where the files of a game stand.

Run it at the top of the project: `python tests/lanterns/begin.py moths MO`. It overwrites nothing.
"""

from __future__ import annotations

import re
import sys
from keyword import iskeyword
from pathlib import Path

HERE = Path(__file__).parent


def begin(name: str, letters: str, top: Path) -> list[Path]:
    """Copy the files, and put the name on the shelf; returns what was written."""
    copies = {top / str(file.relative_to(HERE)).replace("lanterns", name): file for file in files()}
    if not re.fullmatch("[a-z]+", name) or not re.fullmatch("[A-Z]{2}", letters):
        raise SystemExit(f"{name} {letters}: give a name in small letters and two capitals, such as moths MO")
    if iskeyword(name):
        raise SystemExit(f"{name} is a word of Python, which no package can have as its name; give another")
    if owners := [
        path.name
        for path in sorted((top / "docs" / "rules").glob("*.md"))
        if f"**{letters}-" in path.read_text(encoding="utf-8")
    ]:
        raise SystemExit(f"The rules in docs/rules/{owners[0]} have the letters {letters}; give two others")
    if there := [str(path) for path in copies if path.exists()]:
        raise SystemExit(f"There is a game of that name already: {', '.join(there)}")
    for path, source in copies.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(renamed(source.read_text(encoding="utf-8"), name, letters), encoding="utf-8")
    shelf = top / "mapkit" / "games" / "shelf.py"
    text = shelf.read_text(encoding="utf-8")
    shelf.write_text(re.sub(r"(?m)^(NAMES = \(.*)\)$", rf'\1, "{name}")', text), encoding="utf-8")
    return [*copies, shelf]


def files() -> list[Path]:
    """The files of Lanterns without this one."""
    found = sorted(path for path in HERE.rglob("*") if path.suffix in {".py", ".toml", ".md"})
    return [path for path in found if path != Path(__file__) and "__pycache__" not in path.parts]


def renamed(text: str, name: str, letters: str) -> str:
    """A file with another name of the game, and other letters before the numbers of its rules."""
    text = text.replace("LN-", f"{letters}-").replace('message("Lanterns")', f'message("{name.title()}")')
    text = text.replace('Game("lanterns"', f'Game("{name}"')
    text = re.sub(r"(games\.|rules/|test_|<!-- \w+ of )lanterns", rf"\1{name}", text)
    text = re.sub(r'(?<=\()"lanterns"|"lanterns"(?=\))', f'"{name}"', text)  # the setting of that name stays
    return text.replace("# Lanterns", f"# {name.title()}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    sys.stdout.write("".join(f"{path}\n" for path in begin(sys.argv[1], sys.argv[2], Path())))
