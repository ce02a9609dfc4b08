"""Map files: the text, the drawing in it, the document that both make, and files of other programs."""
