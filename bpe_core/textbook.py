"""Byte pair encoding as a textbook prints it (Gage, 1994; Sennrich, Haddow and Birch, 2016).

A word is a list of token ids, a corpus a list of words with their counts, and `vocabulary[id]` the
text of a token. Unlike the package's fast trainer, this one counts all pairs again at each step.
"""


def count_pairs(corpus):
    """How often each pair of adjacent tokens occurs in the corpus.

    >>> count_pairs([([0, 1, 1], 2), ([0, 1], 3)])
    {(0, 1): 5, (1, 1): 2}
    """
    counts = {}
    for word, count in corpus:
        for pair in zip(word, word[1:]):
            counts[pair] = counts.get(pair, 0) + count
    return counts


def choose_pair(counts, prefer=None):
    """The most frequent pair; in a tie the one that `prefer` ranks highest, or the first seen.

    >>> choose_pair({(1, 2): 5, (0, 1): 5})
    (1, 2)
    """
    highest = max(counts.values())
    ties = [pair for pair in counts if counts[pair] == highest]
    return max(ties, key=prefer) if prefer else ties[0]


def merge_pair(word, pair, new):
    """The word with every occurrence of the pair merged, from left to right.

    >>> merge_pair([0, 0, 0, 1], (0, 0), 2)
    [2, 0, 1]
    """
    merged, i = [], 0
    while i < len(word):
        if word[i : i + 2] == list(pair):
            merged.append(new)
            i += 2
        else:
            merged.append(word[i])
            i += 1
    return merged


def train(corpus, vocabulary, num_merges, prefer=None):
    """Learn up to `num_merges` merges, in order; each one adds a token to the vocabulary.

    >>> train([([0, 1, 2], 10), ([1, 2], 5)], ["h", "u", "g"], num_merges=2)
    {(1, 2): 3, (0, 3): 4}
    """
    merges = {}
    while len(merges) < num_merges and (counts := count_pairs(corpus)):
        pair = choose_pair(counts, prefer)
        merges[pair] = new = len(vocabulary)
        vocabulary.append(vocabulary[pair[0]] + vocabulary[pair[1]])
        corpus = [(merge_pair(word, pair, new), count) for word, count in corpus]
    return merges


def encode(word, merges):
    """The word's tokens: each merge is applied, in the order in which it was learned.

    >>> encode([0, 1, 2, 2], {(1, 2): 3, (0, 3): 4})
    [4, 2]
    """
    for pair, new in merges.items():
        word = merge_pair(word, pair, new)
    return word


def decode(ids, vocabulary):
    """The text of these tokens.
    >>> decode([4, 2], ["h", "u", "g", "ug", "hug"])
    'hugg'
    """
    return vocabulary[0][:0].join(vocabulary[token] for token in ids)
