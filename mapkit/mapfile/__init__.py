"""Map files: the text, the drawing in it, the document made of both, and the files of other programs."""
