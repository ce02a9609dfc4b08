"""The page in the browser, its server, and phones. It shows what others give; it knows no game and no shell.

For other rooms: auth, desk, opening, phone_server, recent, server, worker.
"""
