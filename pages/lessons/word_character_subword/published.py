"""Published vocabularies compared with this page's: their sizes, and which model uses which."""

from typing import NamedTuple

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.tokenizers.published_vocabularies import PUBLISHED
from pages.components.charts.charts import filled, large_labels, size_rows, sizes_chart
from pages.components.charts.shown_chart import ChartTable, shown_chart
from pages.components.charts.shown_curves import bars_in_words
from pages.components.charts.tables import facts_table, figures_table
from pages.components.tokens.three_tokenizers import Plain
from pages.lessons.word_character_subword import LESSON
from pages.lessons.word_character_subword.panels import compared
from pages.session.language import N_, _, format_names, format_number, gettext

_NONE = N_("none")
_WORDS, _CHARACTERS, _BYTES = N_("words"), N_("characters"), N_("bytes")
_BYTE_LEVEL = N_("nothing is unknown: every byte is a token")
_BYTE_FALLBACK = N_("byte fallback: its UTF-8 bytes")
_UNKNOWN_CHARACTER = N_("each unknown character becomes <unk>")
_NFKC = N_("NFKC, repeated spaces joined")


class Used(NamedTuple):
    """A model's tokenizer, stage by stage. `size` excludes added special tokens."""

    model: str
    algorithm: str
    unit: str
    size: int
    normalization: str
    pre_tokenization: str
    unknown: str
    source: str


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

#: From word-based models to the latest. A test checks the sizes that our own files contain.
USED = (
    Used(
        "Transformer-XL",
        N_("none: every word of its corpus"),
        _WORDS,
        267_735,
        _NONE,
        N_("at whitespace"),
        N_("the whole word becomes <unk>"),
        "Dai et al. (2019)",
    ),
    Used(
        "ByT5",
        N_("none: every byte"),
        _BYTES,
        256,
        _NONE,
        N_("not at all"),
        _BYTE_LEVEL,
        "Xue et al. (2022)",
    ),
    Used(
        "BERT (uncased)",
        "WordPiece",
        _CHARACTERS,
        PUBLISHED["BERT"].size,
        N_("lowercase, without accents"),
        N_("at whitespace, punctuation and every Chinese character"),
        N_("the whole word becomes [UNK]"),
        "Devlin et al. (2019); google-research/bert",
    ),
    Used(
        "T5",
        "Unigram",
        _CHARACTERS,
        32_000,
        _NFKC,
        N_("at spaces, written ▁"),
        _UNKNOWN_CHARACTER,
        "Raffel et al. (2020)",
    ),
    Used(
        "XLM-R",
        "Unigram",
        _CHARACTERS,
        250_000,
        _NFKC,
        N_("at spaces, written ▁"),
        _UNKNOWN_CHARACTER,
        "Conneau et al. (2020)",
    ),
    Used(
        "mT5",
        "Unigram",
        _CHARACTERS,
        250_000,
        _NFKC,
        N_("at spaces, written ▁"),
        _BYTE_FALLBACK,
        "Xue et al. (2021)",
    ),
    Used(
        "Llama 1, 2",
        "BPE",
        _CHARACTERS,
        32_000,
        _NONE,
        N_("at spaces, written ▁; digits one by one"),
        _BYTE_FALLBACK,
        "Touvron et al. (2023)",
    ),
    Used(
        "GPT-2, GPT-3",
        "BPE",
        _BYTES,
        PUBLISHED["GPT-2"].size,
        _NONE,
        N_("GPT-2's pattern"),
        _BYTE_LEVEL,
        "Radford et al. (2019); openai/gpt-2",
    ),
    Used(
        "GPT-3.5, GPT-4 (cl100k)",
        "BPE",
        _BYTES,
        PUBLISHED["cl100k"].size,
        _NONE,
        N_("GPT-4's pattern: at most three digits together"),
        _BYTE_LEVEL,
        "openai/tiktoken",
    ),
    Used(
        "GPT-4o, GPT-5 (o200k)",
        "BPE",
        _BYTES,
        PUBLISHED["o200k"].size,
        _NONE,
        N_("o200k's pattern: a capital after a lower-case letter starts a new piece"),
        _BYTE_LEVEL,
        "openai/tiktoken",
    ),
    Used(
        "Llama 3",
        "BPE",
        _BYTES,
        128_000,
        _NONE,
        N_("GPT-4's pattern: at most three digits together"),
        _BYTE_LEVEL,
        "Dubey et al. (2024); meta-llama/llama3",
    ),
    Used(
        "Qwen 1 – 3",
        "BPE",
        _BYTES,
        PUBLISHED["Qwen"].size,
        "NFC",
        N_("GPT-4's pattern, but digits one by one"),
        _BYTE_LEVEL,
        "Bai et al. (2023); Yang et al. (2025)",
    ),
    Used(
        "DeepSeek-V3",
        "BPE",
        _BYTES,
        128_000,
        _NONE,
        N_(
            "a pattern of its own: at most three digits together, and Chinese and "
            "Japanese text cut off from the rest"
        ),
        _BYTE_LEVEL,
        "DeepSeek-AI (2024)",
    ),
)


def draw_published(plain: Plain, learned: Tokenizer) -> None:
    """Draw the sizes of published vocabularies and of this page's three, then who uses what."""
    st.header(_("How large vocabularies are"))
    draw_sizes(plain, learned)
    st.header(_("Who uses what"))
    st.markdown(LESSON.prose("who"))
    facts_table(
        [used_cells(used) for used in USED],
        [
            _("model"),
            _("algorithm"),
            _("unit"),
            _("vocabulary size"),
            _("normalization"),
            _("pre-tokenization"),
            _("unknown characters"),
            _("source"),
        ],
    )


def used_cells(used: Used) -> list[str]:
    """A model's row, in the learner's language."""
    return [
        format_names(used.model),
        gettext(used.algorithm),
        gettext(used.unit),
        format_number(used.size),
        gettext(used.normalization),
        gettext(used.pre_tokenization),
        gettext(used.unknown),
        used.source,
    ]


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
