"""Compare up to four vocabularies and the tokenizer trained here: figures, and a checklist."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import regex
import streamlit as st

from bpe_core.files.inspection.tokens import script_of
from bpe_core.text.corpus import encode_utf8
from bpe_core.tokenizers.published_vocabularies import PUBLISHED
from pages.components.charts import cost, figures_table, note_lost_text, tokens_of_text
from pages.components.charts.charts import dot_rows, dots_chart, filled
from pages.components.charts.shown_chart import ChartTable, bars_in_words, shown_chart
from pages.components.lesson_head import late_fold
from pages.components.training import asks_for_text, trained
from pages.components.vocabularies import (
    Reply,
    ask_all,
    draw_missing_answers,
    draw_not_here,
    script_name,
    shown_name,
)
from pages.components.vocabularies.parallel_texts import (
    NAMED,
    TextCost,
    choose_parallel_texts,
    compared_cost,
)
from pages.lessons.tokenizer_file import LESSON, MOST
from pages.lessons.tokenizer_file.overlay import Cut, cuts_of, is_at_hand
from pages.session import state
from pages.session.language import (
    _,
    as_code,
    format_large,
    format_names,
    format_number,
    format_percent,
    visible,
)
from pages.session.parameters import PARALLEL_PARAMETERS
from pages.session.session_state import SessionValue, bound
from pages.session.training_request import bpe_request
from pages.session.uploads import (
    HERE,
    SHORT_MARKER,
    Vocabulary,
    has_short_marker,
    known,
    known_code,
    trained_here,
)
from server.stores.vocabularies import SHELF

_KEY = "wild_with"
_too_many = SessionValue[bool]("wild_too_many")


def choose_vocabularies() -> list[Vocabulary]:
    """Draw a button for each vocabulary; return the chosen ones, in the order of the buttons.

    For a file that a link names but that is not here, only a request for the file is drawn.
    """
    codes = [known_code(code) for code in state.chosen("with")]
    found = known()
    shown = [code for code in (*found, HERE) if code in codes]
    st.pills(
        _("Up to four vocabularies to compare, besides the tokenizer trained here"),
        [*found, HERE],
        selection_mode="multi",
        label_visibility="collapsed",
        format_func=lambda code: shown_name(found[code]) if code in found else _("trained here"),
        **bound(_KEY, shown, _use),
    )
    if _too_many.take():
        st.warning(
            _("You can compare up to {n} vocabularies at a time. Turn one off first.", n=MOST)
        )
    draw_not_here([code for code in codes if code not in found])
    return [found[code] for code in shown if code in found]


def compare_also(vocabulary: Vocabulary) -> None:
    """Compare this one, too. If there is no room, it replaces the one that was chosen first."""
    codes = [known_code(code) for code in state.chosen("with")]
    others = [code for code in codes if code not in (HERE, vocabulary.code)]
    here = [HERE] if HERE in codes else []
    state.choose(**{"with": (*others[1 - MOST :], vocabulary.code, *here), "two": ()})


def compare_no_more(vocabulary: Vocabulary) -> None:
    """Compare only the others."""
    codes = tuple(code for code in state.chosen("with") if code != vocabulary.code)
    state.choose(**{"with": codes, "two": ()})


def _use(codes: Sequence[str]) -> None:
    """Compare these from now on, unless there are too many. Files not here stay on the list."""
    is_most = len([code for code in codes if code != HERE]) > MOST
    _too_many.put(is_most)
    if not is_most:
        state.choose(**{"with": tuple(codes), "two": ()})


def vocabulary_trained_here() -> Vocabulary | None:
    """The tokenizer trained with the current settings; None, with the reason drawn, without one."""
    request = bpe_request()
    done = None if asks_for_text(request) else trained(request)
    if done is None:
        return None
    corpus = done.trace.corpus
    if has_short_marker(corpus):
        st.caption(
            _(
                "In this vocabulary, {mark} stands for the end-of-word marker {marker}.",
                mark=as_code(SHORT_MARKER),
                marker=as_code(visible(corpus.end_of_word)),
            )
        )
    return trained_here(done.key, len(corpus.base_vocabulary) + len(done.trace))


def draw_figures(cuts: Sequence[Cut], size: int) -> None:
    """Draw a row for each of the cuts of a text of `size` bytes."""
    alike = shared_spans(cuts)
    covered = sum(end - start for start, end in alike)
    rows = [
        [
            cut.name,
            format_names(PUBLISHED[cut.code].used_by) if cut.code in PUBLISHED else "",
            format_number(cut.size),
            tokens_of_text(len(cut.tokens), cut.unknown_count),
            cost(size / len(cut.tokens), cut.unknown_count) if cut.tokens else "",
            _(
                "{tokens} of the tokens, {bytes} of the bytes",
                tokens=format_percent(len(alike) / max(1, len(cut.tokens))),
                bytes=format_percent(covered / max(1, size)),
            ),
        ]
        for cut in cuts
    ]
    figures_table(rows, LESSON.titles("figures_titles"))
    if any(cut.unknown_count for cut in cuts):
        note_lost_text()


def shared_spans(cuts: Sequence[Cut]) -> set[tuple[int, int]]:
    """The spans that are one token in every cut: first byte, and the byte after the last.

    >>> from pages.lessons.tokenizer_file.overlay import PlacedToken
    >>> one = Cut("a", "a", 9, [PlacedToken(1, 0, 3), PlacedToken(2, 3, 4), PlacedToken(3, 4, 4)])
    >>> other = Cut("b", "b", 9, [PlacedToken(7, 0, 2), PlacedToken(8, 2, 3), PlacedToken(9, 3, 4)])
    >>> shared_spans([one, other]), len(shared_spans([one]))
    ({(3, 4)}, 2)
    """
    spans = [{(t.start, t.end) for t in cut.tokens if t.start < t.end} for cut in cuts]
    return set.intersection(*spans) if spans else set()


#: The scripts of a text that have a row, and the columns of the embedding that is reckoned with.
MOST_SCRIPTS, WIDTH = 3, 4_096
_NUMBER = regex.compile(r"\d+")


def draw_choosing(text: str, cuts: Sequence[Cut]) -> None:
    """Draw the questions that a text answers, and then those that it doesn't."""
    if not text or not cuts:
        return
    with st.expander(_("Choosing a tokenizer: a checklist for your text")):
        st.markdown(LESSON.prose("choosing"))
        figures_table(list(_rows(text, cuts)), ["", *(cut.name for cut in cuts)])
        st.markdown(LESSON.prose("choosing_follows"))


def _rows(text: str, cuts: Sequence[Cut]) -> Iterator[list[str]]:
    data = encode_utf8(text)
    yield [
        _("Does your text come back exactly?"),
        *(_("all of it") if cut.comes_back else _("not all of it") for cut in cuts),
    ]
    yield [
        _("Bytes per token: how well does it compress?"),
        *(cost(len(data) / max(1, len(cut.tokens)), cut.unknown_count) for cut in cuts),
    ]
    for script, size in scripts_of(text).most_common(MOST_SCRIPTS):
        question = _("Tokens per character, {script}: does it know this script?")
        yield [
            question.format(script=script_name(script)),
            *(cost(tokens_in(cut, text)[script] / size, cut.unknown_count) for cut in cuts),
        ]
    if numbers := _NUMBER.findall(text):
        number = max(numbers, key=len)
        yield [
            _("How is {number} split: into groups, and from which side?", number=number),
            *(" | ".join(pieces_of(cut, text, number)) for cut in cuts),
        ]
    yield [
        _("Tokens of nothing but spaces and line breaks: is code expensive?"),
        *(format_number(_spaces(cut, data)) for cut in cuts),
    ]
    yield [
        _("Parameters of an embedding matrix with {n} dimensions: how large is it?", n=WIDTH),
        *(format_large(cut.size * WIDTH) for cut in cuts),
    ]


def scripts_of(text: str) -> Counter[str]:
    """How many characters of each script a text has; signs and digits belong to none.

    >>> scripts_of("ab, 哈!").most_common()
    [('Latin', 2), ('Han', 1)]
    """
    found = Counter(map(script_of, text))
    del found["Common"]
    return found


def tokens_in(cut: Cut, text: str) -> Counter[str]:
    """How many tokens begin in a character of each script, a space before it not counted.

    Each half of a character is one.

    >>> from pages.lessons.tokenizer_file.overlay import PlacedToken
    >>> spans = [(0, 2), (2, 3), (3, 5), (5, 6), (6, 7)]
    >>> cut = Cut("a", "a", 9, [PlacedToken(0, *span) for span in spans])
    >>> tokens_in(cut, " a!哈1")
    Counter({'Common': 2, 'Han': 2, 'Latin': 1})
    """
    at_byte = [script_of(c) for c in text for _byte in encode_utf8(c)]
    found: Counter[str] = Counter()
    for token in cut.tokens:
        inside = at_byte[token.start : token.end]
        found[next((script for script in inside if script != "Common"), "Common")] += 1
    return found


def pieces_of(cut: Cut, text: str, number: str) -> list[str]:
    """Cut a number's first occurrence in a text into the parts that each token has of it.

    >>> from pages.lessons.tokenizer_file.overlay import PlacedToken
    >>> cut = Cut("a", "a", 9, [PlacedToken(0, *span) for span in ((0, 4), (4, 6), (6, 8))])
    >>> pieces_of(cut, "a 74815!", "74815")
    ['74', '81', '5']
    """
    start = len(encode_utf8(text[: text.index(number)]))
    end = start + len(encode_utf8(number))
    data = encode_utf8(text)
    spans = ((max(start, each.start), min(end, each.end)) for each in cut.tokens)
    return [data[a:b].decode("utf-8", "replace") for a, b in spans if a < b]


def _spaces(cut: Cut, data: bytes) -> int:
    covered = (data[token.start : token.end] for token in cut.tokens)
    return sum(bool(each) and not each.strip() for each in covered)


def parallel_texts(chosen: Sequence[Vocabulary]) -> None:
    """The choice of texts, and a row per language with its ratio to the first."""
    title = _("What the same paragraph costs in different languages")
    if (costs := late_fold(title, "parallel", *PARALLEL_PARAMETERS)).open:
        with costs:
            st.markdown(LESSON.prose("costs"))
            names, texts = choose_parallel_texts("wild")
            if texts:
                draw_costs(chosen, texts, names)


def draw_costs(chosen: Sequence[Vocabulary], texts: list[str], names: Sequence[str]) -> None:
    """For each text a dot for each vocabulary: its tokens as a multiple of the first text's."""
    question = {"ask": "costs", "texts": texts}
    questions = [(each, question) for each in chosen if not is_at_hand(each)]
    replies = ask_all(questions, "wild costs")
    costs = {each.name: found for each in chosen if (found := _costs(each, texts, replies))}
    if costs:
        _chart(costs, names)
    if any(cost.unknown for found in costs.values() for cost in found):
        note_lost_text()
    draw_missing_answers(replies)


def _chart(costs: Mapping[str, list[TextCost]], names: Sequence[str]) -> None:
    """The dots; what a text costs of which some is lost is only in the table, as "–"."""
    shown = {visible(name, NAMED): found for name, found in costs.items()}
    title = _("Tokens, as multiples of the first text's")
    multiples = {
        name: [cost.multiple_of(found[0]) for cost in found] for name, found in shown.items()
    }
    rows = dot_rows(names, multiples)
    ends = {name: [m for m in found if m is not None] for name, found in multiples.items()}
    shown_chart(
        title,
        filled(dots_chart(tuple(shown)), rows),
        key="wild_languages",
        words=bars_in_words(title, {name: max(found) for name, found in ends.items() if found}),
        figures=ChartTable(
            [_("language"), *shown],
            [
                [name, *(compared_cost(found[i], found[0]) for found in shown.values())]
                for i, name in enumerate(names)
            ],
        ),
    )


def _costs(
    vocabulary: Vocabulary, texts: Sequence[str], replies: Sequence[Reply]
) -> list[TextCost] | None:
    if is_at_hand(vocabulary):
        tokenizer = SHELF.ready()[vocabulary.name]
        return [TextCost(len(tokenizer.encode(text))) for text in texts]
    answers = (reply.answer for reply in replies if reply.vocabulary == vocabulary)
    costs = next(answers, None)
    return None if costs is None else [TextCost(**each) for each in costs]


#: A word in simplified and in traditional characters, twice; two new words; two rare characters.
WORDS = ("学习", "學習", "发展", "發展", "绝绝子", "内卷", "\U00020bb7", "犇")


def draw_chinese_words(chosen: Sequence[Vocabulary]) -> None:
    """Draw the tokens of each word by each vocabulary, with the number of its characters."""
    with st.expander(_("Chinese words: simplified, traditional, new and rare")):
        st.markdown(LESSON.prose("chinese_words"))
        cuts, _replies = cuts_of("\n".join(WORDS), chosen)
        counts = [tokens_by_line(cut, WORDS) for cut in cuts]
        rows = [
            [word, format_number(len(word)), *(format_number(each[i]) for each in counts)]
            for i, word in enumerate(WORDS)
        ]
        figures_table(rows, [_("word"), _("characters"), *(cut.name for cut in cuts)])


def tokens_by_line(cut: Cut, lines: Sequence[str]) -> list[int]:
    """How many tokens cover something of each line of a text.

    >>> from pages.lessons.tokenizer_file.overlay import PlacedToken
    >>> cut = Cut("a", "a", 9, [PlacedToken(1, 0, 2), PlacedToken(2, 2, 4), PlacedToken(3, 4, 5)])
    >>> tokens_by_line(cut, ["ab", "cd"])
    [1, 2]
    """
    counts, start = [], 0
    for line in lines:
        end = start + len(encode_utf8(line))
        counts.append(sum(each.start < end and each.end > start for each in cut.tokens))
        start = end + 1
    return counts
