"""Second referees, written from the ledgers by authors who had not read the engine."""
