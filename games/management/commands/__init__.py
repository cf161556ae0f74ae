"""The management commands of the games."""
