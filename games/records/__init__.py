"""Finished games: their log, replay, results and standings."""
