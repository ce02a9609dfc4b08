"""Packages that bring games and packs along, installed into a folder as pip does it, without a network."""

import shutil
import tomllib
from pathlib import Path

from mapkit.games import installed
from mapkit.language import catalogue, directives, phrases
from mapkit.model import packages, resources
from mapkit.paper import icons
from mapkit.study import evenings

KEPT = (
    *(packages._entry_points, packages._templates, installed._game, installed._named, installed._packed),
    *(
        catalogue._texts,
        catalogue._catalogue,
        phrases._usual,
        resources.forms,
        directives.vocabulary,
        icons.pictures,
        evenings._read,
    ),
)


def install(source: Path, site: Path) -> None:
    """Put what a folder with a `pyproject.toml` holds into a folder of the path, with its metadata."""
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for path in source.iterdir():
        if path.is_dir() and (path / "__init__.py").is_file():
            shutil.copytree(path, site / path.name, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
        elif path.suffix == ".py":
            shutil.copy(path, site)
    lines = list[str]()
    for group, named in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {place}" for name, place in named.items())]
    register(site, project["name"], "\n".join(lines), project["version"])


def register(site: Path, name: str, points: str, version: str = "0.1") -> None:
    """Write the metadata of a package with these entry points."""
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"{points}\n", encoding="utf-8")
    forget()


def forget() -> None:
    """As in a process that begins now."""
    for kept in KEPT:
        kept.cache_clear()
