"""How users are contacted: notifications by socket, push and mail."""
