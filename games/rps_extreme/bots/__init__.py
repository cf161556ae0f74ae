"""AI players of Rock Paper Scissors Extreme."""
