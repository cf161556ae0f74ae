"""Houses that are broken on purpose, to see that the faults find them out."""
