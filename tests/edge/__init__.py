"""What a hostile client may not do to the web server, on Daphne and on uvicorn."""
