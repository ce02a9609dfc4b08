"""What programs get by `import mapkit`: functions, and a game that is played. It gives what others make, and prints nothing.

For other rooms: maps, played_game.
"""
