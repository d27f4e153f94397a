"""The texts of a quiz on "What the model sees": questions, reasons, and beliefs behind choices.

The browser fills in the names in braces, most of them with tokens.
"""

from pages.session.language import N_

#: The question of each kind in `classroom.SEEN_KINDS`.
SEEN_QUESTIONS = {
    "letter_tokens": N_(
        "The listed merges split {word}, and the model gets ids. How many of its tokens contain "
        "the letter {character}? An end-of-word marker has no letters."
    ),
    "letters_inside": N_(
        "The listed merges split {word}. How many of its letters are not a token on their own?"
    ),
    "letter_alone": N_(
        "In which of these words do the listed merges leave {character} as a token on its own?"
    ),
    "spelled_out": N_(
        "Someone spells {word} out: {spelled}. Each letter is now a word of its own. How many "
        "tokens is that in all, with the listed merges?"
    ),
    "parts_tokens": N_(
        "A prompt ends after {left}, and {right} was to come next. Both parts are encoded "
        "separately, each as a word, with the listed merges. How many tokens is that in all?"
    ),
    "changed_places": N_(
        "Cutting {word} in two can change its tokens. With the listed merges, at how many of the "
        "places between its characters does that happen? Places: {n}."
    ),
    "harmless_cut": N_("Where can {word} be cut in two so that its tokens stay the same?"),
    "healing_count": N_(
        "A prompt ends with the token {token}. Token healing drops it, and only tokens "
        "that begin with it may come next. How many tokens is that? Base tokens count, "
        "too; special tokens don't."
    ),
    "healing_token": N_(
        "A prompt ends with the token {token}. Token healing drops it. Which of these "
        "tokens may come next?"
    ),
    "digits_from_left": N_("Digits are grouped in threes from the left. What becomes of {word}?"),
    "digits_from_right": N_("Digits are grouped in threes from the right. What becomes of {word}?"),
    "aligned_number": N_(
        "Digits are grouped in threes from the left. Which of these numbers, written "
        "below {word}, has its token boundaries in the same columns?"
    ),
    "place_value": N_(
        "Digits are grouped in threes from the left, so {word} begins with the token {token}. "
        "How much does this token contribute to the number?"
    ),
    "carry_count": N_("{left} + {right}: into how many columns is a one carried?"),
    "carries_crossing": N_(
        "{left} + {right}, with digits grouped in threes from the right: how many carries go from "
        "one token into the next?"
    ),
    "copies_in_window": N_(
        "A context window holds {n} tokens. How many whole copies of {word} fit, each encoded as "
        "a word with the listed merges?"
    ),
    "attention_steps": N_(
        "In full attention, every token is compared with every token, itself included. How many "
        "comparisons is that for {word} alone, with the listed merges?"
    ),
    "dearest_word": N_(
        "You pay per token. Which of these words costs the most with the listed merges?"
    ),
    "saved_by_merging": N_(
        "You pay per token. How many tokens does {word} save with the listed merges, compared "
        "with base tokens only?"
    ),
    "embedding_numbers": N_(
        "The embedding matrix has one row of {width} numbers per token. How many "
        "numbers does it have after step {step}?"
    ),
    "typed_special": N_(
        "A user types {word}. The program takes it as text, and no merge applies to it. How many "
        "tokens is it, one per character?"
    ),
    "chat_careful": N_(
        "In a chat, each message starts and ends with a special token. Messages: {n}. "
        "Times that users typed {word}: {m}. How many special tokens are there if a "
        "careful program takes what is typed as text?"
    ),
    "chat_careless": N_(
        "In a chat, each message starts and ends with a special token. Messages: {n}. "
        "Times that users typed {word}: {m}. How many special tokens are there if a "
        "careless program takes what is typed for special tokens?"
    ),
    "look_alike_bytes": N_(
        "In {word}, every {character} is replaced by a Cyrillic letter that looks the "
        "same. How many bytes does the result have in UTF-8?"
    ),
    "decomposed_bytes": N_(
        "Unicode can also write {character} in parts: a base character, then its marks. How many "
        "bytes is that in UTF-8?"
    ),
    "invisible_bytes": N_(
        "Invisible characters (zero-width spaces) follow {word}. Their number: {n}. How many "
        "bytes is the whole in UTF-8?"
    ),
}

#: Why the answer is right.
SEEN_REASONS = {
    "letter_tokens": N_("The tokens are {tokens}. Those that contain it: {answer}."),
    "letters_inside": N_("The tokens are {tokens}. Letters inside longer tokens: {answer}."),
    "letter_alone": N_(
        "Only in that word does no merge use it. In the others, it is hidden in a longer token."
    ),
    "spelled_out": N_(
        "No merge reaches across words, so each letter is encoded on its own. Together: {answer}."
    ),
    "parts_tokens": N_(
        "{tokens} and {more}: {answer}. No merge reaches from one part into the other."
    ),
    "changed_places": N_(
        "The tokens of the whole are {tokens}. Cut there and encode both parts: {answer}."
    ),
    "harmless_cut": N_("The tokens of the whole are {tokens}, and this cut falls between two."),
    "healing_count": N_("The token itself, and all that begin with it: {answer}."),
    "healing_token": N_("{answer} begins with {token}, so the text so far is kept."),
    "digits_from_left": N_("Three at a time from the first digit; what is left comes last."),
    "digits_from_right": N_("Three at a time from the last digit; what is left comes first."),
    "aligned_number": N_(
        "With grouping from the left, boundaries line up only if the lengths of the "
        "two numbers are equal or differ by a multiple of three."
    ),
    "place_value": N_("Digits that follow it: {n}. So it contributes {answer}."),
    "carry_count": N_("Add column by column from the right. Carries: {answer}."),
    "carries_crossing": N_(
        "Carries in all: {n}. Only those into the fourth, seventh, … column from the right leave "
        "a group of three: {answer}."
    ),
    "copies_in_window": N_("{tokens}: {size} per copy. {n} / {size}, rounded down: {answer}."),
    "attention_steps": N_("{tokens}: {n} × {n} = {answer}."),
    "dearest_word": N_("{answer} has the most tokens: {n}."),
    "saved_by_merging": N_("{before} base tokens became {tokens}: {before} − {n} = {answer}."),
    "embedding_numbers": N_("{n} tokens in the vocabulary: {n} × {width} = {answer}."),
    "typed_special": N_("{word} is just a row of characters here: {answer}."),
    "chat_careful": N_("Two for each message: 2 × {n} = {answer}. What is typed adds none."),
    "chat_careless": N_("Two for each message, and one each time it is typed: {answer}."),
    "look_alike_bytes": N_(
        "An unaccented Latin letter takes one byte, a Cyrillic letter two. "
        "So {before} + {n} = {answer}."
    ),
    "decomposed_bytes": N_("Parts: {n}. Together they take {answer}."),
    "invisible_bytes": N_("Each takes three bytes: {before} + 3 × {n} = {answer}."),
}

#: What a learner who chose a wrong answer may believe, and where that belief breaks down.
SEEN_BELIEFS = {
    "every-token": N_("That is the number of all tokens. Not every token contains it."),
    "each-letter": N_("That is how often the letter occurs. A token with two counts once."),
    "every-letter": N_("That is every letter. Some are still a token on their own."),
    "tokens-not-letters": N_("That counts the longer tokens, not the letters inside them."),
    "as-if-whole": N_(
        "That is the word in one piece. Once it is spelled out, its merges no longer apply."
    ),
    "spaces-added": N_("The spaces don't just come on top: they also keep the letters apart."),
    "cut-keeps-tokens": N_("That is the whole word. This cut goes through one of its tokens."),
    "cut-adds-one": N_("A cut doesn't always add one: here the parts are split differently."),
    "counts-the-others": N_("Those are the places where the tokens stay the same."),
    "every-cut": N_("A cut between two tokens can leave all of them as they were."),
    "cuts-a-token": N_("Encoded separately, these parts have different tokens."),
    "healing-contains": N_("Containing it is not enough: the token has to begin with it."),
    "healing-not-itself": N_("The dropped token itself may come again, too."),
    "from-the-other-end": N_(
        "These groups are counted from the other end, so the first group is too short."
    ),
    "digit-by-digit": N_("That is digit by digit, as some models do it."),
    "in-twos": N_("These are groups of two, so the columns do not match."),
    "token-is-value": N_("That is what the token says. Its place depends on what follows."),
    "always-thousands": N_("That would need exactly three more digits after it."),
    "every-carry": N_("That is every carry. Some stay inside a token."),
    "window-in-units": N_("That counts base tokens. What fills a window is what the merges leave."),
    "window-in-words": N_("That would be one token per word."),
    "attention-grows-evenly": N_("Every token meets every token, so the number is squared."),
    "attention-on-units": N_("That squares the base tokens. Attention sees what the merges leave."),
    "longest-is-dearest": N_("It is long, but merges make it cheaper than the answer."),
    "counts-what-is-left": N_("That is what the word still costs, not what it saves."),
    "counts-base-tokens": N_("That is what it would cost without merges."),
    "row-for-each-occurrence": N_("A token has one row, however often it occurs."),
    "row-for-each-merge": N_("Base tokens have rows, too, so they have to be counted."),
    "row-for-each-base-token": N_("Each merge adds a token, and with it a row."),
    "typed-is-token": N_("That takes what is typed for the special token itself."),
    "typed-is-text": N_("That takes what is typed as text. This program doesn't."),
    "start-alone": N_("A message has a token at its end, too."),
    "all-take-two": N_("The unaccented Latin letters still take one byte each."),
    "looks-the-same": N_("It looks the same, but it is a different text with different bytes."),
    "one-byte-each": N_("In UTF-8, only ASCII characters take a single byte."),
    "invisible-is-nothing": N_("What can't be seen still has bytes, and costs tokens."),
}
