"""A game as it stands: its rows, read and written by hand, and the position that they make."""
