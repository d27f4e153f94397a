"""Other ways to cut a word, and back to text: what tutorials print, BPE-dropout, and four signs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from itertools import islice

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.algorithms.bpe.tokenizer import WAYS, Way
from bpe_core.encoding.encoding_steps import Cut
from bpe_core.experiments.back_to_text import Decoded, Flow, ways_back
from bpe_core.text.corpus import Token
from pages.components.charts import facts_table
from pages.components.html import Html
from pages.components.lesson_head import fold
from pages.components.tokens.plain_text import reading_direction, token_text
from pages.components.tokens.three_tokenizers import chip_of
from pages.components.tokens.token_rows import Bar, TokenRow, share_bar, token_rows
from pages.components.training.tokenizer_choice import Source, TrainedHere
from pages.lessons.encode_decode import LESSON
from pages.session import state
from pages.session.language import _, visible
from pages.session.parameters import SEEDS
from pages.session.traces import merges_by_key

#: Most base tokens of a word, and most words of the corpus, that are encoded in all ways.
MOST_UNITS, MOST_WORDS = 60, 500
#: How often the word is encoded, and how many of its distinct segmentations are listed.
DRAWINGS, MOST_LISTED = 100, 12
#: Most base tokens in a word for which every segmentation is examined.
MOST_EXACT = 12
#: The characters of the text that are used, and the merges of each training on them.
MOST_CHARACTERS, MERGES = 40, 8
#: The last character that is broken off, where the text ends in one of a single byte.
BROKEN = "茶"


def draw_ways(tokenizer: Tokenizer, word: str | None, source: Source) -> None:
    """Draw the word by each way, and the first word of the corpus that each splits differently.

    Nothing without a word or a merge.
    """
    if not word or not tokenizer.step:
        return
    with st.expander(_("Is encoding one loop over the merges?")):
        st.markdown(LESSON.prose("ways"))
        rows, columns = rows_of_ways(tokenizer, word), [_("way"), _("tokens of this word")]
        if isinstance(source, TrainedHere):
            columns.append(_("the first word of the corpus that it splits differently"))
            parting = _words_that_part(tokenizer, source.key, tokenizer.step)
            for way, row in zip(WAYS, rows, strict=True):
                row.append(_parting(tokenizer, way, parting))
        facts_table(rows, columns)


def rows_of_ways(tokenizer: Tokenizer, word: str) -> list[list[str]]:
    """The word by each way, a long one only by the usual way."""
    is_short = len(tokenizer.encoding_steps(word)[0].ids) <= MOST_UNITS
    usual = tokenizer.encode_word_by("rank", word)
    rows = []
    said = LESSON.words("ways_by_name")
    for way in WAYS:
        ids = tokenizer.encode_word_by(way, word) if is_short or way == "rank" else []
        sign = "✓" if ids == usual else "≠"
        rows.append([said[way], Html(f"{_chips(tokenizer, ids)} {sign}") if ids else "–"])
    return rows


def _parting(tokenizer: Tokenizer, way: Way, parting: dict[Way, tuple[str, int]]) -> str:
    if way not in parting:
        return _("none")
    word, place = parting[way]
    usual, other = (tokenizer.encode_word_by(each, word) for each in ("rank", way))
    sentence = escape(_("word {n}: {other} instead of {usual}"))
    chips = {"other": _chips(tokenizer, other), "usual": _chips(tokenizer, usual)}
    return Html(sentence.format(n=place, **chips))


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


def draw_dropout(tokenizer: Tokenizer, word: str | None) -> None:
    """Show the settings, and a word's distinct segmentations with how often each was drawn.

    Without a word or a merge, the fold stays: one that came back would open as the link says,
    though the learner has closed it.
    """
    with fold(_("BPE-dropout: other segmentations of the same word"), "dropout", "drop", "seed"):
        st.markdown(LESSON.prose("dropout"))
        if word:
            _draw(tokenizer, word)


def _draw(tokenizer: Tokenizer, word: str) -> None:
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    left.slider(
        _("Probability of dropping a merge"),
        0,
        100,
        format="%d%%",
        **state.bound_to_parameter("drop"),
    )
    seed = state.chosen("seed")
    right.button(_("Draw again"), on_click=lambda: state.choose(seed=(seed + 1) % (SEEDS + 1)))
    probability = state.chosen("drop") / 100
    drawn = Counter(islice(tokenizer.drop_merges(word, probability, seed), DRAWINGS))
    exact = exact_shares(tokenizer, word, probability)
    usual = tuple(tokenizer.encode_word(word))
    rows = [_row(tokenizer, cut, n, exact, cut == usual) for cut, n in drawn.most_common()]
    columns = LESSON.titles("dropout_titles", n=DRAWINGS)[: 4 if exact else 3]
    token_rows(rows[:MOST_LISTED], key="dropout", columns=columns)
    st.caption(_summary(drawn, exact, len(usual)))


def exact_shares(tokenizer: Tokenizer, word: str, probability: float) -> Mapping[Cut, float]:
    """The probability of each segmentation; empty for a long word, which has too many."""
    length = len(tokenizer.encoding_steps(word)[0].ids)
    return tokenizer.shares_of_cuts(word, probability) if length <= MOST_EXACT else {}


def _row(
    tokenizer: Tokenizer, cut: Cut, times: int, exact: Mapping[Cut, float], is_usual: bool
) -> TokenRow:
    bars = [Bar(times / DRAWINGS, times)]
    if exact:
        bars.append(share_bar(exact[cut]))
    chips = [chip_of(tokenizer, token_id) for token_id in cut]
    remark = _("without dropout") if is_usual else ""
    return TokenRow(len(cut), remark, [chips], bars=tuple(bars))


def _summary(drawn: Counter[Cut], exact: Mapping[Cut, float], usual: int) -> str:
    """How many segmentations were drawn, and how long they are on average."""
    mean = sum(len(cut) * times for cut, times in drawn.items()) / DRAWINGS
    rest = sum(times for _cut, times in drawn.most_common()[MOST_LISTED:])
    lines = [
        _("Different segmentations drawn: {n}.", n=len(drawn)),
        _("Possible segmentations: {n}.", n=len(exact)) if exact else "",
        _(
            "Average number of tokens: {mean}; without dropout: {usual}.",
            mean=round(mean, 2),
            usual=usual,
        ),
        LESSON.prose("not_listed", limit=MOST_LISTED, n=rest) if rest else "",
        _("The same seed always draws the same segmentations. The link includes it."),
    ]
    return "  \n".join(filter(None, lines))  # lines of Markdown


def draw_signs(text: str) -> None:
    """Draw what each token of a text becomes when it is decoded, by each of four signs."""
    text = text[:MOST_CHARACTERS].strip()
    if not text:
        return
    with st.expander(_("Back to text: </w>, Ġ, ## and �")):
        st.markdown(LESSON.prose("signs"))
        whole = text + BROKEN if text[-1].isascii() else text
        ways = [*ways_back(text, MERGES)[:-1], ways_back(whole, 0)[-1]]
        st.html(f'<div class="flows">{"".join(_picture(way, text) for way in ways)}</div>')


def _picture(way: Decoded, text: str) -> str:
    """A column for each token: the token above, and below it the text that it becomes."""
    is_back = way.decoded == text
    verdict = _("This is the text.") if is_back else _("This is not the text.")
    columns = "".join(_column(flow, way.sign) for flow in way.flows)
    return (
        f"<figure><figcaption><code>{escape(way.sign)}</code> "
        f"<span>{'✓' if is_back else '≠'} {escape(verdict)}</span></figcaption>"
        f'<ol dir="{reading_direction([way.decoded])}">{columns}</ol></figure>'
    )


def _column(flow: Flow, sign: str) -> str:
    tokens = "".join(f"<bdi>{_signed(token, sign)}</bdi>" for token in flow.tokens)
    shown = _spaced(flow.text) if flow.text else "<small>–</small>"
    return f'<li><span>{tokens}</span><span aria-hidden="true">↓</span><bdi>{shown}</bdi></li>'


def _signed(token: Token, sign: str) -> str:
    """A token as HTML, with its sign marked."""
    shown = escape(token_text(token))
    return shown.replace(escape(sign), f"<mark>{escape(sign)}</mark>")


def _spaced(text: str) -> str:
    """A text as HTML, with its spaces marked."""
    return escape(visible(text, len(text))).replace(" ", "<mark>␣</mark>")
