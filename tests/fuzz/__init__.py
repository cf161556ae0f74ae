"""Thousands of mostly absurd inputs must not break the site or change a game."""
