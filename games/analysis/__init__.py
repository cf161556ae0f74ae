"""The analysis of finished games: the coach's reviews, luck, puzzles."""
