"""The versioned REST API at /api/v1/, on the functions behind pages and sockets (docs/API.md)."""
