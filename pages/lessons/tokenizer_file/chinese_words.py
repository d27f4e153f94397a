"""Chinese words in several forms, and how many tokens each vocabulary makes of them."""

from collections.abc import Sequence

import streamlit as st

from bpe_core.text.corpus import encode_utf8
from pages.components.charts.tables import figures_table
from pages.lessons.tokenizer_file import LESSON
from pages.lessons.tokenizer_file.overlay import Cut
from pages.lessons.tokenizer_file.overlay.cuts import cuts_of
from pages.session.language import _, format_number
from pages.session.uploads.model_files import Vocabulary

#: A word in simplified and in traditional characters, twice; two new words; two rare characters.
WORDS = ("学习", "學習", "发展", "發展", "绝绝子", "内卷", "\U00020bb7", "犇")


def draw_chinese_words(chosen: Sequence[Vocabulary]) -> None:
    """Draw the tokens of each word by each vocabulary, with the number of its characters."""
    with st.expander(_("Chinese words: simplified, traditional, new and rare")):
        st.markdown(LESSON.prose("chinese_words"))
        cuts, _replies = cuts_of("\n".join(WORDS), chosen)
        counts = [tokens_by_line(cut, WORDS) for cut in cuts]
        rows = [
            [word, format_number(len(word)), *(format_number(each[i]) for each in counts)]
            for i, word in enumerate(WORDS)
        ]
        figures_table(rows, [_("word"), _("characters"), *(cut.name for cut in cuts)])


def tokens_by_line(cut: Cut, lines: Sequence[str]) -> list[int]:
    """How many tokens cover something of each line of a text.

    >>> from pages.lessons.tokenizer_file.overlay.spans import PlacedToken
    >>> cut = Cut("a", "a", 9, [PlacedToken(1, 0, 2), PlacedToken(2, 2, 4), PlacedToken(3, 4, 5)])
    >>> tokens_by_line(cut, ["ab", "cd"])
    [1, 2]
    """
    counts, start = [], 0
    for line in lines:
        end = start + len(encode_utf8(line))
        counts.append(sum(each.start < end and each.end > start for each in cut.tokens))
        start = end + 1
    return counts
