"""The commands of the accounts."""
