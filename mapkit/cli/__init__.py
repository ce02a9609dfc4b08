"""Words typed at a shell: commands, options, exit codes. Only here is something printed; it knows no rule of a game.

For other rooms: main.
"""
