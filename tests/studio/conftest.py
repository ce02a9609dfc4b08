"""What the tests of the studio share: games and a list of recent files that are kept in a folder of each test."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are kept."""
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path / "games"))
    monkeypatch.setenv("MAPKIT_STATE", str(tmp_path.with_name(f"{tmp_path.name}-state")))
    return tmp_path / "games"
