"""Published vocabularies compared with this page's: their sizes, and which model uses which."""

from typing import NamedTuple

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.tokenizers.published_vocabularies import PUBLISHED
from pages.components.charts.charts import filled, large_labels, size_rows, sizes_chart
from pages.components.charts.shown_chart import ChartTable, bars_in_words, shown_chart
from pages.components.charts.tables import facts_table, figures_table
from pages.components.tokens.three_tokenizers import Plain
from pages.lessons.word_character_subword import LESSON
from pages.lessons.word_character_subword.panels import compared
from pages.session.language import N_, _, format_number, gettext


class Known(NamedTuple):
    """A vocabulary whose size is often quoted, special tokens included; `parts` add up to it."""

    name: str
    size: int
    composition: str
    source: str
    parts: str = ""


KNOWN_VOCABULARIES = (
    Known(
        "BERT",
        PUBLISHED["BERT"].size,
        N_("WordPiece, of the lower-case English model"),
        "Devlin et al. (2019)",
    ),
    Known(
        "GPT", 40_478, N_("{parts}: characters and merges"), "Radford et al. (2018)", "478 + 40,000"
    ),
    Known(
        "GPT-2",
        50_257,
        N_("{parts}: bytes, a special token, and merges"),
        "Radford et al. (2019)",
        "256 + 1 + 50,000",
    ),
    Known("Transformer-XL", 267_735, N_("words of WikiText-103"), "Dai et al. (2019)"),
    Known(
        N_("English dictionary"),
        500_000,  # in its publisher's round number
        N_("words and phrases, if each were a token"),
        "Oxford English Dictionary",
    ),
)


def draw_published(plain: Plain, learned: Tokenizer) -> None:
    """Draw the sizes of published vocabularies and of this page's three, then who uses what."""
    st.header(_("How large vocabularies are"))
    draw_sizes(plain, learned)
    st.header(_("Who uses what"))
    st.markdown(LESSON.prose("who"))
    titles, *models = LESSON.table("models")
    facts_table(models, titles)


def draw_sizes(plain: Plain, learned: Tokenizer) -> None:
    """Draw the sizes of published vocabularies next to the three of this page."""
    tokenizers = (learned, plain.words, plain.characters)
    own = dict(zip(compared(), (len(each.vocabulary) for each in tokenizers), strict=True))
    known = {gettext(each.name): each.size for each in KNOWN_VOCABULARIES}
    here, published = _("here"), _("published")
    rows = size_rows(own, known, (here, published))
    title = _("Vocabulary sizes")
    shown_chart(
        title,
        filled(sizes_chart((here, published), large_labels()), rows),
        key="compare_sizes",
        words=bars_in_words(title, {row["name"]: row["size"] for row in rows}),
        figures=ChartTable(
            ["", _("vocabulary size")], [[row["name"], format_number(row["size"])] for row in rows]
        ),
    )
    known_rows = [
        [
            gettext(each.name),
            format_number(each.size),
            gettext(each.composition).format(parts=each.parts),
            each.source,
        ]
        for each in KNOWN_VOCABULARIES
    ]
    figures_table(known_rows, ["", _("vocabulary size"), _("composition"), _("source")])
