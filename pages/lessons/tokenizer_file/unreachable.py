"""Tokens that the encoder never produces for their own text, and why."""

import streamlit as st

from bpe_core.files.inspection.questions import UnreachablePage
from bpe_core.files.inspection.views.unreachable import REASONS
from pages.components.charts.tables import figures_table
from pages.components.vocabularies.answers import answered
from pages.lessons.tokenizer_file import LESSON
from pages.lessons.tokenizer_file.life.walked_text import look_at_token
from pages.lessons.tokenizer_file.tokens import TokenRow, token_list
from pages.session.language import _, format_number, gettext
from pages.session.uploads.model_files import Vocabulary

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
