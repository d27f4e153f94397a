"""A grid for dice, as HTML and as Markdown: a language model of one's own tokens, on paper."""

from collections.abc import Callable, Iterable, Sequence
from html import escape

from bpe_core import Token
from classroom.worksheet import DiceRange, DiceRow, Worksheet, dice_grid
from pages.components.tokens.plain_text import space_sentence, token_text
from pages.lessons.worksheet.sheet.html import chips
from pages.session.language import _, as_code, format_number

#: Lines to write words on.
LINES = 4
#: How tokens are written, in HTML or in Markdown.
Written = Callable[[Sequence[Token]], str]


def dice_html(sheet: Worksheet, *, source: str) -> str:
    """The HTML of the grid of a sheet's words after its last merge."""
    grid = _grid(sheet)
    rows = "".join(
        f'<tr><td class="tokens">{_name(row.before, chips, _("beginning"))}</td>'
        f'<td class="ranges">{"".join(map(_cell, row.ranges))}</td></tr>'
        for row in grid
    )
    head = "".join(f"<th>{escape(title)}</th>" for title in _columns())
    how = "".join(f"<li>{escape(text)}</li>" for text in _instructions(grid))
    lines = '<p class="blanks"><span class="line">&nbsp;</span></p>' * LINES
    return (
        f'<article class="worksheet dice"><h2>{escape(_title())}</h2>'
        f'<p class="head"><span>{escape(source)}</span></p><ol>{how}</ol>'
        f"<table><tr>{head}</tr>{rows}</table>{lines}</article>"
    )


def dice_markdown(sheet: Worksheet, *, source: str) -> str:
    """The Markdown of the same."""
    grid = _grid(sheet)
    rows = [
        (
            _name(row.before, _code, _("beginning")),
            ", ".join(f"{_numbers(one)}: {_after(one, _code)}" for one in row.ranges),
        )
        for row in grid
    ]
    table = [_columns(), ("---", "---"), *rows]
    parts = [
        f"# {_title()}",
        source,
        "\n".join(f"{i}. {text}" for i, text in enumerate(_instructions(grid), 1)),
        "\n".join("| " + " | ".join(c.replace("|", "\\|") for c in line) + " |" for line in table),
    ]
    return "\n\n".join(parts) + "\n"


def _grid(sheet: Worksheet) -> list[DiceRow]:
    return dice_grid(sheet.steps[-1].words if sheet.steps else sheet.words)


def _title() -> str:
    return _("A language model with dice")


def _columns() -> tuple[str, str]:
    return _("token"), _("what comes next, by the number from 1 to 100")


def _instructions(grid: Iterable[DiceRow]) -> list[str]:
    spaces = space_sentence(row.before for row in grid if row.before is not None)
    return [
        _("Begin in the first row. Roll two ten-sided dice: a number from 1 to 100."),
        _("Write down the token that the number stands for, and go to its row."),
        _("Go on until the word ends. Have you read this word before?"),
        *([spaces] if spaces else []),
    ]


def _name(token: Token | None, written: Written, border: str) -> str:
    return border if token is None else written([token])


def _after(one: DiceRange, written: Written) -> str:
    return _name(one.token, written, _("end of word"))


def _numbers(one: DiceRange) -> str:
    if one.first > one.last:
        return "–"
    first, last = format_number(one.first), format_number(one.last)
    return first if one.first == one.last else f"{first}–{last}"


def _cell(one: DiceRange) -> str:
    return f"<span>{_after(one, chips)} {_numbers(one)}</span>"


def _code(tokens: Sequence[Token]) -> str:
    return " ".join(as_code(token_text(token)) for token in tokens)
