"""Photos of drawing sheets become maps: what is sure is read, and what is not is asked. Only its commands load this."""
