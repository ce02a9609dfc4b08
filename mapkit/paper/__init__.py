"""Marks in millimetres, pages of marks, and the press that makes files of pages. It knows no game.

For other rooms: binding, blank_forms, board, board_alone, books, card, cover, default_sheets, description, drawing,
edition, faces, game_sheets, hand_signs, hexes, icons, layout, map_pages, milestones, moments, options, packs, paths,
pens, photo_frame, photo_pages, pictures, player_paper, plots, png, press, screen, sheet, sheets, small_svg, themes,
tiling, trails, turn_list.
"""
