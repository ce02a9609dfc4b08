"""What `import mapkit` gives to programs: its functions, and what a played game is. It knows no shell and no page.

`mapkit/__init__.py` names the modules of each name, and loads them when they are used.
"""
