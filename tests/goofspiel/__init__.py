"""Goofspiel: a third game, added only by one line of the test settings."""
