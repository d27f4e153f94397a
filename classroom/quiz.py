"""All kinds of questions, and drawing some of them. The same seed gives the same quiz."""

from collections.abc import Mapping
from random import Random

from classroom import (
    cost_questions,
    count_questions,
    encoding_questions,
    letter_questions,
    merge_questions,
)
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
        count_questions.vocabulary_size,
        count_questions.tokens_in_use,
        count_questions.base_size,
        count_questions.token_id,
        count_questions.token_bytes,
        count_questions.not_yet,
        count_questions.token_total,
        count_questions.word_tokens,
        count_questions.word_total,
        count_questions.tokens_per_word,
        count_questions.bytes_per_token,
        count_questions.most_used_token,
        count_questions.token_frequency,
        encoding_questions.encode_word,
        encoding_questions.encode_length,
        encoding_questions.first_rule,
        encoding_questions.unknown_character,
        encoding_questions.unmerged_character,
    )
}
#: Every template on what a model sees of a text. Unlike in the questions on a training, most wrong
#: answers here have a belief behind them, and the page explains where it fails.
SEEN_KINDS: dict[str, Kind] = {
    ask.__name__: ask
    for ask in (
        letter_questions.letter_tokens,
        letter_questions.letters_inside,
        letter_questions.letter_alone,
        letter_questions.spelled_out,
        letter_questions.parts_tokens,
        letter_questions.changed_places,
        letter_questions.harmless_cut,
        letter_questions.healing_count,
        letter_questions.healing_token,
        cost_questions.digits_from_left,
        cost_questions.digits_from_right,
        cost_questions.aligned_number,
        cost_questions.place_value,
        cost_questions.carry_count,
        cost_questions.carries_crossing,
        cost_questions.copies_in_window,
        cost_questions.attention_steps,
        cost_questions.dearest_word,
        cost_questions.saved_by_merging,
        cost_questions.embedding_numbers,
        cost_questions.typed_special,
        cost_questions.chat_careful,
        cost_questions.chat_careless,
        cost_questions.look_alike_bytes,
        cost_questions.decomposed_bytes,
        cost_questions.invisible_bytes,
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
