"""Real notebook hosts, one module each, started for the tests and stopped at their end."""
