"""What one paragraph costs in each language: its tokens, compared with those of the English one."""

from collections.abc import Mapping
from functools import cache

from babel import Locale

from bpe_core.tokenizers.ranked_tokenizer import RankedTokenizer
from pages.components.charts.tables import figures_table
from pages.session.language import BABEL_LOCALE, _, current_language, format_number
from sample_corpora import CATALOGUE, content

_SAMPLE = "scripts"


def draw_costs(tokenizers: Mapping[str, RankedTokenizer]) -> None:
    """A row for each language: how many times the tokens of the English paragraph."""
    counts = {name: token_counts(name, tokenizer) for name, tokenizer in tokenizers.items()}
    rows = [
        [language, *(_cell(counts[name][i], counts[name][0]) for name in tokenizers)]
        for i, language in enumerate(language_names())
    ]
    figures_table(rows, [_("language"), *tokenizers])


def _cell(count: int, english: int) -> str:
    """ "2.4 × (77)": the ratio, and the tokens."""
    ratio = format_number(round(count / english, 1))
    return f"{ratio} × ({format_number(count)})"


_counts: dict[str, list[int]] = {}


def token_counts(name: str, tokenizer: RankedTokenizer) -> list[int]:
    """How many tokens each paragraph of the sample has; English first. Counted once a server."""
    if name not in _counts:
        _counts[name] = [len(tokenizer.encode(paragraph)) for paragraph in paragraphs()]
    return _counts[name]


@cache
def paragraphs() -> list[str]:
    """The sample's paragraphs that are in a language.

    >>> len(paragraphs()), paragraphs()[0][:22]
    (14, 'A child is learning to')
    """
    text = content(_SAMPLE)
    languages = len(CATALOGUE[_SAMPLE].languages)
    return str(text).split("\n\n")[:languages]


def language_names() -> list[str]:
    """The languages of the paragraphs, as the reader's language calls them.

    >>> language_names()[:3]
    ['English', 'Chinese', 'Japanese']
    """
    names = Locale.parse(BABEL_LOCALE[current_language()]).languages
    return [str(names[code]) for code in CATALOGUE[_SAMPLE].languages]
