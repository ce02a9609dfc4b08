"""Check, repair, complete and draw maps by claims, which a checker and a solver read. It knows no game and no file.

For other rooms: checker, edits, intent, legality, likeness, repairs, search, solver.
"""
