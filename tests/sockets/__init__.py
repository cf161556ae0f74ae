"""What the socket of a table promises, in this process and over real sockets."""
