"""What announcements prove, and how likely the rest is. It hears what everybody hears, and never sees the map.

For other rooms: audit, chances, deduction, drawing, hints, location, notes, shares, worlds.
"""
