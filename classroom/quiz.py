"""All kinds of questions, and drawing some of them. The same seed gives the same quiz."""

from collections.abc import Mapping
from random import Random

from classroom import counting, encoding, figures, merging
from classroom.hand import Hand, Kind, NotHereError
from classroom.values import Question

#: Every template about a training, by the name of its question.
KINDS: dict[str, Kind] = {
    ask.__name__: ask
    for ask in (
        counting.pair_count,
        counting.most_frequent_pair,
        counting.least_frequent_pair,
        counting.absent_pair,
        counting.pair_words,
        counting.pair_in_word,
        counting.word_share,
        counting.tie_size,
        counting.tie_winner,
        counting.word_with_pair,
        counting.pair_kinds,
        merging.next_merge,
        merging.merged_token,
        merging.word_after,
        merging.word_at,
        merging.tokens_saved,
        merging.made_when,
        merging.parts_of,
        merging.learned_first,
        merging.count_after,
        merging.new_pair,
        merging.gone_pair,
        merging.dropped_token,
        merging.unchanged_word,
        figures.vocabulary_size,
        figures.tokens_in_use,
        figures.base_size,
        figures.token_id,
        figures.token_bytes,
        figures.not_yet,
        figures.token_total,
        figures.word_tokens,
        figures.word_total,
        figures.tokens_per_word,
        figures.bytes_per_token,
        figures.most_used_token,
        figures.token_frequency,
        encoding.encode_word,
        encoding.encode_length,
        encoding.first_rule,
        encoding.unknown_character,
        encoding.unmerged_character,
    )
}


def draw_questions(
    hand: Hand, *, seed: int, size: int, kinds: Mapping[str, Kind] = KINDS
) -> list[Question]:
    """At most `size` questions, all of different kinds; fewer if the words do not allow more."""
    random = Random(seed)
    drawn: list[Question] = []
    for kind in random.sample(list(kinds), len(kinds)) if hand.is_clear else ():
        if len(drawn) == size:
            break
        try:
            drawn.append(kinds[kind](hand, random))
        except NotHereError:
            continue
    return drawn
