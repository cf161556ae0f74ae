"""Games played by scripted people while the house around them is killed, frozen and restarted."""
