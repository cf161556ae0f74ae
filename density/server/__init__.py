"""The web server within its bounds, and the supervisor of a site on one machine."""
