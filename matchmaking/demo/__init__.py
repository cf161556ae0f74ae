"""A past for an empty site: people who never were, and the games that they played."""
