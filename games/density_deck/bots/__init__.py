"""AI players of Density Deck."""
