"""A worksheet as HTML, with all corpus text escaped. `print.css` lays it out as a page."""

from collections.abc import Iterable, Sequence
from html import escape

from bpe_core import Token
from classroom.values import SPACE
from classroom.worksheet import HandStep, Row, Worksheet
from pages.components.tokens.plain_text import reading_direction, token_text
from pages.lessons.worksheet.sheet.words import (
    Pen,
    before_blank,
    conventions,
    instructions,
    mistakes,
    mistakes_title,
)
from pages.session.language import _, format_number


def sheet_html(sheet: Worksheet, pen: Pen, *, source: str) -> str:
    """The HTML of one sheet, filled in by `pen`. `source` says where its words come from."""
    steps = "".join(_step(step, number, pen) for number, step in enumerate(sheet.steps, 1))
    how = "".join(f"<li>{escape(text)}</li>" for text in instructions())
    agreed = "".join(f"<p>{_soft(text)}</p>" for text in conventions(sheet))
    words = _section(_("The words"), _words(sheet.words))
    blanks = "".join(f'<span class="line">{escape(label)}</span>' for label in pen.blanks)
    return (
        f'<article class="worksheet"><h2>{escape(pen.heading)}</h2>'
        f'<p class="head"><span>{escape(source)}</span>{blanks}</p>'
        f'<div class="side"><div><ol>{how}</ol>{agreed}</div>'
        f"{words}</div>{steps}{_new_words(sheet, pen)}{_mistakes(sheet, pen)}</article>"
    )


def _section(title: str, body: str) -> str:
    return f"<section><h3>{escape(title)}</h3>{body}</section>"


def chips(tokens: Sequence[Token]) -> str:
    """Tokens as they are on paper."""
    line = "".join(f"<bdi>{_soft(token_text(token))}</bdi>" for token in tokens)
    return f'<span dir="{reading_direction(tokens)}">{line}</span>' if len(tokens) > 1 else line


def _soft(text: str) -> str:
    """A text in which the sign for a space is softer than letters."""
    return escape(text).replace(SPACE, f'<span class="space">{SPACE}</span>')


def _times(count: int) -> str:
    return f"×\u2009{format_number(count)}"


def _words(rows: Iterable[Row]) -> str:
    return _table([_("word"), _("count")], ((chips(t), _times(count)) for t, count in rows))


def _step(step: HandStep, number: int, pen: Pen) -> str:
    """The pairs, the merge, and the words after it."""
    title = _("Merge {k}").format(k=format_number(number))
    side = f'<div class="side">{_pairs(step, pen)}{_words_after(step, pen)}</div>'
    return _section(title, side + _blanks(step, pen))


def _table(head: Sequence[str], rows: Iterable[tuple[str, str]]) -> str:
    """A table with tokens and a number in each row."""
    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    cells = "".join(
        f'<tr><td class="tokens">{tokens}</td><td class="number">{number}</td></tr>'
        for tokens, number in rows
    )
    return f"<table><tr>{titles}</tr>{cells}</table>"


def _pairs(step: HandStep, pen: Pen) -> str:
    rows = (
        (pen.write(chips([pair.left, pair.right])), pen.write(format_number(count)))
        for pair, count in step.pairs
    )
    return _table([_("most frequent pairs"), _("count")], rows)


def _words_after(step: HandStep, pen: Pen) -> str:
    rows = ((pen.write(chips(tokens)), _times(count)) for tokens, count in step.words)
    return _table([_("the words after the merge"), _("count")], rows)


def _blanks(step: HandStep, pen: Pen) -> str:
    """The remaining questions about a merge, each with a line to write on."""
    pair = step.pairs[0][0]
    answers = {
        _("merged"): chips([pair.left, pair.right]),
        _("new token"): chips([step.token]),
        _("pairs with the highest count"): format_number(step.tied),
        _("tokens in the corpus"): format_number(step.token_total),
    }
    spans = (
        f'<span>{escape(before_blank(label))}<span class="blank">{pen.write(answer)}</span></span>'
        for label, answer in answers.items()
    )
    return f'<p class="blanks">{"".join(spans)}</p>'


def _new_words(sheet: Worksheet, pen: Pen) -> str:
    """The task of encoding new words; empty if no new word can be made."""
    if not sheet.new_words:
        return ""
    rows = "".join(
        f'<tr><td class="word"><bdi>{_soft(token_text(word))}</bdi></td>'
        f'<td class="tokens">{pen.write(chips(tokens))}</td></tr>'
        for word, tokens in sheet.new_words
    )
    title = _("Encode these new words with your merges, in their order")
    return _section(title, f"<table>{rows}</table>")


def _mistakes(sheet: Worksheet, pen: Pen) -> str:
    """Where mistakes lead; empty on the students' sheet, and where the words reveal none."""
    rows = "".join(f"<li>{escape(text)}</li>" for text in mistakes(sheet))
    body = pen.write(f"<ul>{rows}</ul>") if rows else ""
    return _section(mistakes_title(), body) if body else ""
