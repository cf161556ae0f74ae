"""Who may do what: every address and every message of a socket, asked for by every role."""
