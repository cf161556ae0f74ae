"""The game Density Deck: rules, AI players, lessons and pages."""
