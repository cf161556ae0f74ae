"""Template tags of ranks, moments and notifications."""
