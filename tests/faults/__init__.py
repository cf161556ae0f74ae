"""Games played by scripted people while the site around them is killed, frozen and restarted."""
