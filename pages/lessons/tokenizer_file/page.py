"""The lesson "A tokenizer file": published ones, one's own, and the one trained here."""

import streamlit as st

from bpe_core.text.corpus import encode_utf8
from pages.components.downloads import Offered, offer_downloads
from pages.components.fields import input_text_field, parameter_switch
from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.training.tokenizer_choice import Source, TrainedHere, chosen_source
from pages.components.vocabularies import draw_loading, draw_missing, draw_missing_answers
from pages.components.vocabularies.tokenizer_upload import tokenizer_upload
from pages.lessons.tokenizer_file import LESSON, PARTS, comparison
from pages.lessons.tokenizer_file.inside import draw_inside, draw_ledger, use_file, use_no_more
from pages.lessons.tokenizer_file.overlay import cut_here, cuts_of, draw_cuts
from pages.session import state
from pages.session.language import N_, _, gettext
from pages.session.lesson_fragment import lesson_fragment
from pages.session.training_request import bpe_request
from pages.session.uploads import Vocabulary

SAMPLE = N_("Hello world! 你好，世界！ Привет, мир! It's 7,481 tokens, isn't it?")
CODE = "\ndef f(x):\n    return x  # 👋"


def lesson() -> None:
    """The idea; then what a text costs, what is in a file, or which bytes its tokens pay for."""
    lesson_head(LESSON, _("A tokenizer file"))
    parameter_switch(_("Part"), PARTS, "part", key="file_part", label_visibility="collapsed")
    work_here = st.container(key="wild_work")
    tokenizer_upload(use_file, use_no_more)
    with work_here:
        draw_missing()
        trains = state.is_training()
        if state.chosen("part") == "costs":
            costs(chosen_source() if trains and not bpe_request().lacks_text else None, trains)
        else:
            look(
                trains,
                comparison.vocabulary_trained_here() if trains else None,
                state.chosen("part"),
            )
    what_is_this(LESSON)


@lesson_fragment
def costs(source: Source | None, trains: bool) -> None:
    """The text and its tokens. Only this fragment reruns as the learner types."""
    if trains != state.is_training() or state.chosen("part") != "costs":
        st.rerun()
    text = input_text_field(gettext(SAMPLE) + CODE)
    chosen = comparison.choose_vocabularies()
    if draw_loading():
        return
    cuts, replies = cuts_of(text, chosen)
    if source is not None and (cut := cut_here(source, text)):
        cuts.append(cut)
    draw_missing_answers(replies)
    draw_cuts(text, cuts)
    comparison.draw_figures(cuts, len(encode_utf8(text)))
    comparison.draw_choosing(text, cuts)
    if chosen:
        comparison.draw_chinese_words(chosen)
        comparison.parallel_texts(chosen)
    if isinstance(source, TrainedHere):
        offer_downloads({"BPE": Offered(source.key, source.rules)})


@lesson_fragment
def look(trains: bool, here: Vocabulary | None, part: str) -> None:
    """One vocabulary. Only this fragment reruns while the learner explores it."""
    if trains != state.is_training() or part != state.chosen("part"):
        st.rerun()
    if part == "inside":
        draw_inside(here)
    else:
        draw_ledger(here, gettext(SAMPLE) + CODE)


lesson()
