"""Ratings: their arithmetic, tiers, leaderboards, AI players' ratings."""
