"""Opening and joining tables, rematches, challenges, friends, reports and removal."""
