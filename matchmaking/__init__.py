"""Who sits with whom."""
