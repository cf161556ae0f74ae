"""The tables of the games, step by step."""
