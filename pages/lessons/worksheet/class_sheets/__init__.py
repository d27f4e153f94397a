"""Sheets for a whole class: one for each of several seeds, and one answer key for all."""

from pages.lessons.worksheet.class_sheets.box import class_sheets_box

__all__ = ["class_sheets_box"]
