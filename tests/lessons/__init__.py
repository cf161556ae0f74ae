"""What the lessons teach, against the rules."""
