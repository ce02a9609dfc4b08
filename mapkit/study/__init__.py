"""What many games and maps show, what suits an evening, what a map drawn in play has right, and what breaks a rule.

For other rooms: balance, bench, comparison, covers, evenings, fresh_maps, kits, reports, rule_examples,
simulation, variety, whereabouts.
"""
