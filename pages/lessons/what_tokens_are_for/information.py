"""Draw the information in a token, in three ways, and in a character of two languages."""

from collections import Counter

import numpy as np
import streamlit as st

from bpe_core import Trace
from bpe_core.experiments.costs import bits_of, character_in
from bpe_core.text.corpus import encode_utf8
from pages.components.charts.tables import figures_table
from pages.components.fold import fold
from pages.components.tokens.three_tokenizers import plain_of
from pages.lessons.what_tokens_are_for import LESSON
from pages.session.language import _, format_number, format_percent, format_rounded
from sample_corpora import content

#: A letter and a Chinese character, each with the sample that it is counted in.
CHARACTERS = {"t": "english", "茶": "chinese"}


def draw_information(trace: Trace) -> None:
    """Draw the bits of a token and of a byte, and what a single character tells."""
    with fold(_("How much information is in one token? Bits per byte"), "information"):
        st.markdown(LESSON.prose("information"))
        plain, size = plain_of(trace, trace.corpus), trace.corpus.text_bytes
        ways = {
            _("word-based"): plain.words.frequencies,
            _("character-based"): plain.characters.frequencies,
            "BPE": trace.frequencies_at(len(trace)),
        }
        found = [bits_of(each, size) for each in ways.values()]
        rows = [
            [_("bits per token"), *(format_rounded(each.per_token) for each in found)],
            [_("bits per byte of text"), *(format_rounded(each.per_byte) for each in found)],
        ]
        figures_table(rows, ["", *ways])
        st.markdown(LESSON.prose("character"))
        _draw_characters()


def _draw_characters() -> None:
    rows = []
    for character, corpus in CHARACTERS.items():
        text = str(content(corpus))
        sentence = character_in(text, character)
        all_of_it = Counter("".join(text.split()))
        average = bits_of(np.array(list(all_of_it.values())), len(encode_utf8(text)))
        rows.append(
            [
                character,
                format_percent(sentence.share),
                format_rounded(sentence.bits),
                _("{n} of {total}").format(
                    n=format_number(sentence.followers), total=format_number(len(all_of_it))
                ),
                format_rounded(average.per_token),
            ]
        )
    columns = [
        "",
        _("share of the text"),
        _("information in bits"),
        _("different characters after it"),
        _("bits of an average character"),
    ]
    figures_table(rows, columns)
