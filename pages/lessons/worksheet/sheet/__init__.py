"""A worksheet on paper: as HTML that prints well, and as Markdown."""

from pages.lessons.worksheet.sheet.dice import dice_html, dice_markdown
from pages.lessons.worksheet.sheet.html import sheet_html
from pages.lessons.worksheet.sheet.markdown import sheet_markdown
from pages.lessons.worksheet.sheet.words import student, teacher

__all__ = ["dice_html", "dice_markdown", "sheet_html", "sheet_markdown", "student", "teacher"]
