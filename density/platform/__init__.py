"""The ground floor, for every app: Redis, metrics, limits, outages."""
