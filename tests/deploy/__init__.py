"""The site behind real proxies, started by the systemd units of docs/deploy."""
