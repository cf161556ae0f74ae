"""No new games start while the site drains for an update."""
