"""The texts of a quiz: each kind of generated question, why its answer is right, and the rest.

The browser fills in the names in braces, most of them with tokens.
"""

from pages.session.language import N_

#: The question of each kind in `classroom.KINDS`.
QUESTIONS = {
    "pair_count": N_(
        "How often does {pair} occur after step {step}? Each word counts as often as it occurs."
    ),
    "most_frequent_pair": N_("Which pair occurs most often after step {step}?"),
    "least_frequent_pair": N_("Which of these pairs occurs least often after step {step}?"),
    "absent_pair": N_("Which of these pairs does not occur after step {step}?"),
    "pair_words": N_("In how many different words does {pair} occur after step {step}?"),
    "pair_in_word": N_("How often does {pair} occur in a single {word}?"),
    "word_share": N_(
        "The count of the word {word} is {n}. How much does it add to the count of {pair}?"
    ),
    "tie_size": N_("How many pairs share the highest count after step {step}?"),
    "tie_winner": N_(
        "After step {step}, {n} pairs share the highest count. Which one does the tie rule take?"
    ),
    "word_with_pair": N_("In which of these words does {pair} occur after step {step}?"),
    "pair_kinds": N_("How many different pairs are there after step {step}?"),
    "next_merge": N_("Which pair will step {step} merge?"),
    "merged_token": N_("Step {step} merges {pair}. Which token does that make?"),
    "word_after": N_("A step merges {pair}. What becomes of {word}?"),
    "word_at": N_("How do the listed merges split {word}?"),
    "tokens_saved": N_("Step {step} merges {pair}. By how many tokens does the corpus shrink?"),
    "made_when": N_("Work it out without the app: at which step is the token {token} made?"),
    "parts_of": N_("Step {step} makes the token {token}. From which two tokens?"),
    "learned_first": N_("Which of these pairs is merged first?"),
    "count_after": N_(
        "The count of {other} is {before}. Then step {step} merges {pair}. What is the count of "
        "{other} after that?"
    ),
    "new_pair": N_("Step {step} merges {pair}. Which of these pairs is new afterwards?"),
    "gone_pair": N_("Step {step} merges {pair}. Which of these pairs has disappeared afterwards?"),
    "dropped_token": N_("Step {step} merges {pair}. Which token no longer occurs anywhere?"),
    "unchanged_word": N_("Step {step} merges {pair}. Which word does not change?"),
    "vocabulary_size": N_("How many tokens does the vocabulary have after step {step}?"),
    "tokens_in_use": N_("How many different tokens occur in the words after step {step}?"),
    "base_size": N_("How many base tokens are there? The unit is: {unit}."),
    "token_id": N_(
        "Ids count from 0, and the token of step 1 has the id {first}. What is the id of "
        "{token}, the token of step {step}?"
    ),
    "token_bytes": N_("How many bytes does the token {token} have in UTF-8?"),
    "not_yet": N_(
        "These are the merges up to step {step}. Which of these tokens is not in the vocabulary "
        "yet?"
    ),
    "token_total": N_("How many tokens does the whole corpus have after step {step}?"),
    "word_tokens": N_("Into how many tokens do the listed merges split {word}?"),
    "word_total": N_("How many words does the corpus have, counting each as often as it occurs?"),
    "tokens_per_word": N_(
        "How many tokens does a word have on average after step {step}? Each word counts as "
        "often as it occurs."
    ),
    "bytes_per_token": N_(
        "The words have {n} bytes in all. How many bytes does a token have on average after "
        "step {step}?"
    ),
    "most_used_token": N_("Which token occurs most often after step {step}?"),
    "token_frequency": N_("How often does the token {token} itself occur after step {step}?"),
    "encode_word": N_("{word} is not in the corpus. How do the listed merges split it?"),
    "encode_length": N_(
        "{word} is not in the corpus. Into how many tokens do the listed merges split it?"
    ),
    "first_rule": N_(
        "{word} is not in the corpus. Which of the listed merges is applied to it first?"
    ),
    "unknown_character": N_(
        "With characters as the unit, which of these would become the unknown token?"
    ),
    "unmerged_character": N_("Bytes are the unit. How many tokens can {character} become at most?"),
}

#: Why the answer is right.
REASONS = {
    "pair_count": N_("{sum} = {answer}"),
    "most_frequent_pair": N_("{answer}: {sum} = {count}. No other pair has that many."),
    "least_frequent_pair": N_("The count of {answer} is {count}. Each of the others has more."),
    "absent_pair": N_("The order of a pair matters: only the reversed pair occurs there."),
    "pair_words": N_(
        "It occurs in {sum}. Each word counts once, however often it occurs: {answer}."
    ),
    "pair_in_word": N_(
        "Every place where the two are adjacent counts, overlaps included: {answer}."
    ),
    "word_share": N_(
        "How often it occurs in the word, times the word's count: {times} × {n} = {answer}."
    ),
    "tie_size": N_("The highest count is {count}. Pairs that have it: {answer}."),
    "tie_winner": N_("All of them have the same count, {count}. {rule}"),
    "word_with_pair": N_("Its two tokens are adjacent in {answer}, and in none of the others."),
    "pair_kinds": N_("Adjacent positions in these words: {n}. Distinct pairs: {answer}."),
    "next_merge": N_("{answer}: {sum} = {count}. No other pair occurs that often."),
    "merged_token": N_("The two are joined in their order, the left one first: {answer}."),
    "word_after": N_(
        "Read from the beginning, each occurrence of the pair becomes one token, and no token "
        "is used twice: {answer}."
    ),
    "word_at": N_("The merges are applied in order, each wherever its pair occurs: {answer}."),
    "tokens_saved": N_(
        "Each merged place saves one token: {answer}. The count of the pair was {count}; where "
        "occurrences overlap, only some of them can be merged."
    ),
    "made_when": N_("Step {answer} makes it from {pair}."),
    "parts_of": N_("At that step, {answer} was the most frequent pair, so it was merged."),
    "learned_first": N_("{answer}, at step {step}. The others come later."),
    "count_after": N_(
        "Next to the merged pair, one of its tokens became part of the new token. That leaves "
        "{answer}."
    ),
    "new_pair": N_("{answer} contains the new token, which did not occur before."),
    "gone_pair": N_("Wherever {answer} occurred, one of its tokens is now part of the new token."),
    "dropped_token": N_(
        "Every {answer} is now part of the new token. It stays in the vocabulary all the same."
    ),
    "unchanged_word": N_("The pair does not occur in {answer}."),
    "vocabulary_size": N_(
        "Base tokens: {base}. Special tokens: {special}. One for each merge: {step}. In total "
        "{answer}."
    ),
    "tokens_in_use": N_("Each counts once, however often it occurs: {answer}."),
    "base_size": N_(
        "With characters, each different one is a base token; with bytes, all 256 are. An "
        "end-of-word marker adds one more. Here: {answer}."
    ),
    "token_id": N_("{first} for step 1, plus one for each step after it: {answer}."),
    "token_bytes": N_(
        "An English letter takes one byte, a common Chinese character three, most emoji four. In "
        "total {answer}."
    ),
    "not_yet": N_("Only step {made} makes {answer}."),
    "token_total": N_("For each word, its number of tokens times its count; added up: {answer}."),
    "word_tokens": N_(
        "The merges are applied in order, each wherever its pair occurs. That leaves {answer}."
    ),
    "word_total": N_("The counts added up: {answer}. Different words: {n}."),
    "tokens_per_word": N_("{n} tokens / {total} words = {answer}, rounded."),
    "bytes_per_token": N_("{n} bytes / {total} tokens = {answer}, rounded."),
    "most_used_token": N_("{answer} occurs as a separate token, with the count {count}."),
    "token_frequency": N_(
        "As a separate token: {answer}. Occurrences inside longer tokens don't count."
    ),
    "encode_word": N_("The merges are applied in the order they were learned: {answer}."),
    "encode_length": N_("{tokens}: {answer}"),
    "first_rule": N_(
        "{answer} was learned at step {step}, before all other pairs that occur in the word."
    ),
    "unknown_character": N_(
        "{answer} is in none of the words, so it is not a base token. With bytes, it would not "
        "be unknown."
    ),
    "unmerged_character": N_(
        "One for each of its bytes in UTF-8: {answer}. With bytes, it is never unknown."
    ),
}
