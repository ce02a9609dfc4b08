"""What many games and many maps show. It plays and counts; how that is asked for or shown is not its business.

For other rooms: balance, comparison, evenings, fresh_maps, simulation, variety, whereabouts.
"""
