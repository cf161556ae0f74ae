"""Commands of Density Deck."""
