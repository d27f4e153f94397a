"""Tokens found by text, bytes, id or pattern, filtered and sorted, fifty at a time.

They are drawn by a component, in which each can be opened for a closer look. Long tokens are
folded, because some vocabularies have learned spam and worse, and a class must not see that by
accident.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core.files.inspection.tokens import CLASSES, TokenView, script_of
from pages.components.component import STEPPER, component
from pages.components.vocabularies import answered, script_name
from pages.lessons.tokenizer_file import BY, FIND_LIMIT, LESSON, ONLY, ORDERS, RANGES, SORTS
from pages.lessons.tokenizer_file.life import look_at_token
from pages.session import state
from pages.session.language import _, current_language, gettext
from pages.session.session_state import bound, bound_choice, component_value
from pages.session.uploads import Vocabulary
from sample_corpora import CATALOGUE, content

#: Most rows shown at a time.
ROWS = 50
_ALL = "all"
#: The property of a token that each range limits.
_NARROWED = {("shortest", "longest"): "characters", ("lowest", "highest"): "ranks"}


def draw_search(vocabulary: Vocabulary) -> None:
    """The search fields, and the tokens that were found."""
    _draw_fields()
    question = question_of({name: state.chosen(name) for name in SEARCH_PARAMETERS})
    answer = answered(vocabulary, question, "search")
    if answer is None:
        return
    first, total = question["offset"], answer["total"]
    last = first + len(answer["tokens"])
    st.caption(
        _(
            "Tokens found: {total}. Shown: {first} to {last}.",
            total=total,
            first=min(first + 1, last),
            last=last,
        )
    )
    rows = [TokenRow(token) for token in answer["tokens"]]
    token_list(rows, key="inside_found", on_token=look_at_token)
    with st.container(horizontal=True):
        _page_button(_("Previous tokens"), max(0, first - ROWS), first > 0)
        _page_button(_("Next tokens"), last, last < total)


SEARCH_PARAMETERS = (
    *("find", "by", "script", "only", "sort", "order", "from"),
    *(end for ends in RANGES for end in ends),
)


def question_of(parameters: dict[str, Any]) -> dict[str, Any]:
    """The search as a question to the file.

    >>> parameters = {"find": "hug", "by": "text", "script": "all", "only": "half", "sort": "id"}
    >>> parameters |= {"order": "down", "from": 50, "shortest": 3}
    >>> question_of(parameters)
    {'ask': 'search', 'sort': 'id', 'descending': True, 'offset': 50, 'limit': 50, 'half': True, 'characters': [3, 65536], 'wanted': 'hug', 'by': 'text'}
    """  # noqa: E501  (the expected output is one line)
    question: dict[str, Any] = {
        "ask": "search",
        "sort": parameters["sort"],
        "descending": parameters["order"] == "down",
        "offset": parameters["from"],
        "limit": ROWS,
        **ONLY[parameters["only"]][1],
    }
    if parameters["script"] != _ALL:
        question["script"] = parameters["script"]
    for ends, narrowed in _NARROWED.items():
        chosen = [parameters.get(end) for end in ends]
        if chosen != [None, None]:
            given = zip(chosen, RANGES[ends], strict=True)
            question[narrowed] = [usual if end is None else end for end, usual in given]
    if parameters["only"] == "unseen":
        question["unseen_in"] = sample_texts()
    if parameters["find"]:
        question |= {"wanted": parameters["find"], "by": parameters["by"]}
    return question


@cache
def sample_texts() -> list[str]:
    """The sample corpora as texts; a table of words gives each word once.

    >>> sample_texts()[0]
    'hug pug pun bun hugs'
    """
    stored = map(content, CATALOGUE)
    return [each if isinstance(each, str) else " ".join(each) for each in stored]


def _draw_fields() -> None:
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    find = bound("inside_find", state.chosen("find"), _find)
    left.text_input(_("Search for tokens"), max_chars=FIND_LIMIT, **find)
    _choice(right, "by", _("Search by"), BY)
    columns = st.columns(4, vertical_alignment="bottom")
    _choice(columns[0], "script", _("Script"), {each: each for each in (_ALL, *CLASSES)})
    only = {name: label for name, (label, _fields) in ONLY.items()}
    _choice(columns[1], "only", _("Filter"), only)
    _choice(columns[2], "sort", _("Sort by"), SORTS)
    _choice(columns[3], "order", _("Where to begin"), ORDERS)
    columns = st.columns(4, vertical_alignment="bottom")
    ends = [(end, limits) for ends, limits in RANGES.items() for end in ends]
    for column, (end, (low, high)) in zip(columns, ends, strict=True):
        _limit(column, end, low, high)
    if state.chosen("only") == "unseen":
        texts = sample_texts()
        st.caption(LESSON.prose("unseen", n=len(texts), characters=sum(map(len, texts))))


def _limit(column: DeltaGenerator, name: str, low: int, high: int) -> None:
    """One end of a range; an empty field means no limit."""

    def use(number: int | None) -> None:
        state.choose(**{name: number, "from": 0})

    title = gettext(LESSON.parameters[name].title)
    value = state.chosen(name)
    column.number_input(title, low, high, value=None, **bound(f"inside_{name}", value, use))


def _find(wanted: str) -> None:
    state.choose(find=wanted[:FIND_LIMIT], **{"from": 0})


def _choice(column: DeltaGenerator, name: str, label: str, options: dict[str, str]) -> None:
    def shown_option(option: str) -> str:
        if name == "script":
            return _("all scripts") if option == _ALL else script_name(option)
        return gettext(options[option])

    value = state.chosen(name)
    column.selectbox(
        label,
        list(options),
        format_func=shown_option,
        **bound_choice(
            f"inside_{name}",
            value if value in options else next(iter(options)),
            options,
            lambda chosen: state.choose(**{name: chosen, "from": 0}),
        ),
    )


def _page_button(label: str, first: int, is_there: bool) -> None:
    st.button(label, disabled=not is_there, on_click=state.choose, kwargs={"from": first})


#: Length in characters from which a token is folded; a phrase is shorter in Chinese, Japanese and
#: Korean.
LONG, LONG_EAST_ASIAN = 20, 4
_EAST_ASIAN = {"Han", "Hiragana", "Katakana", "Hangul"}

_component = component(
    "lessons/tokenizer_file/token_list.js", STEPPER, "lessons/tokenizer_file/tokenizer_file.css"
)


@dataclass(frozen=True)
class TokenRow:
    """A token, a remark about it, and the tokens that come out in its place."""

    token: TokenView
    remark: str = ""
    instead: Sequence[TokenView] = ()


def token_list(rows: Sequence[TokenRow], *, key: str, on_token: Callable[[int], None]) -> None:
    """Draw the rows; `on_token` is called with the id of a token that was clicked."""

    def take() -> None:
        reported = component_value(key, "token")
        if isinstance(reported, int) and any(row.token["id"] == reported for row in rows):
            on_token(int(reported))

    data = {
        "rows": [
            {
                "token": row.token,
                "script": script_name(row.token["script"]),
                "remark": row.remark,
                "instead": [*row.instead],
                "folded": is_folded(row.token["text"]),
            }
            for row in rows
        ],
        "lang": current_language(),
    }
    _component(key=key, data=data, on_token_change=take)


def is_folded(text: str | None) -> bool:
    """Whether a token is so long that a list shows it only on request.

    Whitespace and signs may be long.

    >>> [is_folded(text) for text in (4 * "哈", 3 * "哈", 20 * "a", 19 * " a", 80 * " ", None)]
    [True, False, True, False, False, False]
    >>> [is_folded(text) for text in ("hug", " tokenization", "=" * 64, "\\n" * 30, " 1234")]
    [False, False, False, False, False]
    """
    if text is None:
        return False
    scripts = [script_of(character) for character in text]
    east_asian = sum(script in _EAST_ASIAN for script in scripts)
    letters = sum(script != "Common" for script in scripts)
    return east_asian >= LONG_EAST_ASIAN or letters >= LONG
