"""The lowest layer, used by every app: Redis, metrics, limits, outages."""
