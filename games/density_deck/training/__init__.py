"""How the network of the hard and the master player is trained; no page imports it."""
