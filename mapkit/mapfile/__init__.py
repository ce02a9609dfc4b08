"""A map as text, as JSON and as a code. Whether a map is legal is not its business.

For other rooms: bare, document, drawing, json_file, share_code, text, writer.
"""
