"""Operations: health, logs, backups, staff pages, security headers."""
