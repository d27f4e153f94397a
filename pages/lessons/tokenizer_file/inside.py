"""Draw the inside of a vocabulary: its tokens, the life of one, and those it never produces."""

import streamlit as st

from bpe_core.files.errors import REASONS
from bpe_core.files.inspection.search import UnreachablePage
from pages.components.charts.tables import figures_table
from pages.components.vocabularies.answers import answered, await_from_here, is_waiting
from pages.components.vocabularies.choice import draw_not_here, shown_name
from pages.lessons.tokenizer_file import LESSON
from pages.lessons.tokenizer_file.chosen import compare_also, compare_no_more
from pages.lessons.tokenizer_file.landscape import draw_landscape
from pages.lessons.tokenizer_file.life import draw_life
from pages.lessons.tokenizer_file.life.walked_text import look_at_token
from pages.lessons.tokenizer_file.search import SEARCH_PARAMETERS, draw_search
from pages.lessons.tokenizer_file.strange import draw_strange
from pages.lessons.tokenizer_file.tokens import TokenRow, token_list
from pages.session import state
from pages.session.language import _, format_number, gettext
from pages.session.session_state import bound
from pages.session.uploads import HERE, Vocabulary, known, known_code


def draw_inside(here: Vocabulary | None) -> None:
    """Six tokens in all vocabularies; then one vocabulary: a token, all tokens, unused ones.

    `here` is the vocabulary trained here, if one is looked into.
    """
    st.markdown(LESSON.prose("inside"))
    with st.container(key="strange"):  # always there: else what follows would start again
        draw_strange()
    fields = st.container(horizontal=True, vertical_alignment="bottom", key="inside_fields")
    with fields:
        vocabulary = chosen_vocabulary(here)
    if vocabulary is None:
        return
    await_from_here()
    draw_life(vocabulary, fields)
    is_searched = any(
        state.chosen(name) != LESSON.parameters[name].usual for name in SEARCH_PARAMETERS
    )
    for name, title, draw, is_open in (
        ("search", _("All tokens"), draw_search, is_searched),
        ("landscape", _("Scripts and lengths"), draw_landscape, False),
        ("unreachable", _("Unreachable tokens"), draw_unreachable, False),
    ):
        box = st.expander(title, expanded=is_open, key=f"inside_{name}_box", on_change="rerun")
        if box.open and not is_waiting():  # what is awaited already comes first
            with box:
                draw(vocabulary)


def chosen_vocabulary(here: Vocabulary | None) -> Vocabulary | None:
    """Draw a button for each vocabulary; return the chosen one, or None with a request for it."""
    code = known_code(state.chosen("look"))
    vocabularies = {**known(), **({} if here is None else {HERE: here})}
    names = [*known(), HERE]
    st.pills(
        _("Vocabulary"),
        names,
        format_func=lambda each: (
            _("trained here") if each == HERE else shown_name(vocabularies[each])
        ),
        label_visibility="collapsed",
        **bound("inside_vocab", code if code in names else None, choose),
    )
    if code not in vocabularies:
        draw_not_here([code])
    return vocabularies.get(code)


def choose(code: str | None) -> None:
    """Look into another vocabulary, without choosing any of its tokens yet."""
    if code is not None:
        state.choose(look=code, token=None, script="all", place=0, merged=0, **{"from": 0})


def look_into(vocabulary: Vocabulary) -> None:
    """Look into this vocabulary."""
    choose(vocabulary.code)


def open_life(text: str, code: str, token_id: int, place: int) -> None:
    """Show the life of a token, and walk its word in the text there."""
    state.change(word=None)
    state.choose(part="inside", look=code, token=token_id, walk=text, place=place, merged=0)


def use_file(vocabulary: Vocabulary) -> None:
    """Compare this file with others, and look into it."""
    compare_also(vocabulary)
    look_into(vocabulary)


def use_no_more(vocabulary: Vocabulary) -> None:
    """Compare and look into others again."""
    compare_no_more(vocabulary)
    if state.chosen("look") == vocabulary.code:
        choose(LESSON.parameters["look"].usual)


#: Most tokens that are listed.
_LISTED = 50


def draw_unreachable(vocabulary: Vocabulary) -> None:
    """How many such tokens each reason has, and the first ones with what comes out instead."""
    st.markdown(LESSON.prose("unreachable"))
    question = {"ask": "unreachable", "limit": _LISTED}
    answer: UnreachablePage | None = answered(vocabulary, question, "unreachable")
    if answer is None:
        return
    counted = [*answer["reasons"].items(), *answer["parts"].items()]
    if not counted:
        st.info(
            _(
                "Every token of this vocabulary can be reached: its own text is "
                "encoded as this token."
            )
        )
        return
    figures_table(
        [[gettext(REASONS[reason]), format_number(n)] for reason, n in counted],
        [_("reason"), _("tokens")],
    )
    rows = [
        TokenRow(each["token"], gettext(REASONS[each["reason"]]), each["instead"])
        for each in answer["found"]
    ]
    if answer["total"] > len(rows):
        st.caption(
            _("The first {n} of {total}. To see all, show only unreachable tokens above.").format(
                n=format_number(len(rows)), total=format_number(answer["total"])
            )
        )
    token_list(rows, key="inside_unreachable", on_token=look_at_token)
