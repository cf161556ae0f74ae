"""Accounts: users, guests and their settings."""
