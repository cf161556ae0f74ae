"""What the house says and counts of each game beside its rules: a module a game, and a catalog."""
