"""A game that is played: log, host, and what is seen and heard. It asks a referee for rulings, and knows no rule.

For other rooms: boards, bots, commitment, ears, hints, history, host, knowledge, log, match,
own_words, recap, saved_games, tracks, voice.
"""
