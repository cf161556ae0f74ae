"""Who waits, who sits with whom, and what spoiling that costs."""
