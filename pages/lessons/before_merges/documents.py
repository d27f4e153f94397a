"""Documents and special tokens while training: cut out, left in, or cut elsewhere."""

from collections.abc import Sequence

import streamlit as st

from bpe_core.experiments.borders import BORDER, Trained, foreign_tokens, trained_with
from bpe_core.text.sentences import split_sentences
from pages.components.charts.tables import figures_table
from pages.components.tokens.token_rows import Chip, TokenRow, token_rows
from pages.lessons.before_merges import LESSON
from pages.session.language import _, current_language, format_number
from pages.session.training_request import TrainingRequest
from sample_corpora import content

#: The characters that are used, the merges, the size of a chunk, and the tokens listed.
MOST_CHARACTERS, MERGES, CHUNK, MOST_LISTED = 20_000, 200, 200, 16
FEWEST_DOCUMENTS = 5


def draw_documents(request: TrainingRequest) -> None:
    """Draw what each way of cutting counts and learns that no document has."""
    with st.expander(_("Special tokens and document boundaries while training")):
        st.markdown(LESSON.prose("documents").format(border=BORDER, n=format_number(CHUNK)))
        documents = _documents(request)
        trained = trained_with(documents, CHUNK, MERGES)
        names = [_("cut out first"), _("left in the text"), _("cut into chunks anywhere")]
        foreign = [foreign_tokens(each, documents) for each in trained.values()]
        rows = [
            [
                _("counted words that are in no document"),
                *(format_number(each.foreign) for each in trained.values()),
            ],
            [
                _("learned tokens that are in no document"),
                *(format_number(len(each)) for each in foreign),
            ],
            [
                _("tokens of all documents"),
                *(format_number(each.tokens) for each in trained.values()),
            ],
        ]
        figures_table(rows, ["", *names])
        named = zip(names, trained.values(), foreign, strict=True)
        _draw_tokens([each for each in named if each[2]])
        message = _("{n} sentences, each as a document, and {merges} merges.")
        st.caption(message.format(n=format_number(len(documents)), merges=format_number(MERGES)))


def _documents(request: TrainingRequest) -> list[str]:
    """The sentences of the corpus, or of a sample if it is a list of words or too short."""
    specification, text = (None, "") if request.lacks_text else request.source()
    is_table = specification is None or specification.is_table(text)
    own = [] if is_table else _sentences(text)
    return own if len(own) >= FEWEST_DOCUMENTS else _sentences(_sample())


def _sentences(text: str) -> list[str]:
    found = (each.strip() for each in split_sentences(text[:MOST_CHARACTERS]))
    return [each for each in found if each]


def _sample() -> str:
    return str(content("news-zh" if current_language() == "zh" else "news-en"))


def _draw_tokens(named: Sequence[tuple[str, Trained, list[int]]]) -> None:
    rows = []
    for name, trained, steps in named:
        tokens = [trained.trace.merges[step - 1].token for step in steps[:MOST_LISTED]]
        remark = "…" if len(steps) > MOST_LISTED else ""
        rows.append(TokenRow(name, remark, [[Chip(token)] for token in tokens]))
    if rows:
        token_rows(rows, key="documents_foreign", layout="list")
