"""Draw the inside of a vocabulary: its tokens, the life of one, and those it never produces.

Beside it: how many bytes of a text each of its tokens covers, with wrong counts explained.
"""

from collections import Counter
from functools import cache
from typing import Any

import altair as alt
import streamlit as st

from bpe_core.files.errors import REASONS, WRONG_COUNTS
from bpe_core.files.inspection.ledger import Ledger, explain, right_counts
from bpe_core.files.inspection.search import UnreachablePage
from bpe_core.files.inspection.tokens import Encoded, Landscape
from pages.components.charts import figures_table
from pages.components.charts.charts import (
    POINTS,
    checked,
    filled,
    in_colour,
    large_labels,
    series_colour,
)
from pages.components.charts.shown_chart import ChartTable, bars_in_words, shown_chart
from pages.components.fields import input_text_field
from pages.components.late_box import late_box
from pages.components.vocabularies import (
    answered,
    await_from_here,
    draw_not_here,
    is_waiting,
    script_name,
    shown_name,
)
from pages.lessons.tokenizer_file import LESSON
from pages.lessons.tokenizer_file.comparison import compare_also, compare_no_more
from pages.lessons.tokenizer_file.life import draw_life, draw_strange, look_at_token
from pages.lessons.tokenizer_file.search import SEARCH_PARAMETERS, TokenRow, draw_search, token_list
from pages.session import state
from pages.session.language import _, format_change, format_number, gettext
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
        box = late_box(title, f"inside_{name}_box", expanded=is_open)
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


def use_file(vocabulary: Vocabulary) -> None:
    """Compare this file with others, and look into it."""
    compare_also(vocabulary)
    choose(vocabulary.code)


def use_no_more(vocabulary: Vocabulary) -> None:
    """Compare and look into others again."""
    compare_no_more(vocabulary)
    if state.chosen("look") == vocabulary.code:
        choose(LESSON.parameters["look"].usual)


def draw_unreachable(vocabulary: Vocabulary) -> None:
    """How many such tokens each reason has, and the first ones with what comes out instead."""
    st.markdown(LESSON.prose("unreachable"))
    question = {"ask": "unreachable"}
    answer: UnreachablePage | None = answered(vocabulary, question, "unreachable")
    if answer is None:
        return
    counted = [*answer["reasons"].items(), *answer["parts"].items()]
    if not counted:
        st.info(LESSON.prose("all_reached"))
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
            _(
                "The first {n} of {total}. To see all, show only unreachable tokens above.",
                n=len(rows),
                total=answer["total"],
            )
        )
    token_list(rows, key="inside_unreachable", on_token=look_at_token)


#: How many scripts have their own colour, how many rows the table has, and the last length bar.
COLOURED, _ROWS, _LONGEST = 5, 12, 16


def draw_landscape(vocabulary: Vocabulary) -> None:
    """The scripts as a table and by rank, and the lengths as bars."""
    landscape: Landscape | None = answered(vocabulary, {"ask": "landscape"}, "landscape")
    if landscape is None:
        return
    sentence = _(
        "Tokens with a space before: {space}. Parts of characters: {parts}.",
        space=landscape["space_before"],
        parts=landscape["half_characters"],
    )
    st.caption(sentence)
    draw_scripts(landscape)
    draw_ranks(landscape)
    draw_lengths(landscape)


def draw_ranks(landscape: Landscape) -> None:
    """Which scripts the early tokens belong to, and which the late ones."""
    title = _("Scripts by rank, one step for each twentieth of the vocabulary")
    scripts = [row["script"] for row in landscape["scripts"][:COLOURED]]
    names = (*map(script_name, scripts), _("all others"))
    steps = []
    for counts in landscape["by_rank"]:
        shown = [counts.get(script, 0) for script in scripts]
        steps.append([*shown, sum(counts.values()) - sum(shown)])
    rows = [
        {"stretch": k, "name": name, "tokens": count, "rank": k}
        for k, counted in enumerate(steps, start=1)
        for name, count in zip(names, counted, strict=True)
    ]
    totals = dict(zip(names, map(sum, zip(*steps, strict=True)), strict=True))
    shown_chart(
        title,
        filled(landscape_chart("stretch", _("rank"), _("tokens"), large_labels(), names), rows),
        key="inside_scripts",
        words=bars_in_words(title, totals),
        figures=ChartTable(
            [_("rank"), *names],
            [[str(k), *map(format_number, counted)] for k, counted in enumerate(steps, start=1)],
        ),
    )


def draw_lengths(landscape: Landscape) -> None:
    """How many tokens there are of each length in characters; one bar for all from a length on."""
    title = _("Tokens by their length in characters")
    found: Counter[int] = Counter()
    for length, count in landscape["characters"]:
        found[min(length, _LONGEST)] += count
    bars = {
        f"{length}+" if length == _LONGEST else str(length): count
        for length, count in sorted(found.items())
    }
    rows = [
        {"length": length, "tokens": count, "rank": int(length.rstrip("+"))}
        for length, count in bars.items()
    ]
    shown_chart(
        title,
        filled(landscape_chart("length", _("characters"), _("tokens"), large_labels()), rows),
        key="inside_lengths",
        words=bars_in_words(title, bars),
        figures=ChartTable(
            [_("characters"), _("tokens")],
            [[length, format_number(count)] for length, count in bars.items()],
        ),
    )


def draw_scripts(landscape: Landscape) -> None:
    """How many tokens each script has, in it only, and in the main Chinese block only."""
    rows = [
        [
            script_name(row["script"]),
            format_number(row["tokens"]),
            format_number(row["pure"]) if row["pure"] else "",
            "" if row["main_block"] is None else format_number(row["main_block"]),
        ]
        for row in landscape["scripts"][:_ROWS]
    ]
    figures_table(rows, LESSON.titles("scripts_titles"))


@cache
def landscape_chart(
    x: str, x_title: str, y_title: str, labels: str, names: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Bars of tokens by `x`, in their order; if there are names, each bar consists of their parts.

    It is `filled` with rows that have `x`, `tokens`, their `rank` from left to right, and `name`.
    """
    chart = alt.Chart(alt.NamedData(POINTS)).mark_bar()
    order = alt.EncodingSortField("rank", op="min")
    drawn = (chart if names else in_colour(chart)).encode(
        x=alt.X(f"{x}:O", title=x_title, sort=order, axis=alt.Axis(labelAngle=0)),
        y=alt.Y("tokens:Q", title=y_title, axis=alt.Axis(labelExpr=labels, tickCount=5)),
        tooltip=[*(["name:N"] if names else []), alt.Tooltip("tokens:Q", format=",")],
    )
    if names:
        drawn = drawn.encode(color=series_colour("name", names, title=None, columns=4))
    return checked(drawn, 300 if names else 220)


#: Tokens of the text that are listed.
_LISTED_OF_TEXT = 200


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
        [[title, format_number(totals[name])] for name, title in LESSON.words("totals").items()],
        ["", _("bytes")],
    )
    _draw_count(found)
    st.header(_("What is often counted wrongly"))
    right, paid = right_counts(found["totals"])
    rows = [
        [gettext(WRONG_COUNTS[name]), format_number(each), format_change(each, right)]
        for name, wrong in found["mistakes"].items()
        for each in dict.fromkeys(wrong["counts"])
        if right and each not in (right, paid)
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
        for i, start, end in found["texts"][0]["tokens"][:_LISTED_OF_TEXT]
    ]
    figures_table(rows, [_("token"), _("bytes of the text"), _("how many")])
