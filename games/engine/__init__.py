"""The rules of every game of the house, without input, output, clocks or dice."""
