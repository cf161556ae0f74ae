"""The admin pages, the second factor, and what the staff may see and change."""
