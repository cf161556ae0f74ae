"""Launchers of the services that come with the house."""
