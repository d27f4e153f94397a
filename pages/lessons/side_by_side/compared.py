"""The three algorithms in one table: what each does from its first step to an encoded word."""

import streamlit as st

from pages.components.charts.tables import facts_table
from pages.lessons.side_by_side.figures import NAMES
from pages.session.language import N_, _, format_names, gettext

#: For each question, the answers for BPE, WordPiece and Unigram.
ANSWERS = (
    (
        N_("starts from"),
        N_("single characters or bytes"),
        N_("single characters: those at the start of a word, and with ## those inside"),
        N_("a large set of frequent substrings"),
    ),
    (
        N_("one step"),
        N_("merges the pair that occurs most often"),
        N_(
            "merges the pair with the highest score: its count divided by the product of its "
            "tokens' counts"
        ),
        N_("estimates a probability for each token, then removes those whose removal costs least"),
    ),
    (
        N_("the vocabulary"),
        N_("grows by one token per step"),
        N_("grows by one token per step"),
        N_("shrinks round by round"),
    ),
    (
        N_("what is stored"),
        N_("the tokens, and the merges in their order"),
        N_("the tokens only"),
        N_("the tokens with their probabilities"),
    ),
    (
        N_("how it encodes a word"),
        N_("applies the merges in the order they were learned"),
        N_("takes the longest token that fits, from the left"),
        N_("takes the most probable segmentation (Viterbi)"),
    ),
    (
        N_("several segmentations of a word"),
        N_("one, unless merges are skipped at random (BPE-dropout)"),
        N_("one"),
        N_("all of them, each with a probability; training can sample them"),
    ),
    (
        N_("a character it has never seen"),
        N_("the unknown token for that character; with bytes, nothing is unknown"),
        N_("the unknown token for the whole word"),
        N_("the unknown token for that character, or its bytes (byte fallback)"),
    ),
    (
        N_("used by"),
        "GPT-2 … GPT-5, Llama, Qwen, DeepSeek",
        "BERT, DistilBERT, ELECTRA",
        "T5, mT5, XLM-R, mBART",
    ),
    (
        N_("first described"),
        "Gage (1994); Sennrich et al. (2016)",
        "Schuster & Nakajima (2012)",
        "Kudo (2018)",
    ),
)


def draw_compared() -> None:
    """Draw the table, in the learner's language."""
    with st.expander(_("The three algorithms in one table")):
        rows = [[format_names(gettext(cell)) for cell in row] for row in ANSWERS]
        facts_table(rows, ["", *NAMES])
