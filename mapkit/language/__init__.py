"""What is said to people and what they type, in the words of a language. It knows no map.

For other rooms: catalogue, directives, phrases, wording.
"""
