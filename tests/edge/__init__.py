"""What a hostile client may not do to the web server."""
