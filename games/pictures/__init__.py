"""Draws the pictures of shared links with Pillow: 1200 x 630 pixels, in both themes."""
