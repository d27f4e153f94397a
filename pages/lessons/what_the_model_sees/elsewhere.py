"""The same text in another place: other tokens, and a training mask that is off because of it."""

import re
from collections.abc import Sequence

import streamlit as st

from bpe_core.experiments.prompts import Mask, mask_by_length
from pages.components.charts.tables import figures_table
from pages.components.tokens.token_rows import TokenRow, token_rows
from pages.lessons.what_the_model_sees import LESSON
from pages.lessons.what_the_model_sees.vocabularies import Vocabulary
from pages.session.language import _, format_number, ngettext

#: Most characters of a text without spaces that stand for its first word.
LONGEST_WORD = 12


def draw_elsewhere(vocabulary: Vocabulary, text: str) -> None:
    """Draw the first word of the text at the start of the text and after other characters."""
    word = first_word(text)
    if not word:
        return
    st.header(_("The same word in another place"))
    forms = {
        _("at the start of the text"): "",
        _("after a space"): " ",
        _("after a line break"): "\n",
        _("after a bracket"): "(",
    }
    rows = []
    for name, before in forms.items():
        ids = vocabulary.encoder.encode(before + word)
        remark = _("ids: {ids}").format(ids=" ".join(map(str, ids)))
        rows.append(TokenRow(name, remark, [vocabulary.chips_of(ids)]))
    token_rows(rows, key="sees_elsewhere")


def first_word(text: str) -> str:
    """The first word of a text, or its beginning.

    >>> first_word(" The capital"), first_word("南京市长江大桥"), first_word("...")
    ('The', '南京市长江大桥', '')
    """
    found = re.search(r"\w+", text)
    return found[0][:LONGEST_WORD] if found else ""


def draw_mask(vocabularies: Sequence[Vocabulary], prompt: str, answer: str) -> None:
    """Draw what is trained on when the prompt is left out by its number of tokens."""
    st.header(_("A training mask that is off by one"))
    st.markdown(LESSON.prose("mask"))
    rows = []
    for each in vocabularies:
        mask = mask_by_length(each.encoder, prompt, answer)
        figures = ("–", "–", "–") if mask is None else _figures(mask)
        rows.append([each.name, *figures])
    columns = [
        _("tokens of the prompt alone"),
        _("tokens of the prompt in the whole text"),
        _("so the mask"),
    ]
    figures_table(rows, [_("vocabulary"), *columns])


def _figures(mask: Mask) -> tuple[str, str, str]:
    return format_number(mask.masked), format_number(mask.first), _verdict(mask)


def _verdict(mask: Mask) -> str:
    if mask.is_right:
        return _("is right")
    if mask.untrained:
        return ngettext(
            "hides {n} token of the answer", "hides {n} tokens of the answer", mask.untrained
        ).format(n=format_number(mask.untrained))
    if mask.masked < mask.first:
        hidden = mask.first - mask.masked
        return ngettext(
            "keeps {n} token of the prompt", "keeps {n} tokens of the prompt", hidden
        ).format(n=format_number(hidden))
    return _("lets through a token that also holds the end of the prompt")
