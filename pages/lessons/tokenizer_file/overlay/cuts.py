"""The text as each chosen vocabulary cuts it, and how many tokens it makes of other texts.

This process itself encodes with some vocabularies, at once. It asks separate processes for all the
others.
"""

from collections.abc import Sequence
from dataclasses import replace

from bpe_core.files.inspection.views.summary import Encoded
from bpe_core.text.corpus import encode_utf8
from pages.components.training.tokenizer_choice import Source, TrainedHere
from pages.components.vocabularies.answers import Reply, ask_all
from pages.lessons.tokenizer_file.overlay import Cut
from pages.lessons.tokenizer_file.overlay.spans import (
    PlacedToken,
    place_encoded,
    place_ranked,
    place_trained,
)
from pages.session.language import _
from pages.session.uploads.model_files import HERE, Vocabulary
from server.stores.vocabularies import SHELF


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
