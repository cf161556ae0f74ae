"""Games of scripted players while the processes of the site are killed, frozen and restarted."""
