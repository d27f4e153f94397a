"""The parts of the lesson "Word, character, subword", each drawn from the three tokenizers."""

import re
from collections.abc import Callable, Sequence
from math import nan
from typing import NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bpe_core import Tokenizer, Trace, WordTokenizer
from bpe_core.files.exchange import LoadedTokenizer
from bpe_core.tokenizers.metrics import out_of_vocabulary_rate, renyi_efficiency
from pages.components.charts import (
    cost,
    facts_table,
    figures_table,
    note_lost_text,
    ratio,
    tokens_of_text,
)
from pages.components.charts.charts import (
    Compared,
    Curves,
    filled,
    large_labels,
    size_rows,
    sizes_chart,
)
from pages.components.charts.shown_chart import ChartTable, bars_in_words, shown_chart, shown_curves
from pages.components.late_box import late_box
from pages.components.tokens.three_tokenizers import (
    READ,
    Encoded,
    Plain,
    encode_by_units,
    encode_by_words,
    growth_of,
    ranked,
    tokens_of,
    unknown_words,
)
from pages.components.tokens.token_rows import Colour, TokenRow, in_tokens, token_rows
from pages.lessons.word_character_subword import LESSON, WIDEST
from pages.session import state
from pages.session.language import (
    _,
    current_language,
    format_large,
    format_number,
    ngettext,
    pieces_of_prose,
)
from pages.session.link import OWN
from pages.session.session_state import bound
from pages.session.training_request import TrainingRequest, bpe_request
from pages.session.uploads import uploaded_tokenizer
from pages.session.usual_settings import usual_text
from sample_corpora import content

_CHINESE = re.compile("[\u3400-\u9fff]")
_LATIN = re.compile("[A-Za-z]")
#: Whose colours the ways have, in their order; a tokenizer from a file has none.
_COLOURS: tuple[Colour, ...] = ("whole-words", "characters", "bpe", "")
#: The most unknown words that are listed.
MOST_UNKNOWN = 12
#: A corpus of fewer than `SMALL` bytes has few words: the first of them serve as examples.
SMALL, FIRST_WORDS = 1_000, 4


def in_words(request: TrainingRequest) -> TrainingRequest:
    """The same corpus split into words, without merges, whatever its own settings are."""
    return request.but(
        unit="char",
        end_of_word="",
        pre_tokenizer="words",
        special_tokens=(),
        num_merges=0,
        vocab_size=None,
    )


class Way(NamedTuple):
    """One text as a tokenizer encodes it, and how evenly the corpus uses its tokens.

    `efficiency` is not a number (nan) if the tokenizer's own corpus is not available.
    """

    name: str
    encoded: Encoded
    efficiency: float


def ways_of(plain: Plain, trace: Trace, step: int, text: str) -> list[Way]:
    """The text by words, by characters, by BPE, and by a tokenizer from a file if there is one."""
    words = encode_by_words(plain.words, text)
    count = words.figures.word_count
    units = plain.characters, trace.tokenizer(step)
    encoded = [words, *(encode_by_units(each, text, count) for each in units)]
    efficient = map(renyi_efficiency, frequencies(plain, trace, step))
    ways = list(map(Way, names(step), encoded, efficient))
    if (found := uploaded_tokenizer()) is not None:
        from_file = encode_by_units(LoadedTokenizer(found.model), text, count)
        ways.append(Way(found.name, from_file, nan))
    return ways


def language_of(trace: Trace) -> str:
    """The language of the examples: the corpus's, or the page's if the corpus has both."""
    beginning = "".join(trace.corpus.words[:200])
    in_chinese, in_latin = _CHINESE.search(beginning), _LATIN.search(beginning)
    if bool(in_chinese) == bool(in_latin):
        return current_language()
    return "zh" if in_chinese else "en"


def sample_text(trace: Trace) -> str:
    """The text to encode until the learner types something, chosen to suit the corpus."""
    if trace.corpus.text_bytes < SMALL:
        return usual_text(bpe_request().corpus, trace.corpus)
    return pieces_of_prose(LESSON.folder, language_of(trace))["sample"]


def families_of(trace: Trace) -> list[str]:
    """Related words; for a small corpus, its own first words with and without an s."""
    if trace.corpus.text_bytes < SMALL:
        first = [word.strip(" Ġ") for word in trace.corpus.words[:FIRST_WORDS]]
        return [
            form
            for word in first
            if word.isascii() and word.isalpha()
            for form in (word, f"{word}s")
        ]
    return pieces_of_prose(LESSON.folder, language_of(trace))["families"].split()


def corpus_text(is_table: bool) -> str:
    """The beginning of the corpus's running text; empty for a table of words."""
    if is_table:
        return ""
    name = bpe_request().corpus
    text = bpe_request().text if name == OWN else content(name)
    return str(text)[:READ]


def choose_step(trace: Trace) -> int:
    """Ask how many merges BPE encodes with; all of them until the learner chooses fewer."""
    last, chosen = len(trace), state.chosen("rules")
    step = last if chosen is None else min(chosen, last)
    if last:
        st.slider(_("Merges used"), 0, last, **state.bound_to_parameter("rules", step))
    return step


def choose_width(key: str) -> int:
    """Ask how many numbers an embedding has for each token; every such field shows the same."""
    width: int = state.chosen("width")
    st.number_input(
        _("Embedding dimensions"),
        1,
        WIDEST,
        width=240,
        **bound(key, width, lambda width: state.choose(width=width)),
    )
    return width


def kinds() -> tuple[str, ...]:
    """The names of the three ways, in order."""
    return _("word-based"), _("character-based"), "BPE"


def compared() -> Compared:
    """The same names in the order of their colours.

    >>> compared()
    Compared(algorithm='BPE', words='word-based', characters='character-based')
    """
    words, characters, algorithm = kinds()
    return Compared(algorithm, words, characters)


def names(step: int) -> tuple[str, ...]:
    """The names of the three ways, with the step of BPE."""
    return *kinds()[:2], _("{name}, step {k}", name="BPE", k=step)


# The text


def draw_rows(ways: Sequence[Way]) -> None:
    """Draw the same text as chips, side by side."""
    rows = []
    for way, colour in zip(ways, _COLOURS, strict=False):
        remark = in_tokens(way.encoded.figures.token_count)
        rows.append(TokenRow(way.name, remark, way.encoded.words, compared=colour))
    token_rows(rows, key="compare_rows")


def draw_figures(ways: Sequence[Way]) -> None:
    """Draw a table of how long the text is for each way, and how many tokens it chooses from."""
    found = [way.encoded for way in ways]
    rows = [
        (_("vocabulary size"), *(each.figures.vocabulary_size for each in found)),
        (_("tokens"), *(tokens_of_text(each.figures.token_count, each.unknown) for each in found)),
        (
            _("bytes per token"),
            *(cost(each.figures.bytes_per_token, each.unknown) for each in found),
        ),
    ]
    figures_table(rows, ["", *(way.name for way in ways)])
    if any(each.unknown for each in found):
        note_lost_text()


def note_other_words(plain: Plain, trace: Trace) -> None:
    """Say how many words the walks count, if they split the corpus by another rule."""
    counted, split = len(plain.words.vocabulary), len(trace.corpus.words)
    if counted != split:
        st.caption(LESSON.prose("counted_words", n=counted, m=split))


def draw_model_costs(ways: Sequence[Way], width: int) -> None:
    """Draw a table of what the tokens of each way cost a model."""
    found = [(way.encoded.figures, way.encoded.unknown) for way in ways]
    parameters = _("parameters of an embedding matrix with {n} dimensions", n=width)
    rows = [
        (_("tokens per word"), *(cost(each.tokens_per_word, lost) for each, lost in found)),
        (_("token pairs in attention"), *(cost(each.token_pairs, lost) for each, lost in found)),
        (parameters, *(each.embedding_parameters(width) for each, _unknown in found)),
        (_("Rényi efficiency, in the corpus"), *(ratio(way.efficiency) for way in ways)),
    ]
    figures_table(rows, ["", *(way.name for way in ways)])
    if uploaded_tokenizer() is not None:
        st.caption(_("–: Rényi efficiency is measured on a corpus, and a tokenizer file has none."))


# Words it has never met


def draw_unknown(words: WordTokenizer, learned: Tokenizer, text: str) -> None:
    """Draw the share of unknown words, a list of them, and how BPE splits them."""
    if not (every := words.words(text)):  # there is no share of nothing
        st.caption(_("There is nothing to encode yet: type some text above."))
        return
    unknown = unknown_words(words, text)
    rate = out_of_vocabulary_rate(every, set(every) - set(unknown))
    n = sum(unknown.values())
    message = ngettext(
        "To a word-based tokenizer, **{share}** of this text is out of vocabulary (OOV): "
        "{n} word of {total}.",
        "To a word-based tokenizer, **{share}** of this text is out of vocabulary (OOV): "
        "{n} words of {total}.",
        n,
        n=n,
        share=f"{format_number(round(100 * rate, 1))}%",
        total=len(every),
    )
    st.markdown(message)
    rows = [
        TokenRow(word, f"× {format_number(count)}" if count > 1 else "", [tokens_of(learned, word)])
        for word, count in list(unknown.items())[:MOST_UNKNOWN]
    ]
    if rows:
        st.caption(_("How BPE splits these words:"))
        token_rows(rows, key="compare_unknown", layout="list")
    if len(unknown) > MOST_UNKNOWN:
        st.caption(_("and {n} more", n=len(unknown) - MOST_UNKNOWN))


def draw_families(words: WordTokenizer, learned: Tokenizer, trace: Trace) -> None:
    """Draw related words as a word list and BPE each encode them."""
    rows = []
    for word in families_of(trace):
        token_id = next(iter(words.encode(word)), words.unknown_id)
        is_known = token_id != words.unknown_id
        remark = _("as a word: id {id}", id=token_id) if is_known else _("as a word: unknown")
        rows.append(TokenRow(word, remark, [tokens_of(learned, word)]))
    if rows:
        st.caption(_("Related words:"))
        token_rows(rows, key="compare_families", layout="list")


def frequencies(plain: Plain, trace: Trace, step: int) -> list[NDArray[np.int64]]:
    """How often the tokens of each of the three occur in the corpus."""
    return [plain.words.frequencies, plain.characters.frequencies, trace.frequencies_at(step)]


# In boxes


def box(title: str, name: str, draw: Callable[[], None]) -> None:
    """Offer what can be drawn in a box, and draw it when the box is opened.

    A chart that comes into a closed box has no width, and may stay empty.
    """
    offered = late_box(title, f"compare_{name}_box")
    if offered.open:
        with offered:
            draw()


def draw_ranks(plain: Plain, trace: Trace, step: int) -> None:
    """Draw how often the tokens of each vocabulary occur in the corpus, by rank."""
    st.markdown(LESSON.prose("ranks"))
    curves = dict(zip(kinds(), map(ranked, frequencies(plain, trace, step)), strict=True))
    rank = _("rank")
    shown_curves(
        _("Frequency of tokens by rank"),
        curves,
        points_table(curves, rank),
        key="compare_ranks",
        names=compared(),
        x_title=rank,
        y_title=_("frequency"),
        scale="log",
    )


def draw_growth(plain: Plain, trace: Trace, step: int, text: str) -> None:
    """Draw the number of distinct tokens after each number of words of the text."""
    st.markdown(LESSON.prose("growth"))
    if not text:
        st.info(LESSON.prose("no_text"))
        return
    curves = dict(zip(kinds(), growth_of(text, plain.words, trace, step), strict=True))
    title, read = _("Different tokens met so far"), _("words read")
    table = points_table(curves, read)
    shown_curves(title, curves, table, key="compare_growth", names=compared(), x_title=read)
    if len(text) == READ:
        st.caption(_("Only the first {n} characters were read.", n=format_large(READ)))


def points_table(curves: Curves, x_title: str) -> ChartTable:
    """A table of the curves' points, about ten for each curve."""
    longest = max(curves.values(), key=len)
    xs = [x for x, _y in longest[:: max(1, len(longest) // 10)]]
    at = [dict(points) for points in curves.values()]
    rows = [(x, *(points.get(x, "–") for points in at)) for x in xs]
    return ChartTable([x_title, *curves], rows)


def draw_published(plain: Plain, learned: Tokenizer) -> None:
    """Draw the sizes of published vocabularies and of this page's three, then who uses what."""
    st.header(_("How large vocabularies are"))
    _draw_sizes(plain, learned)
    st.header(_("Who uses what"))
    st.markdown(LESSON.prose("who"))
    titles, *models = LESSON.table("models")
    facts_table(models, titles)


def _draw_sizes(plain: Plain, learned: Tokenizer) -> None:
    """Draw the sizes of published vocabularies next to the three of this page."""
    tokenizers = (learned, plain.words, plain.characters)
    own = dict(zip(compared(), (len(each.vocabulary) for each in tokenizers), strict=True))
    titles, *vocabularies = LESSON.table("known")
    known = {name: int(size.replace(",", "")) for name, size, *_about in vocabularies}
    here, published = _("here"), _("published")
    rows = size_rows(own, known, (here, published))
    title = _("Vocabulary sizes")
    shown_chart(
        title,
        filled(sizes_chart((here, published), large_labels()), rows),
        key="compare_sizes",
        words=bars_in_words(title, {row["name"]: row["size"] for row in rows}),
        figures=ChartTable(
            ["", _("vocabulary size")], [(row["name"], row["size"]) for row in rows]
        ),
    )
    figures_table(vocabularies, ["", *titles[1:]])
