"""Compare the tokens of the same text: in several languages, and in several Chinese forms."""

from collections.abc import Mapping, Sequence

import streamlit as st

from bpe_core.text.corpus import encode_utf8
from pages.components.charts.charts import dot_rows, dots_chart, filled
from pages.components.charts.shown_chart import ChartTable, bars_in_words, shown_chart
from pages.components.charts.tables import figures_table, note_lost_text
from pages.components.fold import late_fold
from pages.components.vocabularies.answers import Reply, ask_all, draw_missing_answers
from pages.components.vocabularies.parallel_texts import (
    NAMED,
    TextCost,
    choose_parallel_texts,
    compared_cost,
)
from pages.lessons.tokenizer_file import LESSON
from pages.lessons.tokenizer_file.overlay import Cut, cuts_of, is_at_hand
from pages.session.language import _, format_number, visible
from pages.session.parameters import PARALLEL_PARAMETERS
from pages.session.uploads import Vocabulary
from server.stores.vocabularies import SHELF


def parallel_texts(chosen: Sequence[Vocabulary]) -> None:
    """The choice of texts, and a row per language with its ratio to the first."""
    title = _("What the same paragraph costs in different languages")
    if (costs := late_fold(title, "parallel", *PARALLEL_PARAMETERS)).open:
        with costs:
            st.markdown(LESSON.prose("costs"))
            names, texts = choose_parallel_texts("wild")
            if texts:
                draw_costs(chosen, texts, names)


def draw_costs(chosen: Sequence[Vocabulary], texts: list[str], names: Sequence[str]) -> None:
    """For each text a dot for each vocabulary: its tokens as a multiple of the first text's."""
    question = {"ask": "costs", "texts": texts}
    questions = [(each, question) for each in chosen if not is_at_hand(each)]
    replies = ask_all(questions, "wild costs")
    costs = {each.name: found for each in chosen if (found := _costs(each, texts, replies))}
    if costs:
        _chart(costs, names)
    if any(cost.unknown for found in costs.values() for cost in found):
        note_lost_text()
    draw_missing_answers(replies)


def _chart(costs: Mapping[str, list[TextCost]], names: Sequence[str]) -> None:
    """The dots; what a text costs of which some is lost is only in the table, as "–"."""
    shown = {visible(name, NAMED): found for name, found in costs.items()}
    title = _("Tokens, as multiples of the first text's")
    multiples = {
        name: [cost.multiple_of(found[0]) for cost in found] for name, found in shown.items()
    }
    rows = dot_rows(names, multiples)
    ends = {name: [m for m in found if m is not None] for name, found in multiples.items()}
    shown_chart(
        title,
        filled(dots_chart(tuple(shown)), rows),
        key="wild_languages",
        words=bars_in_words(title, {name: max(found) for name, found in ends.items() if found}),
        figures=ChartTable(
            [_("language"), *shown],
            [
                [name, *(compared_cost(found[i], found[0]) for found in shown.values())]
                for i, name in enumerate(names)
            ],
        ),
    )


def _costs(
    vocabulary: Vocabulary, texts: Sequence[str], replies: Sequence[Reply]
) -> list[TextCost] | None:
    if is_at_hand(vocabulary):
        tokenizer = SHELF.ready()[vocabulary.name]
        return [TextCost(len(tokenizer.encode(text))) for text in texts]
    answers = (reply.answer for reply in replies if reply.vocabulary == vocabulary)
    costs = next(answers, None)
    return None if costs is None else [TextCost(**each) for each in costs]


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
