"""Migrations of the matchmaking."""
