"""A game that is played: log, host, and what is seen and heard. It asks a referee for rulings, and knows no rule."""
