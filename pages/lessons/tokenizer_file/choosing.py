"""Choosing a tokenizer: a checklist, answered for the learner's own text by each vocabulary."""

from collections import Counter
from collections.abc import Iterator, Sequence

import regex
import streamlit as st

from bpe_core.files.inspection.tokens import script_of
from bpe_core.text.corpus import encode_utf8
from pages.components.charts.tables import cost, figures_table
from pages.components.vocabularies.choice import script_name
from pages.lessons.tokenizer_file import LESSON
from pages.lessons.tokenizer_file.overlay import Cut
from pages.session.language import _, format_large, format_number

#: The scripts of a text that have a row, and the columns of the embedding that is reckoned with.
MOST_SCRIPTS, WIDTH = 3, 4_096
_NUMBER = regex.compile(r"\d+")


def draw_choosing(text: str, cuts: Sequence[Cut]) -> None:
    """Draw the questions that a text answers, and then those that it doesn't."""
    if not text or not cuts:
        return
    with st.expander(_("Choosing a tokenizer: a checklist for your text")):
        st.markdown(LESSON.prose("choosing"))
        figures_table(list(_rows(text, cuts)), ["", *(cut.name for cut in cuts)])
        st.markdown(LESSON.prose("choosing_follows"))


def _rows(text: str, cuts: Sequence[Cut]) -> Iterator[list[str]]:
    data = encode_utf8(text)
    yield [
        _("Does your text come back exactly?"),
        *(_("all of it") if cut.comes_back else _("not all of it") for cut in cuts),
    ]
    yield [
        _("Bytes per token: how well does it compress?"),
        *(cost(len(data) / max(1, len(cut.tokens)), cut.unknown_count) for cut in cuts),
    ]
    for script, size in scripts_of(text).most_common(MOST_SCRIPTS):
        question = _("Tokens per character, {script}: does it know this script?")
        yield [
            question.format(script=script_name(script)),
            *(cost(tokens_in(cut, text)[script] / size, cut.unknown_count) for cut in cuts),
        ]
    if numbers := _NUMBER.findall(text):
        number = max(numbers, key=len)
        yield [
            _("How is {number} split: into groups, and from which side?").format(number=number),
            *(" | ".join(pieces_of(cut, text, number)) for cut in cuts),
        ]
    yield [
        _("Tokens of nothing but spaces and line breaks: is code expensive?"),
        *(format_number(_spaces(cut, data)) for cut in cuts),
    ]
    yield [
        _("Parameters of an embedding matrix with {n} dimensions: how large is it?").format(
            n=format_number(WIDTH)
        ),
        *(format_large(cut.size * WIDTH) for cut in cuts),
    ]


def scripts_of(text: str) -> Counter[str]:
    """How many characters of each script a text has; signs and digits belong to none.

    >>> scripts_of("ab, 哈!").most_common()
    [('Latin', 2), ('Han', 1)]
    """
    found = Counter(map(script_of, text))
    del found["Common"]
    return found


def tokens_in(cut: Cut, text: str) -> Counter[str]:
    """How many tokens begin in a character of each script, a space before it not counted."""
    at_byte = [script_of(c) for c in text for _byte in encode_utf8(c)]
    found: Counter[str] = Counter()
    for token in cut.tokens:
        inside = at_byte[token.start : token.end]
        found[next((script for script in inside if script != "Common"), "Common")] += 1
    return found


def pieces_of(cut: Cut, text: str, number: str) -> list[str]:
    """Cut a number's first occurrence in a text into the parts that each token has of it."""
    start = len(encode_utf8(text[: text.index(number)]))
    end = start + len(encode_utf8(number))
    data = encode_utf8(text)
    spans = ((max(start, each.start), min(end, each.end)) for each in cut.tokens)
    return [data[a:b].decode("utf-8", "replace") for a, b in spans if a < b]


def _spaces(cut: Cut, data: bytes) -> int:
    covered = (data[token.start : token.end] for token in cut.tokens)
    return sum(bool(each) and not each.strip() for each in covered)
