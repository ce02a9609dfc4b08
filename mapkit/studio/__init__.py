"""The studio: a page in the browser on which people draw maps, with the rules looking over their shoulder.

`tools` and `edits` are pure: a text and a gesture give a text. `scene` tells a page what to draw. `desk` holds the file
that is being drawn, and `server` lets the page talk to it, behind `gate`. No module here knows any game.
"""
