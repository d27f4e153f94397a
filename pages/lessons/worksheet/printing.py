"""Sheets on paper: the button that prints, and a file of sheets for a whole class.

The file has one sheet for each of several seeds, and one answer key for all.

For each seed, the key has the merges with their counts, the words after each merge, and the new
words. That is everything left blank on the sheet except the runners-up.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path

import streamlit as st

from classroom import Hand
from classroom.hand import MOST_WORDS
from classroom.worksheet import HandStep, Worksheet, make_revealing_worksheet, make_worksheet
from pages.components.component import CONTROLS, component
from pages.lessons.worksheet import LESSON, REVEALING, WORDS
from pages.lessons.worksheet.sheet import HTML, merge_sheet, mistakes, student
from pages.session.language import HTML_LANG, _, current_language, format_number, gettext, speaking
from pages.session.lesson_fragment import lesson_fragment
from pages.session.parameters import SEEDS
from pages.session.traces import merges_by_key

_component = component("lessons/worksheet/print_button.js", CONTROLS)


def print_button(label: str) -> None:
    """Draw a button that opens the browser's print dialog, which can also save a PDF."""
    _component(key="print_button", data={"label": label}, width="content")


@dataclass(frozen=True)
class CorpusWords:
    """The words of the training with this key. The corpus is looked up when it is needed.

    Raises `LookupError` if the training is no longer held.
    """

    key: str
    title: str

    def sheet(self, seed: int, merges: int) -> Worksheet:
        trace = merges_by_key(self.key)
        if trace is None:
            raise LookupError("the trace is no longer held")
        hand = Hand.of(trace.corpus, seed, tie_break=trace.tie_break)
        return make_worksheet(hand, seed=seed, merges=merges)

    @property
    def are_few(self) -> bool:
        trace = merges_by_key(self.key)
        return trace is not None and len(trace.corpus.words) <= MOST_WORDS


class RevealingWords:
    """Words that are made so that common mistakes lead to other pairs."""

    are_few = False

    def sheet(self, seed: int, merges: int) -> Worksheet:
        return make_revealing_worksheet(seed=seed, merges=merges)

    @property
    def title(self) -> str:
        return gettext(WORDS[REVEALING])


SheetWords = CorpusWords | RevealingWords


def source_of(words: SheetWords, seed: int) -> str:
    """The source of a sheet's words, from which the sheet can be made again."""
    return _("{corpus} · seed {seed}", corpus=words.title, seed=seed)


@lesson_fragment
def class_sheets_box(words: SheetWords, *, merges: int) -> None:
    """Offer one file with a sheet for each seed in a list, and the answer key to all of them."""
    with st.expander(_("Sheets for a whole class")):
        st.caption(LESSON.prose("sheets", most=MOST_SHEETS))
        if words.are_few:
            st.caption(LESSON.prose("few_words"))
        typed = st.text_input(_("Seeds, such as 1-30 or 4, 8, 15"), "1-30", max_chars=400)
        if (seeds := read_seeds(typed)) is None:
            rule = _("Write seeds and ranges of seeds, at most {most} in all: 1-30 or 4, 8, 15.")
            st.info(rule.format(most=format_number(MOST_SHEETS)))
            return
        st.download_button(
            _("Download the sheets"),
            partial(build, words, seeds, merges, current_language()),
            "worksheets.html",
            "text/html",
            on_click="ignore",
        )


def build(words: SheetWords, seeds: Sequence[int], merges: int, language: str) -> bytes:
    """Build the file in the given language, since the thread that does it has no session."""
    with speaking(language):
        sheets = {seed: words.sheet(seed, merges) for seed in seeds}
        return class_sheets(sheets, {seed: source_of(words, seed) for seed in seeds}).encode()


#: The most sheets in one file.
MOST_SHEETS = 100
#: How many characters of the list are read.
_LONGEST = 1_000


def read_seeds(typed: str) -> list[int] | None:
    """The seeds in order, without duplicates; None if the list is invalid or too long.

    >>> read_seeds("1-3, 7 2"), read_seeds("5，6；9–10")
    ([1, 2, 3, 7], [5, 6, 9, 10])
    >>> read_seeds("3-1"), read_seeds("0"), read_seeds(""), read_seeds("1-101"), read_seeds("one")
    (None, None, None, None, None)
    >>> len(read_seeds("1-100") or ())
    100
    """
    seeds: list[int] = []
    for part in re.split(r"[,;，；、\s]+", typed.strip()[:_LONGEST]):
        found = re.fullmatch(r"([0-9]{1,6})(?:[-–—]([0-9]{1,6}))?", part)
        if not found:
            return None
        first, last = int(found[1]), int(found[2] or found[1])
        if not 1 <= first <= last <= SEEDS or last - first >= MOST_SHEETS:
            return None
        seeds += range(first, last + 1)
    unique = list(dict.fromkeys(seeds))
    return unique if len(unique) <= MOST_SHEETS else None


STYLE = Path(__file__).parent / "print.css"
_OWN_STYLE = """
body { font-family: system-ui, sans-serif; margin: 1rem; }
.worksheet + .worksheet { break-before: page; }
.key li { break-inside: avoid; margin-bottom: 0.3rem; }
.key .words { display: block; font-size: 0.9em; }
"""


def class_sheets(sheets: Mapping[int, Worksheet], sources: Mapping[int, str]) -> str:
    """The file's HTML. `sheets` and `sources` (where each sheet's words come from) are by seed."""
    pen = student()
    papers = [merge_sheet(HTML, sheet, pen, source=sources[seed]) for seed, sheet in sheets.items()]
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
    title = _("Seed {seed}", seed=seed)
    steps = "".join(f"<li>{_step(step)}</li>" for step in sheet.steps)
    new_words = "".join(
        f"<li>{HTML.tokens([word])} → {HTML.tokens(tokens)}</li>"
        for word, tokens in sheet.new_words
    )
    behind = "".join(f"<li>{escape(text)}</li>" for text in mistakes(sheet))
    return (
        f"<section><h3>{escape(title)}</h3><ol>{steps}</ol>"
        f"<ul>{new_words}</ul><ul>{behind}</ul></section>"
    )


def _step(step: HandStep) -> str:
    pair, count = step.pairs[0]
    numbers = LESSON.prose("step_answer", count=count, tied=step.tied, total=step.token_total)
    words = " ".join(HTML.tokens(tokens) for tokens, _count in step.words)
    return (
        f"{HTML.tokens([pair.left])} + {HTML.tokens([pair.right])} → {HTML.tokens([step.token])} "
        f'({escape(numbers)})<span class="words">{words}</span>'
    )
