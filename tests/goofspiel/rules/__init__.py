"""The rules of Goofspiel; pure functions."""
