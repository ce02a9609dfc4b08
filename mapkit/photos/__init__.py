"""Photos of paper become maps; what is not sure is asked. It knows neither a shell nor a browser.

For other rooms: doubts, extra, marks, picture, sheet.
"""
