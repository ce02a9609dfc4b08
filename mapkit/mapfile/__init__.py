"""A map as text, as JSON, as a code, and in files of other programs. Whether a map is legal is not its business.

For other rooms: document, drawing, foreign, json_file, share_code, text, writer.
"""
