"""What programs get by `import mapkit`: functions, and a game that is played. It gives what other rooms make.

For other rooms: arguments, many, maps, played_game, verbs.
"""
