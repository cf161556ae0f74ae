"""Commands for the operator: who is staff, and a lost second factor."""
