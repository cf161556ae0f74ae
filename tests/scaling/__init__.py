"""A site of several processes: restarts, poolers and fail-overs while people play."""
