"""The table: a game that is played, its log, its words, and machine players, which also play in simulations."""
