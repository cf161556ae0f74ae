"""Goofspiel: a third game, added to the site by one line of the test settings and nothing else."""
