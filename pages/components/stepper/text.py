"""Every sentence that the stepper shows, in the learner's language.

The names in braces are filled in by the browser, some of them with tokens.
"""

from functools import cache

from pages.components.json_bytes import to_json
from pages.session.language import _, speaking


def interface_text(algorithm: str) -> dict[str, str]:
    """The stepper's texts by name. `algorithm` is "bpe", or one that says some things otherwise:
    "wordpiece", which goes by scores, or "unigram", which goes by rounds of pruning.
    """
    texts = {
        **transport_text(),
        **_status(),
        **_corpus(),
        **_pairs(),
        **_why(),
        **_changes(),
        **prediction_text(),
        **_fork(),
    }
    others = {"wordpiece": _scores, "unigram": _rounds}
    return texts | _lists() | (others[algorithm]() if algorithm in others else {})


@cache
def packed_interface_text(algorithm: str, language: str) -> bytes:
    """The same in a language, as JSON and under the name by which the stepper is sent it."""
    with speaking(language):
        return to_json({"text": interface_text(algorithm), "lang": language})


def transport_text() -> dict[str, str]:
    """What the controls of any walk say."""
    return {
        "transport": _("Walk through the merges"),
        "first": _("First"),
        "first_hint": _("First (Home key)"),
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


def _status() -> dict[str, str]:
    return {
        "status_start": _("Step 0 of {n}: nothing is merged yet"),
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
        "more_text": _("The beginning of the text; the training read all of it."),
        **marker_text(),
    }


def marker_text() -> dict[str, str]:
    """How the end-of-word marker is told from letters that look like it."""
    return {
        "marker": _("End-of-word marker"),
        "marker_legend": _("{marker}, in a box of its own, is the end-of-word marker."),
    }


def _pairs() -> dict[str, str]:
    return {
        "pairs_title": _("Pairs now"),
        "pairs_legend": _(
            "How often two tokens stand side by side. Point at a pair to find it; ↱ shows what "
            "would follow if it were merged next."
        ),
        "mark_next": _("◀ next"),
        "mark_tied": _("= tie"),
        "more_pairs": _("more pairs: {n}"),
        "no_pairs": _("No pairs are left: every word is one token."),
    }


def _why() -> dict[str, str]:
    return {
        "why_title": _("Why this pair?"),
        "why_done": _("Step {k} merged {pair}"),
        "why_coming": _("Step {k} will merge {pair}"),
        "more_addends": _("more words ({n})"),
        "times_note": _("(× {n}: {n} times in the word)"),
        "verdict_most": _("No pair has a higher count. Second is {pair} with {count}."),
        "verdict_only": _("It is the only pair that is left."),
        "verdict_tie": _("A tie: {n} pairs have the count {count}. The others: {others}."),
        "rule_first-seen": _(
            "The rule “first seen” decides: read from the start of the corpus, this pair comes "
            "first."
        ),
        "rule_lowest-id": _(
            "The rule “lowest id” decides: this pair's tokens have the smallest ids, the left one "
            "first."
        ),
        "rule_largest-text": _(
            "The rule “largest text” decides: sorted as text, this pair comes last."
        ),
        "comma": _(", "),
        "and_more": _(" and {n} more"),
        "stopped_num_merges": _("It ends here because this many merges were asked for."),
        "stopped_vocab_size": _("It ends here because the vocabulary has the size asked for."),
        "stopped_min_frequency": _(
            "It ends here because no pair stands as often as the minimum frequency."
        ),
        "stopped_nothing_left": _(
            "It ends here because no pairs are left: each word is one token."
        ),
        "stopped_token_length": _(
            "It ends here because the next token would be longer than 4,096 bytes."
        ),
        "stopped_time_limit": _("It ends here because the time for one training was used up."),
    }


def _changes() -> dict[str, str]:
    return {
        "changes_title": _("What the last merge changed"),
        "changes_none": _("Nothing yet: take the first step."),
        "changed_tokens": _(
            "{token} joins the vocabulary. Tokens in the corpus: {saved} fewer, now {total}."
        ),
        "changed_new": _("New pairs: {n}"),
        "changed_fell": _("Pairs that stand less often: {n}"),
        "changed_gone": _("Pairs that are gone: {n}"),
        "dropped": _("No longer in use: {tokens}"),
    }


def prediction_text() -> dict[str, str]:
    """What is said where the learner predicts a step."""
    return {
        "predict": _("Predict"),
        "predict_hint": _("Guess each step before it is shown"),
        "your_turn": _("Your turn"),
        "ask": _("Which pair will merge in step {k}?"),
        "ask_how": _(
            "Click two neighbouring tokens in the words. Or by keyboard: go to the words with "
            "Tab, move with the arrow keys, pick with Enter."
        ),
        "pick_label": _("Pick two neighbouring tokens: arrow keys move, Enter picks"),
        "picked_first": _("{token} and which neighbour?"),
        "candidates": _("Choose from a list"),
        "hint_1": _("Hint 1 of 3: the words"),
        "hint_2": _("Hint 2 of 3: the first token"),
        "hint_3": _("Hint 3 of 3: the bars"),
        "hint_words": _("The pair stands in these words: {words}."),
        "hint_first": _("Its first token is {token}."),
        "hint_bars": _("The bars are shown below. The longest one wins."),
        "show_me": _("Show me"),
        "take_step": _("Take this step"),
        "answer_right": _("Right: {winner} merges next. Its count is {most}."),
        "answer_tied": _(
            "Right as well: {pair} has the count {count} like {winner}, and the rule decides."
        ),
        "answer_wrong": _("Not this time: {pair} has the count {count}, {winner} has {most}."),
        "answer_shown": _("{winner} merges next. Its count is {most}."),
        "own_sum": _("Yours: {pair}"),
        "no_answer": _("No connection: this pair cannot be checked now. Try again."),
        "predict_over": _("This is the last step: nothing is left to predict."),
        "score_line": _(
            "{right} of {n} right, {alone} of them without a hint. In a row: {streak}."
        ),
        "reset": _("Start again"),
    }


def _fork() -> dict[str, str]:
    return {
        "what_if": _("What if {pair} had won?"),
        "what_if_this": _("What if this pair were merged next?"),
        "fork_title": _("What if? Two trainings side by side"),
        "fork_choice": _("Step {k}: you merged {pair}, count {count}."),
        "take_back": _("Take back"),
        "close_fork": _("Close"),
        "first_difference": _("The first difference is step {k}."),
        "rule_merged": _("The rule merges {pair}, count {count};"),
        "own_merged": _("you merge {pair}, count {count}."),
        "fork_alike": _("No difference: the rule merges the same pairs."),
        "by_rule": _("by the rule"),
        "own_way": _("your way"),
        "tokens_now": _("tokens at step {k}"),
        "tokens_at_end": _("tokens at the end"),
        "merges_in_all": _("merges in all"),
        "fork_beats": _("Your way ends with fewer tokens, by {n}: greedy BPE is beaten."),
        "fork_loses": _(
            "Your way ends with more tokens, by {n}: here the greedy choice was better."
        ),
        "fork_even": _("Both ways end with the same number of tokens."),
        "same_vocabulary": _("Both ways end in the same vocabulary."),
        "only_rule": _("Only in the rule's vocabulary at the end: {n}."),
        "only_own": _("Only in yours: {n}."),
        "own_words": _("Your way, as tokens"),
        "own_pairs": _("Your way: pairs now"),
    }


def _lists() -> dict[str, str]:
    return {
        "merges_title": _("Merges, in the order learned"),
        "vocabulary_title": _("Vocabulary"),
        "vocabulary_size": _("Tokens: {n}, in use: {m}"),
        "only_in_use": _("only those in use"),
        "origin_special": _("special"),
        "origin_base": _("base"),
        "origin_step": _("step {k}"),
        "not_in_use": _("This token no longer stands anywhere in the corpus"),
        "tree_title": _("How {token} was made (id {id})"),
        "close": _("Close"),
    }


def _scores() -> dict[str, str]:
    """What is said otherwise where pairs go by their scores."""
    return {
        "status": _("Step {k} of {n}: {left} + {right} → {token}, score {count}"),
        "status_once": _("Step {k} of {n}: {left} + {right} → {token}, score {count}"),
        "pairs_title": _("Pairs now, by score"),
        "pairs_legend": _(
            "Score: how often the pair stands, divided by how often each of its tokens stands. "
            "Point at a pair to find it."
        ),
        "score": _("score = {count} / ({left} × {right}) = {score}"),
        "answer_right": _("Right: {winner} merges next. Its score is {most}."),
        "answer_tied": _(
            "Right as well: {pair} has the score {count}, as high as {winner}, and the rule "
            "decides."
        ),
        "answer_wrong": _("Not this time: {pair} has the score {count}, {winner} {most}."),
        "answer_shown": _("{winner} merges next. Its score is {most}."),
        "bpe_instead": _(
            "BPE would have taken {pair}, with the count {count}. Its tokens have the "
            "counts {left} and {right}, so its score is only {count} / ({left} × {right}) = "
            "{score}."
        ),
        "verdict_most": _("No pair has a higher score. Second is {pair}, score {count}."),
        "verdict_tie": _("A tie: {n} pairs have the score {count}. The others: {others}."),
        "stopped_min_frequency": _(
            "It ends here because every pair that is left stands less often than the minimum "
            "frequency."
        ),
    }


def _rounds() -> dict[str, str]:
    """What is said otherwise where a step is a round of pruning."""
    return {
        "transport": _("Walk through the rounds"),
        "step_of": _("round {k} of {n}"),
        "step_number": _("Round number"),
        "scrubber": _("Drag to a round"),
        "status_start": _("Round 0 of {n}: a seed of {size} tokens, nothing is dropped yet"),
        "status_nothing": _("There is nothing to prune: the seed is no larger than {size}"),
        "status": _("Round {k} of {n}: {dropped} tokens dropped, {size} left"),
        "status_once": _("Round {k} of {n}: {dropped} token dropped, {size} left"),
        "words_title": _("The corpus, each word segmented best"),
        "open_word": _("Click a word to open its lattice below (by keyboard: up, down and Enter)."),
        "ask": _("Which token will round {k} drop?"),
        "ask_how": _(
            "Click a token in the words, or choose from the list. By keyboard: go to the words "
            "with Tab, move with the arrow keys, pick with Enter."
        ),
        "pick_label": _("Pick a token: arrow keys move, Enter picks"),
        "hint_2": _("Hint 2 of 3: its length"),
        "hint_words": _("The first to go stands in these words: {words}."),
        "hint_first": _("The first to go has {n} units."),
        "hint_bars": _("The bars are shown below. The shortest go first."),
        "answer_right": _("Right: round {k} drops {token}. It costs {cost}."),
        "answer_tied": _(
            "Right as well: {token} costs {cost}, no more than one that goes. Of equal ones the "
            "later in the seed goes first."
        ),
        "answer_wrong": _(
            "Not this time: {token} stays. It costs {cost}; {winner}, the first to go, {least}."
        ),
        "answer_unit": _("Not this time: {token} is a single unit, and these always stay."),
        "answer_shown": _("Round {k} drops {n}. The first to go is {winner}, which costs {least}."),
        "no_answer": _("No connection: this token cannot be checked now. Try again."),
        "pairs_title": _("The cheapest tokens to lose"),
        "pairs_legend": _(
            "Cost of a removal: how much the loss of the corpus would rise, in nats. Point at a "
            "token to find it."
        ),
        "next_total": _("The next round drops {n}."),
        "mark_next": _("× next"),
        "more_tokens": _("and {n} more that could be dropped"),
        "no_tokens": _("Only single units are left, and these always stay."),
        "why_title": _("Why these?"),
        "reason_cheapest": _("{token} goes first in round {k}: it costs {cost}"),
        "reason_stays": _("{token} is the cheapest that stays: it would cost {cost}"),
        "reason_least": _("{token} would be the next to go: it would cost {cost}"),
        "same_best": _("{word} keeps its best segmentation {best}."),
        "other_best": _("{word} would change from {best} to {other}."),
        "share": _("Without the token the word keeps {left} of its probability:"),
        "more_costs": _("more words ({n}) {cost}"),
        "stopped_nothing_left": _("It ends here because the seed has no more tokens."),
        "changes_title": _("What the last round changed"),
        "changes_none": _("Nothing yet: take the first round."),
        "loss_up": _("The loss rose from {before} to {after}."),
        "loss_down": _("The loss fell from {before} to {after}: probabilities were learned anew."),
        "loss_same": _("The loss stays at {after}: what was dropped was hardly used."),
        "token_total": _("Tokens in the corpus: {before} → {after}."),
        "dropped_tokens": _("Dropped tokens: {n}"),
        "changed_words": _("Words segmented differently, of those shown: {n}"),
        "merges_title": _("Rounds"),
        "round_row": _("{size} tokens"),
        "round_dropped": _("{n} dropped"),
        "round_loss": _("loss {loss}"),
        "vocabulary_title": _("Vocabulary, most likely first"),
        "vocabulary_more": _("The {shown} most likely are listed."),
    }
