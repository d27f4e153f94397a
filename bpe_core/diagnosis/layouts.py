"""The layouts of a search: recipes that make the same words share one.

Many mistakes change nothing in a given text, and two of them together often make the words that
one of them makes alone. Unlike `WordMaker`, which shares work before the words are made, this
recognizes equal words afterwards.
"""

from __future__ import annotations

from itertools import islice

from bpe_core.diagnosis.layout import Layout
from bpe_core.diagnosis.recipe import WORD_FIELDS, Recipe
from bpe_core.diagnosis.words import WordMaker
from bpe_core.errors import EmptyCorpusError

#: This many layouts are kept, besides that of the settings; and more while they are small.
KEPT_LAYOUTS = 8
#: How many units the layouts may have together if more than these are kept.
KEPT_UNITS = 400_000

#: What tells the words of one recipe from those of another: their fingerprint, how they write a
#: space, and how many base tokens are numbered first.
WordsKey = tuple[int, str, int]


class Layouts:
    """Makes layouts and keeps some.

    >>> layouts = Layouts(WordMaker({"hug": 10, "pug": 5}), Recipe())
    >>> layouts.key_of(Recipe(cut="gpt2")) == layouts.key_of(Recipe())
    True
    >>> layouts.is_right(Recipe(unit="byte")), layouts.is_right(Recipe(frequencies=False))
    (True, False)
    """

    def __init__(self, maker: WordMaker, right: Recipe) -> None:
        self._maker = maker
        self._keys: dict[tuple[object, ...], WordsKey | None] = {}
        self._layouts: dict[WordsKey, Layout] = {}
        self._units = 0
        self._right = self.key_of(right)

    def key_of(self, recipe: Recipe) -> WordsKey | None:
        """What recipes that make the same words have in common; None if there are no words."""
        part = recipe.part(WORD_FIELDS)
        if part not in self._keys:
            layout = self._make(recipe)
            self._keys[part] = None if layout is None else _key(layout)
        return self._keys[part]

    def is_right(self, recipe: Recipe) -> bool:
        """Whether a recipe makes the words of the settings."""
        key = self.key_of(recipe)
        return key is not None and self._right is not None and key[0] == self._right[0]

    def of(self, recipe: Recipe) -> Layout | None:
        """The words of a recipe, laid out; None if it makes no words."""
        key = self.key_of(recipe)
        return None if key is None else self._layouts.get(key) or self._make(recipe)

    def _make(self, recipe: Recipe) -> Layout | None:
        try:
            layout = Layout(self._maker.make(recipe))
        except EmptyCorpusError:
            return None
        key = _key(layout)
        if key not in self._layouts:
            self._keep(key, layout)
        return self._layouts[key]

    def _keep(self, key: WordsKey, layout: Layout) -> None:
        self._layouts[key] = layout
        self._units += len(layout.words.units)
        while len(self._layouts) > KEPT_LAYOUTS + 1 and self._units > KEPT_UNITS:
            oldest = next(islice(self._layouts, 1, None))  # the first is the right one
            self._units -= len(self._layouts.pop(oldest).words.units)


def _key(layout: Layout) -> WordsKey:
    words = layout.words
    return words.fingerprint, words.space, words.sorted_among
