"""Hours of simulated users on a separate site, to find leaks and dropped connections."""
