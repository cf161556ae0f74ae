"""The games of the site: rules, AI players, live tables and their pages."""
