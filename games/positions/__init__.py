"""Positions of games, and the rows that they are read from and written to."""
