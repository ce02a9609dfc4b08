"""Referees written anew from the ledgers by readers who had not seen the engine."""
