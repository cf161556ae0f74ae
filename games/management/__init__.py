"""The management commands of the games, and what they share."""
