"""Errors caused by a learner's input, in words for the learner.

Every error is a `BpeError`. It keeps its sentence, which stands in `errors.toml`, as a class
attribute `template` with named fields, and the values in `fields`, so that a page can translate the
sentence and fill it in again; an error that has several sentences keeps them in `templates`, by a
code. `str(error)` is the English text. Unlike `TypeError` and friends, which tell a programmer
about a bug, these errors say what happened and list every way out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

#: The sentences by the names of the classes.
SENTENCES: Mapping[str, str] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)


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

    def __init_subclass__(cls) -> None:
        """Give the class its sentence; without one, it has that of its base."""
        if sentence := SENTENCES.get(cls.__name__):
            cls.template = sentence

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


class EmptyWordError(BpeError):
    """A counted word has no characters."""


class CountError(BpeError):
    """A word's count is not a whole number of at least 1."""


class TotalTooLargeError(BpeError):
    """The counts add up to more than 64-bit arithmetic holds exactly."""


class NumberTooSmallError(BpeError):
    """A setting that is a number is not a whole number, or is below its smallest value."""


class TimeLimitError(BpeError):
    """The time limit is not a number of seconds above zero."""


class VocabularyTooSmallError(BpeError):
    """The requested vocabulary is smaller than the one before the first merge."""


class SingleUnitsError(VocabularyTooSmallError):
    """The requested Unigram vocabulary has no room for all single units."""


class FactorError(BpeError):
    """The share of tokens kept in each round is not between 0 and 1."""


class ProbabilityError(BpeError):
    """The probability of dropping a merge is not a number from 0 to 1."""


class TemperatureError(BpeError):
    """The temperature for sampling is not a number above zero."""


class OrderError(BpeError):
    """The order of a Rényi entropy is not a number above zero."""


class SpecialTokenError(BpeError):
    """A special token is empty or given twice."""


class SpecialTokensTypeError(BpeError):
    """One text stands where special tokens are listed."""


class NotTextTypeError(BpeError):
    """A value is not text."""


class NotCountsTypeError(BpeError):
    """A value is not a table of words with their counts."""


class NotCorpusTypeError(BpeError):
    """A value is not a corpus."""


class PrefixError(BpeError):
    """WordPiece's prefix for word-inner tokens is empty."""


class UnknownNameError(BpeError):
    """Base of the errors for a name that is not one of the known ones."""

    def __init__(self, *, name: object, known: object) -> None:
        names = ", ".join(known) if isinstance(known, (tuple, list)) else str(known)
        super().__init__(name=name, known=names)


class UnknownSpecialTokenError(UnknownNameError):
    """The vocabulary does not have this special token."""


class UnknownTieRuleError(UnknownNameError):
    """No tie rule has this name."""


class UnknownNormalizerError(UnknownNameError):
    """No normalization has this name."""


class UnknownPreTokenizerError(UnknownNameError):
    """No pre-tokenization has this name."""


class UnknownUnitError(UnknownNameError):
    """No unit has this name."""


class UnknownAlphabetError(UnknownNameError):
    """No order of the byte alphabet has this name."""


class StepError(BpeError):
    """The step is not one of the trace."""


class TokenIdError(BpeError):
    """A token id is not in the vocabulary."""


class ChoiceError(BpeError):
    """A pair that was chosen for a step does not occur anywhere at that step."""


class UnreachedChoiceError(BpeError):
    """A pair was chosen for a step after the last one."""


class TraceFormatError(BpeError):
    """The bytes do not contain a valid trace."""
