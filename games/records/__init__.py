"""Finished games: their log, records, replays, reviews, results and what is counted of them."""
