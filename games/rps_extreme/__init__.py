"""The game Rock Paper Scissors Extreme: rules, AI players, lessons and pages."""
