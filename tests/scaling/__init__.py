"""A site of several processes: restarts, poolers and failovers during games."""
