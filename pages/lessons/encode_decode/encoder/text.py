"""Every sentence that the encoder shows. The browser fills in the names in braces."""

from pages.components.stepper.text import marker_text, prediction_text, transport_text
from pages.session.language import _


def interface_text() -> dict[str, str]:
    """The encoder's texts by name."""
    texts = transport_text() | prediction_text() | _predicted_rule()
    return texts | _tokens() | _walk() | _match() | _back()


def _predicted_rule() -> dict[str, str]:
    """The texts that differ when the learner predicts the rule that applies first."""
    return {
        "ask": _("Which two tokens does step {k} merge?"),
        "hint_1": _("Hint 1 of 3: how many rules fit"),
        "hint_3": _("Hint 3 of 3: the rules"),
        "hint_words": _("Places in the word where a rule fits: {n}."),
        "hint_bars": _("The rules are shown now. The lowest number goes first."),
        "answer_right": _("Right: {winner}, by rule {first}."),
        "answer_wrong": _(
            "Not this time: {pair} has rule {rule}, but {winner} has rule {first}, which was "
            "learned earlier."
        ),
        "answer_none": _(
            "Not this time: no rule merges {pair}. First comes {winner}, with rule {first}."
        ),
        "answer_shown": _("{winner} comes first, with rule {first}."),
    }


def _tokens() -> dict[str, str]:
    return {
        "tokens_title": _("The text as tokens"),
        "ids": _("show token ids"),
        "summary": _("Words: {words}. Tokens: {tokens}. Bytes per token: {ratio}."),
        "choose": _("Click a word to see how it is encoded."),
        "differing": _("Underlined: longest match splits it differently (words: {n} of {total})."),
        "nothing": _("There is nothing to encode yet: type some text above."),
        "edit": _("Your edit: {before} → {after}. Unchanged tokens: {n}."),
        "edit_none": _("Your edit changed no token."),
        "no_tokens": _("no token"),
        "and_more": _(" and {n} more"),
        **marker_text(),
    }


def _walk() -> dict[str, str]:
    return {
        "transport": _("Walk through the encoding"),
        "walk_title": _("How {word} is encoded"),
        "cut": _("This word is long: only its first {n} characters are shown step by step."),
        "status_start": _("Step 0 of {n}: the word as base tokens"),
        "status_nothing": _("No rule fits: the word stays as its base tokens"),
        "status": _("Step {k} of {n}: rule {rule}, {left} + {right} → {token}"),
        "rules_title": _("Which merge rules fit?"),
        "rules_legend": _(
            "A rule's number is the step at which it was learned. The lowest number goes first."
        ),
        "pair": _("pair"),
        "rule": _("rule"),
        "becomes": _("becomes"),
        "no_rule": _("none"),
        "mark_first": _("◀ first"),
        "verdict_one": _("One rule fits, so it is next: rule {rule}."),
        "verdict": _("{n} rules fit. Rule {rule} was learned first, so it comes first."),
        "verdict_done": _("No rule fits any more: these are the word's tokens."),
    }


def _match() -> dict[str, str]:
    return {
        "match_title": _("The same word by longest match"),
        "match_legend": _(
            "It uses no merge rules, only the vocabulary: from the left, it always takes the "
            "longest token that fits."
        ),
        "by_merges": _("by merges"),
        "by_match": _("by longest match"),
        "match_same": _("Both ways give the same tokens."),
        "match_differs": _("The two differ. Only the merges reproduce the training result."),
        "match_unknown": _("{token}: no token fits here."),
    }


def _back() -> dict[str, str]:
    return {
        "back_title": _("Token ids and back"),
        "encoded": _("ids"),
        "decoded": _("decoded"),
        "equal": _("Identical, byte for byte. Bytes in: {n}, bytes out: {n}."),
        "differs": _(
            "Not identical. Bytes in: {n}, bytes out: {m}. They agree up to {before}; then the "
            "text continues with {given}, and the decoded text with {back}."
        ),
        "end": _("nothing"),
        "cause_unknown": _(
            "Not in the vocabulary: {characters}. Each became the unknown token. With bytes as "
            "the unit, nothing is unknown."
        ),
        "cause_normalization": _("Normalization changed the text before it was encoded."),
        "cause_white-space": _(
            "Whitespace: the text was cut there, and the whitespace was dropped. Decoding can "
            "only put one space after each end-of-word marker, or none at all without a marker."
        ),
        "cause_space-sign": _(
            "The text itself contains a Ġ, which represents a space here, so it comes back as a "
            "space."
        ),
    }
