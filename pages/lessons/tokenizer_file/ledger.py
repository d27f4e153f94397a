"""Count the bytes of a text that each token covers, and explain wrong counts."""

from typing import Any

import streamlit as st

from bpe_core.files.errors import WRONG_COUNTS
from bpe_core.files.inspection.ledger import Ledger, explain, right_counts
from bpe_core.files.inspection.tokens import Encoded
from pages.components.charts import figures_table
from pages.components.fields import input_text_field
from pages.components.vocabularies import answered
from pages.lessons.tokenizer_file import LESSON
from pages.lessons.tokenizer_file.inside import chosen_vocabulary
from pages.session.language import _, format_number, format_percent, gettext
from pages.session.uploads import Vocabulary

#: Tokens of the text that are listed.
_LISTED = 200


def draw_ledger(here: Vocabulary | None, usual: str) -> None:
    """Draw the sums, the learner's own count, the known mistakes, and the tokens one by one."""
    st.markdown(LESSON.prose("bytes"))
    vocabulary = chosen_vocabulary(here)
    text = input_text_field(usual)
    if vocabulary is None or not text:
        return
    found: Ledger | None = answered(vocabulary, {"ask": "bytes", "texts": [text]}, "bytes")
    if found is None:
        return
    totals: dict[str, Any] = {**found["totals"]}
    figures_table(
        [[title, format_number(totals[name])] for name, title in LESSON.table("totals")[1:]],
        ["", _("bytes")],
    )
    _draw_count(found)
    st.header(_("What is often counted wrongly"))
    right = right_counts(found["totals"])[0]
    rows = [
        [gettext(WRONG_COUNTS[name]), format_number(each), format_percent(each / right - 1)]
        for name, wrong in found["mistakes"].items()
        for each in dict.fromkeys(wrong["counts"])
        if right and each != right
    ]
    figures_table(rows, [_("what is counted"), _("bytes"), _("too many or too few")])
    with st.expander(_("Token by token")):
        _draw_tokens(vocabulary, text, found)


def _draw_count(found: Ledger) -> None:
    """The learner's own count, and which known mistake gives it."""
    counted = st.number_input(
        _("How many bytes do you count?"), 0, 10**9, value=None, key="ledger_counted"
    )
    if counted is None:
        return
    right = right_counts(found["totals"])
    names = explain(int(counted), found["totals"], found["mistakes"])
    if counted in right:
        st.success(_("That is right."))
    elif names and right[0]:
        told = _("; ").join(gettext(WRONG_COUNTS[name]) for name in names)
        st.warning(LESSON.prose("counted_wrongly", mistake=told, factor=counted / right[0]))
    else:
        st.info(_("None of the known mistakes gives this count."))


def _draw_tokens(vocabulary: Vocabulary, text: str, found: Ledger) -> None:
    encoded: Encoded | None = answered(vocabulary, {"ask": "encode", "text": text}, "bytes_tokens")
    if encoded is None:
        return
    data, tokens = text.encode(), encoded["tokens"]
    rows = [
        [
            tokens[str(i)]["spelling"] if str(i) in tokens else "",
            data[start:end].hex(" ").upper(),
            format_number(end - start),
        ]
        for i, start, end in found["texts"][0]["tokens"][:_LISTED]
    ]
    figures_table(rows, [_("token"), _("bytes of the text"), _("how many")])
