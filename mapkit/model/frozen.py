"""Records that do not change, and the mappings in them, which do not change either."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A mapping that does not change; in all else it is a dict, so that JSON takes it."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this mapping does not change; dict(mapping) is a copy that does")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is pickled and copied: Python's way would set one item after the other."""
        return type(self), (dict(self),)


def frozen(value: Any) -> Any:
    """The value, with mappings that do not change for its dicts, tuples for its lists and frozensets for its sets."""
    kind = type(value)
    if kind is dict:
        return FrozenDict({key: frozen(item) for key, item in value.items()})
    if kind in (list, tuple):
        return tuple(map(frozen, value))
    if kind is set:
        return frozenset(value)
    return kind._make(map(frozen, value)) if issubclass(kind, tuple) and hasattr(kind, "_make") else value


class Frozen:
    """A record made by `@dataclass(frozen=True)`; the mappings, lists and sets in its fields do not change, too."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if type(value) in (dict, list, set):
                object.__setattr__(self, name, frozen(value))


def _kept_hash(record: Any) -> int:
    if "_hash" not in record.__dict__:
        record.__dict__["_hash"] = hash(tuple(getattr(record, field.name) for field in fields(record)))
    return int(record.__dict__["_hash"])


class HashedOnce:
    """A record made by `@dataclass(frozen=True)` with many fields, for which many caches ask: its hash is kept."""

    def __init_subclass__(cls) -> None:
        setattr(cls, "__hash__", _kept_hash)  # noqa: B010 (a dataclass makes one of its own where this is not set)

    def __getstate__(self) -> dict[str, Any]:
        """Without the hash: another process has another one for the same text."""
        return {name: value for name, value in self.__dict__.items() if name != "_hash"}


class SetOnce:
    """An object whose attributes are set once, as its `__init__` does, and do not change then."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, name):
            raise AttributeError(f"{name} does not change")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} does not change")
