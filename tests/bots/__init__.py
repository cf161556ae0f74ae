"""AI players: legal, fair, and as good as their level says."""
