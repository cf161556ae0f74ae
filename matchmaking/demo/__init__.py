"""A past for an empty site: invented users, and the games that they played."""
