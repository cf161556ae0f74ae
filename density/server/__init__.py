"""The web server with its bounds, and the supervisor of a site on one machine."""
