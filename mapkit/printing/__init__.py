"""Sheets of paper: what stands on them in millimetres, the parts that games share, and the writers of SVG and PDF."""
