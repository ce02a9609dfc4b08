"""The games on the shelf, which know no other, and `kit`, what they share. They say rules; they do not keep a table.

For other rooms: maps, new_game, own_templates, quoridor, rule_list, shelf.
"""
