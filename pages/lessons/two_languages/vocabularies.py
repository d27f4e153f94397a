"""Data behind the figures: one vocabulary for each of two texts, and a joint one for both.

The joint vocabulary is trained on both texts at once, with as many merges as the two together
(joint BPE: Sennrich, Haddow, Birch, 2016). Unlike `three_tokenizers.py` this compares vocabularies
of one kind, trained on different texts.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import NamedTuple

from bpe_core import Corpus, Token, Tokenizer, Trace, train_bpe
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS
from bpe_core.text.sentences import split_sentences
from pages.components.tokens.three_tokenizers import chips_of, inside_a_text
from pages.components.tokens.token_rows import Chip
from pages.session.link import OWN
from pages.session.training_request import TrainingRequest
from sample_corpora import CATALOGUE, content

#: How many characters of each text are encoded and searched for words.
READ = 10_000
#: The most bytes of training text behind each point of the mixture. A fifth of each text is held
#: out for measuring and never trained on.
MIXTURE_BYTES = 8_000
#: The most merges behind each point; computing a point takes about 30 ms.
MIXTURE_MERGES = 300
#: Shares of the second language, in percent.
SHARES = (0, 2, 5, 10, 20, 35, 50, 75, 100)

#: The running texts, and the text that one is compared with first if its entry names no partner.
TEXTS = tuple(name for name, entry in CATALOGUE.items() if entry.kind == "text")
FIRST = "news-en"
#: Characters that can represent the space before a word.
SPACE_SIGNS = " Ġ▁"


def partner_of(corpus: str, language: str) -> str:
    """The text to compare with this one until the learner chooses another.

    >>> partner_of("news-en", "en"), partner_of("news-en", "zh"), partner_of("news-zh", "zh")
    ('news-de', 'news-zh', 'news-en')
    """
    if corpus != FIRST:
        entry = CATALOGUE.get(corpus)
        return entry.partner if entry and entry.partner else FIRST
    return f"news-{language}" if f"news-{language}" in TEXTS and language != "en" else "news-de"


def text_of(request: TrainingRequest) -> str:
    """The running text of a training."""
    return request.text if request.text is not None else str(content(request.corpus))


def second_settings(first: TrainingRequest, corpus: str) -> TrainingRequest:
    """The same settings with another text."""
    return TrainingRequest(replace(first.specification, delimiter=None), corpus)


def joint_settings(first: TrainingRequest, second: TrainingRequest) -> TrainingRequest:
    """Settings for both texts as one, with as many merges as both trainings together."""
    merges, size = first.specification.num_merges, first.specification.vocab_size
    specification = replace(
        first.specification,
        delimiter=None,
        num_merges=None if merges is None else 2 * merges,
        vocab_size=None if size is None else 2 * size,
    )
    text = f"{text_of(first)}\n\n{text_of(second)}"
    return TrainingRequest(
        specification, OWN, text, f"{first.corpus} {first.digest} {second.corpus}"
    )


class Measured(NamedTuple):
    """The tokens per sentence of a text, and its bytes per token; nan if some of it is lost."""

    per_sentence: float
    bytes_per_token: float


def measure(tokenizer: Tokenizer, text: str) -> Measured:
    """Encode some text and count its tokens.

    >>> tokenizer = train_bpe(Corpus.from_text("ab", unit="byte")).tokenizer()
    >>> measure(tokenizer, "abab. ab.")
    Measured(per_sentence=2.5, bytes_per_token=1.8)
    """
    ids = tokenizer.encode(text)
    if tokenizer.unknown_id in ids:
        return Measured(nan, nan)
    sentences = max(len(split_sentences(text)), 1)
    return Measured(len(ids) / sentences, len(encode_utf8(text)) / max(len(ids), 1))


def learned_tokens(trace: Trace) -> list[Token]:
    """The tokens that the merges made, in order."""
    return list(trace.vocabulary)[trace.first_merge_id :]  # a slice would cut one by one


@dataclass(frozen=True)
class Overlap:
    """How many merged tokens two vocabularies share, how many only one has, and examples."""

    both: int
    only_first: int
    only_second: int
    shared: list[Token]

    @property
    def share(self) -> float:
        """The proportion of all tokens that are shared (Jaccard index); 0 if there are none."""
        return self.both / max(self.both + self.only_first + self.only_second, 1)


def overlap_of(first: Trace, second: Trace, shown: int) -> Overlap:
    """Compare the merged tokens of two vocabularies; list the `shown` longest shared ones.

    >>> one = train_bpe(Corpus.from_counts({"hug": 2, "pug": 1}))
    >>> other = train_bpe(Corpus.from_counts({"bug": 2, "hug": 1}))
    >>> overlap_of(one, other, shown=1)
    Overlap(both=2, only_first=1, only_second=1, shared=['hug'])
    """
    ours, theirs = learned_tokens(first), set(learned_tokens(second))
    both = [token for token in dict.fromkeys(ours) if token in theirs]
    shared = sorted(both, key=len, reverse=True)[:shown]
    return Overlap(len(both), len(set(ours)) - len(both), len(theirs) - len(both), shared)


def words_in_both(first: str, second: str) -> list[str]:
    """Words of at least two characters that occur in both texts.

    Names and numbers come first, because they stay the same in another language. Within each kind,
    the most frequent come first.

    >>> words_in_both("Anna will come. Anna has 48 dogs.", "Anna will kommen. Anna hat 48 Hunde.")
    ['Anna', '48', 'will']
    """
    cut = PRE_TOKENIZERS["words"].split
    one, other = Counter(cut(first)), Counter(cut(second))
    found = [word for word in one if word in other and len(word) > 1]
    return sorted(found, key=lambda word: (word.islower(), -(one[word] + other[word])))


def form_in(text: str, word: str, tokenizer: Tokenizer) -> str:
    """The word as it occurs in the text: with the space before it, if spaces belong to words.

    >>> tokenizer = train_bpe(Corpus.from_text("a", pre_tokenizer="gpt2")).tokenizer()
    >>> form_in("about Anna", "Anna", tokenizer), form_in("公司负责人Anna说", "Anna", tokenizer)
    (' Anna', 'Anna')
    """
    stands_bare = word in text and f" {word}" not in text
    return word if stands_bare else inside_a_text(tokenizer, word)


@dataclass(frozen=True)
class Splits:
    """A word as split by three vocabularies: the first text's, the second's, and the joint one.

    If one text has a space before it and the other has none, the joint split has both forms.
    """

    word: str
    first: list[Chip]
    second: list[Chip]
    joint: list[list[Chip]]

    @property
    def differ(self) -> bool:
        """Whether the texts' own vocabularies split it differently, ignoring a leading space."""
        return _bare(self.first) != _bare(self.second)


def splits_of(word: str, tokenizers: Sequence[Tokenizer], texts: Sequence[str]) -> Splits:
    """The word as it occurs in each text, split by that text's vocabulary and by the joint one."""
    forms = [form_in(text, word, t) for text, t in zip(texts, tokenizers, strict=False)]
    first, second = (chips_of(t, form) for form, t in zip(forms, tokenizers, strict=False))
    joint = [chips_of(tokenizers[2], form) for form in dict.fromkeys(forms)]
    return Splits(word, first, second, joint)


def _bare(chips: Sequence[Chip]) -> list[Token]:
    """The tokens without a leading space or the character that represents it."""
    tokens = [chip.token for chip in chips]
    if tokens and isinstance(tokens[0], bytes):
        tokens[0] = tokens[0].removeprefix(b" ")
    elif tokens and isinstance(tokens[0], str):
        tokens[0] = tokens[0].lstrip(SPACE_SIGNS)
    return [token for token in tokens if token]


# Mixtures


@dataclass(frozen=True)
class Parts:
    """The beginning of a text, for training, and its end, for measuring."""

    training: str
    held_out: str


def parts_of(text: str) -> Parts:
    """Split a text: four fifths to train on, the rest to measure on, within a point's limits.

    >>> parts_of("One. Two. Three. Four. Five.")
    Parts(training='One. Two. Three. Four.', held_out=' Five.')
    """
    sentences = split_sentences(text[:READ])
    cut = len(sentences) * 4 // 5
    return Parts("".join(sentences[:cut]), "".join(sentences[cut:]))


#: Tokens per character of both held-out texts, for a vocabulary trained on a mixture.
Point = tuple[float, float]


def mixture_point(first: Parts, second: Parts, share: int, request: TrainingRequest) -> Point:
    """Train on a mixture with `share` percent of the second text; measure on both held-out ones.

    All mixtures have the same number of bytes. The settings are those of `request`, but on bytes.
    """
    size = mixture_size(first, second)
    text = beginning(first.training, size * (100 - share) // 100)
    text += "\n" + beginning(second.training, size * share // 100)
    corpus = Corpus.from_text(
        text,
        unit="byte",
        pre_tokenizer=request.specification.pre_tokenizer,
        normalizer=request.specification.normalizer,
    )
    asked = request.specification.num_merges
    merges = MIXTURE_MERGES if asked is None else min(asked, MIXTURE_MERGES)
    tokenizer = train_bpe(corpus, num_merges=merges).tokenizer()
    one, other = (len(tokenizer.encode(p.held_out)) / len(p.held_out) for p in (first, second))
    return one, other


def mixture_size(first: Parts, second: Parts) -> int:
    """The size of every mixture in bytes: available from both texts, and quick to train on."""
    sizes = [len(encode_utf8(parts.training)) for parts in (first, second)]
    return min(*sizes, MIXTURE_BYTES)


def beginning(text: str, size: int) -> str:
    """The beginning of a text: as many whole characters as fit in `size` UTF-8 bytes.

    >>> beginning("a哈哈", 5)
    'a哈'
    """
    return encode_utf8(text)[:size].decode("utf-8", "ignore")


def is_enough(parts: Sequence[Parts]) -> bool:
    """Whether each text has something to train on and something to measure on."""
    return all(each.training.strip() and each.held_out.strip() for each in parts)
