"""Errors caused by a learner's input, in words for the learner.

Every error is a `BpeError`. It keeps its sentence as a class attribute `template` with named
fields, and the values in `fields`, so that a page can translate the sentence and fill it in
again; an error that has several sentences keeps them in `templates`, by a code. `str(error)` is
the English text. Unlike `TypeError` and friends, which tell a programmer about a bug, these errors
say what happened and list every way out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar


class BpeError(ValueError):
    """Base of all errors that a learner can cause.

    >>> error = CountError(word="hug", count=0)
    >>> error.fields
    {'word': 'hug', 'count': 0}
    >>> str(error) == error.template.format(**error.fields)
    True
    """

    template: str = "{reason}"
    #: The sentences of an error that has several, by their code.
    templates: ClassVar[Mapping[str, str]] = {}

    def __init__(self, code: str = "", /, **fields: object) -> None:
        self.code, self.fields = code, fields
        if code:
            self.template = self.templates[code]
        super().__init__(self.template.format(**fields))

    def __reduce__(
        self,
    ) -> tuple[Callable[..., BpeError], tuple[type[BpeError], dict[str, object], str]]:
        """Let an error arrive intact from another process."""
        return restore, (type(self), self.fields, self.code)


def restore(error: type[BpeError], fields: dict[str, object], code: str = "") -> BpeError:
    """Rebuild an error from its fields, bypassing its constructor, which may compute some of them.

    >>> restore(UnknownTieRuleError, {"name": "luck", "known": "first-seen"}).fields["name"]
    'luck'
    """
    restored = error.__new__(error)
    BpeError.__init__(restored, code, **fields)
    return restored


class EmptyCorpusError(BpeError):
    """The corpus contains no words at all."""

    template = (
        "There is nothing to train on: the text has no words. Type or paste some text, add a "
        "word with its count, or choose one of the sample corpora."
    )


class EmptyWordError(BpeError):
    """A counted word has no characters."""

    template = "One of the counted words has no characters. Give it at least one, or remove it."


class CountError(BpeError):
    """A word's count is not a whole number of at least 1."""

    template = (
        "The count of the word {word!r} is {count!r}. A count tells how often the word occurs: "
        "enter a whole number of at least 1, or remove the word."
    )


class TotalTooLargeError(BpeError):
    """The counts add up to more than 64-bit arithmetic holds exactly."""

    template = (
        "The counts add up to {total} units, more than the {largest} that can be counted "
        "exactly. Divide all counts by the same number, or remove some words."
    )


class NumberTooSmallError(BpeError):
    """A setting that is a number is not a whole number, or is below its smallest value."""

    template = (
        "The setting {name} is {value!r}. Choose a whole number of at least {smallest}, or leave "
        "the setting out."
    )


class TimeLimitError(BpeError):
    """The time limit is not a number of seconds above zero."""

    template = (
        "The time limit is {value!r}. Choose more than 0 seconds, or leave it out to "
        "train without a limit."
    )


class VocabularyTooSmallError(BpeError):
    """The requested vocabulary is smaller than the one before the first merge."""

    template = (
        "A vocabulary of {vocab_size} is too small: before the first merge there are already "
        "{base} base tokens and {special} special tokens. Choose at least {smallest}, choose a "
        "number of merges instead, or use text with fewer different characters."
    )


class SingleUnitsError(VocabularyTooSmallError):
    """The requested Unigram vocabulary has no room for all single units."""

    template = (
        "A vocabulary of {vocab_size} is too small: single characters or bytes always stay, and "
        "there are {base} of them, plus {special} special tokens. Choose at least {smallest}, or "
        "use text with fewer different characters."
    )


class FactorError(BpeError):
    """The share of tokens kept in each round is not between 0 and 1."""

    template = (
        "The shrinking factor is {value!r}. It is the share of tokens kept in each round: choose "
        "a number between 0 and 1, or leave it out."
    )


class ProbabilityError(BpeError):
    """The probability of dropping a merge is not a number from 0 to 1."""

    template = (
        "The probability of dropping a merge is {value!r}. Choose a number from 0 to 1: at 0, no "
        "merge is dropped, and text is encoded as usual; at 1, all of them are, and only base "
        "tokens are left."
    )


class TemperatureError(BpeError):
    """The temperature for sampling is not a number above zero."""

    template = (
        "The temperature is {value!r}. Choose a number above 0: at 1, segmentations are drawn by "
        "their probability; below 1, the best ones come up more often; above 1, all of them come "
        "up more evenly."
    )


class OrderError(BpeError):
    """The order of a Rényi entropy is not a number above zero."""

    template = (
        "The order of the Rényi entropy is {value!r}. Choose a number above 0; 2.5 is common, "
        "and 1 gives Shannon entropy."
    )


class SpecialTokenError(BpeError):
    """A special token is empty or given twice."""

    template = (
        "The special token {token!r} is empty or given twice. Write every special token once, "
        "with at least one character."
    )


class SpecialTokensTypeError(BpeError):
    """One text stands where special tokens are listed."""

    template = (
        "The special tokens are one text, {tokens!r}, and could be read as its characters. Give "
        "a list, even of one token: [{tokens!r}]."
    )


class NotTextTypeError(BpeError):
    """A value is not text."""

    template = (
        "Text has to be a `str`, and this is of type {kind}. Decode bytes, read a file with "
        "read(), and join lines, or count the words and use `Corpus.from_counts`."
    )


class NotCountsTypeError(BpeError):
    """A value is not a table of words with their counts."""

    template = (
        "Counted words have to be a `dict` from words to counts, and this is of type {kind}. For "
        "running text, use `Corpus.from_text`."
    )


class NotCorpusTypeError(BpeError):
    """A value is not a corpus."""

    template = (
        "Training needs a `Corpus`, and this is of type {kind}. Make one with `Corpus.from_text` "
        "or `Corpus.from_counts`."
    )


class PrefixError(BpeError):
    """WordPiece's prefix for word-inner tokens is empty."""

    template = (
        "The prefix for tokens inside a word is empty, so they could not be told apart from "
        "tokens at the start of a word. Enter at least one character, such as ##."
    )


class UnknownNameError(BpeError):
    """Base of the errors for a name that is not one of the known ones."""

    template = "{name!r} is not available. Choose one of: {known}."

    def __init__(self, *, name: object, known: object) -> None:
        names = ", ".join(known) if isinstance(known, (tuple, list)) else str(known)
        super().__init__(name=name, known=names)


class UnknownSpecialTokenError(UnknownNameError):
    """The vocabulary does not have this special token."""

    template = "This vocabulary has no special token {name!r}. It has: {known}."


class UnknownTieRuleError(UnknownNameError):
    """No tie rule has this name."""

    template = "There is no tie rule called {name!r}. Choose one of: {known}."


class UnknownNormalizerError(UnknownNameError):
    """No normalization has this name."""

    template = "There is no normalization called {name!r}. Choose one of: {known}."


class UnknownPreTokenizerError(UnknownNameError):
    """No pre-tokenization has this name."""

    template = "There is no pre-tokenization called {name!r}. Choose one of: {known}."


class UnknownUnitError(UnknownNameError):
    """No unit has this name."""

    template = "There is no unit called {name!r}. Choose one of: {known}."


class UnknownAlphabetError(UnknownNameError):
    """No order of the byte alphabet has this name."""

    template = "There is no byte alphabet called {name!r}. Choose one of: {known}."


class StepError(BpeError):
    """The step is not one of the trace."""

    template = (
        "There is no step {step!r} here. This training has steps 0 (before the first merge) to "
        "{last}."
    )


class TokenIdError(BpeError):
    """A token id is not in the vocabulary."""

    template = (
        "There is no token with the id {token_id!r}. The ids of this vocabulary go from 0 to "
        "{last}."
    )


class ChoiceError(BpeError):
    """A pair that was chosen for a step does not occur anywhere at that step."""

    template = (
        "Step {step} cannot merge the tokens {left} and {right}: they are not adjacent anywhere "
        "at that step. Choose a pair that occurs there, or undo the choice."
    )


class UnreachedChoiceError(BpeError):
    """A pair was chosen for a step after the last one."""

    template = (
        "There is no step {step} to choose a pair for: this training ends at step {last}. Choose "
        "an earlier step, or undo the choice."
    )


class TraceFormatError(BpeError):
    """The bytes do not contain a valid trace."""

    template = "This training cannot be read: {reason}. Train again, or use another file."
