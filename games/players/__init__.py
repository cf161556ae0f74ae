"""What the pages about a player read."""
