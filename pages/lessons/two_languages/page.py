"""The lesson "Two languages": one vocabulary each, one for both, and mixtures."""

import streamlit as st

from bpe_core import Trace
from pages.components.downloads import Offered, offer_downloads
from pages.components.lesson_head import fold, late_fold, lesson_head, what_is_this
from pages.components.training import all_trained, asks_for_text
from pages.lessons.two_languages import LESSON
from pages.lessons.two_languages.extension import draw_extension
from pages.lessons.two_languages.panels import (
    ask_for_text,
    choose_second,
    draw_figures,
    draw_mixture,
    draw_overlap,
    draw_own_words,
    draw_words,
    names,
)
from pages.lessons.two_languages.recipe import draw_published_recipe, draw_recipe
from pages.lessons.two_languages.vocabularies import (
    READ,
    TEXTS,
    joint_settings,
    second_settings,
    text_of,
)
from pages.session.language import _
from pages.session.lesson_fragment import lesson_fragment
from pages.session.link import OWN
from pages.session.traces import shown_trace
from pages.session.training_request import bpe_request


def lesson() -> None:
    """Train on the first text, on the second and on both; compare the results."""
    lesson_head(LESSON, _("Two languages"))
    first = bpe_request()
    if asks_for_text(first):
        return
    if first.corpus != OWN and first.corpus not in TEXTS:
        ask_for_text()
        return
    second = second_settings(first, choose_second(first))
    alone = all_trained([first])
    if alone is None:
        return
    if not len(alone[0].trace.corpus.running_words):
        ask_for_text()
        return
    done = all_trained([first, second, joint_settings(first, second)])
    if done is not None:
        compare((done[0].key, done[1].key, done[2].key), second.corpus)
        guess_recipe(second.corpus)
        what_is_this(LESSON)


@lesson_fragment
def compare(keys: tuple[str, str, str], second_corpus: str) -> None:
    """Draw both views. Only this fragment reruns when the learner types."""
    traces = [shown_trace(key, Trace) for key in keys]
    first = bpe_request()
    texts = text_of(first), text_of(second_settings(first, second_corpus))
    tokenizers = [trace.tokenizer() for trace in traces]
    st.header(_("One vocabulary each, or one for both"))
    called = names(first.corpus, second_corpus)
    draw_figures(keys, traces, texts, called)
    draw_overlap(traces)
    st.header(_("Names, numbers and words of both texts"))
    st.markdown(LESSON.prose("words"))
    draw_words(tokenizers, texts, called)
    with fold(_("How each splits words of your own"), "own_words"):
        draw_own_words(tokenizers, texts, called)
    if (mixture := late_fold(_("How much of the second language is enough?"), "mixture")).open:
        with mixture:
            st.markdown(LESSON.prose("mixture"))
            draw_mixture(first, texts, second_corpus, called)
    offered = map(Offered, keys, map(len, traces))
    offer_downloads(dict(zip(called, offered, strict=True)))


@lesson_fragment
def guess_recipe(second_corpus: str) -> None:
    """Let the learner guess a mixture. Only this fragment reruns for another guess."""
    first = bpe_request()
    with st.expander(_("Guess the recipe")):
        st.markdown(LESSON.prose("recipe"))
        second = second_settings(first, second_corpus)
        texts = text_of(first)[:READ], text_of(second)[:READ]
        draw_recipe(first.specification, texts)
    draw_published_recipe(texts)
    draw_extension(first.specification, texts)


lesson()
