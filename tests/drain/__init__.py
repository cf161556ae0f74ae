"""No new games begin while the site waits for an update."""
