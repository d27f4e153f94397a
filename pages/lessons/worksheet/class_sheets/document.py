"""All sheets in one HTML file for printing: one or more pages each, and the key at the end.

For each seed, the key has the merges with their counts, the words after each merge, and the new
words. That is everything left blank on the sheet except the runners-up.
"""

from collections.abc import Mapping
from html import escape
from pathlib import Path

from classroom.worksheet import HandStep, Worksheet
from pages.lessons.worksheet.sheet import sheet_html, student
from pages.lessons.worksheet.sheet.html import chips
from pages.lessons.worksheet.sheet.words import mistakes
from pages.session.language import HTML_LANG, _, current_language, format_number

STYLE = Path(__file__).parents[1] / "sheet" / "print.css"
_OWN_STYLE = """
body { font-family: system-ui, sans-serif; margin: 1rem; }
.worksheet + .worksheet { break-before: page; }
.key li { break-inside: avoid; margin-bottom: 0.3rem; }
.key .words { display: block; font-size: 0.9em; }
"""


def class_sheets(sheets: Mapping[int, Worksheet], sources: Mapping[int, str]) -> str:
    """The file's HTML. `sheets` and `sources` (where each sheet's words come from) are by seed."""
    pen = student()
    papers = [sheet_html(sheet, pen, source=sources[seed]) for seed, sheet in sheets.items()]
    title = escape(_("Worksheets for a class"))
    style = STYLE.read_text(encoding="utf-8") + _OWN_STYLE
    language = HTML_LANG[current_language()]
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<style>{style}</style></head><body>{''.join(papers)}{_key(sheets)}</body></html>\n"
    )


def _key(sheets: Mapping[int, Worksheet]) -> str:
    parts = (_key_of(seed, sheet) for seed, sheet in sheets.items())
    heading = escape(_("Answer key"))
    return f'<article class="worksheet key"><h2>{heading}</h2>{"".join(parts)}</article>'


def _key_of(seed: int, sheet: Worksheet) -> str:
    title = _("Seed {seed}").format(seed=format_number(seed))
    steps = "".join(f"<li>{_step(step)}</li>" for step in sheet.steps)
    new_words = "".join(
        f"<li>{chips([word])} → {chips(tokens)}</li>" for word, tokens in sheet.new_words
    )
    behind = "".join(f"<li>{escape(text)}</li>" for text in mistakes(sheet))
    return (
        f"<section><h3>{escape(title)}</h3><ol>{steps}</ol>"
        f"<ul>{new_words}</ul><ul>{behind}</ul></section>"
    )


def _step(step: HandStep) -> str:
    pair, count = step.pairs[0]
    sentence = _(
        "count {count}, pairs with the highest count: {tied}, tokens in the corpus: {total}"
    )
    numbers = sentence.format(
        count=format_number(count),
        tied=format_number(step.tied),
        total=format_number(step.token_total),
    )
    words = " ".join(chips(tokens) for tokens, _count in step.words)
    return (
        f"{chips([pair.left])} + {chips([pair.right])} → {chips([step.token])} "
        f'({escape(numbers)})<span class="words">{words}</span>'
    )
