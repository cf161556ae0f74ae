"""The web server withstands hostile clients."""
