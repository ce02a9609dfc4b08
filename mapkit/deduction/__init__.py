"""What follows from what was said at the table, by proof."""
