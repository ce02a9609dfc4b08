"""The page in the browser, its server, and phones. It shows what others give; it knows no game and no shell.

For other rooms: auth, desk, open_pages, opening, phone_server, recent, server, words, worker.
"""
