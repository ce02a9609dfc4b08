"""Photos of drawing sheets become maps: what is sure is read, and what is not is asked. Only its commands load this."""

from __future__ import annotations

from types import ModuleType

from mapkit.settings import BadSetting
from mapkit.version import needs


def reader() -> ModuleType:
    """The module that reads photos; raises BadSetting where its library is not there."""
    try:
        from mapkit.photos import reading
    except ImportError:
        raise BadSetting(needs("reading photos", "photos")) from None
    return reading
