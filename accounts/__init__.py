"""Who plays: users, guests and their settings."""
