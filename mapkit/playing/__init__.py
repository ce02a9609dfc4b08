"""The table: a game that is played, its log, its words, and the machine's own players."""
