"""The table: a game that is played, its log, its words, and mapkit's own players.

The players are for programs: for tests and benchmarks, and for whoever calls `players.play_out`. No command seats them.
"""
