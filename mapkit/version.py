"""The version of mapkit."""

__version__ = "0.1.0"
