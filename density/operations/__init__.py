"""For operators: health, logs, backups, staff, security headers."""
