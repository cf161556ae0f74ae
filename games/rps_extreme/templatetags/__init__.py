"""The template tags of Rock Paper Scissors Extreme."""
