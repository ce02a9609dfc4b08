"""The base of the errors that mapkit raises on purpose; other modules say what each of them means."""


class MapkitError(Exception):
    """Mapkit refuses something, or cannot do it; the text says in words what was found and what would do."""
