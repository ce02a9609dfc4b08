"""Records that do not change, and the mappings in them, which do not change either."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


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


if TYPE_CHECKING:
    replaced = replace
else:

    def replaced(record, **changes):
        """What `dataclasses.replace` gives, for records that check nothing when they are made; a third of its time."""
        kind, kept = type(record), record.__dict__
        if len(kept) > len(names := kind.__dataclass_fields__):  # without what it has remembered
            kept = {name: kept[name] for name in names}
        new = object.__new__(kind)
        new.__dict__.update(kept, **changes)
        return new


def of_the_same(function: Callable[[K, V], T]) -> Callable[[K, V], T]:
    """The function, which remembers its last answer: a game asks again and again with the very same objects."""
    last: tuple[K, V, T] | None = None

    @wraps(function)
    def answer(one: K, other: V) -> T:
        nonlocal last
        known = last
        if known is None or known[0] is not one or known[1] is not other:
            last = known = (one, other, function(one, other))
        return known[2]

    return answer


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
