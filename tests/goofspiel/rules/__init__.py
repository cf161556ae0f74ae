"""The rules of Goofspiel: pure."""
