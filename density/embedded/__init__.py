"""The supervisor and the services that come with the site."""
