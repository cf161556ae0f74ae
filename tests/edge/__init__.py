"""What stands in front of the pages: bodies, sockets and connections that are not honest."""
