"""The content of the learn pages, computed with the rules of the game."""
