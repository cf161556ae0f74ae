"""Health, metrics and logs, as an operator reads them."""
