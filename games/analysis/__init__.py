"""What is found in finished games: the coach's reviews, luck, puzzles."""
