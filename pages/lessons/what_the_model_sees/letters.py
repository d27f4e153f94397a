"""Letters: count the letters of a text that is hidden, so that only its ids are visible."""

from collections.abc import Sequence

import streamlit as st

from bpe_core.experiments import token_bytes
from bpe_core.experiments.letters import count_letter, spelled_out
from pages.components.charts.tables import cost, figures_table, note_lost_text
from pages.components.fields.input_text import input_text_field
from pages.components.tokens.token_rows import Chip, TokenRow, token_rows
from pages.lessons.what_the_model_sees.chinese import draw_rhymes, draw_shapes
from pages.lessons.what_the_model_sees.prediction import predict_number, tell_number
from pages.lessons.what_the_model_sees.vocabularies import Vocabulary
from pages.session import state
from pages.session.language import _, as_code, format_number, ngettext, visible
from pages.session.session_state import SessionValue

SAMPLE = "strawberry"
#: How many characters of the text are used.
MOST = 200
#: The most tokens whose letters are written as a sum.
MOST_ADDENDS = 6

#: The text that the learner has hidden.
_hidden = SessionValue[str]("sees_hidden_text")


def draw_letters(vocabularies: Sequence[Vocabulary]) -> bool:
    """Draw the experiment and return whether its answer is shown."""
    if not hides():
        return False
    text, letter = typed_text(), typed_letter()
    st.header(_("This is all the model gets"))
    token_rows([_only_ids(each, text) for each in vocabularies], key="sees_ids")
    question = _("How many times does {letter} occur in the hidden text?").format(
        letter=as_code(visible(letter))
    )
    committed = predict_number("letters", question, (text, letter))
    st.button(_("Show the text again and change it"), on_click=show)
    if committed is None:
        return False
    tell_number(committed, text.count(letter))
    st.header(_("The same tokens, with their text"))
    token_rows([_counted(each, text, letter) for each in vocabularies], key="sees_letters")
    st.header(_("With a space before it, as inside a sentence"))
    token_rows([_counted(each, " " + text, letter) for each in vocabularies], key="sees_spaced")
    draw_spelling(vocabularies, text)
    draw_shapes(vocabularies, text)
    draw_rhymes(vocabularies, text)
    return True


def typed_text() -> str:
    """The part of the text that is used."""
    text = state.input_text()
    return (SAMPLE if text is None else text)[:MOST]


def typed_letter() -> str:
    """The letter to count."""
    return str(state.chosen("letter")) or "r"


def hides() -> bool:
    """Draw the text field until the text is hidden; return whether it is hidden."""
    if _hidden.get() is not None and _hidden.get() == typed_text():
        return True
    text = input_text_field(SAMPLE)
    st.text_input(
        _("Letter to count"), max_chars=8, width=220, **state.bound_to_parameter("letter")
    )
    st.button(
        _("Hide the text, and show what a model is given"),
        type="primary",
        disabled=not text,
        on_click=hide,
    )
    return False


def hide() -> None:
    """Hide the text."""
    _hidden.put(typed_text())


def show() -> None:
    """Show the text again."""
    _hidden.take()


def _only_ids(vocabulary: Vocabulary, text: str) -> TokenRow:
    ids = vocabulary.encoder.encode(text)
    return TokenRow(vocabulary.name, _tokens(len(ids)), [[Chip(str(i))] for i in ids])


def _tokens(count: int) -> str:
    return ngettext("{n} token", "{n} tokens", count).format(n=format_number(count))


def _counted(vocabulary: Vocabulary, text: str, letter: str) -> TokenRow:
    """The tokens of a text, and how often the letter occurs in each of them."""
    counted = count_letter(token_bytes(vocabulary.encoder, text), letter)
    remark = format_number(sum(counted.inside))
    if 1 < len(counted.inside) <= MOST_ADDENDS:
        remark = f"{' + '.join(map(format_number, counted.inside))} = {remark}"
    if counted.split:
        remark += _("; split between tokens: {n}").format(n=format_number(counted.split))
    return TokenRow(vocabulary.name, remark, [[chip] for chip in vocabulary.chips(text)])


def draw_spelling(vocabularies: Sequence[Vocabulary], text: str) -> None:
    """Draw the cost of writing the text letter by letter."""
    st.header(_("Spelling it out: one token per letter, at a price"))
    forms = [text, spelled_out(text, " "), spelled_out(text, "-")]
    rows = [
        [each.name, *(cost(spent.tokens, spent.unknown) for spent in map(each.cost, forms))]
        for each in vocabularies
    ]
    columns = [_("as it is"), _("spaces between"), _("hyphens between")]
    figures_table(rows, [_("tokens"), *columns])
    if any(each.cost(form).unknown for each in vocabularies for form in forms):
        note_lost_text()
