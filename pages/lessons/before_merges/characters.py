"""Draw where patterns cut, script by script: which alternative took each piece, and the tokens.

The five published patterns stand side by side in a component; a piece is marked where it begins
inside a character.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache, partial
from itertools import islice
from typing import Any
from unicodedata import normalize

import streamlit as st

from bpe_core import Corpus, train_bpe
from bpe_core.text.characters import (
    code_point,
    graphemes_of,
    pieces_that_cut_characters,
    unseen_in,
    without_unseen,
    words_with_unseen,
)
from bpe_core.text.published_patterns import PATTERNS, PatternInParts
from pages.components.charts import figures_table
from pages.components.component import STEPPER, component
from pages.components.lesson_head import late_fold
from pages.components.tokens.three_tokenizers import chips_of
from pages.components.tokens.token_rows import Chip, TokenRow, in_tokens, token_rows
from pages.components.vocabularies.parallel_texts import language_names, paragraphs
from pages.lessons.before_merges import LESSON
from pages.session import state
from pages.session.language import N_, _, current_language, gettext
from sample_corpora import CATALOGUE, content

_component = component(
    "lessons/before_merges/patterns.js", STEPPER, "lessons/before_merges/before_merges.css"
)

#: The most merges of a training, and the pieces and words of a text that are shown.
MERGES, MOST_PIECES, MOST_WORDS = 60, 160, 12
#: Which models cut text by each pattern.
USED_BY = {
    "GPT-2": ("GPT-2", "GPT-3"),
    "GPT-4": ("GPT-3.5", "GPT-4"),
    "o200k": ("GPT-4o", "GPT-5"),
    "Qwen": ("Qwen 1 – 3",),
    "Qwen 3.5": ("Qwen 3.5", "Qwen 3.6"),
}
#: Where the five patterns differ in nothing but the marks, this one shows what the marks do.
PATTERN = PATTERNS["GPT-2"]
KOREAN = 3
to_nfd = partial(normalize, "NFD")
#: What no paragraph of the sample has: its title, and a text.
OTHER_SAMPLES: Mapping[str, tuple[str, str]] = {
    "jamo": (N_("Korean in jamo (NFD)"), to_nfd(paragraphs()[KOREAN])),
    "tones": (
        N_("Vietnamese, Yoruba and pinyin (NFD)"),
        to_nfd(
            "Đứa trẻ đang học đọc. Trước hết em học chữ, rồi học từ, và một hôm em đọc hết một "
            "truyện. Ọmọ náà ń kọ́ bí a ṣe ń kàwé. Háizi zài xuéxí yuèdú."
        ),
    ),
    "points": (
        N_("Hebrew and Arabic with vowel signs"),
        "הַיַּלְדָּה קוֹרֵאת סִפּוּר, סִפּוּר שָׁלֵם. اَلطِّفْلَةُ تَقْرَأُ قِصَّةً، قِصَّةً كَامِلَةً.",
    ),
    "emoji": (N_("emoji"), str(content("scripts")).split("\n\n")[-1].strip()),
    "unseen": (
        N_("characters that cannot be seen"),
        "resume resume resume resu\u200bme re\u00adsume \u200eresume resume\u2060 10 km 10\u00a0km "
        "❤ ❤\ufe0f می\u200cخواند",
    ),
}


def samples() -> dict[str, tuple[str, str]]:
    """Each sample by its name in the link: its title in the reader's language, and its text."""
    titles = zip(language_names(), paragraphs(), strict=True)
    others = {name: (gettext(title), text) for name, (title, text) in OTHER_SAMPLES.items()}
    return dict(zip(CATALOGUE["scripts"].languages, titles, strict=True)) | others


def draw_characters(own: str) -> None:
    """The chosen text under each pattern, the tokens that follow, and all samples together."""
    if not (box := late_fold(_("Five patterns, side by side"), "patterns", "sample")).open:
        return
    with box:
        st.markdown(LESSON.prose("patterns"))
        named = samples()
        name = st.selectbox(
            _("Text"),
            ["own", *named],
            format_func=lambda name: named[name][0] if name in named else _("your own text"),
            width=320,
            **state.bound_to_parameter("sample"),
        )
        text = named[name][1] if name in named else own
        draw_patterns(text)
        if text.strip():
            _draw_tokens(text)
            _draw_forms(text)
            _draw_unseen(text)
        st.header(_("How often each pattern cuts inside a character"))
        rows = [(title, *cuts_in(text)) for title, text in named.values()]
        figures_table(rows, ["", *PATTERNS])


def draw_patterns(text: str) -> None:
    """The text as each pattern cuts it, every piece marked with the alternative it matched."""
    with_marks = st.toggle(_("Count combining marks, `\\p{M}`, as letters"), key="pattern_marks")
    patterns = [each.with_marks() if with_marks else each for each in PATTERNS.values()]
    _component(
        key="patterns",
        data={
            "lang": current_language(),
            "patterns": [pattern_data(pattern, text) for pattern in patterns],
        },
    )


def pattern_data(pattern: PatternInParts, text: str) -> dict[str, Any]:
    """A pattern, what each alternative matches and how often, and the text's first pieces.

    Each piece is its text, its alternative, and whether it begins inside a character.
    """
    pieces = list(pattern.pieces(text))
    inside = pieces_that_cut_characters(piece.text for piece in pieces)
    counts = Counter(piece.alternative for piece in pieces)
    takes = [said for name, said in LESSON.table("alternatives") if name == pattern.name]
    alternatives = enumerate(zip(pattern.alternatives, takes, strict=True))
    return {
        "name": pattern.name,
        "used_by": _(", ").join(USED_BY[pattern.name]),
        "alternatives": [(*said, counts[number]) for number, said in alternatives],
        "pieces": [
            [*piece, cut] for piece, cut in islice(zip(pieces, inside, strict=True), MOST_PIECES)
        ],
        "cuts": sum(inside),
        "more": max(0, len(pieces) - MOST_PIECES),
    }


@cache
def cuts_in(text: str) -> list[int]:
    """How many pieces of each pattern begin inside a character of the text."""
    every = ([piece.text for piece in pattern.pieces(text)] for pattern in PATTERNS.values())
    return [sum(pieces_that_cut_characters(pieces)) for pieces in every]


def tokens_by(pattern: PatternInParts, text: str) -> list[tuple[str, ...]]:
    """The pieces of a text in tokens, once each pair that occurs twice has been merged."""
    pieces = [piece.text for piece in pattern.pieces(text)]
    counts = Counter(pieces)
    trace = train_bpe(Corpus.from_counts(counts), num_merges=MERGES, min_frequency=2)
    words = trace.state_at(len(trace.merges)).words
    tokens = {piece: word for piece, (word, _count) in zip(counts, words, strict=True)}
    return [tuple(map(str, tokens[piece])) for piece in pieces]


def _draw_tokens(text: str) -> None:
    """Draw the tokens of two trainings: with the pattern, and with marks among its letters."""
    st.header(_("What the cuts do to the tokens"))
    st.markdown(LESSON.prose("tokens", n=MERGES))
    ways = {"GPT-2": PATTERN, _("GPT-2 with \\p{M}"): PATTERN.with_marks()}
    rows = []
    for title, pattern in ways.items():
        words = tokens_by(pattern, text)
        counted = in_tokens(sum(map(len, words)))
        chips = [[Chip(token) for token in word] for word in words[:MOST_PIECES]]
        rows.append(TokenRow(title, counted, chips, last="…" * (len(words) > MOST_PIECES)))
    if rows[0].words == rows[1].words:
        st.caption(_("Both cut this text in the same way, so the tokens are the same."))
        rows = rows[:1]
    token_rows(rows, key="characters_tokens")


def _draw_forms(text: str) -> None:
    """The text composed and decomposed: two ways to write what looks the same."""
    forms = [normalize("NFC", text), to_nfd(text)]
    if forms[0] == forms[1]:
        return
    st.header(_("Composed and decomposed"))
    st.markdown(LESSON.prose("forms"))
    rows = [
        (_("characters, as people count them"), *(len(graphemes_of(form)) for form in forms)),
        (_("code points"), *map(len, forms)),
        (_("different code points: the base vocabulary"), *(len(set(form)) for form in forms)),
        (_("bytes"), *(len(form.encode()) for form in forms)),
        (_("cuts inside a character, by GPT-2's pattern"), *(cuts_in(form)[0] for form in forms)),
        (_("tokens after training"), *(sum(map(len, tokens_by(PATTERN, form))) for form in forms)),
    ]
    figures_table(rows, ["", "NFC", "NFD"])


def _draw_unseen(text: str) -> None:
    """Each word in which something cannot be seen, and its tokens with and without that."""
    words = words_with_unseen(text)
    if not words:
        return
    st.header(_("Characters that cannot be seen"))
    st.markdown(LESSON.prose("unseen"))
    corpus = Corpus.from_text(text, pre_tokenizer="gpt2", unit="byte")
    tokenizer = train_bpe(corpus, num_merges=MERGES, min_frequency=2).tokenizer()
    rows = []
    for word in words[:MOST_WORDS]:
        seen = without_unseen(word)
        chips = [chips_of(tokenizer, each) for each in (word, seen)]
        names = _(", ").join(map(code_point, unseen_in(word)))
        rows.append(TokenRow(seen, "", chips, last=names))
    columns = [_("word"), _("tokens with it"), _("tokens without it"), _("not seen")]
    token_rows(rows, key="characters_unseen", columns=columns)
