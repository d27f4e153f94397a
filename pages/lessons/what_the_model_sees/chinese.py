"""Chinese characters that look or sound alike, which their ids do not show."""

from collections.abc import Sequence

import streamlit as st

from bpe_core.experiments.chinese_sound_and_shape import line_ends, shared_radicals
from pages.components.charts.tables import figures_table
from pages.lessons.what_the_model_sees.vocabularies import Vocabulary
from pages.session.language import _

#: How many vocabularies have their ids shown, starting with the first.
MOST = 4


def draw_shapes(vocabularies: Sequence[Vocabulary], text: str) -> None:
    """Draw the characters that share a radical, with their ids; nothing if none do."""
    shared = shared_radicals(text)
    if not shared:
        return
    st.header(_("Characters that share a radical"))
    rows = [
        [f"{character} ({radical})", *_ids(vocabularies, character)]
        for radical, characters in shared.items()
        for character in characters
    ]
    figures_table(rows, [_("character (radical)"), *_names(vocabularies)])
    st.caption(
        _(
            "Radicals are those of the Kangxi dictionary, whose order Unicode follows for "
            "these characters."
        )
    )


def draw_rhymes(vocabularies: Sequence[Vocabulary], text: str) -> None:
    """Draw how the lines of a text end and which rhyme; nothing for fewer than two lines."""
    ends = line_ends(text)
    if len(ends) < 2:
        return
    st.header(_("Lines that rhyme"))
    rows = []
    for end in ends:
        others = [other for other in ends if other.line != end.line and other.rhyme == end.rhyme]
        rhymes = _(", ").join(dict.fromkeys(other.character for other in others))
        with_whom = rhymes if end.rhyme else ""
        ids = _ids(vocabularies, end.character)
        rows.append([end.line, f"{end.character} {end.reading}", with_whom or "–", *ids])
    columns = [_("line"), _("ends with"), _("rhymes with")]
    figures_table(rows, [*columns, *_names(vocabularies)])
    st.caption(
        _(
            "Readings by `pypinyin`. Two lines rhyme if their last characters belong to the same "
            "one of the thirteen traditional rhyme groups."
        )
    )


def _names(vocabularies: Sequence[Vocabulary]) -> list[str]:
    return [_("ids in {name}").format(name=each.name) for each in vocabularies[:MOST]]


def _ids(vocabularies: Sequence[Vocabulary], character: str) -> list[str]:
    return [" ".join(map(str, each.encoder.encode(character))) for each in vocabularies[:MOST]]
