"""What the rules page shows, worked out by the rules themselves."""
