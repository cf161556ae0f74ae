"""Template tags of the game pages."""
