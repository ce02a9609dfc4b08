"""Mapkit makes, checks, mends and prints maps for pen-and-paper games.

The verbs of the command line are functions with the same names in `mapkit.maps`.
"""

__version__ = "0.1.0"
