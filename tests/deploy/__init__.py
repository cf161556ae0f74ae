"""The site behind real proxies, started by the systemd units as docs/deploy has them."""
