"""Encode a word in five ways that tutorials print. Is one loop over the merges enough?"""

from collections.abc import Sequence
from html import escape

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.algorithms.bpe.tokenizer import WAYS, Way
from pages.components.charts.tables import facts_table
from pages.components.html import Html
from pages.components.tokens.plain_text import reading_direction, token_text
from pages.components.training.tokenizer_choice import Source, TrainedHere
from pages.lessons.encode_decode import LESSON, NO_DROPOUT
from pages.session.language import N_, _, format_number, gettext
from pages.session.traces import merges_by_key
from pages.session.view_options import is_stage_alone

NAMES: dict[Way, str] = {
    "rank": N_("rule by rule: of all rules that fit, the one learned first"),
    "loop": N_("one loop over the rules, in the order they were learned"),
    "leftmost": N_("from the beginning: the first pair that any rule fits"),
    "match": N_("longest match: from the beginning, the longest token"),
    "anywhere": N_("the longest token anywhere, then what is left and right of it"),
}
#: Most base tokens of a word, and most words of the corpus, that are encoded in all ways.
MOST_UNITS, MOST_WORDS = 60, 500


def draw_ways(
    tokenizer: Tokenizer, word: str | None, source: Source, view: tuple[str, ...]
) -> None:
    """Draw the word by each way, and the first word of the corpus that each splits differently.

    Nothing without a word or a merge, on the stage, or where a link hides what is below it.
    """
    if not word or not tokenizer.step or NO_DROPOUT in view or is_stage_alone(LESSON):
        return
    with st.expander(_("Is encoding one loop over the merges?")):
        st.markdown(LESSON.prose("ways"))
        facts_table(_rows(tokenizer, word, source), _columns(source))


def _columns(source: Source) -> list[str]:
    columns = [_("way"), _("tokens of this word")]
    if isinstance(source, TrainedHere):
        columns.append(_("the first word of the corpus that it splits differently"))
    return columns


def _rows(tokenizer: Tokenizer, word: str, source: Source) -> list[list[str]]:
    is_short = len(tokenizer.encoding_steps(word)[0].ids) <= MOST_UNITS
    parting = (
        _words_that_part(tokenizer, source.key, tokenizer.step)
        if isinstance(source, TrainedHere)
        else None
    )
    usual = tokenizer.encode_word_by("rank", word)
    rows = []
    for way in WAYS:
        ids = tokenizer.encode_word_by(way, word) if is_short or way == "rank" else []
        sign = "✓" if ids == usual else "≠"
        row = [gettext(NAMES[way]), Html(f"{_chips(tokenizer, ids)} {sign}") if ids else "–"]
        if parting is not None:
            row.append(_parting(tokenizer, way, parting))
        rows.append(row)
    return rows


def _parting(tokenizer: Tokenizer, way: Way, parting: dict[Way, tuple[str, int]]) -> str:
    if way not in parting:
        return _("none")
    word, place = parting[way]
    usual, other = (tokenizer.encode_word_by(each, word) for each in ("rank", way))
    sentence = _("word {n}: {other} instead of {usual}")
    return Html(
        escape(sentence).format(
            n=format_number(place),
            other=_chips(tokenizer, other),
            usual=_chips(tokenizer, usual),
        )
    )


def _chips(tokenizer: Tokenizer, ids: Sequence[int]) -> str:
    """Tokens as HTML, each literal."""
    tokens = [tokenizer.token(i) for i in ids]
    line = " ".join(f"<bdi>{escape(token_text(token))}</bdi>" for token in tokens)
    return f'<span dir="{reading_direction(tokens)}">{line}</span>'


@st.cache_resource(scope="session", max_entries=8, show_spinner=False)
def _words_that_part(_tokenizer: Tokenizer, key: str, step: int) -> dict[Way, tuple[str, int]]:
    """For each way, the first word of the corpus that it splits differently, and its place."""
    trace = merges_by_key(key)
    found: dict[Way, tuple[str, int]] = {}
    for place, word in enumerate(trace.corpus.words[:MOST_WORDS] if trace else (), start=1):
        if len(word) > MOST_UNITS:
            continue
        usual = _tokenizer.encode_word_by("rank", word)
        for way in WAYS[2:]:  # one loop is the same
            if way not in found and _tokenizer.encode_word_by(way, word) != usual:
                found[way] = (word, place)
    return found
