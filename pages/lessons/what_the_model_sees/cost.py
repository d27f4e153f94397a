"""Cost: how many tokens, and so how much money and room, text, code and tables take."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from bpe_core.experiments.costs import as_json, as_table, copies_that_fit, indented, size_of
from pages.components.charts import cost, figures_table, note_lost_text, tokens_of_text
from pages.components.fields import input_text_field, parameter_switch
from pages.components.tokens.token_rows import token_rows
from pages.lessons.what_the_model_sees import LESSON, WINDOWS
from pages.lessons.what_the_model_sees.experiment import (
    Vocabulary,
    chosen_vocabulary,
    draw_costs,
    predict,
)
from pages.session import state
from pages.session.language import N_, _, format_number, gettext
from pages.session.session_state import bound

SAMPLE = N_("A child is learning to read. 孩子正在学习阅读。")
CODE = """def count(words):
    counts = {}
    for word in words:
        if word:
            if word in counts:
                counts[word] += 1
            else:
                counts[word] = 1
    return counts
"""
RECORDS = [
    {"name": "Ada", "city": "London", "born": "1815"},
    {"name": "Alan", "city": "London", "born": "1912"},
    {"name": "Grace", "city": "New York", "born": "1906"},
    {"name": "Edsger", "city": "Rotterdam", "born": "1930"},
]
#: The number of tokens that a price is for, and of texts that a total is shown for.
PRICED, TEXTS = 1_000_000, 1_000


def draw_cost(vocabularies: Sequence[Vocabulary]) -> bool:
    """Draw the experiment and return whether its answer is shown."""
    text = input_text_field(gettext(SAMPLE))
    vocabulary = chosen_vocabulary(vocabularies)
    if vocabulary is None or not text:
        return False
    token_rows([vocabulary.row(text)], key="sees_cost")
    window = int(WINDOWS[0])
    question = LESSON.prose("cost_question", window=window)
    fitting = partial(copies_that_fit, vocabulary.encoder, text, window)
    if not predict("cost", question, (text, vocabulary.key), fitting):
        return False
    draw_totals(vocabularies, text)
    draw_window(vocabularies, text)
    st.header(_("The same code, indented in three ways"))
    units = {_("four spaces"): "    ", _("a tab"): "\t", _("no indentation"): ""}
    draw_forms(vocabularies, {name: indented(CODE, unit) for name, unit in units.items()})
    st.header(_("The same four records, written in three ways"))
    forms = {
        _("JSON with line breaks"): as_json(RECORDS, indent=2),
        _("JSON in one line"): as_json(RECORDS),
        _("a table (CSV)"): as_table(RECORDS),
    }
    draw_forms(vocabularies, forms)
    return True


def draw_totals(vocabularies: Sequence[Vocabulary], text: str) -> None:
    """Draw the text's tokens in every vocabulary, and their cost at the learner's price."""
    st.header(_("The same text in every vocabulary"))
    price = st.number_input(
        _("Price of a million tokens, in a currency of your choice"),
        0.0,
        1e5,
        step=0.5,
        width=360,
        **bound(
            "sees_price", state.chosen("price") / 100, lambda x: state.choose(price=round(100 * x))
        ),
    )
    size = size_of(text)
    rows = []
    for each in vocabularies:
        spent = each.cost(text)
        tokens, unknown = spent.tokens, spent.unknown
        per_token = cost(size.characters / tokens, unknown) if tokens else "–"
        total = format_number(round(tokens * TEXTS * price / PRICED, 4)) if price else "–"
        rows.append([each.name, tokens_of_text(tokens, unknown), per_token, cost(total, unknown)])
    figures_table(rows, LESSON.titles("totals_titles", n=TEXTS))
    if any(each.cost(text).unknown for each in vocabularies):
        note_lost_text()
    st.caption(_("Bytes in UTF-8: {bytes}", bytes=size.byte_count))


def draw_window(vocabularies: Sequence[Vocabulary], text: str) -> None:
    """Draw how much of a context window the text fills."""
    st.header(_("A context window that fills"))
    windows = {window: format_number(int(window)) for window in WINDOWS}
    label = _("Tokens in the context window")
    window = int(parameter_switch(label, windows, "window", key="sees_window"))
    for each in vocabularies:
        spent = each.cost(text)
        sentence = _(
            "{vocabulary}: {tokens} of {window} tokens. Copies that fit: {n}",
            vocabulary=each.name,
            tokens=tokens_of_text(spent.tokens, spent.unknown),
            window=window,
            n=cost(copies_that_fit(each.encoder, text, window), spent.unknown),
        )
        st.progress(0.0 if spent.unknown else min(1.0, spent.tokens / window), sentence)


def draw_forms(vocabularies: Sequence[Vocabulary], forms: dict[str, str]) -> None:
    """Draw how many tokens each form takes in each vocabulary, and offer the forms."""
    draw_costs(vocabularies, forms)
    with st.expander(_("Show the texts")):
        for name, form in forms.items():
            st.caption(name)
            st.code(form, language=None)
