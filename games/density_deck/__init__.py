"""Density Deck: everything that is this game and nothing else."""
