"""What many games and many maps show, what suits an evening, and what a map drawn in play has right. It shows nothing.

For other rooms: balance, bench, comparison, covers, evenings, fresh_maps, kits, reports, simulation, variety,
whereabouts.
"""
