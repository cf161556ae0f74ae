"""Static files and words: bundled, compiled, collected."""
