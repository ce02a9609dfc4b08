"""What a game is made of: boards, facts, claims, settings, announcements, maps. All build on it; it knows none.

For other rooms: analysis, chance, codes, design, errors, evidence, file_kinds, files, frozen, game, grid, handwork,
interest, ledger, letters, listing, lock, map, message, observation, packages, presets, replay, resources, rule, ruling,
settings, symmetry, table, version, walk.
"""
