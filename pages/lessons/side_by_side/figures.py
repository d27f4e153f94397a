"""The results of three trainings at a step, and the three algorithms in one table."""

from collections.abc import Iterable, Sequence
from heapq import nsmallest
from html import escape
from itertools import compress
from math import isfinite

import streamlit as st

from bpe_core.algorithms.three_algorithms import LONGEST_HELD_OUT, MOST_HELD_OUT, Cut, SideBySide
from bpe_core.text.corpus import Token
from bpe_core.tokenizers.metrics import compression_ratio, fertility
from classroom.values import SPACES
from pages.components.charts import (
    cost,
    count_of,
    facts_table,
    figures_table,
    in_latex,
    in_two_lines,
    note_lost_text,
    ratio,
    score_fraction,
    score_numbers,
    three_digits,
)
from pages.components.lesson_head import fold
from pages.components.tokens.plain_text import readable
from pages.lessons.side_by_side import LESSON
from pages.session.language import _, format_number, visible

NAMES = ("BPE", "WordPiece", "Unigram")
#: Most tokens of one group that are named, and most characters shown of a token.
MOST_NAMED, LONGEST = 40, 24
#: Which of the three have a token, in the order of the table: all, two, one.
GROUPS = ((1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1))


def draw_comparison(three: SideBySide, step: int) -> None:
    """The results of the three at a step: figures, tokens that they share, and the rules."""
    st.header(_("The results at step {k}", k=step))
    texts = three.texts_at(step)
    draw_figures(three, step, texts)
    st.header(_("Three rules, with the numbers at step {k}", k=step))
    formulas(three, step)
    with fold(_("The tokens they share at step {k}", k=step), "shared"):
        draw_shared([{readable(text, three.corpus) for text in each} for each in texts])


def draw_figures(three: SideBySide, step: int, texts: Sequence[set[Token]]) -> None:
    """Sizes, tokens per word and bytes per token, and how words are cut that none has seen.

    `texts` are the token texts of the three at the step.
    """
    corpus = three.corpus
    counts = three.token_counts_at(step)
    cuts = three.cuts_at(step) if three.held_out else []
    rows = [
        (_("vocabulary size"), *three.sizes_at(step)),
        (_("different strings among its tokens"), *map(len, texts)),
        (_("tokens per word"), *(ratio(fertility(n, corpus.word_total)) for n in counts)),
        (_("bytes per token"), *(ratio(compression_ratio(corpus.text_bytes, n)) for n in counts)),
        *_held_out_rows(cuts),
    ]
    figures_table(rows, ["", *NAMES])
    if len(set(three.sizes_at(len(three)))) > 1:
        st.caption(_("The sizes differ even at the last step: there is too little to learn here."))
    elif len(set(three.sizes_at(step))) > 1:
        st.caption(_("The sizes differ here. Compare at the last step, where they are the same."))
    if any(cut.unknown_tokens for cut in cuts):
        note_lost_text()
    if n := len(three.held_out):
        st.caption(LESSON.prose("held_out", n=n, most=MOST_HELD_OUT, length=LONGEST_HELD_OUT))
    else:
        st.caption(_("Nothing is held out here: the corpus has fewer than 20 different words."))


def _held_out_rows(cuts: Sequence[Cut]) -> Iterable[tuple[str, ...]]:
    """How each of the three cuts the words that are held out."""
    if not cuts:
        return ()
    titles = (
        _("held out: tokens per word"),
        _("held out: bytes per token"),
        _("held out: unknown tokens"),
        _("held out: words with an unknown token"),
    )
    figures = (
        (
            cost(fertility(cut.tokens, cut.words), cut.unknown_tokens),
            cost(compression_ratio(cut.text_bytes, cut.tokens), cut.unknown_tokens),
            _share(cut.unknown_tokens, cut.tokens),
            _share(cut.unknown_words, cut.words),
        )
        for cut in cuts
    )
    return zip(titles, *figures, strict=True)


def _share(part: int, whole: int) -> str:
    """A share in percent, followed by the count.

    >>> _share(1, 8)
    '12.5% (1)'
    """
    return f"{format_number(round(100 * part / whole, 1))}% ({format_number(part)})"


def draw_shared(texts: Sequence[set[Token]]) -> None:
    """The tokens that all three, only two, or only one have: how many, and the longest."""
    rows = [
        (_who_has(group), len(found), longest(found))
        for group, found in zip(GROUPS, shared_texts(texts), strict=True)
    ]
    st.html(shared_html(rows))
    st.caption(LESSON.prose("shared"))


def shared_texts(texts: Sequence[set[Token]]) -> list[set[Token]]:
    """For each of `GROUPS`, the texts that exactly these algorithms have.

    >>> shared_texts([{"a", "ab"}, {"a", "bc"}, {"a", "bc"}])
    [{'a'}, set(), set(), {'bc'}, {'ab'}, set(), set()]
    """
    return [
        set.intersection(*compress(texts, group)).difference(
            *compress(texts, [not has for has in group])
        )
        for group in GROUPS
    ]


def longest(texts: set[Token]) -> list[Token]:
    """The longest of the texts, at most `MOST_NAMED`; ties are in alphabetical order.

    >>> longest({"b", "a", "bc"})
    ['bc', 'a', 'b']
    """
    return nsmallest(MOST_NAMED, texts, key=lambda text: (-len(text), text))


def _who_has(group: Sequence[int]) -> str:
    names = [name for name, has in zip(NAMES, group, strict=True) if has]
    if len(names) == len(NAMES):
        return _("all three")
    if len(names) == 1:
        return _("only {name}", name=names[0])
    return _("{one} and {other}", one=names[0], other=names[1])


def shared_html(rows: Sequence[tuple[str, int, Sequence[Token]]]) -> str:
    """The table as HTML, in which every token is literal.

    >>> shared_html([("all three", 1, ["<b>"])])
    '<table class="figures shared">...<bdi>&lt;b&gt;</bdi></td></tr></tbody></table>'
    """
    head = "".join(
        f'<th scope="col">{escape(title)}</th>' for title in (_("found in"), _("tokens"))
    )
    body = "".join(
        f'<tr><th scope="row">{escape(who)}</th><td>{format_number(count)}</td>'
        f'<td class="tokens">{" ".join(map(_chip, tokens))}{" …" if count > len(tokens) else ""}'
        "</td></tr>"
        for who, count, tokens in rows
    )
    head = f"<thead><tr>{head}<td></td></tr></thead>"
    return f'<table class="figures shared">{head}<tbody>{body}</tbody></table>'


def _chip(token: Token) -> str:
    return f"<bdi>{escape(visible(str(token).translate(SPACES), LONGEST))}</bdi>"


def formulas(three: SideBySide, step: int) -> None:
    """Draw the formula of each of the three, with the numbers of this step."""
    bpe, wordpiece, rounds = three.steps_at(step)
    cheapest = float(three.unigram.snapshots[rounds].costs.min())
    counted = f" = {in_latex(int(three.bpe.merge_counts[bpe - 1]))}" if bpe else ""
    scored = score_numbers(three.wordpiece, wordpiece) if wordpiece else ""
    lost = f" = {in_latex(three_digits(max(cheapest, 0.0)))}" if isfinite(cheapest) else ""
    written = (
        (r"\max_{a,b}\ " + count_of(r"a\,b"), counted),
        (r"\max_{a,b}\ " + score_fraction(), scored),
        (r"\min_{t}\ \mathcal{L}_{-t} - \mathcal{L}", lost),
    )
    for column, name, lines in zip(st.columns(3), NAMES, written, strict=True):
        column.markdown(f"**{name}**")
        column.latex(in_two_lines(*lines))


def draw_compared() -> None:
    """Draw the table, in the learner's language."""
    with st.expander(_("The three algorithms in one table")):
        (_question, *names), *rows = LESSON.table("compared")
        facts_table(rows, ["", *names])
