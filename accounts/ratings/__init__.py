"""Ratings: arithmetic, tiers, leaderboards and the ratings of AI players."""
