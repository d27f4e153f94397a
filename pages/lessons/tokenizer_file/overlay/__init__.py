"""One text as several tokenizers cut it, one row per tokenizer: a separate component.

Pointing at a token shows what the other tokenizers make of the same bytes. For two tokenizers, the
component can show only the places where they differ. This process itself encodes with some
vocabularies, at once. It asks separate processes for all the others.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bpe_core.files.inspection.tokens import Encoded
from bpe_core.text.corpus import encode_utf8
from pages.components.component import component
from pages.components.training.tokenizer_choice import Source, TrainedHere
from pages.components.vocabularies.answers import Reply, ask_all
from pages.lessons.tokenizer_file import LESSON
from pages.lessons.tokenizer_file.overlay.spans import (
    PlacedToken,
    flat,
    place_encoded,
    place_ranked,
    place_trained,
)
from pages.session import state
from pages.session.language import _, current_language, format_number, ngettext
from pages.session.session_state import component_value
from pages.session.uploads import HERE, Vocabulary
from server.stores.vocabularies import SHELF

_component = component(
    "wild",
    "lessons/tokenizer_file/overlay/overlay.js",
    "components/stepper/stepper.css",
    "lessons/tokenizer_file/overlay/overlay.css",
)


@dataclass(frozen=True)
class Cut:
    """A text as one tokenizer cuts it: the tokenizer's code in a link, its name, the size of its
    vocabulary, and the tokens. `unknown` is the id of its unknown token; -1 for none. `has_life`
    means that the part "What is in it" can show its tokens, `comes_back` that decoding the
    tokens gives the text again.
    """

    code: str
    name: str
    size: int
    tokens: Sequence[PlacedToken]
    unknown: int = -1
    has_life: bool = True
    comes_back: bool = True

    @property
    def unknown_count(self) -> int:
        """How many of the tokens are unknown, so that some of the text is lost."""
        return sum(token.token_id == self.unknown for token in self.tokens)


def cuts_component(
    text: str,
    cuts: Sequence[Cut],
    two: Sequence[str],
    *,
    key: str,
    on_two: Callable[[tuple[str, ...]], None],
    on_life: Callable[[str, int, int], None],
) -> None:
    """Draw the text as chips, once for each tokenizer; or show where `two` of them differ.

    `on_two` is called with the codes of another two, or with no codes. `on_life` is called with the
    code of a vocabulary, the id of a token of it that was clicked, and its place in the text.
    """

    def take_two() -> None:
        reported = component_value(key, "two")
        known = [cut.code for cut in cuts]
        if (
            isinstance(reported, list)
            and all(code in known for code in reported)
            and len(reported) in (0, 2)
        ):
            on_two(tuple(reported))

    def take_life() -> None:
        reported = component_value(key, "life")
        for cut in cuts:
            for place, token in enumerate(cut.tokens):
                if reported == [cut.code, token.token_id, place]:
                    on_life(cut.code, token.token_id, place)

    here = replace(state.link(), corpus=state.corpus()).to_params()
    rows = [
        {
            "code": cut.code,
            "name": cut.name,
            "remark": ngettext("{n} token", "{n} tokens", len(cut.tokens)).format(
                n=format_number(len(cut.tokens))
            ),
            "tokens": flat(cut.tokens),
            "labels": {i: token.label for i, token in enumerate(cut.tokens) if token.label},
            "unknown": cut.unknown,
            "has_life": cut.has_life,
            "address": (here if cut.code == HERE else {}) | {"part": "inside"},
        }
        for cut in cuts
    ]
    _component(
        key=key,
        data={
            "input": text,
            "rows": rows,
            "two": [*two],
            "life": LESSON.address,
            "lang": current_language(),
        },
        on_two_change=take_two,
        on_life_change=take_life,
    )


def is_at_hand(vocabulary: Vocabulary) -> bool:
    """Whether this process itself encodes with the vocabulary."""
    return not vocabulary.is_own and vocabulary.name in SHELF.ready()


def cuts_of(text: str, chosen: Sequence[Vocabulary]) -> tuple[list[Cut], list[Reply]]:
    """The text as cut by each vocabulary that has an answer, and the replies of those asked."""
    question = {"ask": "encode", "text": text}
    replies = ask_all([(each, question) for each in chosen if not is_at_hand(each)], "wild text")
    answers = {reply.vocabulary: reply.answer for reply in replies if reply.is_there}
    cuts = []
    for each in chosen:
        if each in answers:
            cuts.append(_cut_by_file(each, answers[each], text))
        elif is_at_hand(each):
            tokenizer = SHELF.ready()[each.name]
            comes_back = tokenizer.decode(tokenizer.encode(text)) == text
            tokens = place_ranked(tokenizer, text)
            cuts.append(Cut(each.code, each.name, each.size, tokens, comes_back=comes_back))
    return cuts, replies


def _cut_by_file(vocabulary: Vocabulary, encoded: Encoded, text: str) -> Cut:
    unknown = (t["id"] for t in encoded["tokens"].values() if t["kind"] == "unknown")
    tokens = place_encoded(encoded, text)
    cut = Cut(vocabulary.code, vocabulary.name, vocabulary.size, tokens, next(unknown, -1))
    return replace(cut, comes_back=not cut.unknown_count and _are_all_of(tokens, text))


def _are_all_of(tokens: Sequence[PlacedToken], text: str) -> bool:
    """Whether tokens cover a text to the last byte, each with its own text.

    A sign for a space is as good as the space.
    """
    data, end = encode_utf8(text), 0
    for token in tokens:
        covered = data[token.start : token.end].decode("utf-8", "replace")
        if token.start > end or token.label.strip(" ▁") not in ("", covered.strip()):
            return False
        end = max(end, token.end)
    return end == len(data)


def cut_here(source: Source, text: str) -> Cut | None:
    """The text as the tokenizer trained here cuts it; None if it has to be trained again."""
    tokenizer = source.tokenizer(source.rules)
    if tokenizer is None:
        return None
    unknown = tokenizer.unknown_id if tokenizer.unit == "char" else -1
    size, tokens = len(tokenizer.vocabulary), place_trained(tokenizer, text)
    has_life = isinstance(source, TrainedHere)
    comes_back = tokenizer.decode(tokenizer.encode(text)) == text
    return Cut(HERE, _("trained here"), size, tokens, unknown, has_life, comes_back)
