"""The reader of photos, which needs the extra `photos`."""

from __future__ import annotations

from types import ModuleType

from mapkit.model.settings import BadSetting
from mapkit.model.version import needs


def photo_reader() -> ModuleType:
    """The module that reads photos; raises BadSetting where its library is not there."""
    try:
        from mapkit.photos import reader
    except ImportError:
        raise BadSetting(needs("reading photos", "photos")) from None
    return reader
