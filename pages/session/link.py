"""Turn what a learner sees into the parameters of an address, and back. Pure functions.

A link says only what differs from the defaults. What it leaves out is None here, and the page
takes the corpus's own unit, marker and so on. So a link stays short, and today's links still open
when a default changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from bpe_core import NORMALIZERS, PRE_TOKENIZERS, TIE_RULES, TrainingSpecification
from bpe_core.text.corpus import UNITS
from bpe_core.text.reading import replace_surrogates
from pages.session.language import LANGUAGES, N_
from pages.session.parameters import (
    TEXT_LIMIT,
    Chain,
    Choice,
    LinkError,
    Names,
    Number,
    PackedText,
    Parameter,
    ShortText,
)
from sample_corpora import CATALOGUE

#: The name of the corpus that is the learner's own text.
OWN = "own"
#: The view option that fixes the settings as in the link.
LOCKED = "locked"

#: The range of each number.
RANGES = {
    "merges": (0, 32_000),
    "vocab": (1, 100_000),
    "size": (1, 100_000),
    "min": (1, 1_000_000),
    "alphabet": (1, 100_000),
    "step": (0, 100_000),
}
#: The most characters of a marker, and of a special token or a word.
MARKER_LIMIT = 16
NAME_LIMIT = 64
#: The most special tokens, and the most view options.
SPECIAL_LIMIT = 16
VIEW_LIMIT = 16
#: The most characters of a teacher's message to the class.
MESSAGE_LIMIT = 200

#: What every lesson's link can say: the name in the address, the field of `Link`, and its values.
SHARED: dict[str, tuple[str, Parameter]] = {
    "lang": ("lang", Choice(N_("Language"), LANGUAGES)),
    "corpus": ("corpus", Choice(N_("Corpus"), (*CATALOGUE, OWN))),
    "text": ("text", PackedText(N_("Your own text"))),
    "unit": ("unit", Choice(N_("Unit"), UNITS)),
    "marker": ("end_of_word", ShortText(N_("End-of-word marker"), MARKER_LIMIT)),
    "norm": ("normalizer", Chain(N_("Normalization"), tuple(NORMALIZERS))),
    "pre": ("pre_tokenizer", Choice(N_("Cut into words"), PRE_TOKENIZERS)),
    "tie": ("tie_break", Choice(N_("Tie rule"), tuple(TIE_RULES))),
    "merges": ("num_merges", Number(N_("Number of merges"), *RANGES["merges"])),
    "vocab": ("vocab_size", Number(N_("Vocabulary size"), *RANGES["vocab"])),
    "size": ("unigram_size", Number(N_("Vocabulary size"), *RANGES["size"])),
    "min": ("min_frequency", Number(N_("Minimum frequency"), *RANGES["min"])),
    "alphabet": ("limit_alphabet", Number(N_("Characters at most"), *RANGES["alphabet"])),
    "step": ("step", Number(N_("Step"), *RANGES["step"], usual=0)),
    "special": ("special_tokens", Names(N_("Special tokens"), SPECIAL_LIMIT, NAME_LIMIT)),
    "view": ("view", Names(N_("View options"), VIEW_LIMIT, NAME_LIMIT)),
    "word": ("word", ShortText(N_("Word"), NAME_LIMIT)),
    "input": ("input", PackedText(N_("Text to encode"))),
    "message": ("message", ShortText(N_("Message to the class"), MESSAGE_LIMIT)),
}


class UnknownLessonError(LinkError):
    """A link to a lesson that does not exist."""

    template = "There is no lesson at this address, so this is the first one."


@dataclass(frozen=True)
class Link:
    """One state of the app. None, an empty tuple and step 0 are what a link leaves out.

    The fields about a training are named as in `TrainingSpecification`. `view` holds the names of
    view options that are switched on, `word` is the word that is examined closely, `input` is a
    text that the lessons encode, `message` is what a teacher tells the class, and `own` holds the
    values of the lessons' own parameters by name (the lessons' records declare these).

    >>> Link(corpus="low", step=3).to_params()
    {'corpus': 'low', 'step': '3'}
    >>> Link.from_params({"corpus": "low", "step": "3"})
    (Link(corpus='low', step=3), [])
    """

    lang: str | None = None
    corpus: str | None = None
    text: str | None = None
    delimiter: str | None = None  # of a table too long to be read here, and for a link
    unit: str | None = None
    end_of_word: str | None = None
    normalizer: tuple[str, ...] = ()
    pre_tokenizer: str | None = None
    tie_break: str | None = None
    num_merges: int | None = None
    vocab_size: int | None = None
    unigram_size: int | None = None
    min_frequency: int | None = None
    limit_alphabet: int | None = None
    step: int = 0
    special_tokens: tuple[str, ...] = ()
    view: tuple[str, ...] = ()
    word: str | None = None
    input: str | None = None
    message: str | None = None
    own: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Only what a link would say."""
        usual = {field.name: field.default for field in fields(self)} | {"own": {}}
        shown = (
            f"{name}={getattr(self, name)!r}"
            for name, value in usual.items()
            if getattr(self, name) != value
        )
        return f"Link({', '.join(shown)})"

    def specification(self, usual: TrainingSpecification) -> TrainingSpecification:
        """The training: the usual one, with the changes that the link asks for.

        >>> usual = TrainingSpecification(unit="byte", num_merges=50)
        >>> made = Link(end_of_word="·", vocab_size=300).specification(usual)
        >>> made.unit, made.end_of_word, made.vocab_size, made.num_merges
        ('byte', '·', 300, None)
        """
        chosen = {name: getattr(self, name) for name in OF_A_TRAINING}
        changes = {name: value for name, value in chosen.items() if value not in (None, ())}
        if self.vocab_size:
            changes["num_merges"] = None
        return replace(usual, **changes)

    def to_params(self, own: Mapping[str, Parameter] | None = None) -> dict[str, str]:
        """The query parameters. A text too long for a link leaves `corpus=own` behind.

        `own` are the parameters of the lesson that is shown: values of other lessons stay out.
        """
        params = {}
        for key, (name, parameter) in SHARED.items():
            value = getattr(self, name)
            is_too_long = isinstance(parameter, PackedText) and len(value or "") > TEXT_LIMIT
            if value is not None and value != parameter.usual and not is_too_long:
                params[key] = parameter.write(value)
        if self.text is not None:
            params.pop("corpus", None)
            if "text" not in params:
                params["corpus"] = OWN
        for key, parameter in (own or {}).items():
            value = self.own.get(key, parameter.usual)
            if value != parameter.usual:
                params[key] = parameter.write(value)
        return {key: replace_surrogates(value)[0] for key, value in params.items()}

    @classmethod
    def from_params(
        cls, params: Mapping[str, str], own: Mapping[str, Parameter] | None = None
    ) -> tuple["Link", list[LinkError]]:
        """The state that an address names, and notices of what in it could not be used.

        Never raises, whatever is in the address: anything unknown, damaged or out of range keeps
        its default. `own` are the lesson's own parameters. Those with other names are ignored.

        >>> link, notices = Link.from_params({"unit": "parsec", "step": "-1", "min": "2"})
        >>> link, [type(notice).__name__ for notice in notices]
        (Link(min_frequency=2), ['UnknownValueError', 'OutOfRangeError'])
        """
        notices: list[LinkError] = []
        shared: dict[str, Any] = {}
        for key, (name, parameter) in SHARED.items():
            if (value := _read(params, key, parameter, notices)) is not None:
                shared[name] = value
        chosen = {
            key: value
            for key, parameter in (own or {}).items()
            if (value := _read(params, key, parameter, notices)) is not None
        }
        link = cls(**shared, own=chosen)
        if link.text is not None:
            return replace(link, corpus=OWN), notices
        return (replace(link, corpus=None) if "text" in params else link), notices


#: What a link says about a training: the fields that both classes have.
OF_A_TRAINING = {f.name for f in fields(Link)} & {f.name for f in fields(TrainingSpecification)}


def _read(
    params: Mapping[str, str], key: str, parameter: Parameter, notices: list[LinkError]
) -> Any:
    """The value of one parameter; None, with a notice, if it cannot be used."""
    if key not in params:
        return None
    try:
        return parameter.read(params[key])
    except LinkError as notice:
        notices.append(notice)
        return None
