"""Who a user is: log-in, sessions, guests, forms, second factor."""
