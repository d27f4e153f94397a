"""A worksheet on paper: as HTML that prints well, and as Markdown."""

from pages.ui.worksheet.html import sheet_html
from pages.ui.worksheet.markdown import sheet_markdown
from pages.ui.worksheet.words import student, teacher

__all__ = ["sheet_html", "sheet_markdown", "student", "teacher"]
