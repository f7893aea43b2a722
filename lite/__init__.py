"""The site on which the games can be tried in a browser."""
