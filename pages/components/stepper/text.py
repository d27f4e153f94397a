"""Every sentence that the stepper shows, in the learner's language.

The names in braces are filled in by the browser, some of them with tokens.
"""

from functools import cache

from bpe_core import TIE_RULES
from pages.components.browser.json_bytes import to_json
from pages.components.stepper.classroom.beliefs import belief_text
from pages.components.tokens.readable import space_text
from pages.session.language import _, gettext, speaking


def interface_text(algorithm: str) -> dict[str, str]:
    """The stepper's texts by name, in the wording of `algorithm`.

    This is "bpe"; "wordpiece", which goes by scores; "unigram", which goes by rounds of pruning;
    or "handed-in", which compares the merges of somebody's trainer with those of BPE.
    """
    texts = {
        **transport_text(),
        **_status(),
        **_corpus(),
        **_pairs(),
        **_why(),
        **_changes(),
        **_question(),
        **_finale(),
        **_growth(),
        **prediction_text(),
        **belief_text(),
        **_fork(),
        **_marks(),
    }
    others = {"wordpiece": _scores, "unigram": _rounds, "handed-in": _handed_in}
    return texts | _lists() | (others[algorithm]() if algorithm in others else {})


@cache
def interface_text_json(algorithm: str, language: str) -> bytes:
    """The same texts in a language, as JSON under the name that the stepper expects."""
    with speaking(language):
        return to_json({"text": interface_text(algorithm), "lang": language})


def transport_text() -> dict[str, str]:
    """What the controls of any walk say."""
    return {
        "transport": _("Walk through the merges"),
        "first": _("Start"),
        "first_hint": _("Start (Home key)"),
        "previous": _("Previous"),
        "previous_hint": _("Previous (left arrow key)"),
        "play": _("Play"),
        "play_hint": _("Play or pause (space bar)"),
        "pause": _("Pause"),
        "next": _("Next"),
        "next_hint": _("Next (right arrow key)"),
        "last": _("Last"),
        "last_hint": _("Last (End key)"),
        "step_of": _("step {k} of {n}"),
        "step_number": _("Step number"),
        "scrubber": _("Drag to a step"),
        "speed": _("Speed"),
    }


def _marks() -> dict[str, str]:
    """What the marks along the slider mean."""
    return {
        "marks": _("Drag to a step. Marks below: {marks}"),
        "marks_tied": _("lines for steps where the tie rule decided ({n})"),
        "marks_whole": _("a dot for the first word that is one token ({word}, step {k})"),
        "marks_chosen": _("diamonds for merges that you chose ({n})"),
    }


def _status() -> dict[str, str]:
    return {
        "status_start": _("Step 0 of {n}: nothing has been merged yet"),
        "status_nothing": _("There is nothing to merge in this corpus"),
        "status": _("Step {k} of {n}: {left} + {right} → {token}, {count} times"),
        "status_once": _("Step {k} of {n}: {left} + {right} → {token}, {count} time"),
    }


def _corpus() -> dict[str, str]:
    return {
        "words_title": _("The corpus, as tokens"),
        "as_words": _("Words"),
        "as_text": _("Running text"),
        "ids": _("show token ids"),
        "more_words": _("The {shown} most frequent of {total} different words."),
        "more_text": _("Only the start of the text is shown; training used all of it."),
        **marker_text(),
    }


def marker_text() -> dict[str, str]:
    """How the end-of-word marker is distinguished from letters that look like it."""
    return {
        "marker": _("End-of-word marker"),
        **space_text(),
        "marker_legend": _("{marker} in a separate box is the end-of-word marker."),
    }


def _pairs() -> dict[str, str]:
    return {
        "pairs_title": _("Current pairs"),
        "pairs_legend": _("How often two tokens are adjacent"),
        "pair_since": _("Since step {k} (dashed line under the slider)"),
        "pair_always": _("From the start (dashed line under the slider)"),
        "pairs_scale": _("bars × {n}"),
        "mark_next": _("◀ next"),
        "mark_tied": _("= tie"),
        "mark_rare": _("too rare"),
        "more_pairs": _("All pairs: {n}. Show more"),
        "fewer_pairs": _("The {m} most frequent of {n} pairs. Show fewer"),
        "no_pairs": _("No pairs are left: every word is one token."),
    }


def _why() -> dict[str, str]:
    return {
        "why_title": _("Why this pair?"),
        "why_done": _("Step {k} merged {pair}"),
        "why_coming": _("Step {k} will merge {pair}"),
        "more_addends": _("more words ({n})"),
        "times_note": _("(× {n}: {n} times in the word)"),
        "verdict_most": _("No pair has a higher count. The runner-up is {pair}, with {count}."),
        "verdict_only": _("It is the only pair left."),
        "verdict_rare": _("No other pair reaches the minimum frequency of {n}."),
        "verdict_tie": _("A tie: {n} pairs share the count {count}. The others: {others}."),
        **{f"rule_{name}": gettext(rule.verdict) for name, rule in TIE_RULES.items()},
        "comma": _(", "),
        "and_more": _(" and {n} more"),
        "stopped_num_merges": _("Training stops here: you asked for this many merges."),
        "stopped_vocab_size": _("Training stops here: the vocabulary has the size you asked for."),
        "stopped_min_frequency": _("Training stops here: no pair reaches the minimum frequency."),
        "stopped_nothing_left": _(
            "Training stops here: no pairs are left, and each word is one token."
        ),
        "stopped_token_length": _(
            "Training stops here: the next token would be longer than 4,096 bytes."
        ),
        "stopped_time_limit": _("Training stops here: the time limit was reached."),
    }


def _changes() -> dict[str, str]:
    return {
        "changes_title": _("What the last merge changed"),
        "changes_none": _("Nothing yet: take the first step."),
        "changed_tokens": _("{token} joins the vocabulary. Tokens in the corpus: −{saved}"),
        "changed_new": _("New pairs: {n}"),
        "changed_fell": _("Pairs that now occur less often: {n}"),
        "changed_gone": _("Pairs that have disappeared: {n}"),
        "dropped": _("No longer in use: {tokens}"),
    }


def prediction_text() -> dict[str, str]:
    """The texts shown when the learner predicts a step."""
    return {
        "predict": _("Predict"),
        "predict_hint": _("Guess each step before you see it"),
        "your_turn": _("Your turn"),
        "ask": _("Which pair will merge in step {k}?"),
        "ask_how": _(
            "Click two adjacent tokens in the words. With the keyboard: press Tab to reach the "
            "words, move with the arrow keys, and press Enter to pick."
        ),
        "pick_label": _("Pick two adjacent tokens: move with the arrow keys, pick with Enter"),
        "picked_first": _("{token}: now tap the token before or after it"),
        "candidates": _("Choose from a list"),
        "hint_1": _("Hint 1 of 3: the words"),
        "hint_2": _("Hint 2 of 3: the first token"),
        "hint_3": _("Hint 3 of 3: the bars"),
        "hint_words": _("The pair occurs in these words: {words}."),
        "hint_first": _("Its first token is {token}."),
        "hint_bars": _("The bars are shown below. The longest one wins."),
        "show_me": _("Show me"),
        "take_step": _("Take this step"),
        "answer_right": _("Right: {winner} merges next. Its count is {most}."),
        "answer_tied": _(
            "Also right: {pair} has the same count as {winner}, {count}, so the tie rule decides."
        ),
        "answer_wrong": _(
            "Not this time: the count of {pair} is {count}, and {winner} has {most}."
        ),
        "answer_rare": _(
            "Not this time: the count of {pair} is {n}, below the minimum frequency of {least}."
        ),
        "answer_shown": _("{winner} merges next. Its count is {most}."),
        "own_sum": _("Yours: {pair}"),
        "no_answer": _(
            "There is no connection, so this pair can't be checked right now. Try again."
        ),
        "predict_over": _("This is the last step: nothing is left to predict."),
        "score_line": _(
            "{right} of {n} right, {alone} of them without a hint. In a row: {streak}."
        ),
        "reset": _("Start again"),
    }


def _question() -> dict[str, str]:
    """What stands there before the first step, and with its answer after the last one."""
    return {
        "question_title": _("A model has to read {word}. As what?"),
        "question_letters": _("characters"),
        "question_bytes": _("bytes"),
        "question_whole": _("whole word"),
        "question_unknown": _(", unknown if new"),
        "question_pieces": _("pieces"),
        "question_open": _("Are there any in between? Press Next."),
        "one_token": _("{n} token"),
        "some_tokens": _("{n} tokens"),
    }


def _finale() -> dict[str, str]:
    """What a walk that leaves no pairs says at its end."""
    return {
        "finale_title": _("{before} → {after} tokens: one for each word"),
        "finale_cost": _(
            "The price: the vocabulary grew from {from} to {to} tokens, and a model has to learn "
            "each of them."
        ),
        "finale_next": _("What comes next"),
    }


def _growth() -> dict[str, str]:
    """What the chart of vocabulary sizes and tokens says."""
    return {
        "growth_title": _("What was gained?"),
        "growth_size": _("vocabulary size"),
        "growth_tokens": _("tokens needed"),
        "growth_x": _("vocabulary size (logarithmic) →"),
        "growth_y": _("↑ tokens that the corpus needs"),
        "growth_name": "BPE",
        "growth_characters": _("characters {n}"),
        "growth_words": _("words {n}"),
        "growth_whole": _("whole path"),
        "growth_over_steps": _("over the steps"),
        "growth_steps": _("step →"),
        "growth_too_small": _(
            "Too few words ({n}): a list of whole words is smaller still. Pieces pay off when "
            "there are many words."
        ),
        "growth_prose": _("Try 2,000 words"),
    }


def _fork() -> dict[str, str]:
    return {
        "what_if": _("What if {pair} had won?"),
        "what_if_this": _("What if this pair were merged next?"),
        "fork_title": _("What if? Two trainings side by side"),
        "fork_choice": _("Step {k}: you merged {pair}, count {count}."),
        "take_back": _("Undo"),
        "close_fork": _("Close"),
        "first_difference": _("The first difference is at step {k}."),
        "rule_merged": _("The rule merges {pair}, count {count};"),
        "own_merged": _("you merge {pair}, count {count}."),
        "fork_alike": _("No difference: the rule merges the same pairs."),
        "by_rule": _("by the rule"),
        "own_way": _("your choice"),
        "tokens_now": _("tokens at step {k}"),
        "tokens_at_end": _("tokens at the end"),
        "merges_in_all": _("merges in all"),
        "fork_beats": _("Tokens saved by your choice: {n}. You beat greedy BPE."),
        "fork_loses": _("Tokens added by your choice: {n}. Here the greedy choice was better."),
        "fork_even": _("Both end with the same number of tokens."),
        "same_vocabulary": _("Both end with the same vocabulary."),
        "only_rule": _("Only in the rule's final vocabulary: {n}."),
        "only_own": _("Only in yours: {n}."),
        "own_words": _("Your choice, as tokens"),
        "own_pairs": _("Your choice: current pairs"),
    }


def _handed_in() -> dict[str, str]:
    """The texts that differ where a list of merges was handed in."""
    return {
        "fork_title": _("Your merges beside the expected ones"),
        "own_way": _("your merges"),
        "fork_beats": _("Tokens saved by your merges: {n}."),
        "fork_loses": _("Tokens added by your merges: {n}."),
        "own_words": _("After your merges, as tokens"),
        "own_pairs": _("After your merges: current pairs"),
    }


def _lists() -> dict[str, str]:
    return {
        "merges_title": _("Merges, in the order they were learned"),
        "merges_to_come": _("also those to come"),
        "vocabulary_title": _("Vocabulary"),
        "vocabulary_size": _("Tokens: {n}, in use: {m}"),
        "only_in_use": _("only tokens in use"),
        "origin_special": _("special"),
        "origin_base": _("base"),
        "origin_step": _("step {k}"),
        "not_in_use": _("This token no longer occurs in the corpus"),
        "junk_title": _("Junk tokens"),
        "junk_size": _("{n} of {m} tokens, {share}%"),
        "junk_legend": _(
            "These tokens were made on the way to longer ones and are no longer in use: none "
            "occurs in the corpus, but each keeps its id and its place in the vocabulary. Click "
            "one to go to the merge that used it up."
        ),
        "junk_token": _("junk token"),
        "junk_made": _("made in step"),
        "junk_last": _("in use until step"),
        "junk_merge": _("used up by the merge in step"),
        "tree_title": _("How {token} was made (id {id})"),
        "close": _("Close"),
    }


def _scores() -> dict[str, str]:
    """The texts that differ where scores decide between pairs."""
    return {
        "growth_name": "WordPiece",
        "status": _("Step {k} of {n}: {left} + {right} → {token}, score {count}"),
        "status_once": _("Step {k} of {n}: {left} + {right} → {token}, score {count}"),
        "pairs_title": _("Current pairs, by score"),
        "pairs_legend": _("count of the pair ÷ (count left × count right)"),
        "pair_since": _("Since step {k}"),
        "pair_always": _("From the start"),
        "score": _("score = {count} / ({left} × {right}) = {score}"),
        "answer_right": _("Right: {winner} merges next. Its score is {most}."),
        "answer_tied": _(
            "Also right: {pair} has the score {count}, the same as {winner}, so the tie rule "
            "decides."
        ),
        "answer_wrong": _("Not this time: {pair} has the score {count}, {winner} {most}."),
        "answer_shown": _("{winner} merges next. Its score is {most}."),
        "bpe_instead": _(
            "BPE would have merged {pair} (count {count}). But its tokens occur {left} and {right} "
            "times, so its score is only {count} / ({left} × {right}) = {score}."
        ),
        "verdict_most": _("No pair has a higher score. The runner-up is {pair}, with {count}."),
        "verdict_tie": _("A tie: {n} pairs share the score {count}. The others: {others}."),
        "stopped_min_frequency": _(
            "Training stops here: none of the remaining pairs reaches the minimum frequency."
        ),
    }


def _rounds() -> dict[str, str]:
    """The texts that differ where a step is a round of pruning."""
    return {
        "transport": _("Walk through the rounds"),
        "growth_name": "Unigram",
        "growth_steps": _("round →"),
        "step_of": _("round {k} of {n}"),
        "step_number": _("Round number"),
        "scrubber": _("Drag to a round"),
        "status_start": _("Round 0 of {n}: a seed of {size} tokens, none dropped yet"),
        "status_nothing": _("Nothing to prune: the seed has no more than {size} tokens"),
        "status": _("Round {k} of {n}: {dropped} tokens dropped, {size} left"),
        "status_once": _("Round {k} of {n}: {dropped} token dropped, {size} left"),
        "words_title": _("The corpus, with each word's best segmentation"),
        "open_word": _("Click a word to open its lattice below (by keyboard: up, down and Enter)."),
        "merges_title": _("Rounds"),
        "round_row": _("{size} tokens"),
        "round_dropped": _("{n} dropped"),
        "round_loss": _("loss {loss}"),
        "vocabulary_title": _("Vocabulary, most probable first"),
        "vocabulary_more": _("The {shown} most probable tokens are listed."),
        **_round_question(),
        **_round_reasons(),
    }


def _round_question() -> dict[str, str]:
    """The question which token a round drops, and what is said of an answer."""
    return {
        "ask": _("Which token will round {k} drop?"),
        "ask_how": _(
            "Click a token in the words, or choose from the list. With the keyboard: press Tab "
            "to reach the words, move with the arrow keys, and press Enter to pick."
        ),
        "pick_label": _("Pick a token: move with the arrow keys, pick with Enter"),
        "hint_2": _("Hint 2 of 3: its length"),
        "hint_words": _("The first to go occurs in these words: {words}."),
        "hint_first": _("Its length in characters or bytes: {n}."),
        "hint_bars": _("The bars are shown below. The shortest ones go first."),
        "answer_right": _("Right: round {k} drops {token}. It costs {cost}."),
        "answer_tied": _(
            "Also right: {token} costs {cost}, and so does a token that is dropped. Of "
            "tokens with equal costs, the one listed later in the seed vocabulary is "
            "dropped first."
        ),
        "answer_wrong": _(
            "Not this time: {token} stays. It costs {cost}; {winner}, the first to go, costs "
            "{least}."
        ),
        "answer_unit": _(
            "Not this time: {token} is a single character or byte, and these always stay."
        ),
        "answer_shown": _("Round {k} drops {n}. The first to go is {winner}, which costs {least}."),
        "no_answer": _(
            "There is no connection, so this token can't be checked right now. Try again."
        ),
    }


def _round_reasons() -> dict[str, str]:
    """Why a round drops these tokens, and what it changes."""
    return {
        "pairs_title": _("The tokens that cost least to remove"),
        "pairs_legend": _("cost: the rise of the loss without the token, in nats"),
        "next_sentence": _(". "),
        "next_total": _("The next round drops {n}."),
        "mark_next": _("× next"),
        "more_tokens": _("and {n} more that could be dropped"),
        "no_tokens": _("Only single characters or bytes are left, and these always stay."),
        "why_title": _("Why these?"),
        "reason_cheapest": _("{token} is the first to go in round {k}: it costs {cost}"),
        "reason_stays": _("{token} is the cheapest one that stays: it would cost {cost}"),
        "reason_least": _("{token} would be the next to go: it would cost {cost}"),
        "same_best": _("{word} keeps its best segmentation {best}."),
        "other_best": _("{word} would change from {best} to {other}."),
        "share": _("Without the token, the word keeps {left} of its probability:"),
        "more_costs": _("more words ({n}) {cost}"),
        "stopped_nothing_left": _("Training stops here: the seed has no more tokens to drop."),
        "changes_title": _("What the last round changed"),
        "changes_none": _("Nothing yet: take the first round."),
        "loss_up": _("The loss rose from {before} to {after}."),
        "loss_down": _(
            "The loss fell from {before} to {after}: the probabilities were estimated again."
        ),
        "loss_same": _("The loss stays at {after}: the dropped tokens were hardly used."),
        "token_total": _("Tokens in the corpus: {before} → {after}."),
        "dropped_tokens": _("Dropped tokens: {n}"),
        "changed_words": _("Words shown here whose segmentation changed: {n}"),
    }
