"""Read the catalogue of sample corpora, and build a `Corpus` from any of them.

A corpus is one file: words with their counts (`.tsv`), or a text (`.txt`). Its entry in
`catalogue.toml` says what it is called, where it comes from, and which settings suit it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from bpe_core import Corpus, Unit

_HERE = Path(__file__).parent
_DATA = _HERE / "data"


@dataclass(frozen=True)
class Entry:
    """A corpus in the catalogue. Texts for readers are keyed by language.

    >>> entry = CATALOGUE["low"]
    >>> entry.title["en"], entry.kind, entry.unit, entry.end_of_word, entry.num_merges
    ('low, lower, newest, widest', 'counts', 'char', '</w>', 10)
    """

    id: str
    file: str
    title: dict[str, str] = field(hash=False)
    note: dict[str, str] = field(hash=False)
    source: dict[str, str] = field(hash=False)
    languages: tuple[str, ...]
    unit: Unit
    end_of_word: str
    pre_tokenizer: str
    num_merges: int
    special_tokens: tuple[str, ...] = ()
    example: str = ""
    partner: str = ""
    prose_for: tuple[str, ...] = ()
    many_words_for: tuple[str, ...] = ()
    suits_a_vote: bool = False

    @property
    def path(self) -> Path:
        """Where the corpus itself is stored."""
        return _DATA / self.file

    @property
    def kind(self) -> Literal["counts", "text"]:
        """Whether the corpus is a table of words and counts, or a running text."""
        return "counts" if self.path.suffix == ".tsv" else "text"

    @property
    def settings(self) -> dict[str, str]:
        """The suggested settings, which `load` uses unless it is given others."""
        return {
            "unit": self.unit,
            "end_of_word": self.end_of_word,
            "pre_tokenizer": self.pre_tokenizer,
        }


def read_catalogue(path: Path) -> dict[str, Entry]:
    """Read every entry, in the order in which the corpora are listed.

    >>> list(read_catalogue(_HERE / "catalogue.toml"))[:4]
    ['hug', 'loop', 'low', 'learning']
    """
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return {corpus_id: _read_entry(corpus_id, table) for corpus_id, table in tables.items()}


def _read_entry(corpus_id: str, table: Mapping[str, Any]) -> Entry:
    lists = {key: tuple(value) for key, value in table.items() if isinstance(value, list)}
    return Entry(id=corpus_id, **{**table, **lists})


def corpus_for(language: str, need: Literal["prose_for", "many_words_for"]) -> str:
    """The id of the corpus that serves a need of readers of a language.

    It is that of English readers if no corpus is named for the language.

    >>> corpus_for("zh", "prose_for"), corpus_for("zh", "many_words_for")
    ('chinese', 'lessons')
    >>> corpus_for("eo", "prose_for")
    'english'
    """
    named = {reader: each.id for each in CATALOGUE.values() for reader in getattr(each, need)}
    return named.get(language, named["en"])


def content(corpus_id: str) -> dict[str, int] | str:
    """Return the corpus as it is stored: words with their counts in order, or the text.

    >>> content("hug")
    {'hug': 10, 'pug': 5, 'pun': 12, 'bun': 4, 'hugs': 5}
    >>> content("happily")
    'happily happiness unhappy'
    """
    entry = CATALOGUE[corpus_id]
    # A file ends with a line break; the corpus in it does not.
    text = entry.path.read_text(encoding="utf-8").removesuffix("\n")
    return text if entry.kind == "text" else _parse_counts(text)


def _parse_counts(table: str) -> dict[str, int]:
    rows = (line.split("\t") for line in table.split("\n"))
    return {word: int(count) for word, count in rows}


def load(corpus_id: str, **settings: Any) -> Corpus:
    """Build the `Corpus`. Settings that are not given come from the entry.

    An id that is not in the catalogue raises `KeyError`. A setting that does not exist raises the
    same error as in `Corpus`.

    >>> corpus = load("low")
    >>> corpus.words, corpus.counts.tolist(), corpus.end_of_word
    (['low', 'lower', 'newest', 'widest'], [5, 2, 6, 3], '</w>')
    >>> load("low", unit="byte", end_of_word="").base_vocabulary[107:109]
    (b'k', b'l')
    """
    chosen: dict[str, Any] = CATALOGUE[corpus_id].settings | settings
    stored = content(corpus_id)
    if isinstance(stored, dict):
        return Corpus.from_counts(stored, **chosen)
    return Corpus.from_text(stored, **chosen)


CATALOGUE = read_catalogue(_HERE / "catalogue.toml")
