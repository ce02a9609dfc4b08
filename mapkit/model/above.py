"""What stands above all rooms and is lent to the model; it loads nothing, as `import mapkit` loads this module."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

library: "Callable[[], Any]"
"""Gives the library for programs, whose functions a map offers as methods; `mapkit` sets it."""
