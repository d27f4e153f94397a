"""Name the bug in somebody's encoder from the ids that it produces for a text.

A tokenizer file says what is right. If the ids differ, one encoder with a change of its text, its
merging or its ids encodes the same text, and the changes that give exactly these ids are named,
alone or two together. Unlike the search for mistakes in merges, this needs no corpus.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations, pairwise, takewhile
from typing import Any

from bpe_core.algorithms.bpe.tokenizer import merge_word
from bpe_core.diagnosis.merges_file import agreement
from bpe_core.diagnosis.mistakes import Mistake, Way, mistakes_of
from bpe_core.diagnosis.search import Names
from bpe_core.encoding.encoding_steps import Ranks, apply_rule, leftmost_first
from bpe_core.errors import BpeError
from bpe_core.files.bpe_model import BpeModel
from bpe_core.files.errors import shown
from bpe_core.files.exchange import LoadedTokenizer
from bpe_core.text.byte_alphabet import ALPHABETS
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.normalization import NORMALIZERS, normalize
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS

Ids = list[int]
#: A text before it is cut into words, whole or in parts that are encoded one after another.
TextChange = Callable[[str], str | list[str]]
IdChange = Callable[[Ids, Ids, LoadedTokenizer], Ids]
NONE = -1  # in place of a token
#: Most characters of a text that is also encoded as one word: the time grows with their square.
LONGEST_WHOLE = 20_000
#: Of a longer text, two mistakes are tried on its beginning first; the last tokens of that may
#: become others where the text goes on.
BEGINNING, UNSURE_TOKENS = 4_000, 40


class IdsError(BpeError):
    """A list of token ids that cannot be read."""

    template = (
        "Entry {entry} is not a token id: {content}. Enter whole numbers, separated by spaces, "
        "commas or line ends."
    )


@dataclass(frozen=True)
class EncodingDiagnosis:
    """How ids compare with the right ones.

    `first_difference` is the index of the first token that differs, from 0; `text_before` is what
    the tokens before it stand for. `expected` and `found` are both lists of ids.
    """

    equal: bool
    first_difference: int | None
    text_before: str
    expected: tuple[int, ...]
    found: tuple[int, ...]
    explanations: tuple[Names, ...] = ()


def read_ids(text: str) -> list[int]:
    """Read ids separated by whitespace or commas, with or without brackets. Raises an `IdsError`.

    >>> read_ids("[5, 12, 7]"), read_ids("5 12\\n7"), read_ids("(5,12,7)\\n")
    ([5, 12, 7], [5, 12, 7], [5, 12, 7])
    """
    parts = re.split(r"[\s,;\[\]()]+", text.strip(" \t\r\n[]()"))
    ids = []
    for entry, part in enumerate(filter(None, parts), start=1):
        if not re.fullmatch(r"[0-9]{1,9}", part):
            raise IdsError(entry=entry, content=shown(part))
        ids.append(int(part))
    return ids


def diagnose_encoding(
    text: str, model: BpeModel, ids: Sequence[int], *, takes_special: bool = True
) -> EncodingDiagnosis:
    """Compare the ids of a text with those that the tokenizer gives.

    `takes_special` says whether special tokens in the text are to be taken as such.

    >>> from bpe_core import Corpus, train_bpe
    >>> from bpe_core.files.exchange import model_of
    >>> corpus = Corpus.from_counts({"bc": 3, "ab": 2})
    >>> model = model_of(train_bpe(corpus, num_merges=2))
    >>> model.tokens
    ['a', 'b', 'c', 'bc', 'ab']
    >>> diagnose_encoding("abc", model, [4, 2]).explanations[0]
    ('longest-match',)
    """
    right = _Encoder(model, takes_special=takes_special)
    target = list(ids)
    expected = right.encode_text(text, target)
    if target == expected:
        return EncodingDiagnosis(True, None, "", tuple(expected), tuple(ids))
    first = agreement(expected, target)
    before = right.tokenizer.decode(expected[:first])
    found = tuple(_explanations(text, right, target))
    return EncodingDiagnosis(False, first, before, tuple(expected), tuple(ids), found)


# Ways of merging within a word. Merged tokens have ids that rise in the order of learning.


def _made(ids: Ids, ranks: Ranks) -> Ids:
    """For each pair of a word the token that a merge makes of it, NONE for none."""
    return [ranks.get(left << 32 | right, NONE) for left, right in pairwise(ids)]


def _latest_first(ids: Ids, ranks: Ranks) -> Ids:
    while (new := max(_made(ids, ranks), default=NONE)) != NONE:
        ids = [*apply_rule(ids, new, ranks)]
    return ids


def _one_pass(ids: Ids, ranks: Ranks) -> Ids:
    """Go through the word once."""
    merged, i = [], 0
    while i < len(ids):
        new = ranks.get(ids[i] << 32 | ids[i + 1]) if i + 1 < len(ids) else None
        merged.append(ids[i] if new is None else new)
        i += 1 if new is None else 2
    return merged


def _once_each(ids: Ids, ranks: Ranks) -> Ids:
    """Apply each merge in order, at its first occurrence only."""
    turn = NONE
    while later := [new for new in _made(ids, ranks) if new > turn]:
        turn = min(later)
        place = _made(ids, ranks).index(turn)
        ids = [*ids[:place], turn, *ids[place + 2 :]]
    return ids


def _reversed_order(ids: Ids, ranks: Ranks) -> Ids:
    """Apply each merge once, from the last one learned to the first."""
    turn = max(ranks.values(), default=NONE) + 1
    while earlier := [new for new in _made(ids, ranks) if NONE < new < turn]:
        turn = max(earlier)
        ids = [*apply_rule(ids, turn, ranks)]
    return ids


def _from_right(ids: Ids, ranks: Ranks) -> Ids:
    """Apply each merge in order, from right to left."""
    turned = {(pair & 0xFFFFFFFF) << 32 | pair >> 32: new for pair, new in ranks.items()}
    return merge_word(ids[::-1], turned)[::-1]


def _not_at_all(ids: Ids, ranks: Ranks) -> Ids:
    return ids


# What is done with the ids, given the ids that are to be explained and the tokenizer


def _without_special(ids: Ids, target: Ids, tokenizer: LoadedTokenizer) -> Ids:
    special = {*tokenizer.special_ids.values()}
    return [token_id for token_id in ids if token_id not in special]


def _after_bos(ids: Ids, target: Ids, tokenizer: LoadedTokenizer) -> Ids:
    return [*_no_text(target[:1], tokenizer), *ids]


def _before_eos(ids: Ids, target: Ids, tokenizer: LoadedTokenizer) -> Ids:
    return [*ids, *_no_text(target[-1:], tokenizer)]


def _padded(ids: Ids, target: Ids, tokenizer: LoadedTokenizer) -> Ids:
    filled = [*takewhile(lambda i: i == target[-1], reversed(target))]
    return ids + filled if len(filled) > 1 and _no_text(filled, tokenizer) else ids


def _cut_off(ids: Ids, target: Ids, tokenizer: LoadedTokenizer) -> Ids:
    return ids[: len(target)] if target else ids


def _shifted(ids: Ids, target: Ids, tokenizer: LoadedTokenizer) -> Ids:
    return [i + target[0] - ids[0] for i in ids] if ids and target else ids


def _no_text(ids: Ids, tokenizer: LoadedTokenizer) -> Ids:
    """The ids if the first is that of a token which no text becomes, or of none that is known."""
    model = tokenizer.model
    is_none = ids and (ids[0] in model.ids[: len(model.named)] or ids[0] not in model.ids)
    return ids if is_none else []


def _of_text(*changes: TextChange) -> list[Way]:
    """Ways of making a mistake that changes the text."""
    return [{"text_changes": (change,)} for change in changes]


def _with_spaces_behind(text: str) -> list[str]:
    r"""Words with the whitespace after them.

    >>> _with_spaces_behind(" to be")
    [' ', 'to ', 'be']
    """
    return re.findall(r"\S+\s*|\s+", text)


def _misread(text: str, encoding: str) -> str:
    """A text whose UTF-8 is read in another encoding.

    >>> _misread("é", "latin-1")
    'Ã©'
    """
    return encode_utf8(text).decode(encoding, "replace")


#: Every encoding mistake that the search tries, by its name. Its ways name fields of an `_Encoder`,
#: or of its model, with new values.
ENCODING_MISTAKES: Mapping[str, Mistake] = mistakes_of(
    "encoder",
    ways={
        "longest-match": [{"merge": None}],
        "latest-merge-first": [{"merge": _latest_first}],
        "reversed-merges": [{"merge": _reversed_order}],
        "leftmost-merge-first": [{"merge": leftmost_first}],
        "one-pass": [{"merge": _one_pass}],
        "once-each": [{"merge": _once_each}],
        "merged-from-right": [{"merge": _from_right}],
        "no-merges": [{"merge": _not_at_all}],
        "first-merges-only": [{"is_cut_short": True}],
        "pairs-across-words": [{"pre_tokenizer": "none"}],
        **{f"cut-{name}": [{"pre_tokenizer": name}] for name in PRE_TOKENIZERS if name != "none"},
        "spaces-behind": _of_text(_with_spaces_behind),
        "spaces-lost": _of_text(
            lambda text: text.split(" "),
            lambda text: text.replace(" ", ""),
        ),
        "space-before": _of_text(lambda text: " " + text),
        "whitespace-joined": _of_text(
            lambda text: " ".join(text.split()),
            lambda text: re.sub(r"\s+", " ", text),
        ),
        "line-ends-lost": _of_text(
            lambda text: text.replace("\n", " "),
            lambda text: text.replace("\n", ""),
            lambda text: " ".join(text.splitlines()),
            lambda text: "".join(text.splitlines()),
        ),
        "cut-by-line": _of_text(
            lambda text: text.splitlines(keepends=True),
            str.splitlines,
            lambda text: [line.strip() for line in text.splitlines()],
        ),
        "line-ends-changed": _of_text(
            lambda text: text.replace("\r\n", "\n").replace("\r", "\n"),
            lambda text: text.replace("\n", "\r\n"),
        ),
        "last-line-end": _of_text(
            lambda text: text.removesuffix("\n").removesuffix("\r"),
            lambda text: text + "\n",
        ),
        "stripped": _of_text(str.strip, str.lstrip, str.rstrip),
        "byte-order-mark": _of_text(lambda text: "\ufeff" + text),
        "wrong-encoding": _of_text(
            *(partial(_misread, encoding=encoding) for encoding in ("latin-1", "cp1252"))
        ),
        **{f"normalized-{n}": _of_text(partial(normalize, names=(n,))) for n in NORMALIZERS},
        "not-normalized": [{"normalizer": ()}],
        "marker-missing": [{"end_of_word": "", "marker": None}],
        "special-as-text": [{"takes_special": False}],
        "special-as-tokens": [{"takes_special": True}],
        "special-left-out": [{"id_changes": (_without_special,)}],
        "bos-added": [{"id_changes": (_after_bos,)}],
        "eos-added": [{"id_changes": (_before_eos,)}],
        "padding-added": [{"id_changes": (_padded,)}],
        "ids-cut-off": [{"id_changes": (_cut_off,)}],
        "ids-shifted": [{"id_changes": (_shifted,)}],
        **{f"ids-by-{name}": [{"alphabet": name}] for name in ("value", "gpt2")},
    },
)


@dataclass(frozen=True)
class _Encoder:
    """An encoder, with or without mistakes; `ENCODING_MISTAKES` has other values of its fields.

    - `merge` encodes a word in base tokens; None takes the longest match
    - `is_cut_short`: merges after the last one of which the ids to be explained know are not made
    - `alphabet`: the order in which bytes are numbered, if not as in the file
    - `text_changes`, `id_changes`: what is done before and after
    """

    model: BpeModel
    takes_special: bool = True
    merge: Callable[[Ids, Ranks], Ids] | None = merge_word
    is_cut_short: bool = False
    alphabet: str = ""
    text_changes: tuple[TextChange, ...] = ()
    id_changes: tuple[IdChange, ...] = ()

    @cached_property
    def tokenizer(self) -> _Merging:
        return _Merging(self.model, self.merge)

    def encode_text(self, text: str, target: Ids) -> Ids:
        """The ids of a text; `target` are the ids to be explained."""
        tokenizer = self.tokenizer
        if self.is_cut_short:
            tokenizer = _Merging(self.model, self.merge, last=max(target, default=0))
        special = self.model.special_tokens if self.takes_special else ()
        ids = [i for part in self.change(text) for i in tokenizer.encode(part, special)]
        if self.alphabet and self.model.unit == "byte":
            ids = [self._renumbered.get(i, i) for i in ids]
        for change in self.id_changes:
            ids = change(ids, target, tokenizer)
        return ids

    def change(self, text: str) -> list[str]:
        """The parts of the text that are encoded."""
        parts = [text]
        for change in self.text_changes:
            changed = map(change, parts)
            parts = [p for each in changed for p in ([each] if isinstance(each, str) else each)]
        return parts

    def but(self, *ways: Mapping[str, Any]) -> _Encoder:
        """The encoder with the changes that these ways name."""
        fields = {name: value for way in ways for name, value in way.items()}
        for name in ("text_changes", "id_changes"):
            fields[name] = tuple(change for way in ways for change in way.get(name, ()))
        of_model = {name: fields.pop(name) for name in vars(self.model).keys() & fields.keys()}
        model = replace(self.model, **of_model) if of_model else self.model
        return replace(self, model=model, **fields)

    @cached_property
    def _renumbered(self) -> dict[int, int]:
        """The ids of bytes, each mapped to the byte's id in the other order."""
        of_place = self.model.ids[-len(self.model.tokens) :]
        of_byte = {t: of_place[i] for i, t in enumerate(self.model.base) if len(t) == 1}
        others = sorted(of_byte.values())
        order = [bytes([value]) for value in ALPHABETS[self.alphabet]]
        return {of_byte[byte]: i for byte, i in zip(order, others, strict=True)}


class _Merging(LoadedTokenizer):
    """A tokenizer that merges in its own way, with the merges up to the token `last`."""

    def __init__(
        self, model: BpeModel, merge: Callable[[Ids, Ranks], Ids] | None, last: int | None = None
    ) -> None:
        super().__init__(model)
        self._merge = merge
        self._last = last

    def encode_word(self, word: str) -> list[int]:
        return self._merge(self._spell(word), self._used) if self._merge else self.match_word(word)

    @cached_property
    def _used(self) -> Ranks:
        ranks, last = self._ranks, self._last
        return ranks if last is None else {p: new for p, new in ranks.items() if new <= last}


def _explanations(text: str, right: _Encoder, target: Ids) -> Iterator[Names]:
    """The names of mistakes that give these ids: one alone, or else two together."""
    possible = [
        (mistake, way)
        for mistake in ENCODING_MISTAKES.values()
        for way in mistake.ways
        if _matters(way, right, text)
    ]
    alone = [mistake.name for mistake, way in possible if _gives(text, right.but(way), target)]
    yield from ((name,) for name in dict.fromkeys(alone))
    if alone:
        return
    found = (
        (one.name, other.name)
        for (one, way), (other, other_way) in combinations(possible, 2)
        if one.name != other.name
        and way.keys() & other_way.keys() <= {"text_changes", "id_changes"}
        and _begins(text, both := right.but(way, other_way), target)
        and _gives(text, both, target)
    )
    yield from dict.fromkeys(found)


def _matters(way: Mapping[str, Any], right: _Encoder, text: str) -> bool:
    """Whether a mistake can be tried in reasonable time and can make a difference."""
    changed = right.but(way)
    if changed == right:
        return False
    if changed.text_changes:
        return changed.change(text) != [text]
    if _without_special in changed.id_changes:
        return any(token in text for token in right.model.special_tokens)
    return way.get("pre_tokenizer") != "none" or len(text) <= LONGEST_WHOLE


def _begins(text: str, encoder: _Encoder, target: Ids) -> bool:
    """Whether an encoder gives these ids at the beginning of a long text."""
    if len(text) <= BEGINNING:
        return True
    begun = encoder.encode_text(text[:BEGINNING], target)
    sure = max(0, len(begun) - UNSURE_TOKENS)
    return begun[:sure] == target[:sure]


def _gives(text: str, encoder: _Encoder, target: Ids) -> bool:
    return encoder.encode_text(text, target) == target
