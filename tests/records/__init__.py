"""Records: written, verified, simulated, and kept."""
