"""Moves and matches in a table for each month."""
