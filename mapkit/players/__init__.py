"""Machine players, which play by what they hear. They know no game, and not the table at which they sit.

For other rooms: machines.
"""
