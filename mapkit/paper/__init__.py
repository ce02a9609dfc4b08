"""Marks in millimetres, pages of marks, and the press that makes files of pages. It knows no game."""
