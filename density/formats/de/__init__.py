"""How numbers and dates are written in German."""
