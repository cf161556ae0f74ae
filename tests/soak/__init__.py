"""Hours of simulated people at a site of its own: what grows, what is left behind, who is cut."""
