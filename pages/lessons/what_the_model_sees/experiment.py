"""Parts of all experiments: the vocabularies, a prediction, and text in cells."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.text.corpus import encode_utf8
from bpe_core.tokenizers.published_vocabularies import RankedTokenizer
from pages.components.charts import cost, figures_table, note_lost_text
from pages.components.component import STEPPER, component
from pages.components.tokens.three_tokenizers import chip_of
from pages.components.tokens.token_rows import Chip, TokenRow, in_tokens
from pages.components.training.tokenizer_choice import Source
from pages.components.vocabularies import published_vocabularies
from pages.components.vocabularies.parallel_texts import TextCost
from pages.session import state
from pages.session.language import _, current_language
from pages.session.session_state import SessionValue, bound_switch, component_value
from pages.session.uploads import HERE


@dataclass(frozen=True)
class Vocabulary:
    """A vocabulary with its `code` in the address and its `name` on the page.

    `key` is unique; for the vocabulary trained here, it identifies the training.
    """

    code: str
    name: str
    key: str
    encoder: "RankedTokenizer | TrainedEncoder"

    def chips(self, text: str) -> list[Chip]:
        """The tokens of a text, as chips to show."""
        return self.chips_of(self.encoder.encode(text))

    def chips_of(self, ids: Sequence[int]) -> list[Chip]:
        """The tokens with these ids, as chips to show."""
        if isinstance(self.encoder, TrainedEncoder):
            return [chip_of(self.encoder.tokenizer, token_id) for token_id in ids]
        return [Chip(self.encoder.token(i)) for i in ids]

    def row(self, text: str, name: str = "") -> TokenRow:
        """The tokens of a text and their number, under a name: by default, this vocabulary's."""
        chips = self.chips(text)
        return TokenRow(name or self.name, in_tokens(len(chips)), [chips])

    def cost(self, text: str) -> TextCost:
        """How many tokens a text takes, and how many of them are unknown."""
        ids = self.encoder.encode(text)
        if isinstance(self.encoder, TrainedEncoder):
            return TextCost(len(ids), ids.count(self.encoder.tokenizer.unknown_id))
        return TextCost(len(ids))

    def tokens(self) -> Collection[tuple[int, bytes]]:
        """All tokens with their ids."""
        if isinstance(self.encoder, TrainedEncoder):
            size = len(self.encoder.tokenizer.vocabulary)
            return [(i, self.encoder.token(i)) for i in range(size)]
        return [(rank, token) for token, rank in self.encoder.ranks.items()]


class TrainedEncoder:
    """A tokenizer that was trained here, with each token as the bytes of the text it represents.

    An unknown token and an end-of-word marker represent no bytes; `Ġ` represents a space.

    >>> from bpe_core import Corpus, train_bpe
    >>> tokenizer = train_bpe(Corpus.from_counts({"hug": 1}, end_of_word="</w>")).tokenizer()
    >>> encoder = TrainedEncoder(tokenizer)
    >>> [encoder.token(token_id) for token_id in encoder.encode("hug x")]
    [b'hug', b'', b'']
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer

    def encode(self, text: str) -> Sequence[int]:
        return self.tokenizer.encode(text)

    def token(self, token_id: int) -> bytes:
        tokenizer = self.tokenizer
        if tokenizer.unit == "char" and token_id == tokenizer.unknown_id:
            return b""
        token, marker = tokenizer.token(token_id), tokenizer.end_of_word
        has_marker = tokenizer.has_marker(token_id)
        if isinstance(token, bytes):
            return token[: -len(encode_utf8(marker))] if has_marker else token
        text = token[: -len(marker)] if has_marker else token
        space = tokenizer.pre_tokenizer.space
        return encode_utf8(text.replace(space, " ") if space else text)


def all_vocabularies(source: Source | None) -> list[Vocabulary]:
    """The published vocabularies in order of publication, then the one trained here."""
    published = published_vocabularies().items()
    found = [Vocabulary(name, name, name, tokenizer) for name, tokenizer in published]
    if source is not None and (tokenizer := source.tokenizer(source.rules)) is not None:
        found.append(Vocabulary(HERE, _("trained here"), source.key, TrainedEncoder(tokenizer)))
    return found


def chosen_vocabulary(vocabularies: Sequence[Vocabulary]) -> Vocabulary | None:
    """Draw a row of buttons and return the vocabulary chosen with it; None if it isn't there."""
    by_code = {each.code: each for each in vocabularies}
    names = {code: each.name for code, each in by_code.items()} | {HERE: _("trained here")}
    code = state.chosen("by")
    shown = code if code in names else next(iter(names))
    st.segmented_control(
        _("Vocabulary"),
        list(names),
        format_func=names.__getitem__,
        **bound_switch("sees_by", shown, lambda code: state.choose(by=code)),
    )
    return by_code.get(shown)


def draw_costs(vocabularies: Sequence[Vocabulary], forms: Mapping[str, str]) -> None:
    """Draw how many tokens each form of a text takes in each vocabulary."""
    costs = {each.name: [each.cost(form) for form in forms.values()] for each in vocabularies}
    rows = [
        [name, *(cost(spent.tokens, spent.unknown) for spent in found)]
        for name, found in costs.items()
    ]
    figures_table(rows, [_("tokens"), *forms])
    if any(spent.unknown for found in costs.values() for spent in found):
        note_lost_text()


#: For each experiment, the facts about which the learner has predicted, and what; None if they
#: chose just to look.
_committed = SessionValue[dict[str, tuple[object, int | str | None]]]("sees_committed")
_MOST = 100_000


def predict(
    part: str,
    question: str,
    facts: object,
    right: Callable[[], int | str],
    options: Mapping[str, str] | None = None,
) -> bool:
    """Ask for a number, or for one of several answers; once there is one, show what is `right`.

    An experiment asks once. Where the facts have changed since, the learner predicted nothing.
    `question` is Markdown; `options` maps the names of answers to their words.
    """
    known = _committed.get() or {}
    if part not in known:
        place = st.empty()
        with place.container(), st.form(f"predict_{part}"):
            st.markdown(question)
            answer: int | str | None
            label = _("Your prediction")
            if options is None:
                answer = st.number_input(label, 0, _MOST, value=None, step=1, width=220)
            else:
                answer = st.radio(label, list(options), index=None, format_func=options.get)
            with st.container(horizontal=True):
                commits = st.form_submit_button(_("Submit my prediction"), type="primary")
                only_looks = st.form_submit_button(_("Skip the prediction"))
        if not only_looks and (not commits or answer is None):
            return False
        place.empty()
        known = _committed.put(known | {part: (facts, None if only_looks else answer)})
    predicted, answer = known[part]
    _tell(answer if predicted == facts else None, right(), options)
    return True


def is_answered(part: str) -> bool:
    """Whether the learner has predicted in this experiment, or skipped it."""
    return part in (_committed.get() or {})


def _tell(answer: int | str | None, right: int | str, options: Mapping[str, str] | None) -> None:
    """Show whether the learner predicted the number, or the right answer of several."""

    def shown(answer: int | str) -> int | str:
        return f"“{options[str(answer)]}”" if options else answer

    if answer is None:
        st.info(_("The answer: {right}.", right=shown(right)))
    elif answer == right:
        st.success(_("You predicted {right}, and that is right.", right=shown(right)))
    else:
        message = _(
            "You predicted {told}. The answer: {right}.", told=shown(answer), right=shown(right)
        )
        st.warning(message)


_component = component(
    "lessons/what_the_model_sees/cells.js", STEPPER, "lessons/what_the_model_sees/cells.css"
)


#: A piece of text and its kinds, which are classes of the stylesheet.
Cell = tuple[str, str]


def strip(
    name: str, cells: Sequence[Cell], *, key: str, on_place: Callable[[int], None] | None = None
) -> None:
    """Draw running text; `on_place` is called with the index of a clicked cell but the first."""

    def take() -> None:
        place = component_value(key, "place")
        if on_place is not None and isinstance(place, int) and 0 < place < len(cells):
            on_place(place)

    draw_cells({name: cells}, "strip", key=key, on_place=take)


def draw_cells(
    rows: Mapping[str, Sequence[Cell]],
    layout: Literal["strip", "columns"],
    *,
    key: str,
    on_place: Callable[[], None] = lambda: None,
) -> None:
    """Draw rows of cells below each other: as running text, or in columns aligned at the last."""
    sent = [{"name": name, "cells": cells} for name, cells in rows.items()]
    data = {"rows": sent, "layout": layout, "lang": current_language()}
    _component(key=key, data=data, on_place_change=on_place)
