"""Numbers: two numbers as tokens in columns, and how many ways numbers are cut."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import altair as alt
import streamlit as st

from bpe_core.experiments.letters_and_digits import (
    Addition,
    Cut,
    add,
    count_cuts,
    group_from_left,
    group_from_right,
)
from pages.components.charts import figures_table
from pages.components.charts.charts import POINTS, by_rank, checked, filled, in_colour
from pages.components.charts.shown_chart import ChartTable, bars_in_words, shown_chart
from pages.components.tokens.token_rows import Chip, TokenRow, token_rows
from pages.lessons.what_the_model_sees import LESSON
from pages.lessons.what_the_model_sees.experiment import (
    Cell,
    Vocabulary,
    chosen_vocabulary,
    draw_cells,
    predict,
)
from pages.session import state
from pages.session.language import _
from pages.session.session_state import SessionValue
from pages.session.uploads import HERE

#: The largest number, how many numbers are counted (from 0), and the most cuts drawn.
LARGEST, COUNTED, MOST_DRAWN = 999_999_999, 100_000, 20


def draw_numbers(vocabularies: Sequence[Vocabulary]) -> bool:
    """Draw the experiment and return whether its answer is shown."""
    with st.container(horizontal=True):
        a, b = (
            st.number_input(label, 0, LARGEST, step=1, width=240, **state.bound_to_parameter(name))
            for label, name in ((_("First number"), "first"), (_("Second number"), "other"))
        )
    vocabulary = chosen_vocabulary(vocabularies)
    if vocabulary is None:
        return False
    added = add(vocabulary.encoder, a, b)
    if not added.is_known:
        st.info(_("Some of these digits are unknown to this vocabulary. Choose another one."))
        return False
    rows = [TokenRow(number, "", [vocabulary.chips(number)]) for number in added.numbers]
    token_rows(rows, key="sees_numbers")
    question = LESSON.prose("numbers_question", n=len(added.carries), vocabulary=vocabulary.name)
    if not predict("numbers", question, (a, b, vocabulary.key), lambda: len(added.crossing)):
        return False
    draw_columns(added)
    draw_additions(vocabularies, a, b)
    draw_groups(str(a), str(b))
    draw_comparison(vocabularies)
    draw_other_numbers(vocabularies)
    draw_cuts(vocabularies, vocabulary)
    return True


def draw_columns(added: Addition) -> None:
    """Draw the numbers one above the other, with a thick line where a token begins."""
    st.caption(LESSON.prose("columns"))
    names = [_("carried"), _("first"), _("second"), _("sum")]
    width = max(map(len, added.numbers))
    carried = [_carry(added, place) for place in range(width - 1, -1, -1)]
    rows = [carried, *map(_digits, added.numbers, added.cuts)]
    draw_cells(dict(zip(names, rows, strict=True)), "columns", key="sees_columns")


def _carry(added: Addition, place: int) -> Cell:
    if place not in added.carries:
        return "", "carry"
    return "1", "carry crossing" if place in added.crossing else "carry"


def _digits(number: str, cut: Cut) -> list[Cell]:
    """A cell for each digit, marked where a token begins; adjacent tokens differ in shade."""
    cells = []
    places = ((token, place) for token, size in enumerate(cut) for place in range(size))
    for i, (digit, (token, place)) in enumerate(zip(number, places, strict=True), 1):
        marks = ("token", place == 0), ("even", token % 2 == 0), ("last", i == len(number))
        cells.append((digit, " ".join(["digit", *(kind for kind, holds in marks if holds)])))
    return cells


def draw_additions(vocabularies: Sequence[Vocabulary], a: int, b: int) -> None:
    """Draw the same sum in every vocabulary."""
    st.header(_("The same sum in every vocabulary"))
    additions = [(each, add(each.encoder, a, b)) for each in vocabularies]
    rows = [
        (
            each.name,
            *(" + ".join(map(str, cut)) for cut in added.cuts),
            len(added.misaligned),
            len(added.crossing),
        )
        for each, added in additions
        if added.is_known
    ]
    named = [_("digits in the tokens of the first"), _("of the second"), _("of the sum")]
    faults = [_("boundaries that only one number has"), _("carries across boundaries")]
    figures_table(rows, [_("vocabulary"), *named, *faults])


def draw_groups(a: str, b: str) -> None:
    """Draw three ways of grouping digits that a tokenizer can be trained with."""
    st.header(_("Three ways of grouping digits"))
    ways = {
        _("in threes from the left"): lambda digits: group_from_left(digits, 3),
        _("in threes from the right"): lambda digits: group_from_right(digits, 3),
        _("digit by digit"): list,
    }
    rows = [
        TokenRow(name, "", [[Chip(group) for group in group_all(n)] for n in (a, b)])
        for name, group_all in ways.items()
    ]
    token_rows(rows, key="sees_groups")
    st.caption(LESSON.prose("groups"))


def draw_comparison(vocabularies: Sequence[Vocabulary]) -> None:
    """Draw 9.11 and 9.9, which can be compared part by part only if they are cut into parts."""
    st.header(_("Which is larger, 9.11 or 9.9?"))
    rows = [
        TokenRow(each.name, "", [each.chips("9.11"), each.chips("9.9")]) for each in vocabularies
    ]
    token_rows(rows, key="sees_comparison")


def draw_other_numbers(vocabularies: Sequence[Vocabulary]) -> None:
    """Draw dates, versions, hexadecimal numbers, and anything else the learner types."""
    st.header(_("Dates, versions, hexadecimal numbers"))
    text = st.text_input(
        _("Anything with digits"), max_chars=100, **state.bound_to_parameter("digits")
    )
    rows = [
        TokenRow(each.name, len(each.encoder.encode(text)), [each.chips(text)])
        for each in vocabularies
    ]
    token_rows(rows, key="sees_digit_tokens")


# How many different cuts there are


#: The keys of the trainings that the learner asked to count.
_counted = SessionValue[frozenset[str]]("sees_counted")


@st.cache_resource(max_entries=64, show_spinner=False)
def _cuts(_vocabulary: Vocabulary, key: str, numbers: int) -> list[tuple[Cut, int]]:
    return count_cuts(_vocabulary.encoder, range(numbers)).most_common()


def draw_cuts(vocabularies: Sequence[Vocabulary], chosen: Vocabulary) -> None:
    """Draw how numbers of up to five digits are cut.

    The tokenizer that was trained here takes seconds for this, so it counts only on request.
    """
    st.header(_("In how many ways the numbers from 0 to {n} are split", n=COUNTED - 1))
    requested = _counted.get() or frozenset()
    counted = [each for each in vocabularies if each.code != HERE or each.key in requested]
    if uncounted := {each.key for each in vocabularies if each not in counted}:

        def count_also() -> None:
            _counted.put(requested | uncounted)

        label = _("Count for the tokenizer trained here, too (a few seconds)")
        st.button(label, on_click=count_also)
    with st.spinner(_("Counting; this happens only once …")):
        cuts = {each.code: _cuts(each, each.key, COUNTED) for each in counted}
    rows = [(each.name, len(cuts[each.code])) for each in counted]
    figures_table(rows, [_("vocabulary"), _("different splits")])
    if chosen.code not in cuts:
        return
    title = _(
        "{vocabulary}: ways of splitting, by the number of digits in each token",
        vocabulary=chosen.name,
    )
    most = cuts[chosen.code][:MOST_DRAWN]
    bars = {" + ".join(map(str, cut)) or "–": count for cut, count in most}
    points = [
        {"cut": cut, "count": count, "rank": rank} for rank, (cut, count) in enumerate(bars.items())
    ]
    shown_chart(
        title,
        filled(cuts_chart(_("numbers")), points),
        key="sees_cuts",
        words=bars_in_words(title, bars),
        figures=ChartTable([_("split"), _("numbers")], [*bars.items()]),
    )


@cache
def cuts_chart(title: str) -> dict[str, Any]:
    """The chart of how many numbers are cut in each way, most frequent first; to be `filled`."""
    base = in_colour(alt.Chart(alt.NamedData(POINTS))).encode(
        x=alt.X("count:Q", title=title, axis=alt.Axis(format=",d", tickCount=5)),
        y=by_rank("cut"),
    )
    layers = alt.layer(
        base.mark_bar(),
        base.mark_text(align="left", dx=4).encode(text=alt.Text("count:Q", format=",")),
    )
    return checked(layers, alt.Step(22))
