"""What the learn pages teach, worked out by the rules themselves."""
