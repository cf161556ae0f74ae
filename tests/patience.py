"""How long a test waits for what must come."""

# Seconds. Waiting ends when it comes, so only a test that fails takes as long; and a machine may be
# slow, or have other lanes of a run to work on.
PATIENCE = 120.0
