"""Maps in files of all kinds, one module a format: how it is known, read and written, and what it cannot hold.

For other rooms: record, shelf.
"""
