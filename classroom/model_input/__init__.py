"""Questions on what a model sees of a text: letters, cuts, numbers, costs, and orders.

Each is computed, from the merges of a hand or from random numbers. Unlike in the questions on a
training, most wrong answers here have a belief behind them, and the page explains where it fails.
"""

from classroom.hand import Kind
from classroom.model_input import costs, cuts, letters, numbers, orders

#: Every template, by the name of its question.
SEEN_KINDS: dict[str, Kind] = {
    ask.__name__: ask
    for ask in (
        letters.letter_tokens,
        letters.letters_inside,
        letters.letter_alone,
        letters.spelled_out,
        cuts.parts_tokens,
        cuts.changed_places,
        cuts.harmless_cut,
        cuts.healing_count,
        cuts.healing_token,
        numbers.digits_from_left,
        numbers.digits_from_right,
        numbers.aligned_number,
        numbers.place_value,
        numbers.carry_count,
        numbers.carries_crossing,
        costs.copies_in_window,
        costs.attention_steps,
        costs.dearest_word,
        costs.saved_by_merging,
        costs.embedding_numbers,
        orders.typed_special,
        orders.chat_careful,
        orders.chat_careless,
        orders.look_alike_bytes,
        orders.decomposed_bytes,
        orders.invisible_bytes,
    )
}
