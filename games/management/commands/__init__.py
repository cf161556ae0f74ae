"""The commands of the games, one a file."""
