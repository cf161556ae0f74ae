"""Ways to a table: opening, joining, rematches, challenges."""
