"""The lesson "In the wild": a text through published vocabularies, and the one trained here."""

import streamlit as st

from bpe_core.text.corpus import encode_utf8
from bpe_core.tokenizers.published_vocabularies import PUBLISHED
from pages.components.charts.tables import figures_table
from pages.components.fields.input_text import input_text_field
from pages.components.lesson_head import lesson_head
from pages.components.take_home import Offered, take_home
from pages.components.training.tokenizer_choice import Source, TrainedHere, chosen_source
from pages.lessons.in_the_wild import LESSON
from pages.lessons.in_the_wild.overlay import Cut, cuts_component
from pages.lessons.in_the_wild.overlay.costs import draw_costs
from pages.lessons.in_the_wild.overlay.spans import place_ranked, place_trained
from pages.lessons.in_the_wild.overlay.vocabularies import draw_loading, draw_missing, vocabularies
from pages.session.asked_training import asked_bpe
from pages.session.language import _, format_number
from pages.session.lesson_fragment import lesson_fragment

SAMPLE = (
    "Hello world! 你好，世界！ Привет, мир! नमस्ते दुनिया! It's 7,481 tokens, isn't it?\n"
    "def f(x):\n    return x  # 👩‍👩‍👧‍👦"
)


def lesson() -> None:
    """The idea in one sentence; then the text, once for each vocabulary."""
    lesson_head(LESSON, _("In the wild"))
    asked = asked_bpe()
    source = None if asked.lacks_text else chosen_source()
    work(source)
    with st.expander(_("What is this?")):
        st.markdown(LESSON.prose("more"))


@lesson_fragment
def work(source: Source | None) -> None:
    """The text and its tokens. Only this runs again while the learner types."""
    text = input_text_field(SAMPLE)
    draw_missing()
    if draw_loading():
        return
    published = vocabularies()
    cuts = [
        Cut(name, len(tokenizer), place_ranked(tokenizer, text))
        for name, tokenizer in published.items()
    ]
    if source is not None and (trained := source.tokenizer(source.rules)) is not None:
        unknown = trained.unknown_id if trained.unit == "char" else -1
        size, tokens = len(trained.vocabulary), place_trained(trained, text)
        cuts.append(Cut(_("trained here"), size, tokens, unknown))
    cuts_component(text, cuts, key="wild")
    draw_figures(cuts, len(encode_utf8(text)))
    if published:
        st.subheader(_("What the same paragraph costs in different languages"))
        st.markdown(LESSON.prose("costs"))
        draw_costs(published)
    if isinstance(source, TrainedHere):
        take_home({"BPE": Offered(source.key, source.rules)})


def draw_figures(cuts: list[Cut], size: int) -> None:
    """How large each vocabulary is, and into how many tokens it cuts the `size` bytes."""
    rows = [
        [
            cut.name,
            PUBLISHED[cut.name].used_by if cut.name in PUBLISHED else "",
            format_number(cut.size),
            format_number(len(cut.tokens)),
            format_number(round(size / len(cut.tokens), 2)) if cut.tokens else "",
        ]
        for cut in cuts
    ]
    columns = [
        _("vocabulary"),
        _("used by"),
        _("vocabulary size"),
        _("tokens"),
        _("bytes per token"),
    ]
    figures_table(rows, columns)


lesson()
