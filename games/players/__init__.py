"""Readers for the pages about a player."""
