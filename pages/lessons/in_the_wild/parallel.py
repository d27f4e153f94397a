"""What the same text costs in each language: its tokens, compared with the first language."""

from collections.abc import Sequence

import streamlit as st

from pages.components.charts.tables import figures_table, note_lost_text
from pages.components.vocabularies.answers import Reply, ask_all, draw_missing_answers
from pages.components.vocabularies.parallel_texts import (
    NAMED,
    TextCost,
    choose_parallel_texts,
    compared_cost,
)
from pages.lessons.in_the_wild import LESSON
from pages.lessons.in_the_wild.overlay.cuts import is_at_hand
from pages.session.language import _, visible
from pages.session.uploads.model_files import Vocabulary
from server.stores.vocabularies import SHELF


def parallel_texts(chosen: Sequence[Vocabulary]) -> None:
    """The heading, the choice of texts, and a row per language with its ratio to the first."""
    st.header(_("What the same paragraph costs in different languages"))
    st.markdown(LESSON.prose("costs"))
    names, texts = choose_parallel_texts("wild")
    if texts:
        draw_costs(chosen, texts, names)


def draw_costs(chosen: Sequence[Vocabulary], texts: list[str], names: Sequence[str]) -> None:
    """A row for each text: its tokens in each vocabulary, and the ratio to the first text."""
    question = {"ask": "costs", "texts": texts}
    asked = [(each, question) for each in chosen if not is_at_hand(each)]
    replies = ask_all(asked, "wild costs")
    costs = {each.name: found for each in chosen if (found := _costs(each, texts, replies))}
    rows = [
        [name, *(compared_cost(found[i], found[0]) for found in costs.values())]
        for i, name in enumerate(names)
    ]
    figures_table(rows, [_("language"), *(visible(name, NAMED) for name in costs)])
    if any(cost.unknown for found in costs.values() for cost in found):
        note_lost_text()
    draw_missing_answers(replies)


def _costs(
    vocabulary: Vocabulary, texts: Sequence[str], replies: Sequence[Reply]
) -> list[TextCost] | None:
    if is_at_hand(vocabulary):
        tokenizer = SHELF.ready()[vocabulary.name]
        return [TextCost(len(tokenizer.encode(text))) for text in texts]
    answers = (reply.answer for reply in replies if reply.vocabulary == vocabulary)
    costs = next(answers, None)
    return None if costs is None else [TextCost(**each) for each in costs]
