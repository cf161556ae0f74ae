"""The template tags of Density Deck."""
