"""What a game is made of: boards, facts, claims, settings, announcements, maps. All build on it; it knows none.

For other rooms: analysis, chance, design, errors, evidence, file_kinds, files, frozen, game, grid, handwork,
letters, listing, lock, map, message, observation, presets, replay, resources, rule, ruling, settings, symmetry,
table, version, walk.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

library: "Callable[[], Any]"
"""Gives the library for programs, whose functions a map offers as methods; `mapkit` lends it, so nothing is loaded."""
