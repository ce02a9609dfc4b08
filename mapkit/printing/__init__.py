"""From pages to files: the options of printing, themes and pens, the writers of PDF, SVG and PNG, packs and books."""
