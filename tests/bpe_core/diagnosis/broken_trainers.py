"""Trainers with a mistake, as people write them: each based only on the misunderstanding.

They share nothing with `bpe_core`. A corpus is a text or a dictionary of words and counts. A token
is a string or bytes. Each trainer returns the list of merges.
"""

import heapq
import re
from collections import Counter, defaultdict
from itertools import pairwise
from random import Random

import regex

from tests.bpe_core.oracles import merge_pair

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def bytes_of(word):
    return [bytes([b]) for b in word.encode()]


def stats(words):
    counts = {}
    for tokens, n in words:
        for a, b in pairwise(tokens):
            counts[a, b] = counts.get((a, b), 0) + n
    return counts


def merge(tokens, pair):
    return merge_pair(tokens, pair, pair[0] + pair[1])


def plain(words, n, choose=None, count=stats, join=merge):
    """The textbook's loop, with one part replaced."""
    words = [(list(tokens), times) for tokens, times in words]
    merges = []
    while len(merges) < n:
        counts = count(words)
        if not counts:
            break
        pair = (choose or first_of_dict)(counts)
        merges.append(pair)
        words = [(join(tokens, pair), times) for tokens, times in words]
    return merges


def first_of_dict(counts):
    return max(counts, key=counts.get)


def greater_or_equal(counts):
    best, most = None, 0
    for pair, n in counts.items():
        if n >= most:
            best, most = pair, n
    return best


def largest(counts):
    return max(counts.items(), key=lambda item: (item[1], item[0]))[0]


def smallest(counts):
    return min(counts.items(), key=lambda item: (-item[1], item[0]))[0]


def longest(counts):
    return max(counts, key=lambda pair: (counts[pair], len(pair[0] + pair[1])))


def largest_left(counts):
    """Among those with the same left token, the pair that is met first."""
    return max(counts, key=lambda pair: (counts[pair], pair[0]))


def largest_joined(counts):
    return max(counts, key=lambda pair: (counts[pair], pair[0] + pair[1]))


def count_without_overlaps(words):
    counts = dict.fromkeys(stats(words), 0)
    for tokens, n in words:
        is_used = False  # in a run such as a a a, the second a is used up
        for i, pair in enumerate(pairwise(tokens)):
            is_used = not is_used and i > 0 and pair == (tokens[i - 1],) * 2
            counts[pair] += 0 if is_used else n
    return counts


def count_pairs_as_sets(words):
    counts = {}
    for tokens, n in words:
        seen = []
        for pair in pairwise(tokens):
            if pair not in seen:
                seen.append(pair)
                counts[pair] = counts.get(pair, 0) + n
    return counts


def count_words_once(words):
    return stats([(tokens, 1) for tokens, _ in words])


def merge_from_the_end(tokens, pair):
    return merge_pair(tokens[::-1], pair[::-1], pair[0] + pair[1])[::-1]


def merge_once(tokens, pair):
    for i in range(len(tokens) - 1):
        if (tokens[i], tokens[i + 1]) == pair:
            return [*tokens[:i], tokens[i] + tokens[i + 1], *tokens[i + 2 :]]
    return tokens


def leftmost(tokens, pairs):
    """An encoder's mistake: the first pair that has a rule is merged, whatever its rank."""
    for pair in pairwise(tokens):
        if pair in pairs:
            return leftmost(merge_once(tokens, pair), pairs)
    return tokens


def merge_as_text(tokens, pair):
    return " ".join(tokens).replace(" ".join(pair), "".join(pair)).split(" ")


def merge_and_keep_the_second(tokens, pair):
    places = zip(tokens, [*tokens[1:], None], strict=True)
    return [pair[0] + pair[1] if place == pair else place[0] for place in places]


def merge_and_lose_the_last(tokens, pair):
    out, i = [], 0
    while i < len(tokens) - 1:
        if (tokens[i], tokens[i + 1]) == pair:
            out.append(tokens[i] + tokens[i + 1])
            i += 2
        else:
            out.append(tokens[i])
            i += 1
    return out


def counted_at_the_start_only(words, n):
    return [pair for pair, _ in Counter(stats(words)).most_common(n)]


def counting_once(update):
    """A trainer that counts once, and then updates the counts at each word that a merge changes."""

    def train(words, n, choose=first_of_dict):
        words = [(list(tokens), times) for tokens, times in words]
        counts = defaultdict(int, stats(words))
        merges = []
        while len(merges) < n and counts:
            pair = choose(counts)
            if counts[pair] <= 0:
                break
            merges.append(pair)
            for i, (tokens, times) in enumerate(words):
                merged = merge(tokens, pair)
                if merged != tokens:
                    update(counts, tokens, merged, pair, times)
                    words[i] = (merged, times)
            counts.pop(pair, None)
        return merges

    return train


@counting_once
def one_table_kept(counts, tokens, merged, pair, times):
    """Correct, but its dictionary persists: words are removed and added, and zeros deleted."""
    for old_pair in pairwise(tokens):
        counts[old_pair] -= times
        if counts[old_pair] == 0:
            del counts[old_pair]
    for new_pair in pairwise(merged):
        counts[new_pair] += times


def lazy_heap(pushes_all):
    """A heap whose outdated entries are thrown away, and not put back with what the pair has now.

    A merge pushes the pairs of a changed word, either all of them or those with the new token.
    """

    def train(words, n):
        words = [(list(tokens), times) for tokens, times in words]
        counts = Counter(stats(words))
        heap = [(-count, pair) for pair, count in counts.items()]
        heapq.heapify(heap)
        merges = []
        while heap and len(merges) < n:
            count, pair = heapq.heappop(heap)
            if counts[pair] != -count or not count:
                continue
            merges.append(pair)
            new, touched = pair[0] + pair[1], []
            for i, (tokens, times) in enumerate(words):
                merged = merge(tokens, pair)
                if merged != tokens:
                    counts.subtract(stats([(tokens, times)]))
                    counts.update(stats([(merged, times)]))
                    touched += [p for p in pairwise(merged) if pushes_all or new in p]
                    words[i] = (merged, times)
            for touched_pair in touched:
                heapq.heappush(heap, (-counts[touched_pair], touched_pair))
        return merges

    return train


def places(tokens, pair):
    """Each place where a pair is merged, the new word before it, and the new token."""
    out, j = [], 0
    while j < len(tokens):
        if (*tokens[j : j + 2],) == pair:
            yield j, out, pair[0] + pair[1]
            out.append(pair[0] + pair[1])
            j += 2
        else:
            out.append(tokens[j])
            j += 1


def looks_up(before, behind):
    """Neighbours are looked up in the "old" word or in the "new" one, or, with "", not at all."""

    @counting_once
    def train(counts, tokens, merged, pair, times):
        for j, out, new in places(tokens, pair):
            left = {"old": tokens[:j], "new": out, "": []}[before]
            right = {"old": tokens[j + 2 :], "new": merged[len(out) + 1 :], "": []}[behind]
            for token in left[-1:]:
                counts[token, pair[0]] -= times
                counts[token, new] += times
            for token in right[:1]:
                counts[pair[1], token] -= times
                counts[new, token] += times

    return train


@counting_once
def only_new_pairs_are_added(counts, tokens, merged, pair, times):
    for a, b in pairwise(merged):
        if pair[0] + pair[1] in (a, b):
            counts[a, b] += times


@counting_once
def forgets_frequency_in_updates(counts, tokens, merged, pair, times):
    for old_pair in pairwise(tokens):
        counts[old_pair] -= 1
    for new_pair in pairwise(merged):
        counts[new_pair] += 1


def with_ids(words, n, prefer, base=None):
    """Tokens are numbers; `prefer` breaks ties by them. `base` says how units are numbered."""
    units = base or sorted({unit for tokens, _ in words for unit in tokens})
    ids = {unit: i for i, unit in enumerate(units)}
    texts = list(units)
    spelled = [([ids[unit] for unit in tokens], times) for tokens, times in words]
    merges = []
    while len(merges) < n:
        counts = stats(spelled)
        if not counts:
            break
        most = max(counts.values())
        pair = prefer(p for p in counts if counts[p] == most)
        new = len(texts)
        texts.append(texts[pair[0]] + texts[pair[1]])
        merges.append((texts[pair[0]], texts[pair[1]]))
        spelled = [(merge_pair(tokens, pair, new), times) for tokens, times in spelled]
    return merges


def score_as_wordpiece(words):
    singles = Counter()
    for tokens, times in words:
        for token in tokens:
            singles[token] += times
    return {(a, b): n / (singles[a] * singles[b]) for (a, b), n in stats(words).items()}


def the_rarest(counts):
    """Not in the catalogue: it takes the rarest pair."""
    return min(counts, key=counts.get)


def every_second(counts):
    """Not in the catalogue: it takes the second most frequent pair."""
    ranked = sorted(counts, key=lambda pair: -counts[pair])
    return ranked[min(1, len(ranked) - 1)]


def split_gpt2(text):
    return regex.findall(GPT2, text)


def split_gpt2_simply(text):
    return regex.findall(GPT2.replace(r"|\s+(?!\S)", ""), text)


def split_words_and_marks(text):
    return re.findall(r"\w+|[^\w\s]", text)


ENGLISH = """\
It is a truth universally acknowledged, that a single man in possession of a good fortune, must be
in want of a wife. However little known the feelings or views of such a man may be on his first
entering a neighbourhood, this truth is so well fixed in the minds of the surrounding families,
that he is considered the rightful property of some one or other of their daughters. "My dear Mr.
Bennet," said his lady to him one day, "have you heard that Netherfield Park is let at last?" Mr.
Bennet replied that he had not. "But it is," returned she; "for Mrs. Long has just been here, and
she told me all about it." Bananas, Mississippi, assessment, nonsense, hahaha, zzzz, 1111 2222.
"""
CHINESE = (
    "学而时习之，不亦说乎？有朋自远方来，不亦乐乎？人不知而不愠，不亦君子乎？\n"
    "巧言令色，鲜矣仁。吾日三省吾身：为人谋而不忠乎？与朋友交而不信乎？传不习乎？\n"
    "哈哈哈哈，笑哈哈，哈哈笑。知之为知之，不知为不知，是知也。温故而知新，可以为师矣。\n"
)


def _drawn(seed: int, letters: str, words: int, longest: int, most: int) -> dict[str, int]:
    random = Random(seed)
    return {
        "".join(random.choices(letters, k=random.randint(2, longest))): random.randint(1, most)
        for _ in range(words)
    }


#: Words with counts: few letters, so that pairs overlap and adjoin.
COUNTED = _drawn(5, "abcde", words=60, longest=9, most=9)
#: The same words, each with count 1: nearly every step is a tie.
TIED = _drawn(7, "abc", words=40, longest=10, most=1)
