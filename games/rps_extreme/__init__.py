"""Rock Paper Scissors Extreme: everything that is this game and nothing else."""
