"""The parts of the lesson "Two languages"."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from itertools import islice
from math import isnan, nan

import streamlit as st
from babel import Locale

from bpe_core import Tokenizer, Trace
from pages.components.charts import figures_table, note_lost_text, ratio
from pages.components.charts.charts import filled, pairs_chart
from pages.components.charts.shown_chart import ChartTable, bars_in_words, shown_chart, shown_curves
from pages.components.fields import input_text_field
from pages.components.tokens.plain_text import readable
from pages.components.tokens.token_rows import Chip, TokenRow, in_tokens, token_rows
from pages.lessons.two_languages import LESSON
from pages.lessons.two_languages.vocabularies import (
    FIRST,
    READ,
    SHARES,
    TEXTS,
    Measured,
    Parts,
    Point,
    Splits,
    is_enough,
    measure,
    mixture_point,
    mixture_size,
    overlap_of,
    partner_of,
    parts_of,
    second_settings,
    splits_of,
    words_in_both,
)
from pages.session import state
from pages.session.language import (
    BABEL_LOCALE,
    _,
    current_language,
    format_large,
    in_language,
    ngettext,
)
from pages.session.session_state import bound_choice
from pages.session.training_request import TrainingRequest
from sample_corpora import CATALOGUE


def ask_for_text() -> None:
    """Ask for running text, since a table of words with counts has no sentences."""
    news = LESSON.first_corpora.get(current_language(), FIRST)
    st.info(_("This lesson needs running text, but this corpus is a list of words with counts."))
    st.button(_("Use a news article"), on_click=state.choose_corpus, args=(news,))


def choose_second(first: TrainingRequest) -> str:
    """Ask which text to compare with the corpus, and return its name."""
    language = current_language()
    options = [name for name in TEXTS if name != first.corpus]
    chosen = state.chosen("second")
    second = chosen if chosen in options else partner_of(first.corpus, language)
    taken = st.selectbox(
        _("Second text (the first is the corpus)"),
        options,
        format_func=lambda name: in_language(CATALOGUE[name].title),
        width=420,
        **bound_choice("second_text", second, options, lambda name: state.choose(second=name)),
    )
    return str(taken)


#: Limits: shared tokens shown, words shown, words typed, and points of mixtures kept.
MOST_SHARED, MOST_WORDS, MOST_TYPED, MOST_POINTS = 24, 6, 30, 512
#: Stands in for the learner's own words until there are some.
_SAMPLE = "Rotterdam 7481 Wilhelm"
#: Seconds from one point of the mixture to the next; computing a point takes about 30 ms.
SECONDS_PER_POINT = 0.06

Texts = tuple[str, str]


def names(first: str, second: str) -> list[str]:
    """Name the texts of the three vocabularies, in order: by their languages, if they differ."""
    known = [CATALOGUE[each].languages if each in CATALOGUE else () for each in (first, second)]
    if len(set(known)) < len(known) or any(len(languages) != 1 for languages in known):
        return [_("first text"), _("second text"), _("both")]
    spoken = Locale.parse(BABEL_LOCALE[current_language()]).languages
    return [*(str(spoken[languages[0]]) for languages in known), _("both")]


# One vocabulary each, or one for both


def draw_figures(
    keys: Sequence[str], traces: Sequence[Trace], texts: Texts, names: Sequence[str]
) -> None:
    """Draw a pair of bars for each vocabulary, one for each text, and the figures behind them.

    The vocabulary for both texts has twice as many merges as each alone, so it is drawn once more
    with as many.
    """
    tokenizers = [trace.tokenizer() for trace in traces]
    tokenizers.append(traces[2].tokenizer(min(map(len, traces))))
    first, second = _measured(tuple(keys), tokenizers, texts)
    trained_on = (*names, names[2])
    sized = [
        _("{name}, {tokens}", name=name, tokens=in_tokens(len(each.vocabulary)))
        for name, each in zip(trained_on, tokenizers, strict=True)
    ]
    _draw_bars(dict(zip(names, (first, second), strict=False)), sized)
    with st.expander(_("In figures")):
        rows = [
            (_("vocabulary size"), *(len(each.vocabulary) for each in tokenizers)),
            (
                _("tokens per sentence, first text"),
                *(ratio(each.per_sentence, 1) for each in first),
            ),
            (
                _("tokens per sentence, second text"),
                *(ratio(each.per_sentence, 1) for each in second),
            ),
            (_("bytes per token, first text"), *(ratio(each.bytes_per_token) for each in first)),
            (_("bytes per token, second text"), *(ratio(each.bytes_per_token) for each in second)),
        ]
        figures_table(rows, [_("vocabulary trained on"), *trained_on])
    if any(isnan(each.per_sentence) for each in (*first, *second)):
        note_lost_text()
    if max(map(len, texts)) > READ:
        n = format_large(READ)
        st.caption(_("Only the first {n} characters of each text were counted.", n=n))


def _draw_bars(measured: Mapping[str, Sequence[Measured]], vocabularies: Sequence[str]) -> None:
    """A text of which some is lost has no bar: its few tokens would flatter the vocabulary."""
    title = _("Tokens per sentence")
    amounts = {
        (text, vocabulary): round(each.per_sentence, 1)
        for text, of_text in measured.items()
        for vocabulary, each in zip(vocabularies, of_text, strict=True)
        if not isnan(each.per_sentence)
    }
    rows = [
        {"text": text, "vocabulary": vocabulary, "amount": amount, "rank": rank}
        for rank, ((text, vocabulary), amount) in enumerate(amounts.items())
    ]
    shown_chart(
        title,
        filled(pairs_chart(tuple(vocabularies), _("vocabulary trained on")), rows),
        key="two_languages_bars",
        words=bars_in_words(title, {_(", ").join(each): n for each, n in amounts.items()}),
        figures=ChartTable(
            [_("vocabulary trained on"), *vocabularies],
            [
                (text, *(ratio(amounts.get((text, each), nan), 1) for each in vocabularies))
                for text in measured
            ],
        ),
    )


@st.cache_resource(max_entries=64, show_spinner=False)
def _measured(
    keys: tuple[str, ...], _tokenizers: Sequence[Tokenizer], _texts: Texts
) -> tuple[list[Measured], list[Measured]]:
    """The figures for each text and tokenizer: only numbers, nothing from the texts."""
    first, second = ([measure(t, text[:READ]) for t in _tokenizers] for text in _texts)
    return first, second


def draw_overlap(traces: Sequence[Trace]) -> None:
    """Draw what the two vocabularies share besides the base vocabulary."""
    overlap = overlap_of(traces[0], traces[1], MOST_SHARED)
    share = round(100 * overlap.share, 1)
    first, second = overlap.only_first, overlap.only_second
    st.markdown(LESSON.prose("overlap", both=overlap.both, share=share, first=first, second=second))
    if overlap.shared:
        corpus = traces[0].corpus
        chips = [[Chip(readable(token, corpus))] for token in overlap.shared]
        token_rows([TokenRow(_("Longest shared tokens"), "", chips)], key="shared_tokens")


# Names, numbers and words


def draw_words(tokenizers: Sequence[Tokenizer], texts: Texts, names: Sequence[str]) -> None:
    """Draw how each vocabulary splits words of both texts."""
    words = words_in_both(texts[0][:READ], texts[1][:READ])
    message = ngettext(
        "{n} word of at least two characters occurs in both texts.",
        "{n} words of at least two characters occur in both texts.",
        len(words),
        n=len(words),
    )
    st.caption(message)
    differing = (each for word in words if (each := splits_of(word, tokenizers, texts)).differ)
    _table(list(islice(differing, MOST_WORDS)), names, key="words_of_both")


def draw_own_words(tokenizers: Sequence[Tokenizer], texts: Texts, names: Sequence[str]) -> None:
    """Draw how each vocabulary splits the words that the learner types."""
    typed = list(dict.fromkeys(input_text_field(_SAMPLE).split()))[:MOST_TYPED]
    _table([splits_of(word, tokenizers, texts) for word in typed], names, key="words_typed")


def _table(splits: Sequence[Splits], names: Sequence[str], *, key: str) -> None:
    """Draw a table of words and how each of the three vocabularies splits them."""
    rows = [
        TokenRow(each.word, "", [each.first, each.second, *each.joint], (1, 1, len(each.joint)))
        for each in splits
    ]
    if rows:
        token_rows(rows, key=key, columns=[_("Word"), *names])


# Mixtures


def draw_mixture(
    request: TrainingRequest, texts: Texts, second_corpus: str, names: Sequence[str]
) -> None:
    """Draw the curve over the share of the second language."""
    parts = parts_of(texts[0]), parts_of(texts[1])
    if not is_enough(parts):
        st.info(_("One of the texts is too short: each needs at least a few sentences."))
        return
    key = f"{request.key} {second_settings(request, second_corpus).key}"
    if any((key, share) not in _points for share in SHARES):
        _work_out(key, parts, request)
        return
    curves = {
        name: [(share, _points[key, share][text]) for share in SHARES]
        for text, name in enumerate(names[:2])
    }
    title = _("Tokens per character")
    x_title = _("% of the second language")
    rows = [(f"{share}%", *(ratio(y, 3) for y in _points[key, share])) for share in SHARES]
    table = ChartTable([x_title, *curves], rows)
    shown_curves(title, curves, table, key="mixture", x_title=x_title, number_format=",.3~f")
    st.caption(LESSON.prose("mixture_points", n=mixture_size(*parts)))


#: Points by key and share. Each is computed once for all sessions, and holds none of the texts.
_points: OrderedDict[tuple[str, int], Point] = OrderedDict()


@st.fragment(run_every=SECONDS_PER_POINT)
def _work_out(key: str, parts: tuple[Parts, Parts], request: TrainingRequest) -> None:
    """Compute the next point and show the progress.

    Only this fragment reruns, so other sessions get their turn in between.
    """
    missing = [share for share in SHARES if (key, share) not in _points]
    if not missing:
        st.rerun()
    _points[key, missing[0]] = mixture_point(*parts, missing[0], request)
    while len(_points) > MOST_POINTS:
        _points.popitem(last=False)
    done = len(SHARES) - len(missing) + 1
    st.progress(done / len(SHARES), _("Training on mixtures"))
