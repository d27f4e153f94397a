"""A worksheet as Markdown, with all corpus text as code so that it stays literal."""

from collections.abc import Iterable, Sequence

from bpe_core import Token
from classroom.worksheet import HandStep, Worksheet
from pages.components.tokens.plain_text import token_text
from pages.lessons.worksheet.sheet.words import (
    Pen,
    before_blank,
    conventions,
    instructions,
    mistakes,
    mistakes_title,
)
from pages.session.language import _, as_code, format_number


def sheet_markdown(sheet: Worksheet, pen: Pen, *, source: str) -> str:
    """The Markdown of one sheet, filled in by `pen`. `source` says where its words come from."""
    steps = [part for k, step in enumerate(sheet.steps, 1) for part in _step(step, k, pen)]
    words = [[_tokens(tokens), _times(count)] for tokens, count in sheet.words]
    blanks = [f"{before_blank(label)}____________" for label in pen.blanks]
    parts = [
        f"# {pen.heading}",
        " · ".join([source, *blanks]),
        "\n".join(f"{i}. {text}" for i, text in enumerate(instructions(), 1)),
        *conventions(sheet),
        "## " + _("The words"),
        _table([_("word"), _("count")], words),
        *steps,
        *_new_words(sheet, pen),
        *_mistakes(sheet, pen),
    ]
    return "\n\n".join(parts) + "\n"


def _cell(text: str) -> str:
    # Two bars side by side would end the cell, inside code as well.
    return text.replace("|", "\\|")


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _tokens(tokens: Sequence[Token]) -> str:
    return " ".join(as_code(token_text(token)) for token in tokens)


def _times(count: int) -> str:
    return f"× {format_number(count)}"


def _step(step: HandStep, number: int, pen: Pen) -> list[str]:
    pair = step.pairs[0][0]
    pairs = [
        [pen.write(_tokens([one.left, one.right])), pen.write(format_number(count))]
        for one, count in step.pairs
    ]
    words = [[pen.write(_tokens(tokens)), _times(count)] for tokens, count in step.words]
    blanks = {
        _("merged"): _tokens([pair.left, pair.right]),
        _("new token"): _tokens([step.token]),
        _("pairs with the highest count"): format_number(step.tied),
        _("tokens in the corpus"): format_number(step.token_total),
    }
    title = _("Merge {k}").format(k=format_number(number))
    return [
        f"## {title}",
        _table([_("most frequent pairs"), _("count")], pairs),
        _table([_("the words after the merge"), _("count")], words),
        "\n".join(
            f"- {before_blank(label)}{pen.write(text) or '________'}"
            for label, text in blanks.items()
        ),
    ]


def _new_words(sheet: Worksheet, pen: Pen) -> list[str]:
    if not sheet.new_words:
        return []
    rows = [
        [as_code(token_text(word)), pen.write(_tokens(tokens))] for word, tokens in sheet.new_words
    ]
    title = _("Encode these new words with your merges, in their order")
    return [f"## {title}", _table([_("word"), _("its tokens")], rows)]


def _mistakes(sheet: Worksheet, pen: Pen) -> list[str]:
    body = pen.write("\n".join(f"- {text}" for text in mistakes(sheet)))
    return [f"## {mistakes_title()}", body] if body else []
