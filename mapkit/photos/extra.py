"""The reader of photos, which needs the extra `photos`."""

from __future__ import annotations

from types import ModuleType

from mapkit.model.message import message
from mapkit.model.settings import BadSetting
from mapkit.model.version import added_by


def photo_reader() -> ModuleType:
    """The module that reads photos; raises BadSetting where its library is not there."""
    try:
        from mapkit.photos import reader
    except ImportError:
        raise BadSetting(message("reading photos needs an extra library: {line}", added_by("photos"))) from None
    return reader
