"""The data of the pages about a player."""
