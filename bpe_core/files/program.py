r"""A short Python program of one training that needs only the standard library.

It is `textbook.py` with the words and their counts, the base vocabulary, and the tie rule of one
training. When run, it prints the same merges; given words, it encodes and decodes them.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import getsource

from bpe_core.algorithms.bpe.tie_rules import find_tie_rule
from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.files.errors import FormatError
from bpe_core.files.exchange import AnyTrace
from bpe_core.text.byte_alphabet import BY_VALUE
from bpe_core.text.corpus import encode_utf8
from bpe_core.textbook import choose_pair, count_pairs, decode, encode, merge_pair, train

NAME = "Python"
#: The most bytes of distinct words that a program holds.
MOST_BYTES = 200_000

_HEAD = '''"""{algorithm}, as run in Merge by Merge: the same merges in plain Python.

Run it with: python bpe.py{words_too}
"""

import sys{more_imports}

'''
_DATA = """# Every word of the corpus, and how often it occurs.
WORDS = {{
{words}
}}
NUM_MERGES = {merges}
# The tokens before the first merge; a token's id is its place here.
TOKENS = {base}
"""
_SPELL = '''

def spell(word):
    """The ids of a word's {units}{with_marker}."""
    return [{spelled}]{marker}
'''
_PREFER = '''

def prefer(pair):
    """The rule for ties. Among equals, {choice}."""
    return {key}
'''
_RUN = """

sys.stdout.reconfigure(encoding="utf-8")
CORPUS = [(spell(word), count) for word, count in WORDS.items()]
MERGES = train(CORPUS, TOKENS, NUM_MERGES{prefer})
for step, (pair, new) in enumerate(MERGES.items(), 1):
    left, right = TOKENS[pair[0]], TOKENS[pair[1]]
    print(f"{{step}}. {{left!r}} + {{right!r}} -> {{TOKENS[new]!r}}: {{count_pairs(CORPUS)[pair]}}")
    CORPUS = [(merge_pair(word, pair, new), count) for word, count in CORPUS]
for word in sys.argv[1:]:
    ids = encode(spell(word), MERGES)
    tokens, text = [TOKENS[token] for token in ids], decode(ids, TOKENS)
    print(f"{{word!r}}: {{tokens}} = {{ids}}, decoded: {{text!r}}")
"""
_CHOOSE_BY_SCORE = '''

def count_tokens(words):
    """How often each token occurs."""
    counts = {{}}
    for ids, times in words:
        for token in ids:
            counts[token] = counts.get(token, 0) + times
    return counts


def choose_pair(counts, times):
    """The pair with the highest score. Among equals, {choice}."""

    def score(pair):
        return Fraction(counts[pair], times[pair[0]] * times[pair[1]])

    frequent = [pair for pair in counts if counts[pair] >= {min_frequency}]
    return max(frequent, key={key})
'''
_RUN_BY_SCORE = """

sys.stdout.reconfigure(encoding="utf-8")
words = [(spell(word), times) for word, times in WORDS.items()]
for step in range(1, NUM_MERGES + 1):
    counts = count_pairs(words)
    pair = choose_pair(counts, count_tokens(words))
    left, right = TOKENS[pair[0]], TOKENS[pair[1]]
    token = left + right{stripped}
    print(f"{{step}}. {{left!r}} + {{right!r}} -> {{token!r}}: {{counts[pair]}}")
    words = [(merge_pair(ids, pair, len(TOKENS)), times) for ids, times in words]
    TOKENS.append(token)
"""


def write_program(trace: AnyTrace) -> bytes:
    """The source of a program that prints the merges of a BPE or WordPiece training, as UTF-8.

    Raises `FormatError` for any other trace.

    >>> from bpe_core import Corpus, train_bpe
    >>> source = write_program(train_bpe(Corpus.from_counts({"hug": 10}), num_merges=1))
    >>> print(source.decode()[3:67])
    BPE, as run in Merge by Merge: the same merges in plain Python.
    """
    trace = check_program(trace)
    parts = [_head(trace), spelling_source(trace)]
    if isinstance(trace, WordPieceTrace):
        parts += [_source(count_pairs, merge_pair), *_by_score(trace)]
    else:
        parts += [_source(count_pairs, choose_pair, merge_pair, train, encode, decode)]
        parts += _by_count(trace)
    return "".join(parts).encode()


def _source(*functions: Callable[..., object]) -> str:
    """The textbook's own functions, as they are printed there."""
    return "".join(f"\n\n{getsource(function)}" for function in functions)


def _by_count(trace: Trace) -> list[str]:
    """The rule for ties, where it is not the textbook's own, and what is run."""
    prefer = preference_source(trace)
    return [prefer, _RUN.format(prefer=", prefer" if prefer else "")]


def preference_source(trace: Trace) -> str:
    """The rule for ties as a function `prefer`; empty where it is the textbook's own.

    >>> from bpe_core import Corpus, train_bpe
    >>> preference_source(train_bpe(Corpus.from_counts({"hug": 10})))
    ''
    """
    rule = find_tie_rule(trace.tie_break)
    if not rule.python_key:
        return ""
    return _PREFER.format(choice=rule.choice, key=rule.python_key)


def _by_score(trace: WordPieceTrace) -> list[str]:
    """WordPiece's choice, and what is run."""
    rule = find_tie_rule(trace.tie_break)
    key = f"lambda pair: (score(pair), {rule.python_key})" if rule.python_key else "score"
    return [
        _CHOOSE_BY_SCORE.format(choice=rule.choice, key=key, min_frequency=trace.min_frequency),
        _RUN_BY_SCORE.format(stripped=f"[len({_prefix_of(trace)!r}) :]"),
    ]


def check_program(trace: AnyTrace) -> Trace:
    """The trace if a program can be written of it. Raises as `write_program`."""
    if not isinstance(trace, Trace):
        raise FormatError("only-merges", format=NAME)
    if trace.max_token_length is not None:
        raise FormatError("longest-token", format=NAME)
    size = sum(len(encode_utf8(word)) for word in trace.corpus.words)
    if size > MOST_BYTES:
        raise FormatError("program-too-large", size=size, limit=MOST_BYTES)
    return trace


def _head(trace: Trace) -> str:
    scored = isinstance(trace, WordPieceTrace)
    return _HEAD.format(
        algorithm="WordPiece" if scored else "BPE",
        words_too="" if scored else "\nEncode words with: python bpe.py WORD ...",
        more_imports="\nfrom fractions import Fraction" if scored else "",
    ) + data_source(trace)


def data_source(trace: Trace) -> str:
    """The words with their counts, the number of merges, and the base tokens.

    >>> from bpe_core import Corpus, train_bpe
    >>> print(data_source(train_bpe(Corpus.from_counts({"hug": 10}))).splitlines()[2])
        'hug': 10,
    """
    pairs = zip(trace.corpus.words, trace.corpus.counts.tolist(), strict=True)
    return _DATA.format(
        words="\n".join(f"    {word!r}: {count}," for word, count in pairs),
        merges=len(trace),
        base=_base(trace),
    )


def _base(trace: Trace) -> str:
    base = list(trace.corpus.base_vocabulary)
    if base == [bytes([value]) for value in BY_VALUE]:
        return "[bytes([value]) for value in range(256)]"
    return repr(base)


def _prefix_of(trace: Trace) -> str | bytes:
    prefix = trace.prefix if isinstance(trace, WordPieceTrace) else ""
    return encode_utf8(prefix) if trace.corpus.unit == "byte" else prefix


def spelling_source(trace: Trace) -> str:
    """How words become ids: the text of each unit is looked up among the tokens."""
    corpus, prefix = trace.corpus, _prefix_of(trace)
    is_byte = corpus.unit == "byte"
    units = 'word.encode("utf-8", "surrogatepass")' if is_byte else "word"
    unit = "bytes([unit])" if is_byte else "unit"
    spelled = f"TOKENS.index({unit}) for unit in {units}"
    if prefix:
        unit = f"({prefix!r} if i else {prefix[:0]!r}) + {unit}"
        spelled = f"TOKENS.index({unit}) for i, unit in enumerate({units})"
    marker = "" if corpus.marker_id is None else f" + [{corpus.marker_id}]"
    return _SPELL.format(
        units="UTF-8 bytes" if is_byte else "characters",
        with_marker=", and of its end-of-word marker" if marker else "",
        spelled=spelled,
        marker=marker,
    )
