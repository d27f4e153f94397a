"""All kinds of questions, and drawing some of them. The same seed gives the same quiz."""

from collections.abc import Mapping
from random import Random

from classroom import count_questions, encoding_questions, figure_questions, merge_questions
from classroom.hand import Hand, Kind, NotHereError
from classroom.values import Question

#: Every template about a training, by the name of its question.
KINDS: dict[str, Kind] = {
    ask.__name__: ask
    for ask in (
        count_questions.pair_count,
        count_questions.most_frequent_pair,
        count_questions.least_frequent_pair,
        count_questions.absent_pair,
        count_questions.pair_words,
        count_questions.pair_in_word,
        count_questions.word_share,
        count_questions.tie_size,
        count_questions.tie_winner,
        count_questions.word_with_pair,
        count_questions.pair_kinds,
        merge_questions.next_merge,
        merge_questions.merged_token,
        merge_questions.word_after,
        merge_questions.word_at,
        merge_questions.tokens_saved,
        merge_questions.made_when,
        merge_questions.parts_of,
        merge_questions.learned_first,
        merge_questions.count_after,
        merge_questions.new_pair,
        merge_questions.gone_pair,
        merge_questions.dropped_token,
        merge_questions.unchanged_word,
        figure_questions.vocabulary_size,
        figure_questions.tokens_in_use,
        figure_questions.base_size,
        figure_questions.token_id,
        figure_questions.token_bytes,
        figure_questions.not_yet,
        figure_questions.token_total,
        figure_questions.word_tokens,
        figure_questions.word_total,
        figure_questions.tokens_per_word,
        figure_questions.bytes_per_token,
        figure_questions.most_used_token,
        figure_questions.token_frequency,
        encoding_questions.encode_word,
        encoding_questions.encode_length,
        encoding_questions.first_rule,
        encoding_questions.unknown_character,
        encoding_questions.unmerged_character,
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
