"""A worksheet on paper: its text once, written as HTML that prints well, or as Markdown."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from bpe_core import Token
from classroom.values import SPACE
from classroom.worksheet import DiceRange, HandStep, Row, Worksheet, dice_grid
from pages.components.stepper.beliefs import mistake_behind
from pages.components.tokens.plain_text import (
    reading_direction,
    space_sentence,
    tie_sentence,
    token_text,
)
from pages.lessons.worksheet import LESSON
from pages.session.language import _, as_code, format_number


@dataclass(frozen=True)
class Pen:
    """Who fills in the sheet.

    `heading` is the sheet's heading, `write` gives the text to put in place of an answer, and
    `blanks` are the labels of the blank lines beside the heading.
    """

    heading: str
    write: Callable[[str], str]
    blanks: tuple[str, ...]


def student() -> Pen:
    """A pen that leaves every answer blank, with lines for a name and a date."""
    return Pen(_("Worksheet: merge by hand"), lambda _answer: "", (_("Name"), _("Date")))


def teacher() -> Pen:
    """A pen that fills in every answer."""
    return Pen(_("Answers: merge by hand"), lambda answer: answer, ())


class Html:
    """HTML, with all corpus text escaped. `print.css` lays it out as a page."""

    def sheet(
        self, heading: str, source: str, blanks: Iterable[str], *parts: str, kind: str = ""
    ) -> str:
        lines = "".join(f'<span class="line">{escape(label)}</span>' for label in blanks)
        return (
            f'<article class="worksheet{kind}"><h2>{escape(heading)}</h2>'
            f'<p class="head"><span>{escape(source)}</span>{lines}</p>{"".join(parts)}</article>'
        )

    def section(self, title: str, *parts: str) -> str:
        return f"<section><h3>{escape(title)}</h3>{''.join(parts)}</section>"

    def side(self, *columns: Sequence[str]) -> str:
        cells = "".join(f"<div>{''.join(column)}</div>" for column in columns)
        return f'<div class="side">{cells}</div>'

    def paragraph(self, text: str) -> str:
        return f"<p>{_soft(text)}</p>"

    def numbered(self, texts: Iterable[str]) -> str:
        return f"<ol>{_items(texts)}</ol>"

    def bullets(self, texts: Iterable[str]) -> str:
        return f"<ul>{_items(texts)}</ul>"

    def table(
        self,
        head: Sequence[str],
        rows: Iterable[Sequence[str]],
        marks: Sequence[str] = ("tokens", "number"),
    ) -> str:
        titles = "".join(f"<th>{escape(title)}</th>" for title in head)
        cells = (
            "".join(f'<td class="{m}">{cell}</td>' for m, cell in zip(marks, row, strict=True))
            for row in rows
        )
        return f"<table><tr>{titles}</tr>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"

    def task(self, rows: Iterable[Sequence[str]]) -> str:
        """New words, and what becomes of them."""
        return self.table([], rows, ("word", "tokens")).replace("<tr></tr>", "")

    def blanks(self, answers: Mapping[str, str]) -> str:
        """Labels, each with an answer or a line to write on."""
        spans = (
            f'<span>{escape(before_blank(label))}<span class="blank">{answer}</span></span>'
            for label, answer in answers.items()
        )
        return f'<p class="blanks">{"".join(spans)}</p>'

    def lines(self, count: int) -> str:
        return '<p class="blanks"><span class="line">&nbsp;</span></p>' * count

    def tokens(self, tokens: Sequence[Token]) -> str:
        line = "".join(f"<bdi>{_soft(token_text(token))}</bdi>" for token in tokens)
        return f'<span dir="{reading_direction(tokens)}">{line}</span>' if len(tokens) > 1 else line

    def ranges(self, ranges: Iterable[tuple[str, str]]) -> str:
        return "".join(f"<span>{token} {numbers}</span>" for token, numbers in ranges)


def _soft(text: str) -> str:
    """A text in which the sign for a space is softer than letters."""
    return escape(text).replace(SPACE, f'<span class="space">{SPACE}</span>')


def _items(texts: Iterable[str]) -> str:
    return "".join(f"<li>{escape(text)}</li>" for text in texts)


class Markdown:
    """Markdown, with all corpus text as code so that it stays literal."""

    def sheet(
        self, heading: str, source: str, blanks: Iterable[str], *parts: str, kind: str = ""
    ) -> str:
        head = " · ".join([source, *(f"{before_blank(label)}____________" for label in blanks)])
        return "\n\n".join(filter(None, [f"# {heading}", head, *parts])) + "\n"

    def section(self, title: str, *parts: str) -> str:
        return "\n\n".join([f"## {title}", *parts])

    def side(self, *columns: Sequence[str]) -> str:
        return "\n\n".join(part for column in columns for part in column)

    def paragraph(self, text: str) -> str:
        return text

    def numbered(self, texts: Iterable[str]) -> str:
        return "\n".join(f"{i}. {text}" for i, text in enumerate(texts, 1))

    def bullets(self, texts: Iterable[str]) -> str:
        return "\n".join(f"- {text}" for text in texts)

    def table(
        self, head: Sequence[str], rows: Iterable[Sequence[str]], marks: Sequence[str] = ()
    ) -> str:
        # Two bars side by side would end the cell, inside code as well.
        lines = ([cell.replace("|", "\\|") for cell in line] for line in (head, ["---"] * 2, *rows))
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def task(self, rows: Iterable[Sequence[str]]) -> str:
        return self.table([_("word"), _("its tokens")], rows)

    def blanks(self, answers: Mapping[str, str]) -> str:
        filled = (f"{before_blank(label)}{text or '________'}" for label, text in answers.items())
        return self.bullets(filled)

    def lines(self, count: int) -> str:
        return ""

    def tokens(self, tokens: Sequence[Token]) -> str:
        return " ".join(as_code(token_text(token)) for token in tokens)

    def ranges(self, ranges: Iterable[tuple[str, str]]) -> str:
        return ", ".join(f"{numbers}: {token}" for token, numbers in ranges)


HTML, MARKDOWN = Html(), Markdown()
Paper = Html | Markdown


def merge_sheet(paper: Paper, sheet: Worksheet, pen: Pen, *, source: str) -> str:
    """One sheet, filled in by `pen`. `source` says where its words come from."""
    how = LESSON.prose("how").splitlines()
    spaces = space_sentence(token for tokens, _count in sheet.words for token in tokens)
    agreed = [tie_sentence(sheet.tie_break), *([spaces] if spaces else [])]
    words = paper.table([_("word"), _("count")], _counted(paper, sheet.words, lambda text: text))
    parts = [
        paper.side(
            [paper.numbered(how), *map(paper.paragraph, agreed)],
            [paper.section(_("The words"), words)],
        ),
        *(_step(paper, step, number, pen) for number, step in enumerate(sheet.steps, 1)),
    ]
    if sheet.new_words:
        rows = [
            [paper.tokens([word]), pen.write(paper.tokens(tokens))]
            for word, tokens in sheet.new_words
        ]
        title = _("Encode these new words with your merges, in their order")
        parts.append(paper.section(title, paper.task(rows)))
    if told := [*filter(None, map(pen.write, mistakes(sheet)))]:
        parts.append(paper.section(_("Where common mistakes lead"), paper.bullets(told)))
    return paper.sheet(pen.heading, source, pen.blanks, *parts)


def _counted(paper: Paper, rows: Iterable[Row], write: Callable[[str], str]) -> list[list[str]]:
    return [
        [write(paper.tokens(tokens)), f"×\u2009{format_number(count)}"] for tokens, count in rows
    ]


def _step(paper: Paper, step: HandStep, number: int, pen: Pen) -> str:
    """The pairs, the words after the merge, and the remaining questions about it."""
    merged = step.pairs[0][0]
    pairs = [
        [pen.write(paper.tokens([pair.left, pair.right])), pen.write(format_number(count))]
        for pair, count in step.pairs
    ]
    words = _counted(paper, step.words, pen.write)
    answers = {
        _("merged"): paper.tokens([merged.left, merged.right]),
        _("new token"): paper.tokens([step.token]),
        _("pairs with the highest count"): format_number(step.tied),
        _("tokens in the corpus"): format_number(step.token_total),
    }
    return paper.section(
        _("Merge {k}", k=number),
        paper.side(
            [paper.table([_("most frequent pairs"), _("count")], pairs)],
            [paper.table([_("the words after the merge"), _("count")], words)],
        ),
        paper.blanks({label: pen.write(answer) for label, answer in answers.items()}),
    )


def mistakes(sheet: Worksheet) -> list[str]:
    """For the teacher: each pair that a mistake leads to, and which mistake it is."""
    item = sheet.item
    return [] if item is None else [mistake_behind(item, each) for each in item.believed]


def before_blank(label: str) -> str:
    """A label with a colon as the language writes it."""
    return _("{label}: ", label=label)


#: Lines to write words on.
LINES = 4


def dice_sheet(paper: Paper, sheet: Worksheet, *, source: str) -> str:
    """A grid for dice, of the words after the last merge: a language model of one's own tokens."""
    grid = dice_grid(sheet.steps[-1].words if sheet.steps else sheet.words)
    spaces = space_sentence(row.before for row in grid if row.before is not None)
    how = [*LESSON.prose("dice").splitlines(), *([spaces] if spaces else [])]

    def name(token: Token | None, border: str) -> str:
        return border if token is None else paper.tokens([token])

    end = _("end of word")
    rows = [
        [
            name(row.before, _("beginning")),
            paper.ranges((name(one.token, end), _numbers(one)) for one in row.ranges),
        ]
        for row in grid
    ]
    columns = [_("token"), _("what comes next, by the number from 1 to 100")]
    table = paper.table(columns, rows, ("tokens", "ranges"))
    title, parts = _("A language model with dice"), (table, paper.lines(LINES))
    return paper.sheet(title, source, [], paper.numbered(how), *parts, kind=" dice")


def _numbers(one: DiceRange) -> str:
    if one.first > one.last:
        return "–"
    first, last = format_number(one.first), format_number(one.last)
    return first if one.first == one.last else f"{first}–{last}"
