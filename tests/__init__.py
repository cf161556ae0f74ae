"""The tests, in the same order as the code."""
