"""The rules of every game of the site, without input, output, clocks or dice."""
