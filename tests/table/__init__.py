"""What the live table promises."""
