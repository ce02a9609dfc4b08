"""The table: a game that is played, its log, its words, and machine players, who play in simulations, too."""
