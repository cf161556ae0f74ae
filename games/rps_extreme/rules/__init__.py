"""Rock Paper Scissors Extreme: two players, thirty cards, first to 21 (rulebook Part B)."""
